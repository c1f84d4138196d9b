"""Raise in words: cards are `bell2` or `diamond6*` (a star: five points), `pass`, `done`."""

from __future__ import annotations

from typing import TypedDict

from ludotheque.games.raise_ import rules
from ludotheque.games.raise_.equipment import BLANK, DICE, SYMBOLS
from ludotheque.parts import CHANCE, UNKNOWN, has, lowest
from ludotheque.words.messages import Message

PICTURED = frozenset({"dice", "hand", "laid", "played", "open", "square", "cards"})
PHASES = ("drawing", "turning", "rolling", "laying", "bidding", "raising", "going-on")
STYLES = {
    r"\b(?:diamond|diamant)\b": "bold red",
    r"\b(?:gear|engrenage)\b": "bold magenta",
    r"\b(?:cloud|nuage)\b": "bold yellow",
    r"\b(?:hourglass|sablier)\b": "bold blue",
    r"\b(?:bell|cloche)\b": "bold bright_red",
}


def card_name(card: int) -> str:
    """The name of a kind of card."""
    labels = rules.EQUIPMENT.labels
    return labels[card] if card < len(labels) else f"- #{card}"


def symbol_name(symbol: int) -> str:
    """A symbol, or `blank`; `-` for a die not yet rolled."""
    if symbol == UNKNOWN:
        return "-"
    return rules.EQUIPMENT.symbols[symbol] if symbol < BLANK else "blank"


def card_names(counts: list[int]) -> list[str]:
    """Some cards by name, as often as they are there; `?` if they may not be seen."""
    if UNKNOWN in counts:
        return ["?"]
    return [card_name(card) for card, n in enumerate(counts) for _ in range(n)]


def picture(s: rules.State) -> list[str]:
    """The dice, and each seat's pawn, hand, card laid face down and cards played.

    Those of this round stand after a bar, as they came.
    """
    lines = [f"dice: {' '.join(symbol_name(symbol) for symbol in s.dice)}"]
    for seat in range(s.players):
        hand = " ".join(card_names(s.hand[seat])) or "-"
        laid = card_name(s.laid[seat]) if s.laid[seat] != UNKNOWN else "-"
        lines.append(f"p{seat + 1} @{s.square[seat]} hand {s.cards[seat]}: {hand}")
        lines.append(f"   laid: {laid} played: {' '.join(played_names(s, seat)) or '-'}")
    return lines


def played_names(s: rules.State, seat: int) -> list[str]:
    """The cards that a seat has played, those of this round after a bar."""
    now, before = open_names(s, seat), s.played[seat][:]
    if UNKNOWN not in before:
        for name in now:
            before[_card(name)] -= 1
    return card_names(before) + (["|", *now] if now else [])


def open_names(s: rules.State, seat: int) -> list[str]:
    """The cards that a seat has played in this round."""
    return [card_name(card) for card in s.open[seat] if card != UNKNOWN]


def scan(s: rules.State, lines: list[str]) -> None:
    """Read a picture; the number of cards in hand may be left out, and so may empty lines."""
    seat = -1
    for line in lines:
        words = line.replace(":", " ").split()
        if words[0] == "dice":
            s.dice[:] = [_symbol(name) for name in words[1:]]
        elif words[0] == "laid":
            s.laid[seat] = UNKNOWN if words[1] == "-" else _card(words[1])
            bar = words.index("|") if "|" in words else len(words)
            _count(s.played[seat], words[3:bar])
            for n, name in enumerate(words[bar + 1 :]):
                s.open[seat][n] = _card(name)
                s.played[seat][_card(name)] += UNKNOWN not in s.played[seat]
        else:
            seat = int(words[0][1:]) - 1
            s.square[seat] = int(words[1][1:])
            at = 4 if words[3:4] and words[3].isdecimal() else 3
            _count(s.hand[seat], words[at:])
            s.cards[seat] = int(words[3]) if at == 4 else max(0, sum(s.hand[seat]))
    if len(s.dice) != DICE:
        raise ValueError(f"{DICE} dice")


def _symbol(name: str) -> int:
    if name == "-":
        return UNKNOWN
    return BLANK if name == "blank" else rules.EQUIPMENT.symbols.index(name)


def _card(name: str) -> int:
    return rules.EQUIPMENT.labels.index(name)


def _count(counts: list[int], names: list[str]) -> None:
    if names == ["?"]:
        counts[:] = [UNKNOWN] * len(counts)
        return
    for name in names:
        if name != "-":
            counts[_card(name)] += 1


def say(s: rules.State, action: int) -> str:
    """An action in the notation above; chance draws cards, turns `point 14`, rolls `bell`."""
    if s.player == CHANCE and s.phase == rules.TURNING:
        points = rules.POINTS
        return f"point {points[action]}" if action < len(points) else f"point #{action}"
    if s.player == CHANCE and s.phase == rules.ROLLING:
        return symbol_name(action) if action <= BLANK else f"face #{action}"
    if s.player != CHANCE and action >= rules.PASS:
        return "pass" if action == rules.PASS else "done"
    return card_name(action)


def card(number: int) -> Message:
    """A kind of card in words."""
    return _card_with(symbol(rules.SYMBOL[number]), number)


def the_card(number: int) -> Message:
    """A kind of card within a sentence."""
    name = symbol_name(rules.SYMBOL[number])
    return _card_with(Message(f"raise.the.{name}") if name in _WORDS else name, number)


def _card_with(symbol: Message | str, number: int) -> Message:
    facts = {"symbol": symbol, "n": rules.NUMBER[number], "worth": rules.WORTH[number]}
    return Message("raise.card", facts)


def symbol(number: int) -> Message | str:
    """A symbol in words."""
    name = symbol_name(number)
    return Message(f"raise.symbol.{name}") if name in _WORDS else name


def call(s: rules.State, action: int) -> Message:
    """A card, to pass or to leave it at that; what chance does as it is written."""
    if s.player == CHANCE or action >= rules.PASS:
        said = say(s, action)
        return Message(f"raise.call.{said}") if said in _CALLED else Message("said", {"said": said})
    if action >= len(rules.EQUIPMENT.labels):
        return Message("said", {"said": say(s, action)})
    facts = {"symbol": symbol(rules.SYMBOL[action]), "n": rules.NUMBER[action]}
    star = "yes" if card_name(action).endswith("*") else "no"
    return Message("raise.call.card", facts | {"star": star})


_CALLED = ("pass", "done")


_WORDS = ("diamond", "gear", "cloud", "hourglass", "bell", "blank")


def tell(s: rules.State, action: int) -> Message:
    """An action in words."""
    if s.phase == rules.DRAWING:
        seat = lowest(s.drawing) + 1
        return Message("raise.tell.draw", {"seat": seat, "card": the_card(action)})
    if s.phase == rules.TURNING:
        return Message("raise.tell.turn", {"n": rules.POINTS[action]})
    if s.phase == rules.ROLLING:
        return Message("raise.tell.roll", {"n": s.rolled + 1, "symbol": symbol(action)})
    if action == rules.PASS:
        return Message("raise.tell.pass")
    if action == rules.DONE:
        return Message("raise.tell.done")
    key = "raise.tell.lay" if s.phase == rules.LAYING else "raise.tell.raise"
    return Message(key, {"card": the_card(action), "value": rules.value(s, action)})


def prompt(s: rules.State) -> Message:
    """What is to be done now."""
    if s.phase == rules.DRAWING:
        return Message("raise.prompt.draw", {"seat": lowest(s.drawing) + 1})
    if s.phase == rules.TURNING:
        return Message("raise.prompt.turn", {"seat": s.roller + 1})
    if s.phase == rules.ROLLING:
        return Message("raise.prompt.roll", {"n": s.rolled + 1})
    if s.phase == rules.LAYING:
        return Message("raise.prompt.lay")
    facts = {"square": s.square[s.player], "target": rules.target(s, s.player)}
    if s.phase == rules.BIDDING:
        unseen = UNKNOWN in s.hand[s.player]  # an onlooker must not learn whether it can
        key = "bid" if unseen or rules.can_raise(s, s.player) else "must_pass"
        return Message(f"raise.prompt.{key}", facts)
    key = "raising" if s.phase == rules.RAISING else "going_on"
    return Message(f"raise.prompt.{key}", facts)


def status(s: rules.State) -> list[Message]:
    """The stake, the multipliers, and each seat's pawn, cards and points."""
    words = []
    if s.rolled > 0:
        dice = [symbol(one) for one in s.dice if one != UNKNOWN]
        words.append(Message("raise.status.dice", {"n": len(dice), "symbols": dice}))
    if s.stake != UNKNOWN:
        facts = {"n": rules.POINTS[s.stake], "pot": s.pot, "rounds": s.rounds}
        words.append(Message("raise.status.stake", facts))
    if s.rolled == DICE:
        values = [
            Message("raise.multiplier", {"symbol": symbol(i), "n": s.times[i]})
            for i in range(SYMBOLS)
        ]
        words.append(Message("raise.status.multipliers", {"values": values}))
    if s.turned > 0:
        points = [n for card, n in enumerate(rules.POINTS) if has(s.turned, card)]
        words.append(Message("raise.status.turned", {"points": points}))
    for seat in range(s.players):
        facts = {"seat": seat + 1, "square": s.square[seat]}
        facts |= {"cards": s.cards[seat], "pile": s.pile[seat], "won": s.won[seat]}
        words.append(Message("raise.status.seat", facts))
    for stack in stacks(s):
        seats = [seat + 1 for seat in stack]
        stacked = {"seats": seats, "square": s.square[stack[0]]}
        words.append(Message("raise.status.stack", stacked))
    words += [_played(s, seat) for seat in range(s.players) if any(_record(s, seat))]
    seen = [i for i in range(s.players) if s.cards[i] > 0 and s.hand[i][0] != UNKNOWN]
    return words + [_own(s, seat) for seat in seen]


def stacks(s: rules.State) -> list[list[int]]:
    """The squares with several pawns: their seats, the one on top first."""
    found = []
    for square in sorted({s.square[seat] for seat in range(s.players)} - {0}):
        pawns = [seat for seat in range(s.players) if s.square[seat] == square]
        if len(pawns) > 1:
            found.append(sorted(pawns, key=lambda seat: -s.arrived[seat]))  # RA8
    return found


def _played(s: rules.State, seat: int) -> Message:
    """What a seat has played so far, as far as it can be seen."""
    facts = {"seat": seat + 1, "cards": _listed(_record(s, seat))}
    return Message("raise.status.played", facts)


def _record(s: rules.State, seat: int) -> list[int]:
    """The cards that a seat has played, by kind; in this round, where no record is kept."""
    if UNKNOWN not in s.played[seat]:
        return s.played[seat]
    return [s.open[seat].count(number) for number in range(rules.CARDS)]


def _listed(counts: list[int]) -> list[Message]:
    """Some cards in words, each kind once."""
    return [
        Message("raise.copies", {"card": card(number), "n": n})
        for number, n in enumerate(counts)
        if n > 0
    ]


def _own(s: rules.State, seat: int) -> Message:
    """A hand that may be seen, each card with its value once the dice lie."""
    if s.rolled < DICE:
        cards = _listed(s.hand[seat])
    else:
        cards = [
            Message("raise.valued", {"card": card, "value": rules.value(s, number)})
            for number, card in zip(_kinds(s.hand[seat]), _listed(s.hand[seat]), strict=True)
        ]
    return Message("raise.status.hand", {"seat": seat + 1, "cards": cards})


def _kinds(counts: list[int]) -> list[int]:
    """The kinds of card of which there are some."""
    return [number for number, n in enumerate(counts) if n > 0]


def board(s: rules.State) -> list[str]:
    """Nothing that the status does not say."""
    return []


def legend(s: rules.State) -> list[Message]:
    """How cards are written."""
    return [Message("raise.legend")]


class Sign(TypedDict):
    """A symbol of the cards and dice."""

    name: str  # by which it is drawn
    word: Message | str


class CardKind(TypedDict):
    """A kind of card."""

    place: str  # where it is touched
    name: Message
    symbol: str  # the name of its symbol
    number: int
    star: int  # its victory points, if it has a star; else 0
    copies: int  # in each deck


class Box(TypedDict):
    """The cards, the dice and the point cards."""

    symbols: list[Sign]
    blank: Message | str  # what a face without one is called
    cards: list[CardKind]
    faces: list[list[int]]  # [die][symbol, or blank last] -> faces of six
    points: list[int]  # [point card] -> victory points


class Figures(TypedDict):
    """What the dice make of the cards."""

    values: list[int]  # [card] -> how far it carries a pawn; empty until all dice lie
    squares: list[int]  # [card] -> where it would carry one's pawn; empty if one is not to move
    stacks: list[list[int]]  # the squares with several pawns: their seats, the one on top first


def box(s: rules.State) -> Box:
    """What a page needs to draw a position."""
    return {
        "symbols": [{"name": symbol_name(i), "word": symbol(i)} for i in range(SYMBOLS)],
        "blank": symbol(BLANK),
        "cards": [_kind(number) for number in range(rules.CARDS)],
        "faces": [list(die) for die in rules.FACES],
        "points": list(rules.POINTS),
    }


def _kind(number: int) -> CardKind:
    return {
        "place": card_name(number),
        "name": card(number),
        "symbol": symbol_name(rules.SYMBOL[number]),
        "number": rules.NUMBER[number],
        "star": rules.WORTH[number] if card_name(number).endswith("*") else 0,
        "copies": rules.COPIES[number],
    }


def figures(s: rules.State) -> Figures:
    """What the rules reckon from a position."""
    values, squares = [], []
    if s.rolled == DICE:
        values = [rules.value(s, number) for number in range(rules.CARDS)]
    if s.player >= 0 and UNKNOWN not in s.hand[s.player]:
        squares = [s.square[s.player] + value for value in values]
    return {
        "values": values,
        "squares": squares,
        "stacks": stacks(s),
    }


def reason(s: rules.State, action: int, code: int) -> tuple[list[str], dict[str, object]]:
    """The cards or squares that a refusal is about."""
    facts: dict[str, object] = {}
    if s.phase != rules.LAYING:
        facts = {"square": s.square[s.player], "target": rules.target(s, s.player)}
    if code == rules.NOT_IN_HAND:
        facts["said"] = the_card(action)
    if code == rules.CANNOT_RAISE:
        return [f"@{facts['square']}", f"@{facts['target']}"], facts
    return card_names(s.hand[s.player]), facts
