"""The dice of a deal: one stream for each kind of draw, none of which drifts."""

from __future__ import annotations

from collections import Counter

from every import FOR_THREE, WITH_SECRETS
from streams import drawn

from ludotheque import load
from ludotheque.arena.dice import Dice, number_of
from ludotheque.luck import seed_of


def test_two_deals_have_different_dice_and_one_deal_the_same() -> None:
    game = load(FOR_THREE)
    first, again, other = (drawn(game, 3, {}, deal) for deal in (1, 1, 2))
    assert first == again
    assert first != other


def test_numbers_of_a_kind_are_spread_evenly_and_kinds_differ() -> None:
    faces = Counter(number_of(7, (1, 2), n) * 6 >> 32 for n in range(6000))
    assert sorted(faces) == list(range(6))
    assert all(abs(count - 1000) < 130 for count in faces.values()), faces
    assert (
        len({number_of(7, (phase, seat), 0) for phase in range(9) for seat in range(-1, 6)}) == 63
    )


def test_chance_keeps_to_the_odds_of_the_moment() -> None:
    game = load(WITH_SECRETS)
    s = game.start(2)
    ways = game.odds(s)
    total = sum(ways.values())
    seen = Counter(Dice(game, seed_of(3, deal)).draw(s) for deal in range(3000))
    assert set(seen) <= set(ways)
    for action, n in ways.items():
        assert abs(seen[action] - 3000 * n / total) < 5 * (3000 * n / total) ** 0.5
