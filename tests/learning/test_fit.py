"""Fitting: the slope is that of the loss, what can be found is found, and chance is not learned."""

from __future__ import annotations

import numpy as np
import pytest

from ludotheque.learning.fit import Net, begin, fit, loss, shares, slope
from ludotheque.learning.play import Samples

FACTS, UNITS = 5, 3


def drawn(positions: int, players: int, seed: int) -> Samples:
    """Positions in which the first fact of a seat says how strong it is, and the rest nothing."""
    draw = np.random.default_rng(seed)
    facts = draw.normal(size=(positions, players, FACTS)).astype(np.float32)
    power = np.exp(2 * facts[:, :, 0])
    chance = power / power.sum(axis=1, keepdims=True)
    winners = np.array([draw.choice(players, p=row / row.sum()) for row in chance])
    ends = np.eye(players, dtype=np.float32)[winners]
    games = np.arange(positions, dtype=np.float32)
    return Samples(facts, ends, np.zeros(positions, np.float32), games)


def test_the_slope_is_that_of_the_loss() -> None:
    found = drawn(40, 3, 1)
    facts, wanted = found.facts.astype(float), found.shares.astype(float)
    net = begin(FACTS, UNITS, 2)
    tried = slope(net, facts, wanted)
    for part, gradient in zip(net, tried, strict=True):
        for at in np.ndindex(part.shape):
            kept = part[at]
            part[at] = kept + 1e-6
            above = loss(net, facts, wanted)
            part[at] = kept - 1e-6
            below = loss(net, facts, wanted)
            part[at] = kept
            assert (above - below) / 2e-6 == pytest.approx(gradient[at], abs=1e-4)


def test_what_tells_the_winner_is_found() -> None:
    found = fit(drawn(4000, 3, 3), UNITS, 4)
    fresh = drawn(2000, 3, 5)
    facts = fresh.facts.astype(float)
    truth = Net(np.eye(FACTS)[0] * 2, np.zeros(1), np.zeros(1), np.zeros((1, FACTS)))
    best = loss(truth, facts, fresh.shares.astype(float))
    assert loss(found.net, facts, fresh.shares.astype(float)) < best + 0.01 < found.fair


def test_where_nothing_tells_it_everybody_gets_nearly_an_equal_share() -> None:
    found = drawn(2000, 2, 6)
    blind = Samples(found.facts, np.roll(found.shares, 7, axis=0), found.plies, found.game)
    net = fit(blind, UNITS, 7).net
    assert np.abs(shares(net, blind.facts.astype(float)) - 0.5).mean() < 0.1


def test_the_same_seed_fits_the_same() -> None:
    samples = drawn(500, 2, 8)
    one, other = fit(samples, UNITS, 9, most=3), fit(samples, UNITS, 9, most=3)
    assert all((a == b).all() for a, b in zip(one.net, other.net, strict=True))
