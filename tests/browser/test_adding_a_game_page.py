"""The page on adding a game, followed to its end: Pig on the shelf, learnt and played.

A copy of the house gets the game, its bots, its lesson and its board from the page's own blocks;
the page is built anew, and somebody comes with a browser.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from server.running import Server
from test_adding_a_game import ROOT, put_together

from browser.conftest import Visit
from browser.playing import by_mouse, click, come_to_rest, lay, open_table
from browser.test_learn import TAPS
from ludotheque import load

pytestmark = pytest.mark.long

GAME = "pig"
PACKAGE = f"ludotheque.games.{GAME}"
RUFF = (sys.executable, "-m", "ruff")
LEFT = shutil.ignore_patterns("__pycache__", "static", "node_modules", "tests")


class House:
    """A copy of the house with one more game."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for part in ("src", "scripts", "web"):
            shutil.copytree(ROOT / part, root / part, ignore=LEFT)
        (root / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
        shutil.copy(ROOT / "pyproject.toml", root)
        self.game = root / "src" / "ludotheque" / "games" / GAME
        self.board = root / "web" / "src" / "games" / GAME
        put_together(self.game, self.board)
        for file in self.game.glob("*.py"):
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace(f"from {GAME} ", f"from {PACKAGE} "), encoding="utf-8")
        self.run(*RUFF, "check", "--select", "I", "--fix", str(self.game))  # by the longer name
        self.run(sys.executable, "scripts/wire.py")
        self.run(sys.executable, "scripts/tutorials.py", GAME)

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | {"PYTHONPATH": str(self.root / "src")}

    def run(self, *command: str, at: str = ".") -> None:
        """Run a command in the house, which must do well."""
        done = subprocess.run(
            command,
            cwd=self.root / at,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def build(self) -> None:
        """Build the page into the package."""
        self.run("npx", "vite", "build", at="web")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return House(tmp_path_factory.mktemp("grown"))


@pytest.fixture(scope="module")
def open_house(house: House) -> Iterator[Server]:
    """Its server."""
    house.build()
    found = Server(f"sqlite:///{house.root}/tables.db", house.root)
    found.environment["PYTHONPATH"] = str(house.root / "src")
    with found:
        yield found


def test_what_the_page_adds_is_well_written(house: House) -> None:
    house.run(*RUFF, "format", "--check", str(house.game))
    house.run(*RUFF, "check", str(house.game))
    house.run(sys.executable, "-m", "mypy", "-p", PACKAGE)
    house.run(
        "npx", "svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings", at="web"
    )
    house.run("npx", "eslint", str(house.board), at="web")


def test_it_stands_on_the_shelf_with_its_cover(visit: Visit, open_house: Server) -> None:
    page = visit(lang="en")
    page.goto(open_house.url)
    box = page.locator(f"[data-game={GAME}]")
    assert box.get_by_role("heading").inner_text(timeout=10_000) == load(GAME).title().text("en")
    assert box.locator(".cover svg").is_visible()
    assert page.locator("[data-game]").last.get_attribute("data-game") == GAME


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_its_first_game_is_learnt(visit: Visit, open_house: Server, lang: str) -> None:
    page = visit(lang=lang, size="phone")
    page.goto(f"{open_house.url}/learn/{GAME}")
    for _ in range(TAPS):
        page.locator(".board .pig, [data-learnt]").first.wait_for(timeout=10_000)
        if page.locator("[data-learnt]").count():
            return
        page.locator("[data-lit], main button.main").first.click(timeout=5000)
        page.wait_for_timeout(60)
    raise AssertionError("it does not end")


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_it_is_played_against_its_bot_and_seen_again(
    visit: Visit, open_house: Server, lang: str
) -> None:
    page = visit(lang=lang)
    page.goto(open_house.url)
    seats = [{"who": "me", "name": "Alice"}, {"who": "bot", "bot": "bot:3"}]
    open_table(page, lay(page, GAME, *seats, options={"target": "30"})["table"])
    page.locator(".board .pig").wait_for(timeout=20_000)
    by_mouse(page, random.Random(1))
    assert page.locator("[data-honest=true]").inner_text(timeout=10_000)
    assert page.locator(".board .pig").is_visible()
    come_to_rest(page)
    said = page.locator("main").inner_text()
    assert [key for key in (f"{GAME}.", "does.", "who.") if key in said] == [], "a key, not words"
    click(page, "web.replay", lang)
    page.locator("[data-replay] .pig").wait_for(timeout=10_000)
