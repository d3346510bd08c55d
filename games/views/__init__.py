"""HTML pages: home and the table; the history of matches."""

from games.views.history import match, match_round, matches, my_matches, round_record
from games.views.tables import favicon, home, leave_table, play_now, table

__all__ = [
    "favicon",
    "home",
    "leave_table",
    "match",
    "match_round",
    "matches",
    "my_matches",
    "play_now",
    "round_record",
    "table",
]
