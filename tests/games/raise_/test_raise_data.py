"""A data file of one's own: the game is played with it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from own_data import Write, random_play, shipped, shipped_text

from ludotheque import load
from ludotheque.errors import BadPlay
from ludotheque.log import parse, read
from ludotheque.luck import seed_of
from ludotheque.words.messages import LANGUAGES
from ludotheque.words.rulebook import rules_page


def moons() -> dict[str, Any]:
    """Raise with moons in the place of bells, and stars worth nine."""
    data = shipped("raise") | {"provenance": "mine"}
    data["symbols"] = [name.replace("bell", "moon") for name in data["symbols"]]
    data["cards"]["moon"] = data["cards"].pop("bell")
    data["worth"]["star"] = 9
    faces = data["dice"]["faces"]
    data["dice"]["faces"] = [[side.replace("bell", "moon") for side in die] for die in faces]
    return data


def test_a_game_is_played_with_the_users_cards(write: Write) -> None:
    own = load("raise", data=write(moons()))
    assert own.provenance == "mine"
    start = own.start(2)
    assert {said.rstrip("123456*") for said in own.said(start)} == set(moons()["symbols"])
    play = random_play(own, start)
    assert own.over(play.end())
    assert any("moon" in line for line in play.lines())
    assert not any("bell" in line for line in play.lines())
    status = [words.text("fr") for words in own.text.status(own.replay(start, play.actions[:20]))]
    assert any("moon" in words for words in status)
    assert own.read(own.draw(play.end())) == play.end()


@pytest.mark.long
def test_both_twins_play_with_the_users_cards(write: Write) -> None:
    from ludotheque.fast.batch import random_games

    own, other = load("raise", data=write(moons())), load("raise")
    start = own.start(2)
    results = random_games(own, start, 10, seed=3)
    differs = False
    for i in range(10):
        s, t = own.start(2), other.start(2)
        assert own.playout.play_out(s, [seed_of(3, i)])
        assert other.playout.play_out(t, [seed_of(3, i)])
        assert s.plies == results.plies[i]
        assert [own.score(s, seat) for seat in (0, 1)] == list(results.scores[i])
        differs |= own.score(s, 0) != other.score(t, 0)
    assert differs, "stars are worth nine, not five"


def test_the_shipped_game_stays_as_it_was(write: Write) -> None:
    game = load("raise")
    before = (game.data, game.said(game.start(2)), game.rules.EQUIPMENT)
    own = load("raise", data=write(moons()))
    assert own is not game
    assert own.data != game.data
    assert (load("raise").data, game.said(game.start(2)), game.rules.EQUIPMENT) == before
    assert load("raise") is game


def test_a_log_names_its_data_and_is_read_only_with_them(write: Write, tmp_path: Path) -> None:
    data = write(moons())
    own = load("raise", data=data)
    play = random_play(own, own.start(3))
    assert f"data: {own.data}" in play.lines()
    path = tmp_path / "x.play"
    play.save(path)
    assert read(path, data) == play
    with pytest.raises(BadPlay) as problem:
        read(path)
    for lang in LANGUAGES:
        for word in ("x.play", own.data, load("raise").data, "--data"):
            assert word in problem.value.sentence(lang)
    shipped_play = random_play(load("raise"), load("raise").start(3))
    with pytest.raises(BadPlay, match=own.data):
        parse(shipped_play.text(), data=data)


def test_a_name_of_ones_own_may_have_capitals_and_is_read_in_any_case(tmp_path: Path) -> None:
    shipped = shipped_text("raise")
    path = tmp_path / "own.toml"
    path.write_text(shipped.replace("bell", "Rubis"), encoding="utf-8")
    game = load("raise", data=path)
    s = game.start(2)
    assert "Rubis2" in game.said(s)
    assert game.parse(s, "rubis2") == game.parse(s, "Rubis2")
    assert "| Rubis |" in rules_page(game, "en")


def test_what_a_seat_cannot_see_is_guessed_from_ones_own_deck(tmp_path: Path) -> None:
    shipped = shipped_text("raise")
    path = tmp_path / "own.toml"
    path.write_text(shipped.replace('"4", "5", "5", "6*"', '"1", "1", "1", "1"'), encoding="utf-8")
    game = load("raise", data=path)
    s, rng = game.start(2), [seed_of(3, 3)]
    for _ in range(12):
        game.rules.apply(s, game.playout.choose(s, rng))
    dice = random.Random(4)
    for _ in range(50):
        other = game.guess(game.observe(s, 0), 0, dice)
        assert all(n <= game.rules.COPIES[card] for card, n in enumerate(other.hand[1]))
