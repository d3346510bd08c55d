"""Match history: the match page, the rounds, what stays hidden."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from games import engine, selectors
from games.engine import cards, record
from games.models import Match
from games.services import tables
from games.templatetags.in_words import card_mark, card_name
from tests.factories import advance, person, table_of
from tests.games.match_pages import link, shown
from tests.past_matches import past_match, whole_match

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def cards_on(page: str) -> set[str]:
    """Every card the bytes of a page name in any way: ``QS``, ``Q♠`` or ``queen of spades``."""
    marks = {name: text for text in cards.TEXTS for name in (card_mark(text), card_name(text))}
    pattern = "|".join(sorted(map(re.escape, marks), key=len, reverse=True))
    named = {marks[found] for found in re.findall(pattern, page)}
    return named | set(re.findall(r"(?<![0-9A-Za-z])[2-9TJQKA][CDSH](?![0-9A-Za-z])", page))


def drawn(match: Match) -> set[str]:
    """The cards of the draw for the first deal, which are public from the start."""
    return set(selectors.describe(match)["draw"])


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
