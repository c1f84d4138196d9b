"""Levels: what each row of the table means, and that the higher ones are stronger."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest
from every import FEWEST_CHOICES, GAMES, MOST_CHOICES, NO_LUCK, OURS, WITH_SECRETS, Case
from positions import decisions, first_decision, play_bots

from ludotheque import exact, load
from ludotheque.bot_names import DEFAULT, Level, title
from ludotheque.bots import bot, levels
from ludotheque.bots.level import LevelBot
from ludotheque.bots.search import SearchBot, Settings
from ludotheque.words.messages import LANGUAGES


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_levels_that_make_sense(name: str) -> None:
    table = levels(name)
    assert 2 <= len(table) <= 5
    for level in table:
        assert 0 <= level.blunders < 100
        assert 0 <= level.simulations <= 1_000_000
        assert level.simulations > 0 or level.exact, "a level that does not think"
    blunders = [level.blunders for level in table]
    assert blunders == sorted(blunders, reverse=True), "who is better errs more often"
    assert blunders[-1] == 0


def test_a_game_without_a_table_has_ordinary_levels() -> None:
    assert "pig" not in OURS
    assert levels("pig") == DEFAULT


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_last_level_is_the_master(name: str, lang: str) -> None:
    game = load(name)
    titles = [title(game, n).text(lang) for n in range(1, len(levels(name)) + 1)]
    assert len(set(titles)) == len(titles)
    assert title(game, len(titles)).key == "level.master"
    assert title(game, 1).key == "level.beginner"


def of_level(level: Level, name: str, monkeypatch: pytest.MonkeyPatch) -> LevelBot:
    """A bot whose level is not in the table."""
    monkeypatch.setattr(import_module("ludotheque.bot_names"), "levels", lambda _: (level,))
    return LevelBot(load(name), "bot:1", 1)


@pytest.mark.parametrize("guided", [False, True], ids=["plain", "guided"])
def test_a_level_thinks_as_much_as_it_says(guided: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    position = first_decision(NO_LUCK, 3)
    for seed in range(5):
        player = of_level(Level(70, plain=not guided), NO_LUCK, monkeypatch)
        search = SearchBot(position.game, "x", Settings(70, guided=guided))
        chosen = search.act(position.view, position.seat, seed)
        assert player.act(position.view, position.seat, seed) == chosen
        assert player.search.last.done == 70


def test_blunders_are_as_frequent_as_the_level_says(monkeypatch: pytest.MonkeyPatch) -> None:
    position = first_decision(NO_LUCK, 2)
    asked: list[int] = []

    def think(*_: Any) -> int:
        asked.append(1)
        return 0

    monkeypatch.setattr(SearchBot, "choose", think)
    for blunders in (0, 25, 60, 100):
        player = of_level(Level(5, blunders=blunders), NO_LUCK, monkeypatch)
        asked.clear()
        for seed in range(1000):
            player.act(position.view, position.seat, seed)
        assert len(asked) == pytest.approx(10 * (100 - blunders), abs=50)


def test_blunders_are_any_legal_action(monkeypatch: pytest.MonkeyPatch) -> None:
    position = first_decision(WITH_SECRETS, 3)
    player = of_level(Level(5, blunders=100), WITH_SECRETS, monkeypatch)
    played = {player.act(position.view, position.seat, seed) for seed in range(200)}
    assert sorted(played) == position.game.legal_actions(position.view)


def test_an_exact_level_plays_what_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    player = of_level(Level(5, exact=True), NO_LUCK, monkeypatch)
    late = [d for d in decisions(Case(NO_LUCK, 2, ()), 4) if d.view.plies >= 20]
    assert late
    for position in late:
        best = exact.best(position.game, position.view)
        assert best is not None
        assert player.act(position.view, position.seat, 9) == best


def test_an_exact_level_thinks_where_nothing_is_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    player = of_level(Level(30, exact=True), NO_LUCK, monkeypatch)
    position = first_decision(NO_LUCK, 4)
    legal = position.game.legal_actions(position.view)
    assert player.act(position.view, position.seat, 9) in legal
    assert player.search.last.done == 30


def test_a_new_game_is_begun_with_an_empty_mind(monkeypatch: pytest.MonkeyPatch) -> None:
    player = of_level(Level(30), NO_LUCK, monkeypatch)
    player.begin()  # nothing to forget yet
    position = first_decision(NO_LUCK, 2)
    player.act(position.view, position.seat)
    player.begin()
    assert player.search.last.done == 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "players"),
    [(NO_LUCK, 2), (NO_LUCK, 4), (WITH_SECRETS, 3), (FEWEST_CHOICES, 4), (MOST_CHOICES, 2)],
)
def test_a_regular_beats_beginners(name: str, players: int) -> None:
    """One bot of the third level among beginners wins more than its share, well beyond luck."""
    case = Case(name, players, ())
    won = 0.0
    games = 100
    for number in range(games):
        seat = number % players
        names = ["bot:3" if n == seat else "bot:1" for n in range(players)]
        s = play_bots(case, [bot(case.game, name) for name in names], number)
        won += case.game.payoff(s, seat) / 60
    fair, spread = games / players, (games * (1 / players) * (1 - 1 / players)) ** 0.5
    assert won > fair + 2 * spread
