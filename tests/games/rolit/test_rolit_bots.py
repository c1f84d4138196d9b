"""Bots at this game: where the end is proven, bots play it perfectly."""

from __future__ import annotations

from typing import Any

import pytest
from every import Case
from positions import Decision, acts, decisions, first_decision
from searching import bot_of, play_on

from ludotheque import Game
from ludotheque.bots.search import SearchBot, Settings
from ludotheque.state import clone


def test_the_exact_bot_plays_rolit_where_it_is_solved() -> None:
    case = Case("rolit", 2, ())
    late = [position for position in decisions(case, 5) if position.view.plies >= 18]
    assert len(late) > 5
    for position in late:
        legal = case.game.legal_actions(position.state)
        assert acts(case.game, "exact", position, 0) in legal


def test_nothing_is_kept_for_a_position_that_was_not_thought_of() -> None:
    position = first_decision("rolit", 2)
    bot = bot_of(position, 2000)
    s, _ = play_on(position, bot)
    cell = next(cell for cell in range(36) if s.ball[0] >> cell & 1)
    s.ball[0] &= ~(1 << cell)  # a ball of another colour: as many plies, another position
    s.ball[3] |= 1 << cell
    position.game.rules.refresh(s)
    bot.last.look(s, position.seat, 8, bot.settings)
    assert bot.last.done == 0


def worth(game: Game, s: Any, known: dict[Any, int]) -> int:
    """What the first seat is paid under perfect play, by plain full search."""
    if game.over(s):
        return game.payoff(s, 0)
    key = (*s.ball, s.side, s.passed)
    if key not in known:
        values = [worth(game, after(game, s, a), known) for a in game.legal_actions(s)]
        known[key] = max(values) if s.side == 0 else min(values)
    return known[key]


def after(game: Game, s: Any, action: int) -> Any:
    then = clone(s)
    game.rules.apply(then, action)
    return then


def late(players: int, free: int, number: int) -> Decision | None:
    """A position of Rolit with a choice and so many free cells."""
    for position in decisions(Case("rolit", players, ()), number):
        filled = position.game.rules.filled(position.state)
        if 36 - filled.bit_count() == free:
            return position
    return None


def ends_of_rolit(players: int, wanted: int) -> list[Decision]:
    found: list[Decision] = []
    number = 0
    while len(found) < wanted:
        position = late(players, 3 + number % 4, number)
        if position is not None:
            found.append(position)
        number += 1
    return found


@pytest.mark.parametrize("guided", [False, True], ids=["plain", "guided"])
@pytest.mark.parametrize("players", [1, 2])
def test_the_end_of_rolit_is_played_perfectly(players: int, guided: bool, long: bool) -> None:
    """Measured: 50 of 50 alone and with two players, plain or guided."""
    wanted, right = 50 if long else 12, 0
    for position in ends_of_rolit(players, wanted):
        bot = SearchBot(position.game, "x", Settings(2000, guided=guided, explore=0.7))
        chosen = bot.act(position.view, position.seat, 1)
        known: dict[Any, int] = {}
        best = worth(position.game, position.state, known)
        right += worth(position.game, after(position.game, position.state, chosen), known) == best
    assert right >= 0.96 * wanted
