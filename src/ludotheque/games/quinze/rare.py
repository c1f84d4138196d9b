"""The rare cases of Quitte ou Quinze."""

from __future__ import annotations

from ludotheque.games.quinze import rules as qq
from ludotheque.games.quinze.equipment import BUST, TIMES
from ludotheque.parts import CHANCE, size
from ludotheque.rare import Rare, over


def kind(s: qq.State, action: int) -> int:
    """What the card turned does; -1 if none is."""
    return qq.KIND[s.cards][action] if s.player == CHANCE else -1


def reached(s: qq.State) -> int:
    """How many seats have kept 15 or more."""
    return sum(points >= qq.TARGET for points in s.kept)


def reshuffled(s: qq.State, action: int) -> bool:
    """Whether a turn goes on after all cards are turned."""
    return bool(s.player != CHANCE and action == qq.TURN and s.down == 0)


RARE = [
    Rare("QQ13", "a full pass and a reshuffle", lambda s, a, t: reshuffled(s, a)),
    Rare("QQ10", "the Protection holds", lambda s, a, t: kind(s, a) == BUST and s.shields > 0),
    Rare("QQ15", "nothing doubled", lambda s, a, t: kind(s, a) == TIMES and s.points == 0),
    Rare(
        "QQ12",
        "the last card turned knowingly",
        lambda s, a, t: s.player != CHANCE and a == qq.TURN and size(s.down) == 1,
    ),
    Rare("QQ8", "a shared victory", lambda s, a, t: size(t.winners) > 1, players=(2, 3, 4, 5, 6)),
    Rare(
        "QQ7",
        "bust after 15",
        lambda s, a, t: kind(s, a) == BUST and s.shields == 0 and s.points >= 15,
        players=(2, 3, 4, 5, 6),
    ),
    Rare(
        "QQ7",
        "bust after 15, locked",
        lambda s, a, t: kind(s, a) == BUST and s.shields == 0 and s.points >= 15,
        {"lock_at_target": "yes"},
        (2, 3),
    ),
    Rare(
        "QQ5",
        "two reach 15 in one round",
        lambda s, a, t: over(t) and reached(t) > 1,
        players=(3, 6),
    ),
    Rare(
        "QQ5",
        "sudden death",
        lambda s, a, t: over(t),
        {"sudden_death": "yes"},
        (2, 5),
    ),
    Rare("QQ2", "a sum wins", lambda s, a, t: over(t), {"cumulative": "yes"}, (2, 4)),
    Rare(
        "QQ17",
        "the last pass allowed",
        lambda s, a, t: s.down and size(s.down) == 1 and t.seat != s.seat and kind(s, a) != BUST,
        {"max_passes": "1"},
        (2, 3),
    ),
    Rare("QQ22", "the limit of rounds", lambda s, a, t: over(t), {"round_limit": "1"}, (2, 6)),
    Rare("QQ6", "a second full pass", lambda s, a, t: t.passes == 2),
]
