"""The log of this game as a seat may see it."""

from __future__ import annotations

from typing import Any

import pytest
from own_data import random_play

from ludotheque import CHANCE, SPECTATOR, LudothequeError, load
from ludotheque.log import HIDDEN, Play


def owner(before: Any, after: Any) -> int | None:
    """Whose secret an action of Raise stays: a card drawn; a first card is turned over."""
    rules = load("raise").rules
    if before.phase == rules.DRAWING:
        return next(i for i in range(before.players) if after.hand[i] != before.hand[i])
    return None


@pytest.mark.parametrize("witness", [0, 1, 2, SPECTATOR])
def test_a_witness_sees_its_own_draws_only_and_all_first_cards_in_the_end(witness: int) -> None:
    play = random_play(load("raise"), load("raise").start(3, 2))
    states = list(play.states())
    whole, seen = play.lines(), play.lines(witness)
    at = whole.index("") + 1
    assert whole[:at] == seen[:at]
    hidden = shown = 0
    for i in range(len(play.actions)):
        secret = owner(states[i], states[i + 1])
        if secret in (None, witness):
            assert seen[at + i] == whole[at + i]
            shown += secret is not None
        else:
            who = "chance" if states[i].player == CHANCE else str(states[i].player + 1)
            assert seen[at + i] == f"{who} {HIDDEN}"
            hidden += 1
    assert hidden > 30
    assert bool(shown) == (witness != SPECTATOR)
    assert seen[at + len(play.actions) :] == whole[at + len(play.actions) :]


def cut(play: Play, n: int) -> Play:
    """A game after so many actions."""
    return Play(play.game, play.start, actions=play.actions[:n])


def test_first_cards_are_told_once_they_are_turned_over() -> None:
    game = load("raise")
    play = random_play(game, game.start(3, 2))
    states: list[Any] = list(play.states())
    first = next(i for i, s in enumerate(states) if s.phase == game.rules.LAYING)
    for n in range(3):
        lines = cut(play, first + n + 1).lines(witness=SPECTATOR)
        told = [line.endswith(HIDDEN) for line in lines[-n - 3 : -2]]
        assert told == [n < 2] * (n + 1), "all lie face down, or none does"


def test_the_notes_of_a_witness_tell_no_hand_but_its_own() -> None:
    game = load("raise")
    play = cut(random_play(game, game.start(3, 2)), 60)
    text = play.text(witness=0, notes=True)
    hands = [line for line in text.splitlines() if " hand " in line and line.startswith("# p")]
    assert hands and all(line.endswith("?") == ("# p1" not in line) for line in hands)
    assert text == cut_differently(play).text(witness=0, notes=True)


def cut_differently(play: Play) -> Play:
    """The same game, in which others have drawn other cards that they have not yet shown."""
    game, states = play.game, list(play.states())
    end = states[-1]
    for ply in range(len(play.actions) - 1, -1, -1):
        s = states[ply]
        if s.player == CHANCE and game.witness(s) in (1, 2):
            for card in game.odds(s):
                other = [*play.actions]
                other[ply] = card
                try:
                    new = Play(game, play.start, actions=other)
                    same = game.observe(new.end(), 0) == game.observe(end, 0)
                    if same and card != play.actions[ply]:
                        return new
                except LudothequeError:
                    continue
    raise AssertionError("nobody holds a card that they have not shown")


def test_ra35_without_a_record_a_file_tells_this_round_and_what_its_witness_did() -> None:
    game = load("raise")
    play = random_play(game, game.start(3, 2, open_record="no"))
    states: list[Any] = list(play.states())
    turns = [i for i, s in enumerate(states) if s.phase == game.rules.TURNING]
    play = cut(play, turns[4] + 12)
    lines = play.lines(witness=1)[len(play.header()) + 1 :]
    for i, s in enumerate(states[: turns[4]]):
        own = s.player == 1 or game.witness(s) == 1
        assert lines[i].endswith(HIDDEN) != own
    assert not lines[turns[4]].endswith(HIDDEN)
    assert HIDDEN not in "".join(Play(game, play.start, actions=play.actions).lines())
    notes = play.text(witness=1, notes=True)
    assert notes.count("# dice") <= 3, "no position of a round past is drawn"
