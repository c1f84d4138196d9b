"""Bots know no more than their seat: what is hidden changes no choice."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from every import WITH_SECRETS, cases
from positions import Decision, decisions, names_of_bots, shrink_levels

from ludotheque import SPECTATOR, load
from ludotheque.bots import bot
from ludotheque.bots.search import SearchBot, Settings
from ludotheque.fast.compiled import with_rules
from ludotheque.fast.records import array_of
from ludotheque.luck import seed_of
from ludotheque.packing import pack
from ludotheque.state import clone

game = load(WITH_SECRETS)
CASES = cases((WITH_SECRETS,))


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


# ---- the redeal


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
