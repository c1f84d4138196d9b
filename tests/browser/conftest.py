"""A real browser on a real server."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from server.running import Server

from browser.finding import NoBrowser, browser_path
from browser.playing import ELSEWHERE

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",  # others keep their databases there
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {"desktop": (1280, 800), "phone": (360, 640)}
LOOKS = [
    {"lang": lang, "size": size, "theme": theme}
    for lang in ("fr", "en")
    for size in SIZES
    for theme in ("light", "dark")
]

Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a worker."""
    folder = tmp_path_factory.mktemp("server")
    with Server(f"sqlite:///{folder}/tables.db", folder) as found:
        yield found


def path_or_skip() -> str:
    """Find a browser; without one skip the test, or fail where `NEED_BROWSER` is set."""
    try:
        return browser_path()
    except NoBrowser as problem:
        if os.environ.get("NEED_BROWSER"):
            raise
        pytest.skip(str(problem))


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for files one after another; while it runs, nobody else has an event loop."""
    with sync_playwright() as play:
        found = play.chromium.launch(executable_path=path_or_skip(), args=FLAGS)
        yield found
        found.close()


class Visitors:
    """People who come with a browser of their own; what goes wrong in it is noted."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.problems: list[str] = []

    def come(
        self, lang: str = "fr", size: str = "desktop", theme: str = "light", **more: Any
    ) -> Page:
        """One more, who sees nothing yet."""
        width, height = SIZES[size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
            locale={"fr": "fr-FR", "en": "en-GB"}[lang],
            **more,
        )
        context.add_init_script("try { localStorage.setItem('ludotheque.pace', 'fast') } catch {}")
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda problem: self.problems.append(str(problem)))
        page.on("console", lambda line: self.note(line.text))
        return page

    def note(self, line: str) -> None:
        """What the console says against the policy of the page."""
        if "Security Policy" in line:
            self.problems.append(line)

    def leave(self) -> None:
        """All go; nothing has gone wrong."""
        for context in self.contexts:
            context.close()
        assert self.problems == []


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Somebody comes with a browser of their own; what goes wrong in it fails the test.

    Without a path they are at the server but see nothing yet, and go where they like.
    """
    visitors = Visitors(browser)

    def come(path: str = ELSEWHERE, *look: str, **more: Any) -> Page:
        page = visitors.come(*look, **more)
        page.goto(server.url + path)
        if path != ELSEWHERE:
            page.wait_for_selector("h1, h2")
        return page

    yield come
    visitors.leave()


@pytest.fixture
def shots() -> Path:
    """Where pictures of failures go."""
    folder = Path(__file__).parent.parent.parent / "build" / "browser"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
