"""The first load: light, quick, and strict."""

from __future__ import annotations

import re
import statistics
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser
from server.running import Server

STATIC = Path(__file__).parent.parent.parent / "src" / "ludotheque" / "static"
MOST = 150_000  # bytes on the wire, fonts included
LATER = 60_000  # bytes of what is only seen or heard at a table
QUICK = 1000  # milliseconds until the first button works
READY = """() => new Promise((done) => {
  const tell = () => document.querySelector('[data-game] button.main') && done(performance.now());
  new MutationObserver(tell).observe(document, {subtree: true, childList: true});
  tell();
})"""


def first_load(browser: Browser, server: Server) -> tuple[float, dict[str, float]]:
    """Milliseconds until one can play, and what came over the wire."""
    context = browser.new_context(locale="fr-FR")
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    names: dict[str, str] = {}
    sizes: dict[str, float] = {}
    wire.on(
        "Network.requestWillBeSent", lambda e: names.update({e["requestId"]: e["request"]["url"]})
    )
    wire.on(
        "Network.loadingFinished",
        lambda e: sizes.update({names[e["requestId"]]: e["encodedDataLength"]}),
    )
    page.goto(server.url, wait_until="commit")
    ready = page.evaluate(READY)
    page.wait_for_load_state("networkidle")
    context.close()
    return ready, sizes


@pytest.mark.timed
def test_the_first_load_is_light_and_quick(browser: Browser, server: Server) -> None:
    loads = [first_load(browser, server) for _ in range(3)]
    for _, sizes in loads:
        assert any(name.endswith(".woff2") for name in sizes), "the fonts are part of it"
        assert sum(sizes.values()) <= MOST, sizes
    assert statistics.median(ready for ready, _ in loads) < QUICK


def test_sounds_and_paper_that_falls_are_light_and_come_when_they_are_wanted(
    browser: Browser, server: Server
) -> None:
    late = [path for name in ("sounds", "Confetti") for path in STATIC.glob(f"assets/{name}-*.??*")]
    files = [path for path in late if path.suffix in (".js", ".css")]
    assert len(files) >= 2
    assert sum(path.stat().st_size for path in files) <= LATER
    _, sizes = first_load(browser, server)
    assert not [url for url in sizes if url.rpartition("/")[2] in {path.name for path in files}]


def test_nothing_on_the_page_is_inline() -> None:
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*src=)|<style|style=|\son\w+=", text)


def test_the_policy_of_the_page_is_strict(server: Server) -> None:
    policy = httpx.get(server.url).headers["content-security-policy"]
    rules = dict(part.strip().split(" ", 1) for part in policy.split(";") if " " in part.strip())
    assert rules["default-src"] in ("'none'", "'self'")
    assert rules["style-src"] == "'self'"
    assert rules["script-src"] == "'self' 'wasm-unsafe-eval'"  # which compiles no JavaScript
    assert policy.count("unsafe") == 1 and "http:" not in policy and "*" not in policy
