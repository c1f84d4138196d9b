"""The page answers at once: clicks, tasks and frames, measured in the browser itself."""

from __future__ import annotations

import random
import statistics

import pytest
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.playing import SHORT, is_over, lay, open_table
from browser.test_together import play_a_little

WATCH = """() => {
  window.tasks = []; window.frames = [];
  const note = (list) => window.tasks.push(...list.getEntries().map((one) => one.duration));
  new PerformanceObserver(note).observe({entryTypes: ['longtask']});
  let last = performance.now();
  const tick = (now) => {
    window.frames.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""
CLICK = """() => new Promise((done) => {
  const board = document.querySelector('.board');
  const spot = board.querySelector('[data-lit]');
  const begin = performance.now();
  const watch = new MutationObserver(() => {
    watch.disconnect();
    done(performance.now() - begin);
  });
  watch.observe(board, {subtree: true, childList: true, attributes: true});
  spot.dispatchEvent(new MouseEvent('click', {bubbles: true}));
})"""


@pytest.mark.parametrize("game", SHORT)
def test_a_touch_shows_its_effect_at_once(visit: Visit, game: str) -> None:
    page = visit("/")
    open_table(page, lay(page, game)["table"])
    dice = random.Random(3)
    times: list[float] = []
    while len(times) < 5:
        page.locator(".board [data-lit], #result").first.wait_for(timeout=20_000)
        if is_over(page):
            open_table(page, lay(page, game)["table"])
            continue
        times.append(page.evaluate(CLICK))
        play_a_little(page, dice, 1)
    assert statistics.median(times) < 100, times


@pytest.mark.parametrize("game", SHORT)
def test_nothing_blocks_the_page_while_things_move(visit: Visit, game: str) -> None:
    measured = []
    for attempt in range(3):  # others share this machine: the best counts
        tasks, frames = watched(visit("/"), game, attempt)
        measured.append((max(tasks, default=0), statistics.median(frames)))
        if measured[-1][0] < 50 and measured[-1][1] < 1000 / 30:
            return
    raise AssertionError(f"longest task and median frame, ms: {measured}")


def watched(page: Page, game: str, seed: int) -> tuple[list[float], list[float]]:
    """The long tasks and the frames of some moves."""
    open_table(page, lay(page, game)["table"])
    page.locator(".board").wait_for(timeout=20_000)
    page.wait_for_timeout(500)
    page.evaluate(WATCH)
    play_a_little(page, random.Random(seed), 8)
    page.wait_for_timeout(300)
    tasks, frames = page.evaluate("[window.tasks, window.frames]")
    return tasks, frames
