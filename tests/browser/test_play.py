"""Every game to its end, through the page."""

from __future__ import annotations

import random
from itertools import product

import pytest
from every import OURS

from browser.conftest import SIZES, Visit
from browser.playing import WAYS, lay, open_table
from ludotheque.words.messages import message

MANNERS = [*WAYS]
LANGUAGES = ("fr", "en")
SHAPES = [*SIZES]
THEMES = ("light", "dark")
SMOKE = [  # each game once, and among them everything else
    (game, MANNERS[(i + 1) % 3], LANGUAGES[i % 2], SHAPES[i // 2 % 2], THEMES[i // 3 % 2])
    for i, game in enumerate(OURS)
]
ALL = [*product(OURS, MANNERS, LANGUAGES, SHAPES, THEMES)]


def play(visit: Visit, game: str, way: str, lang: str, size: str, theme: str) -> None:
    page = visit(lang=lang, size=size, theme=theme)
    open_table(page, lay(page, game)["table"])
    WAYS[way](page, random.Random(f"{game}{way}{lang}"))
    assert page.locator("[data-honest=true]").inner_text(timeout=10_000)
    assert page.locator("html").get_attribute("lang") == lang
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= SIZES[size][0], "it scrolls sideways"
    page.get_by_role("button", name=message("web.replay", lang)).click()
    page.locator("[data-replay]").wait_for(timeout=10_000)


@pytest.mark.parametrize(("game", "way", "lang", "size", "theme"), SMOKE)
def test_a_game_is_played_to_its_end(
    visit: Visit, game: str, way: str, lang: str, size: str, theme: str
) -> None:
    play(visit, game, way, lang, size, theme)


@pytest.mark.long
@pytest.mark.parametrize(("game", "way", "lang", "size", "theme"), ALL)
def test_every_game_is_played_to_its_end_in_every_way(
    visit: Visit, game: str, way: str, lang: str, size: str, theme: str
) -> None:
    play(visit, game, way, lang, size, theme)
