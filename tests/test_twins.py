"""The compiled twin does what the interpreted rules do, ply by ply, with every index checked."""

from __future__ import annotations

import numpy as np
import pytest
from every import FEWEST_CHOICES, GAMES, NO_LUCK, Case, cases, walk
from numba import njit

from ludotheque import load, luck, parts
from ludotheque.errors import BadRequest
from ludotheque.fast.batch import Batch, random_chunks, random_games
from ludotheque.fast.compiled import alone, twin
from ludotheque.fast.records import array_of
from ludotheque.luck import below, seed_of
from ludotheque.packing import pack
from ludotheque.parts import lowest, size

MASKED = 16  # legal actions are compared every so many plies


def lockstep(case: Case, number: int) -> int:
    """Play one game by both twins; the number of plies."""
    kernel = twin(case.game.rules, checked=True)
    fresh = case.game.rules.State()
    start = case.start(first=number)
    for name in ("players", "first", *case.game.options):
        setattr(fresh, name, getattr(start, name))
    table = array_of([fresh])
    kernel.begin(table, 0)
    legals = np.zeros(max(case.game.rules.ACTIONS, case.game.rules.DRAWS), np.int8)
    plies = 0
    for s, action in walk(case, number):
        assert pack(s) == table.tobytes(), f"at ply {s.plies}:\n{case.game.draw(s)}"
        if s.plies % MASKED == 0 or action < 0:
            kernel.mask(table, 0, legals)
            assert list(np.flatnonzero(legals)) == case.game.legal_actions(s)
        if action >= 0:
            kernel.step(table, 0, action)
            plies += 1
    return plies


@pytest.mark.parametrize("name", GAMES)
def test_the_twins_agree_after_every_action(name: str, long: bool) -> None:
    wanted = 10_000_000 if long else 10_000
    every = cases((name,))
    plies = number = 0
    while plies < wanted or number < len(every):
        plies += lockstep(every[number % len(every)], number)
        number += 1


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_is_the_same_game_in_both_twins(name: str) -> None:
    game = load(name)
    start = game.start(game.seats[1])
    results = random_games(game, start, 20, seed=5, first=100, checked=True)
    for i in range(20):
        s = game.start(game.seats[1])
        assert game.playout.play_out(s, [seed_of(5, 100 + i)])
        assert s.plies == results.plies[i]
        assert [game.payoff(s, seat) for seat in range(s.players)] == list(results.payoffs[i])
        assert [game.score(s, seat) for seat in range(s.players)] == list(results.scores[i])


def test_games_are_the_same_however_a_run_is_cut_up() -> None:
    game = load(FEWEST_CHOICES)
    start = game.start(3)
    whole = random_games(game, start, 5_000, seed=9)
    parts = list(random_chunks(game, start, 5_000, seed=9))
    assert len(parts) > 1
    assert np.array_equal(np.concatenate([part.plies for part in parts]), whole.plies)
    assert np.array_equal(np.concatenate([part.payoffs for part in parts]), whole.payoffs)


def test_a_batch_steps_many_games_together() -> None:
    game = load(NO_LUCK)
    batch = Batch(game, game.start(4), 3, checked=True)
    while batch.masks().any():
        batch.step(batch.masks().argmax(axis=1).astype(np.int64))
    s = game.start(4)
    while not game.over(s):
        s = game.after(s, game.legal_actions(s)[0])
    assert [batch.read(i) for i in range(len(batch))] == [s, s, s]


def test_sets_and_luck_compile_to_the_same_numbers() -> None:
    fast_parts, fast_luck = (alone(module, checked=True) for module in (parts, luck))
    count = njit(lambda things: 0 + fast_parts.size(things))
    first = njit(lambda things: 0 + fast_parts.lowest(things))
    rng, fast = [seed_of(1, 2)], np.array([seed_of(1, 2)])
    assert fast_luck.seed_of(1, 2) == rng[0]
    for n in range(1, 2_000):
        assert fast_luck.below(fast, n) == below(rng, n)
        things = rng[0] | 1 << n % 61
        assert count(things) == size(things)
        assert first(things) == lowest(things)


def test_a_batch_refuses_what_is_not_legal() -> None:
    game = load(NO_LUCK)
    batch = Batch(game, game.start(2), 3, checked=True)
    legal = game.legal_actions(game.start(2))[0]
    for actions, named in (([legal, 0, legal], "1"), ([legal] * 2, "3"), ([10**8] * 3, "0")):
        with pytest.raises(BadRequest) as problem:
            batch.step(np.array(actions))
        assert named in str(problem.value)
    assert batch.read(0) == game.start(2)
