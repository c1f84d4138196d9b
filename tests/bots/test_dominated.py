"""What no level does: the laws for every game that says what that is."""

from __future__ import annotations

import random

import pytest
from every import GAMES, Case, cases
from positions import decisions, shrink_levels

from ludotheque import exact, load
from ludotheque.bot_names import levels
from ludotheque.bots import bot
from ludotheque.bots.level import sensible

JUDGED = [name for name in GAMES if load(name).part("dominated") is not None]
FINE = 1e-9


def some(name: str) -> list[Case]:
    """A game as it is usually played, with each option, and with every number of players."""
    return list(cases((name,)))


@pytest.mark.parametrize("name", JUDGED)
def test_something_is_always_left_to_do(name: str) -> None:
    is_dominated = load(name).part("dominated").is_dominated
    found = 0
    for number, case in enumerate(some(name)):
        for position in decisions(case, number, every=3):
            legal = position.game.legal_actions(position.view)
            without = [action for action in legal if is_dominated(position.view, action)]
            assert len(without) < len(legal), position.game.draw(position.state)
            found += len(without)
    assert found > 0, "it never has anything to say"


@pytest.mark.parametrize("name", [name for name in JUDGED if load(name).rules.SECRETS])
def test_what_is_hidden_does_not_come_into_it(name: str) -> None:
    game, dice = load(name), random.Random(5)
    for number, case in enumerate(some(name)):
        for _, view, seat, s in decisions(case, number, every=3):
            legal = game.legal_actions(view)
            seen = sensible(game, view, legal)
            assert sensible(game, s, legal) == seen
            assert sensible(game, game.guess(view, seat, dice), legal) == seen


@pytest.mark.parametrize("name", [name for name in JUDGED if exact.has_solver(load(name))])
def test_where_the_truth_is_known_nothing_is_lost_by_it(name: str) -> None:
    """What is left out is never better than what is left; with somebody alone, its score."""
    game, told = load(name), 0
    high = game.seats[1]
    for players in range(2, high + 1):
        for number in range(3 if exact.has_solver(game) else 0):
            for _, view, seat, _ in decisions(Case(name, players, ()), number):
                legal = game.legal_actions(view)
                sane = sensible(game, view, legal)
                known = exact.shares(game, view) if len(sane) < len(legal) else None
                if known is None:
                    continue
                told += 1
                best = max(known[action][seat] for action in sane)
                assert best >= max(shares[seat] for shares in known.values()) - FINE
    assert told > 0


def check_levels(name: str, turns: int) -> None:
    """No level plays a dominated action in so many of its own turns, of games among its like."""
    game = load(name)
    is_dominated = game.part("dominated").is_dominated
    for n in range(1, len(levels(name)) + 1):
        done = number = 0
        while done < turns:
            case = some(name)[number % len(some(name))]
            for position in decisions(case, number, every=2):
                _, view, seat, _ = position
                action = bot(game, f"bot:{n}").act(view, seat, number)
                assert not is_dominated(view, action), game.draw(view)
                done += 1
                if done == turns:
                    break
            number += 1


@pytest.mark.parametrize("name", JUDGED)
def test_no_level_does_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shrink_levels(monkeypatch)
    check_levels(name, 60)


@pytest.mark.long
@pytest.mark.parametrize("name", JUDGED)
def test_no_level_does_it_in_many_turns(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shrink_levels(monkeypatch)
    check_levels(name, 10_000)
