"""The log of this game as a seat may see it."""

from __future__ import annotations

from typing import Any

import pytest
from own_data import random_play

from ludotheque import CHANCE, SPECTATOR, load
from ludotheque.log import HIDDEN


def owner(before: Any, after: Any) -> int | None:
    """Whose secret an action of Raise was: a card drawn, or a first card laid."""
    rules = load("raise").rules
    if before.phase == rules.LAYING:
        return int(before.player)
    if before.phase == rules.DRAWING:
        return next(i for i in range(before.players) if after.hand[i] != before.hand[i])
    return None


@pytest.mark.parametrize("witness", [0, 1, 2, SPECTATOR])
def test_a_witness_sees_its_own_draws_and_first_cards_only(witness: int) -> None:
    play = random_play(load("raise"), load("raise").start(3, 2))
    states = list(play.states())
    whole, seen = play.lines(), play.lines(witness)
    at = whole.index("") + 1
    assert whole[:at] == seen[:at]
    hidden = shown = 0
    for i in range(len(play.actions)):
        secret = owner(states[i], states[i + 1])
        if secret in (None, witness):
            assert seen[at + i] == whole[at + i]
            shown += secret is not None
        else:
            who = "chance" if states[i].player == CHANCE else str(states[i].player + 1)
            assert seen[at + i] == f"{who} {HIDDEN}"
            hidden += 1
    assert hidden > 30
    assert bool(shown) == (witness != SPECTATOR)
    assert seen[at + len(play.actions) :] == whole[at + len(play.actions) :]
