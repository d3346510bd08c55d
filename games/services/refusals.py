"""What a service refuses beyond the rules of the game."""

from games.engine import HeartsError


class NotSeatedError(HeartsError):
    """A watcher tried to act."""

    code = "not_seated"
    sentence = "You have no seat at this table."


class NoSuchMatchError(HeartsError):
    """There is no match with that id."""

    code = "no_such_match"
    sentence = "There is no such match."


class MatchOverError(HeartsError):
    """The match was finished or abandoned."""

    code = "match_over"
    sentence = "This match is over."


class StaleError(HeartsError):
    """The position is no longer the current one."""

    code = "stale"
    sentence = "The table has moved on since."


class TooManyChangesError(HeartsError):
    """A pass was changed so often that the record would grow without measure."""

    code = "too_many_changes"
    sentence = "You have changed your pass too often in this round."


class BusyError(HeartsError):
    """The swap was lost again and again; nothing changed."""

    code = "busy"
    sentence = "The table is busy; please try again."


class AlreadyPlayingError(HeartsError):
    """One running match a person."""

    code = "already_playing"
    sentence = "You are already playing a match."


class NoSuchQueueError(HeartsError):
    """Nobody can queue for that preset here."""

    code = "no_such_queue"
    sentence = "There is no queue for that kind of match."


class OthersPlayError(HeartsError):
    """Other people sit at the table, too."""

    code = "others_play"
    sentence = "Other people still play at this table."
