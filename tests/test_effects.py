"""What is told of an action is what happened: for every game, to every onlooker."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from every import OURS, Case, cases, walk

from ludotheque import SPECTATOR, load
from ludotheque.effects import Effect, kinds_of
from ludotheque.log import read
from ludotheque.state import clone
from ludotheque.words.messages import catalogue

FEW, MANY = 20, 2_000  # games of each game


def games_of(name: str, long: bool) -> list[tuple[Case, int]]:
    """So many games, all cases in turn."""
    every = cases((name,))
    return [(every[n % len(every)], n) for n in range(MANY if long else FEW)]


def steps(case: Case, number: int) -> Iterator[tuple[Any, int, Any]]:
    """A random game, action by action: the state before, the action, the state after."""
    before, last = None, -1
    for s, action in walk(case, number):
        if before is not None:
            yield before, last, s
        before, last = clone(s), action


def carried_out(game: Any, view: Any, effects: list[Effect]) -> dict[str, Any]:
    """The fields that are drawn, after some effects on a view."""
    part, view = game.part("effects"), clone(view)
    for effect in effects:
        part.carry_out(view, effect)
    return {name: getattr(view, name) for name in part.DRAWN}


@pytest.mark.parametrize("name", OURS)
def test_the_effects_lead_from_the_view_before_to_the_view_after(name: str, long: bool) -> None:
    for case, number in games_of(name, long):
        game = case.game
        drawn = game.part("effects").DRAWN
        for before, action, after in steps(case, number):
            for seat in (*range(after.players), SPECTATOR):
                new = game.observe(after, seat)
                effects = game.effects(before, action, after, seat)
                wanted = {field: getattr(new, field) for field in drawn}
                assert carried_out(game, game.observe(before, seat), effects) == wanted, effects
                if game.is_open:
                    break  # all see the same


SECRET = [name for name in OURS if load(name).rules.SECRETS]


@pytest.mark.parametrize("name", SECRET)
def test_what_a_seat_is_told_does_not_depend_on_what_it_cannot_see(name: str, long: bool) -> None:
    dice, compared, hidden = random.Random(5), 0, 0
    for case, number in games_of(name, long):
        game = case.game
        for s, action in walk(case, number):
            if action < 0 or dice.random() > 0.3:
                continue
            seat = dice.choice((*range(s.players), SPECTATOR))
            is_hidden = game.witness(s) not in (None, seat)
            other = game.guess(game.observe(s, seat), seat, dice)
            legal = game.legal_actions(other)
            if not is_hidden and action not in legal:
                continue  # what somebody else did shows what it held
            played = dice.choice(legal) if is_hidden else action
            after, others = game.after(s, action), game.after(other, played)
            if game.observe(after, seat) == game.observe(others, seat):
                told = game.effects(s, action, after, seat)
                again = game.effects(other, played, others, seat)
                assert repr(told).encode() == repr(again).encode()
                compared, hidden = compared + 1, hidden + (is_hidden and played != action)
    assert compared > 200
    assert hidden > 50, "hardly anything was hidden"


@pytest.mark.parametrize("name", OURS)
def test_every_kind_of_effect_is_seen_and_has_its_sentence(name: str) -> None:
    part = load(name).part("effects")
    kinds = set(kinds_of(part))
    seen: set[type[Effect]] = set()
    for file in sorted((Path(__file__).parent / "plays" / name).glob("*.play")):
        play = read(file)
        states = list(play.states())
        for before, action, after in zip(states, play.actions, states[1:], strict=False):
            seen |= {type(effect) for effect in play.game.effects(before, action, after)}
    assert seen == kinds
    told = {f"{name}.does.{kind.kind}" for kind in kinds if kind.is_told}
    assert {key for key in catalogue("fr") if key.startswith(f"{name}.does.")} == told
