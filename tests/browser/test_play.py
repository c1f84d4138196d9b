"""All five games to the end, through the page."""

from __future__ import annotations

import random

import pytest

from browser.conftest import SIZES, Visit
from browser.playing import SHORT, WAYS, lay, open_table
from ludotheque.words.messages import message

SMOKE = [
    ("rolit", "mouse", "fr", "desktop", "light"),
    ("quinze", "keyboard", "en", "phone", "dark"),
    ("raise", "mouse", "en", "phone", "light"),
    ("rafletout", "mouse", "fr", "phone", "dark"),
    ("bonne-main", "text", "fr", "desktop", "dark"),
]
ALL = [
    (game, way, lang, size, theme)
    for game in SHORT
    for way in WAYS
    for lang in ("fr", "en")
    for size in SIZES
    for theme in ("light", "dark")
]


def play(visit: Visit, game: str, way: str, lang: str, size: str, theme: str) -> None:
    page = visit("/", lang, size, theme)
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
