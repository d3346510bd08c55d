"""Draws the deck: one SVG sprite with a <symbol> for each card and one for the back.

The artwork is made here, from strokes and a few curves: no font, no outside picture. A card is
240 × 336. Suit and rank take ``currentColor``, so that a page's CSS colours the suits.
"""

from pathlib import Path

#: Where pages find it; ``python -m artwork.draw_deck`` draws it again.
SPRITE = Path(__file__).parents[1] / "games/static/games/cards/deck.svg"

WIDTH, HEIGHT = 240, 336
PAPER, GOLD, EDGE = "#fffdf7", "#d3a13f", "#b9b3a4"
BACK, BACK_LINE = "#23544a", "#8fbfae"

#: Each rank as strokes in a box 50 × 72.
RANKS = {
    "2": "M5 21C5-5 46-5 46 21 46 38 15 52 5 71H47",
    "3": "M6 3H44L23 29C55 25 54 71 24 71 13 71 6 65 3 56",
    "4": "M37 72V3L3 52H49",
    "5": "M43 3H12L8 34C20 22 48 25 48 48 48 74 18 77 4 61",
    "6": "M39 3C16 13 4 32 4 50A21 21 0 1 0 46 50 21 21 0 1 0 4 50",
    "7": "M4 3H46C34 24 22 46 19 72",
    "8": "M9 19A16 16 0 1 0 41 19 16 16 0 1 0 9 19M5 52A20 19 0 1 0 45 52 20 19 0 1 0 5 52",
    "9": "M11 71C34 61 46 42 46 24A21 21 0 1 0 4 24 21 21 0 1 0 46 24",
    "T": "M0 14L11 3V72M24 37A14 34 0 1 0 52 37 14 34 0 1 0 24 37",
    "J": "M22 3H39V51C39 77 6 77 4 54",
    "Q": "M4 37A21 34 0 1 0 46 37 21 34 0 1 0 4 37M29 53L48 75",
    "K": "M7 1V72M45 3L8 43M19 31L47 72",
    "A": "M2 72L25 3 48 72M11 48H39",
}
#: Each suit as one filled path around 0, 0, some 100 units high.
SUITS = {
    "H": "M0 47C-13 31-48 11-48-16-48-34-36-45-23-45-12-45-4-39 0-28 4-39 12-45 23-45 36-45 48-34"
    " 48-16 48 11 13 31 0 47Z",
    "D": "M0-50C10-30 24-13 39 0 24 13 10 30 0 50-10 30-24 13-39 0-24-13-10-30 0-50Z",
    "S": "M0-49C14-28 46-9 46 16 46 31 35 38 24 38 14 38 7 34 4 27 5 39 9 46 18 49H-18C-9 46-5 39-4"
    " 27-7 34-14 38-24 38-35 38-46 31-46 16-46-9-14-28 0-49Z",
    "C": "M0-48A22 22 0 0 1 17-12 22 22 0 1 1 4 24C5 37 9 45 18 49H-18C-9 45-5 37-4 24A22 22 0 1 1"
    "-17-12 22 22 0 0 1 0-48Z",
}
LEFT, MIDDLE, RIGHT = 98, 120, 142
TOP, BOTTOM = 56, HEIGHT - 56
#: Where the pips of each rank stand; those in the lower half are turned over.
PIPS = {
    "A": [(MIDDLE, 168)],
    "2": [(MIDDLE, TOP), (MIDDLE, BOTTOM)],
    "3": [(MIDDLE, TOP), (MIDDLE, 168), (MIDDLE, BOTTOM)],
    "4": [(x, y) for x in (LEFT, RIGHT) for y in (TOP, BOTTOM)],
}
PIPS["5"] = [*PIPS["4"], (MIDDLE, 168)]
PIPS["6"] = [*PIPS["4"], (LEFT, 168), (RIGHT, 168)]
PIPS["7"] = [*PIPS["6"], (MIDDLE, 112)]
PIPS["8"] = [*PIPS["7"], (MIDDLE, 224)]
PIPS["9"] = [(x, y) for x in (LEFT, RIGHT) for y in (TOP, 131, 205, BOTTOM)] + [(MIDDLE, 168)]
PIPS["T"] = [*PIPS["9"][:-1], (MIDDLE, 93), (MIDDLE, 243)]

#: The upper half of each court figure, around x = 120, ending at y = 168.
SHOULDERS = (
    f'<path d="M78 168C78 138 98 128 120 128S162 138 162 168Z" fill="currentColor"/>'
    f'<path d="M104 130L120 158 136 130Z" fill="{GOLD}"/>'
)
HEAD = f'<circle cx="120" cy="104" r="20" fill="{PAPER}" stroke="currentColor" stroke-width="6"/>'
COURTS = {
    "J": '<path d="M96 124V100H144V124C134 132 106 132 96 124Z" fill="currentColor"/>'
    + SHOULDERS
    + HEAD
    + f'<path d="M94 92C96 66 144 66 146 92Z" fill="{GOLD}"/>'
    + '<path d="M94 92H146M138 78C142 62 152 54 164 52 164 66 156 76 144 80" fill="none"'
    ' stroke="currentColor" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/>',
    "Q": '<path d="M94 138C84 112 92 84 120 84S156 112 146 138Z" fill="currentColor"/>'
    + SHOULDERS
    + HEAD
    + f'<path d="M96 88L88 60 105 72 120 52 135 72 152 60 144 88Z" fill="{GOLD}"/>'
    + f'<g fill="{GOLD}" stroke="currentColor" stroke-width="4"><circle cx="88" cy="58" r="5"/>'
    '<circle cx="120" cy="50" r="6"/><circle cx="152" cy="58" r="5"/></g>'
    + '<path d="M96 88H144" stroke="currentColor" stroke-width="6" stroke-linecap="round"/>',
    "K": SHOULDERS
    + HEAD
    + '<path d="M98 104C98 130 110 146 120 148 130 146 142 130 142 104 134 116 106 116 98 104Z"'
    ' fill="currentColor"/>'
    + f'<path d="M94 90V56L108 70 120 48 132 70 146 56V90Z" fill="{GOLD}"/>'
    + '<path d="M94 90H146M120 48V36M113 41H127" stroke="currentColor" stroke-width="6"'
    ' stroke-linecap="round"/>',
}


def turned(drawing: str) -> str:
    """The drawing upside down, around the middle of the card."""
    return f'<g transform="rotate(180 120 168)">{drawing}</g>'


def suit_mark(suit: str, x: float, y: float, size: float) -> str:
    """One suit mark, ``size`` units high, its middle at x, y."""
    scale = f"{size / 100:g}"
    return f'<path transform="translate({x:g} {y:g})scale({scale})" d="{SUITS[suit]}"/>'


def corner(rank: str, suit: str) -> str:
    """Rank over suit, at the left: what shows of a card in a fanned hand."""
    return (
        f'<path transform="translate(14 18)" d="{RANKS[rank]}" fill="none" stroke="currentColor"'
        ' stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/>'
        + suit_mark(suit, 39, 126, 46)
    )


def pips(rank: str, suit: str) -> str:
    """The marks in the middle of a number card or an ace."""
    size = 96 if rank == "A" else 38
    upper = [suit_mark(suit, x, y, size) for x, y in PIPS[rank] if y <= 168]
    lower = [suit_mark(suit, 240 - x, 336 - y, size) for x, y in PIPS[rank] if y > 168]
    return "".join(upper) + turned("".join(lower)) if lower else "".join(upper)


def court(rank: str, suit: str) -> str:
    """A figure and its mirror image, with the suit between them."""
    half = COURTS[rank]
    badge = f'<circle cx="120" cy="168" r="25" fill="{PAPER}" stroke="{GOLD}" stroke-width="4"/>'
    return half + turned(half) + badge + suit_mark(suit, 120, 168, 34)


def face(rank: str, suit: str) -> str:
    """One card, face up."""
    index = corner(rank, suit)
    middle = court(rank, suit) if rank in COURTS else pips(rank, suit)
    return symbol(rank + suit, sheet(PAPER, EDGE) + index + turned(index) + middle)


def back() -> str:
    """The back that all cards share: a lattice and a heart."""
    lines = "".join(
        f"M{24 + 32 * k} 24L{24 + 32 * k + way * 288} 312" for k in range(-9, 16) for way in (1, -1)
    )
    inside = '<rect x="24" y="24" width="192" height="288" rx="8"/>'
    clip = f'<clipPath id="back-inside">{inside}</clipPath>'
    return symbol(
        "back",
        clip
        + sheet(PAPER, EDGE)
        + f'<rect x="14" y="14" width="212" height="308" rx="12" fill="{BACK}"/>'
        + f'<g clip-path="url(#back-inside)"><path d="{lines}" stroke="{BACK_LINE}"'
        ' stroke-width="3" opacity=".55"/></g>'
        + f'<circle cx="120" cy="168" r="48" fill="{BACK}" stroke="{BACK_LINE}" stroke-width="4"/>'
        + f'<g fill="{PAPER}">{suit_mark("H", 120, 170, 50)}</g>',
    )


def sheet(paper: str, edge: str) -> str:
    """The blank card."""
    return (
        f'<rect x="1.5" y="1.5" width="237" height="333" rx="18" fill="{paper}" stroke="{edge}"'
        ' stroke-width="3"/>'
    )


def symbol(name: str, drawing: str) -> str:
    """A part of the sprite that a page shows by its name."""
    box = f"0 0 {WIDTH} {HEIGHT}"
    return f'<symbol id="{name}" viewBox="{box}" fill="currentColor">{drawing}</symbol>'


def deck() -> str:
    """The whole sprite."""
    faces = [face(rank, suit) for suit in "HDSC" for rank in RANKS]
    marks = [
        f'<symbol id="suit-{suit}" viewBox="-52 -52 104 104" fill="currentColor">'
        f'<path d="{path}"/></symbol>'
        for suit, path in SUITS.items()
    ]
    body = "\n".join([*faces, back(), *marks])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n'


if __name__ == "__main__":
    SPRITE.write_text(deck(), encoding="utf-8")
