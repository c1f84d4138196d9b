"""Pictures of every game in play, for the documentation: desktop and phone, light and dark.

    python scripts/shots.py [GAME]

Each is a real table on a real server, after some moves by touch.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from rich.progress import track

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from browser.conftest import FLAGS, SIZES  # noqa: E402
from browser.finding import browser_path  # noqa: E402
from browser.playing import come_to_rest, lay, open_table, play_a_little  # noqa: E402
from every import OURS  # noqa: E402
from server.running import Server  # noqa: E402

from ludotheque.examples import examples  # noqa: E402

SHOTS = ROOT / "docs" / "shots"
MOVES = 5
GLOWING = ".board [data-lit]"
QUALITY = 70


def shoot(browser: Browser, url: str, game: str, size: str, theme: str) -> None:
    """One picture."""
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        locale="fr-FR",
    )
    context.add_init_script("localStorage.setItem('ludotheque.pace', 'fast')")
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("[data-game]")
    seats = [
        {"who": "me", "name": "Alice"},
        *[{"who": "bot", "bot": "bot:2"}] * (examples(game).pictured - 1),
    ]
    while not page.locator(GLOWING).count():  # again, if the game was over so soon
        open_table(page, lay(page, game, *seats, options={})["table"])
        page.locator(f"{GLOWING}, #result").first.wait_for(timeout=60_000)
        play_a_little(page, random.Random(7), MOVES)
        page.locator(f"{GLOWING}, #result").first.wait_for(timeout=60_000)
    page.locator("[data-banner]").wait_for(state="detached")
    come_to_rest(page)
    page.evaluate("scrollTo(0, 0)")
    file = SHOTS / f"{game}-{size}-{theme}.jpg"
    page.screenshot(path=file, type="jpeg", quality=QUALITY)
    context.close()


def shelf(browser: Browser, url: str) -> None:
    """The shelf, for the README."""
    page = browser.new_page(viewport={"width": 1280, "height": 720}, locale="fr-FR")
    page.goto(url)
    page.wait_for_selector("[data-game]")
    page.wait_for_timeout(800)
    page.screenshot(path=SHOTS / "shelf.jpg", type="jpeg", quality=QUALITY)
    page.close()


def main(games: list[str]) -> None:
    """Take the pictures."""
    SHOTS.mkdir(parents=True, exist_ok=True)
    wanted = [(g, size, theme) for g in games for size in SIZES for theme in ("light", "dark")]
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path(), args=FLAGS)
        with Server(
            f"sqlite:///{folder}/tables.db", Path(folder), games=""
        ) as server:  # ours alone
            shelf(browser, server.url)
            for game, size, theme in track(wanted, "pictures"):
                shoot(browser, server.url, game, size, theme)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:] or list(OURS))
