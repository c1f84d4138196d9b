"""Rolit Junior in words: cells are a column letter and a row number from the top, `c4`."""

from __future__ import annotations

from typing import TypedDict

from ludotheque.games.rolit import rules
from ludotheque.games.rolit.equipment import COLOURS
from ludotheque.parts import size
from ludotheque.words.messages import Message

PICTURED = frozenset({"ball"})
LETTERS = "RYGE"  # red, yellow, green, grey (the elephant)
STYLES = {
    r"\b[RSM]\b": "bold red",  # the monkey, in either language
    r"\b[YL]\b": "bold yellow",
    r"\b[GC]\b": "bold green",
    r"\bE\b": "bold white",
    r"\.": "dim",
}


def cell_name(cell: int) -> str:
    """`a1` to `f6`."""
    return "abcdef"[cell % 6] + str(cell // 6 + 1)


def cell_of(name: str) -> int:
    """The cell of that name."""
    return "abcdef".index(name[0]) + 6 * (int(name[1]) - 1)


def picture(s: rules.State) -> list[str]:
    """The board, one letter a ball."""
    lines = ["  a b c d e f"]
    for row in range(6):
        signs = [_sign(s, 6 * row + column) for column in range(6)]
        lines.append(f"{row + 1} {' '.join(signs)}")
    return lines


def _sign(s: rules.State, cell: int) -> str:
    for colour in range(4):
        if s.ball[colour] & rules.bit(cell):
            return LETTERS[colour]
    return "."


def board(s: rules.State) -> list[str | Message]:
    """The board for people: each ball is the letter of its animal."""
    return ["  a b c d e f", *(_row(s, row) for row in range(6))]


def _row(s: rules.State, row: int) -> Message:
    signs = {"abcdef"[column]: _letter(s, 6 * row + column) for column in range(6)}
    return Message("rolit.row", {"row": row + 1, **signs})


def _letter(s: rules.State, cell: int) -> Message | str:
    for colour in range(4):
        if s.ball[colour] & rules.bit(cell):
            return letter(colour)
    return "."


def letter(colour: int) -> Message:
    """The letter of an animal."""
    return Message(f"rolit.letter.{COLOURS[colour]}")


def scan(s: rules.State, lines: list[str]) -> None:
    """Read the board of a picture."""
    rows = [line.split()[1:] for line in lines if line[0] in "123456"]
    if len(rows) != 6 or any(len(row) != 6 for row in rows):
        raise ValueError("6 x 6")
    for cell, sign in enumerate(sign for row in rows for sign in row):
        if sign != ".":
            s.ball[LETTERS.index(sign)] |= rules.bit(cell)


def sides(players: int) -> list[Message]:
    """The colour of each seat, with its animal; alone, of both sides."""
    colours = rules.COLOURS[players][: max(players, 2)]
    return [Message("rolit.side", {"colour": COLOURS[colour]}) for colour in colours]


def say(s: rules.State, action: int) -> str:
    """A cell, or `pass`."""
    return "pass" if action == rules.PASS else cell_name(action)


class Hollow(TypedDict):
    """Where a ball may lie."""

    place: str
    column: int
    row: int
    bit: int  # in a set of cells


class Box(TypedDict):
    """The tray, the colours, and which each side plays."""

    hollows: list[Hollow]
    colours: list[str]
    sides: list[int]


class Figures(TypedDict):
    """What is counted."""

    balls: list[int]  # [colour]
    left: int  # in the box
    lead: int  # alone: of one's own colour over the other


def box(s: rules.State) -> Box:
    """What a page needs to draw a position."""
    sides = [rules.colour_of(s, side) for side in range(rules.sides(s))]
    hollows = [_hollow(cell) for cell in range(rules.SIDE**2)]
    return {"hollows": hollows, "colours": list(COLOURS), "sides": sides}


def _hollow(cell: int) -> Hollow:
    row, column = divmod(cell, rules.SIDE)
    bit = rules.bit(cell).bit_length() - 1
    return {"place": cell_name(cell), "column": column, "row": row, "bit": bit}


def figures(s: rules.State) -> Figures:
    """What a page shows beside the tray."""
    balls = [size(balls) for balls in s.ball]
    return {"balls": balls, "left": rules.SIDE**2 - sum(balls), "lead": rules.score(s, 0)}


def call(s: rules.State, action: int) -> Message:
    """A cell, or to pass."""
    if action == rules.PASS:
        return Message("rolit.call.pass")
    return Message("said", {"said": cell_name(action)})


def tell(s: rules.State, action: int) -> Message:
    """An action in words."""
    who = COLOURS[rules.colour_of(s, s.side)]
    if action == rules.PASS:
        return Message("rolit.tell.pass")
    mine = s.ball[rules.colour_of(s, s.side)]
    turned = rules.captured(rules.bit(action), mine, rules.filled(s) & ~mine)
    facts = {"colour": who, "cell": cell_name(action), "n": turned.bit_count()}
    return Message("rolit.tell.put", facts)


def prompt(s: rules.State) -> Message:
    """What is to be done now."""
    key = "rolit.prompt.put" if s.moves else "rolit.prompt.pass"
    return Message(key, {"colour": COLOURS[rules.colour_of(s, s.side)]})


def status(s: rules.State) -> list[Message]:
    """How many balls of each animal there are, and whose it is."""
    players = {rules.colour_of(s, side): side for side in range(rules.sides(s))}
    words = [_count(s, colour, players.get(colour)) for colour in range(4)]
    if s.players == 1:
        words.append(Message("rolit.status.alone", {"n": rules.score(s, 0)}))
    return words


def _count(s: rules.State, colour: int, side: int | None) -> Message:
    facts = {"letter": letter(colour), "colour": COLOURS[colour], "n": size(s.ball[colour])}
    if side is None:
        return Message("rolit.status.neutral", facts)
    return Message("rolit.status", facts | {"seat": side % s.players + 1})


def legend(s: rules.State) -> list[Message]:
    """How a cell is written."""
    return [Message("rolit.legend")]


def reason(s: rules.State, action: int, code: int) -> tuple[list[str], dict[str, object]]:
    """The places that a refusal is about."""
    if action == rules.PASS or code == rules.MUST_CAPTURE:
        places = [cell_name(cell) for cell in range(36) if s.moves & rules.bit(cell)]
    else:
        places = [cell_name(action)]
    return places, {"places": places}
