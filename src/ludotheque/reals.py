"""Functions of real numbers that are the same to the last bit wherever they are reckoned.

The libraries of machines and browsers differ in the last digits of a logarithm; a search that is
to choose alike everywhere must not use theirs.  Sums, products, quotients and square roots are
exact to the bit everywhere (IEEE 754), so these are made of them.

In the literature: argument reduction and series (Muller, *Elementary Functions*, 2016).
"""

from __future__ import annotations

COMPILES = True

LN2 = 0.6931471805599453
ROOT2 = 1.4142135623730951
PARTS = (1.0, *(1 / n for n in range(1, 12)))  # [n] -> 1 / n
FAR = 40.0  # beyond it, for our purposes, a power of e is nothing, or everything


def logarithm(x: float) -> float:
    """The natural logarithm of a number from 1 on, to nine digits."""
    whole = 0.0
    while x >= 256.0:
        x *= 0.00390625
        whole += 8.0
    while x >= ROOT2:
        x *= 0.5
        whole += 1.0
    t = (x - 1.0) / (x + 1.0)
    square = t * t
    series = 1.0 + square * (1 / 3 + square * (1 / 5 + square * (1 / 7 + square * (1 / 9))))
    return whole * LN2 + 2.0 * t * series


def exponential(x: float) -> float:
    """The power of e, to ten digits, where it lies between e^-40 and e^40."""
    x = min(max(x, -FAR), FAR)
    halves = int((x + FAR) / LN2)  # whole doublings, counted from the least power
    rest = x + FAR - halves * LN2
    series = 1.0
    for n in range(11, 0, -1):
        series = 1.0 + series * rest * PARTS[n]
    for _ in range(halves % 8):
        series *= 2.0
    for _ in range(halves // 8):
        series *= 256.0
    return series * 4.248354255291589e-18  # e^-40
