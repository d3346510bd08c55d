"""Cards, scores and presets as people read them."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

register = template.Library()

_SUIT_MARKS = {"C": "♣", "D": "♦", "S": "♠", "H": "♥"}
_SUIT_NAMES = {"C": _("clubs"), "D": _("diamonds"), "S": _("spades"), "H": _("hearts")}
_RANK_NAMES = {"A": _("ace"), "K": _("king"), "Q": _("queen"), "J": _("jack"), "T": "10"}
_PRESET_NAMES = {"classic": _("Classic")}


def card_mark(card: str) -> str:
    """``10♦`` for ``TD``."""
    return card[:-1].replace("T", "10") + _SUIT_MARKS[card[-1]]


def card_name(card: str) -> str:
    """``queen of spades`` for ``QS``."""
    rank, suit = _RANK_NAMES.get(card[:-1], card[:-1]), _SUIT_NAMES[card[-1]]
    return gettext("%(rank)s of %(suit)s") % {"rank": rank, "suit": suit}


@register.simple_tag(name="card")
def card_tag(card: str) -> SafeString:
    """A small card: its mark to see, its name to hear."""
    return format_html(
        '<span class="pip" data-suit="{}" role="img" aria-label="{}">{}</span>',
        card[-1],
        card_name(card),
        card_mark(card),
    )


@register.filter
def signed(number: int) -> str:
    """``+13``, ``0``, ``−26``."""
    return f"{number:+d}".replace("-", "−") if number else "0"


@register.filter
def plain(number: int) -> str:
    """A total with a proper minus: ``104``, ``−26``."""
    return str(number).replace("-", "−")


@register.filter
def preset_name(preset: str) -> str:
    """The name of a preset: ``Classic``."""
    return str(_PRESET_NAMES.get(preset, preset.replace("_", " ").title()))
