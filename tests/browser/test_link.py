"""Friends by a link: who comes to sit, who comes too late, who only looks on."""

from __future__ import annotations

import random
import time

import pytest
from every import OURS
from playwright.sync_api import Page

from browser.conftest import LOOKS, Visit
from browser.playing import (
    PATIENCE,
    PLAIN,
    SECRET,
    click,
    is_over,
    lay,
    open_table,
    touch_something,
)
from ludotheque.examples import examples
from ludotheque.words.messages import message

ME = {"who": "me", "name": "Alice"}
OPEN = {"who": "open"}
BOT = {"who": "bot", "bot": "random"}


def test_two_browsers_play_a_game_by_an_invitation(visit: Visit) -> None:
    """Some moves by each, until Alice gives up."""
    one, other = meet(visit, PLAIN, {"lang": "fr"}, {"lang": "en"})
    dice, turns = random.Random(4), [0, 0]
    end = time.monotonic() + PATIENCE
    while min(turns) < 3:
        assert time.monotonic() < end, "the game does not go on"
        for i, page in enumerate((one, other)):
            turns[i] += touch_something(page, dice)
        one.wait_for_timeout(30)
    click(one, "web.resign")
    click(one, "web.resign.sure")
    know_one_another(one, other)


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("game", OURS)
def test_two_browsers_play_every_game_in_every_look(
    visit: Visit, game: str, look: dict[str, str]
) -> None:
    one, other = meet(visit, game, look, {"lang": "en"})
    dice, end = random.Random(4), time.monotonic() + PATIENCE
    while not (is_over(one) and is_over(other)):
        assert time.monotonic() < end, "the game does not end"
        for page in (one, other):
            touch_something(page, dice)
        one.wait_for_timeout(30)
    know_one_another(one, other)


def meet(
    visit: Visit, game: str, ones: dict[str, str], others: dict[str, str]
) -> tuple[Page, Page]:
    """Alice invites Bob by a link, and both see the board."""
    one, other = visit(**ones), visit(**others)
    bots = [BOT] * (examples(game).few - 2)
    laid = lay(one, game, ME, OPEN, *bots)
    open_table(one, laid["table"])
    open_table(other, laid["table"], laid["code"])
    other.locator("form input").fill("Bob")
    click(other, "web.sit", others["lang"])
    for page in (one, other):
        page.locator(".board").wait_for(timeout=15_000)
    assert other.url.endswith(laid["table"]), "the code stays out of the address"
    return one, other


def know_one_another(one: Page, other: Page) -> None:
    """After the game, each reads the other's name."""
    for page in (one, other):
        page.locator("#result").wait_for(timeout=20_000)
    assert "Bob" in one.locator("main").inner_text()
    assert "Alice" in other.locator("main").inner_text()


def test_everybody_at_the_table_reads_names_not_numbers(visit: Visit) -> None:
    one, other = visit(), visit()
    laid = lay(one, PLAIN, ME, OPEN)
    open_table(one, laid["table"])
    open_table(other, laid["table"], laid["code"])
    other.locator("form input").fill("Zoé")
    click(other, "web.sit")
    dice, end = random.Random(1), time.monotonic() + PATIENCE
    moves, told = one.locator(f"section[aria-label='{message('web.moves', 'fr')}']"), ""
    while not ("Zoé" in told and "Alice" in told):
        assert time.monotonic() < end, told
        for page in (one, other):
            touch_something(page, dice)
        one.wait_for_timeout(50)
        told = moves.inner_text()
    for number in (1, 2):
        assert message("who.seat", "fr", seat=number) not in told


def test_who_comes_too_late_is_told_so_and_may_look_on(visit: Visit) -> None:
    one, other = visit(), visit()
    laid = lay(one, PLAIN, ME, BOT)
    open_table(other, laid["table"], "A" * 32)
    other.get_by_text(message("web.sorry.full", "fr")).wait_for(timeout=10_000)
    click(other, "web.watch")
    other.locator(".board").wait_for(timeout=10_000)
    assert other.locator("[data-lit]").count() == 0


def test_a_code_that_is_no_good_is_refused_in_words(visit: Visit) -> None:
    one, other = visit(), visit()
    laid = lay(one, PLAIN, ME, OPEN)
    open_table(other, laid["table"], "A" * 32)
    other.locator("form input").fill("Bob")
    click(other, "web.sit")
    other.get_by_role("alert").filter(has_text=message("refused.code", "fr")).first.wait_for()


def test_a_new_link_makes_the_old_one_void_and_nobody_poses_as_who_is_there(visit: Visit) -> None:
    one, other = visit(), visit()
    laid = lay(one, PLAIN, ME, OPEN)
    open_table(one, laid["table"])
    click(one, "web.invite.new")
    click(one, "web.invite.anew")
    one.locator("[data-renewed]").wait_for()
    new = one.locator("code").inner_text().partition("#")[2]
    open_table(other, laid["table"], laid["code"])
    other.locator("form input").fill("Bob")
    click(other, "web.sit")
    other.get_by_role("alert").filter(has_text=message("refused.code", "fr")).first.wait_for()
    other.goto("about:blank")
    other.goto(f"{one.url.partition('/t/')[0]}/t/{laid['table']}#{new}")
    other.locator("form input").fill("Аliсе")  # in Cyrillic
    click(other, "web.sit")
    facts = {"name": "Аliсе", "other": "Alice"}
    posing = message("refused.name.taken", "fr", **facts)
    other.get_by_role("alert").filter(has_text=posing).first.wait_for()
    other.locator("form input").fill("Bob")
    click(other, "web.sit")
    other.locator(".board").wait_for(timeout=15_000)


def test_a_spectator_sees_the_table_and_no_hand(visit: Visit) -> None:
    one, other = visit(), visit()
    laid = lay(one, SECRET, ME, BOT)
    open_table(one, laid["table"])
    one.locator(".board [data-lit]").first.wait_for(timeout=20_000)
    open_table(other, laid["table"])
    other.locator(".board").wait_for(timeout=15_000)
    assert other.locator("[data-place]").count() == 0
