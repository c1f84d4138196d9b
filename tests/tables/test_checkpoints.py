"""Moments of a long game: found from states that are kept, right after any undo."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from every import FOR_THREE

from ludotheque.game import load
from ludotheque.tables.checkpoints import EVERY, Moments
from ludotheque.tables.table import Table

GAME = load(FOR_THREE)


def played(count: int, seed: int = 0) -> Table:
    """A table after so many actions, by chance."""
    dice = random.Random(seed)
    table = Table("t")
    table._game = GAME
    table.start = table.s = GAME.start(4)
    while len(table.actions) < count:
        table.step(dice.choice(GAME.legal_actions(table.s)))
    return table


def at(moments: Moments, table: Table, n: int) -> Any:
    return asyncio.run(moments.at(table, n))


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many actions were played again, each time."""
    counted: list[int] = []
    replay = type(GAME).replay

    def counting(game: Any, s: Any, actions: list[int]) -> Any:
        counted.append(len(actions))
        return replay(game, s, actions)

    monkeypatch.setattr(type(GAME), "replay", counting)
    return counted


def test_every_moment_is_what_playing_it_again_gives() -> None:
    table, moments = played(150), Moments()
    s = table.start
    states = [s]
    for action in table.actions:
        s = GAME.after(s, action)
        states.append(s)
    order = list(range(151))
    random.Random(1).shuffle(order)
    for n in order:
        assert at(moments, table, n) == states[n]


def test_a_long_game_is_played_again_only_once(replays: list[int]) -> None:
    table, moments = played(600), Moments()
    at(moments, table, 600)
    assert sum(replays) == 600
    replays.clear()
    for n in range(0, 601, 7):
        assert moments.work(n) == n % EVERY
        at(moments, table, n)
    assert max(replays) < EVERY


def test_after_an_undo_only_what_is_still_true_is_kept(replays: list[int]) -> None:
    table, moments = played(200), Moments()
    at(moments, table, 200)
    other = played(100)
    other.start = table.start
    assert other.actions == table.actions[:100]
    dice = random.Random(9)
    while len(other.actions) < 200:
        other.step(dice.choice(GAME.legal_actions(other.s)))
    replays.clear()
    assert at(moments, other, 200) == other.s
    assert sum(replays) == 200 - 100 // EVERY * EVERY
    assert at(moments, table, 200) == table.s


@pytest.mark.anyio
async def test_others_have_their_turn_while_a_long_game_is_played_again() -> None:
    table, moments, turns = played(640), Moments(), 0

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    task = asyncio.create_task(others())
    assert await moments.at(table, 640) == table.s
    task.cancel()
    assert turns >= 640 // EVERY


@pytest.mark.anyio
async def test_several_look_at_the_same_game_at_once() -> None:
    table, moments = played(300), Moments()
    found = await asyncio.gather(*(moments.at(table, n) for n in (300, 150, 300, 10)))
    assert found == [GAME.replay(table.start, table.actions[:n]) for n in (300, 150, 300, 10)]
