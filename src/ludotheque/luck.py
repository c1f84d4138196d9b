"""Repeatable pseudo-random numbers that give the same stream interpreted and compiled.

For simulations and tests only; a table's dice are drawn elsewhere.  The generator is a
62-bit linear congruential one of which only the high half is used; every product is cut
to its low 62 bits, where Python's big ints and wrapping machine words agree.

In the literature: a linear congruential generator (Lehmer 1951); a number below n by
multiplication instead of division (Lemire 2019, here without the rejection step).
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence

COMPILES = True

MASK = (1 << 62) - 1
MULTIPLIER = 2862933555777941757
INCREMENT = 3037000493
MIX = 3935559000370003845


def seed_of(run: int, game: int) -> int:
    """A well-mixed seed for one game of a run."""
    x = (run * 0x9E3779B97F4A7C1 + game * 0x2545F4914F6CDD1 + 1) & MASK
    for _ in range(3):
        x = ((x ^ (x >> 31)) * MIX) & MASK
    return x ^ (x >> 29)


def below(rng: MutableSequence[int], n: int) -> int:
    """The next number of the stream `rng[0]`, uniform from 0 to n - 1."""
    rng[0] = (rng[0] * MULTIPLIER + INCREMENT) & MASK
    return ((rng[0] >> 30) * n) >> 32


def pick_by_odds(odds: Mapping[int, int], number: int) -> int:
    """The first action, in their order, whose summed ways exceed the number.

    Where the number is drawn evenly below the sum of all ways, each action comes by its odds.
    """
    for action, ways in odds.items():
        number -= ways
        if number < 0:
            return action
    raise ValueError(f"{number} is more than the ways there are")
