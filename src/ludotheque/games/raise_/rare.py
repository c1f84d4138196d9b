"""The rare cases of Raise."""

from __future__ import annotations

from ludotheque.games.raise_ import rules as ra
from ludotheque.parts import UNKNOWN, has, size
from ludotheque.rare import Rare, over


def bidding(s: ra.State, action: int) -> bool:
    """Whether a card is played in a raise."""
    return bool(s.phase in (ra.BIDDING, ra.RAISING, ra.GOING_ON) and action < ra.PASS)


def round_ends(s: ra.State, t: ra.State) -> bool:
    """Whether a round is won."""
    return bool(s.stake != UNKNOWN and t.stake == UNKNOWN)


def on_board(s: ra.State) -> int:
    """How many pawns are on the board."""
    return size(ra.pawns(s))


def skips(s: ra.State) -> bool:
    """Whether somebody without cards sits the round out."""
    return bool(
        s.phase == ra.LAYING
        and any(s.cards[p] == 0 and not has(s.has_laid, p) for p in range(s.players))
    )


def lone(s: ra.State) -> bool:
    """Whether only one player has a card to lay."""
    return bool(sum(s.cards[p] > 0 for p in range(s.players)) == 1 and s.has_laid == 0)


def tied(s: ra.State) -> bool:
    """Whether the hindmost shares its square."""
    return bool(sum(square == s.square[s.player] for square in s.square) > 1)


def front_tie(s: ra.State, action: int, t: ra.State) -> bool:
    """Whether a round without cards left ends in a tie at the front."""
    if s.phase not in (ra.BIDDING, ra.RAISING) or not round_ends(s, t) or action == ra.PASS:
        return False
    squares = list(s.square)
    squares[s.player] += ra.value(s, action)
    return squares.count(max(squares)) > 1


RARE = [
    Rare("RA6", "a player without cards skips a round", lambda s, a, t: skips(s), players=(4, 5)),
    Rare(
        "RA6",
        "a roller without cards",
        lambda s, a, t: s.phase == ra.LAYING and s.cards[s.roller] == 0 and s.player != s.roller,
        players=(4, 5),
    ),
    Rare(
        "RA7",
        "only one player has cards",
        lambda s, a, t: s.phase == ra.LAYING and lone(s),
        players=(4, 5),
    ),
    Rare(
        "RA8",
        "two pawns on a square",
        lambda s, a, t: s.phase == ra.BIDDING and tied(s),
    ),
    Rare(
        "RA12",
        "a raise of three cards",
        lambda s, a, t: bidding(s, a) and t.phase == ra.RAISING and s.phase == ra.RAISING,
    ),
    Rare(
        "RA14",
        "only passing is possible",
        lambda s, a, t: (
            s.phase == ra.BIDDING and s.cards[s.player] and not ra.can_raise(s, s.player)
        ),
    ),
    Rare("RA15", "passing by choice", lambda s, a, t: a == ra.PASS and ra.can_raise(s, s.player)),
    Rare(
        "RA16",
        "no hand has a card left",
        lambda s, a, t: (
            round_ends(s, t) and a != ra.PASS and s.phase != ra.LAYING and on_board(s) > 1
        ),
    ),
    Rare(
        "RA17",
        "a point card nobody can play for",
        lambda s, a, t: s.phase == ra.TURNING and t.stake == UNKNOWN,
        players=(4, 5),
    ),
    Rare("RA18", "a tie at the front", front_tie),
    Rare(
        "RA18",
        "a tie at the front, the top wins",
        front_tie,
        {"front_tie": "top"},
    ),
    Rare(
        "RA19",
        "an empty hand must pass",
        lambda s, a, t: s.phase == ra.BIDDING and s.cards[s.player] == 0,
    ),
    Rare(
        "RA20",
        "a passer draws six cards",
        lambda s, a, t: a == ra.PASS and t.phase == ra.DRAWING and t.cards[s.player] == 0,
    ),
    Rare(
        "RA21",
        "the last round refills",
        lambda s, a, t: s.phase == ra.DRAWING and s.rounds == 0 and on_board(s) == 0,
    ),
    Rare(
        "RA21", "only passers refill at last", lambda s, a, t: over(t), {"final_refill": "passers"}
    ),
    Rare(
        "RA21",
        "nobody refills at last",
        lambda s, a, t: a == ra.PASS and s.rounds == 0,
        {"final_refill": "none"},
    ),
    Rare(
        "RA12",
        "more cards than it takes",
        lambda s, a, t: s.phase == ra.GOING_ON and a < ra.PASS,
        {"free_raise": "yes"},
    ),
    Rare(
        "RA12",
        "a raise left at that",
        lambda s, a, t: a == ra.DONE and s.phase == ra.GOING_ON,
        {"free_raise": "yes"},
    ),
    Rare("RA29", "a shared victory", lambda s, a, t: size(t.winners) > 1),
    Rare(
        "RA11",
        "a tie for last",
        lambda s, a, t: bidding(s, a) and s.phase == ra.BIDDING and tied(s),
    ),
    Rare("RA23", "a pawn beyond forty", lambda s, a, t: max(t.square) > 40),
    Rare("RA35", "no record is kept", lambda s, a, t: over(t), {"open_record": "no"}),
]
