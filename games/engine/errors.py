"""What the engine refuses, each kind with a stable code and a sentence."""

from typing import ClassVar


class HeartsError(Exception):
    """A refusal. ``code`` never changes its meaning; the sentence may be reworded."""

    code: ClassVar[str] = "error"
    sentence: ClassVar[str] = "That is not possible."

    def __init__(self, sentence: str | None = None) -> None:
        super().__init__(sentence or self.sentence)


class BadCardError(HeartsError):
    """A text that names no card."""

    code = "bad_card"
    sentence = "That is not a card."


class RuleSetError(HeartsError):
    """A RuleSet that cannot be played; ``field`` is the first bad one in table order."""

    code = "bad_rules"

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(f"{field}: {sentence}")
        self.field = field


class RecordError(HeartsError):
    """A record that does not replay; ``ply`` is the first wrong act, None before the acts."""

    code = "bad_record"

    def __init__(self, sentence: str, ply: int | None = None) -> None:
        super().__init__(sentence if ply is None else f"act {ply}: {sentence}")
        self.ply = ply


class IllegalActError(HeartsError):
    """An act the rules do not allow now; nothing has changed."""

    code = "illegal_act"


class WrongPhaseError(IllegalActError):
    """A pass while playing, a play while passing, anything after the end."""

    code = "wrong_phase"
    sentence = "This is not the time for that."


class NotYourTurnError(IllegalActError):
    """Another seat is to play."""

    code = "not_your_turn"
    sentence = "It is not your turn."


class NotYourCardError(IllegalActError):
    """The card is not in the hand."""

    code = "not_your_card"
    sentence = "You do not hold that card."


class WrongPassError(IllegalActError):
    """Too few cards, too many, or one twice."""

    code = "wrong_pass"
    sentence = "Pass exactly the number of cards asked for, each once."


class MustLeadLowClubError(IllegalActError):
    """Rules 2.2."""

    code = "must_lead_low_club"
    sentence = "The lowest club opens the round."


class MustFollowSuitError(IllegalActError):
    """Rules 2.3."""

    code = "must_follow_suit"
    sentence = "You must follow the suit that was led."


class NoPointsOnFirstTrickError(IllegalActError):
    """Rules 2.4."""

    code = "no_points_on_first_trick"
    sentence = "Penalty cards may not be played to the first trick."


class HeartsNotBrokenError(IllegalActError):
    """Rules 2.5."""

    code = "hearts_not_broken"
    sentence = "Hearts may not be led before they are broken."


class QueenNotYetError(IllegalActError):
    """Rules 2.6."""

    code = "queen_not_yet"
    sentence = "The queen of spades may not be played before hearts are broken."
