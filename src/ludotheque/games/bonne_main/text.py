"""La Bonne Main in words.

Squares are a column letter and a row number from the top.  `drop d7` loses a coin, `d7-d4`
moves, `take d4`, `leave d4` and `give d4` answer for the hand on d4; the die is `1` to `6`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TypedDict

from ludotheque.games.bonne_main import rules
from ludotheque.games.bonne_main.equipment import BREADTH, WIDEST
from ludotheque.parts import CHANCE, UNKNOWN
from ludotheque.words.messages import Message

PICTURED = frozenset({"on", "at", "coins"})
PHASES = ("rolling", "dropping", "moving", "stealing", "sharing")
STYLES = {
    r"\b1[abc]\d+": "bold cyan",
    r"\b2[abc]\d+": "bold red",
    r"\b3[abc]\d+": "bold green",
    r"\b4[abc]\d+": "bold yellow",
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


def hand_name(s: rules.State, hand: int) -> str:
    """The square of a hand, or its number if it has left the board."""
    return square_name(s.at[hand]) if s.at[hand] != UNKNOWN else f"#{hand % rules.HANDS + 1}"


def picture(s: rules.State) -> list[str]:
    """The board; `2b3` is the second player's hand b with three coins."""
    rows, columns = rules.EQUIPMENT.rows[s.board], rules.EQUIPMENT.columns[s.board]
    lines = ["   " + " ".join(f"{letter:<3}" for letter in COLUMNS[:columns]).rstrip()]
    for row in range(1, rows + 1):
        signs = [_sign(s, BREADTH * row + column) for column in range(columns)]
        lines.append(f"{row}  " + " ".join(f"{sign:<3}" for sign in signs).rstrip())
    return lines


def _sign(s: rules.State, square: int) -> str:
    hand = s.on[square]
    if hand < 0:
        return "." if hand == rules.FREE else "#"
    return f"{hand // rules.HANDS + 1}{'abc'[hand % rules.HANDS]}{s.coins[hand]}"


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
    return f"{ANSWERS[action]} {_neighbour(s)}"


def at(s: rules.State, action: int) -> list[str]:
    """A hand; a hand and where it goes; or an answer."""
    return say(s, action).removeprefix("drop ").split("-")


class Box(TypedDict):
    """The size of the board, where each seat sits, and all the coins."""

    rows: int
    columns: int
    sides: list[int]  # [seat] -> clockwise: south, west, north, east
    coins: int


def box(s: rules.State) -> Box:
    """What a page needs to draw a position."""
    return {
        "rows": rules.EQUIPMENT.rows[s.board],
        "columns": rules.EQUIPMENT.columns[s.board],
        "sides": list(rules.SIDE[s.players][: s.players]),
        "coins": rules.HANDS * s.players * rules.COINS[s.players],
    }


def _neighbour(s: rules.State) -> str:
    if s.moved == UNKNOWN:
        return "-"
    return square_name(s.at[s.moved] + rules.STEPS[s.asked])


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
    key = "share_both" if s.transfer_both_ways else "share"
    if s.phase == rules.STEALING:
        key = "steal"
    return Message(f"bonne-main.prompt.{key}", {"hand": _neighbour(s)})


def status(s: rules.State) -> list[Message]:
    """The hands and coins of each seat."""
    words = []
    for seat in range(s.players):
        hands = range(rules.HANDS * seat, rules.HANDS * (seat + 1))
        alive = [f"{square_name(s.at[hand])}:{s.coins[hand]}" for hand in hands if s.coins[hand]]
        facts = {"seat": seat + 1, "hands": alive, "n": rules.score(s, seat)}
        words.append(Message(f"bonne-main.status.{'seat' if alive else 'out'}", facts))
    return [*words, Message("bonne-main.status.key")]


def news(before: rules.State, after: rules.State) -> list[Message]:
    """What the rules did of themselves: coins taken, hands gone, players out, no way to go."""
    words = []
    for hand in range(rules.HANDS * before.players):
        seat = hand // rules.HANDS
        lost = before.coins[hand] - after.coins[hand]
        if before.phase != rules.DROPPING and lost > 0 and seat != before.seat:
            facts = {"hand": square_name(before.at[hand]), "seat": seat + 1}
            words.append(Message("bonne-main.news.stolen", facts))
        if before.coins[hand] > 0 == after.coins[hand]:
            facts = {"hand": square_name(before.at[hand]), "seat": seat + 1}
            words.append(Message("bonne-main.news.gone", facts))
    for seat in range(before.players):
        if rules.is_in(before, seat) and not rules.is_in(after, seat):
            words.append(Message("bonne-main.news.out", {"seat": seat + 1}))
    stuck = before.phase in (rules.ROLLING, rules.DROPPING) and after.phase == rules.ROLLING
    if stuck and rules.is_in(after, before.seat) and not after.winners:
        words.append(Message("bonne-main.news.stuck", {"seat": before.seat + 1}))
    return words


def reason(s: rules.State, action: int, code: int) -> tuple[list[str], dict[str, object]]:
    """The squares that a refusal is about."""
    facts: dict[str, object] = {"n": s.roll, "up_to": "yes" if s.up_to_n else "no"}
    if s.phase == rules.MOVING and code != rules.NO_HAND:
        hand = rules.HANDS * s.seat + (action - rules.MOVE) // 81
        return [square_name(s.at[hand]), square_name(goal(action))], facts
    if s.phase in (rules.STEALING, rules.SHARING):
        return [square_name(s.at[s.moved]), _neighbour(s)], facts
    hands = range(rules.HANDS * s.seat, rules.HANDS * (s.seat + 1))
    return [square_name(s.at[hand]) for hand in hands if s.coins[hand]], facts
