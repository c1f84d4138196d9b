"""What a device keeps: all of it or nothing, found again, and shared by two tabs."""

from __future__ import annotations

import asyncio
import json

import pytest
from every import FOR_THREE, NO_LUCK, WITH_SECRETS

from ludotheque.offline import house
from ludotheque.offline.store import MemoryStore
from ludotheque.tables.evidence import verify
from ludotheque.words.messages import LANGUAGES, message

from .page import Json, Page, bot, me, run


class Full(MemoryStore):
    """A store that keeps nothing more once it is full, or is refused altogether."""

    def __init__(self) -> None:
        super().__init__()
        self.is_full = self.is_refused = False

    async def tables(self) -> str:
        if self.is_refused:
            raise RuntimeError("refused")
        return await super().tables()

    async def events(self, table: str) -> str:
        if self.is_refused:
            raise RuntimeError("refused")
        return await super().events(table)

    async def commit(self, changes: str) -> None:
        if self.is_full:
            raise RuntimeError("full")
        await super().commit(changes)


STORAGE = (507, "storage", "refused.storage")


def test_a_full_store_leaves_everything_as_it_was_and_one_tries_again() -> None:
    async def story() -> None:
        store = Full()
        page = Page(store)
        table = await page.lay(NO_LUCK, me("Al"), me("Bo"))
        news = await page.open(table)
        seat = news["acting"][0]
        news = await page.look(seat)
        play = {"action": news["actions"][0]["id"], "ply": news["ply"]}
        before, store.is_full = json.dumps([store.rows, store.logs]), True
        wish = {"game": NO_LUCK, "seats": [me(), bot()]}
        assert await page.refused("POST", "/api/tables", wish) == STORAGE
        assert await page.refused("PUT", f"/api/tables/{table}/away", {"away": True}) == STORAGE
        refused = await page.do(seat, "play", **play)
        assert (refused["type"], refused["key"]) == ("error", "refused.storage")
        assert json.dumps([store.rows, store.logs]) == before
        assert (await page.get(f"/api/tables/{table}"))["number"] == news["number"]
        assert len(page.desk.house.lives) == 1
        store.is_full = False
        assert (await page.done(seat, "play", **play))["number"] > news["number"]
        assert (await page.get("/api/tables/mine"))[0]["away"] is False

    run(story())
    assert len({message("refused.storage", lang) for lang in LANGUAGES}) == 2


def test_a_store_that_is_refused_is_told_in_a_sentence() -> None:
    async def story() -> None:
        store = Full()
        page = Page(store)
        table = await page.lay(NO_LUCK, me(), bot())
        store.is_refused = True
        for path in ("/api/tables/mine", "/api/me", "/api/tables/~of-another-page"):
            assert await page.refused("GET", path) == STORAGE
        assert await page.desk.open(1, table, "") == 1013
        assert (await page.get("/api/games"))[0]["name"]

    run(story())


def test_a_bot_whose_move_cannot_be_kept_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "AGAIN", 0.01)

    async def story() -> None:
        store = Full()
        page = Page(store)
        table = await page.lay(FOR_THREE, me(), bot(), bot())
        await page.open(table)
        while 0 in page.last()["acting"]:
            await page.play([0], most=1)
        store.is_full = True
        await page.until(lambda: page.heard[1][-1]["type"] == "error")
        assert page.heard[1][-1]["key"] == "refused.storage"
        store.is_full = False
        assert (await page.play([0]))["status"] == "over"

    run(story())


def test_what_is_kept_of_a_table_is_what_a_list_tells_of_it() -> None:
    """A page lists tables without Python, from the rows as they are."""

    async def story() -> None:
        store = MemoryStore()
        page = Page(store)
        table = await page.lay(NO_LUCK, me("Al"), bot())
        await page.open(table)
        await page.play([0])
        (line,) = await page.get("/api/tables/mine")
        row = store.rows[table]
        assert line["result"]["scores"] == list(page.last()["result"]["scores"])
        assert line.pop("result").items() <= row["result"].items()
        assert line.items() <= row.items()
        assert (await page.get("/api/me"))["played"] == 1

    run(story())


def test_a_rematch_is_kept_at_both_tables_or_at_none() -> None:
    async def story() -> None:
        store = Full()
        page = Page(store)
        table = await page.lay(NO_LUCK, me(), bot())
        await page.open(table)
        await page.done(0, "resign")
        store.is_full = True
        assert (await page.do(0, "again"))["code"] == "storage"
        assert [*store.rows] == [table]
        store.is_full = False
        following = (await page.done(0, "again"))["table"]
        assert [*store.rows] == [table, following]

    run(story())


@pytest.mark.parametrize("name", [NO_LUCK, FOR_THREE, WITH_SECRETS])
def test_another_day_the_game_goes_on(name: str) -> None:
    store = MemoryStore()

    async def begin() -> tuple[str, Json]:
        page = Page(store)
        table = await page.lay(name, me("Al"), me("Bo"), bot())
        await page.open(table)
        await page.play([0, 1], most=8)
        await page.until(lambda: page.is_awaited([0, 1]))
        return table, await page.look(0)

    async def go_on(table: str, before: Json) -> None:
        page = Page(store)
        (line,) = await page.get("/api/tables/mine")
        assert (line["table"], line["status"]) == (table, "playing")
        news = await page.open(table, query="since=-1&seat=0")
        same = ("view", "actions", "number", "ply", "acting", "prompt", "lines")
        assert [news[name] for name in same] == [before[name] for name in same]
        over = await page.play([0, 1])
        assert verify(await page.get(f"/api/tables/{table}/play")).chain == over["chain"]

    table, before = run(begin())
    run(go_on(table, before))


def test_two_tabs_at_one_table_never_write_over_each_other() -> None:
    async def story() -> None:
        store = MemoryStore()
        one, other = Page(store), Page(store)
        table = await one.lay(NO_LUCK, me("Al"), me("Bo"))
        news = await one.open(table)
        await other.open(table)
        seat = news["acting"][0]
        await one.play([0, 1], most=1)
        stale = await other.look(seat)
        answer = await other.do(seat, "play", action=stale["actions"][0]["id"], ply=stale["ply"])
        assert (answer["type"], answer["code"]) == ("error", "stale")
        assert other.last()["number"] == one.last()["number"]
        await other.play([0, 1], most=1)
        await one.desk.changed(table)
        assert one.last()["number"] == other.last()["number"]
        assert one.last()["events"][-1]["kind"] == "play"
        await asyncio.gather(other.done(0, "resign"), one.done(0, "react", what="bye"))
        await one.desk.changed(table)
        await other.ask("DELETE", "/api/me")
        await one.desk.changed(table)
        assert one.heard[1][-1] == {"type": "closed", "code": 4404}
        assert await store.events(table) == "[]"

    run(story())


def test_a_table_that_another_tab_has_forgotten_is_not_half_written() -> None:
    async def story() -> None:
        store = MemoryStore()
        one, other = Page(store), Page(store)
        table = await one.lay(NO_LUCK, me("Al"), me("Bo"))
        await one.open(table)
        await other.ask("DELETE", "/api/me")
        assert (await one.do(0, "react", what="bye"))["code"] == "unknown"
        assert await store.events(table) == "[]"

    run(story())


def test_a_log_that_was_damaged_can_be_read_and_not_played() -> None:
    async def story() -> None:
        store = MemoryStore()
        page = Page(store)
        table = await page.lay(NO_LUCK, me("Al"), me("Bo"))
        store.logs[table][-1]["hash"] = "00" * 32
        again = Page(store)
        news = await again.open(table)
        assert news["notice"]
        assert (await again.do(0, "resign"))["code"] == "frozen"
        assert (await again.refused("GET", f"/api/tables/{table}/play"))[1] == "frozen"

    run(story())


def test_tables_that_nobody_looks_at_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "MOST_IDLE", 1)

    async def story() -> None:
        page = Page()
        names = [await page.lay(NO_LUCK, me(), me()) for _ in range(3)]
        again = Page(page.store)
        for name in names:
            await again.get(f"/api/tables/{name}")
        assert len(again.desk.house.lives) <= 2

    run(story())
