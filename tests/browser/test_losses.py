"""Coming back: after a reload, a dropped connection, a server that starts again, no network."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from every import OURS
from playwright.sync_api import Browser, Page, WebSocketRoute, expect
from server.running import Server

from browser.conftest import LOOKS, Visit
from browser.playing import (
    ELSEWHERE,
    GLOWING,
    PATIENCE,
    PLAIN,
    SECRET,
    by_mouse,
    click,
    in_play,
    lay,
    open_table,
    play_a_little,
    touch_something,
)
from ludotheque.site.engine import BUILT
from ludotheque.words.messages import message

RULES = f"[data-game={PLAIN}] a[href='/rules/{PLAIN}']"
KEPT = "(path) => caches.match(path, {ignoreSearch: true}).then(Boolean)"


def goes_on(page: Page, dice: random.Random) -> None:
    """Touches lead to another position in which one is to act."""
    page.locator(".board [data-lit]").first.wait_for(timeout=20_000)
    before, end = page.evaluate(GLOWING), time.monotonic() + PATIENCE
    while page.evaluate(GLOWING) in (before, []):
        assert time.monotonic() < end, "nothing happens any more"
        touch_something(page, dice)
        page.wait_for_timeout(50)


def test_a_reload_in_the_middle_of_a_game_goes_on(visit: Visit) -> None:
    page = visit()
    open_table(page, lay(page, PLAIN)["table"])
    dice = random.Random(1)
    play_a_little(page, dice, 3)
    before = page.evaluate(GLOWING)
    page.reload()
    page.locator(".board [data-lit]").first.wait_for()
    assert page.evaluate(GLOWING) == before
    goes_on(page, dice)


def test_cards_laid_face_down_are_still_there_after_a_reload(visit: Visit) -> None:
    page, other = visit(), visit()
    laid = lay(page, SECRET, {"who": "me", "name": "Ana"}, {"who": "open"})
    open_table(other, laid["table"], laid["code"])
    other.locator("form input").fill("Ben")
    other.get_by_role("button", name=message("web.sit", "fr"), exact=True).click()
    open_table(page, laid["table"])
    page.locator(".board [data-lit]").first.click(timeout=15_000)
    page.get_by_text(message("web.sealed", "fr"), exact=True).wait_for()
    other.reload()
    other.get_by_text(message("web.sealed", "fr"), exact=True).wait_for()


def dropping(page: Page) -> list[WebSocketRoute]:
    """The page's sockets, to the real server, to be cut."""
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        line.connect_to_server()
        lines.append(line)

    page.route_web_socket("**/socket?*", through)
    return lines


def test_a_dropped_connection_shows_itself_and_heals(visit: Visit) -> None:
    page = visit()
    lines = dropping(page)
    open_table(page, lay(page, PLAIN)["table"])
    dice = random.Random(1)
    play_a_little(page, dice, 2)
    lines[-1].close(code=1012)
    page.get_by_text(message("web.reconnecting", "fr")).wait_for(timeout=5000)
    expect(page.get_by_text(message("web.reconnecting", "fr"))).to_have_count(0, timeout=10_000)
    assert len(lines) > 1
    goes_on(page, dice)


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("game", OURS)
def test_every_game_goes_on_after_a_reload_and_a_drop(
    visit: Visit, game: str, look: dict[str, str]
) -> None:
    page = visit(**look)
    lines = dropping(page)
    in_play(page, game)
    dice = random.Random(str(look))
    play_a_little(page, dice, 1)
    page.reload()
    page.locator(".board, #result").first.wait_for(timeout=20_000)
    play_a_little(page, dice, 1)
    lines[-1].close(code=1012)
    by_mouse(page, dice)


def test_a_server_that_starts_again_is_found_again(browser: Browser, tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/tables.db", tmp_path) as server:
        page = browser.new_page(locale="fr-FR")
        page.goto(server.url + ELSEWHERE)
        open_table(page, lay(page, PLAIN)["table"])
        dice = random.Random(1)
        play_a_little(page, dice, 2)
        server.kill()
        page.get_by_text(message("web.reconnecting", "fr")).wait_for(timeout=10_000)
        server.start()
        goes_on(page, dice)
        page.close()


def test_without_a_network_the_page_still_opens_and_says_so(
    browser: Browser, tmp_path: Path
) -> None:
    with Server(f"sqlite:///{tmp_path}/tables.db", tmp_path) as server:
        context = browser.new_context(locale="fr-FR")
        page = context.new_page()
        page.goto(server.url)
        page.wait_for_selector("[data-game]")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        page.wait_for_selector("[data-game]")
        page.wait_for_function(KEPT, arg="/api/games")
        page.locator(RULES).click()
        page.wait_for_selector("article h1")
        page.wait_for_function(KEPT, arg=f"/api/games/{PLAIN}/rules")
        server.kill()
        for offline in (False, True):
            context.set_offline(offline)
            page.goto(server.url)
            page.get_by_text(message("web.away", "fr")).wait_for(timeout=10_000)
            play = page.locator(f"[data-game={PLAIN}]").get_by_role("button").first
            expect(play).to_be_disabled()
            page.locator(RULES).click()
            page.wait_for_selector("article h1")
        page.goto(f"{server.url}/rules/{SECRET}")  # which nobody has opened before
        page.get_by_text(message("web.sorry.offline", "fr")).wait_for(timeout=10_000)
        context.close()


@pytest.mark.skipif(not BUILT.is_dir(), reason="the page was built without its engine")
def test_without_the_server_one_plays_on_the_device_that_has_kept_the_games(
    browser: Browser, tmp_path: Path
) -> None:
    with Server(f"sqlite:///{tmp_path}/tables.db", tmp_path) as server:
        context = browser.new_context(locale="fr-FR")
        page = context.new_page()
        page.goto(server.url)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.goto(f"{server.url}/me")
        page.locator("[data-keep]").click()
        page.locator("[data-kept]").wait_for(timeout=60_000)
        server.kill()
        page.goto(server.url)
        page.get_by_text(message("web.away.here", "fr")).wait_for(timeout=10_000)
        page.locator(f"[data-game={PLAIN}] a[href='/new/{PLAIN}']").click()
        page.get_by_text(message("web.setup.with.screen", "fr"), exact=True).click()
        click(page, "web.setup.start")
        page.locator(".board [data-lit]").first.wait_for(timeout=60_000)
        assert "/t/~" in page.url
        play_a_little(page, random.Random(1), 2)
        page.goto(server.url)
        page.get_by_text(message("web.away.here", "fr")).wait_for()
        server.start()
        expect(page.get_by_text(message("web.away.here", "fr"))).to_have_count(0, timeout=20_000)
        page.locator("[data-table^='~']").wait_for()  # beside the tables of the server
        page.locator(f"[data-game={PLAIN}]").get_by_role("button").first.wait_for()
        context.close()
