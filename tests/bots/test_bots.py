"""Every kind of bot in every game: legal actions, the same for the same seed, and clear errors."""

from __future__ import annotations

import pytest
from every import FEWEST_CHOICES, GAMES, NO_LUCK, WITH_SECRETS, Case, at_the_ends, cases
from positions import (
    PLAIN_CASES,
    acts,
    first_decision,
    is_one_sentence,
    names_of_bots,
    play_bots,
    sample,
    shrink_levels,
)

from ludotheque import CHANCE, extras, load
from ludotheque.bots import bot, is_bot, strength
from ludotheque.errors import BadRequest, NotInstalled
from ludotheque.words.messages import LANGUAGES


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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_exact_bot_says_where_it_does_not_know(lang: str) -> None:
    for position in (first_decision(NO_LUCK, 4), first_decision(WITH_SECRETS, 3)):
        with pytest.raises(BadRequest) as problem:
            acts(position.game, "exact", position, 0)
        assert is_one_sentence(problem.value, lang)


def test_bots_of_other_seeds_differ() -> None:
    position = first_decision(NO_LUCK, 4)
    for name in ("random", "guided:5"):
        assert len({acts(position.game, name, position, seed) for seed in range(30)}) > 1


def test_the_same_bot_plays_a_second_game_as_it_played_the_first() -> None:
    case = Case(FEWEST_CHOICES, 2, ())
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
    words = [strength(game, known).text(lang) for known in (*names_of_bots(game), "exact")]
    assert len(set(words)) == len(words)


# ---- errors


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["random", "bot:1", "search:5", "guided:5", "exact"])
def test_a_bot_with_nothing_to_decide_says_why(name: str, lang: str) -> None:
    calm, lucky = load(NO_LUCK), load(FEWEST_CHOICES)
    start = calm.start(2)
    over = play_bots(Case(NO_LUCK, 2, ()), [bot(calm, "random")] * 2)
    waiting = lucky.start(2)
    assert waiting.player == CHANCE
    for game, view, seat, key in (
        (calm, over, 0, "error.bot.over"),
        (calm, start, 1, "error.bot.turn"),
        (lucky, waiting, 0, "error.bot.chance"),
        (lucky, waiting, CHANCE, "error.bot.chance"),
    ):
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
        bot(load(NO_LUCK), name)
    assert problem.value.key == key
    assert is_one_sentence(problem.value, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_the_compiled_search_only_random_bots_play(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "is_there", lambda *_: False)
    game = load(NO_LUCK)
    assert bot(game, "random").act(game.start(2), 0) in game.legal_actions(game.start(2))
    for name in ("bot:3", "search:10", "guided:10", "exact"):
        with pytest.raises(NotInstalled) as problem:
            bot(game, name)
        assert 'pip install "ludotheque[bots]"' in problem.value.sentence(lang)
        assert is_one_sentence(problem.value, lang)
