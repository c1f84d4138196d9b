"""At the table: hints, taking back, reactions, clocks, bots' moves shown or skipped, my turn."""

from __future__ import annotations

import random
import re

import pytest
from every import OURS
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.playing import GLOWING, PLAIN, click, in_play, lay, open_table, play_a_little
from ludotheque import load
from ludotheque.words.messages import message

PEOPLE = [{"who": "me", "name": name} for name in ("Ana", "Ben")]
TITLE = message(load(PLAIN).title().key, "fr")
MOVING = """() => document.getAnimations()
  .filter((one) => one.playState === 'running' && one.effect.getComputedTiming().duration > 20)
  .map((one) => one.effect.target?.outerHTML.slice(0, 120))"""


def two_friends(visit: Visit, game: str) -> tuple[Page, Page]:
    one, other = visit(), visit()
    laid = lay(one, game, PEOPLE[0], {"who": "open"})
    open_table(one, laid["table"])
    open_table(other, laid["table"], laid["code"])
    other.locator("form input").fill("Ben")
    click(other, "web.sit")
    for page in (one, other):
        page.locator(".board").wait_for(timeout=15_000)
    return one, other


def test_a_hint_says_what_each_action_is_worth_and_plays_it(visit: Visit) -> None:
    page = visit()
    in_play(page, PLAIN)
    moves = page.locator(f"section[aria-label='{message('web.moves', 'fr')}'] li")
    before = moves.count()
    click(page, "web.hint")
    hints = page.locator("[data-hints]")
    hints.wait_for(timeout=30_000)
    assert message("web.hint.chances", "fr") in hints.inner_text()
    assert "%" in hints.inner_text()
    hints.get_by_role("button").first.click()
    moves.nth(before).wait_for(timeout=10_000)


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
    page.context.add_init_script("localStorage.setItem('ludotheque.pace', 'calm')")
    bots = [{"who": "bot", "bot": "random"}] * 3
    open_table(page, lay(page, PLAIN, PEOPLE[0], *bots)["table"])
    page.locator(".board [data-lit]").first.click(timeout=20_000)
    page.get_by_role("button", name=re.compile(message("web.skip.moves", "fr"))).click()
    page.locator(".board [data-lit]").first.wait_for(timeout=500)


@pytest.mark.parametrize("game", OURS)
def test_nothing_moves_for_who_asked_for_stillness(visit: Visit, game: str, long: bool) -> None:
    page = visit(reduced_motion="reduce")
    in_play(page, game)
    for seed in range(4 if long else 2):
        play_a_little(page, random.Random(seed), 1)
        assert page.evaluate(MOVING) == []
