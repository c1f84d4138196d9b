"""The rules: beside a game, on a phone and on paper."""

from __future__ import annotations

import re

import pytest
from every import OURS
from playwright.sync_api import Page

from browser.conftest import Visit
from browser.playing import PLAIN, come_to_rest, home_of, in_play
from ludotheque.words.messages import message

BROKEN = """(article) => {
  const words = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let node; (node = words.nextNode()); ) {
    if (node.parentElement.closest('pre')) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\d]{2,12}/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
      if (lines.size > 1) broken.push(word);
    }
  }
  return broken;
}"""
DRAWN = "[data-essentials] .picture > *"  # a board, which comes later than the words
LONGEST = """() => Math.max(...[...document.querySelectorAll('article > p, article > ul > li')].map(
  (one) => one.getBoundingClientRect().width / parseFloat(getComputedStyle(one).fontSize)))"""


def sheet(visit: Visit, game: str, size: str) -> Page:
    page = visit(f"/rules/{game}", size=size)
    page.locator("article table").first.wait_for()
    come_to_rest(page)
    return page


def test_the_sheet_is_asked_for_once_and_stays_while_pictures_come(visit: Visit) -> None:
    """The sentences of the pictures come later, in the language that the page has already."""
    page, asked = visit(), []
    page.on("request", lambda one: asked.append(one.url) if "/rules?" in one.url else None)
    page.goto(f"{home_of(page)}/rules/{PLAIN}")
    page.locator(DRAWN).first.wait_for()
    come_to_rest(page)
    assert len(asked) == 1


@pytest.mark.parametrize("game", OURS)
def test_no_word_is_broken_on_a_phone(visit: Visit, game: str) -> None:
    page = sheet(visit, game, "phone")
    assert page.locator("article").evaluate(BROKEN) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(
        "[...document.querySelectorAll('.wide')].every((one) => one.scrollWidth <= one.clientWidth)"
    )


def test_lines_are_short_enough_to_read(visit: Visit) -> None:
    """Seventy characters of ours are about forty times as wide as they are high."""
    page = sheet(visit, PLAIN, "desktop")
    assert page.evaluate(LONGEST) < 45


def test_beside_a_game_the_rules_scroll_by_themselves(visit: Visit) -> None:
    page = visit()
    in_play(page, PLAIN)
    high = "document.documentElement.scrollHeight"
    before = page.evaluate(high)
    page.locator(".side summary", has_text=message("web.rules", "fr")).click()
    page.locator(f"article.brief {DRAWN}").first.wait_for()
    assert page.evaluate(high) < before + 700
    inside = "(one) => one.scrollHeight > one.clientHeight"
    assert page.locator("article.brief").evaluate(inside)


def test_on_paper_there_is_the_text_and_nothing_else(visit: Visit) -> None:
    page = sheet(visit, PLAIN, "desktop")
    page.emulate_media(media="print")
    assert page.locator("header").is_hidden()
    assert page.locator("main button:visible, main a.button:visible").count() == 0
    after = page.locator("article h2").first.evaluate("(one) => getComputedStyle(one).breakAfter")
    assert after == "avoid"
    assert page.locator("table").last.evaluate("(one) => one.scrollWidth <= innerWidth")


def test_a_disabled_button_can_be_read_in_the_dark(visit: Visit) -> None:
    page = visit("/", theme="dark")
    button = page.locator("[data-game] button.main").first
    button.evaluate("(one) => { one.disabled = true }")
    come_to_rest(page)
    colours = button.evaluate(
        "(one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"
    )
    light, dark = (luminance(colour) for colour in colours)
    assert (light + 0.05) / (dark + 0.05) > 4.5, colours


def luminance(colour: str) -> float:
    """How bright a colour is, as accessibility reckons it."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
