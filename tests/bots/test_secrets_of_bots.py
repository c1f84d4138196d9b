"""Bots know no more than their seat: what is hidden changes no choice, and is never handed over."""

from __future__ import annotations

import io
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations
from math import exp, lgamma, log
from typing import Any

import numpy as np
import pytest
from every import Case, cases
from positions import Decision, decisions, first_decision, names_of_bots, shrink_levels

from ludotheque import SPECTATOR, UNKNOWN, load
from ludotheque.arena import games as playing
from ludotheque.arena.games import Batch, Key, run_batch
from ludotheque.arena.matches import spec_of
from ludotheque.bots import Bot, bot
from ludotheque.bots.search import SearchBot, Settings
from ludotheque.fast.compiled import with_rules
from ludotheque.fast.records import array_of, pack
from ludotheque.games.raise_ import rules
from ludotheque.log import Play
from ludotheque.luck import seed_of
from ludotheque.parts import has
from ludotheque.state import clone
from ludotheque.terminal import table as terminal
from ludotheque.terminal.screen import Screen

game = load("raise")
CASES = cases(("raise",))


# ---- what is hidden changes nothing


def many_decisions(wanted: int) -> Iterator[Decision]:
    number = found = 0
    while True:
        for position in decisions(CASES[number % len(CASES)], number, every=3):
            yield position
            found += 1
            if found == wanted:
                return
        number += 1


def check_choices(wanted: int) -> None:
    """Each bot chooses alike from its view, and from full states that look the same to it.

    The bots take turns: three of them in each position.
    """
    dice, changed = random.Random(31), 0
    names = names_of_bots(game)
    for n, position in enumerate(many_decisions(wanted)):
        _, view, seat, s = position
        redealt = game.guess(view, seat, dice)
        changed += redealt != s
        assert game.observe(redealt, seat) == view
        for name in (names[(3 * n + k) % len(names)] for k in range(3)):
            chosen = bot(game, name).act(view, seat, n)
            for other in (s, redealt):
                assert bot(game, name).act(other, seat, n) == chosen, f"{name} has peeked"
    assert changed > 0.9 * wanted, "the redeal hardly ever deals anything else"


def test_what_is_hidden_changes_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    shrink_levels(monkeypatch)
    check_choices(300)


@pytest.mark.long
def test_what_is_hidden_changes_no_choice_in_many_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shrink_levels(monkeypatch)
    check_choices(10_000)


def test_what_is_hidden_changes_no_thought() -> None:
    for position in many_decisions(40):
        other = game.guess(position.view, position.seat, random.Random(1))
        thoughts = [
            SearchBot(game, "x", Settings(100)).thoughts(seen, position.seat, 5)
            for seen in (position.view, position.state, other)
        ]
        assert thoughts[0] == thoughts[1] == thoughts[2]


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
    monkeypatch.setattr(playing, "bot", spy(seen))
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


def test_the_compiled_redeal_is_the_interpreted_one() -> None:
    part = game.part("guess")
    fast = with_rules(part, game.rules).guess
    checked = 0
    for case in CASES:
        for number, position in enumerate(list(decisions(case, 5))[::5][:6]):
            for seat in (*range(case.players), SPECTATOR):
                view = game.observe(position.state, seat)
                slow, rng = clone(view), [seed_of(9, number)]
                records, fast_rng = array_of([view]), np.array(rng)
                part.guess(slow, seat, rng)
                fast(records[0], seat, fast_rng)
                assert records[0].tobytes() == pack(slow)
                assert int(fast_rng[0]) == rng[0]
                checked += slow != view
    assert checked > 300


def test_a_redeal_leaves_what_is_seen() -> None:
    for position in decisions(Case("raise", 4, ()), 8):
        redealt = game.guess(position.view, position.seat, random.Random(4))
        assert game.observe(redealt, position.seat) == position.view
        for seat in range(4):
            assert sum(redealt.hand[seat]) == redealt.cards[seat]
            assert (redealt.laid[seat] != UNKNOWN) == has(redealt.has_laid, seat)
