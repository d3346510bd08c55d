"""Lists of matches: whose, in which order, their filters and their pages."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games import selectors
from games.models import Match
from games.selectors import Cursor, Filters, history
from tests.factories import person, play_to_the_end, table_of
from tests.games.match_pages import ids, link, listed, shown
from tests.past_matches import BEGUN, Past, past_match, past_matches

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.mark.both_databases
def test_the_public_list_has_the_finished_matches_newest_first(client: Client) -> None:
    older, newer = past_match("nora"), past_match("emil", begun=BEGUN + DAY)
    past_match("rosa", status=Match.Status.ABANDONED)
    table_of("luca")
    assert listed(shown(client, "")) == ids(newer, older)


def test_without_any_match_the_list_says_so(client: Client) -> None:
    assert "No match has been finished here yet." in shown(client, "")
    assert "No finished match fits these filters." in shown(client, "?name=nobody")


@pytest.mark.both_databases
def test_my_matches_are_mine_alone_with_their_results(nora: Client) -> None:
    lost = past_match("emil", "nora", begun=BEGUN + 2 * DAY)
    won = past_match("nora", begun=BEGUN + DAY)
    left = past_match("nora", status=Match.Status.ABANDONED)
    past_match("emil", begun=BEGUN + 3 * DAY)
    page = shown(nora, "mine/")
    assert listed(page) == ids(lost, won, left)
    assert re.findall(r'data-outcome="(\w+)"', page) == ["not_won", "won", "abandoned"]


def test_the_running_match_comes_first_with_the_way_back(nora: Client) -> None:
    past_match("nora")
    running = table_of("nora")
    page = shown(nora, "mine/")
    assert page.index(f"/table/{running.public_id}/") < page.index("data-match=")
    assert running.public_id not in listed(page)
    assert f"/table/{running.public_id}/" in shown(nora, "mine/?result=won")


def test_a_guest_finds_the_matches_of_this_device(client: Client) -> None:
    client.post("/play/")
    match = play_to_the_end(Match.objects.get())
    assert listed(shown(client, "mine/")) == ids(match)


def test_who_has_never_played_sees_an_empty_list_of_own_matches(client: Client) -> None:
    past_match("nora")
    page = shown(client, "mine/")
    assert listed(page) == []
    assert "You have not played a match on this device yet." in page


def test_people_and_the_house_are_told_apart_in_words(nora: Client) -> None:
    match = past_match("nora", "emil")
    for path in ("", "mine/", f"{match.public_id}/"):
        page = shown(nora, path)
        tags = re.findall(
            r'#(person|house)"[^§]*?<bdi[^>]*>(\w+)</bdi>\s*<span class="tag">(\w+)', page
        )
        assert set(tags) == {
            ("person", "Nora", "you" if path else "person"),  # one list for everybody
            ("person", "Emil", "person"),
            ("house", "Cleo", "house"),
            ("house", "Dag", "house"),
        }


# -- filters -------------------------------------------------------------------------------------


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("result=won", ["won"]),
        ("result=not_won", ["lost", "shared with nobody"]),
        ("result=abandoned", ["left"]),
        ("name=EMI", ["lost"]),
        ("name=nora", []),  # oneself is no opponent
        ("name=Cleo", []),  # nor is the house
        ("name=%25", []),  # nor does a sign of SQL mean anything
        ("since=2026-03-02&until=2026-03-02", ["lost"]),
        ("since=2026-03-02", ["shared with nobody", "lost"]),
        ("until=2026-03-01", ["won", "left"]),
        ("preset=classic&name=emil&result=not_won", ["lost"]),
        ("result=won&name=emil", []),
    ],
)
def test_my_matches_by_result_name_date_and_preset(
    nora: Client, query: str, expected: list[str]
) -> None:
    late_in_the_day = BEGUN.replace(hour=23, minute=59)
    named = {
        "left": past_match("nora", status=Match.Status.ABANDONED),
        "won": past_match("nora", begun=late_in_the_day),
        "lost": past_match("emil", "nora", begun=BEGUN.replace(hour=0) + DAY),
        "shared with nobody": past_match(
            "nora", begun=BEGUN + 2 * DAY, results=[[26, 0, 26, 26]] * 4
        ),
    }
    found = listed(shown(nora, f"mine/?{query}"))
    assert sorted(found) == sorted(named[name].public_id for name in expected)


@pytest.mark.both_databases
def test_the_public_list_by_the_name_of_a_person(client: Client) -> None:
    match = past_match("nora", "emil")
    past_match("rosa")
    assert listed(shown(client, "?name=mil")) == ids(match)
    assert listed(shown(client, "?name=Dag")) == []


@pytest.mark.both_databases
def test_a_preset_filters_by_its_name() -> None:
    past_match("nora", preset="another")
    classic = past_match("emil")
    page = selectors.public_matches(Filters(preset="classic"))
    assert page is not None
    assert page.matches == [classic]


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "query",
    [
        "since=2026-13-40",
        "since=yesterday",
        "until=9999-12-31",
        "since=0001-01-01",
        "since=2026-03-02&until=2026-03-01",
        "preset=nonsense",
        "result=nonsense",
        "name=" + "x" * 41,
        "name=%00",
    ],
)
def test_a_bad_filter_is_said_and_left_out_and_the_page_works(nora: Client, query: str) -> None:
    match = past_match("nora", begun=BEGUN + 5 * DAY)
    page = shown(nora, f"mine/?{query}")
    assert "A filter could not be understood and was left out." in page
    assert page.count('class="errorlist"') == 1
    assert listed(page) == ids(match)


@pytest.mark.parametrize("query", ["since=never", "preset=x", "name=%00"])
def test_a_bad_filter_of_the_public_list(client: Client, query: str) -> None:
    match = past_match("nora")
    page = shown(client, f"?{query}")
    assert "was left out" in page
    assert listed(page) == ids(match)


# -- pages ---------------------------------------------------------------------------------------


@pytest.fixture
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "PAGE_SIZE", 3)


@pytest.mark.both_databases
@pytest.mark.usefixtures("small_pages")
def test_pages_lead_through_all_matches_and_back_without_repeating_any(client: Client) -> None:
    """Several began in the same instant; their rows decide."""
    nora = person("nora")
    matches = past_matches(Past([nora], begun=BEGUN + DAY * (at // 4)) for at in range(10))
    newest_first = ids(*reversed(matches))
    pages, path = [], ""
    while True:
        page = shown(client, path)
        pages.append(listed(page))
        following = link(page, "next")
        if following is None:
            break
        path = following
    assert pages == [newest_first[:3], newest_first[3:6], newest_first[6:9], newest_first[9:]]
    way_back = []
    while (previous := link(page, "prev")) is not None:
        page = shown(client, previous)
        way_back.append(listed(page))
    assert way_back == [newest_first[6:9], newest_first[3:6], newest_first[:3]]


@pytest.mark.both_databases
@pytest.mark.usefixtures("small_pages")
def test_new_matches_move_nothing_that_has_been_listed(client: Client) -> None:
    nora = person("nora")
    matches = past_matches(Past([nora], begun=BEGUN + DAY * at) for at in range(7))
    following = link(shown(client, ""), "next")
    past_matches(Past([nora], begun=BEGUN + DAY * at) for at in range(20, 30))
    assert following is not None
    page = shown(client, following)
    assert listed(page) == ids(*matches[3:0:-1])
    # What came meanwhile lies on the newer side.
    previous = link(page, "prev")
    assert previous is not None
    assert listed(shown(client, previous)) == ids(*matches[:3:-1])
    assert link(shown(client, previous), "prev") is not None


@pytest.mark.usefixtures("small_pages")
def test_the_links_keep_the_filters(nora: Client) -> None:
    past_matches(
        Past([person("nora"), person(("emil", "rosa")[at % 2])], begun=BEGUN + DAY * at)
        for at in range(16)
    )
    page = shown(nora, "mine/?name=rosa&result=won")
    seen = listed(page)
    while (following := link(page, "next")) is not None:
        assert "name=rosa" in following
        assert "result=won" in following
        page = shown(nora, following)
        seen += listed(page)
    assert len(seen) == len(set(seen)) == 8


@pytest.mark.both_databases
@pytest.mark.parametrize("cursor", ["older_than=gone", "newer_than=gone", "older_than=%00%27"])
def test_a_page_that_is_gone_becomes_the_first_and_says_so(client: Client, cursor: str) -> None:
    match = past_match("nora")
    page = shown(client, f"?{cursor}")
    assert "That page is no longer there." in page
    assert listed(page) == ids(match)


def test_beside_the_newest_match_there_is_nothing_newer() -> None:
    match = past_match("nora")
    page = selectors.public_matches(Filters(), Cursor(match.public_id, newer=True))
    assert page == selectors.MatchPage([], None, None)


@pytest.mark.both_databases
@pytest.mark.parametrize("path", ["", "mine/", "mine/?name=emil&result=won&since=2026-01-01"])
def test_a_list_takes_as_many_queries_for_twenty_matches_as_for_one(
    nora: Client, path: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with_emil = [person("nora"), person("emil")]
    past_matches([Past(with_emil)])
    # The session, its user, the matches, their players; of one's own also the running match.
    queries = 5 if path else 4
    with django_assert_num_queries(queries):
        assert len(listed(shown(nora, path))) == 1
    past_matches(Past(with_emil, begun=BEGUN + DAY * at) for at in range(30))
    with django_assert_num_queries(queries):
        assert len(listed(shown(nora, path))) == history.PAGE_SIZE


def test_no_list_counts_all_matches_or_skips_over_any(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    matches = past_matches(Past(begun=BEGUN + DAY * at) for at in range(50))
    with django_assert_max_num_queries(5) as queries:
        shown(client, f"?older_than={matches[25].public_id}")
    asked = " ".join(query["sql"] for query in queries.captured_queries).upper()
    assert "COUNT(" not in asked
    assert "OFFSET" not in asked
