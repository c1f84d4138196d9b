"""La Bonne Main in words.

Squares are a column letter and a row number from the top.  `drop d7` loses a coin, `d7-d4`
moves, `take d4`, `leave d4` and `give d4` answer for the hand on d4, `first d6` asks about the
hand on d6 before it; the die is `1` to `6`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from typing import TypedDict

from ludotheque.games.bonne_main import rules
from ludotheque.games.bonne_main.equipment import BREADTH, SQUARES, WIDEST
from ludotheque.parts import CHANCE, UNKNOWN
from ludotheque.words.messages import Message

PICTURED = frozenset({"on", "at", "coins"})
PHASES = ("rolling", "dropping", "moving", "stealing", "sharing")
STYLES = {
    r"\b1(?:[abc]|×)\d+": "bold cyan",
    r"\b2(?:[abc]|×)\d+": "bold red",
    r"\b3(?:[abc]|×)\d+": "bold green",
    r"\b4(?:[abc]|×)\d+": "bold yellow",
    r"[.#]": "dim",
}
COLUMNS = "abcdefghi"
ANSWERS = {rules.TAKE: "take", rules.LEAVE: "leave", rules.GIVE: "give"}


@cache
def square_name(square: int) -> str:
    """`a1` to `i9`."""
    return COLUMNS[square % BREADTH] + str(square // BREADTH)


def square_of(name: str) -> int:
    """The square of that name."""
    return COLUMNS.index(name[0]) + BREADTH * int(name[1:])


def floor(s: rules.State) -> Iterator[int]:
    """The squares that hands can stand on."""
    return (square for square in range(SQUARES) if s.on[square] != rules.WALL)


def hands_of(seat: int) -> range:
    """The hands of a seat."""
    return range(rules.HANDS * seat, rules.HANDS * (seat + 1))


def hand_name(s: rules.State, hand: int) -> str:
    """The square of a hand, or its number if it has left the board."""
    return square_name(s.at[hand]) if s.at[hand] != UNKNOWN else f"#{hand % rules.HANDS + 1}"


def picture(s: rules.State) -> list[str]:
    """The board; `2b3` is the second player's hand b with three coins."""
    return _drawn(s, lambda hand: "abc"[hand % rules.HANDS], 3)


def board(s: rules.State) -> list[str]:
    """The board for people; `2×3` is a hand of the second player with three coins."""
    return _drawn(s, lambda _: "×", 4)


def _drawn(s: rules.State, mark: Callable[[int], str], wide: int) -> list[str]:
    """The board, a hand as its player, a mark and its coins."""
    rows, columns = rules.EQUIPMENT.rows[s.board], rules.EQUIPMENT.columns[s.board]
    lines = ["   " + " ".join(f"{letter:<{wide}}" for letter in COLUMNS[:columns]).rstrip()]
    for row in range(1, rows + 1):
        signs = [_sign(s, BREADTH * row + column, mark) for column in range(columns)]
        lines.append(f"{row}  " + " ".join(f"{sign:<{wide}}" for sign in signs).rstrip())
    return lines


def _sign(s: rules.State, square: int, mark: Callable[[int], str]) -> str:
    hand = s.on[square]
    if hand < 0:
        return "." if hand == rules.FREE else "#"
    return f"{hand // rules.HANDS + 1}{mark(hand)}{s.coins[hand]}"


def scan(s: rules.State, lines: list[str]) -> None:
    """Read the board of a picture; hands that are not drawn have left it."""
    rows = [line.split()[1:] for line in lines if line[0].isdecimal()]
    if len(rows) != rules.EQUIPMENT.rows[s.board]:
        raise ValueError(f"{rules.EQUIPMENT.rows[s.board]} rows")
    for row, signs in enumerate(rows, start=1):
        if len(signs) != rules.EQUIPMENT.columns[s.board]:
            raise ValueError(f"{rules.EQUIPMENT.columns[s.board]} columns")
        for column, sign in enumerate(signs):
            square = BREADTH * row + column
            s.on[square] = rules.WALL if sign == "#" else rules.FREE
            if sign not in ".#":
                hand = rules.HANDS * (int(sign[0]) - 1) + "abc".index(sign[1])
                s.coins[hand] = int(sign[2:])
                rules.place(s, hand, square)


def goal(action: int) -> int:
    """The square that a move leads to."""
    target = action - rules.MOVE
    return BREADTH * (target // WIDEST % WIDEST + 1) + target % WIDEST


def say(s: rules.State, action: int) -> str:
    """An action in the notation above."""
    if s.player == CHANCE:
        return str(action + 1)
    if action < rules.MOVE:
        return f"drop {hand_name(s, rules.HANDS * s.seat + action)}"
    if action < rules.TAKE:
        hand = rules.HANDS * s.seat + (action - rules.MOVE) // 81
        return f"{hand_name(s, hand)}-{square_name(goal(action))}"
    if action == rules.LATER:
        return f"first {_other(s)}"
    return f"{ANSWERS[action]} {_neighbour(s)}"


def at(s: rules.State, action: int) -> list[str]:
    """A hand; a hand and where it goes; or an answer."""
    return say(s, action).removeprefix("drop ").removeprefix("first ").split("-")


def meaning(s: rules.State, places: Sequence[str]) -> str | Message:
    """What it would mean to touch squares that lead nowhere: a coin to lose, or a move."""
    *chosen, place = places
    if s.phase == rules.SHARING and place == _other(s):
        return f"first {place}"
    if s.phase not in (rules.DROPPING, rules.MOVING) or place not in map(square_name, floor(s)):
        return place
    if chosen:
        return f"{chosen[0]}-{place}"
    square = square_of(place)
    hand = s.on[square]
    if hand >= 0 and hand not in hands_of(s.seat):
        return Message("bonne-main.why.theirs", {"seat": hand // rules.HANDS + 1})
    if s.phase == rules.DROPPING:
        return f"drop {place}" if hand >= 0 else Message("bonne-main.why.empty")
    if hand >= 0:
        return f"{place}-{square_name(_missed(s, square))}"
    hands = [hand for hand in hands_of(s.seat) if s.coins[hand] > 0]
    unable = [s.at[hand] for hand in hands if not rules.legal(s, _move(hand, square))]
    nearest = min(unable, key=lambda start: distance(start, square), default=UNKNOWN)
    return place if nearest == UNKNOWN else f"{square_name(nearest)}-{place}"


def _missed(s: rules.State, start: int) -> int:
    """The nearest square that a hand might have gone to, were there a way; else the nearest."""

    def claim(square: int) -> tuple[bool, int]:
        why = rules.refusal(s, _move(s.on[start], square))
        return why != rules.NO_WAY, distance(start, square)

    return min((square for square in floor(s) if square != start), key=claim)


def _move(hand: int, square: int) -> int:
    """The action that takes a hand of the seat to a square."""
    target = WIDEST * (square // BREADTH - 1) + square % BREADTH
    return rules.MOVE + 81 * (hand % rules.HANDS) + target


def distance(square: int, other: int) -> int:
    """How many steps there are between two squares, were all of them free."""
    rows = square // BREADTH - other // BREADTH
    return abs(rows) + abs(square % BREADTH - other % BREADTH)


class Box(TypedDict):
    """The board, where each seat sits, whose the hands are, and what one may answer."""

    rows: list[str]  # what each is called; a square is its column and row
    columns: list[str]
    squares: list[list[int | None]]  # [row][column] -> its number in a view; None: a wall
    sides: list[int]  # [seat] -> clockwise: south, west, north, east
    owners: list[int]  # [hand] -> seat
    answers: list[str]  # the words before the name of a square


class Figures(TypedDict):
    """What is asked about, and the coins that are counted."""

    asked: str  # the square of the neighbour in question; empty: there is none
    scores: list[int]  # [seat] -> coins
    lost: int  # coins that have left the game


def box(s: rules.State) -> Box:
    """What a page needs to draw a position."""
    rows = range(1, rules.EQUIPMENT.rows[s.board] + 1)
    columns = range(rules.EQUIPMENT.columns[s.board])
    squares = [[BREADTH * row + column for column in columns] for row in rows]
    return {
        "rows": [str(row) for row in rows],
        "columns": [COLUMNS[column] for column in columns],
        "squares": [[n if s.on[n] != rules.WALL else None for n in row] for row in squares],
        "sides": list(rules.SIDE[s.players][: s.players]),
        "owners": [seat for seat in range(s.players) for _ in hands_of(seat)],
        "answers": list(ANSWERS.values()),
    }


def figures(s: rules.State) -> Figures:
    """What the rules reckon from a position."""
    scores = [rules.score(s, seat) for seat in range(s.players)]
    return {
        "asked": _neighbour(s) if s.moved != UNKNOWN else "",
        "scores": scores,
        "lost": rules.HANDS * s.players * rules.COINS[s.players] - sum(scores),
    }


def _neighbour(s: rules.State) -> str:
    if s.moved == UNKNOWN:
        return "-"
    return square_name(s.at[s.moved] + rules.STEPS[s.asked])


def _other(s: rules.State) -> str:
    """The square of one's own hand that may be asked about first; a dash if there is none."""
    step = UNKNOWN if s.moved == UNKNOWN else rules.next_own(s)
    return "-" if step == UNKNOWN else square_name(s.at[s.moved] + rules.STEPS[step])


def call(s: rules.State, action: int) -> Message:
    """A coin to lose, a move or an answer, in a few words."""
    if s.player == CHANCE:
        return Message("said", {"said": say(s, action)})
    if action < rules.MOVE:
        name = hand_name(s, rules.HANDS * s.seat + action)
        return Message("bonne-main.call.drop", {"hand": name})
    if action < rules.TAKE:
        hand, _, to = say(s, action).partition("-")
        return Message("bonne-main.call.move", {"hand": hand, "goal": to})
    if action == rules.LATER:
        return Message("bonne-main.call.first", {"hand": _other(s)})
    return Message(f"bonne-main.call.{ANSWERS[action]}", {"hand": _neighbour(s)})


def tell(s: rules.State, action: int) -> Message:
    """An action in words."""
    if s.player == CHANCE:
        return Message("bonne-main.tell.roll", {"n": action + 1})
    if action < rules.MOVE:
        name = hand_name(s, rules.HANDS * s.seat + action)
        return Message("bonne-main.tell.drop", {"hand": name})
    if action < rules.TAKE:
        hand = rules.HANDS * s.seat + (action - rules.MOVE) // 81
        facts: dict[str, object] = {"hand": hand_name(s, hand), "goal": square_name(goal(action))}
        by = [square_name(square) for square in way(s, action)[1:-1]]
        facts |= {"by": by, "squares": len(by), "n": booty(s, action)}
        return Message("bonne-main.tell.move", facts)
    if action == rules.LATER:
        return Message("bonne-main.tell.first", {"hand": _other(s)})
    return Message(f"bonne-main.tell.{ANSWERS[action]}", {"hand": _neighbour(s)})


Walk = tuple[tuple[int, ...], int, int]  # squares, the last step, how often it turns


def way(s: rules.State, action: int) -> tuple[int, ...]:
    """The squares of a move, first and last included; of several ways, the straightest."""
    start = s.at[rules.HANDS * s.seat + (action - rules.MOVE) // 81]
    return ways(tuple(s.on), start, s.roll, s.up_to_n, s.free_walk).get(goal(action), ())


@lru_cache(maxsize=32)  # every choice of a turn asks for the same few
def ways(
    on: tuple[int, ...], start: int, roll: int, up_to_n: int, free_walk: int
) -> dict[int, tuple[int, ...]]:
    """Where a hand can go, and how: in few steps, then with few turns."""
    found: dict[int, tuple[int, ...]] = {}
    going: list[Walk] = [((start,), 0, 0)] if start != UNKNOWN else []
    for length in range(1, roll + 1):
        longer: list[Walk] = []
        for way, last, turns in going:
            for step in rules.STEPS:
                square = way[-1] + step
                if (on[square] != rules.FREE and square != start) or step == -last:
                    continue  # it is taken, or one would go straight back
                if free_walk or square not in way[1:]:
                    longer.append(((*way, square), step, turns + (step != last)))
        if length == roll or up_to_n:
            straightest: dict[int, Walk] = {}
            for one in longer:
                goal = one[0][-1]
                if goal not in straightest or one[2] < straightest[goal][2]:
                    straightest[goal] = one
            found = {goal: one[0] for goal, one in straightest.items()} | found
        going = [one for one in longer if free_walk or one[0][-1] != start]
    return found


def booty(s: rules.State, action: int) -> int:
    """How many opponents' hands stand beside the square that a move leads to."""
    return sum(rules.is_rival(s, s.on[goal(action) + step]) for step in rules.STEPS)


def prompt(s: rules.State) -> Message:
    """What is to be done now."""
    if s.phase == rules.ROLLING:
        return Message("bonne-main.prompt.roll", {"seat": s.seat + 1})
    if s.phase == rules.DROPPING:
        return Message("bonne-main.prompt.drop", {"n": s.roll})
    if s.phase == rules.MOVING:
        up_to = "yes" if s.up_to_n else "no"
        return Message("bonne-main.prompt.move", {"n": s.roll, "up_to": up_to})
    facts = {"hand": _neighbour(s)}
    key = "steal" if s.phase == rules.STEALING else "share"
    if s.phase == rules.SHARING and s.transfer_both_ways:
        key = "share_both"
        facts["other"] = _other(s) if rules.legal(s, rules.LATER) else "no"
    return Message(f"bonne-main.prompt.{key}", facts)


def status(s: rules.State) -> list[Message]:
    """The hands and coins of each seat."""
    words = []
    for seat in range(s.players):
        alive = [_hand(s, hand) for hand in hands_of(seat) if s.coins[hand]]
        facts = {"seat": seat + 1, "hands": alive, "n": rules.score(s, seat)}
        words.append(Message(f"bonne-main.status.{'seat' if alive else 'out'}", facts))
    return words


def _hand(s: rules.State, hand: int) -> Message:
    """A hand on the board in words."""
    facts = {"hand": square_name(s.at[hand]), "n": s.coins[hand]}
    return Message("bonne-main.status.hand", facts)


def legend(s: rules.State) -> list[Message]:
    """How the board is read, and how squares and moves are written."""
    return [Message("bonne-main.legend"), Message("bonne-main.legend.write")]


def reason(s: rules.State, action: int, code: int) -> tuple[list[str], dict[str, object]]:
    """The squares that a refusal is about."""
    facts: dict[str, object] = {"n": s.roll, "up_to": "yes" if s.up_to_n else "no"}
    if s.phase == rules.MOVING and code != rules.NO_HAND:
        hand = rules.HANDS * s.seat + (action - rules.MOVE) // 81
        return [square_name(s.at[hand]), square_name(goal(action))], facts
    if s.phase in (rules.STEALING, rules.SHARING):
        return [square_name(s.at[s.moved]), _neighbour(s)], facts
    return [square_name(s.at[hand]) for hand in hands_of(s.seat) if s.coins[hand]], facts
