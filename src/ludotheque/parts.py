"""Tiny helpers that every rules file may use, interpreted or compiled.

A *set* of up to 62 things is a plain int, one bit a thing: exact when
interpreted, one machine word when compiled.

In the literature: bitboards, bit sets.
"""

from __future__ import annotations

from ludotheque.state import Base

COMPILES = True

# Who acts.  Seats are numbered from 0; these three are nobody's seat.
CHANCE, NOBODY, SPECTATOR = -1, -2, -3

UNKNOWN = -1  # a value that the onlooker may not see
EVERYONE = -1  # the witness of an open action

# Why an action is refused: 0 if it is not, else ten times the ruling it breaks plus
# the number of the sentence (ruling 12 has 120, 121, …).  Three reasons belong to no ruling.
LEGAL = 0
GAME_OVER, NOT_NOW, NO_SUCH_ACTION = -1, -2, -3

WHOLE = 60  # what the winners share: 60 divides by 1 to 6


def size(things: int) -> int:
    """The number of things in a set."""
    return things.bit_count()


def lowest(things: int) -> int:
    """The smallest member of a set that is not empty."""
    return (things & -things).bit_length() - 1


def has(things: int, thing: int) -> bool:
    """Whether a thing is in a set."""
    return things >> thing & 1 == 1


def everyone(s: Base) -> int:
    """The set of all seats."""
    return (1 << s.players) - 1


def left_of(s: Base, seat: int) -> int:
    """The next seat clockwise."""
    return (seat + 1) % s.players


def end(s: Base, winners: int) -> None:
    """End the game, won by a set of seats."""
    s.player = NOBODY
    s.winners = winners


def tick(s: Base, bound: int) -> None:
    """Count a ply; a game that reaches its bound ends, shared by all."""
    s.plies += 1
    if s.plies >= bound and s.player != NOBODY:
        end(s, everyone(s))


def share(s: Base, seat: int) -> int:
    """The seat's share of the win, out of `WHOLE`; nothing before the end."""
    if has(s.winners, seat):
        return WHOLE // size(s.winners)
    return 0
