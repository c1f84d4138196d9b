"""The search's data: the node of a tree, how to think, and the names of its arrays.

A tree is an array of nodes.  A node stands for one action; `child` is the first of those that
follow it and `next` the one beside it, so that node 0, the root, is nobody's child:

    0 root ── child ──▶ 7 ── next ──▶ 4 ── next ──▶ 1 ── next ──▶ NONE
                        │             │
                      child         child
                        ▼             ▼
                        9 ─▶ 8 ─▶ ..  5 ─▶ NONE        the youngest child comes first

An entry of a tree or of `ways` is a record: the fields below, in the compiled code's memory.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Protocol

from ludotheque.state import Base

SEATS = 6  # the most that any game has
NONE = 0  # no node: the root is nobody's child
PATH = 4096  # nodes on one way down, at most

Fields = list[tuple[str, str, tuple[int, ...]]]  # name, type and shape, in the order of memory

NODE: Fields = [
    *((name, "i4", ()) for name in ("action", "next", "child", "visits", "seen", "closed")),
    ("square", "f8", ()),
    ("total", "f8", (SEATS,)),
]
WAYS: Fields = [
    *((name, "f8", ()) for name in ("explore", "low", "high", "points")),
    *((name, "i8", ()) for name in ("guided", "evenly", "sight")),
]


class Node(Protocol):
    """An action, and what came of it: a record of `NODE`."""

    action: int  # or UNSEEN
    next: int
    child: int
    visits: int
    seen: int  # how often it could have been chosen: the literature's availability count
    closed: int  # 1 once every legal action has a child
    square: float  # of the thinking seat's share, summed
    total: Floats  # [seat] -> its shares, summed


class Ways(Protocol):
    """How to think: a record of `WAYS`; the search itself widens a solo game's scale."""

    explore: float
    low: float  # the least and the highest payoff met, by which shares are measured
    high: float
    points: float  # how much of a playout's end goes by points: they tell wins and losses apart
    guided: int  # 1: playouts go by the game's advice; 0: at random to the end
    evenly: int  # 1: all actions of the root are tried equally often
    sight: int  # plies below the root that are looked at; 0: as many as the game advises


Ints = MutableSequence[int]
Floats = MutableSequence[float]
Nodes = MutableSequence[Node]
States = MutableSequence[Base]
Rows = Sequence[Sequence[int]]
