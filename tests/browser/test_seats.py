"""Where seats differ one chooses one's own, and alone a bot may take the other side."""

from __future__ import annotations

from typing import Any

from every import OURS
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.playing import lay
from ludotheque import load
from ludotheque.words.messages import message

SIDED = next(game for game in OURS if load(game).has_other_side)
MINE = "async () => (await (await fetch('/api/tables/mine')).json())"


def my_seats(page: Page) -> Any:
    """The seats of the table that this browser laid or joined last."""
    return page.evaluate(MINE)[0]["seats"]


def start(page: Page) -> None:
    """Lay the table that was set up."""
    page.get_by_role("button", name=message("web.setup.start", "fr")).click()
    page.wait_for_url("**/t/**")


def test_a_seat_is_chosen_when_a_table_is_laid(visit: Visit) -> None:
    page = visit(f"/new/{SIDED}")
    seat = page.locator("[data-seat]")
    sides = [side.text("fr") for side in load(SIDED).sides(2)]
    assert seat.locator("option").all_inner_texts() == sides
    seat.select_option(index=1)
    start(page)
    page.locator(".board [data-lit]").first.wait_for(timeout=20_000)
    assert my_seats(page) == [1]


def test_a_seat_is_chosen_when_one_joins(visit: Visit) -> None:
    host = visit()
    seats = [{"who": "me", "name": "Alice"}, {"who": "open"}, {"who": "open"}]
    laid = lay(host, SIDED, *seats)
    friend = visit(f"/t/{laid['table']}#{laid['code']}")
    seat = friend.locator("[data-seat]")
    seat.wait_for()
    sides = [side.text("fr") for side in load(SIDED).sides(3)]
    assert seat.locator("option").all_inner_texts()[1:] == sides[1:], "Alice has the first"
    friend.locator("form input[type=text]").fill("Bruno")
    seat.select_option(label=sides[2])
    friend.get_by_role("button", name=message("web.sit", "fr")).click()
    friend.get_by_text(message("web.waiting", "fr")).wait_for()
    assert my_seats(friend) == [2]


def test_alone_the_page_says_what_one_plays_for_and_a_bot_takes_the_other_side(
    visit: Visit,
) -> None:
    page = visit(f"/new/{SIDED}")
    page.locator("input[name=players]").first.check(force=True)
    assert page.locator("[data-alone]").inner_text() == message(f"{SIDED}.alone", "fr")
    page.locator("[data-opposite]").select_option(index=1)
    start(page)
    lit = page.locator(".board [data-lit]")
    lit.first.wait_for(timeout=20_000)
    table = page.url.rpartition("/")[2]
    lit.first.click()
    answered = f"async () => (await fetch('/api/tables/{table}/at/2')).ok"
    for _ in range(100):
        if page.evaluate(answered):
            break
        page.wait_for_timeout(100)
    else:
        raise AssertionError("the bot does not answer")
    lit.first.wait_for(timeout=20_000)
