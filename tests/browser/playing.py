"""Ways to play through the page: by mouse, by keyboard alone, through the text view alone."""

from __future__ import annotations

import random
import time
from typing import Any

from every import OURS, Case, walk
from playwright.sync_api import Error, Page, expect

from ludotheque import load
from ludotheque.examples import examples
from ludotheque.parts import CHANCE
from ludotheque.words.messages import message

PATIENCE = 240.0  # seconds for a whole game, on a busy machine

LAY = """async (wish) => {
  const answer = await fetch('/api/tables', {
    method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(wish)});
  return await answer.json();
}"""

GLOWING = "[...document.querySelectorAll('[data-lit]')].map((one) => one.dataset.place).sort()"
ELSEWHERE = "/healthz"  # the lightest page of the server
REST = """async () => {
  await document.fonts.ready;
  const isMoving = (one) =>
    one.playState === 'running' && one.effect?.getComputedTiming().endTime < Infinity;
  const moving = () => document.getAnimations().filter(isMoving);
  for (let still = 0; still < 2; still = moving().length > 0 ? 0 : still + 1) {
    await Promise.allSettled(moving().map((one) => one.finished));
    await new Promise((done) => setTimeout(done, 20));
  }
}"""

PLAY_OUT = """async (table) => {
  const at = `/api/tables/${table}`;
  const headers = {'content-type': 'application/json'};
  const look = async (seat) => (await fetch(`${at}?since=1000000${seat}`)).json();
  const {mine} = await look('');
  for (let n = 1, dice = 1; n < 4000; n++) {
    const seat = mine[n % mine.length];
    const seen = await look(`&seat=${seat}`);
    if (seen.status === 'over') return true;
    if (seen.actions.length > 0) {
      dice = (dice * 48271) % 2147483647;
      const action = seen.actions[dice % seen.actions.length].id;
      const body = JSON.stringify({do: 'play', seat, action, ply: seen.ply});
      await fetch(`${at}/do`, {method: 'POST', headers, body});
    } else if (!seen.acting.some((one) => mine.includes(one))) {
      await new Promise((done) => setTimeout(done, 20));
    }
  }
  return false;
}"""


def has_chance(game: str) -> bool:
    """Whether dice or cards take part."""
    return any(s.player == CHANCE for s, _ in walk(Case(game, examples(game).few, ()), 0))


SECRET = next(game for game in OURS if load(game).rules.SECRETS)  # each has a hand of their own
OPEN = [game for game in OURS if not load(game).rules.SECRETS]
DICED = next(game for game in OPEN if has_chance(game))
PLAIN = next(game for game in OPEN if not has_chance(game))  # the same for everybody, every time


def lay(page: Page, game: str, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Lay a table as the person of this browser; with bots in the other seats if none are given."""
    chosen = list(seats)
    if not chosen:
        chosen = [{"who": "me", "name": "Alice"}]
        chosen += [{"who": "bot", "bot": "random"}] * (examples(game).few - 1)
    wish = {"game": game, "seats": chosen, "options": examples(game).short} | more
    laid: dict[str, Any] = page.evaluate(LAY, wish)
    assert "table" in laid, laid
    return laid


def home_of(page: Page) -> str:
    """Where the server of a page is."""
    return "/".join(page.url.split("/")[:3])


def open_table(page: Page, table: str, code: str = "") -> None:
    """Go to a table."""
    page.goto(f"{home_of(page)}/t/{table}{'#' + code if code else ''}")
    page.wait_for_selector("main h1")


def sit_together(ana: Page, ben: Page, game: str, **wish: Any) -> None:
    """Ana lays a table and Ben takes the other seat; they begin when nobody only looks on."""
    laid = lay(ana, game, {"who": "me", "name": "Ana"}, {"who": "open"}, **wish)
    open_table(ana, laid["table"])
    open_table(ben, laid["table"], laid["code"])
    ben.locator("form input").fill("Ben")
    click(ben, "web.sit")
    for page in (ana, ben):
        page.locator(".board").wait_for(timeout=15_000)
        # The line that counts onlookers goes as Ben sits, all below moves up, and a click that is
        # thereby near the one before is taken for its echo.
        expect(page.locator("[data-watchers]")).to_have_count(0, timeout=15_000)


def in_play(page: Page, game: str, **more: Any) -> None:
    """A table at which it is one's turn: some games are over before one has done anything."""
    while not page.locator(".board [data-lit]").count():
        open_table(page, lay(page, game, **more)["table"])
        page.locator(".board [data-lit], #result").first.wait_for(timeout=20_000)


def click(page: Page, key: str, lang: str = "fr", **facts: object) -> None:
    """Press the button with a sentence of the catalogue on it."""
    page.get_by_role("button", name=message(key, lang, **facts), exact=True).click()


def is_over(page: Page) -> bool:
    """Whether the result is shown."""
    return page.locator("#result").count() > 0


def until_over(page: Page, step: Any) -> None:
    """Act until the game is over."""
    end = time.monotonic() + PATIENCE
    while not is_over(page):
        assert time.monotonic() < end, "the game does not end"
        try:
            if not step():
                page.wait_for_timeout(40)
        except Error:  # what was there a moment ago has changed
            page.wait_for_timeout(40)
    page.wait_for_timeout(500)  # the last touch was for the board, and nothing else hears it


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


def play_a_little(page: Page, dice: random.Random, moves: int) -> None:
    """Some moves of one's own; afterwards it is one's turn again, or the game is over."""
    done, end = 0, time.monotonic() + PATIENCE
    turn = page.locator(".board [data-lit], #result").first
    while not is_over(page):
        assert time.monotonic() < end, "nothing glows any more"
        turn.wait_for(timeout=20_000)
        if done == moves:
            return
        done += touch_something(page, dice)
        page.wait_for_timeout(30)  # until the touch has gone out


def in_no_time(page: Page) -> None:
    """The person of this browser plays on to the end, then looks at the table.

    Meanwhile the page is elsewhere: it would draw every move.
    """
    home, table = home_of(page), page.url.split("/")[4].partition("#")[0]
    page.goto(f"{home}{ELSEWHERE}")
    assert page.evaluate(PLAY_OUT, table), "the game does not end"
    open_table(page, table)
    page.locator("#result").wait_for(timeout=60_000)


def come_to_rest(page: Page) -> None:
    """Wait until the letters are there and nothing moves that will ever stand still."""
    page.evaluate(REST)


def by_mouse(page: Page, dice: random.Random) -> None:
    """Click what glows."""
    until_over(page, lambda: touch_something(page, dice))


def by_keyboard(page: Page, dice: random.Random) -> None:
    """Only Tab, arrows and Enter."""
    page.keyboard.press("Tab")

    def step() -> bool:
        if not page.locator(".board [data-lit]").count():
            return False
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement?.matches('.board [data-lit]') ?? false"):
                for _ in range(dice.randrange(3)):
                    page.keyboard.press(dice.choice(["ArrowRight", "ArrowDown", "ArrowLeft"]))
                page.keyboard.press("Enter")
                return True
        return False

    until_over(page, step)


def by_text(page: Page, dice: random.Random) -> None:
    """Only the text view: what it allows is written into its line."""
    page.locator("[data-text] summary").click()

    def step() -> bool:
        allowed = page.locator("[data-allowed]").all_inner_texts()
        if not allowed:
            return False
        line = page.locator("[data-text] input")
        line.fill(dice.choice(allowed), timeout=1000)
        line.press("Enter")
        page.wait_for_timeout(60)
        return True

    until_over(page, step)


WAYS = {"mouse": by_mouse, "keyboard": by_keyboard, "text": by_text}
