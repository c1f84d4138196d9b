"""Bots at this game: they stop when they must."""

from __future__ import annotations

from typing import Any

import pytest
from every import Case
from positions import acts, sample
from searching import of

from ludotheque import load
from ludotheque.bots.search import SearchBot, Settings


@pytest.mark.parametrize("players", range(1, 6))
def test_the_exact_bot_plays_quinze(players: int) -> None:
    case = Case("quinze", players, ())
    legal = 0
    for position in sample(case, 6):
        action = acts(case.game, "exact", position, 0)
        assert action == acts(case.game, "exact", position, 5), "there is no luck in it"
        assert action in case.game.legal_actions(position.state)
        legal += 1
    assert legal


PLUS3, PLUS5, TWICE, SHIELD, BUST = (1 << card for card in range(5))


def quinze(players: int, points: int, kept: list[int], down: int, **fields: int) -> Any:
    """The last seat's turn, after some cards."""
    game = load("quinze")
    s = game.start(players)
    seat = players - 1
    s.seat = s.player = seat
    s.points, s.down, s.plies = points, down, 30
    s.kept[: len(kept)] = kept
    for name, value in fields.items():
        setattr(s, name, value)
    return s


MUST: list[tuple[str, Any, str]] = [
    ("stopping wins at once", quinze(2, 16, [0], PLUS3 | TWICE | BUST), "stop"),
    ("stopping beats who has 17", quinze(2, 18, [17], PLUS5 | BUST), "stop"),
    ("stopping loses to who has 17", quinze(2, 16, [17], PLUS3 | BUST), "turn"),
    ("of three, stopping loses", quinze(3, 8, [16, 0], TWICE | PLUS5 | BUST), "turn"),
    ("nothing left can hurt", quinze(2, 10, [0], PLUS5), "turn"),
    ("alone, only the losing card is left", quinze(1, 40, [0], BUST, rounds=4), "stop"),
    ("alone, nothing left can hurt", quinze(1, 40, [0], TWICE | PLUS5, rounds=4), "turn"),
    ("alone, the losing card is held off", quinze(1, 9, [7], TWICE | BUST, shields=1), "turn"),
]


@pytest.mark.parametrize(("why", "s", "right"), MUST, ids=[why for why, _, _ in MUST])
@pytest.mark.parametrize("guided", [False, True], ids=["plain", "guided"])
def test_quinze_is_stopped_when_it_must_be(why: str, s: Any, right: str, guided: bool) -> None:
    game = load("quinze")
    for seed in range(5):
        bot = SearchBot(game, "x", Settings(2000, guided=guided))
        assert game.say(s, bot.act(s, s.player, seed)) == right


def test_who_stops_and_wins_has_won() -> None:
    game = load("quinze")
    s = quinze(2, 16, [0], PLUS3 | TWICE | BUST)
    thoughts = SearchBot(game, "x", Settings(400)).thoughts(s, 1)
    assert of(thoughts, game.parse(s, "stop")).shares == [0, 1]
    lost = quinze(2, 16, [17], PLUS3 | BUST)
    thoughts = SearchBot(game, "x", Settings(400)).thoughts(lost, 1)
    assert of(thoughts, game.parse(lost, "stop")).shares == [1, 0]
