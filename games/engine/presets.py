"""Presets: named RuleSets. A preset is data; adding one is one entry and its golden round."""

from collections.abc import Mapping
from types import MappingProxyType

from games.engine.ruleset import RuleSet

CLASSIC = "classic"

PRESETS: Mapping[str, RuleSet] = MappingProxyType({CLASSIC: RuleSet()})
