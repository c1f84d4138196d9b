"""Rafletout in words.

A token is three letters: colour g, r, b; figure t, c, s; currency d, p, e: `gtd`.  A value
to take whole is `all g`, a pair `all r+b`, a player `p2`; the die's faces are named as in
`data.toml`.
"""

from __future__ import annotations

from typing import Literal, TypedDict, get_args

from ludotheque.games.rafletout import rules
from ludotheque.games.rafletout.equipment import (
    ALL_OF,
    ALL_OF_TWO,
    EXCHANGE,
    ROB,
    SWEEP,
    TAKE,
    TOKENS,
    TRAITS,
    VALUES,
    Colour,
    Currency,
    Figure,
    Value,
)
from ludotheque.parts import CHANCE, UNKNOWN, lowest
from ludotheque.words.messages import Message

Kind = Literal[  # of a face, in the order of its numbers
    "take",
    "all_of",
    "all_of_two",
    "exchange",
    "skip",
    "lose_to_one",
    "lose_to_several",
    "rob",
    "sweep",
]
COLOURS: tuple[Colour, ...] = get_args(Colour)
FIGURES: tuple[Figure, ...] = get_args(Figure)
CURRENCIES: tuple[Currency, ...] = get_args(Currency)
KINDS: tuple[Kind, ...] = get_args(Kind)

PICTURED = frozenset({"held", "wins"})
LETTERS = "grbtcsdpe"  # of the nine values
PHASES = ("dealing", "rolling", "taking", "valuing", "pairing", "naming", "giving")
STYLES = {
    r"\b(?:verts|green)\b[ ▲●■$£€]*": "green",
    r"\b(?:rouges|red)\b[ ▲●■$£€]*": "red",
    r"\b(?:bleus|blue)\b[ ▲●■$£€]*": "bright_blue",
}
SIGNS = "▲●■$£€"  # of the figures and currencies, for people
NAMES = tuple(
    LETTERS[token // 9] + LETTERS[3 + token // 3 % 3] + LETTERS[6 + token % 3]
    for token in range(27)
)


def token_names(tokens: int) -> list[str]:
    """The names of a set of tokens."""
    return [NAMES[token] for token in range(27) if tokens >> token & 1]


def picture(s: rules.State) -> list[str]:
    """What lies in the pool and before each player, with the rounds won."""
    lines = [f"pool: {' '.join(token_names(s.held[rules.POOL])) or '-'}"]
    for seat in range(s.players):
        held = " ".join(token_names(s.held[seat])) or "-"
        lines.append(f"p{seat + 1} {'*' * s.wins[seat] or '0'}: {held}")
    return lines


def board(s: rules.State) -> list[str]:
    """Nothing that the status does not say."""
    return []


def scan(s: rules.State, lines: list[str]) -> None:
    """Read the holders of a picture; a lone `...` stands for all tokens not named elsewhere."""
    rest = None
    for line in lines:
        who, _, held = line.partition(":")
        holder = rules.POOL if who.strip() == "pool" else int(who.split()[0][1:]) - 1
        if holder < rules.POOL:
            s.wins[holder] = who.count("*")
        for name in held.split():
            if name == "...":
                rest = holder
            elif name != "-":
                s.held[holder] |= 1 << NAMES.index(name)
    named = 0
    for holder in range(rules.POOL + 1):
        if named & s.held[holder]:
            raise ValueError(" ".join(token_names(named & s.held[holder])))
        named |= s.held[holder]
    if rest is not None:
        s.held[rest] |= rules.ALL & ~named
    elif named != rules.ALL:
        raise ValueError(" ".join(token_names(rules.ALL & ~named)))


def face_name(face: int) -> str:
    """The face as the data names it; the second of two equal ones has a number."""
    labels = rules.EQUIPMENT.labels
    if face >= len(labels):
        return f"- #{face}"
    nth = labels[: face + 1].count(labels[face])
    return labels[face] if nth == 1 else f"{labels[face]} #{nth}"


def three(trait: int) -> list[int]:
    """The values of a trait."""
    return [3 * trait, 3 * trait + 1, 3 * trait + 2]


def pair(value: int) -> list[int]:
    """The two values that a pair takes: those of its trait but one."""
    return [other for other in three(value // 3) if other != value]


def say(s: rules.State, action: int) -> str:
    """An action in the notation above."""
    if s.player == CHANCE:
        if s.phase == rules.ROLLING:
            return face_name(action)
        return f"deal {NAMES[action]}" if action < 27 else f"deal #{action}"
    if action < rules.VALUE:
        return NAMES[action]
    if action < rules.PAIR:
        return f"all {LETTERS[action - rules.VALUE]}"
    if action < rules.PLAYER:
        return "all " + "+".join(LETTERS[value] for value in pair(action - rules.PAIR))
    return f"p{action - rules.PLAYER + 1}"


class Token(TypedDict):
    """A token, and the place to touch it."""

    place: str
    colour: Colour
    figure: Figure
    currency: Currency
    name: Message


class Face(TypedDict):
    """A face of the die."""

    kind: Kind
    n: int  # of how many tokens or players
    values: list[Value]  # the value to take, or those to choose from
    again: bool
    name: Message


class Box(TypedDict):
    """The tokens and the faces of the die by number, and the holder of what was not dealt."""

    tokens: list[Token]
    faces: list[Face]
    pool: int


def box(s: rules.State) -> Box:
    """What a page needs to draw a position."""
    return {
        "tokens": [drawn_token(number) for number in range(TOKENS)],
        "faces": [drawn_face(number) for number in range(rules.FACES)],
        "pool": rules.POOL,
    }


def drawn_token(number: int) -> Token:
    """A token as a page draws it."""
    return {
        "place": NAMES[number],
        "colour": COLOURS[number // 9],
        "figure": FIGURES[number // 3 % 3],
        "currency": CURRENCIES[number % 3],
        "name": token(number),
    }


def drawn_face(number: int) -> Face:
    """A face as a page draws it."""
    kind, word = rules.KIND[number], rules.WORD[number]
    shown = {TAKE: [word], ALL_OF: three(word), ALL_OF_TWO: three(word)}.get(kind, [])
    return {
        "kind": KINDS[kind],
        "n": TOKENS if kind == SWEEP else rules.NUMBER[number],
        "values": [VALUES[value] for value in shown],
        "again": rules.AGAIN[number] == 1,
        "name": face(number),
    }


class Chip(TypedDict):
    """One value, or two, to take whole; and how many of its tokens lie elsewhere."""

    place: str
    values: list[Value]
    n: int
    name: Message


class Figures(TypedDict):
    """What there is to choose from when the die asks for values."""

    chips: list[Chip]


def figures(s: rules.State) -> Figures:
    """What a page would have to reckon."""
    if s.phase not in (rules.VALUING, rules.PAIRING):
        return {"chips": []}
    return {"chips": [chip(s, value) for value in three(rules.WORD[s.face])]}


def chip(s: rules.State, value: int) -> Chip:
    """A value, or the pair that is named by it, as something to choose."""
    is_one = s.phase == rules.VALUING
    action = (rules.VALUE if is_one else rules.PAIR) + value
    tokens = rules.one(value) if is_one else rules.two(value)
    return {
        "place": say(s, action),
        "values": [VALUES[one] for one in ([value] if is_one else pair(value))],
        "n": (tokens & ~s.held[s.seat]).bit_count(),
        "name": tell(s, action),
    }


def token(number: int) -> Message:
    """A token in words."""
    values = (number // 9, 3 + number // 3 % 3, 6 + number % 3)
    return Message(
        "rafletout.token",
        {trait: value_word(value) for trait, value in zip(TRAITS, values, strict=True)},
    )


def value_word(value: int) -> Message:
    """A value in words."""
    return Message(f"rafletout.value.{VALUES[value]}")


def bearing(value: int, n: int) -> Message:
    """What some tokens of a value are called, the noun included."""
    return Message(f"rafletout.bearing.{VALUES[value]}", {"n": n})


def face(number: int) -> Message:
    """A face of the die in words."""
    kind, n, word = rules.KIND[number], rules.NUMBER[number], rules.WORD[number]
    if kind == TAKE:
        again = "yes" if rules.AGAIN[number] else "no"
        facts = {"n": n, "value": bearing(word, n), "again": again}
        return Message("rafletout.face.take", facts)
    if kind in (ALL_OF, ALL_OF_TWO):
        key = "all_of" if kind == ALL_OF else "all_of_two"
        return Message(f"rafletout.face.{key}", {"trait": TRAITS[word]})
    return Message("rafletout.face." + rules.EQUIPMENT.labels[number].replace(" ", "_"))


def call(s: rules.State, action: int) -> Message:
    """A token, values to take whole, or a player; what chance does as it is written."""
    if s.player == CHANCE:
        return Message("said", {"said": say(s, action)})
    if action < rules.VALUE:
        return token(action)
    if action < rules.PAIR:
        return Message("rafletout.call.all", {"value": bearing(action - rules.VALUE, 9)})
    if action < rules.PLAYER:
        first, second = (bearing(value, 9) for value in pair(action - rules.PAIR))
        return Message("rafletout.call.pair", {"first": first, "second": second})
    return Message("rafletout.call.player", {"seat": action - rules.PLAYER + 1})


def tell(s: rules.State, action: int) -> Message:
    """An action in words."""
    if s.player == CHANCE:
        if s.phase == rules.ROLLING:
            return Message("rafletout.tell.roll", {"face": face(action)})
        seat = s.dealt % s.players + 1
        return Message("rafletout.tell.deal", {"token": token(action), "seat": seat})
    if action < rules.VALUE:
        holder = rules.holder_of(s, action)
        key = "rafletout.tell.pool" if holder == rules.POOL else "rafletout.tell.take"
        return Message(key, {"token": token(action), "seat": holder + 1})
    if action < rules.PAIR:
        return Message("rafletout.tell.all", {"value": bearing(action - rules.VALUE, 9)})
    if action < rules.PLAYER:
        first, second = (bearing(value, 9) for value in pair(action - rules.PAIR))
        return Message("rafletout.tell.pair", {"first": first, "second": second})
    return _tell_player(s, action - rules.PLAYER)


def _tell_player(s: rules.State, player: int) -> Message:
    if s.phase == rules.GIVING:
        given = token(lowest(s.held[s.seat]))
        return Message("rafletout.tell.give", {"token": given, "seat": player + 1})
    return Message(f"rafletout.tell.{deed_of(s)}", {"seat": player + 1})


def deed_of(s: rules.State) -> str:
    """What is done to the players that are named."""
    return {EXCHANGE: "exchange", ROB: "rob"}.get(rules.KIND[s.face], "lose")


def within_reach(s: rules.State) -> int:
    """How many tokens the face may still bring: where one victim must do, the richest at best."""
    wanted = rules.BEARING[rules.WORD[s.face]] & ~s.held[s.seat]
    if not s.single_victim:
        return wanted.bit_count()
    victims = range(s.players) if s.victim == UNKNOWN else (s.victim,)
    pool = (wanted & s.held[rules.POOL]).bit_count()
    return pool + max((wanted & s.held[seat]).bit_count() for seat in victims)


def prompt(s: rules.State) -> Message:
    """What is to be done now."""
    if s.phase == rules.DEALING:
        return Message("rafletout.prompt.deal")
    if s.phase == rules.ROLLING:
        return Message("rafletout.prompt.roll", {"seat": s.seat + 1})
    if s.phase == rules.TAKING:
        n = min(s.owed, within_reach(s))
        more = "yes" if s.owed < rules.NUMBER[s.face] else "no"
        facts = {"n": n, "value": bearing(rules.WORD[s.face], n), "more": more}
        return Message("rafletout.prompt.take", facts)
    if s.phase == rules.GIVING:
        given = token(lowest(s.held[s.seat]))
        return Message("rafletout.prompt.give", {"token": given})
    if s.phase == rules.NAMING:
        facts = {"n": s.owed, "named": s.named.bit_count()}
        return Message(f"rafletout.prompt.{deed_of(s)}", facts)
    key = "value" if s.phase == rules.VALUING else "pair"
    return Message(f"rafletout.prompt.{key}", {"trait": TRAITS[rules.WORD[s.face]]})


def status(s: rules.State) -> list[Message]:
    """How many tokens and rounds each seat has."""
    words = [Message("rafletout.status.pool", _lying(s, rules.POOL))]
    words += [
        Message(
            "rafletout.status.seat", {"seat": seat + 1, "wins": s.wins[seat], **_lying(s, seat)}
        )
        for seat in range(s.players)
    ]
    return words


def _lying(s: rules.State, holder: int) -> dict[str, object]:
    """How many tokens somebody holds, and which, colour by colour."""
    held = s.held[holder]
    rows = [
        Message(f"rafletout.held.{colour}", {"signs": " ".join(signs)})
        for n, colour in enumerate(COLOURS)
        if (signs := [sign(one) for one in range(9 * n, 9 * n + 9) if held >> one & 1])
    ]
    return {"n": held.bit_count(), "tokens": rows}


def sign(number: int) -> str:
    """The figure and the currency of a token as signs."""
    return SIGNS[number // 3 % 3] + SIGNS[3 + number % 3]


def legend(s: rules.State) -> list[Message]:
    """How tokens are drawn, and how they are written."""
    return [Message("rafletout.legend"), Message("rafletout.legend.write")]


def reason(s: rules.State, action: int, code: int) -> tuple[list[str], dict[str, object]]:
    """The tokens or players that a refusal is about."""
    facts: dict[str, object] = {}
    if s.phase == rules.TAKING:
        facts["bearing"] = bearing(rules.WORD[s.face], 1)
        facts["seat"] = s.victim + 1
        return token_names(rules.takeable(s)), facts
    if s.phase in (rules.VALUING, rules.PAIRING):
        facts["trait"] = TRAITS[rules.WORD[s.face]]
    allowed = [other for other in range(rules.ACTIONS) if rules.legal(s, other)]
    if s.phase in (rules.NAMING, rules.GIVING):
        facts["seats"] = [other - rules.PLAYER + 1 for other in allowed]
    return [say(s, other) for other in allowed], facts
