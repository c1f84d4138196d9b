"""A user's own data file: the game is played with it, its log asks for it, mistakes are named."""

from __future__ import annotations

import ast
import json
import random
import re
import tomllib
import traceback
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from every import OURS

from ludotheque import Game, LudothequeError, load
from ludotheque.data import fingerprint
from ludotheque.errors import BadData, BadOption, BadPlay
from ludotheque.log import Play, parse, read
from ludotheque.luck import seed_of
from ludotheque.words.messages import LANGUAGES, Message
from ludotheque.words.rulebook import rules_page

Write = Callable[[dict[str, Any]], Path]


def shipped_text(name: str) -> str:
    """A game's own data file."""
    return (load(name).folder / "data.toml").read_text(encoding="utf-8")


def shipped(name: str) -> dict[str, Any]:
    return tomllib.loads((load(name).folder / "data.toml").read_text(encoding="utf-8"))


def inline(value: object) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a data file."""

    def to_file(data: dict[str, Any]) -> Path:
        path = tmp_path / "own.toml"
        lines = [f"{name} = {inline(value)}" for name, value in data.items()]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path

    return to_file


def moons() -> dict[str, Any]:
    """Raise with moons in the place of bells, and stars worth nine."""
    data = shipped("raise") | {"provenance": "mine"}
    data["symbols"] = [name.replace("bell", "moon") for name in data["symbols"]]
    data["cards"]["moon"] = data["cards"].pop("bell")
    data["worth"]["star"] = 9
    faces = data["dice"]["faces"]
    data["dice"]["faces"] = [[side.replace("bell", "moon") for side in die] for die in faces]
    return data


def random_play(game: Game, start: Any, seed: int = 0) -> Play:
    play, rng, s = Play(game, start), [seed_of(seed, 0)], start
    while not game.over(s):
        play.actions.append(game.playout.choose(s, rng))
        s = game.after(s, play.actions[-1])
    return play


# ---- playing with it


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


@pytest.mark.parametrize("name", OURS)
def test_every_game_takes_a_file_of_its_own(name: str, write: Write) -> None:
    game = load(name)
    path = write(shipped(name))  # the same tables in other words: the same game
    own = load(name, data=path)
    assert own.data == game.data
    assert own.rules is not game.rules
    assert own.rules.EQUIPMENT == game.rules.EQUIPMENT
    players = game.seats[1]
    play = random_play(own, own.start(players))
    assert play.actions == random_play(game, game.start(players)).actions
    assert parse(play.text(), data=path) == play
    assert parse(play.text()).actions == play.actions


def test_a_board_of_ones_own_is_a_value_of_its_option(write: Write) -> None:
    data = shipped("bonne-main")
    data["board"].append({"name": "petit", "picture": ["NNNE", "W.#E", "W..E", "WSSS"]})
    path = write(data)
    own = load("bonne-main", data=path)
    assert own.options["board"].names == ("cotes-7", "cotes-9", "petit")
    start = own.start(4, board="petit")
    assert own.draw(start).splitlines()[2] == "2  2a2 .   #   4b2"
    play = random_play(own, start)
    assert "option board: petit" in play.lines()
    assert parse(play.text(), data=path) == play
    assert own.options["board"].label("bonne-main", 2) == "petit"
    assert own.chosen(own.start())["board"] == "cotes-7"
    with pytest.raises(BadOption, match="petit"):
        load("bonne-main").start(4, board="petit")


def test_a_set_of_cards_of_ones_own_is_a_value_of_its_option(write: Write) -> None:
    data = shipped("quinze") | {"target": 30}
    data["set"] = [{"name": "wild", "cards": ["+9", "x3", "bust"]}]
    own = load("quinze", data=write(data))
    assert own.options["cards"].names == ("wild",)
    s = own.start(2, cumulative=True)
    assert own.said(s) == ["+9", "x3", "bust"]
    assert own.play(s, "+9", "turn", "x3").points == 27


# ---- what is wrong with it

GONE = object()
STRINGS = '["…", "…"]'
LONG = {"name": "long", "picture": ["NNN", "WWW", "EEE", "SSS", *["..."] * 6]}
HUGE = ["+9", *(f"x{n}" for n in range(3, 10)), "shield", "bust"]

# The game, where its file is changed, to what, and what the sentence names.
WRONG: list[tuple[str, str, object, str, str]] = [
    ("rolit", "start", GONE, "start", "grey"),
    ("rolit", "start.grey", GONE, "start", "grey"),
    ("rolit", "start.red", "g3", "start.red", "a1…f6"),
    ("rolit", "start.red", 3, "start.red", "a1…f6"),
    ("rolit", "start.red", "d3", "start", "four different cells"),
    ("rolit", "colours", GONE, "colours", "1…4"),
    ("rolit", "colours.5", ["red"], "colours", "1…4"),
    ("rolit", "colours.2", "red", "colours.2", STRINGS),
    ("rolit", "colours.2", ["red"], "colours.2", "2 x"),
    ("rolit", "colours.2", ["red", "red"], "colours.2", "2 x"),
    ("rolit", "colours.3", ["red", "pink", "grey"], "colours.3", "yellow"),
    ("quinze", "set", GONE, "set", "1…9 [[set]]"),
    ("quinze", "set", [], "set", "1…9 [[set]]"),
    ("quinze", "set", [{}] * 10, "set", "1…9 [[set]]"),
    ("quinze", "set.0", 3, "set[0].name", "a…z"),
    ("quinze", "set.1.name", 3, "set[1].name", "a…z"),
    ("quinze", "set.1.name", "3-5", "set.name", "no name twice"),
    ("quinze", "set.0.cards", "+3", "set[0].cards", STRINGS),
    ("quinze", "set.0.cards", ["bust"], "set[0].cards", "2…10"),
    ("quinze", "set.0.cards", ["bust", *"0123456789"], "set[0].cards", "2…10"),
    ("quinze", "set.0.cards", ["+3", "+3", "bust"], "set[0].cards", "no card twice"),
    ("quinze", "set.0.cards", ["+3", "x2"], "set[0].cards", "bust"),
    ("quinze", "set.0.cards", ["+10", "bust"], "set[0].cards", "+1…+9"),
    ("quinze", "set.0.cards", ["", "bust"], "set[0].cards", "+1…+9"),
    ("quinze", "set.0.cards", ["x2", "bust"], "set[0].cards", "a card +1…+9"),
    ("quinze", "set.0.cards", HUGE, "set[0].cards", "2^62"),
    ("quinze", "target", GONE, "target", "1…999"),
    ("quinze", "target", 0, "target", "1…999"),
    ("quinze", "target", True, "target", "1…999"),
    ("rafletout", "faces", GONE, "faces", STRINGS),
    ("rafletout", "faces", [1, 2], "faces", STRINGS),
    ("rafletout", "faces", [], "faces", "1…36"),
    ("rafletout", "faces", ["sweep"] * 37, "faces", "1…36"),
    ("rafletout", "faces", ["pass"], "faces", "sweep"),
    ("rafletout", "faces.0", "dance", "faces[0]", "take N VALUE [again]"),
    ("rafletout", "faces.0", "", "faces[0]", "take N VALUE [again]"),
    ("rafletout", "faces.3", "all-of taste", "faces[3]", "all-of TRAIT"),
    ("rafletout", "faces.3", "all-of colour again", "faces[3]", "all-of TRAIT"),
    ("rafletout", "faces.3", "take 10 red", "faces[3]", "1…9"),
    ("rafletout", "deal", GONE, "deal", "3…6"),
    ("rafletout", "deal.6", GONE, "deal", "3…6"),
    ("rafletout", "deal.3", 10, "deal.3", "1…9"),
    ("rafletout", "deal.6", 0, "deal.6", "1…4"),
    ("raise", "symbols", GONE, "symbols", STRINGS),
    ("raise", "symbols.0", "gear", "symbols", "5 names"),
    ("raise", "symbols.0", "blank", "symbols", "5 names"),
    ("raise", "symbols.0", "a b", "symbols", "5 names"),
    ("raise", "cards.bell", GONE, "cards", "bell"),
    ("raise", "cards.bell", "1", "cards.bell", STRINGS),
    ("raise", "cards.bell.0", "7", "cards.bell", "1…6"),
    ("raise", "cards.bell.0", "", "cards.bell", "1…6"),
    ("raise", "cards.bell", ["1"], "cards", "30 cards"),
    ("raise", "worth", GONE, "worth", "plain, star"),
    ("raise", "worth.plain", GONE, "worth.plain", "0…99"),
    ("raise", "worth.plain", -1, "worth.plain", "0…99"),
    ("raise", "worth.star", 100, "worth.star", "0…99"),
    ("raise", "dice", GONE, "dice.faces", "7 dice"),
    ("raise", "dice.faces.6", GONE, "dice.faces", "7 dice"),
    ("raise", "dice.faces.6", "bell", "dice.faces[6]", STRINGS),
    ("raise", "dice.faces.6.0", "moon", "dice.faces[6]", "6 x"),
    ("raise", "dice.faces.6.0", GONE, "dice.faces[6]", "6 x"),
    ("raise", "points", GONE, "points", "values, removed"),
    ("raise", "points.values.0", GONE, "points.values", "14 different values"),
    ("raise", "points.values.0", 7, "points.values", "14 different values"),
    ("raise", "points.values.0", 1000, "points.values", "0…999"),
    ("raise", "points.removed.5", GONE, "points.removed", "2…5"),
    ("raise", "points.removed.5", 14, "points.removed.5", "0…13"),
    ("bonne-main", "board", GONE, "board", "1…9 [[board]]"),
    ("bonne-main", "board", [{}] * 10, "board", "1…9 [[board]]"),
    ("bonne-main", "board.0", "big", "board[0].name", "a…z"),
    ("bonne-main", "board.0.name", 7, "board[0].name", "a…z"),
    ("bonne-main", "board.1.name", "cotes-7", "board.name", "no name twice"),
    ("bonne-main", "board.0.picture", GONE, "board[0].picture", STRINGS),
    ("bonne-main", "board.0.picture.1", "...", "board[0].picture", "2…9 equal lines of 2…9"),
    ("bonne-main", "board.1", LONG, "board[1].picture", "2…9 equal lines of 2…9"),
    ("bonne-main", "board.0.picture.1", "...?...", "board[0].picture", "SWNE.#"),
    ("bonne-main", "board.0.picture.1", "N......", "board[0].picture", "3 x N"),
    ("bonne-main", "coins", GONE, "coins", "2…4"),
    ("bonne-main", "coins.3", GONE, "coins", "2…4"),
    ("bonne-main", "coins.2", 10, "coins.2", "1…9"),
    ("bonne-main", "coins.2", "4", "coins.2", "1…9"),
]


def spoilt(name: str, where: str, value: object) -> dict[str, Any]:
    """The shipped data with one thing changed."""
    data = shipped(name)
    inner: Any = data
    *way, last = (int(step) if step.isdecimal() else step for step in where.split("."))
    keys = [step if isinstance(step, str) else str(step) for step in (*way, last)]
    for step, key in zip(way, keys, strict=False):
        inner = inner[step if isinstance(inner, list) else key]
    at = last if isinstance(inner, list) else keys[-1]
    if value is GONE:
        del inner[at]
    else:
        inner[at] = value
    return data


def refused(name: str, path: Path) -> BadData:
    with pytest.raises(LudothequeError) as problem:
        load(name, data=path)
    assert isinstance(problem.value, BadData)
    return problem.value


@pytest.mark.parametrize(("name", "where", "value", "what", "right"), WRONG)
def test_wrong_data_are_named_with_what_would_be_right(
    name: str, where: str, value: object, what: str, right: str, write: Write
) -> None:
    path = write(spoilt(name, where, value))
    problem = refused(name, path)
    assert problem.facts["file"] == path.name
    why = problem.facts["why"]
    assert isinstance(why, Message)
    assert why.facts["what"] == what
    assert right in str(why.facts["right"])
    for lang in LANGUAGES:
        sentence = problem.sentence(lang)
        assert what in sentence
        assert right in sentence
        assert "\n" not in sentence


@pytest.mark.parametrize("name", OURS)
def test_every_demand_of_a_game_is_violated_above(name: str, write: Write) -> None:
    source = load(name).folder / "equipment.py"
    raised = set()
    for game, where, value, *_ in WRONG:
        if game == name:
            cause = refused(name, write(spoilt(name, where, value))).__context__
            assert isinstance(cause, BadData)
            frames = traceback.extract_tb(cause.__traceback__)
            raised.add([frame.lineno for frame in frames if Path(frame.filename) == source][-1])
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
            "demand",
            "whole",
            "words",
        ):
            assert raised & set(range(node.lineno, (node.end_lineno or 0) + 1)), (
                f"nothing violates line {node.lineno}"
            )


@pytest.mark.parametrize("name", OURS)
def test_what_is_no_data_file_is_refused(name: str, tmp_path: Path) -> None:
    missing = refused(name, tmp_path / "none.toml")
    assert missing.key == "error.file.missing"
    assert "none.toml" in str(missing)
    assert str(tmp_path) in str(refused(name, tmp_path))
    path = tmp_path / "own.toml"
    for content in (b"faces = [", b"\xff\xfe", b"a = 1\na = 2"):
        path.write_bytes(content)
        problem = refused(name, path)
        assert problem.key == "error.data.syntax"
        for lang in LANGUAGES:
            assert "own.toml" in problem.sentence(lang)
            assert "TOML" in problem.sentence(lang)
    path.write_bytes(b"")
    assert refused(name, path).key == "error.data.file"


def test_a_name_of_ones_own_may_have_capitals_and_is_read_in_any_case(tmp_path: Path) -> None:
    shipped = shipped_text("raise")
    path = tmp_path / "own.toml"
    path.write_text(shipped.replace("bell", "Rubis"), encoding="utf-8")
    game = load("raise", data=path)
    s = game.start(2)
    assert "Rubis2" in game.said(s)
    assert game.parse(s, "rubis2") == game.parse(s, "Rubis2")
    assert "| Rubis |" in rules_page(game, "en")


OTHER_WORDS = """\
# other words, the same thing

b = { y = 2, x = [ 1,   0x02 ] }   # here as well
a = "é"
"""


def test_a_fingerprint_is_of_the_meaning() -> None:
    plain = b'a = "\\u00e9"\n[b]\nx = [1, 2]\ny = 2\n'
    assert fingerprint(plain) == fingerprint(OTHER_WORDS.encode())
    others = (b"x = [1, 2]\n", b'a = "e"\n[b]\nx = [1, 2]\ny = 2\n', OTHER_WORDS[:-8].encode())
    names = {fingerprint(plain), *map(fingerprint, others)}
    assert len(names) == 4
    for swapped in (b'a = "\\u00e9"\n[b]\nx = [2, 1]\ny = 2\n', plain.replace(b"2\n", b'"2"\n')):
        assert fingerprint(swapped) not in names
    assert fingerprint(b"") == "-"
    assert all(re.fullmatch("[0-9a-f]{16}", name) for name in names)


@pytest.mark.parametrize("name", OURS)
def test_equipment_goes_by_the_names_it_had(name: str) -> None:
    game = load(name)
    before = tomllib.loads((game.folder / "fingerprints.toml").read_text(encoding="utf-8"))
    assert game.data_names >= {game.data, *before[game.data]}
    for path in sorted((Path(__file__).parent / "plays" / name).glob("*.play"))[:3]:
        for called in before[game.data]:
            old = re.sub(r"(?m)^data: .*$", f"data: {called}", path.read_text(encoding="utf-8"))
            play = parse(old)
            assert (play.data, play.text(notes=True)) == (called, old)  # to the letter
            assert play.actions == read(path).actions


@pytest.mark.parametrize("name", OURS)
def test_a_log_of_ones_own_file_goes_by_the_name_it_had(name: str, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    mine = re.sub(r"(?m)^provenance = .*$", 'provenance = "mine"  # mine', shipped_text(name))
    path.write_text(mine, encoding="utf-8")
    own = load(name, data=path)
    play = random_play(own, own.start(own.seats[1]))
    called = sha256(path.read_bytes()).hexdigest()[:16]  # as up to version 0.1
    old = play.text().replace(f"data: {own.data}\n", f"data: {called}\n")
    assert old != play.text()
    assert parse(old, data=path).text() == old
    with pytest.raises(BadPlay, match=called):
        parse(old)
    path.write_text(path.read_text(encoding="utf-8") + "# another word\n", encoding="utf-8")
    assert parse(play.text(), data=path).actions == play.actions
    with pytest.raises(BadPlay, match=called):
        parse(old, data=path)  # that name was of the words as well


def test_an_edited_file_is_another_game(tmp_path: Path) -> None:
    shipped = shipped_text("quinze")
    path = tmp_path / "own.toml"
    path.write_text(shipped, encoding="utf-8")
    before = load("quinze", data=path)
    path.write_text(shipped.replace("target = 15", "target = 14"), encoding="utf-8")
    after = load("quinze", data=path)
    assert (before.rules.TARGET, after.rules.TARGET) == (15, 14)
    assert before.data != after.data


@pytest.mark.parametrize("name", ["", " x ", "a\nb", "A", "a b"])
def test_a_board_has_a_name_that_can_be_typed(name: str, tmp_path: Path) -> None:
    shipped = shipped_text("bonne-main")
    path = tmp_path / "own.toml"
    path.write_text(shipped.replace('"cotes-9"', json.dumps(name)), encoding="utf-8")
    with pytest.raises(BadData):
        load("bonne-main", data=path)


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
