"""Every kind of bot in every game: legal actions, the same for the same seed, and clear errors."""

from __future__ import annotations

import random
from typing import Any

import pytest
from every import GAMES, Case, at_the_ends, cases
from positions import (
    PLAIN_CASES,
    Decision,
    decisions,
    first_decision,
    names_of_bots,
    play_bots,
    shrink_levels,
)

from ludotheque import CHANCE, Game, extras, load
from ludotheque.bots import bot, is_bot, levels, told
from ludotheque.errors import BadRequest, LudothequeError, NotInstalled
from ludotheque.words.messages import LANGUAGES


def sample(case: Case, n: int) -> list[Decision]:
    """Some decisions from all over a random game."""
    found = list(decisions(case, 3))
    return random.Random(str(case)).sample(found, min(n, len(found)))


def acts(game: Game, name: str, position: Decision, seed: int) -> int:
    return bot(game, name).act(position.view, position.seat, seed)


@pytest.mark.parametrize("case", at_the_ends(PLAIN_CASES), ids=str)
def test_every_bot_plays_by_the_rules_and_the_same_for_the_same_seed(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    shrink_levels(monkeypatch, exact=False)
    positions = sample(case, 4)
    assert positions
    for position in positions:
        legal = case.game.legal_actions(position.state)
        for name in names_of_bots(case.game):
            action = acts(case.game, name, position, 11)
            assert action in legal
            assert acts(case.game, name, position, 11) == action, f"{name} changes its mind"


@pytest.mark.parametrize("case", [case for case in cases() if case.options], ids=str)
def test_every_bot_knows_the_options(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    shrink_levels(monkeypatch, exact=False)
    for position in sample(case, 1):
        for name in ("bot:1", "bot:2", "search:10", "guided:10"):
            action = acts(case.game, name, position, 2)
            assert action in case.game.legal_actions(position.state)


@pytest.mark.parametrize("case", at_the_ends(PLAIN_CASES), ids=str)
def test_a_game_between_bots_ends(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    shrink_levels(monkeypatch, exact=False)
    names = ["guided:6", "bot:1", "search:6", "bot:2", "random", "guided:2"]
    players = [bot(case.game, name) for name in names[: case.players]]
    s = play_bots(case, players)
    assert s.plies < case.game.rules.PLIES, "stopped by the bound"
    if case.players > 1:
        assert sum(case.game.payoff(s, seat) for seat in range(case.players)) == 60


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


def test_the_exact_bot_plays_rolit_where_it_is_solved() -> None:
    case = Case("rolit", 2, ())
    late = [position for position in decisions(case, 5) if position.view.plies >= 18]
    assert len(late) > 5
    for position in late:
        legal = case.game.legal_actions(position.state)
        assert acts(case.game, "exact", position, 0) in legal


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_exact_bot_says_where_it_does_not_know(lang: str) -> None:
    for position in (first_decision("rolit", 4), first_decision("raise", 3)):
        with pytest.raises(BadRequest) as problem:
            acts(position.game, "exact", position, 0)
        assert is_one_sentence(problem.value, lang)


def test_bots_of_other_seeds_differ() -> None:
    position = first_decision("rolit", 4)
    for name in ("random", "guided:5"):
        assert len({acts(position.game, name, position, seed) for seed in range(30)}) > 1


def test_the_same_bot_plays_a_second_game_as_it_played_the_first() -> None:
    case = Case("quinze", 2, ())
    players = [bot(case.game, name) for name in ("guided:20", "bot:2")]
    ends = []
    for _ in range(2):
        for player in players:
            player.begin()
        ends.append(play_bots(case, players, number=4))
    assert ends[0] == ends[1]


# ---- names


def test_names_of_bots_are_known_from_names_of_people() -> None:
    for name in ("random", "exact", "bot:1", "bot:9", "bot:x", "search:2000", "bot", "foo:3"):
        assert is_bot(name)
    for name in ("Zoé", "Robot", "research", "randomly", ""):
        assert not is_bot(name)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_bot_has_a_name_for_people(name: str, lang: str) -> None:
    game = load(name)
    words = [told(game, known).text(lang) for known in (*names_of_bots(game), "exact")]
    assert len(set(words)) == len(words)
    for level, word in enumerate(words[1 : 1 + len(levels(name))], start=1):
        assert str(level) in word


# ---- errors


def is_one_sentence(problem: LudothequeError, lang: str) -> bool:
    text = problem.sentence(lang)
    return "\n" not in text and text.endswith((".", ")", "»")) and "{" not in text


def stuck_view() -> tuple[Game, Any]:
    """A seat at Raise that must lay a card and has none: no game comes to that."""
    game = load("raise")
    position = first_decision("raise", 2)
    position.view.hand[position.seat] = [0] * game.rules.CARDS
    return game, position.view


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["random", "bot:1", "search:5", "guided:5", "exact"])
def test_a_bot_with_nothing_to_decide_says_why(name: str, lang: str) -> None:
    rolit, quinze = load("rolit"), load("quinze")
    start = rolit.start(2)
    over = play_bots(Case("rolit", 2, ()), [bot(rolit, "random")] * 2)
    waiting = quinze.start(2)
    assert waiting.player == CHANCE
    stuck_game, stuck = stuck_view()
    for game, view, seat, key in (
        (rolit, over, 0, "error.bot.over"),
        (rolit, start, 1, "error.bot.turn"),
        (quinze, waiting, 0, "error.bot.chance"),
        (quinze, waiting, CHANCE, "error.bot.chance"),
        (stuck_game, stuck, stuck.player, "error.bot.stuck"),
    ):
        if name == "exact" and game is stuck_game:
            continue  # there is no such bot at Raise
        with pytest.raises(BadRequest) as problem:
            bot(game, name).act(view, seat)
        assert problem.value.key == key
        assert is_one_sentence(problem.value, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("robocop", "error.bot.name"),
        ("", "error.bot.name"),
        ("bot", "error.bot.name"),
        ("bot:", "error.bot.name"),
        ("bot:x", "error.bot.name"),
        ("bot:1.5", "error.bot.name"),
        ("random:2", "error.bot.name"),
        ("search", "error.bot.name"),
        ("search:many", "error.bot.name"),
        ("bot:0", "error.bot.level"),
        ("bot:-1", "error.bot.level"),
        ("bot:6", "error.bot.level"),
        ("search:0", "error.bot.budget"),
        ("search:-5", "error.bot.budget"),
        ("guided:0", "error.bot.budget"),
        ("guided:10000001", "error.bot.budget"),
    ],
)
def test_a_bot_that_does_not_exist_is_refused(name: str, key: str, lang: str) -> None:
    with pytest.raises(BadRequest) as problem:
        bot(load("rolit"), name)
    assert problem.value.key == key
    assert is_one_sentence(problem.value, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_the_compiled_search_only_random_bots_play(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "is_fast", lambda: False)
    game = load("rolit")
    assert bot(game, "random").act(game.start(2), 0) in game.legal_actions(game.start(2))
    for name in ("bot:3", "search:10", "guided:10", "exact"):
        with pytest.raises(NotInstalled) as problem:
            bot(game, name)
        assert 'pip install "ludotheque[fast]"' in problem.value.sentence(lang)
        assert is_one_sentence(problem.value, lang)
