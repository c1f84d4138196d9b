"""At the table: hints, taking back, reactions, clocks, bots' moves shown or skipped, my turn."""

from __future__ import annotations

import random
import re

import pytest
from every import OURS, some
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Visit
from browser.playing import (
    DICED,
    ELSEWHERE,
    GLOWING,
    PLAIN,
    SECRET,
    click,
    come_to_rest,
    home_of,
    in_play,
    lay,
    open_table,
    play_a_little,
    sit_together,
)
from ludotheque import load
from ludotheque.words.messages import message

PEOPLE = [{"who": "me", "name": name} for name in ("Ana", "Ben")]
TITLE = message(load(PLAIN).title().key, "fr")
DRAWN = """document.querySelector('.board svg').innerHTML
  .replace(/ (class|data-lit)="[^"]*"/g, '')"""
MOVING = """() => document.getAnimations()
  .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().duration > 20)
  .map((one) => one.effect.target?.outerHTML.slice(0, 120))"""


def two_friends(visit: Visit, game: str) -> tuple[Page, Page]:
    one, other = visit(), visit()
    sit_together(one, other, game)
    return one, other


def advised(page: Page, game: str) -> Locator:
    """The place that a hint points at, once one choice is better than another."""
    for _ in range(20):
        in_play(page, game)
        click(page, "web.hint")
        page.locator("[data-advice]").wait_for(timeout=60_000)
        best = page.locator(".board [data-best]")
        if best.count():
            return best.first
        page.goto(home_of(page) + ELSEWHERE)
    raise AssertionError("all choices are equal, always")


def test_a_hint_is_a_place_that_glows_and_a_sentence(visit: Visit) -> None:
    page = visit()
    best = advised(page, PLAIN)
    expect(best).to_be_in_viewport()
    assert best.get_attribute("data-lit") is not None
    assert page.locator("[data-best]").count() == 1
    assert "%" not in page.locator("[data-advice]").inner_text()
    best.click()
    expect(page.locator("[data-advice]")).to_have_count(0)
    expect(page.locator("[data-best]")).to_have_count(0)


def test_the_numbers_of_a_hint_are_there_for_who_asks_and_play_nothing(visit: Visit) -> None:
    page = visit()
    best = advised(page, PLAIN).get_attribute("data-place")
    glowing = page.evaluate(GLOWING)
    hints = page.locator("[data-hints]")
    assert "%" not in hints.inner_text()
    hints.locator("summary").click()
    expect(hints).to_contain_text(message("web.hint.chances", "fr"))
    expect(hints).to_contain_text("%")
    rows = hints.get_by_role("button")
    expect(rows.first).to_have_attribute("aria-pressed", "true")
    rows.nth(1).click()
    expect(rows.nth(1)).to_have_attribute("aria-pressed", "true")
    assert page.locator(".board [data-best]").get_attribute("data-place") != best
    page.wait_for_timeout(300)
    assert page.evaluate(GLOWING) == glowing, "nothing was played"


@pytest.mark.parametrize("game", some((SECRET, DICED), OURS))
def test_a_hint_glows_on_every_board(visit: Visit, game: str) -> None:
    page = visit(size="phone")
    best = advised(page, game)
    expect(best).to_be_in_viewport()


def test_a_hint_of_a_reaction_ago_is_still_there(visit: Visit) -> None:
    page = visit()
    advised(page, PLAIN)
    page.get_by_text(message("web.reactions", "fr")).click()
    click(page, "web.react.bravo")
    page.locator("li", has_text=message("web.react.bravo", "fr")).last.wait_for()
    expect(page.locator("[data-advice]")).to_have_count(1)


def test_undo_is_offered_only_where_it_would_work(visit: Visit) -> None:
    page = visit()
    in_play(page, PLAIN)
    undo = page.get_by_role("button", name=message("web.undo", "fr"), exact=True)
    expect(undo).to_be_disabled()
    early = message("refused.undo.early", "fr")
    expect(undo).to_have_attribute("title", early)
    undo.click(force=True)
    assert page.locator("[data-told]").inner_text() == early
    play_a_little(page, random.Random(1), 1)
    expect(undo).to_be_enabled()
    assert undo.get_attribute("title") is None


def test_what_was_taken_back_is_struck_out_and_leaves_no_mark(visit: Visit) -> None:
    page = visit()
    open_table(page, lay(page, PLAIN, *PEOPLE)["table"])
    page.locator(".board [data-lit]").first.wait_for(timeout=15_000)
    before = page.evaluate(DRAWN)
    for _ in range(3):
        glowing = page.evaluate(GLOWING)
        page.locator(".board [data-lit]").first.click()
        page.wait_for_function(f"(old) => `${{{GLOWING}}}` !== `${{old}}`", arg=glowing)
        page.locator(".board [data-lit]").first.wait_for()
    undone = message("web.event.undo", "fr", who="").strip()
    for n in range(3):
        page.wait_for_timeout(550)  # one after another, not a double click
        click(page, "web.undo")
        page.locator("li", has_text=undone).nth(n).wait_for()
    come_to_rest(page)
    assert page.evaluate(DRAWN) == before
    assert page.locator("li s").count() > 0
    below = "document.documentElement.scrollHeight - document.body.getBoundingClientRect().height"
    assert page.evaluate(below) < 100, "there is page below the page"


def test_why_not_is_told_above_the_board_and_goes_away(visit: Visit) -> None:
    page = visit(size="phone")
    in_play(page, PLAIN)
    other = page.locator(".board [data-place]:not([data-lit])").first
    told = page.locator("[data-told]")
    other.click(force=True)
    told.wait_for()
    board, line = page.locator(".board").bounding_box(), told.bounding_box()
    assert board and line and line["y"] + line["height"] <= board["y"]
    page.locator("h1").click()
    expect(told).to_have_count(0)
    page.wait_for_timeout(550)
    other.click(force=True)
    told.wait_for()
    click(page, "web.told.close")
    expect(told).to_have_count(0)
    page.wait_for_timeout(550)
    other.click(force=True)
    told.wait_for()
    page.locator("[data-resign]").click()
    page.locator("dialog [data-yes]").click()
    page.locator("#result").wait_for()
    expect(told).to_have_count(0)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_whose_turn_it_is_stays_in_sight(visit: Visit, size: str) -> None:
    page = visit(size=size)
    in_play(page, SECRET)
    page.mouse.wheel(0, 2000)
    page.wait_for_function("() => scrollY > 0")
    expect(page.get_by_text(message("web.yours", "fr"))).to_be_in_viewport()


def test_a_move_is_taken_back(visit: Visit) -> None:
    page = visit()
    open_table(page, lay(page, PLAIN, *PEOPLE)["table"])
    page.locator(".board [data-lit]").first.wait_for(timeout=15_000)
    before = page.evaluate(GLOWING)
    page.locator(".board [data-lit]").first.click()
    page.wait_for_function(f"(old) => `${{{GLOWING}}}` !== `${{old}}`", arg=before)
    click(page, "web.undo")
    page.wait_for_function(f"(old) => `${{{GLOWING}}}` === `${{old}}`", arg=before)


def test_a_reaction_is_seen_by_the_others(visit: Visit) -> None:
    one, other = two_friends(visit, PLAIN)
    one.get_by_text(message("web.reactions", "fr")).click()
    click(one, "web.react.bravo")
    other.locator("li", has_text=f"Ana : {message('web.react.bravo', 'fr')}").wait_for()


def test_whose_turn_it_is_stands_in_the_title(visit: Visit) -> None:
    one, other = two_friends(visit, PLAIN)
    begins = [f"() => document.title.startsWith('{sign}')" for sign in "●" + TITLE[0]]
    mine, *_ = [page for page in (one, other) if page.locator("[data-lit]").count()]
    mine.wait_for_function(begins[0])
    (other if mine is one else one).wait_for_function(begins[1])


def test_a_clock_runs_for_whoever_is_to_act(visit: Visit) -> None:
    page = visit()
    wish = {"clock": {"seconds": 300, "add": 0}}
    open_table(page, lay(page, PLAIN, *PEOPLE, **wish)["table"])
    timers = page.get_by_role("timer")
    expect(timers).to_have_count(2, timeout=15_000)
    page.wait_for_function(
        """() => [...document.querySelectorAll('[role=timer]')]
          .some((one) => one.textContent < '4:59')"""
    )
    assert "5:00" in timers.all_inner_texts()


def test_moves_of_bots_are_shown_one_by_one_and_may_be_skipped(visit: Visit) -> None:
    page = visit()
    page.context.add_init_script("localStorage.setItem('ludotheque.pace', 'slow')")
    bots = [{"who": "bot", "bot": "random"}] * 3
    open_table(page, lay(page, PLAIN, PEOPLE[0], *bots)["table"])
    page.locator(".board [data-lit]").first.click(timeout=20_000)
    page.get_by_role("button", name=re.compile(message("web.skip.moves", "fr"))).click()
    page.locator(".board [data-lit]").first.wait_for(timeout=2500)  # three bots take longer


@pytest.mark.parametrize("game", some((SECRET, DICED), OURS))
def test_nothing_moves_for_who_asked_for_stillness(visit: Visit, game: str, long: bool) -> None:
    page = visit(reduced_motion="reduce")
    in_play(page, game)
    for seed in range(4 if long else 2):
        play_a_little(page, random.Random(seed), 1)
        assert page.evaluate(MOVING) == []
