"""The rules of Hearts, standard library only: no Django, no clock, no I/O, no global random.

Start at :class:`Round` (one deal of the cards, scored) and :class:`Match` (rounds until the end
condition). docs/rules.md is the specification; where a docstring says "rules 2.4" it means
filter 4 of section 2 there. Above the engine write ``engine.Round``, so that the rule and the
database row of the same name never blur.
"""

from games.engine.acts import Act, Pass, Play
from games.engine.errors import HeartsError, IllegalActError, RecordError, RuleSetError
from games.engine.match import Match
from games.engine.presets import CLASSIC, PRESETS
from games.engine.round import Phase, Round
from games.engine.ruleset import RuleSet
from games.engine.view import View, refusals_of, view_of

__all__ = [
    "CLASSIC",
    "PRESETS",
    "Act",
    "HeartsError",
    "IllegalActError",
    "Match",
    "Pass",
    "Phase",
    "Play",
    "RecordError",
    "Round",
    "RuleSet",
    "RuleSetError",
    "View",
    "refusals_of",
    "view_of",
]
