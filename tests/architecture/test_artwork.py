"""The deck that is served is the one that is drawn here."""

from artwork.draw_deck import SPRITE, deck
from games.engine import cards


def test_the_sprite_is_what_the_program_draws() -> None:
    assert SPRITE.read_text(encoding="utf-8") == deck()


def test_every_card_has_a_face_and_there_is_a_back() -> None:
    for name in (*cards.TEXTS, "back"):
        assert deck().count(f'<symbol id="{name}"') == 1
