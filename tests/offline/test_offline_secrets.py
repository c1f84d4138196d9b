"""At one screen: what a page is sent for a seat does not depend on what that seat may not know.

An evening is dealt again: other cards for the others, wherever they never showed them, and other
cards under their hands.  Two devices have one each, with all seats held there.  Whatever is sent
to a line that looks from a seat, or asked for that seat, must be the same, byte by byte.
"""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from every import WITH_SECRETS, cases
from tables.dealing import dealt_again
from tables.driving import Evening
from tables.test_table_secrets import masked

from ludotheque.errors import BadEvent
from ludotheque.offline import house
from ludotheque.offline.store import MemoryStore, changes, row_of
from ludotheque.parts import SPECTATOR
from ludotheque.tables import evidence, views
from ludotheque.tables.standing import Standing
from ludotheque.tables.table import PLAYING, Table, Told

from .page import Page

QUICK, LONG = 24, 1_500  # evenings in which something hidden really was another
SOME = 5  # moments that are looked at


def stored(evening: Evening, told: list[Told], table: Table) -> MemoryStore:
    """A device with a table, all of whose seats are held there."""
    table = table.copy()
    table.seed = evening.seed
    store = MemoryStore()
    row = row_of(table, told[0].event.at, [*range(table.players)], away=False)
    asyncio.run(store.commit(changes((row, told))))
    return store


async def heard(store: MemoryStore, name: str, seat: int, whim: random.Random) -> list[str]:
    """All that a page can get out of a device for a seat, or for nobody in particular."""
    page, texts = Page(store), []
    query = "" if seat == SPECTATOR else f"seat={seat}"
    assert await page.desk.open(1, name, f"since=-1&{query}") == 0
    first = page.last()
    place = f"/api/tables/{name}"
    last = (await page.ask("GET", f"{place}/at/{10**6}"))[1]["facts"]["n"]
    moments = sorted(whim.sample(range(last + 1), min(SOME, last + 1)))
    paths = ["", "/play", "/picture", *(f"/at/{n}" for n in moments), f"/at/{last}"]
    for path in paths:
        texts.append(str(await page.desk.ask("GET", f"{place}{path}?{query}")))
    texts.append(str(await page.desk.ask("GET", "/api/tables/mine?away=true")))
    texts.append(str(await page.desk.ask("GET", "/api/me")))
    for do in requests(first, seat):
        await page.desk.hear(1, json.dumps(do))
    await others_choose(page, first, seat)
    return texts + [text for line, text in page.texts if line == 1]


def requests(news: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    """What can be asked from a seat without playing anything."""
    if seat == SPECTATOR:
        return [{"do": "look"}, {"do": "look", "since": -1}, {"do": "here"}]
    may = {one["id"] for one in news["actions"]}
    asked: list[dict[str, Any]] = [{"do": "why", "action": n} for n in (*range(34), "?")]
    asked += [{"do": "play", "action": n, "ply": news["ply"]} for n in range(34) if n not in may]
    asked += [{"do": "play", "action": 0, "ply": 0}, {"do": "again"}, {"do": "look", "since": 3}]
    asked += [{"do": "react", "what": "hello"}, {"do": "here"}, {"do": "stand_in", "away": 0}]
    return [one if one["do"] == "here" else one | {"seat": seat} for one in asked]


async def others_choose(page: Page, news: dict[str, Any], seat: int) -> None:
    """The others lay a card face down, while it is not the last, and take it back."""
    others = [one for one in news["acting"] if one != seat]
    if len(news["acting"]) < 2 or seat in news["sealed"]:
        return
    other = others[0]
    assert await page.desk.open(2, news["table"], f"since=0&seat={other}") == 0
    seen = page.last(2)
    if not seen["actions"]:  # a bot plays there
        return
    await page.done(other, "play", 2, action=seen["actions"][0]["id"], ply=seen["ply"])
    await page.done(other, "undo", 2)


def check(evening: Evening, last: int, seat: int, whim: random.Random) -> int:
    """Compare all that is sent; whether something hidden differed."""
    told = [one for batch in evening.batches[: last + 1] for one in batch]
    try:
        *_, (table, one) = again = [*dealt_again(told, seat, whim)]
    except BadEvent:
        return 0
    assert one.event.number == told[-1].event.number
    name, before = table.name, evening.tables[last]
    if (table.s, table.sealed) == (before.s, before.sealed):
        return 0
    others = [other for _, other in again]
    key = whim.random()
    pair = [
        asyncio.run(heard(stored(evening, *facts), name, seat, random.Random(key)))
        for facts in ((told, before), (others, table))
    ]
    for mine, theirs in zip(*pair, strict=True):
        assert masked(mine) == masked(theirs)
    return 1


@pytest.fixture
def _dealt_freely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody checks that dice fell as they had to, and all clocks stand still."""
    monkeypatch.setattr(Standing, "need_drawn", lambda *_: None)
    monkeypatch.setattr(house, "now_ms", lambda: 1_900_000_000_000)


def compare(count: int) -> None:
    """Compare so many evenings in which something was hidden."""
    whim, every = random.Random(11), cases((WITH_SECRETS,))
    different = number = 0
    while different < count:
        evening = Evening(every[number % len(every)], number).spent(fuss=0.2)
        playing = [i for i, table in enumerate(evening.tables) if table.status == PLAYING]
        together = [i for i in playing if len(evening.tables[i].acting()) > 1]
        for seat in (*range(evening.tables[-1].players), SPECTATOR):
            for moments in (playing, together):
                if moments:
                    different += check(evening, whim.choice(moments), seat, whim)
        number += 1


@pytest.mark.usefixtures("_dealt_freely")
def test_what_a_page_is_sent_for_a_seat_does_not_depend_on_other_hands(long: bool) -> None:
    compare(LONG if long else QUICK)


LEAKS: dict[str, tuple[Any, str, Any]] = {
    "events": (views, "envelope", lambda told: told.event.body | told.event.aside),
    "hands": (views, "view_for", lambda table, _: views.fields_of(table.s)),
    "files": (evidence, "seen_text", lambda *all_: evidence.as_play(all_[0]).text()),
    "pictures": ("ludotheque.offline.desk", "picture_for", lambda table, *_: str(table.s)),
    "seats": ("ludotheque.offline.desk", "usual_seat", lambda _, mine: mine[0]),
}


@pytest.mark.usefixtures("_dealt_freely")
@pytest.mark.parametrize("leak", LEAKS)
def test_the_comparison_notices_a_leak(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    where, name, tell = LEAKS[leak]
    if isinstance(where, str):
        monkeypatch.setattr(f"{where}.{name}", tell)
    else:
        monkeypatch.setattr(where, name, tell)
    with pytest.raises(AssertionError):
        compare(QUICK)
