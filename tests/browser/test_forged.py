"""Somebody who owns the server hands out another log: the page that saw the game finds out."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect
from server.guests import OPEN, Guest, me
from server.running import Server
from tables.forging import FORGERIES, log_of, rechained

from browser.conftest import Visit
from browser.playing import SECRET, click, open_table, touch_something
from ludotheque.words.messages import message

SOME = 4  # cards played openly


@pytest.fixture
def guest(server: Server) -> Iterator[Guest]:
    """Somebody else, without a browser."""
    found = Guest(server.url)
    yield found
    found.close()


def seen_by(page: Page, guest: Guest) -> str:
    """A short game that a page saw from its beginning to its end; its table."""
    laid = guest.lay(SECRET, me("Bruno"), OPEN)
    table = str(laid["table"])
    open_table(page, table, laid["code"])
    page.locator("form input").first.fill("Alice")
    click(page, "web.sit")
    page.locator(".board [data-lit]").first.wait_for(timeout=15_000)
    dice, plays = random.Random(3), 0
    while plays < SOME:  # whoever's turn it is
        seen = guest.look(table, seat=0)
        plays = sum(event["kind"] == "play" for event in seen["events"])
        if seen["actions"]:
            action = seen["actions"][0]["id"]
            guest.do(table, 0, "play", action=action, ply=seen["ply"])
        elif not touch_something(page, dice):
            page.wait_for_timeout(40)
    assert guest.do(table, 0, "resign").status_code == 200
    page.locator("[data-honest=true]").wait_for(timeout=15_000)
    return table


def test_a_page_finds_every_kind_of_forged_log(visit: Visit, guest: Guest) -> None:
    page = visit()
    table = seen_by(page, guest)
    true = guest.http.get(f"/api/tables/{table}/play").text
    forged = {"text": true}
    page.route(f"**/api/tables/{table}/play*", lambda route: answer(route, forged["text"]))
    for name, forge in FORGERIES.items():
        forged["text"] = rechained(true, forge(log_of(true), random.Random(name)))
        assert forged["text"] != true
        page.reload()  # what was seen outlives it
        verdict = page.locator("[data-honest]")
        verdict.wait_for(timeout=15_000)
        assert verdict.get_attribute("data-honest") == "false", name
        expect(verdict).to_contain_text(message("web.dishonest", "fr"))
    forged["text"] = true
    page.reload()
    page.locator("[data-honest=true]").wait_for(timeout=15_000)


def answer(route: Route, text: str) -> None:
    """What the forger's server says."""
    route.fulfill(status=200, content_type="text/plain", body=text)


def test_the_file_that_the_page_saves_tells_what_it_saw(
    visit: Visit, guest: Guest, tmp_path: Path
) -> None:
    page = visit()
    table = seen_by(page, guest)
    with page.expect_download() as waiting:
        page.get_by_text(message("web.download", "fr"), exact=True).click()
    mine, theirs = tmp_path / "mine.play", tmp_path / "theirs.play"
    waiting.value.save_as(mine)
    true = guest.http.get(f"/api/tables/{table}/play").text
    theirs.write_text(true, encoding="utf-8", newline="\n")
    assert "# seen" in mine.read_text(encoding="utf-8")
    verify = [sys.executable, "-m", "ludotheque", "verify"]
    assert subprocess.run([*verify, mine], check=False).returncode == 0
    assert subprocess.run([*verify, theirs, "--seen", mine], check=False).returncode == 0
    text = rechained(true, FORGERIES["another commitment"](log_of(true), random.Random(1)))
    theirs.write_text(text, encoding="utf-8", newline="\n")
    assert subprocess.run([*verify, theirs, "--seen", mine], check=False).returncode == 2
