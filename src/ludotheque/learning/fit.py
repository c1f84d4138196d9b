"""Fit the numbers of `kernels/value.py` to how games ended.

The loss is what the shares of the win would cost in bits if the net had announced them.  Some
games are held out: the numbers that do best on these are kept, so that more rounds do no harm.

In the literature: cross-entropy, stochastic gradient descent by Adam (Kingma & Ba 2015), and
early stopping (Prechelt 1998).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.learning.play import Samples

Array = NDArray[np.float64]
BATCH = 256
HELD_OUT = 8  # one game in so many
PATIENCE = 4  # rounds without a better fit of the games held out
DECAY = 1e-5
RATE, FADING, LATEST, TINY = 1e-2, 0.9, 0.999, 1e-8  # of Adam


class Net(NamedTuple):
    """The numbers, as arrays."""

    skip: Array  # [fact]
    out: Array  # [unit]
    shift: Array  # [unit]
    weights: Array  # [unit][fact]


class Fitted(NamedTuple):
    """What came of a fit."""

    net: Net
    loss: float  # on the games held out, in nats a position
    fair: float  # the same if everybody were given an equal share
    rounds: int


def begin(facts: int, units: int, seed: int) -> Net:
    """Small numbers drawn by chance."""
    draw = np.random.default_rng(seed)
    return Net(
        np.zeros(facts),
        draw.normal(0, 0.3, units),
        np.zeros(units),
        draw.normal(0, 1 / facts**0.5, (units, facts)),
    )


def strengths(net: Net, facts: Array) -> tuple[Array, Array]:
    """[position][seat] -> strength, and what each unit says."""
    units = np.maximum(facts @ net.weights.T + net.shift, 0)
    return facts @ net.skip + units @ net.out, units


def shares(net: Net, facts: Array) -> Array:
    """[position][seat] -> share of the win."""
    found, _ = strengths(net, facts)
    powers = np.exp(found - found.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True))


def loss(net: Net, facts: Array, wanted: Array) -> float:
    """The mean cost of what is announced."""
    return float(-(wanted * np.log(shares(net, facts) + 1e-12)).sum(axis=1).mean())


def slope(net: Net, facts: Array, wanted: Array) -> Net:
    """How the loss changes with each number."""
    _, units = strengths(net, facts)
    wrong = (shares(net, facts) - wanted) / len(facts)
    back = wrong[..., None] * net.out * (units > 0)
    flat, wrongs, backs = (by_seat(part) for part in (facts, wrong[..., None], back))
    return Net(
        (wrongs.T @ flat)[0] + DECAY * net.skip,
        (wrongs.T @ by_seat(units))[0] + DECAY * net.out,
        backs.sum(axis=0),
        backs.T @ flat + DECAY * net.weights,
    )


def by_seat(part: Array) -> Array:
    """[position][seat][...] as one long row of seats."""
    return part.reshape(-1, part.shape[-1])


def fit(
    samples: Samples,
    units: int,
    seed: int,
    start: Net | None = None,
    most: int = 40,
    progress: Callable[[int, float], object] = lambda _round, _loss: None,
) -> Fitted:
    """The numbers that foretell best how games end that were not learned from."""
    facts, wanted = samples.facts.astype(np.float64), samples.shares.astype(np.float64)
    held = samples.game.astype(int) % HELD_OUT == 0
    mine, test = np.flatnonzero(~held), np.flatnonzero(held)
    net = start or begin(facts.shape[2], units, seed)
    best, least, stale = net, loss(net, facts[test], wanted[test]), 0
    draw = np.random.default_rng(seed + 1)
    first = [np.zeros_like(part) for part in net]
    second = [np.zeros_like(part) for part in net]
    steps = done = 0
    while stale < PATIENCE and done < most:
        order = draw.permutation(mine)
        rate = RATE * 0.9**done
        for at in range(0, len(order), BATCH):
            rows = order[at : at + BATCH]
            steps += 1
            slopes = slope(net, facts[rows], wanted[rows])
            parts = []
            for n, (part, gradient) in enumerate(zip(net, slopes, strict=True)):
                first[n] = FADING * first[n] + (1 - FADING) * gradient
                second[n] = LATEST * second[n] + (1 - LATEST) * gradient**2
                pace = first[n] / (1 - FADING**steps)
                spread = np.sqrt(second[n] / (1 - LATEST**steps)) + TINY
                parts.append(part - rate * pace / spread)
            net = Net(*parts)
        done += 1
        now = loss(net, facts[test], wanted[test])
        progress(done, now)
        stale += 1
        if now < least - 1e-5:
            best, least, stale = net, now, 0
    fair = float(np.log(facts.shape[1]))
    return Fitted(best, least, fair, done)
