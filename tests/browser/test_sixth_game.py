"""A game that lives elsewhere and has no board is found, set up and played on the page."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from every import some
from playwright.sync_api import expect
from server.running import Server

from browser.conftest import Visit
from browser.playing import by_mouse, click, come_to_rest
from ludotheque import load

TESTS = Path(__file__).parent.parent
GAME = "pig"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is told of the sixth game by its environment alone."""
    folder = tmp_path_factory.mktemp("house")
    found = Server(f"sqlite:///{folder}/tables.db", folder, games=GAME)
    found.environment["PYTHONPATH"] = str(TESTS)
    with found:
        yield found


@pytest.mark.parametrize("lang", some(["en"], ["fr", "en"]))
def test_it_is_played_from_the_shelf_to_its_result(visit: Visit, house: Server, lang: str) -> None:
    page = visit(lang=lang)
    page.goto(house.url)
    title = load(GAME).title().text(lang)
    page.get_by_role("button", name=title).wait_for()
    assert page.locator(f'a[href="/learn/{GAME}"]').count() == 0, "it has no lesson"
    page.goto(f"{house.url}/new/{GAME}")
    expect(page.locator("h1")).to_have_text(title)
    click(page, "web.setup.start", lang)
    page.locator(".board [data-lit]").first.wait_for()
    assert page.locator(".board pre").inner_text().startswith("turn: ")
    by_mouse(page, random.Random(1))
    assert page.locator("[data-honest=true]").inner_text(timeout=10_000)
    come_to_rest(page)
    said = page.locator("main").inner_text()
    assert [key for key in (f"{GAME}.", "does.", "who.") if key in said] == [], "a key, not words"
    click(page, "web.replay", lang)
    page.locator("[data-replay]").wait_for(timeout=10_000)
