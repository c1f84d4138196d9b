"""Levels: what each row of the table means, and that the higher ones are stronger."""

from __future__ import annotations

from importlib import import_module

import pytest
from every import FEWEST_CHOICES, GAMES, MOST_CHOICES, NO_LUCK, OURS, WITH_SECRETS, Case
from positions import decisions, first_decision, play_bots

from ludotheque import exact, load
from ludotheque.bot_names import DEFAULT, Level, character, still_known, title
from ludotheque.bots import bot, levels
from ludotheque.bots.level import POINTS, LevelBot, seen_by
from ludotheque.bots.search import SearchBot, Settings
from ludotheque.words.messages import LANGUAGES


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_levels_that_make_sense(name: str) -> None:
    table = levels(name)
    assert 2 <= len(table) <= 5
    for level in table:
        assert 0 <= level.blur <= 2
        assert 0 <= level.sight <= 8
        assert 0 <= level.simulations <= 1_000_000
        assert level.simulations > 0 or level.exact, "a level that does not think"
    blurs = [level.blur for level in table]
    assert blurs == sorted(blurs, reverse=True), "who is better has a worse eye"
    assert blurs[0] > blurs[-1] == 0


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


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_level_has_a_character_of_its_own(name: str, lang: str) -> None:
    game = load(name)
    told = [character(game, n).text(lang) for n in range(1, len(levels(name)) + 1)]
    assert len(set(told)) == len(told)
    for sentence in told:
        assert sentence.endswith(".") and sentence[0].isupper() and len(sentence) < 120


def test_a_level_that_is_gone_is_played_by_the_best() -> None:
    game = load(NO_LUCK)
    high = len(levels(NO_LUCK))
    assert still_known(game, f"bot:{high}") == f"bot:{high}"
    assert still_known(game, f"bot:{high + 1}") == f"bot:{high}"
    assert still_known(game, "search:50") == "search:50"


def of_level(level: Level, name: str, monkeypatch: pytest.MonkeyPatch) -> LevelBot:
    """A bot whose level is not in the table."""
    monkeypatch.setattr(import_module("ludotheque.bot_names"), "levels", lambda _: (level,))
    return LevelBot(load(name), "bot:1", 1)


@pytest.mark.parametrize("guided", [False, True], ids=["plain", "guided"])
def test_a_level_thinks_as_much_as_it_says(guided: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    position = first_decision(NO_LUCK, 3)
    for seed in range(5):
        player = of_level(Level(70, plain=not guided), NO_LUCK, monkeypatch)
        search = SearchBot(position.game, "x", Settings(70, guided=guided, points=POINTS))
        chosen = search.act(position.view, position.seat, seed)
        assert player.act(position.view, position.seat, seed) == chosen
        assert player.search.last.done == 70


def mistakes(blur: float, worth: dict[int, float], turns: int = 2_000) -> dict[int, float]:
    """How often an eye that is out takes each action, as a share of many turns."""
    chosen = [seen_by(worth, blur, turn) for turn in range(turns)]
    return {action: chosen.count(action) / turns for action in worth}


def test_small_things_are_mistaken_more_often_than_large_ones() -> None:
    found = mistakes(0.05, {0: 0.50, 1: 0.48, 2: 0.40, 3: 0.10})
    assert found[0] > found[1] > found[2] > found[3]
    assert found[1] > 0.2 and found[3] < 0.02


def test_an_eye_that_is_further_out_errs_more() -> None:
    worth = {0: 0.5, 1: 0.45, 2: 0.3}
    best = [mistakes(blur, worth)[0] for blur in (0.01, 0.05, 0.2)]
    assert best == sorted(best, reverse=True)
    assert best[0] > 0.9 and 1 / 3 < best[2] < 0.6


def test_what_is_equal_is_taken_equally_often() -> None:
    found = mistakes(0.05, {3: 0.25, 7: 0.25, 9: 0.25})
    assert all(share == pytest.approx(1 / 3, abs=0.04) for share in found.values())


def test_the_mood_of_a_turn_is_the_same_for_all_its_actions() -> None:
    """A careless turn is careless throughout: mistakes come together more often than apart."""
    worth = {0: 0.5, 1: 0.4}
    other = {4: 0.5, 5: 0.4}
    turns = range(2_000)
    first = [seen_by(worth, 0.1, turn) == 1 for turn in turns]
    second = [seen_by(other, 0.1, turn) == 5 for turn in turns]
    both = sum(a and b for a, b in zip(first, second, strict=True)) / len(turns)
    assert both > 1.2 * sum(first) / len(turns) * sum(second) / len(turns)


def test_a_level_with_a_blurred_eye_errs_among_what_its_search_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = first_decision(WITH_SECRETS, 3)
    sharp = of_level(Level(60, blur=1e-9), WITH_SECRETS, monkeypatch)
    best = {sharp.act(position.view, position.seat, 3) for _ in range(3)}
    assert len(best) == 1
    found = sharp.worth(position.view, position.seat, 3)
    assert found[best.pop()] == max(found.values())
    vague = of_level(Level(60, blur=10.0), WITH_SECRETS, monkeypatch)
    played = {vague.act(position.view, position.seat, seed) for seed in range(200)}
    assert len(played) > 2 and played <= set(position.game.legal_actions(position.view))


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
