"""Several people: by a link, on one tablet, as spectators; and coming back after a loss."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page
from server.running import Server

from browser.conftest import Visit
from browser.playing import by_mouse, is_over, lay, open_table
from ludotheque.messages import message

ME = {"who": "me", "name": "Alice"}
OPEN = {"who": "open"}


def click(page: Page, key: str, lang: str = "fr", **facts: object) -> None:
    page.get_by_role("button", name=message(key, lang, **facts), exact=True).click()


def play_a_little(page: Page, dice: random.Random, moves: int) -> None:
    """Some moves of one's own."""
    done = 0
    while done < moves and not is_over(page):
        done += touch_something(page, dice)
        page.wait_for_timeout(80)


def touch_something(page: Page, dice: random.Random) -> bool:
    """Touch a place that glows, if one does and is still there."""
    lit = page.locator(".board [data-lit]")
    count = lit.count()
    try:
        if count:
            lit.nth(dice.randrange(count)).click(timeout=2000)
    except Error:
        return False
    return count > 0


def test_two_browsers_meet_by_an_invitation(visit: Visit) -> None:
    one, other = visit("/"), visit("/", lang="en")
    laid = lay(one, "rolit", ME, OPEN)
    open_table(one, laid["table"])
    open_table(other, laid["table"], laid["code"])
    other.locator("form input").fill("Bob")
    click(other, "web.sit", "en")
    for page in (one, other):
        page.locator(".prompt").wait_for(timeout=15_000)
    assert other.url.endswith(laid["table"]), "the code stays out of the address"
    dice = random.Random(4)
    for _ in range(200):
        if is_over(one) and is_over(other):
            break
        for page in (one, other):
            touch_something(page, dice)
        one.wait_for_timeout(50)
    assert is_over(one) and is_over(other)


def test_a_link_with_its_picture_invites(visit: Visit) -> None:
    page = visit("/new/rolit")
    click(page, "web.setup.start")
    code = page.locator("code").inner_text(timeout=10_000)
    assert re.fullmatch(r"http://[^/]+/t/[\w-]{16}#[\w-]{32}", code)
    assert page.locator("img[alt]").get_attribute("src").startswith("data:image/svg+xml")  # type: ignore[union-attr]


def test_a_spectator_sees_the_table_and_no_hand(visit: Visit) -> None:
    one, other = visit("/"), visit("/")
    laid = lay(one, "raise", ME, {"who": "bot", "bot": "random"})
    open_table(one, laid["table"])
    open_table(other, laid["table"])
    other.locator(".prompt").wait_for(timeout=15_000)
    assert other.locator("[data-lit]").count() == 0


def test_on_one_tablet_only_the_named_hand_is_there(visit: Visit) -> None:
    """Neither in the page, nor for a screen reader, nor on its way from the server."""
    page = visit("/", size="desktop")
    frames: list[str] = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda data: frames.append(str(data))))
    people = [{"who": "me", "name": name} for name in ("Ana", "Ben", "Cléo")]
    open_table(page, lay(page, "raise", *people)["table"])
    dice = random.Random(2)
    seen = set()
    for _ in range(40):
        ready = page.locator(".pass button")
        if ready.count():
            assert page.locator(".board").count() == 0
            before = len(frames)
            ready.click()
            page.wait_for_timeout(250)
            named = [json.loads(text) for text in frames[before:] if '"type":"news"' in text]
            who = {news["seat"] for news in named if news["seat"] is not None}
            assert len(who) <= 1
            seen |= who
            for news in named:
                hands = news["view"]["hand"]
                for seat, hand in enumerate(hands[:3]):
                    if seat != news["seat"]:
                        assert set(hand) == {-1}
        touch_something(page, dice)
        page.wait_for_timeout(120)
        if len(seen) == 3:
            break
    assert seen == {0, 1, 2}


def test_they_play_again_at_the_next_table(visit: Visit) -> None:
    page = visit("/")
    open_table(page, lay(page, "rolit")["table"])
    page.locator(".board").wait_for(timeout=15_000)
    click(page, "web.resign")
    click(page, "web.resign.sure")
    before = page.url
    click(page, "web.rematch")
    page.locator("form input").wait_for(timeout=10_000)
    assert page.url != before
    click(page, "web.sit")
    page.locator(".board").wait_for(timeout=15_000)


def test_what_one_person_laid_in_secret_is_not_told_to_the_next(visit: Visit) -> None:
    page = visit("/")
    people = [{"who": "me", "name": name} for name in ("Ana", "Ben")]
    open_table(page, lay(page, "raise", *people)["table"])
    curtain = page.locator(".pass button")
    page.locator(".board [data-lit]").first.click(timeout=15_000)
    curtain.wait_for(timeout=10_000)
    page.wait_for_timeout(300)
    told = page.locator("main").inner_text()
    for symbol in ("diamant", "engrenage", "nuage", "sablier", "cloche"):
        assert symbol not in told


def test_a_reload_in_the_middle_of_a_game_goes_on(visit: Visit) -> None:
    page = visit("/")
    open_table(page, lay(page, "rolit")["table"])
    dice = random.Random(1)
    play_a_little(page, dice, 3)
    page.reload()
    page.locator(".board").wait_for()
    by_mouse(page, dice)


def test_a_dropped_connection_shows_itself_and_heals(visit: Visit) -> None:
    page = visit("/")
    open_table(page, lay(page, "rolit")["table"])
    dice = random.Random(1)
    play_a_little(page, dice, 2)
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    page.context.set_offline(False)
    play_a_little(page, dice, 2)
    by_mouse(page, dice)


def test_a_server_that_starts_again_is_found_again(browser: Browser, tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/tables.db", tmp_path) as server:
        page = browser.new_page()
        page.goto(server.url)
        page.wait_for_selector("h1")
        open_table(page, lay(page, "rolit")["table"])
        dice = random.Random(1)
        play_a_little(page, dice, 2)
        server.kill()
        page.get_by_text(message("web.reconnecting", "en")).or_(
            page.get_by_text(message("web.reconnecting", "fr"))
        ).wait_for(timeout=10_000)
        server.start()
        by_mouse(page, dice)
        page.close()


@pytest.mark.parametrize("game", ["rafletout", "raise", "rolit", "quinze", "bonne-main"])
def test_the_first_game_is_learnt_in_a_few_taps(visit: Visit, game: str) -> None:
    page = visit(f"/learn/{game}", size="phone")
    for _ in range(40):
        if page.locator("[data-learnt]").count():
            return
        lit = page.locator("[data-lit]")
        if lit.count():
            lit.first.click(timeout=2000)
        else:
            page.locator("button.main").click(timeout=2000)
        page.wait_for_timeout(60)
    raise AssertionError("it does not end")
