"""One gesture does one thing: double clicks, double taps and held keys, however late the answer."""

from __future__ import annotations

from itertools import product

import pytest
from every import OURS, some
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.playing import GLOWING, PLAIN, SECRET, click, in_play, lay, open_table
from browser.slow import Decision, SlowTable, decisions
from ludotheque.words.messages import message

LATENCIES = (0, 200, 800)  # milliseconds
MANNERS = ("mouse", "finger")
ALL = [*product(OURS, LATENCIES, MANNERS)]
SMOKE = [  # each game once, and among them every latency and manner
    (game, LATENCIES[i % 3], MANNERS[i % 2]) for i, game in enumerate(OURS)
]
ON_TOP = 100  # milliseconds from what appears under a finger until it comes down again
LATER = 650  # milliseconds after which a touch is meant


def kinds_of_decisions(game: str, long: bool) -> list[Decision]:
    """The decisions of a game, those first where a second touch would mean something."""
    found = sorted(decisions(game, 3 if long else 2).values(), key=lambda one: not one.is_trap)
    return found if long else found[:2]


def touch_twice(slow: SlowTable, place: str, manner: str, latency: float = 0) -> None:
    """Touch a place, and the same spot again just after the answer to it has come."""
    spot = slow.page.locator(f".board [data-place='{place}']").first
    spot.scroll_into_view_if_needed()
    box = spot.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    gap = latency + ON_TOP
    if manner == "finger":
        slow.page.touchscreen.tap(x, y)
        slow.wait(gap)
        slow.page.touchscreen.tap(x, y)
    else:
        slow.page.mouse.click(x, y)
        slow.wait(gap)
        slow.page.mouse.click(x, y, click_count=2 if gap < 500 else 1)
    slow.wait(gap)


def decide_by_double_touches(slow: SlowTable, decision: Decision, manner: str) -> None:
    *before, last = decision.action["at"]
    for place in before:
        touch_twice(slow, place, manner)  # for which nobody is asked
        assert slow.asked == [], "it is chosen, no more"
        expect(slow.page.locator(f".board [data-place='{place}'].chosen")).to_have_count(1)
        slow.wait(LATER)
    touch_twice(slow, last, manner, slow.latency * 1000)
    assert slow.asked == ["play"], decision.action
    assert slow.page.locator("[data-told]").count() == 0, "the place just played is complained of"
    slow.wait(LATER)
    if last in slow.page.evaluate(GLOWING):
        slow.page.locator(f".board [data-place='{last}'][data-lit]").first.click()
        slow.wait(slow.latency * 1000 + ON_TOP)
        assert slow.asked == ["play", "play"] or slow.page.locator(".chosen").count(), "meant"


def play_kinds(visit: Visit, game: str, latency: int, manner: str, long: bool) -> None:
    page = visit(has_touch=manner == "finger")
    for decision in kinds_of_decisions(game, long):
        decide_by_double_touches(SlowTable(page, decision, latency), decision, manner)
        page.unroute_all()


@pytest.mark.parametrize(("game", "latency", "manner"), SMOKE)
def test_a_double_touch_plays_once(visit: Visit, game: str, latency: int, manner: str) -> None:
    play_kinds(visit, game, latency, manner, long=False)


@pytest.mark.long
@pytest.mark.parametrize(("game", "latency", "manner"), ALL)
def test_a_double_touch_plays_once_at_every_kind_of_decision(
    visit: Visit, game: str, latency: int, manner: str
) -> None:
    play_kinds(visit, game, latency, manner, long=True)


def hold(page: Page, key: str, slow: SlowTable) -> None:
    """Hold a key down for a while: it repeats itself."""
    for _ in range(20):
        page.keyboard.down(key)
        slow.wait(40)
    page.keyboard.up(key)


@pytest.mark.parametrize("game", some((PLAIN, SECRET), OURS))
def test_a_held_key_plays_once(visit: Visit, game: str, long: bool) -> None:
    page = visit()
    for decision in kinds_of_decisions(game, long)[: None if long else 1]:
        slow = SlowTable(page, decision, 0)
        for n, place in enumerate(decision.action["at"], start=1):
            page.locator(f".board [data-place='{place}']").first.focus()
            hold(page, "Enter", slow)
            assert slow.asked == (["play"] if n == len(decision.action["at"]) else [])
            slow.wait(LATER)
        page.unroute_all()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_nobody_resigns_by_a_double_click(visit: Visit, size: str) -> None:
    page = visit(size=size)
    in_play(page, PLAIN)
    button = page.locator("[data-resign]")
    button.dblclick()
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    box, asked = button.bounding_box(), dialog.bounding_box()
    assert box and asked
    assert asked["y"] + asked["height"] < box["y"] or box["y"] + box["height"] < asked["y"]
    no = dialog.get_by_role("button", name=message("web.resign.no", "fr"))
    expect(no).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert page.locator("#result").count() == 0
    page.wait_for_timeout(600)
    button.click()
    dialog.get_by_role("button", name=message("web.resign.sure", "fr")).click()
    page.locator("#result").wait_for()


def test_the_first_touch_behind_the_curtain_is_a_new_one(visit: Visit) -> None:
    page = visit()
    people = [{"who": "me", "name": name} for name in ("Ana", "Ben")]
    open_table(page, lay(page, SECRET, *people)["table"])
    ready = page.locator(".pass button.main")
    ready.wait_for()
    ready.dblclick()
    page.locator(".board [data-lit]").first.wait_for()
    page.wait_for_timeout(300)
    assert page.locator(".pass").count() == 0, "a card was laid, and the next hand is asked for"


def test_one_move_is_taken_back_by_a_double_click(visit: Visit) -> None:
    page = visit()
    people = [{"who": "me", "name": name} for name in ("Ana", "Ben")]
    open_table(page, lay(page, PLAIN, *people)["table"])
    before = []
    for _ in range(2):
        page.locator(".board [data-lit]").first.wait_for()
        before.append(page.evaluate(GLOWING))
        page.locator(".board [data-lit]").first.click()
        page.wait_for_function(f"(old) => `${{{GLOWING}}}` !== `${{old}}`", arg=before[-1])
    page.locator(".board [data-lit]").first.wait_for()  # the move is answered, and may be undone
    undo = page.get_by_role("button", name=message("web.undo", "fr"), exact=True)
    expect(undo).to_be_enabled()
    undo.dblclick()
    page.wait_for_function(f"(old) => `${{{GLOWING}}}` === `${{old}}`", arg=before[1])
    page.wait_for_timeout(300)
    assert page.evaluate(GLOWING) == before[1]
    page.wait_for_timeout(400)
    click(page, "web.undo")
    page.wait_for_function(f"(old) => `${{{GLOWING}}}` === `${{old}}`", arg=before[0])
