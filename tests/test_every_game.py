"""The laws that hold for every game, number of players and option."""

from __future__ import annotations

import random
from typing import Any

import pytest
from every import GAMES, Case, cases, walk

from ludotheque import CHANCE, NOBODY, SPECTATOR, UNKNOWN, Game, load
from ludotheque.packing import pack, unpack
from ludotheque.state import clone, shapes

SAMPLED = 5  # positions of a game in which the slower laws are checked
THOROUGH = 20  # games of each case, of very many, in which so many positions are checked


def games_of(long: bool) -> int:
    return 2_000 if long else 4


def check_ends(game: Game, s: Any) -> None:
    assert bool(game.legal_actions(s)) == (s.player != NOBODY)
    assert s.plies < game.rules.PLIES


def check_odds(game: Game, s: Any) -> None:
    for action in range(game.rules.DRAWS):
        legal = s.player == CHANCE and game.rules.legal(s, action)
        assert (game.rules.odds(s, action) > 0) == legal


def check_record(game: Game, s: Any) -> None:
    assert unpack(game.rules.State, pack(s)) == s
    most = game.seats[1]
    for shape in shapes(type(s)):
        if shape.per_seat:
            each = shape.shape[0] // most
            for unused in getattr(s, shape.name)[each * s.players :]:
                flat = unused if isinstance(unused, list) else [unused]
                assert set(flat) == {shape.fill}, f"{shape.name} of an empty seat"


def check_words(game: Game, s: Any) -> None:
    said = game.said(s)
    assert len(set(said)) == len(said)
    for action, text in zip(game.legal_actions(s), said, strict=True):
        assert game.parse(s, text) == action
        assert game.tell(s, action).text("fr")
        assert game.tell(s, action).text("en")
    places = {tuple(game.at(s, action)) for action in game.legal_actions(s)}
    assert len(places) == len(said), "two actions at the same places"
    assert not {place[:-1] for place in places} & places, "an action on the way to another"
    assert game.read(game.draw(s)) == s
    for words in (game.prompt(s), *game.text.status(s)):
        assert words.text("fr")
        assert words.text("en")


def check_why_not(game: Game, s: Any, dice: random.Random) -> None:
    legal = set(game.legal_actions(s))
    for action in {-1, *dice.sample(range(game.rules.ACTIONS), 2), game.rules.ACTIONS + 60}:
        refusal = game.why_not(s, action)
        assert (refusal is None) == (action in legal)
        if refusal is not None:
            assert refusal.sentence("fr") != refusal.sentence("en")
            known = {game.prefix, *(ruling.id for ruling in game.rulings)}
            assert refusal.ruling in known


def hidden(view: Any, name: str) -> set[tuple[int, ...]]:
    """Where a field of a view is `UNKNOWN`."""
    value = getattr(view, name)
    if isinstance(value, int):
        return {()} if value == UNKNOWN else set()
    rows = [row if isinstance(row, list) else [row] for row in value]
    return {(i, j) for i, row in enumerate(rows) for j, n in enumerate(row) if n == UNKNOWN}


def check_views(game: Game, s: Any) -> None:
    spectator = game.observe(s, SPECTATOR)
    for seat in range(s.players):
        view = game.observe(s, seat)
        assert game.observe(view, seat) == view
        assert game.observe(view, SPECTATOR) == spectator
        for shape in shapes(type(s)):
            assert hidden(view, shape.name) <= hidden(spectator, shape.name)
        if s.player == seat:
            assert game.legal_actions(view) == game.legal_actions(s)
    if not game.rules.SECRETS:
        assert spectator == s


def check_redealt(game: Game, s: Any, dice: random.Random) -> None:
    for seat in (*range(s.players), SPECTATOR):
        view = game.observe(s, seat)
        other = game.guess(view, seat, dice)
        assert game.observe(other, seat) == view
        if s.player in (seat, NOBODY):
            assert game.legal_actions(other) == game.legal_actions(s)
            assert game.prompt(other) == game.prompt(s)


def check_symmetries(game: Game, s: Any) -> None:
    legal = game.legal_actions(s)
    for image, to in game.part("symmetry").symmetries(s):
        assert sorted(to[action] for action in legal) == game.legal_actions(image)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_the_laws_hold(case: Case, long: bool) -> None:
    game, dice = case.game, random.Random(str(case))
    symmetric = game.part("symmetry") is not None
    for number in range(games_of(long)):
        actions: list[int] = []
        thorough = number < THOROUGH  # of many more games, only one position each
        chosen = {dice.randrange(400) for _ in range(SAMPLED if thorough else 1)}
        chosen |= {0, 1} if thorough else set()
        s: Any = None
        for s, action in walk(case, number):
            if s.plies in chosen or (s.player == NOBODY and thorough):
                before = clone(s)
                check_ends(game, s)
                check_odds(game, s)
                check_record(game, s)
                check_words(game, s)
                check_why_not(game, s, dice)
                check_views(game, s)
                if game.rules.SECRETS:
                    check_redealt(game, s, dice)
                if symmetric:
                    check_symmetries(game, s)
                assert s == before, "a question changed the state"
            if action >= 0:
                actions.append(action)
        assert s.plies == len(actions) < game.rules.PLIES
        check_result(game, s)
        if number < 3:
            assert game.replay(case.start(first=number), actions) == s


def check_result(game: Game, s: Any) -> None:
    payoffs = [game.payoff(s, seat) for seat in range(s.players)]
    if s.players > 1:
        assert sum(payoffs) == 60
        assert {seat for seat, n in enumerate(payoffs) if n} == {
            seat for seat in range(s.players) if s.winners >> seat & 1
        }
    else:
        assert payoffs == [game.score(s, 0)]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_at_its_bound_is_shared_by_all(name: str) -> None:
    game = load(name)
    s = game.start(game.seats[1])
    s.plies = game.rules.PLIES - 1
    s = game.after(s, game.legal_actions(s)[0])
    assert game.over(s)
    assert [game.payoff(s, seat) for seat in range(s.players)] == [60 // s.players] * s.players


@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_secrets_says_which_fields_are_seen(name: str) -> None:
    game = load(name)
    seen = {shape.seen for shape in shapes(game.rules.State)}
    if game.rules.SECRETS:
        assert None not in seen, "a field does not say who sees it"
        assert seen & {"owner", "nobody"}
        assert game.part("guess") is not None
    else:
        assert not seen & {"owner", "nobody"}


@pytest.mark.parametrize("name", GAMES)
def test_after_leaves_the_state_it_was_given_alone(name: str) -> None:
    game = load(name)
    s = game.start()
    before = clone(s)
    game.after(s, game.legal_actions(s)[0])
    assert s == before
