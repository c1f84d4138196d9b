"""A table far away: played by the real rules, answered as late as one likes."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

from every import Case
from playwright.sync_api import Page, WebSocketRoute
from tables.driving import NOON, Evening, drafted, some_cases

from browser.playing import open_table
from ludotheque.tables import commands, views
from ludotheque.tables.table import Table

Json = dict[str, Any]
STEPS = 150  # decisions of an evening that are looked at
EVENINGS = 3  # of each case


class Decision(NamedTuple):
    """Something to decide, and one way to do so."""

    table: Table
    seat: int
    action: Json
    is_trap: bool  # whether a second touch of the last place would mean something


def decisions(game: str, cases: int = 3) -> dict[str, Decision]:
    """Every kind of decision of a game, by the sentence that asks for it; a trap if any."""
    found: dict[str, Decision] = {}
    for case in some_cases(game, cases):
        for number in range(EVENINGS):
            for one in along(case, number):
                kind = views.board_for(one.table, one.seat)["prompt"]["key"]
                kind += f" {len(one.action['at'])}"
                if kind not in found or (one.is_trap and not found[kind].is_trap):
                    found[kind] = one
    return found


def along(case: Case, number: int) -> Iterator[Decision]:
    """The decisions of an evening, each with one way to take it."""
    evening = Evening(case, number).sit()
    for step in count():
        if not evening.table.acting() or step == STEPS:
            return
        table, seat = evening.table, evening.table.acting()[0]
        ways = [decide(table, seat, action) for action in views.actions_for(table, seat)[:8]]
        yield from [one for one in ways if one is not None]
        evening.act()


def decide(table: Table, seat: int, action: Json) -> Decision | None:
    """An action, and whether its place is touched or lit again; nothing after the end."""
    after = drafted(commands.play, table, seat, action["id"], table.ply, NOON * 2).table
    if after.is_over:
        return None
    *before, last = action["at"]
    lit_again = {one["at"][0] for one in views.actions_for(after, seat)}
    return Decision(table, seat, action, last in before or last in lit_again)


class SlowTable:
    """A table at which one person plays, whose answers come late."""

    def __init__(self, page: Page, decision: Decision, latency: int) -> None:
        self.page, self.latency = page, latency / 1000
        self.table, self.seat = decision.table, decision.seat
        self.asked: list[str] = []  # what the page wanted
        self.late: list[tuple[float, WebSocketRoute, Json]] = []  # when, to whom, what
        page.route_web_socket("**/socket?*", self.serve)
        open_table(page, "AAAAAAAAAAAAAAAA")
        page.locator(".board [data-lit]").first.wait_for()

    def news(self) -> Json:
        """How things stand, for who has just come."""
        return views.frame(self.table, [], self.seat, NOON, whole=True) | {"mine": [self.seat]}

    def serve(self, line: WebSocketRoute) -> None:
        line.on_message(lambda text: self.answer(line, json.loads(text)))
        line.send(json.dumps(self.news()))

    def answer(self, line: WebSocketRoute, request: Json) -> None:
        if request["do"] in ("look", "here"):
            return
        self.asked.append(request["do"])
        found: list[Json] = []
        if request["do"] == "play":
            action, ply = request["action"], request["ply"]
            draft = drafted(commands.play, self.table, self.seat, action, ply, NOON * 2)
            self.table = draft.table
            told = {"events": [views.event_for(self.table, one, self.seat) for one in draft.told]}
            found.append(self.news() | told)
        found.append({"type": "done", "id": request["id"], "legal": True})
        self.late += [(time.monotonic() + self.latency, line, one) for one in found]

    def wait(self, milliseconds: float) -> None:
        """Let time pass, and what comes late arrive."""
        end = time.monotonic() + milliseconds / 1000
        while time.monotonic() < end:
            self.page.wait_for_timeout(10)
            due = [one for one in self.late if one[0] <= time.monotonic()]
            self.late = [one for one in self.late if one not in due]
            for _, line, frame in due:
                line.send(json.dumps(frame))
