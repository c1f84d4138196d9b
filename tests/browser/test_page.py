"""The page itself: for everybody, fast, strict, and friendly when something is not there."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Response, Route
from server.running import Server

from browser.conftest import Visit
from browser.playing import SHORT, lay, open_table
from ludotheque.messages import message

STATIC = Path(__file__).parent.parent.parent / "src" / "ludotheque" / "static"
PAGES = ("/", "/new/raise", "/rules/rolit", "/nowhere")


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_no_page_keeps_anybody_out(visit: Visit, lang: str, theme: str) -> None:
    page = visit("/", lang, "phone", theme)
    for path in (*PAGES, *(f"/learn/{game}" for game in SHORT)):
        page.goto("/".join(page.url.split("/")[:3]) + path)
        page.wait_for_selector("h1, h2")
        page.wait_for_timeout(300)
        assert violations(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path


@pytest.mark.parametrize("game", SHORT)
def test_no_table_keeps_anybody_out(visit: Visit, game: str) -> None:
    for theme in ("light", "dark"):
        page = visit("/", "fr", "phone", theme)
        open_table(page, lay(page, game)["table"])
        page.locator(".board").wait_for(timeout=15_000)
        page.wait_for_timeout(400)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("game", SHORT)
def test_what_glows_is_large_enough_for_a_finger(visit: Visit, game: str) -> None:
    page = visit("/", "fr", "phone")
    open_table(page, lay(page, game, options={})["table"])
    page.locator(".board [data-lit], [data-action]").first.wait_for(timeout=20_000)
    boxes = [one.bounding_box() for one in page.locator(".board [data-lit]").all()]
    for box in filter(None, boxes):
        assert min(box["width"], box["height"]) >= 43.5


def test_the_first_load_is_light_and_quick(visit: Visit, server: Server) -> None:
    page = visit("/")
    sizes: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        sizes[answer.url] = len(gzip.compress(answer.body()))

    page.on("response", weigh)
    page.context.clear_cookies()
    page.goto(server.url + "/?again")
    page.wait_for_selector("[data-game]")
    page.wait_for_timeout(300)
    assert sum(sizes.values()) <= 150_000, sizes
    times = page.evaluate("performance.getEntriesByType('navigation')[0].domInteractive")
    assert times < 1000


def test_nothing_on_the_page_is_inline() -> None:
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*src=)|<style|style=|\son\w+=", text)


@pytest.mark.parametrize(
    ("path", "key"),
    [
        ("/t/AAAAAAAAAAAAAAAA", "web.sorry.unknown"),
        ("/nowhere/at/all", "web.sorry.nowhere"),
        ("/new/monopoly", "web.sorry.nowhere"),
        ("/?lang=xx", "web.shelf"),
    ],
)
def test_what_is_not_there_is_said_with_what_to_do(visit: Visit, path: str, key: str) -> None:
    page = visit(path)
    page.get_by_text(message(key, "fr")).first.wait_for(timeout=10_000)


def test_a_lost_server_is_said_with_what_to_do(visit: Visit) -> None:
    page = visit("/")
    page.route("**/api/**", lambda route: route.abort())
    page.reload()
    page.get_by_text(message("web.sorry.lost", "fr")).wait_for(timeout=10_000)


def test_a_full_table_can_still_be_watched(visit: Visit) -> None:
    one, other = visit("/"), visit("/")
    laid = lay(one, "rolit")
    open_table(other, laid["table"], "A" * 32)
    other.locator(".prompt").wait_for(timeout=10_000)


def test_refused_cookies_are_said_with_what_to_do(visit: Visit) -> None:
    page = visit("/")

    def refuse(route: Route) -> None:
        answer = route.fetch()
        kept = {name: text for name, text in answer.headers.items() if name != "set-cookie"}
        page.context.clear_cookies()
        route.fulfill(status=answer.status, headers=kept, body=answer.body())

    page.route("**/api/tables", refuse)
    page.locator("[data-game=rolit] button.main").click()
    page.get_by_text(message("web.cookies", "fr")).first.wait_for(timeout=10_000)
