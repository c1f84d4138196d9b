"""A game's modules fit the contract, and a checker knows the states of each game it loads."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest
from every import GAMES
from mypy import api

from ludotheque import PACKAGES, load
from ludotheque.contract import OptionalRules, OptionalText
from ludotheque.parts import LEGAL, NOT_NOW
from ludotheque.state import Base
from ludotheque.words.messages import Message

ROOT = Path(__file__).parent.parent
OPTIONAL = {"rules": OptionalRules, "text": OptionalText}
PROTOCOLS = {"rules": "Rules", "text": "Text", "guess": "Guess", "symmetry": "Symmetry"}
PROTOCOLS |= {"solver": "Solver", "effects": "Effects", "facts": "Facts"}
PROTOCOLS |= {"dominated": "Dominated"}
ADVICE = ("HORIZON", "advise", "settled", "estimate")


def module_of(name: str) -> str:
    return name.replace("-", "_")


def lines_about(name: str) -> Iterator[str]:
    """A program that is well typed if, and only if, the game fits the contract."""
    game, package = load(name), PACKAGES[name]
    parts = {part: vars(game.part(part) or object) for part in ("guess", "symmetry", "advice")}
    parts |= {"rules": vars(game.rules), "text": vars(game.text)}
    yield f"from {package} import rules as rules_{module_of(name)}"
    state = f"rules_{module_of(name)}.State"
    for part, protocol in PROTOCOLS.items():
        if find_spec(f"{package}.{part}") is None:
            continue
        module = f"{part}_{module_of(name)}"
        yield f"from {package} import {part} as {module}"
        yield f"fits_{module}: contract.{protocol}[{state}] = {module}"
        for verb in sorted(vars(OPTIONAL.get(part, object))):
            if not verb.startswith("_") and verb in parts[part]:
                kind = f"contract.{OPTIONAL[part].__name__}[{state}]"
                own = f"own_{module}_{verb}"
                yield f"{own}: {kind}"
                yield f"{own}.{verb} = {module}.{verb}  # type: ignore[method-assign]"
    if game.part("advice") is not None:
        module = f"advice_{module_of(name)}"
        yield f"from {package} import advice as {module}"
        yield f"own_{module}: contract.Advice[{state}]"
        for verb in ADVICE:
            if verb in parts["advice"] and verb.islower():
                yield f"own_{module}.{verb} = {module}.{verb}  # type: ignore[method-assign]"


def checked(tmp_path: Path, lines: list[str]) -> list[str]:
    """What mypy has to say about a program."""
    program = tmp_path / "program.py"
    program.write_text("\n".join(lines) + "\n", encoding="utf-8")
    config = ["--config-file", str(ROOT / "pyproject.toml"), "--follow-imports=silent"]
    said, problem, _ = api.run([*config, "--no-warn-unused-ignores", str(program)])
    assert not problem
    return said.splitlines()


@pytest.fixture
def at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("MYPYPATH", os.pathsep.join((str(ROOT / "src"), str(ROOT / "tests"))))


@pytest.mark.usefixtures("at_root")
def test_every_game_fits_and_its_states_are_known_by_its_name(tmp_path: Path) -> None:
    ours = [name for name in GAMES if PACKAGES[name].startswith("ludotheque.")]
    program = ["from ludotheque import contract, load"]
    program += [line for name in GAMES for line in lines_about(name)]
    program += [f'reveal_type(load("{name}").start())' for name in ours]
    said = checked(tmp_path, program)
    assert [line for line in said if " error: " in line] == []
    known = re.findall(r'Revealed type is "(.*)"', "\n".join(said))
    assert known == [f"{PACKAGES[name]}.rules.State" for name in ours]


@pytest.mark.usefixtures("at_root")
def test_a_game_that_does_not_fit_is_found_out(tmp_path: Path) -> None:
    name = GAMES[0]
    program = [
        "from ludotheque import contract, load",
        f"from {PACKAGES[name]} import rules, text",
        "a: contract.Rules[rules.State] = text",
        f'load("{name}").start().no_such_field',
        "def box(s: rules.State) -> str: return ''",
        "b: contract.OptionalText[rules.State]",
        "b.box = box  # type: ignore[method-assign]",
    ]
    said = [line for line in checked(tmp_path, program) if " error: " in line]
    assert [int(line.split(":")[1]) for line in said] == [3, 4, 7]


def test_the_stub_of_load_is_fresh() -> None:
    command = [sys.executable, str(ROOT / "scripts" / "stubs.py"), "--check"]
    assert subprocess.run(command, check=False).returncode == 0, "run scripts/stubs.py"


def test_what_a_game_leaves_out_is_assumed() -> None:
    pig = load("pig")  # which leaves everything out
    s = pig.start()
    assert pig.version == 1
    assert pig.witness(s) is None
    assert pig.acting(s) == [s.player]
    assert pig.can_undo(s, 0)
    assert pig.picture(s) == pig.text.picture(s)
    assert pig.at(s, 0) == [pig.say(s, 0)]
    assert (pig.box(s), pig.figures(s), pig.legend(s)) == ({}, {}, [])
    assert pig.meaning(s, ["a", pig.say(s, 0)]) == 0
    assert pig.meaning(s, ["a", "b"]) == Message("why.nothing", {"prompt": pig.prompt(s)})
    assert pig.call(s, 0).text() == pig.say(s, 0)
    assert [effect.kind for effect in pig.effects(s, 0, pig.after(s, 0))] == ["did"]


def test_what_a_game_has_itself_takes_the_place_of_what_is_assumed() -> None:
    rules = ModuleType("rules")
    own: OptionalRules[Base] = OptionalRules(rules)
    assert (own.VERSION, own.clash(Base())) == (1, LEGAL)
    vars(rules).update(VERSION=7, clash=lambda _: NOT_NOW)
    own = OptionalRules(rules)
    assert (own.VERSION, own.clash(Base())) == (7, NOT_NOW)


# Where something is asked for that may not be there, and why; none of it is a game's module.
PROBES = {
    "arena/dice.py": "a state may have the fields `phase` and `seat`",
    "arena/matches.py": "not every system tells which cores a process may use",
    "cli/__init__.py": "a command of Typer may have no function",
    "cli/mistakes.py": "only a group of commands has commands below it",
    "fast/compiled.py": "a module says of itself that it compiles",
    "log.py": "only the system's errors have a text of their own",
    "server/app.py": "the schema is made when it is first asked for",
    "server/db.py": "drivers name their errors differently",
    "server/home.py": "a connection may have no transport yet",
    "server/shutdown.py": "not every system can hold signals back",
    "server/telemetry.py": "only a repeated line of the log is counted",
}


def test_nothing_is_probed_for_but_what_is_listed() -> None:
    source = ROOT / "src" / "ludotheque"
    probe = re.compile(r"\bhasattr\(|\bgetattr\([^()]*,[^()]*,")
    found = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        if probe.search(path.read_text(encoding="utf-8"))
    }
    assert found == set(PROBES)
