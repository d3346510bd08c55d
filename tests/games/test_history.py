"""Match history: lists and their filters, the match page, the rounds, what stays hidden."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games import engine, selectors
from games.engine import cards, record
from games.models import Match
from games.selectors import Cursor, Filters, history
from games.services import tables
from games.templatetags.in_words import card_mark, card_name
from tests.factories import advance, person, play_to_the_end, table_of
from tests.past_matches import BEGUN, Past, past_match, past_matches, whole_match

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture
def nora(client: Client) -> Client:
    client.force_login(person("nora"))
    return client


def shown(client: Client, path: str) -> str:
    """The page at that address under /matches/."""
    response = client.get(f"/matches/{path}")
    assert response.status_code == 200
    return unescape(response.content.decode())


def listed(page: str) -> list[str]:
    """The ids of the matches that a page lists, in its order."""
    return re.findall(r'data-match="(\w+)"', page)


def ids(*matches: Match) -> list[str]:
    return [match.public_id for match in matches]


def link(page: str, rel: str) -> str | None:
    """Where the link to the next or previous page leads, below /matches/."""
    anchor = re.search(rf'rel="{rel}"\s+href="/matches/([^"]*)"', page)
    return anchor[1] if anchor else None


def cards_on(page: str) -> set[str]:
    """Every card the bytes of a page name in any way: ``QS``, ``Q♠`` or ``queen of spades``."""
    marks = {name: text for text in cards.TEXTS for name in (card_mark(text), card_name(text))}
    pattern = "|".join(sorted(map(re.escape, marks), key=len, reverse=True))
    named = {marks[found] for found in re.findall(pattern, page)}
    return named | set(re.findall(r"(?<![0-9A-Za-z])[2-9TJQKA][CDSH](?![0-9A-Za-z])", page))


def drawn(match: Match) -> set[str]:
    """The cards of the draw for the first deal, which are public from the start."""
    return set(selectors.describe(match)["draw"])


# -- lists ---------------------------------------------------------------------------------------


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


# -- a match -------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_the_score_sheet_adds_every_round_up(client: Client) -> None:
    match = whole_match("nora", "emil")
    page = shown(client, f"{match.public_id}/")
    sheet = page[page.index('data-role="sheet"') :]
    numbers = [int(number.replace("−", "-")) for number in re.findall(r">([+−]?\d+)</span>", sheet)]
    results, totals = numbers[::2], numbers[1::2]
    assert results == [points for result in match.results for points in result]
    running = [
        engine.Match(match.ruleset, 0, tuple(map(tuple, match.results[: n + 1]))).totals
        for n in range(len(match.results))
    ]
    assert totals == [total for row in running for total in row]
    assert page.count('class="running-total"') == 4 * len(match.results)
    assert page.count("<polyline") == 4


def test_a_moon_is_marked_in_words(client: Client) -> None:
    match = whole_match("nora")
    match.rounds.filter(number=2).update(shooter=3)
    page = shown(client, f"{match.public_id}/")
    assert page.count(">moon</span>") == 1
    assert "moon" in re.split(r'scope="row"', page[page.index('data-role="sheet"') :])[2]


def test_who_won_is_said_in_a_sentence_that_fits_the_number(client: Client) -> None:
    one = past_match("nora", results=[[1, 25, 100, 100]])
    assert "Nora won with 1 point." in shown(client, f"{one.public_id}/")
    many = past_match("nora")
    assert "Nora won with 10 points." in shown(client, f"{many.public_id}/")
    shared = past_match("nora", results=[[4, 4, 100, 100]])
    assert "Nora and Bo share the first place with 4 points." in shown(
        client, f"{shared.public_id}/"
    )


def test_a_running_match_leads_to_its_table(client: Client) -> None:
    match = table_of("nora")
    page = shown(client, f"{match.public_id}/")
    assert f'href="/table/{match.public_id}/"' in page
    assert "No round has been scored yet." in page
    assert "<polyline" not in page


def test_the_pages_of_a_match_take_few_queries_however_many_rounds(
    nora: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    match = whole_match("nora", "emil")
    for path in ("", "rounds/1/", "rounds/1/record.txt"):
        with django_assert_max_num_queries(5):
            nora.get(f"/matches/{match.public_id}/{path}")


# -- rounds --------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_scored_round_shows_hands_passes_and_tricks_in_play_order(client: Client) -> None:
    match = whole_match("nora", "emil")
    row = selectors.scored_rounds(match)[0]
    state = selectors.replayed(row)
    page = shown(client, f"{match.public_id}/rounds/1/")
    pips = re.findall(r'aria-label="([^"]+ of \w+)"', page)
    parts = [part.split("</section>")[0] for part in page.split("<h2")]
    hands, passes, tricks = (
        re.findall(r'aria-label="([^"]+)"', next(part for part in parts if role in part))
        for role in ('data-role="hands"', 'data-role="passes"', 'data-role="tricks"')
    )
    assert len(pips) == 52 + 12 + 52
    for seat, hand in enumerate(selectors.dealt_hands(row)):
        assert set(hands[13 * seat : 13 * seat + 13]) == {card_name(text) for text in _texts(hand)}
    passed = [card for chosen in state.passes for card in chosen or ()]
    assert set(passes) == set(map(card_name, cards.texts_of(passed)))
    played = [card for trick in state.tricks for card in trick.cards]
    assert tricks == list(map(card_name, cards.texts_of(played)))
    names = [player.name for player in selectors.players_of(match)]
    for trick in state.tricks:
        assert f"{names[trick.leader]} led, {names[trick.winner]} took it:" in page


def _texts(hand: cards.CardSet) -> list[str]:
    return cards.texts_of(cards.cards_in(hand))


def test_who_passed_to_whom_and_that_a_hold_round_passes_nothing(client: Client) -> None:
    match = whole_match("nora", "emil")
    first, fourth = (shown(client, f"{match.public_id}/rounds/{n}/") for n in (1, 4))
    assert re.findall(r"(\w+ to \w+):", first) == [
        "Nora to Emil",
        "Emil to Cleo",
        "Cleo to Dag",
        "Dag to Nora",
    ]
    assert "No cards were passed in this round." in fourth


def test_every_trick_has_an_address_of_its_own_and_rounds_lead_to_each_other(
    client: Client,
) -> None:
    match = whole_match("nora")
    page = shown(client, f"{match.public_id}/rounds/2/")
    for number in range(1, 14):
        assert f'id="trick-{number}"' in page
    assert link(page, "prev") == f"{match.public_id}/rounds/1/"
    assert link(page, "next") == f"{match.public_id}/rounds/3/"
    last = shown(client, f"{match.public_id}/rounds/{len(match.results)}/")
    assert link(last, "next") is None


@pytest.mark.both_databases
def test_the_record_that_is_downloaded_replays_to_the_score(client: Client) -> None:
    match = whole_match("nora")
    for row in selectors.scored_rounds(match):
        response = client.get(f"/matches/{match.public_id}/rounds/{row.number}/record.txt")
        assert response.headers["Content-Type"] == "text/plain; charset=utf-8"
        assert response.headers["Content-Disposition"].startswith("attachment")
        state = record.read(response.content.decode())
        assert state.score is not None
        assert list(state.score.result) == match.results[row.number - 1]


# -- what stays hidden ---------------------------------------------------------------------------


@pytest.mark.both_databases
@pytest.mark.parametrize("abandoned", [False, True])
def test_no_card_of_a_round_that_is_not_over_is_on_any_page(nora: Client, abandoned: bool) -> None:
    """Not even to those who hold it, since these pages are the same for everybody."""
    match = table_of("nora")
    secret = bytes(match.secret)
    advance(match, 56 + 30)
    if abandoned:
        tables.leave_table(match=match, user=person("nora"))
    for path in (f"{match.public_id}/", "", "mine/"):
        page = shown(nora, path)
        assert cards_on(page) <= drawn(match)
        assert secret.hex() not in page
        assert "deck " not in page
    for path in ("", "record.txt"):
        assert nora.get(f"/matches/{match.public_id}/rounds/2/{path}").status_code == 404
    assert nora.get(f"/matches/{match.public_id}/rounds/1/").status_code == 200


def test_the_search_for_cards_finds_every_way_to_write_one() -> None:
    assert cards_on("10♦ x queen of spades, 2C <b>TH</b> k3JxQSab") == {"TD", "QS", "2C", "TH"}


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "path",
    [
        "nothing/",
        "nothing/rounds/1/",
        "nothing/rounds/1/record.txt",
        "%00/",
        "a'b/",
        "{match}/rounds/0/",
        "{match}/rounds/99/",
        "{match}/rounds/99999999999999999999/",
    ],
)
def test_what_does_not_exist_is_not_found(client: Client, path: str) -> None:
    match = past_match("nora")
    assert client.get(f"/matches/{path.format(match=match.public_id)}").status_code == 404


def test_a_match_that_may_not_be_seen_is_nowhere(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rule of selectors.visibility holds for every page and for the API."""
    match = whole_match("nora")
    monkeypatch.setattr("games.selectors.visibility.can_see", lambda _match, _user: False)
    paths = ("", "rounds/1/")
    for address in [
        f"/matches/{match.public_id}/{path}" for path in (*paths, "rounds/1/record.txt")
    ]:
        assert client.get(address).status_code == 404
    for address in [f"/api/v1/matches/{match.public_id}/{path}" for path in (*paths, "rounds/")]:
        assert client.get(address).status_code == 404


def test_history_is_only_read(nora: Client) -> None:
    match = whole_match("nora")
    for path in ("", "mine/", f"{match.public_id}/", f"{match.public_id}/rounds/1/"):
        assert nora.post(f"/matches/{path}").status_code == 405


def test_the_pages_have_the_strict_policy_and_no_inline_style_or_script(nora: Client) -> None:
    match = whole_match("nora")
    for path in ("", "mine/", f"{match.public_id}/", f"{match.public_id}/rounds/1/"):
        page = shown(nora, path)
        assert "unsafe" not in nora.get(f"/matches/{path}").headers["Content-Security-Policy"]
        assert not re.search(r"\sstyle=|<style|<script(?! type=\"module\" src=)|\son\w+=", page)


def test_names_are_text_and_nothing_else(client: Client) -> None:
    nora = person("nora")
    nora.display_name = "<b>&\"'"
    nora.save()
    match = whole_match("nora")
    for path in ("", f"{match.public_id}/", f"{match.public_id}/rounds/1/"):
        raw = client.get(f"/matches/{path}").content.decode()
        assert "<b>" not in raw
        assert "&lt;b&gt;" in raw
