"""HTML pages: home and the table; the queue; the history of matches."""

from games.views.history import match, match_round, matches, my_matches, round_record
from games.views.queue import join_queue, leave_queue, queue
from games.views.tables import favicon, home, leave_table, play_now, table

__all__ = [
    "favicon",
    "home",
    "join_queue",
    "leave_queue",
    "leave_table",
    "match",
    "match_round",
    "matches",
    "my_matches",
    "play_now",
    "queue",
    "round_record",
    "table",
]
