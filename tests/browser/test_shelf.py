"""The shelf: one tap plays, one tap invites, open tables are found again."""

from __future__ import annotations

import random
import re

import pytest
from every import OURS

from browser.conftest import Visit
from browser.playing import PLAIN, lay, open_table, play_a_little
from ludotheque.words.messages import message


@pytest.mark.parametrize("game", OURS)
def test_one_tap_plays(visit: Visit, game: str) -> None:
    page = visit("/", size="phone")
    page.locator(f"[data-game={game}] button.main").click()
    page.locator(".board [data-lit], #result").first.wait_for(timeout=20_000)


def test_an_invitation_is_a_link_with_its_picture(visit: Visit) -> None:
    page = visit("/")
    box = page.locator(f"[data-game={PLAIN}]")
    box.get_by_text(message("web.invite", "fr"), exact=True).click()
    link = page.locator("code").inner_text(timeout=10_000)
    assert re.fullmatch(r"http://[^/]+/t/[\w-]{16}#[\w-]{32}", link)
    picture = page.locator("img[alt]").get_attribute("src") or ""
    assert picture.startswith("data:image/svg+xml")


def test_a_table_is_set_up_as_one_likes(visit: Visit) -> None:
    page = visit(f"/new/{PLAIN}")
    page.get_by_role("button", name=message("web.setup.start", "fr")).click()
    page.wait_for_url(re.compile(r"/t/[\w-]{16}"))


def test_open_tables_are_found_again(visit: Visit) -> None:
    page = visit()
    table = lay(page, PLAIN)["table"]
    open_table(page, table)
    play_a_little(page, random.Random(1), 2)
    page.locator("header a").first.click()
    page.locator(f"a[href='/t/{table}']").click(timeout=10_000)
    page.locator(".board").wait_for()


def test_a_listed_table_is_in_the_lobby(visit: Visit) -> None:
    one, other = visit(), visit("/")
    seats = [{"who": "me", "name": "Alice"}, {"who": "open"}]
    table = lay(one, PLAIN, *seats, listed=True)["table"]
    other.reload()
    other.locator(f"a[href='/t/{table}']").click(timeout=10_000)
    other.locator("form input").fill("Bob")
    other.get_by_role("button", name=message("web.sit", "fr"), exact=True).click()
    other.locator(".board").wait_for(timeout=15_000)


def test_language_and_theme_are_remembered(visit: Visit) -> None:
    page = visit("/")
    page.locator("header button[lang=en]").click()
    page.get_by_text(message("web.shelf", "en")).wait_for()
    page.locator("header summary").click()
    page.locator("header select").first.select_option("dark")
    page.reload()
    page.get_by_text(message("web.shelf", "en")).wait_for()
    assert page.locator("html").get_attribute("data-theme") == "dark"
