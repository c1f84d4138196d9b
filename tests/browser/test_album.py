"""What one keeps: results and records on a page of one's own, taken along and forgotten."""

from __future__ import annotations

from zipfile import ZipFile

import pytest
from every import OURS
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.playing import PLAIN, PLAY_OUT, click, home_of, lay
from browser.test_everyone import LOOKS, is_for_all
from ludotheque import load
from ludotheque.examples import examples
from ludotheque.words.messages import message

ALONE = next(game for game in OURS if load(game).seats[0] == 1 and not examples(game).short)


def come_back(page: Page) -> str:
    """Somebody with a game won or lost and one alone; the table of the latter."""
    assert page.evaluate(PLAY_OUT, lay(page, PLAIN)["table"])
    alone: str = lay(page, ALONE, {"who": "me", "name": "Zo\u00e9"}, options={})["table"]
    assert page.evaluate(PLAY_OUT, alone)
    page.goto(f"{home_of(page)}/me")
    page.locator("[data-table]").first.wait_for()
    return alone


def test_games_records_and_results_are_kept(visit: Visit) -> None:
    page = visit()
    alone = come_back(page)
    said = page.locator("main").inner_text()
    assert message("web.me.bots", "fr", n=1) in said
    assert message("web.line.won", "fr") in said or message("web.line.lost", "fr") in said
    page.locator(f"a[href='/t/{alone}']").first.click()
    page.locator("#result").wait_for(timeout=20_000)


@pytest.mark.parametrize("look", [LOOKS[0], LOOKS[3]])
def test_nobody_is_kept_out_of_the_album(visit: Visit, look: tuple[str, str]) -> None:
    lang, theme = look
    page = visit(lang=lang, size="phone", theme=theme)
    come_back(page)
    click(page, "web.me.forget", lang)
    is_for_all(page, "the album, about to be forgotten")


def test_everything_is_taken_along_then_forgotten(visit: Visit) -> None:
    page, other = visit(), visit()
    alone = come_back(page)
    with page.expect_download() as waited:
        page.get_by_role("link", name=message("web.me.export", "fr")).click()
    with ZipFile(waited.value.path()) as archive:
        assert f"{ALONE}-{alone}.play" in archive.namelist()
    click(page, "web.me.forget")
    page.get_by_text(message("web.me.forget.what", "fr")).wait_for()
    click(page, "web.me.forget.no")
    assert page.locator("[data-table]").count() == 2
    click(page, "web.me.forget")
    click(page, "web.me.forget.yes")
    page.locator("[role=status]", has_text=message("web.me.forgotten", "fr")).wait_for()
    assert page.evaluate("localStorage.getItem('ludotheque.name')") is None
    page.reload()
    page.get_by_text(message("web.me.none", "fr")).wait_for()
    other.goto(f"{home_of(other)}/t/{alone}")
    other.locator("#result").wait_for(timeout=20_000)
    assert "Zo\u00e9" not in other.locator("main").inner_text()


def test_a_friend_who_is_shown_a_game_is_offered_one_of_their_own(visit: Visit) -> None:
    page, friend = visit(), visit()
    alone = come_back(page)
    friend.goto(f"{home_of(friend)}/t/{alone}")
    click(friend, "web.play.this")
    friend.wait_for_url(lambda url: "/t/" in url and alone not in url)
    friend.locator(".board [data-lit], #result").first.wait_for(timeout=20_000)
