"""What is public: the page, `__all__` and the version say the same, and the examples run."""

from __future__ import annotations

import doctest
import re
import tomllib
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest
from every import GAMES

import ludotheque
import ludotheque.game

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
# A game's folder has names of its own; what modules of the tables and the server lend one another
# is not public unless the page lists it.
OWN = ("ludotheque.games.", "ludotheque.server.", "ludotheque.tables.")


def listed() -> dict[str, list[str]]:
    """[module] -> the names that the page has for it."""
    text = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    section = text.partition("## What is public\n")[2]
    rows = re.findall(r"^\| `(ludotheque[\w.]*)` \| (.+) \|$", section, re.M)
    return {module: re.findall(r"`(\w+)`", names) for module, names in rows}


def declaring() -> set[str]:
    """The modules that have an `__all__`."""
    found = set()
    for path in (SOURCE / "ludotheque").rglob("*.py"):
        if re.search(r"^__all__ = ", path.read_text(encoding="utf-8"), re.M):
            parts = path.relative_to(SOURCE).with_suffix("").parts
            found.add(".".join(parts).removesuffix(".__init__"))
    return found


def test_the_page_lists_every_module_that_declares_its_names() -> None:
    assert set(listed()) <= declaring()
    assert {name for name in declaring() if not name.startswith(OWN)} <= set(listed())


@pytest.mark.parametrize("module", listed())
def test_a_module_has_the_names_that_the_page_lists(module: str) -> None:
    found = import_module(module)
    assert sorted(listed()[module]) == sorted(found.__all__)
    for name in found.__all__:
        assert hasattr(found, name)


def test_the_version_stands_in_one_place() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+|rc\d+)?", ludotheque.__version__)
    assert version("ludotheque") == ludotheque.__version__
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert "version" not in project


def test_the_changelog_tells_of_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    heads = re.findall(r"^## (\S+)", text, re.M)
    assert heads[0] in ("Unreleased", ludotheque.__version__)
    assert ludotheque.__version__ in heads


@pytest.mark.parametrize("name", GAMES)
def test_the_examples_of_the_handle_hold_for_every_game(name: str) -> None:
    results = doctest.testmod(ludotheque.game, extraglobs={"game": ludotheque.load(name)})
    assert results.attempted > 30
    assert results.failed == 0
