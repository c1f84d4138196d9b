"""The WebAssembly twin gives the same results in a real browser as anywhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from every import OURS
from playwright.sync_api import Browser
from searching import in_silence
from test_engines import natively, played, positions_of

from browser.page_machine import PageMachine
from ludotheque import load
from ludotheque.bots.search import Search, Settings
from ludotheque.engines import Engine, engine, twin_file
from ludotheque.engines.wasm import WasmEngine
from ludotheque.game import Game

Inside = Callable[[Game], Engine]


@pytest.fixture
def inside(browser: Browser) -> Iterator[Inside]:
    """An engine whose machine is a page."""
    page = browser.new_page()

    def begin(game: Game) -> Engine:
        return WasmEngine(game, PageMachine(page, twin_file.path_of(game)))

    yield begin
    page.close()


@pytest.mark.parametrize("name", OURS)
def test_random_games_are_the_same_in_a_browser(inside: Inside, name: str, long: bool) -> None:
    game = load(name)
    start, games = game.start(game.seats[1]), 100_000 if long else 2_000
    assert played(inside(game), start, games, 7) == natively(game, start, games, 7)


@pytest.mark.parametrize("name", OURS)
def test_a_search_thinks_the_same_in_a_browser(inside: Inside, name: str, long: bool) -> None:
    game = load(name)
    searches = [Search(game, inside(game)), Search(game, engine(game, "native"))]
    for n, position in enumerate(positions_of(name, 1_000 if long else 12)):
        settings, trees = Settings(60, guided=n % 2 == 0), []
        for search in searches:
            search.view = None  # nothing is kept from the position before
            search.look(position.view, position.seat, 5, settings)
            search.run(settings, in_silence)
            nodes = int(search.used.read(0)[0])
            trees.append(search.tree.dump()[: nodes * len(search.tree[0])])
        assert trees[0] == trees[1]
