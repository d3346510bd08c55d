"""How the pages of match history take many matches, as ratios to the same page of an empty list.

    python -m benchmarks.history [--matches N] [--repeats R] [--postgres]

Makes N finished matches in a database of its own, SQLite in a temporary folder or a PostgreSQL
that ends with the run, and asks for each page through Django's test client. The medians are
compared. A page that has twenty matches to show cannot cost what an empty one costs; what counts
is that the ratio stays when N grows.
"""

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

_BATCH = 2000
_PEOPLE = 500


def main() -> None:
    """Measures and prints."""
    options = _options()
    with ExitStack() as resources:
        _prepare(options.postgres, resources)
        _measure(options.matches, options.repeats)
        from django.db import connection, connections

        vendor = connection.vendor
        connections.close_all()
        if vendor == "postgresql":
            connection.close_pool()  # type: ignore[attr-defined]


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Pages of match history beside an empty list.")
    parser.add_argument("--matches", type=int, default=20_000)
    parser.add_argument("--repeats", type=int, default=15)
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, not SQLite")
    return parser.parse_args()


def _prepare(postgres: bool, resources: ExitStack) -> None:
    """A database of our own, before Django reads its settings."""
    folder = resources.enter_context(tempfile.TemporaryDirectory(prefix="oh-", dir="/tmp"))
    (Path(folder) / "static").mkdir()
    os.environ["DJANGO_SETTINGS_MODULE"] = "hearts_site.settings"
    os.environ["VAR_DIR"] = folder
    os.environ["DATABASE_URL"] = ""
    if postgres:
        from tests.postgres import postgres_server

        os.environ["DATABASE_URL"] = resources.enter_context(postgres_server())
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    call_command("migrate", verbosity=0)


def _measure(matches: int, repeats: int) -> None:
    from django.db import connection

    empty = _median("/matches/", None, repeats)
    began = time.perf_counter()
    deep, whole = _fill(matches)
    seconds = time.perf_counter() - began
    print(
        f"{connection.vendor}, {matches} matches made in {seconds:.0f} s; ratios to an empty list"
    )
    pages = {
        "newest": "/matches/",
        "in the middle": f"/matches/?older_than={deep}",
        "back from the middle": f"/matches/?newer_than={deep}",
        "of a preset": "/matches/?preset=classic",
        "a week long ago": "/matches/?since=2024-01-01&until=2024-01-07",
        "a frequent name": "/matches/?name=person%201",
        "a rare name": "/matches/?name=person%20499",
        "a name nobody has": "/matches/?name=zzz",
        "own": "/matches/mine/",
        "own, won": "/matches/mine/?result=won",
        "own, an opponent nobody has": "/matches/mine/?name=zzz",
        "a match": f"/matches/{whole}/",
        "a round": f"/matches/{whole}/rounds/1/",
    }
    for name, address in pages.items():
        ratio = _median(address, "person-1", repeats) / empty
        print(f"{name:28} {ratio:6.1f}")
    print(f"(an empty list: {empty * 1000:.1f} ms)")


def _median(address: str, username: str | None, repeats: int) -> float:
    from django.test import Client

    from accounts.models import User

    client = Client(SERVER_NAME="localhost")
    if username:
        client.force_login(User.objects.get(username=username))
    client.get(address)  # templates are read, connections made
    taken = []
    for _index in range(repeats):
        began = time.perf_counter()
        response = client.get(address)
        taken.append(time.perf_counter() - began)
        if response.status_code != 200:
            sys.exit(f"{address} answers {response.status_code}")
    return statistics.median(taken)


def _fill(matches: int) -> tuple[str, str]:
    """Makes them; returns the id of one in the middle and of one with all its rounds."""
    from django.db import connection

    from accounts.models import User
    from games.models import Match
    from tests.past_matches import BEGUN, Past, past_matches, whole_match

    rng = random.Random(1)
    people = User.objects.bulk_create(
        User(username=f"person-{at}", display_name=f"Person {at}") for at in range(_PEOPLE)
    )
    statuses = [Match.Status.FINISHED] * 4 + [Match.Status.ABANDONED]
    middle = ""
    for first in range(0, matches, _BATCH):
        made = past_matches(
            Past(
                people=rng.sample(people, rng.choice((1, 1, 1, 2, 4))),
                status=rng.choice(statuses),
                begun=BEGUN - timedelta(hours=at),
            )
            for at in range(first, min(first + _BATCH, matches))
        )
        middle = middle if first > matches // 2 else made[-1].public_id
    whole = whole_match("person-1", begun=BEGUN)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return middle, whole.public_id


if __name__ == "__main__":
    main()
