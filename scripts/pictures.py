"""The pictures that browsers and link previews want in pixels: every game's cover, and the icon.

    python scripts/pictures.py

They are taken of the page itself, in a real browser.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from browser.conftest import FLAGS  # noqa: E402
from browser.finding import browser_path  # noqa: E402
from server.running import Server  # noqa: E402

from ludotheque.games import cover_of  # noqa: E402

PUBLIC = ROOT / "web" / "public"
COVER = (640, 360)
ICONS = (180, 192, 512)


def take_covers(browser: Browser, url: str) -> None:
    """A picture of every cover, into its game's folder."""
    page = browser.new_page(viewport={"width": COVER[0], "height": 2000}, bypass_csp=True)
    page.goto(url)
    page.wait_for_selector("[data-game]")
    styles = page.evaluate("[...document.styleSheets].map((one) => one.href)")
    links = "".join(f'<link rel="stylesheet" href="{href}">' for href in styles if href)
    own = "body { margin: 0 } svg { display: block; width: 100vw; height: 100vh }"
    for box in page.locator("[data-game]:has(.cover svg)").all():
        name = box.get_attribute("data-game") or ""
        svg = box.locator(".cover svg").first.evaluate("(one) => one.outerHTML")
        alone = browser.new_page(viewport={"width": COVER[0], "height": COVER[1]}, bypass_csp=True)
        alone.goto(f"{url}/healthz")
        alone.set_content(f"{links}<style>{own}</style>{svg}")
        alone.wait_for_load_state("networkidle")
        alone.screenshot(path=cover_of(name))
        alone.close()


def take_icons(browser: Browser) -> None:
    """The icon in every size that somebody asks for."""
    svg = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    for size in ICONS:
        page = browser.new_page(viewport={"width": size, "height": size})
        page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
        page.screenshot(path=PUBLIC / f"icon-{size}.png", omit_background=True)
        page.close()


def main() -> None:
    """Take all of them."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path(), args=FLAGS)
        with Server(f"sqlite:///{folder}/tables.db", Path(folder)) as server:
            take_covers(browser, server.url)
        take_icons(browser)
        browser.close()


if __name__ == "__main__":
    main()
