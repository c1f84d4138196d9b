"""What nobody does in Raise: pass a round that one card wins for sure."""

from __future__ import annotations

from typing import Any

from ludotheque import load
from ludotheque.bots.level import sensible
from ludotheque.games.raise_ import rules

game = load("raise")


def left(drawn: str) -> list[str]:
    """What is left to do for the hindmost, with all multipliers at one but the bells' four."""
    roll = "dice: bell bell bell blank blank blank blank"
    s: Any = game.read(f"{roll}\nphase={rules.BIDDING} rolled=7 stake=13 rounds=5\n{drawn}")
    return [game.say(s, action) for action in sensible(game, s, game.legal_actions(s))]


def test_nobody_passes_where_nobody_else_has_cards_and_one_card_is_enough() -> None:
    assert left("p1 @6 hand: gear3 cloud2\np2 @8 hand: -\nplayers=2 player=0") == [
        "gear3",
        "cloud2",
    ]


def test_who_would_not_get_past_may_pass() -> None:
    assert "pass" in left("p1 @6 hand: cloud2\np2 @9 hand: -\nplayers=2 player=0")


def test_who_may_be_answered_may_pass() -> None:
    assert "pass" in left("p1 @6 hand: gear3\np2 @8 hand: bell1\nplayers=2 player=0")
