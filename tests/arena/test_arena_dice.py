"""The dice of a deal: one stream for each kind of draw, none of which drifts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import pytest

from ludotheque import load
from ludotheque.arena.dice import Dice, Kind, kind_of, number_of
from ludotheque.game import Game
from ludotheque.luck import seed_of
from ludotheque.parts import CHANCE

Policy = Callable[[list[int]], int]  # which of the legal actions
PLIES = 400  # enough to see; whoever turns cards for ever would never end


def drawn(game: Game, players: int, policies: dict[int, Policy], deal: int) -> dict[Kind, Any]:
    """What chance does in a game, kind by kind; a seat without a policy is bold."""
    s = game.start(players)
    dice = Dice(game, deal)
    found: dict[Kind, Any] = defaultdict(list)
    while not game.over(s) and s.plies < PLIES:
        if s.player == CHANCE:
            kind, action = kind_of(game, s), dice.draw(s)
            found[kind].append(action)
        else:
            legal = game.legal_actions(s)
            action = policies.get(s.player, bold)(legal)
        game.rules.apply(s, action)
    return found


def bold(actions: list[int]) -> int:
    return actions[0]


def shy(actions: list[int]) -> int:
    return actions[-1]


@pytest.mark.parametrize("deal", range(5))
def test_the_dice_and_the_stakes_of_raise_are_the_same_whatever_is_bid(deal: int) -> None:
    game = load("raise")
    one = drawn(game, 3, {}, seed_of(4, deal))
    other = drawn(game, 3, {0: shy, 1: shy}, seed_of(4, deal))
    cards = {kind for kind in one if kind[1] >= 0}
    assert len(cards) == 3, "each seat draws from a pile of its own"
    open_kinds = set(one) - cards
    assert len(open_kinds) == 2, "point cards and dice are drawn for nobody"
    for kind in open_kinds:
        both = min(len(one[kind]), len(other[kind]))
        assert one[kind][:both] == other[kind][:both]
    for kind in cards:
        assert one[kind][:6] == other[kind][:6], "the first hand"
    assert one != other


@pytest.mark.parametrize("deal", range(5))
def test_a_seat_that_turns_more_cards_leaves_the_others_theirs(deal: int) -> None:
    game = load("quinze")
    greedy = drawn(game, 3, {0: bold, 1: shy, 2: shy}, seed_of(4, deal))
    modest = drawn(game, 3, {0: shy, 1: shy, 2: shy}, seed_of(4, deal))
    assert set(greedy) == {(0, seat) for seat in range(3)}
    for seat in (1, 2):
        both = min(len(found[0, seat]) for found in (greedy, modest))
        assert greedy[0, seat][:both] == modest[0, seat][:both]


def test_two_deals_have_different_dice_and_one_deal_the_same() -> None:
    game = load("rafletout")
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
    game = load("raise")
    s = game.start(2)
    ways = game.odds(s)
    total = sum(ways.values())
    seen = Counter(Dice(game, seed_of(3, deal)).draw(s) for deal in range(3000))
    assert set(seen) <= set(ways)
    for action, n in ways.items():
        assert abs(seen[action] - 3000 * n / total) < 5 * (3000 * n / total) ** 0.5
