"""For everybody: no page keeps anyone out, in any language, theme or state."""

from __future__ import annotations

import random
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from every import OURS
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.playing import (
    PLAIN,
    SECRET,
    click,
    come_to_rest,
    home_of,
    in_no_time,
    in_play,
    lay,
    open_table,
    play_a_little,
)
from ludotheque import load
from ludotheque.examples import examples
from ludotheque.words.messages import message

LONG = pytest.mark.long
LOOKS = [(lang, theme) for lang in ("fr", "en") for theme in ("light", "dark")]
ANY = [LOOKS[0], *(pytest.param(*look, marks=LONG) for look in LOOKS[1:])]
TABLES = [  # each game in one look now, in all of them in the long run
    pytest.param(game, *look, marks=() if LOOKS[i % 4] == look else LONG)
    for i, game in enumerate(OURS)
    for look in LOOKS
]
PAGES = ["/", "/me", "/nowhere", "/t/AAAAAAAAAAAAAAAA", "/?lang=xx"]
PAGES += [f"/{page}/{game}" for game in OURS for page in ("new", "rules", "learn")]
NARROW = 360
FINGER = 43.5  # 44 pixels, but for rounding
SMALLER_SIDES = """[...document.querySelectorAll('.board [data-lit]')]
  .map((one) => one.getBoundingClientRect()).map((box) => Math.min(box.width, box.height))"""
NAMES = ("Ana", "Ben", "Cléo")


def is_for_all(page: Page, what: str) -> None:
    """Nothing that axe finds, and nothing beyond the edge of a phone."""
    come_to_rest(page)
    found = Axe().run(page).response["violations"]
    assert [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found] == [], what
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW, what


@pytest.mark.parametrize("number", range(4))
def test_no_page_keeps_anybody_out(visit: Visit, number: int) -> None:
    """Each page in one look, and neighbours in different ones."""
    keep_nobody_out(visit, PAGES[number::4], *LOOKS[number])


@LONG
@pytest.mark.parametrize(("lang", "theme"), LOOKS)
def test_no_page_keeps_anybody_out_in_any_look(visit: Visit, lang: str, theme: str) -> None:
    keep_nobody_out(visit, PAGES, lang, theme)


def keep_nobody_out(visit: Visit, paths: list[str], lang: str, theme: str) -> None:
    page = visit(paths[0], lang, "phone", theme)
    home = home_of(page)
    for path in paths:
        page.goto(home + path)
        page.wait_for_selector("h1, h2")
        is_for_all(page, path)
    page.locator("header summary").click()
    is_for_all(page, "settings")


@pytest.mark.parametrize(("game", "lang", "theme"), TABLES)
def test_no_table_keeps_anybody_out(
    visit: Visit, game: str, lang: str, theme: str, long: bool
) -> None:
    page = visit(lang=lang, size="phone", theme=theme)
    in_play(page, game)
    for fold in page.locator("details summary").all()[1:]:
        fold.click()
    if long or game == PLAIN:  # hints look alike, but to think of them takes some games long
        click(page, "web.hint", lang)
        page.locator("[data-hints]").wait_for(timeout=30_000)
    is_for_all(page, "in play, with everything unfolded")
    if not long and game not in (PLAIN, SECRET):  # around the board all results look alike
        return
    in_no_time(page)
    is_for_all(page, "the result")
    click(page, "web.replay", lang)
    page.locator("[data-replay]").wait_for()
    is_for_all(page, "the replay")


@pytest.mark.parametrize(("lang", "theme"), ANY)
def test_nobody_is_kept_out_before_the_game(visit: Visit, lang: str, theme: str) -> None:
    page, other = (visit(lang=lang, size="phone", theme=theme) for _ in range(2))
    people = [{"who": "me", "name": name} for name in NAMES[: examples(SECRET).few]]
    laid = lay(page, SECRET, *people[:-1], {"who": "open"})
    open_table(page, laid["table"])
    page.get_by_role("heading", name=message("web.waiting", lang)).wait_for()
    is_for_all(page, "waiting")
    open_table(other, laid["table"], laid["code"])
    other.locator("form input").wait_for()
    is_for_all(other, "joining")
    open_table(page, lay(page, SECRET, *people)["table"])
    page.locator(".pass").wait_for(timeout=15_000)
    is_for_all(page, "passing the tablet")
    open_table(other, lay(page, PLAIN)["table"], "A" * 32)
    other.get_by_text(message("web.sorry.full", lang)).wait_for()
    is_for_all(other, "too late")


@pytest.mark.parametrize("game", OURS)
def test_what_glows_is_large_enough_for_a_finger(visit: Visit, game: str, long: bool) -> None:
    page = visit(size="phone")
    dice = random.Random(6)
    for _ in range(12 if long else 1):
        in_play(page, game, options={})
        come_to_rest(page)
        assert min(page.evaluate(SMALLER_SIDES)) >= FINGER
        play_a_little(page, dice, 1)


@pytest.mark.parametrize("path", ["/", "/me", f"/new/{SECRET}", f"/rules/{PLAIN}"])
def test_every_button_is_large_enough_for_a_finger(visit: Visit, path: str) -> None:
    page = visit(path, "fr", "phone")
    page.wait_for_selector("main button, main .button")
    come_to_rest(page)
    for one in page.locator(
        "button:visible, a.button:visible, select:visible, summary:visible"
    ).all():
        box = one.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= FINGER, one.inner_text()


def test_moves_are_told_to_a_screen_reader(visit: Visit) -> None:
    page = visit()
    in_play(page, PLAIN)
    page.locator(".board [data-lit]").first.click()
    page.wait_for_function(
        "() => document.querySelector('[aria-live=polite]').textContent.length > 10"
    )


def test_why_not_is_told_with_the_ruling(visit: Visit) -> None:
    page = visit()
    in_play(page, PLAIN)
    page.locator(".board [data-place]:not([data-lit])").first.click(force=True)
    told = page.locator("[data-told]")
    told.wait_for()
    ruling = page.locator("[data-ruling]")
    number = ruling.get_attribute("data-ruling") or ""
    assert re.fullmatch(rf"{load(PLAIN).prefix}\d+", number)
    assert page.locator("[role=alert]").filter(has_text=told.inner_text()).count() == 1
    with page.expect_popup() as opened:
        ruling.click()
    row = opened.value.locator("tr.isSought")
    opened.value.locator("[data-essentials] .picture").last.wait_for()  # they push it down
    assert row.locator("td").first.inner_text() == number
    expect(row).to_be_in_viewport()
    opened.value.mouse.wheel(0, -9000)
    expect(row).not_to_be_in_viewport()
