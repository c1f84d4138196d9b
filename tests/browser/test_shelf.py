"""The shelf: one tap plays, one tap invites, open tables are found again."""

from __future__ import annotations

import random
import re

import pytest
from every import OURS, some

from browser.conftest import Visit
from browser.playing import PLAIN, SECRET, click, home_of, lay, open_table, play_a_little
from ludotheque.games import age_of, is_starter
from ludotheque.words.messages import message


@pytest.mark.parametrize("game", some((PLAIN, SECRET), OURS))
def test_one_tap_plays(visit: Visit, game: str) -> None:
    """Whoever has met the game; who has not is asked once whether to learn it first."""
    page = visit("/", size="phone")
    page.locator(f"[data-game={game}] button.main").click()
    click(page, "web.offer.play")
    page.locator(".board [data-lit], #result").first.wait_for(timeout=20_000)
    page.goto(f"{home_of(page)}/")
    page.locator(f"[data-game={game}] button.main").click()
    page.locator(".board [data-lit], #result").first.wait_for(timeout=20_000)


def test_a_box_is_touched_to_play_and_offers_to_learn_first(visit: Visit) -> None:
    page = visit("/", lang="en")
    page.locator(f"[data-game={PLAIN}] .box").click()
    click(page, "web.offer.no", "en")
    page.locator(f"[data-game={PLAIN}] .box").click()
    page.keyboard.press("Escape")
    page.wait_for_timeout(600)  # a touch so soon after one there would be its echo
    page.locator(f"[data-game={PLAIN}] .box").click()
    click(page, "web.offer.learn", "en")
    page.wait_for_url(f"**/learn/{PLAIN}")
    page.go_back()
    page.locator(f"[data-game={PLAIN}] .box").click()
    page.wait_for_url(re.compile(r"/t/[\w-]{16}"))


def test_the_easiest_stand_first_and_say_for_whom_they_are(visit: Visit) -> None:
    page = visit("/")
    boxes = page.locator("[data-game]")
    boxes.first.wait_for()
    shown = [one.get_attribute("data-game") for one in boxes.all()]
    assert shown == list(OURS)
    starters = [name for name in OURS if is_starter(name)]
    assert shown[: len(starters)] == starters
    ribbons = page.locator("[data-game]", has_text=message("web.starter", "fr"))
    assert [one.get_attribute("data-game") for one in ribbons.all()] == starters
    for name in OURS:
        age = message("web.fact.age", "fr", n=age_of(name))
        assert age in page.locator(f"[data-game={name}]").inner_text()


def test_a_table_that_is_put_away_is_on_the_shelf_no_more(visit: Visit) -> None:
    page = visit()
    lay(page, PLAIN)
    page.goto(f"{home_of(page)}/")
    page.locator("[data-table] button").click()
    page.locator("[data-table]").wait_for(state="detached")
    assert page.get_by_role("heading", name=message("web.mine", "fr")).count() == 0
    page.reload()
    page.locator("[data-game]").first.wait_for()
    assert page.locator("[data-table]").count() == 0
    page.goto(f"{home_of(page)}/me")
    page.locator("[data-table] button").click()
    page.goto(f"{home_of(page)}/")
    page.locator("[data-table]").wait_for()


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
