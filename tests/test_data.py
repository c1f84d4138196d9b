"""A user's own data file: the game is played with it, its log asks for it, mistakes are named."""

from __future__ import annotations

import ast
import re
import tomllib
import traceback
from hashlib import sha256
from pathlib import Path

import pytest
from every import OURS
from own_data import Write, Wrong, random_play, shipped, shipped_text, spoilt, wrong

from ludotheque import LudothequeError, load
from ludotheque.data import fingerprint
from ludotheque.errors import BadData, BadPlay
from ludotheque.log import parse, read
from ludotheque.words.messages import LANGUAGES, Message

# ---- playing with it


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


# ---- what is wrong with it


EVERY_WRONG = [case for name in OURS for case in wrong(name)]


def refused(name: str, path: Path) -> BadData:
    with pytest.raises(LudothequeError) as problem:
        load(name, data=path)
    assert isinstance(problem.value, BadData)
    return problem.value


@pytest.mark.parametrize("case", EVERY_WRONG, ids=lambda case: f"{case.name}-{case.at}")
def test_wrong_data_are_named_with_what_would_be_right(case: Wrong, write: Write) -> None:
    path = write(spoilt(case))
    problem = refused(case.name, path)
    assert problem.facts["file"] == path.name
    why = problem.facts["why"]
    assert isinstance(why, Message)
    assert why.facts["what"] == case.what
    assert case.right in str(why.facts["right"])
    for lang in LANGUAGES:
        sentence = problem.sentence(lang)
        assert case.what in sentence
        assert case.right in sentence
        assert "\n" not in sentence


@pytest.mark.parametrize("name", OURS)
def test_every_demand_of_a_game_is_violated_there(name: str, write: Write) -> None:
    source = load(name).folder / "equipment.py"
    raised = set()
    for case in wrong(name):
        cause = refused(name, write(spoilt(case))).__context__
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
