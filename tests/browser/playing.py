"""Ways to play through the page: by mouse, by keyboard alone, through the text view alone."""

from __future__ import annotations

import random
import time
from typing import Any

from playwright.sync_api import Error, Page

from ludotheque.words.messages import message

PATIENCE = 240.0  # seconds for a whole game, on a busy machine
SHORT: dict[str, dict[str, Any]] = {
    "rafletout": {"players": 3, "options": {"rounds_to_win": 1}},
    "raise": {"players": 2},
    "rolit": {"players": 2},
    "quinze": {"players": 2},
    "bonne-main": {"players": 2},
}

LAY = """async (wish) => {
  const answer = await fetch('/api/tables', {
    method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(wish)});
  return await answer.json();
}"""

PLAY_OUT = """async (table) => {
  const at = `/api/tables/${table}`;
  const headers = {'content-type': 'application/json'};
  const look = async (seat) => (await fetch(`${at}?since=1000000${seat}`)).json();
  for (let n = 1, dice = 1; n < 2000; n++) {
    let seen = await look('');
    if (seen.phase === 'over') return true;
    const seat = seen.acting.find((one) => seen.mine.includes(one));
    if (seat === undefined) await new Promise((done) => setTimeout(done, 20));
    else {
      seen = await look(`&seat=${seat}`);
      dice = (dice * 48271) % 2147483647;
      const action = seen.actions[dice % seen.actions.length]?.id;
      const body = JSON.stringify({do: 'play', seat, action, ply: seen.ply});
      await fetch(`${at}/do`, {method: 'POST', headers, body});
    }
  }
  return false;
}"""


def lay(page: Page, game: str, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Lay a table as the person of this browser; with bots in the other seats if none are given."""
    short = SHORT[game]
    chosen = list(seats)
    if not chosen:
        chosen = [{"who": "me", "name": "Alice"}]
        chosen += [{"who": "bot", "bot": "random"}] * (short["players"] - 1)
    wish = {"game": game, "seats": chosen, "options": short.get("options", {})} | more
    laid: dict[str, Any] = page.evaluate(LAY, wish)
    assert "table" in laid, laid
    return laid


def open_table(page: Page, table: str, code: str = "") -> None:
    """Go to a table."""
    url = "/".join(page.url.split("/")[:3])
    page.goto(f"{url}/t/{table}{'#' + code if code else ''}")
    page.wait_for_selector("main h1")


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
    """Some moves of one's own."""
    done, end = 0, time.monotonic() + PATIENCE
    while done < moves and not is_over(page):
        assert time.monotonic() < end, "nothing glows any more"
        done += touch_something(page, dice)
        page.wait_for_timeout(80)


def in_no_time(page: Page) -> None:
    """The person of this browser plays on to the end, faster than anybody could click."""
    assert page.evaluate(PLAY_OUT, page.url.split("/")[4].partition("#")[0])
    page.locator("#result").wait_for(timeout=60_000)


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
