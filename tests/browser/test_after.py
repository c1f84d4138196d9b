"""After the game: the result, honest dice, the replay, the file, and the next game."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from every import OURS, some
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.playing import DICED, PLAIN, SECRET, click, home_of, in_no_time, lay, open_table
from ludotheque.words.messages import message


def finished(visit: Visit, game: str = DICED) -> Page:
    page = visit()
    open_table(page, lay(page, game)["table"])
    in_no_time(page)
    return page


@pytest.mark.parametrize("game", some((PLAIN, SECRET), OURS))
def test_the_replay_goes_from_the_first_position_to_the_last(visit: Visit, game: str) -> None:
    page = finished(visit, game)
    click(page, "web.replay")
    slider = page.locator("input[type=range]")
    slider.wait_for(timeout=10_000)
    last = int(slider.get_attribute("max") or 0)
    assert last > 2
    click(page, "web.replay.on")
    page.locator("[data-replay='1']").wait_for()
    slider.focus()
    page.keyboard.press("End")
    page.locator(f"[data-replay='{last}']").wait_for()
    expect(page.get_by_role("button", name=message("web.replay.on", "fr"))).to_be_disabled()
    click(page, "web.replay.back")
    page.locator(f"[data-replay='{last - 1}']").wait_for()
    assert page.locator(".board").count() == 1, "one board at a time"
    click(page, "web.replay.done")
    page.locator("#result").wait_for()
    page.goto(f"{page.url}?coup=99999")  # there are not so many
    page.locator(f"[data-replay='{last}']").wait_for()


def test_the_replay_runs_by_itself(visit: Visit) -> None:
    page = finished(visit)
    click(page, "web.replay")
    click(page, "web.replay.run")
    page.locator("[data-replay='2']").wait_for(timeout=10_000)
    click(page, "web.replay.stop")


def test_who_leaves_a_replay_is_where_the_address_says(visit: Visit) -> None:
    page = finished(visit)
    click(page, "web.replay")
    page.wait_for_url("**?coup=*")
    page.locator("header a").first.click()
    page.locator("[data-game]").first.wait_for()
    page.wait_for_timeout(200)
    assert page.url == f"{home_of(page)}/"


def test_every_die_is_drawn_again_in_the_browser(visit: Visit) -> None:
    page = finished(visit)
    page.locator("[data-honest=true]").wait_for(timeout=10_000)
    assert re.search(r"\d", page.locator("[data-proof]").text_content() or "")


def test_the_file_is_verified_by_the_command(visit: Visit, tmp_path: Path) -> None:
    page = finished(visit)
    with page.expect_download() as waiting:
        page.get_by_text(message("web.download", "fr"), exact=True).click()
    file = tmp_path / "evening.play"
    waiting.value.save_as(file)
    verify = [sys.executable, "-m", "ludotheque", "verify", str(file), "--json"]
    done = subprocess.run(verify, check=True, capture_output=True, text=True)
    shown = page.locator("[data-chain]").get_attribute("data-chain", timeout=10_000)
    assert shown == json.loads(done.stdout)["chain"]


def test_a_finished_table_can_be_shared(visit: Visit) -> None:
    page = finished(visit)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("delete Navigator.prototype.share")
    click(page, "web.share")
    link = page.evaluate("navigator.clipboard.readText()")
    other = visit()
    other.goto(link)
    other.locator("#result").wait_for(timeout=10_000)
    proof = other.locator("[data-proof]")
    expect(proof).to_contain_text("arrivée après la fin", timeout=10_000)


def test_they_play_again_at_the_next_table(visit: Visit) -> None:
    page = visit()
    open_table(page, lay(page, PLAIN)["table"])
    page.locator(".board").wait_for(timeout=15_000)
    click(page, "web.resign")
    click(page, "web.resign.sure")
    before = page.url
    click(page, "web.rematch")
    page.locator(".board [data-lit]").first.wait_for(timeout=15_000)
    assert page.url != before


def test_a_friend_is_told_that_they_play_again_and_follows_by_a_tap(visit: Visit) -> None:
    one, other = visit(), visit()
    laid = lay(one, PLAIN, {"who": "me", "name": "Alice"}, {"who": "open"})
    open_table(one, laid["table"])
    open_table(other, laid["table"], laid["code"])
    other.locator("form input").fill("Bob")
    click(other, "web.sit")
    click(one, "web.resign")
    click(one, "web.resign.sure")
    click(one, "web.rematch")
    other.get_by_text(message("web.again.others", "fr")).wait_for(timeout=10_000)
    assert other.locator("#result").count() == 1, "nobody is pulled away from the result"
    click(other, "web.rematch")
    for page in (one, other):
        page.locator(".board").wait_for(timeout=15_000)
        assert {"Alice", "Bob"} <= set(page.locator(".who").all_inner_texts())


def test_a_series_is_played_with_its_score_sheet(visit: Visit) -> None:
    page = visit()
    people = [{"who": "me", "name": name} for name in ("Ana", "Ben")]
    series = {"games": 2, "keep_colours": False}
    open_table(page, lay(page, PLAIN, *people, series=series)["table"])
    for number in (1, 2):
        in_no_time(page)
        games = page.locator("[data-sheet] tbody tr:first-child td")
        expect(games).to_have_count(number + 2)  # with the wins and the sum
        if number == 1:
            before = page.url
            click(page, "web.next")
            page.wait_for_function("(before) => location.href !== before", arg=before)
            page.locator(".board [data-lit]").first.wait_for(timeout=15_000)
    page.get_by_text(re.compile("série", re.IGNORECASE)).first.wait_for()
    assert page.get_by_role("button", name=message("web.rematch", "fr")).count() == 1
