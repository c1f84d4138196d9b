"""Bots at this game: with nothing to lay."""

from __future__ import annotations

from typing import Any

import pytest
from positions import first_decision, is_one_sentence

from ludotheque import Game, load
from ludotheque.bots import bot
from ludotheque.errors import BadRequest
from ludotheque.words.messages import LANGUAGES


def stuck_view() -> tuple[Game, Any]:
    """A seat at Raise that must lay a card and has none: no game comes to that."""
    game = load("raise")
    position = first_decision("raise", 2)
    position.view.hand[position.seat] = [0] * game.rules.CARDS
    return game, position.view


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["random", "bot:1", "search:5", "guided:5"])
def test_a_bot_that_has_no_card_to_lay_says_why(name: str, lang: str) -> None:
    game, stuck = stuck_view()
    with pytest.raises(BadRequest) as problem:
        bot(game, name).act(stuck, stuck.player)
    assert problem.value.key == "error.bot.stuck"
    assert is_one_sentence(problem.value, lang)
