"""What a match proves: intervals that hold the truth, ratings that find the strengths."""

from __future__ import annotations

import numpy as np
import pytest
from every import FOR_THREE, MOST_CHOICES, NO_LUCK, OURS

from ludotheque import load
from ludotheque.arena import match
from ludotheque.arena.games import Key, Result, Thought
from ludotheque.arena.matches import spec_of
from ludotheque.arena.rating import POINTS, chances, rate
from ludotheque.arena.seating import tables_of
from ludotheque.arena.standing import interval, share_of, standing_of, within

DEALS = {FOR_THREE: 10, MOST_CHOICES: 15}


def test_students_law() -> None:
    known = {2: 12.706, 6: 2.571, 7: 2.447, 11: 2.228, 31: 2.042, 101: 1.984, 10**6: 1.960}
    for n, t in known.items():
        assert within(n) == pytest.approx(t, abs=0.005)


def test_intervals_hold_the_truth_95_times_in_100() -> None:
    dice = np.random.default_rng(1)
    for deals, players in ((12, 2), (40, 2), (60, 4)):
        held = 0
        for _ in range(600):
            wins = dice.multinomial(1, [1 / players] * players, size=(deals, players))[:, :, 0]
            found = share_of(wins.mean(axis=1))
            assert found.low is not None
            assert found.high is not None
            held += found.low <= 1 / players <= found.high
        assert 0.92 < held / 600 < 0.995


def test_a_share_stays_between_nothing_and_all_and_is_never_quite_sure() -> None:
    always = share_of(np.ones(30))
    assert (always.mean, always.high) == (1.0, 1.0)
    assert always.low is not None
    assert 0.9 < always.low < 1
    once = share_of(np.array([0.5]))
    assert (once.low, once.high) == (None, None)


def test_a_mean_of_points_has_its_interval() -> None:
    found = interval(np.array([1.0, 2.0, 3.0]))
    assert found.mean == 2
    assert found.high == pytest.approx(2 + 4.303 / 3**0.5)


def test_between_equals_the_fair_share_lies_within() -> None:
    inside = 0
    for name in OURS:
        for seed in (1, 2):
            deals = DEALS.get(name, 30)
            game = load(name)
            players = max(2, game.seats[0])
            standing = match(game, ["random", "random"], deals * players, seed=seed, jobs=1)
            share = standing.rows[0].share
            assert share is not None
            assert share.low is not None
            assert share.high is not None
            inside += share.low <= standing.fair <= share.high
    assert inside >= 2 * len(OURS) - 1


# ---- ratings


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_fit_finds_the_strengths_that_made_the_results(players: int) -> None:
    strength = np.array([0.0, 0.5, -0.7, 1.2])
    tables = tables_of(4, players)
    seats = np.array([[table.count(bot) for bot in range(4)] for table in tables], dtype=float)
    chance = chances(strength, seats)
    dice = np.random.default_rng(players)
    wins = np.array([[dice.multinomial(players, row) for row in chance] for _ in range(400)])
    found = rate(wins.astype(float), seats, players)
    assert (found[0].points, found[0].error) == (0, 0)
    for rating, true in zip(found[1:], strength[1:], strict=True):
        assert abs(rating.points - true * POINTS) < 3 * rating.error
        assert 5 < rating.error < 30


def test_rating_errors_are_those_seen_from_match_to_match() -> None:
    seats = np.array([[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])
    chance = chances(np.array([0.0, 0.4, -0.4]), seats)
    dice = np.random.default_rng(5)
    made = [
        rate(
            np.array([[dice.multinomial(2, row) for row in chance] for _ in range(60)]) * 1.0,
            seats,
            2,
        )
        for _ in range(200)
    ]
    points = np.array([[rating.points for rating in found] for found in made])
    errors = np.array([[rating.error for rating in found] for found in made])
    assert points.std(axis=0)[1:] == pytest.approx(errors.mean(axis=0)[1:], rel=0.15)


def test_a_bot_that_always_wins_is_strong_but_not_infinitely_so() -> None:
    wins = np.tile([[2.0, 0.0]], (50, 1, 1))
    _, loser = rate(wins, np.array([[1.0, 1.0]]), 2)
    assert -1200 < loser.points < -600
    assert loser.error > 100


# ---- which games count


def test_only_complete_deals_count() -> None:
    spec = spec_of(load(NO_LUCK), ["random", "random"], 2, 0, {}, each=False)
    won = [60, 0]
    results = {
        key: Result(key, won, [20, 16], 32, [Thought(16, 1.0, 0.5), Thought(16, 2.0, 0.25)])
        for key in (Key(0, 0, 0), Key(0, 0, 1), Key(1, 0, 0), Key(7, 0, 0), Key(7, 0, 1))
    }
    standing = standing_of(spec, results, deals=3)
    assert (standing.deals, standing.games, standing.asked) == (1, 2, 6)
    assert not standing.complete
    first, second = standing.rows
    assert first.share is not None
    assert first.share.mean == 0.5, "seat 1 has won both games, and each bot has held it once"
    assert first.score.mean == 18
    assert first.margin.mean == 0
    assert first.turns == 32
    assert first.mean_ms == pytest.approx(1000 * 3 / 32)
    assert (first.max_ms, second.max_ms) == (500, 500)
    nothing = standing_of(spec, {}, deals=3)
    assert (nothing.games, nothing.rows) == (0, ())
