"""The shelf as a folder of files: games on this device, with no server and then with no host."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from every import OURS
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.conftest import FLAGS, LOOKS, Visitors, path_or_skip
from browser.hosting import Host
from browser.playing import (
    DICED,
    GLOWING,
    PLAIN,
    SECRET,
    by_mouse,
    click,
    come_to_rest,
    play_a_little,
)
from ludotheque.site.engine import BUILT, PACKAGE
from ludotheque.tables.evidence import verify
from ludotheque.words.messages import message

BASE = "/jeux/"
SCRIPT = {"content-type": "text/javascript"}
LOADED = 60_000  # milliseconds until the engine runs, on a busy machine
CONTROLLED = "navigator.serviceWorker.ready.then(() => true)"
HAS_TWINS = any(PACKAGE.rglob("games/*/*.wasm"))  # else only bots that do anything play here

pytestmark = pytest.mark.skipif(not BUILT.is_dir(), reason="the page was built without its engine")
Come = Callable[..., Page]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, written by the command that people type."""
    root = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "ludotheque", "site", str(root / "jeux"), "--base", BASE]
    subprocess.run(command, check=True, capture_output=True)
    if not HAS_TWINS:
        facts = root / "jeux" / "data" / "games.json"
        games = json.loads(facts.read_text("utf-8"))
        levels = [{"bot": "random", "title": {"key": "bot.random", "facts": {"n": ""}}}]
        facts.write_text(json.dumps([game | {"bots": levels} for game in games]))
    return root


@pytest.fixture
def host(folder: Path) -> Iterator[Host]:
    with Host(folder, BASE) as found:
        yield found


@pytest.fixture
def come(browser: Browser, host: Host) -> Iterator[Come]:
    """Somebody comes with a browser of their own; what goes wrong in it fails the test."""
    visitors = Visitors(browser)

    def note(url: str) -> None:
        if "/api/" in url:
            visitors.problems.append(url)

    def coming(path: str = "", **look: Any) -> Page:
        page = visitors.come(**look)
        page.on("request", lambda asked: note(asked.url))
        page.goto(host.url + path)
        page.wait_for_selector("h1")
        return page

    yield coming
    visitors.leave()


def load_engine(page: Page, lang: str = "fr") -> None:
    """Agree to what is asked before the first game, which says how much is loaded."""
    asked = page.locator("[data-engine=asking]")
    asked.wait_for()
    assert "MB" in asked.inner_text() or "Mo" in asked.inner_text()
    click(page, "web.device.ask.yes", lang)


def sit_down(page: Page, game: str, lang: str = "fr", way: str = "bots", bot: str = "") -> None:
    """Set a table of a game up, and begin."""
    page.locator(f"[data-game={game}] a[href$='/new/{game}']").click()
    page.get_by_role("button", name=message("web.setup.start", lang)).wait_for()
    if way != "bots":
        page.get_by_text(message(f"web.setup.with.{way}", lang), exact=True).click()
    if bot:
        page.get_by_label(message("web.setup.level", lang)).select_option(bot)
    click(page, "web.setup.start", lang)
    begun = page.locator("[data-engine=asking], .board [data-lit], #result")
    begun.first.wait_for(timeout=LOADED)
    if page.locator("[data-engine=asking]").count():
        load_engine(page, lang)
    page.locator(".board [data-lit], #result").first.wait_for(timeout=LOADED)


def saved(page: Page, lang: str = "fr") -> str:
    """The file of the game that is over."""
    with page.expect_download() as download:
        page.get_by_role("link", name=message("web.download", lang)).click()
    return Path(download.value.path()).read_text("utf-8")


def test_a_game_on_this_device_goes_on_after_a_reload_and_its_file_holds(
    come: Come, tmp_path: Path
) -> None:
    page = come()
    sit_down(page, DICED)
    assert f"{BASE}t/~" in page.url
    dice = random.Random(1)
    play_a_little(page, dice, 2)
    before = page.evaluate(GLOWING)
    page.reload()  # a deep link, which only the keeper knows
    page.locator(".board [data-lit], #result").first.wait_for(timeout=LOADED)
    assert page.evaluate(GLOWING) == before
    by_mouse(page, dice)
    found = verify(saved(page))
    assert found.finished and found.draws > 0
    page.locator("[data-honest=true]").wait_for()
    page.goto(page.url.partition("/t/")[0] + "/me")  # listed without Python, with its result
    page.locator("[data-table^='~']", has_text="–").wait_for()


def test_once_kept_on_this_device_it_needs_no_host(come: Come, host: Host) -> None:
    page = come(size="phone", lang="en")
    page.evaluate(CONTROLLED)
    page.locator("[data-keep]").click()
    page.locator("[data-kept]").wait_for(timeout=LOADED)
    host.stop()
    page.reload()
    page.locator(f"[data-game={PLAIN}]").wait_for()
    page.locator("[data-kept]").wait_for()
    page.goto(f"{host.url}rules/{SECRET}")  # which nobody has opened before
    page.wait_for_selector("article h1")
    page.goto(f"{host.url}learn/{SECRET}")
    page.locator(".board").wait_for()
    for nowhere in ("rules/chess", "t/abcdefghijklmnop"):
        page.goto(f"{host.url}{nowhere}")
        page.locator("[data-sorry=nowhere], [data-sorry=unknown]").wait_for()


def test_a_game_goes_on_after_the_browser_was_closed_and_the_host_is_gone(
    browser: Browser, host: Host, tmp_path: Path
) -> None:
    def opened() -> BrowserContext:
        """A browser with a memory of its own, as people have one."""
        return browser.browser_type.launch_persistent_context(
            tmp_path / "profile", executable_path=path_or_skip(), args=FLAGS, locale="fr-FR"
        )

    with opened() as before:
        page = before.new_page()
        page.goto(host.url)
        page.evaluate(CONTROLLED)
        page.locator("[data-keep]").click()
        page.locator("[data-kept]").wait_for(timeout=LOADED)
        sit_down(page, PLAIN, way="screen")
        play_a_little(page, random.Random(1), 2)
        glowing = page.evaluate(GLOWING)
    host.stop()
    with opened() as after:
        page = after.new_page()
        page.goto(host.url)
        page.locator("[data-table]").first.click()
        page.locator(".board [data-lit]").first.wait_for(timeout=LOADED)
        expect(page.locator("[data-engine=asking]")).to_have_count(0)
        assert page.evaluate(GLOWING) == glowing
        by_mouse(page, random.Random(2))
        assert verify(saved(page)).finished


def test_who_says_no_is_told_so_and_loads_nothing(come: Come) -> None:
    asked: list[str] = []
    page = come()
    page.on("request", lambda request: asked.append(request.url))
    page.locator(f"[data-game={PLAIN}] a[href$='/new/{PLAIN}']").click()
    click(page, "web.setup.start")
    page.locator("[data-engine=asking]").wait_for()
    click(page, "web.device.ask.no")
    page.get_by_text(message("web.device.declined", "fr")).wait_for()
    assert not [url for url in asked if "pyodide" in url or url.endswith(".zip")]


def test_a_saved_game_is_opened_again_and_what_is_none_is_refused(
    come: Come, tmp_path: Path
) -> None:
    page = come()
    field = page.locator("[data-open]")
    (tmp_path / "none.play").write_text("no game at all\n")
    field.set_input_files(tmp_path / "none.play")
    load_engine(page)
    page.locator(".bad", has_text="none.play").wait_for(timeout=LOADED)
    assert not page.locator("[data-table]").count()
    play = next((Path(__file__).parent.parent / "plays" / DICED).glob("*.play"))
    field.set_input_files(play)
    page.locator(".board").wait_for(timeout=LOADED)
    page.locator("#result").wait_for()


FULL = "throw new DOMException('', 'QuotaExceededError')"
TROUBLES = {
    "web.device.wasm": "globalThis.WebAssembly = undefined;",
    "web.device.refused": "IDBFactory.prototype.open = () => { throw new DOMException() };",
    "refused.storage": f"IDBObjectStore.prototype.add = () => {{ {FULL} }};",
}


@pytest.mark.parametrize("key", TROUBLES)
def test_what_this_device_cannot_do_is_said_in_one_sentence(
    come: Come, folder: Path, key: str
) -> None:
    page = come(service_workers="block")
    worker = next((folder / "jeux" / "assets").glob("worker-*.js"))
    text = TROUBLES[key] + worker.read_text("utf-8")
    page.route("**/assets/worker-*.js", lambda asked: asked.fulfill(body=text, headers=SCRIPT))
    page.locator(f"[data-game={PLAIN}] a[href$='/new/{PLAIN}']").click()
    click(page, "web.setup.start")
    load_engine(page)
    page.get_by_text(message(key, "fr")).wait_for(timeout=LOADED)
    page.goto(page.url.partition("/new")[0] + "/")
    page.locator(f"[data-game={PLAIN}]").wait_for()
    assert not page.locator("[data-table]").count()  # nothing is half stored


def test_a_page_of_before_does_not_start_an_engine_of_today(come: Come) -> None:
    page = come(service_workers="block")
    other = {"page": "other.js", "pyodide": "x/", "package": "y.zip", "lock": {}, "files": {"z": 1}}
    page.route("**/engine/engine.json", lambda asked: asked.fulfill(json=other))
    page.locator(f"[data-game={PLAIN}] a[href$='/new/{PLAIN}']").click()
    click(page, "web.setup.start")
    page.get_by_text(message("web.device.version", "fr")).wait_for()


def test_a_new_version_is_offered_and_the_game_goes_on(come: Come, folder: Path) -> None:
    page = come()
    page.evaluate(CONTROLLED)
    keeper = folder / "jeux" / "offline.js"
    before = keeper.read_text("utf-8")
    try:
        keeper.write_text(before.replace('VERSION = "', 'VERSION = "0'))
        page.evaluate(
            "navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => true)"
        )
        page.locator("[data-update]").wait_for(timeout=20_000)
        with page.expect_navigation():
            click(page, "web.update.take")
        page.locator(f"[data-game={PLAIN}]").wait_for()
        expect(page.locator("[data-update]")).to_have_count(0)
    finally:
        keeper.write_text(before)


@pytest.mark.parametrize("look", [look for look in LOOKS if look["size"] == "phone"][::3], ids=str)
def test_nothing_on_a_phone_is_cut_off(come: Come, look: dict[str, str]) -> None:
    page = come(**look)
    page.locator("[data-keep]").wait_for()
    come_to_rest(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("game", OURS)
def test_every_game_is_played_to_the_end_against_every_level(
    come: Come, folder: Path, game: str, look: dict[str, str]
) -> None:
    games = json.loads((folder / "jeux" / "data" / "games.json").read_text("utf-8"))
    levels = [level["bot"] for one in games if one["name"] == game for level in one["bots"]]
    page = come(**look)
    for level in levels:
        sit_down(page, game, look["lang"], bot=level if len(levels) > 1 else "")
        by_mouse(page, random.Random(level))
        verify(saved(page, look["lang"]))
        page.get_by_role("link", name=message("web.home", look["lang"])).first.click()
        page.locator(f"[data-game={game}]").wait_for()
