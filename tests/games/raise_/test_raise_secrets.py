"""Raise: what a seat or a spectator sees does not depend on what it cannot see."""

from __future__ import annotations

import random
from collections import Counter

from every import Case, cases, walk

from ludotheque import CHANCE, SPECTATOR, load
from ludotheque.games.raise_ import rules
from ludotheque.games.raise_.equipment import DECK
from ludotheque.parts import has

POSITIONS = 10_000
game = load("raise")


def test_a_redeal_changes_neither_views_nor_legal_actions(long: bool) -> None:
    wanted = POSITIONS if long else POSITIONS // 10
    dice = random.Random(27)
    every = cases(("raise",))
    checked = changed = number = 0
    while checked < wanted:
        for s, _ in walk(every[number % len(every)], number):
            if s.player == CHANCE or dice.random() > 0.3:
                continue
            for seat in (*range(s.players), SPECTATOR):
                other = game.guess(game.observe(s, seat), seat, dice)
                changed += other != s
                assert game.observe(other, seat) == game.observe(s, seat)
                view = game.observe(s, seat)
                assert game.text.status(view) == game.text.status(game.observe(other, seat))
                assert game.prompt(view) == game.prompt(game.observe(other, seat))
                if s.player == seat:
                    assert game.legal_actions(other) == game.legal_actions(s)
                    assert game.legal_actions(view) == game.legal_actions(s)
            checked += 1
        number += 1
    assert changed > wanted, "the redeal hardly ever deals anything else"


def test_a_redeal_keeps_to_the_deck() -> None:
    dice = random.Random(5)
    for s, _ in walk(Case("raise", 4, ()), 3):
        other = game.guess(game.observe(s, 1), 1, dice)
        for seat in range(4):
            assert sum(other.hand[seat]) == s.cards[seat]
            for card in range(rules.CARDS):
                laid = has(other.has_laid, seat) and other.laid[seat] == card
                used = other.hand[seat][card] + other.played[seat][card] + laid
                assert 0 <= used <= rules.COPIES[card]


def test_a_redeal_is_by_the_odds() -> None:
    """A hidden card is each of the unplayed ones with equal chance."""
    s = next(s for s, _ in walk(Case("raise", 2, ()), 1) if s.phase == rules.LAYING)
    dice, seen = random.Random(8), Counter[int]()
    for _ in range(4_000):
        other = game.guess(game.observe(s, 0), 0, dice)
        seen.update({card: n for card, n in enumerate(other.hand[1]) if n})
    total = sum(seen.values())
    for card in range(rules.CARDS):
        assert abs(seen[card] / total - rules.COPIES[card] / DECK) < 0.012


def test_a_spectator_sees_no_hand_and_no_card_laid_face_down() -> None:
    for s, _ in walk(Case("raise", 3, ()), 2):
        view = game.observe(s, SPECTATOR)
        assert all(n == -1 for row in view.hand[:3] for n in row)
        assert set(view.laid) == {-1}
        assert game.read(game.draw(view)) == view
