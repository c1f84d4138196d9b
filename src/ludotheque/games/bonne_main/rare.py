"""The rare cases of La Bonne Main."""

from __future__ import annotations

from ludotheque.games.bonne_main import rules as bm
from ludotheque.games.bonne_main.equipment import BREADTH, WIDEST
from ludotheque.rare import Rare, over


def lost(s: bm.State, t: bm.State, rivals: bool) -> int:
    """How many hands leave the board, of rivals or of one's own."""
    hands = range(bm.HANDS * s.players)
    gone = [h for h in hands if s.coins[h] and not t.coins[h]]
    return sum((h // bm.HANDS != s.seat) == rivals for h in gone)


def taken(s: bm.State, t: bm.State) -> int:
    """How many coins rivals lose."""
    hands = range(bm.HANDS * s.players)
    return sum(s.coins[h] - t.coins[h] for h in hands if h // bm.HANDS != s.seat)


def moved(s: bm.State) -> bool:
    """Whether a hand moves."""
    return bool(s.phase == bm.MOVING)


def loops(s: bm.State, action: int) -> bool:
    """Whether a hand comes back to its own square."""
    if not moved(s):
        return False
    target = action - bm.MOVE
    square = BREADTH * (target // WIDEST % WIDEST + 1) + target % WIDEST
    return bool(s.at[bm.HANDS * s.seat + target // 81] == square)


def stuck(s: bm.State, t: bm.State) -> bool:
    """Whether a roll moves nothing."""
    waiting = s.phase in (bm.ROLLING, bm.DROPPING) and t.phase == bm.ROLLING
    return bool(waiting and bm.is_in(t, s.seat) and not over(t))


def skipped(s: bm.State, t: bm.State) -> bool:
    """Whether the turn passes over somebody who is out."""
    return bool(t.seat not in (s.seat, (s.seat + 1) % s.players))


def outs(s: bm.State, t: bm.State) -> int:
    """How many players lose their last hand."""
    return sum(bm.is_in(s, p) and not bm.is_in(t, p) for p in range(s.players))


def short(s: bm.State, action: int) -> bool:
    """Whether a hand stops before the roll is used up."""
    if not moved(s):
        return False
    target = action - bm.MOVE
    row, column = target // WIDEST % WIDEST + 1, target % WIDEST
    start = s.at[bm.HANDS * s.seat + target // 81]
    steps = abs(row - start // BREADTH) + abs(column - start % BREADTH)
    return bool((s.roll - steps) % 2)


RARE = [
    Rare(
        "BM7",
        "the odd coin empties a hand",
        lambda s, a, t: s.phase == bm.DROPPING and lost(s, t, False),
    ),
    Rare(
        "BM8",
        "the odd coin eliminates its player",
        lambda s, a, t: s.phase == bm.DROPPING and not bm.is_in(t, s.seat) and not over(t),
        players=(3, 4),
    ),
    Rare("BM8", "the odd coin ends the game", lambda s, a, t: s.phase == bm.DROPPING and over(t)),
    Rare("BM10", "no hand can move", lambda s, a, t: stuck(s, t), players=(4,)),
    Rare("BM19", "a loop steals again", lambda s, a, t: loops(s, a) and taken(s, t)),
    Rare("BM12", "a loop of six", lambda s, a, t: loops(s, a) and s.roll == 6),
    Rare("BM18", "three coins at once", lambda s, a, t: moved(s) and taken(s, t) == 3),
    Rare("BM21", "a theft empties a hand", lambda s, a, t: moved(s) and lost(s, t, True)),
    Rare("BM21", "a theft empties two hands", lambda s, a, t: moved(s) and lost(s, t, True) == 2),
    Rare(
        "BM22", "a coin from one's own hand", lambda s, a, t: s.phase == bm.SHARING and a == bm.TAKE
    ),
    Rare(
        "BM23",
        "one's own hand emptied by taking",
        lambda s, a, t: s.phase == bm.SHARING and a == bm.TAKE and lost(s, t, False),
    ),
    Rare(
        "BM27", "a player without hands is skipped", lambda s, a, t: skipped(s, t), players=(3, 4)
    ),
    Rare(
        "BM28",
        "two players out by one move",
        lambda s, a, t: moved(s) and outs(s, t) == 2,
        players=(3, 4),
    ),
    Rare(
        "BM25",
        "theft and transfer in one move",
        lambda s, a, t: moved(s) and taken(s, t) and t.phase == bm.SHARING,
    ),
    Rare(
        "BM16",
        "a theft declined",
        lambda s, a, t: s.phase == bm.STEALING and a == bm.LEAVE,
        {"optional_steal": "yes"},
    ),
    Rare(
        "BM16",
        "a theft accepted",
        lambda s, a, t: s.phase == bm.STEALING and a == bm.TAKE,
        {"optional_steal": "yes"},
    ),
    Rare(
        "BM22",
        "a coin given",
        lambda s, a, t: s.phase == bm.SHARING and a == bm.GIVE,
        {"transfer_both_ways": "yes"},
    ),
    Rare(
        "BM22",
        "the other neighbour first",
        lambda s, a, t: s.phase == bm.SHARING and a == bm.LATER,
        {"transfer_both_ways": "yes"},
    ),
    Rare("BM9", "fewer squares than the roll", lambda s, a, t: short(s, a), {"up_to_n": "yes"}),
    Rare(
        "BM12",
        "a square used twice",
        lambda s, a, t: loops(s, a) and s.roll == 6,
        {"free_walk": "yes"},
    ),
    Rare("BM1", "the larger board", lambda s, a, t: over(t), {"board": "cotes-9"}),
    Rare("BM26", "a hand with nine coins", lambda s, a, t: max(t.coins) >= 9),
]
