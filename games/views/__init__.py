"""HTML pages: home and the table; the history of matches."""

from games.views.tables import favicon, home, leave_table, play_now, table

__all__ = ["favicon", "home", "leave_table", "play_now", "table"]
