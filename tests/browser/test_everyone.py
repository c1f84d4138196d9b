"""For everybody: no page keeps anyone out, in any language, theme or state."""

from __future__ import annotations

import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.playing import SHORT, click, in_no_time, in_play, lay, open_table
from ludotheque.words.messages import message

LONG = pytest.mark.long
ALL = [(lang, theme) for lang in ("fr", "en") for theme in ("light", "dark")]
QUICK = {"rafletout": ALL[0], "raise": ALL[3], "rolit": ALL[1]}
LOOKS = [look if look == ALL[0] else pytest.param(*look, marks=LONG) for look in ALL]
TABLES = [
    pytest.param(game, *look, marks=() if QUICK.get(game) == look else LONG)
    for game in SHORT
    for look in ALL
]
PAGES = ["/", "/nowhere", "/t/AAAAAAAAAAAAAAAA", "/?lang=xx"]
PAGES += [f"/{page}/{game}" for page in ("new", "rules", "learn") for game in SHORT]
NARROW = 360
FINGER = 43.5  # 44 pixels, but for rounding


def is_for_all(page: Page, what: str) -> None:
    """Nothing that axe finds, and nothing beyond the edge of a phone."""
    page.wait_for_timeout(300)
    found = Axe().run(page).response["violations"]
    assert [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found] == [], what
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW, what


@pytest.mark.parametrize(("lang", "theme"), LOOKS)
def test_no_page_keeps_anybody_out(visit: Visit, lang: str, theme: str) -> None:
    page = visit("/", lang, "phone", theme)
    home = page.url.rstrip("/")
    for path in PAGES:
        page.goto(home + path)
        page.wait_for_selector("h1, h2")
        is_for_all(page, path)
    page.goto(home)
    page.locator("header summary").click()
    is_for_all(page, "settings")


@pytest.mark.parametrize(("game", "lang", "theme"), TABLES)
def test_no_table_keeps_anybody_out(visit: Visit, game: str, lang: str, theme: str) -> None:
    page = visit("/", lang, "phone", theme)
    in_play(page, game)
    for fold in page.locator("details summary").all()[1:]:
        fold.click()
    click(page, "web.hint", lang)
    page.locator("[data-hints]").wait_for(timeout=30_000)
    is_for_all(page, "in play, with everything unfolded")
    in_no_time(page)
    is_for_all(page, "the result")
    click(page, "web.replay", lang)
    page.locator("[data-replay]").wait_for()
    is_for_all(page, "the replay")


@pytest.mark.parametrize(("lang", "theme"), LOOKS)
def test_nobody_is_kept_out_before_the_game(visit: Visit, lang: str, theme: str) -> None:
    page, other = visit("/", lang, "phone", theme), visit("/", lang, "phone", theme)
    laid = lay(page, "raise", {"who": "me", "name": "Ana"}, {"who": "open"})
    open_table(page, laid["table"])
    page.get_by_role("heading", name=message("web.waiting", lang)).wait_for()
    is_for_all(page, "waiting")
    open_table(other, laid["table"], laid["code"])
    other.locator("form input").wait_for()
    is_for_all(other, "joining")
    people = [{"who": "me", "name": name} for name in ("Ana", "Ben")]
    open_table(page, lay(page, "raise", *people)["table"])
    page.locator(".pass").wait_for(timeout=15_000)
    is_for_all(page, "passing the tablet")
    open_table(other, lay(page, "rolit")["table"], "A" * 32)
    other.get_by_text(message("web.sorry.full", lang)).wait_for()
    is_for_all(other, "too late")


@pytest.mark.parametrize("game", SHORT)
def test_what_glows_is_large_enough_for_a_finger(visit: Visit, game: str, long: bool) -> None:
    page = visit("/", "fr", "phone")
    dice = random.Random(6)
    lit = page.locator(".board [data-lit]")
    for _ in range(12 if long else 3):
        in_play(page, game, options={})
        boxes = list(filter(None, [one.bounding_box() for one in lit.all()]))
        assert boxes
        assert min(min(box["width"], box["height"]) for box in boxes) >= FINGER
        lit.nth(dice.randrange(lit.count())).click()
        page.wait_for_timeout(400)


@pytest.mark.parametrize("path", ["/", "/new/raise", "/rules/rolit"])
def test_every_button_is_large_enough_for_a_finger(visit: Visit, path: str) -> None:
    page = visit(path, "fr", "phone")
    page.wait_for_selector("main button, main .button")
    page.wait_for_timeout(300)
    for one in page.locator(
        "button:visible, a.button:visible, select:visible, summary:visible"
    ).all():
        box = one.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= FINGER, one.inner_text()


def test_moves_are_told_to_a_screen_reader(visit: Visit) -> None:
    page = visit("/")
    in_play(page, "rolit")
    page.locator(".board [data-lit]").first.click()
    page.wait_for_function(
        "() => document.querySelector('[aria-live=polite]').textContent.length > 10"
    )


def test_why_not_is_told_with_the_ruling(visit: Visit) -> None:
    page = visit("/")
    in_play(page, "rolit")
    page.locator(".board [data-place]:not([data-lit])").first.click(force=True)
    told = page.locator("[data-told]")
    told.wait_for()
    assert "RO" in told.inner_text()
    assert page.locator("[role=alert]").filter(has_text=told.inner_text()).count() == 1
