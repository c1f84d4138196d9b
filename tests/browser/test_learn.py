"""The first game of each: learnt in a few taps, by finger or by keyboard."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from every import OURS, some
from playwright.sync_api import Locator, Page

from browser.conftest import LOOKS, Visit
from browser.playing import PLAIN, SECRET

TAPS = 20
WHERE = """() => [document.querySelector('[data-step]')?.dataset.step,
  [...document.querySelectorAll('.chosen')].map((one) => one.dataset.place)]"""


@pytest.mark.parametrize("game", OURS)
def test_the_first_game_is_learnt_in_a_few_taps_and_its_board_stays_in_its_place(
    visit: Visit, game: str
) -> None:
    learn(visit, game, size="phone")


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("game", OURS)
def test_every_first_game_is_learnt_in_every_look(
    visit: Visit, game: str, look: dict[str, str]
) -> None:
    learn(visit, game, **look)


def learn(visit: Visit, game: str, **look: str) -> None:
    page = visit(f"/learn/{game}", **look)
    tops: set[int] = set()
    for _ in range(TAPS):
        if page.locator("[data-learnt]").count():
            assert len(tops) == 1 or look["size"] != "phone", "the board has moved"
            return
        page.locator("main .board").wait_for()
        tops.add(round(page.locator("main .board").bounding_box()["y"]))  # type: ignore[index]
        until_something_happens(page, lambda one: one.click(timeout=5000))
    raise AssertionError("it does not end")


def until_something_happens(page: Page, touch: Callable[[Locator], None]) -> None:
    """Touch what is to be touched; a second touch of one gesture is none, so perhaps again."""
    before, end = page.evaluate(WHERE), time.monotonic() + 5
    while page.evaluate(WHERE) == before:
        assert time.monotonic() < end, "nothing happens"
        touch(page.locator("[data-lit], main button.main").first)
        page.wait_for_timeout(60)


@pytest.mark.parametrize("game", some((PLAIN, SECRET), OURS))
def test_the_first_game_is_learnt_by_keyboard(visit: Visit, game: str) -> None:
    page = visit(f"/learn/{game}", lang="en")
    for _ in range(TAPS):
        if page.locator("[data-learnt]").count():
            return
        until_something_happens(page, lambda one: one.press("Enter"))
    raise AssertionError("it does not end")


def test_one_can_go_back_in_the_first_game(visit: Visit) -> None:
    page = visit(f"/learn/{PLAIN}")
    assert page.locator("[data-back]").count() == 0
    for _ in range(3):
        page.locator("[data-lit], main button.main").first.click()
    page.locator("[data-step='3']").wait_for()
    page.locator("[data-back]").click()
    page.locator("[data-step='2']").wait_for()
    page.locator("[data-lit], main button.main").first.click()
    page.locator("[data-step='3']").wait_for()


def test_another_touch_is_answered_and_nothing_is_lost(visit: Visit) -> None:
    page = visit(f"/learn/{PLAIN}")
    while not page.locator("[data-lit]").count():
        page.locator("main button.main").first.click()
    step = page.locator("[data-step]").get_attribute("data-step")
    page.locator("[data-place]:not([data-lit])").first.click(force=True)
    page.locator("[data-told]").wait_for()
    assert page.locator("[data-step]").get_attribute("data-step") == step
