"""People on two web processes, one house, one Valkey, one PostgreSQL: they meet, they play."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest
import websockets

from games import engine
from games.engine import record
from tests import processes
from tests.mirror import Mirror, hidden_cards_shown
from tests.postgres import postgres_server
from tests.valkey import valkey_server

_LONGEST_MATCH_SECONDS = 240


@dataclass
class Site:
    """The running processes of one installation."""

    webs: list[str]
    environment: dict[str, str]


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """Two web processes and a house worker over their own PostgreSQL and Valkey."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="oh-", dir="/tmp")))
        environment = {
            "VAR_DIR": str(folder),
            "DATABASE_URL": stack.enter_context(postgres_server()),
            "REDIS_URL": stack.enter_context(valkey_server(folder)),
            "HOUSE_THINK_MS": "0-5",
            "HOUSE_TRICK_PAUSE_MS": "0",
            "HOUSE_ROUND_PAUSE_MS": "0",
            "QUEUE_FILL_SECONDS": "1",
        }
        processes.manage("migrate", environment=environment)
        processes.manage("collectstatic", "--noinput", environment=environment)
        webs = [stack.enter_context(processes.web(environment)) for _index in range(2)]
        stack.enter_context(processes.running("run_house", environment=environment))
        yield Site(webs, environment)


def seat_people(site: Site, count: int) -> dict[str, Any]:
    """A new table with that many people; its id and their session keys."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.games.seat_people", str(count)],
        cwd=processes.ROOT,
        env={**os.environ, **site.environment},
        check=True,
        capture_output=True,
        text=True,
    )
    seated: dict[str, Any] = json.loads(done.stdout)
    return seated


async def follow(address: str, match: str, session: str | None) -> Mirror:
    """Plays (or, without a session, watches) over a real socket until the match is over."""
    mirror = Mirror()
    cookie = {"Cookie": f"sessionid={session}"} if session else {}
    url = f"{address.replace('http', 'ws')}/ws/table/{match}/"
    origin = websockets.Origin(address)
    async with websockets.connect(url, additional_headers=cookie, origin=origin) as socket:
        asked: list[int] | None = None
        while mirror.status != "finished":
            mirror.take(str(await socket.recv()))
            command = mirror.wants()
            if command is not None and command["at"] != asked:
                asked = command["at"]
                await socket.send(json.dumps(command))
    return mirror


def finished_rounds(site: Site, match: str) -> list[engine.Round]:
    """The rounds as the API gives them afterwards."""
    address = f"{site.webs[0]}/api/v1/matches/{match}/rounds/"
    rounds = json.load(urllib.request.urlopen(address))
    return [
        record.read(json.load(urllib.request.urlopen(f"{address}{each['number']}/"))["record"])
        for each in rounds
    ]


@pytest.mark.parametrize("people", [4, 2])
async def test_people_on_two_processes_play_a_whole_match(site: Site, people: int) -> None:
    seated = seat_people(site, people)
    match, first, second = seated["match"], *site.webs
    places = [(site.webs[seat % 2], key) for seat, key in enumerate(seated["sessions"])]
    watchers = [(first, None), (second, None)]
    async with asyncio.timeout(_LONGEST_MATCH_SECONDS):
        mirrors = await asyncio.gather(
            *[follow(address, match, key) for address, key in places + watchers]
        )
    rounds = finished_rounds(site, match)
    assert [mirror.you for mirror in mirrors] == [*range(people), None, None]
    for mirror in mirrors:
        assert mirror.status == "finished"
        assert mirror.table["places"].count(1) == 1
        assert hidden_cards_shown(mirror, rounds) == []
        assert not [answer for answer in mirror.answers if answer["type"] == "error"]
    check_streams(mirrors, rounds)


def check_streams(mirrors: list[Mirror], rounds: list[engine.Round]) -> None:
    """Every stream tells each ply from its one snapshot on, and all tell the same."""
    every = [[state.number, ply] for state in rounds for ply in range(state.ply + 1)]
    longest = max((mirror.public_acts() for mirror in mirrors), key=len)
    for mirror in mirrors:
        told = mirror.public_acts()
        assert mirror.snapshots == 1
        assert [act["at"] for act in told] == every[every.index(mirror.began) + 1 :]
        assert told == longest[len(longest) - len(told) :]


def join_queue(address: str, **wish: str) -> str:
    """A stranger joins the queue by the page's form; the session's key."""
    cookies = CookieJar()
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
    opener.open(f"{address}/queue/")
    form = {"csrfmiddlewaretoken": value_of(cookies, "csrftoken"), **wish}
    opener.open(f"{address}/queue/join/", urllib.parse.urlencode(form).encode())
    return value_of(cookies, "sessionid")


def value_of(cookies: CookieJar, name: str) -> str:
    """The value of that cookie."""
    return next(str(cookie.value) for cookie in cookies if cookie.name == name)


async def wait_for_table(address: str, session: str) -> str:
    """Looks at the lobby until the table is ready; the match's id."""
    url, origin = f"{address.replace('http', 'ws')}/ws/lobby/", websockets.Origin(address)
    cookie = {"Cookie": f"sessionid={session}"}
    async with websockets.connect(url, additional_headers=cookie, origin=origin) as socket:
        while (frame := json.loads(await socket.recv()))["type"] != "table":
            pass
    return str(frame["match"])


async def test_two_strangers_on_two_processes_meet_at_one_table_and_play(site: Site) -> None:
    first, second = site.webs
    sessions = {address: join_queue(address, with_house="on") for address in (first, second)}
    async with asyncio.timeout(_LONGEST_MATCH_SECONDS):
        found = await asyncio.gather(*[wait_for_table(*each) for each in sessions.items()])
        assert found[0] == found[1]
        players = [follow(address, found[0], key) for address, key in sessions.items()]
        mirrors = await asyncio.gather(*players)
    assert mirrors[0].you != mirrors[1].you
    for mirror in mirrors:
        assert mirror.status == "finished"
        assert mirror.clock is not None
        assert hidden_cards_shown(mirror, finished_rounds(site, found[0])) == []


async def test_four_strangers_on_two_processes_need_no_house(site: Site) -> None:
    addresses = site.webs * 2
    keys = [join_queue(address) for address in addresses]
    async with asyncio.timeout(_LONGEST_MATCH_SECONDS):
        found = await asyncio.gather(*map(wait_for_table, addresses, keys))
    assert len(set(found)) == 1
