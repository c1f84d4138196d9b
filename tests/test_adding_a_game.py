"""The sixth game: Pig, added as `docs/adding-a-game.md` says, works with every tool.

The laws and the twins play it too (`test_every_game.py`, `test_twins.py`).  What the page adds
to it, effects, levels, a lesson and a board, is taken from the page itself, and put together
with it elsewhere; `browser/test_adding_a_game_page.py` plays that in a browser.
"""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from test_effects import carried_out, games_of, steps
from test_tutorials import LONGEST

from ludotheque import PACKAGES, Game, load, register
from ludotheque.bot_names import Level, levels, need_bot
from ludotheque.cli import main
from ludotheque.effects import Effect, kinds_of, tell
from ludotheque.examples import examples
from ludotheque.log import read
from ludotheque.words import messages
from ludotheque.words.messages import LANGUAGES, catalogue

ROOT = Path(__file__).parent.parent
SCRIPTS = ROOT / "scripts"
PAGE = ROOT / "docs" / "adding-a-game.md"
PIG = Path(__file__).parent / "pig"
GROWN = "hog"  # what Pig is called with all that the page adds

BLOCK = re.compile(r"^(From )?`([\w./-]+)`( also)?:\n\n```\w+\n(.*?)^```$", re.M | re.S)
FUTURE = "from __future__ import annotations\n"


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["ludotheque", *words])
    with pytest.raises(SystemExit) as leaving:
        main()
    return int(leaving.value.code or 0)


def test_nothing_outside_its_folder_knows_of_it() -> None:
    for path in (ROOT / "src").rglob("*.py"):
        assert "pig" not in path.read_text(encoding="utf-8").lower().split(), path.name


def test_it_needs_few_files_and_few_lines() -> None:
    files = sorted(path.name for path in PIG.iterdir() if path.suffix in (".py", ".toml", ".md"))
    wanted = ["__init__.py", "rules.en.md", "rules.fr.md", "rules.py", "rulings.toml", "text.py"]
    assert files == wanted
    assert len((PIG / "rules.py").read_text(encoding="utf-8").splitlines()) < 150


def test_it_plays_by_its_rules() -> None:
    pig = load("pig")
    s: Any = pig.start()
    assert pig.said(s) == ["roll"]
    refusal = pig.why_not(s, "hold")
    assert refusal is not None
    assert refusal.ruling == "PG2"
    s = pig.play(s, "roll", "6", "roll", "5", "hold", "roll", "4", "roll", "1")
    assert (s.total, s.player) == ([11, 0], 0)
    s.total[0] = 95
    s = pig.play(s, "roll", "5", "hold")
    assert pig.over(s)
    assert [pig.payoff(s, seat) for seat in (0, 1)] == [60, 0]


def test_every_tool_takes_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(monkeypatch, "games") == 0
    assert "pig" in capsys.readouterr().out
    assert run(monkeypatch, "rules", "pig", "--lang", "en") == 0
    assert "| PG1 |" in capsys.readouterr().out
    for engine in ("compiled", "interpreted"):
        words = ["count", "pig", "--depth", "4", "--json", "--engine", engine]
        assert run(monkeypatch, *words) == 0
        counts = json.loads(capsys.readouterr().out)["counts"]
        assert counts == [1, 6, 1 + 5 * 2, 11 * 6 - 5 * 5]
    assert run(monkeypatch, "simulate", "pig", "--games", "2000", "--json") == 0
    assert json.loads(capsys.readouterr().out)["dead_end"] is None
    words = ["play", "pig", "--seat", "1=random", "--seat", "2=random", "--seed", "3"]
    assert run(monkeypatch, *words, "--option", "target=20", "--lang", "fr") == 0
    assert " gagne." in capsys.readouterr().out
    play_and_save(tmp_path / "pig.play")
    assert run(monkeypatch, "replay", str(tmp_path / "pig.play")) == 0
    assert "Cochon" in capsys.readouterr().out


def play_and_save(path: Path) -> None:
    from ludotheque.log import Play

    pig = load("pig")
    s = start = pig.start(target=10)
    actions = []
    while not pig.over(s):
        actions.append(pig.legal_actions(s)[-1])
        s = pig.after(s, actions[-1])
    Play(pig, start, actions=actions).save(path, notes=True)
    assert read(path).end() == s


def test_it_is_registered_under_its_own_name() -> None:
    assert PACKAGES["pig"] == "pig"


@pytest.mark.parametrize(
    ("named", "status", "told"),
    [("pig", 0, "Cochon"), ("pig, nowhere.at_all", 2, "nowhere.at_all n’est pas un jeu")],
)
def test_the_environment_names_it_or_one_sentence_says_what_is_not_there(
    named: str, status: int, told: str
) -> None:
    environment = {**os.environ, "LUDOTHEQUE_GAMES": named, "PYTHONPATH": str(PIG.parent)}
    command = [sys.executable, "-m", "ludotheque", "games", "--lang", "fr"]
    environment["LUDOTHEQUE_LANG"] = "fr"
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    said = done.stdout + done.stderr
    assert (done.returncode, told in said, "Traceback" in said) == (status, True, False), said
    assert status == 0 or len(said.strip().splitlines()) == 1


# ---- what the page adds


def excerpts() -> list[tuple[str, str]]:
    """What the page shows of files that are there, by their names."""
    found = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    return [(file, block) for shown, file, _, block in found if shown]


def added(old: str, more: str, kind: str) -> str:
    """A file with a block added to it: sentences among the others, imports at the top."""
    if kind == ".json":
        every = json.loads(old) | json.loads(more)
        return json.dumps(every, indent=1, sort_keys=True, ensure_ascii=False) + "\n"
    imports, _, rest = more.partition("\n\n\n")
    return old.replace(FUTURE, f"{FUTURE}\n{imports}\n", 1) + f"\n\n{rest}"


def put_together(folder: Path, web: Path) -> None:
    """Pig with all that the page adds to it: its package, and its folder of the page."""
    shutil.copytree(PIG, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for shown, name, also, block in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        of_web = name.startswith("web/")
        file = (web if of_web else folder) / (Path(name).name if of_web else name)
        if not shown:
            file.parent.mkdir(parents=True, exist_ok=True)
            old = file.read_text(encoding="utf-8") if also else ""
            file.write_text(added(old, block, file.suffix) if also else block, encoding="utf-8")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where Pig lies as the page leaves it, under a name and in a package of its own."""
    found = tmp_path_factory.mktemp("page")
    put_together(found / GROWN, found / "web")
    for file in found.rglob("*.*"):
        text = file.read_text(encoding="utf-8")
        file.write_text(re.sub(r"\bpig\b", GROWN, text), encoding="utf-8")
    return found


@pytest.fixture
def grown(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The same game, known for a while."""
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(messages, "FOLDERS", [*messages.FOLDERS])
    monkeypatch.setitem(PACKAGES, GROWN, GROWN)
    register(GROWN, GROWN)
    yield load(GROWN)
    catalogue.cache_clear()


def test_what_the_page_shows_of_pig_is_what_is_there() -> None:
    found = excerpts()
    assert len(found) > 3
    for file, block in found:
        assert block in (PIG / file).read_text(encoding="utf-8"), block


def test_the_page_names_every_module_of_the_games() -> None:
    page = PAGE.read_text(encoding="utf-8").partition("## 1.")[0]
    ours = [Path(str(load(name).package.__file__)).parent for name in PACKAGES]
    found = {path.name for folder in ours for path in folder.iterdir()} - {"__pycache__"}
    assert {name for name in found if not re.search(rf"\b{re.escape(name)}", page)} == set()


def test_what_happens_is_told_as_the_page_says(grown: Game) -> None:
    part = grown.part("effects")
    seen: set[type[Effect]] = set()
    for case, number in games_of(GROWN, long=False):
        for before, action, after in steps(case, number):
            effects = grown.effects(before, action, after)
            wanted = {field: getattr(after, field) for field in part.DRAWN}
            assert carried_out(grown, before, effects) == wanted, effects
            seen |= {type(effect) for effect in effects}
            for said in tell(GROWN, effects):
                assert all(said.text(lang) for lang in LANGUAGES)
    kinds = set(kinds_of(part))
    assert seen == kinds
    told = {f"{GROWN}.does.{kind.kind}" for kind in kinds if kind.is_told}
    for lang in LANGUAGES:
        found = {key for key in catalogue(lang) if key.startswith(f"{GROWN}.does.")}
        assert found == told


def test_its_bots_have_the_levels_of_the_page(grown: Game) -> None:
    rows = tomllib.loads((grown.folder / "levels.toml").read_text(encoding="utf-8"))["levels"]
    assert levels(GROWN) == tuple(Level(**row) for row in rows)
    need_bot(grown, f"bot:{len(rows)}")
    short: dict[str, Any] = {**examples(GROWN).short}
    assert grown.chosen(grown.start(**short)) == short


def test_its_first_game_is_played_by_its_rules(grown: Game) -> None:
    script = runpy.run_path(str(SCRIPTS / "tutorials.py"))
    (lessons,) = (
        json.loads(text) for file, text in script["made"](GROWN) if "tutorial" in file.name
    )
    keys = [lesson["words"]["key"] for lesson in lessons]
    assert keys == [f"lesson.{GROWN}.{n}" for n in range(1, len(keys) + 1)]
    assert sum(lesson["want"] is None for lesson in lessons) <= 3
    assert lessons[-1]["want"] is None, "the end is there to be looked at"
    assert lessons[-1]["news"]["view"]["winners"] == 1, "whoever learns wins"
    for lang in LANGUAGES:
        ours = {key for key in catalogue(lang) if key.startswith(f"lesson.{GROWN}.")}
        assert ours == set(keys)
        assert all(len(catalogue(lang)[key]) <= LONGEST for key in keys)


def test_its_board_has_types_and_sentences(grown: Game, folder: Path) -> None:
    types = runpy.run_path(str(SCRIPTS / "wire.py"))["wire"](grown)
    assert "export type Effect = Decided | Rolled | Bust | Held;" in types
    assert "held: number;" in types
    source = "".join(file.read_text(encoding="utf-8") for file in (folder / "web").iterdir())
    said = set(re.findall(r'\bt\("([\w.]+)"', source))
    for lang in LANGUAGES:
        assert said <= set(catalogue(lang))
