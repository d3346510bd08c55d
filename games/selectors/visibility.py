"""Who may see which match. The one place that says so: pages, lists and the API ask here."""

from django.db.models import QuerySet

from games.models import Match
from games.selectors.tables import Visitor, find_match


def can_see(match: Match, user: Visitor) -> bool:
    """Whether ``user`` may open this match, knowing its address.

    Every match is public by its address today. This is about the match, not about cards: those
    of a round that is not over stay hidden from everybody (:func:`games.selectors.scored_rounds`).
    """
    return True


def find_visible_match(public_id: str, user: Visitor) -> Match | None:
    """The match with that id if there is one and ``user`` may see it."""
    match = find_match(public_id)
    return match if match is not None and can_see(match, user) else None


def listed_matches() -> QuerySet[Match]:
    """The matches that lists show to everybody: finished, and open to all."""
    return Match.objects.filter(status=Match.Status.FINISHED)
