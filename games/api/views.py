"""The API, version 1: presets, a match, its rounds. Reads only; what is secret stays secret."""

from typing import Any

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from games import engine, protocol, selectors
from games.engine import cards, record
from games.models import Match, Round


class Index(APIView):
    """Where to start."""

    def get(self, request: Request) -> Response:
        """The addresses of the collections."""
        return Response({"presets": reverse("games:api-presets", request=request)})


class Presets(APIView):
    """All presets."""

    def get(self, request: Request) -> Response:
        """Each preset's name and complete RuleSet."""
        return Response([_preset(name) for name in engine.PRESETS])


class Preset(APIView):
    """One preset."""

    def get(self, request: Request, name: str) -> Response:
        """Its complete RuleSet."""
        if name not in engine.PRESETS:
            raise NotFound
        return Response(_preset(name))


class MatchDetail(APIView):
    """One match."""

    def get(self, request: Request, public_id: str) -> Response:
        """Who plays, the totals and, of the round being played, what every watcher sees."""
        match = _match(request, public_id)
        table = selectors.load_table(public_id)
        playing = match.status == Match.Status.PLAYING and table is not None
        return Response(
            {
                **selectors.describe(match),
                "status": match.status,
                "created_at": match.created_at,
                "ended_at": match.ended_at,
                "rules": match.rules,
                "results": match.results,
                "totals": match.standing.totals,
                "players": [_player(player) for player in match.players.order_by("seat")],
                "table": selectors.public_part(table) if playing and table else None,
            }
        )


class Rounds(APIView):
    """The scored rounds of a match."""

    def get(self, request: Request, public_id: str) -> Response:
        """All of them, in order."""
        match = _match(request, public_id)
        return Response([_round(row) for row in selectors.scored_rounds(match)])


class RoundDetail(APIView):
    """One scored round."""

    def get(self, request: Request, public_id: str, number: int) -> Response:
        """Its passes, tricks and record; 404 while it is being played."""
        match = _match(request, public_id)
        row = selectors.scored_rounds(match).filter(number=number).first()
        if row is None:
            raise NotFound
        return Response({**_round(row), **_cards(row)})


class Nowhere(APIView):
    """Every other address: a program that errs gets an error it can read, not a page."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """404 for every method."""
        raise NotFound


def _match(request: Request, public_id: str) -> Match:
    match = selectors.find_visible_match(public_id, request.user)
    if match is None:
        raise NotFound
    return match


def _preset(name: str) -> dict[str, Any]:
    return {"name": name, "rules": engine.PRESETS[name].to_dict()}


def _player(player: Any) -> dict[str, Any]:
    return {
        "seat": player.seat,
        "name": player.name,
        "kind": player.kind,
        "total": player.total,
        "place": player.place,
    }


def _round(row: Round) -> dict[str, Any]:
    return {
        "number": row.number,
        "result": row.result,
        "shooter": row.shooter,
        "started_at": row.started_at,
    }


def _cards(row: Round) -> dict[str, Any]:
    """What lay hidden while the round was played; only ever asked of a scored round."""
    state = selectors.replayed(row)
    return {
        "passes": [cards.texts_of(chosen or ()) for chosen in state.passes],
        "tricks": protocol.tricks_part(engine.view_of(state, None)),
        "record": record.write(state),
    }
