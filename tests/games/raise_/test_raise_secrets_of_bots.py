"""Bots are handed no card that their seat does not see, and deal the others by the odds."""

from __future__ import annotations

import io
import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from math import exp, lgamma, log
from typing import Any

import pytest
from every import Case
from positions import decisions, first_decision

from ludotheque import UNKNOWN, load
from ludotheque.arena import games as playing
from ludotheque.arena.games import Batch, Key, run_batch
from ludotheque.arena.matches import spec_of
from ludotheque.bots import Bot
from ludotheque.games.raise_ import rules
from ludotheque.log import Play
from ludotheque.parts import has
from ludotheque.state import clone
from ludotheque.terminal import table as terminal
from ludotheque.terminal.screen import Screen

game = load("raise")


# ---- what is hidden is not handed over


def spy(seen: list[tuple[Any, int]]) -> Callable[..., Bot]:
    class Spy(Bot):
        def act(self, view: Any, seat: int, seed: int = 0) -> int:
            seen.append((clone(view), seat))
            return super().act(view, seat, seed)

        def choose(self, _view: Any, _seat: int, actions: list[int], seed: int) -> int:
            return actions[seed % len(actions)]

    return Spy


def check_views(seen: list[tuple[Any, int]], players: int) -> None:
    assert len(seen) > 20
    for view, seat in seen:
        assert view == game.observe(view, seat)
        others = [other for other in range(players) if other != seat]
        assert {card for other in others for card in view.hand[other]} == {UNKNOWN}
        assert {view.laid[other] for other in others} == {UNKNOWN}
        assert sum(view.hand[seat]) == view.cards[seat], "its own hand it sees"
    assert any(view.has_laid for view, _ in seen), "a card lay face down"


def test_the_arena_shows_a_bot_its_view_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Any, int]] = []
    monkeypatch.setattr(playing, "player", spy(seen))
    spec = spec_of(game, ("random", "random"), 3, 5, {}, each=False)
    run_batch(Batch(spec, (Key(0, 0, 0), Key(1, 0, 1))))
    check_views(seen, 3)


def test_the_table_shows_a_bot_its_view_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Any, int]] = []
    monkeypatch.setattr(terminal, "bot", spy(seen))
    play = Play(game, game.start(3), dict.fromkeys(range(3), "bot:1"))
    screen = Screen(io.StringIO(), io.StringIO())
    terminal.Table(play, screen, random.Random(3), None).run()
    check_views(seen, 3)


# ---- the redeal


def tail(statistic: float, freedom: int) -> float:
    """How often chi-square is at least that large, by the series of the incomplete gamma."""
    a, x = freedom / 2, statistic / 2
    term = total = 1.0
    for k in range(1, 1000):
        term *= x / (a + k)
        total += term
    return 1 - exp(a * log(x) - x - lgamma(a + 1)) * total


def test_the_tail_of_chi_square_is_that_of_the_tables() -> None:
    assert tail(3.841, 1) == pytest.approx(0.05, abs=1e-4)
    assert tail(18.307, 10) == pytest.approx(0.05, abs=1e-4)
    assert tail(61.098, 30) == pytest.approx(0.0007, abs=3e-4)


def fits(found: Counter[Any], odds: dict[Any, float]) -> float:
    """How likely it is that what is found is so far from the odds."""
    n = sum(found.values())
    assert sum(odds.values()) == pytest.approx(1)
    assert set(found) <= set(odds), "dealt what cannot be"
    assert min(odds.values()) * n >= 5, "too few for the test"
    statistic = sum((found[key] - n * p) ** 2 / (n * p) for key, p in odds.items())
    return tail(statistic, len(odds) - 1)


def few_left() -> tuple[Any, list[int]]:
    """The other seat holds two cards and has laid one; six of its deck have not been played."""
    s = first_decision("raise", 2).state
    seat, other = s.player, 1 - s.player
    unplayed = [0, 1, 1, 4, 4, 16]
    s.played[other] = [copies - unplayed.count(card) for card, copies in enumerate(rules.COPIES)]
    s.cards[other], s.pile[other] = 2, 3
    s.has_laid = 1 << other
    view = game.observe(s, seat)
    assert min(s.played[other]) >= 0
    return view, unplayed


def hand_and_laid(s: Any, other: int) -> tuple[tuple[int, ...], int]:
    return tuple(s.hand[other]), s.laid[other]


def test_a_redeal_has_exactly_the_odds_of_a_shuffled_deck() -> None:
    view, unplayed = few_left()
    other = 1 - view.player
    odds: Counter[Any] = Counter()
    deals = list(permutations(unplayed, 3))
    for first, second, laid in deals:
        hand = tuple((first, second).count(card) for card in range(len(rules.COPIES)))
        odds[hand, laid] += 1
    dice, found = random.Random(12), Counter[Any]()
    for _ in range(8_000):
        found[hand_and_laid(game.guess(view, view.player, dice), other)] += 1
    p = fits(found, {key: n / len(deals) for key, n in odds.items()})
    assert 1e-4 < p < 1 - 1e-4


def test_a_redeal_leaves_what_is_seen() -> None:
    for position in decisions(Case("raise", 4, ()), 8):
        redealt = game.guess(position.view, position.seat, random.Random(4))
        assert game.observe(redealt, position.seat) == position.view
        for seat in range(4):
            assert sum(redealt.hand[seat]) == redealt.cards[seat]
            assert (redealt.laid[seat] != UNKNOWN) == has(redealt.has_laid, seat)
