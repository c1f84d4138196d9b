"""What a seat cannot see, dealt again: every guess is a game that can be played to its end."""

from __future__ import annotations

import random
from typing import Any

import pytest
from every import Case, cases, walk

from ludotheque import CHANCE, SPECTATOR, Game
from ludotheque.state import clone

SHARE = 0.04  # of all positions that are looked at while one works; in the long run, all
SHARE_OF_OPEN = 0.004  # where all is open a guess deals nothing again, and the laws have played it


def play_out(game: Game, s: Any, dice: random.Random) -> Any:
    """A random game from a position to its end."""
    rng, kernel, apply = [dice.getrandbits(40)], game.playout, game.rules.apply
    while not game.over(s):
        action = kernel.choose(s, rng)
        assert action >= 0, f"dead end:\n{game.draw(s)}"
        apply(s, action)
    return s


@pytest.mark.parametrize("case", cases(), ids=str)
def test_every_guess_can_be_played_to_its_end(case: Case, long: bool) -> None:
    game, dice = case.game, random.Random(str(case))
    share = SHARE if game.rules.SECRETS else SHARE_OF_OPEN
    for s, _ in walk(case, 5):
        if not long and s.plies and dice.random() > share:
            continue
        for seat in (*range(s.players), SPECTATOR):
            view = game.observe(s, seat)
            guessed = game.guess(view, seat, dice)
            assert game.observe(guessed, seat) == view
            assert game.over(play_out(game, guessed, dice))


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_view_excludes_nothing_that_may_be_drawn_and_names_only_what_there_is(
    case: Case, long: bool
) -> None:
    game, dice = case.game, random.Random(str(case))
    for s, _ in walk(case, 6):
        if s.player != CHANCE or (not long and dice.random() > SHARE):
            continue
        for seat in (*range(s.players), SPECTATOR):
            view = game.observe(s, seat)
            found = set(game.odds(view))
            assert {*game.odds(s)} | {*game.odds(game.guess(view, seat, dice))} <= found
            assert not [said for said in game.said(view) if said.startswith("- #")]


def undone(game: Game, states: list[Any], actions: list[int], seat: int) -> int | None:
    """How many actions stay if a seat takes its last choice back; None if it may not."""
    for to in range(len(actions) - 1, -1, -1):
        if not game.can_undo(states[to], actions[to]):
            return None
        if states[to].player == seat:
            return to
    return None


@pytest.mark.parametrize("case", cases(), ids=str)
def test_nothing_that_a_seat_has_seen_is_ever_taken_back(case: Case, long: bool) -> None:
    """Whatever lay hidden, it would have seen the same since the choice that it takes back."""
    game, dice = case.game, random.Random(str(case))
    states: list[Any] = []
    actions: list[int] = []
    for s, action in walk(case, 7):
        states.append(clone(s))
        for seat in range(s.players) if not game.over(s) else ():
            to = undone(game, states, actions, seat)
            if to is None or not (long or dice.random() < 0.3):
                continue
            assert all(before.player != CHANCE for before in states[to:-1])
            other = game.guess(game.observe(states[to], seat), seat, dice)
            for before, done in zip(states[to:], actions[to:], strict=False):
                hidden = game.witness(before) not in (None, seat)
                options = game.legal_actions(other)
                assert hidden or done in options
                other = game.after(other, dice.choice(options) if hidden else done)
            assert game.observe(other, seat) == game.observe(s, seat)
        actions.append(action)
