"""A player of one's own in the arena: a function in a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Run
from every import OURS, folder_of

from ludotheque import load
from ludotheque.arena.players import player
from ludotheque.arena.players import rules_of as functions_of
from ludotheque.errors import BadRequest
from ludotheque.words.messages import LANGUAGES

GAMES = Path(__file__).parent.parent / "games"


def players_of(name: str) -> list[str]:
    """The names of the players by rule of thumb of a game."""
    (file,) = (GAMES / folder_of(name).name).glob("*_players.py")
    own = functions_of(str(file)).items()
    names = [key for key, what in own if getattr(what, "__annotations__", {}).get("dice")]
    return [f"{file}:{key}" for key in names]


@pytest.mark.parametrize("name", OURS)
def test_every_game_has_players_by_rule_of_thumb_that_play_by_the_rules(
    name: str, run: Run
) -> None:
    assert players_of(name)
    for own in players_of(name):
        words = (name, own, "random", "--games", "6", "--jobs", "1", "--json")
        done = run("arena", *words)
        assert (done.status, done.err) == (0, "")
        assert [one["name"] for one in json.loads(done.out)["bots"]] == [own, "random"]


def test_its_luck_is_its_own_and_the_same_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def mine(game, view, seat, actions, dice): return dice.choice(actions)\n")
    game = load(OURS[0])
    s, rng = game.start(), [3]
    while s.player < 0:
        game.rules.apply(s, game.playout.choose(s, rng))
    one = player(game, f"{file}:mine")
    drawn = [one.act(game.observe(s, s.player), s.player, seed) for seed in (1, 2, 3, 4, 5, 6)]
    again = [one.act(game.observe(s, s.player), s.player, seed) for seed in (1, 2, 3, 4, 5, 6)]
    assert drawn == again


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "own", "key"),
    [
        (None, "mine", "error.arena.file"),
        ("def mine(:", "mine", "error.arena.file"),
        ("1 / 0", "mine", "error.arena.file"),
        ("mine = 3", "mine", "error.arena.player"),
        ("def mine(): ...", "other", "error.arena.player"),
    ],
)
def test_a_file_without_such_a_player_is_refused_in_a_sentence(
    text: str | None, own: str, key: str, lang: str, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    if text is not None:
        file.write_text(text)
    with pytest.raises(BadRequest) as problem:
        player(load(OURS[0]), f"{file}:{own}")
    assert problem.value.key == key
    sentence = problem.value.sentence(lang)
    assert str(file) in sentence and "\n" not in sentence and "{" not in sentence


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_where_it_fails_its_line_is_told(run: Run, tmp_path: Path, jobs: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def deep(x): return 1 // x\ndef mine(*what):\n    return deep(0)\n")
    done = run("arena", OURS[0], f"{file}:mine", "random", "--games", "4", "--jobs", jobs)
    assert done.status != 0
    assert f"{file}, ligne 1\xa0: ZeroDivisionError" in done.err.replace("\n", " ")
    assert "Traceback" not in done.err


def test_what_it_may_not_play_is_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def mine(game, view, seat, actions, dice): return -7\n")
    done = run("arena", OURS[0], f"{file}:mine", "random", "--games", "4", "--jobs", "1")
    assert done.status != 0
    assert f"{file}:mine" in done.err and "Traceback" not in done.err
