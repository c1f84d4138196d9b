"""The rare cases of Rafletout."""

from __future__ import annotations

from ludotheque.games.rafletout import rules as rt
from ludotheque.games.rafletout.equipment import (
    EXCHANGE,
    LOSE_TO_ONE,
    LOSE_TO_SEVERAL,
    ROB,
    SKIP,
    SWEEP,
    TAKE,
)
from ludotheque.parts import UNKNOWN, has, size
from ludotheque.rare import Question, Rare


def rolled(s: rt.State) -> bool:
    """Whether the die falls."""
    return bool(s.phase == rt.ROLLING)


def face(kind: int, number: int = 0) -> Question:
    """Whether the die shows a face of a kind."""
    return lambda s, a, t: rolled(s) and rt.KIND[a] == kind and rt.NUMBER[a] == number


def emptied(s: rt.State, t: rt.State) -> int:
    """How many opponents have lost their last token."""
    others = range(s.players)
    return sum(s.held[p] != 0 and t.held[p] == 0 and p != s.seat for p in others)


def settled(s: rt.State, t: rt.State) -> bool:
    """Whether a face has been dealt with and the round goes on."""
    return bool(s.phase != rt.DEALING and t.phase == rt.ROLLING)


def few(s: rt.State, t: rt.State) -> bool:
    """Whether a take ends before it has its number."""
    return bool(s.phase == rt.TAKING and s.owed > 1 and settled(s, t) and s.victim == UNKNOWN)


def named(s: rt.State, kind: int) -> bool:
    """Whether a player is being named for a kind of face."""
    return bool(s.phase == rt.NAMING and rt.KIND[s.face] == kind)


def from_pool(s: rt.State, action: int) -> bool:
    """Whether a token must come from the pool though players have such tokens too."""
    wanted = rt.BEARING[rt.WORD[s.face]] & ~s.held[s.seat]
    return bool(s.phase == rt.TAKING and rt.takeable(s) != wanted and has(s.held[rt.POOL], action))


def left_alone(s: rt.State, action: int) -> bool:
    """Whether a player's token is taken though the pool has one."""
    pool = s.held[rt.POOL] & rt.BEARING[rt.WORD[s.face]]
    return bool(pool and not has(s.held[rt.POOL], action))


def pool_gone(s: rt.State, t: rt.State) -> bool:
    """Whether the last token of the pool is taken."""
    return bool(s.held[rt.POOL] and not t.held[rt.POOL] and t.seat != s.seat)


ONE = {"rounds_to_win": "1"}

RARE = [
    Rare("RT13", "fewer tokens than the face takes", lambda s, a, t: few(s, t), ONE),
    Rare(
        "RT14",
        "no token of the kind, and another roll",
        lambda s, a, t: rolled(s) and rt.KIND[a] == TAKE and rt.AGAIN[a] and t.phase == rt.ROLLING,
        ONE,
    ),
    Rare(
        "RT16",
        "a last token taken, and another roll",
        lambda s, a, t: s.phase == rt.TAKING and settled(s, t) and t.seat == s.seat and not s.again,
        ONE,
    ),
    Rare(
        "RT17",
        "a player emptied on a face that rolls again",
        lambda s, a, t: s.phase == rt.TAKING and settled(s, t) and s.again and emptied(s, t),
        ONE,
    ),
    Rare(
        "RT21",
        "an exchange empties a player, and no other roll",
        lambda s, a, t: named(s, EXCHANGE) and settled(s, t) and emptied(s, t),
        ONE,
    ),
    Rare(
        "RT22",
        "an exchange of nothing for nothing",
        lambda s, a, t: named(s, EXCHANGE) and settled(s, t) and t.held == s.held,
        ONE,
    ),
    Rare("RT23", "the pass", face(SKIP), ONE),
    Rare(
        "RT24",
        "everything lost to one",
        lambda s, a, t: named(s, LOSE_TO_ONE) and settled(s, t),
        ONE,
    ),
    Rare("RT25", "a gift to several", lambda s, a, t: s.phase == rt.GIVING and s.named, ONE),
    Rare(
        "RT26",
        "a single token to give",
        lambda s, a, t: s.phase == rt.GIVING and size(s.held[s.seat]) == 1 and not s.named,
        ONE,
    ),
    Rare(
        "RT27",
        "nothing to lose",
        lambda s, a, t: (
            rolled(s) and rt.KIND[a] in (LOSE_TO_ONE, LOSE_TO_SEVERAL) and not s.held[s.seat]
        ),
        ONE,
    ),
    Rare(
        "RT28",
        "robbing when somebody has nothing",
        lambda s, a, t: named(s, ROB) and any(not s.held[p] for p in range(s.players)),
        ONE,
    ),
    Rare(
        "RT29",
        "two to rob but only one has tokens",
        lambda s, a, t: (
            rolled(s)
            and rt.KIND[a] == ROB
            and rt.NUMBER[a] == 2
            and t.phase == rt.NAMING
            and t.owed == 1
        ),
        ONE,
    ),
    Rare(
        "RT30",
        "a round won by another than the roller",
        lambda s, a, t: any(t.wins[p] > s.wins[p] for p in range(s.players) if p != s.seat),
        ONE,
    ),
    Rare(
        "RT31",
        "a round won on a face that rolls again",
        lambda s, a, t: s.phase == rt.TAKING and s.again and sum(t.wins) > sum(s.wins),
        ONE,
    ),
    Rare("RT12", "the sweep", face(SWEEP), ONE),
    Rare(
        "RT32",
        "a player without tokens rolls",
        lambda s, a, t: rolled(s) and not s.held[s.seat],
        ONE,
    ),
    Rare("RT9", "the pool comes first", lambda s, a, t: from_pool(s, a), ONE, (4, 5, 6)),
    Rare(
        "RT9",
        "the pool left alone",
        lambda s, a, t: s.phase == rt.TAKING and left_alone(s, a),
        ONE | {"pool_optional": "yes"},
        (4, 6),
    ),
    Rare(
        "RT8",
        "one victim has fewer than the face takes",
        lambda s, a, t: s.victim != UNKNOWN and s.owed > 1 and settled(s, t),
        ONE | {"single_victim": "yes"},
        (3, 5),
    ),
    Rare(
        "RT11",
        "the pool goes with the robbed",
        lambda s, a, t: named(s, ROB) and s.held[rt.POOL] and not t.held[rt.POOL],
        ONE | {"pool_with_player_takes": "yes"},
        (4, 6),
    ),
    Rare(
        "RT16",
        "a last token taken, and no other roll",
        lambda s, a, t: (
            s.phase == rt.TAKING and settled(s, t) and emptied(s, t) and t.seat != s.seat
        ),
        ONE | {"replay_only_full_takes": "yes"},
    ),
    Rare(
        "RT20",
        "the roller exchanges",
        lambda s, a, t: named(s, EXCHANGE),
        ONE | {"exchange_with_self": "yes"},
    ),
    Rare(
        "RT25",
        "an even split",
        lambda s, a, t: rolled(s) and rt.KIND[a] == LOSE_TO_SEVERAL and size(s.held[s.seat]) > 4,
        ONE | {"even_split": "yes"},
    ),
    Rare(
        "RT19",
        "the pool emptied",
        lambda s, a, t: s.phase == rt.TAKING and pool_gone(s, t),
        ONE,
        (4, 5),
    ),
    Rare("RT6", "a second round", lambda s, a, t: sum(t.wins) == 1 and t.dealt == 1, players=(3,)),
]
