"""No rule of any game is in the page: whatever a server allows, exactly that glows."""

from __future__ import annotations

import random
from typing import Any

import pytest
from every import OURS, Case
from tables.driving import NOON, Evening

from browser.conftest import Visit
from browser.fake import answered
from browser.playing import GLOWING, open_table
from ludotheque.tables import views

POSITIONS = 12
FEW = 4


def positions(game: str, dice: random.Random, count: int) -> list[dict[str, Any]]:
    """News of positions one after another, with another list of actions than the true one."""
    evening = Evening(Case(game, 3, ()), dice.randrange(1000)).sit()
    found: list[dict[str, Any]] = []
    while len(found) < count and evening.table.acting():
        seat = evening.table.acting()[0]
        news = views.frame(evening.table, [], seat, NOON, whole=True) | {"mine": [seat]}
        allowed = news["actions"]
        news["actions"] = [one for one in allowed if dice.random() < 0.5]
        found.append(news | {"number": len(found), "seat": seat})
        for _ in range(dice.randrange(1, 4)):
            if evening.table.acting():
                evening.act()
    return found


@pytest.mark.parametrize("game", OURS)
def test_what_the_server_allows_glows_and_nothing_else(visit: Visit, game: str, long: bool) -> None:
    page = visit()
    dice = random.Random(game)
    for news in positions(game, dice, POSITIONS if long else FEW):
        asked: list[dict[str, Any]] = []

        def answer(request: Any, news: Any = news, asked: Any = asked) -> list[dict[str, Any]]:
            asked.extend([request] if request else [])
            return [] if request else [news]

        answered(page, answer)
        open_table(page, "AAAAAAAAAAAAAAAA")
        page.locator(".board").wait_for()
        first = sorted({action["at"][0] for action in news["actions"]})
        assert page.evaluate(GLOWING) == first
        whole = [action for action in news["actions"] if len(action["at"]) == 1]
        if whole:
            wanted = dice.choice(whole)
            page.locator(f".board [data-place='{wanted['at'][0]}']").first.click()
            page.wait_for_function(f"() => {GLOWING}.length === 0")
            assert [one["action"] for one in asked if one["do"] == "play"] == [wanted["id"]]
        page.unroute_all()
