"""Two workers on one Postgres serve one table as if they were one."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest
from every import FEWEST_CHOICES, NO_LUCK, WITH_SECRETS, some
from websockets.asyncio.client import ClientConnection

from ludotheque.server.bot_pool import Thinkers
from ludotheque.server.hub import Hub, Live, Step
from ludotheque.server.limits import Limits
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store
from ludotheque.tables.events import Event
from ludotheque.tables.table import Table
from server.databases import administer, cut
from server.guests import OPEN, Guest, Json, bot, me, receive
from server.players import Crowd, check, read_logs, rows, settle
from server.running import Server, workers_of

pytestmark = pytest.mark.anyio
POLL = 2.0  # seconds after which a worker looks by itself
SOON = 1.0  # seconds within which the other worker has told its own


class House:
    """Two doors to one database: two ports, or the same one twice."""

    def __init__(self, database: str, urls: tuple[str, str], slowness: float) -> None:
        self.database, self.urls, self.slowness = database, urls, slowness
        self.inside: list[Guest] = []

    def guest(self, door: int, known: Guest | None = None) -> Guest:
        """Somebody at a door: a stranger, or one who is known at the other door."""
        guest = Guest(self.urls[door])
        if known is not None:
            guest.headers = known.headers
            guest.http.headers.update(known.headers)
        self.inside.append(guest)
        return guest

    def party(self, game: str = NO_LUCK) -> tuple[Guest, Guest, str]:
        """Alice at one door and Bruno at the other, at the same table."""
        alice, bruno = self.guest(0), self.guest(1)
        laid = alice.lay(game, me(), OPEN)
        seated = bruno.claim(laid["table"], laid["code"], "Bruno")
        assert seated.status_code == 200, seated.text
        until(partial(alice.look, laid["table"]), lambda seen: seen["status"] == "playing")
        return alice, bruno, laid["table"]

    def log(self, table: str) -> list[Event]:
        """What the database says of a table."""
        return [event for event, _ in read_logs(self.database)[table]]


@pytest.fixture(scope="module", params=some(["two ports"], ["two ports", "one port"]))
def doors(
    request: pytest.FixtureRequest,
    postgres: Callable[[], str],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[House]:
    database, folder = postgres(), tmp_path_factory.mktemp("house")
    one, two = (Server(database, folder, poll_seconds=str(POLL)) for _ in range(2))
    try:
        if request.param == "one port":
            one.start("--workers", "2")
            yield House(database, (one.url, one.url), one.slowness)
        else:
            one.launch()
            two.start()
            one.wait()
            yield House(database, (one.url, two.url), two.slowness)
    finally:
        one.kill()
        two.kill()


@pytest.fixture
def house(doors: House) -> Iterator[House]:
    yield doors
    while doors.inside:
        doors.inside.pop().close()


async def at_once(*works: Callable[[], Any]) -> list[Any]:
    """Do things at the same moment."""
    return list(await asyncio.gather(*(asyncio.to_thread(work) for work in works)))


def until(find: Callable[[], Json], holds: Callable[[Json], Any], seconds: float = 20.0) -> Json:
    """Look again and again until something holds."""
    end = time.monotonic() + seconds
    while not holds(found := find()):
        assert time.monotonic() < end, found
        time.sleep(0.01)
    return found


# ---- one game through both


async def test_of_two_moves_at_the_same_moment_one_wins_and_one_is_stale(house: House) -> None:
    alice = house.guest(0)
    also_alice = house.guest(1, alice)
    table = alice.lay(NO_LUCK, me(), me("Bruno"))["table"]
    answers: list[httpx.Response] = []
    while (seen := alice.look(table, since=1 << 30))["status"] == "playing":
        (seat,), ply = seen["acting"], seen["ply"]
        choices = [choice["id"] for choice in alice.look(table, seat=seat)["actions"]]
        answers += await at_once(
            partial(alice.do, table, seat, "play", action=choices[0], ply=ply),
            partial(also_alice.do, table, seat, "play", action=choices[-1], ply=ply),
        )
    codes = [answer.json().get("code", "done") for answer in answers]
    assert codes.count("done") == 32
    assert codes.count("stale") + codes.count("over") == 32
    assert codes.count("over") <= 1
    assert sum(event.kind == "play" for event in house.log(table)) == 32


async def test_cards_laid_through_different_workers_are_sealed_and_opened_together(
    house: House,
) -> None:
    alice, bruno, table = house.party(WITH_SECRETS)
    mine, theirs = alice.look(table, seat=0), bruno.look(table, seat=1)
    assert mine["acting"] == [0, 1]
    card, other, ply = mine["actions"][0]["id"], theirs["actions"][0]["id"], mine["ply"]
    answers = await at_once(
        partial(alice.do, table, 0, "play", action=card, ply=ply),
        partial(bruno.do, table, 1, "play", action=other, ply=ply),
    )
    assert [answer.status_code for answer in answers] == [200, 200]
    log = house.log(table)
    begin = next(event.number for event in log if event.kind == "seal")
    assert [event.kind for event in log[begin : begin + 4]] == ["seal", "seal", "play", "play"]
    for pair in (log[begin : begin + 2], log[begin + 2 : begin + 4]):
        assert {event.seat: (event.body | event.aside)["a"] for event in pair} == {
            0: card,
            1: other,
        }


async def test_whole_games_are_played_with_every_seat_at_another_worker(house: House) -> None:
    players = settle(house.urls, 6, (WITH_SECRETS, NO_LUCK, FEWEST_CHOICES), pause=0.01)
    async with Crowd(players) as crowd:
        await crowd.until_over()
    assert check(house.database, players) > 120


async def test_a_bot_plays_its_turn_once(house: House) -> None:
    alice, other = house.guest(0), house.guest(1)
    for _ in range(10):
        table = alice.lay(NO_LUCK, me(), bot(), bot(), bot())["table"]
        seen = until(partial(alice.look, table), lambda seen: seen["acting"] == [0])
        action, ply = seen["actions"][0]["id"], seen["ply"]
        await at_once(
            partial(alice.do, table, 0, "play", action=action, ply=ply),
            partial(other.look, table),  # loads the table, and its bots begin to think there
            partial(other.look, table),
        )
        until(partial(other.look, table), partial(turns_later, ply + 4))
        seats = [event.seat or 0 for event in house.log(table) if event.kind == "play"]
        assert seats == [(seats[0] + i) % 4 for i in range(len(seats))]
        assert alice.look(table)["ply"] == ply + 4


def turns_later(ply: int, seen: Json) -> bool:
    """Whether so much has happened."""
    return bool(seen["ply"] >= ply)


# ---- seats


async def test_the_last_seat_is_taken_by_one_of_two_who_claim_it_at_once(house: House) -> None:
    alice, bruno, chloe = house.guest(0), house.guest(0), house.guest(1)
    for _ in range(10):
        laid = alice.lay(NO_LUCK, me(), OPEN)
        table, code = laid["table"], laid["code"]
        answers = await at_once(
            partial(bruno.claim, table, code, "Bruno"), partial(chloe.claim, table, code, "Chloé")
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        loser = next(answer for answer in answers if answer.status_code == 409)
        assert loser.json()["code"] in ("full", "taken", "begun")
        assert sum(event.kind == "sit" for event in house.log(table)) == 2
        held = rows(house.database, f"SELECT seat FROM holders WHERE table_id = '{table}'")
        assert sorted(held) == [(0,), (1,)]


async def test_two_who_claim_any_of_two_seats_at_once_both_get_one(house: House) -> None:
    alice, bruno, chloe = house.guest(0), house.guest(0), house.guest(1)
    for _ in range(5):
        laid = alice.lay(NO_LUCK, me(), OPEN, OPEN)
        table, code = laid["table"], laid["code"]
        answers = await at_once(
            partial(bruno.claim, table, code, "Bruno"), partial(chloe.claim, table, code, "Chloé")
        )
        assert sorted(answer.json()["seat"] for answer in answers) == [1, 2]


async def test_who_has_just_sat_down_at_one_worker_is_known_to_the_other(house: House) -> None:
    alice, bruno = house.guest(0), house.guest(1)
    also_bruno = house.guest(0, bruno)
    for _ in range(10):
        laid = alice.lay(NO_LUCK, me(), OPEN)
        table = laid["table"]
        bruno.look(table)  # both workers know the table, as it was
        assert also_bruno.claim(table, laid["code"], "Bruno").status_code == 200
        assert bruno.look(table, seat=1)["status"] == "playing"


async def test_a_request_that_is_repeated_at_the_other_worker_takes_one_seat(house: House) -> None:
    alice, bruno = house.guest(0), house.guest(0)
    also_bruno = house.guest(1, bruno)
    for _ in range(5):
        laid = alice.lay(FEWEST_CHOICES, me(), OPEN, OPEN, OPEN)
        table, code = laid["table"], laid["code"]
        also_bruno.look(table)  # both workers know the table, as it was
        works = [partial(one.claim, table, code, "Bruno") for one in (bruno, also_bruno)]
        answers = await at_once(*works, *works)
        assert {answer.json()["seat"] for answer in answers} == {1}
        assert [event.kind for event in house.log(table)].count("sit") == 2


async def test_what_one_worker_has_acknowledged_the_other_shows_to_who_knows_it(
    house: House,
) -> None:
    alice, bruno, table = house.party()
    for _ in range(40):
        number = alice.do(table, 0, "react", what="hello").json()["number"]
        assert bruno.look(table, known=number)["number"] >= number
        number = bruno.do(table, 1, "react", what="hello").json()["number"]
        assert alice.look(table, since=number)["number"] >= number


# ---- news


class Watching(NamedTuple):
    """Alice and Bruno, each with a socket at their own worker."""

    table: str
    sockets: tuple[ClientConnection, ClientConnection]
    news: list[Json]  # [seat] -> the last

    async def delay(self) -> float:
        """Seconds until a move of one is known to the other."""
        mover = self.news[0]["acting"][0]
        news = self.news[mover]
        move = {"do": "play", "seat": mover, "ply": news["ply"], "id": 1}
        begin = time.monotonic()
        await self.sockets[mover].send(json.dumps(move | {"action": news["actions"][0]["id"]}))
        for seat, ws in enumerate(self.sockets):
            async with asyncio.timeout(30):
                while self.news[seat]["ply"] == news["ply"]:
                    self.news[seat] = await receive(ws)
        return time.monotonic() - begin


@pytest.fixture
async def watching(house: House) -> Any:
    alice, bruno, table = house.party()
    async with alice.socket(table, seat=0) as one, bruno.socket(table, seat=1) as two:
        yield Watching(table, (one, two), [await playing(one), await playing(two)])


async def playing(ws: ClientConnection) -> Json:
    """The first news after which the game is on."""
    async with asyncio.timeout(POLL + SOON):
        while (news := await receive(ws))["status"] != "playing":
            pass
    return news


async def test_news_is_told_at_the_other_worker_soon(house: House, watching: Watching) -> None:
    delays = [await watching.delay() for _ in range(12)]
    print(f"news at the other worker after {max(delays):.3f} s at most")
    assert max(delays) < SOON * house.slowness


async def test_news_that_nobody_tells_of_is_found(house: House, watching: Watching) -> None:
    with muted(house.database):
        delays = [await watching.delay() for _ in range(5)]  # two may meet with a reconnection
    print(f"unannounced news after {max(delays):.3f} s at most")
    assert max(delays) < POLL + SOON * house.slowness
    if house.urls[0] != house.urls[1]:
        assert max(delays) > POLL / 4, "somebody told of it"


async def test_who_comes_from_another_worker_is_shown_all_that_they_know(house: House) -> None:
    alice = house.guest(0)
    also_alice = house.guest(1, alice)
    table = alice.lay(NO_LUCK, me(), me("Bruno"))["table"]
    also_alice.look(table)  # both workers know the table, as it was
    seat = alice.look(table)["acting"][0]
    seen = alice.look(table, seat=seat)
    with muted(house.database):
        done = alice.do(table, seat, "play", action=seen["actions"][0]["id"], ply=seen["ply"])
        number = done.json()["number"]
        async with also_alice.socket(table, since=number) as ws:
            news = await receive(ws)
    assert news["number"] == number
    assert news["events"] == []


@contextmanager
def muted(database: str) -> Iterator[None]:
    """Let workers say nothing to one another for a while."""
    rename = "ALTER FUNCTION pg_catalog.{}(text, text) RENAME TO {}"
    administer(database, rename.format("pg_notify", "pg_silence"))
    cut(database, "bus")
    yield
    administer(database, rename.format("pg_silence", "pg_notify"))
    cut(database, "bus")


# ---- what one worker does not know


@contextmanager
def reading_slowly(store: Store, what: str) -> Iterator[tuple[asyncio.Event, asyncio.Event]]:
    """Let a question be answered late: an event when it is, and one to let the answer go."""
    asked, go = asyncio.Event(), asyncio.Event()
    read: Callable[..., Coroutine[Any, Any, Any]] = getattr(store, what)

    async def slow(*words: Any) -> Any:
        found = await read(*words)
        asked.set()
        await go.wait()
        return found

    setattr(store, what, slow)
    yield asked, go
    setattr(store, what, read)


@pytest.fixture
async def hub(house: House) -> Any:
    store = Store(house.database)
    await store.start()
    settings = Settings()
    hub = Hub(store, Thinkers(Limits(settings)), settings)
    yield hub
    await hub.stop()
    await store.stop()


async def test_what_is_told_of_while_a_table_is_loaded_is_not_missed(
    house: House, hub: Hub
) -> None:
    alice, bruno, table = house.party()
    with reading_slowly(hub.store, "events") as (asked, go):
        loading = asyncio.create_task(hub.live(table))
        await asyncio.wait_for(asked.wait(), 20)
        move(alice, bruno, table)
        hub.wake(table)
        go.set()
        live = await loading
    assert live.table.ply == 2


async def test_what_is_told_of_while_news_is_read_is_not_missed(house: House, hub: Hub) -> None:
    alice, bruno, table = house.party()
    live = await hub.live(table)
    hub.watch(live, 0, None, ignore, ignore)
    with reading_slowly(hub.store, "events") as (asked, go):
        hub.wake(table)
        await asyncio.wait_for(asked.wait(), 20)
        move(alice, bruno, table)
        hub.wake(table)
        go.set()
        async with asyncio.timeout(5):
            while live.table.ply < 2:
                await asyncio.sleep(0.01)


async def test_news_is_read_by_who_comes_just_when_it_is_told_of(house: House, hub: Hub) -> None:
    alice, bruno, table = house.party()
    live = await hub.live(table)
    move(alice, bruno, table)
    hub.wake(table)  # nobody looks, so nobody reads it
    hub.watch(live, 0, None, ignore, ignore)
    async with asyncio.timeout(5):
        while live.table.ply < 2:
            await asyncio.sleep(0.01)


async def test_a_table_that_nobody_looks_at_is_polled_as_well(house: House, hub: Hub) -> None:
    alice, bruno, table = house.party()
    await hub.live(table)
    move(alice, bruno, table)
    await hub.poll()
    assert (await hub.live(table)).table.ply == 2


async def test_a_table_that_others_have_found_already_is_not_taken_in_twice(
    house: House, hub: Hub
) -> None:
    _, _, table = house.party()
    live = await hub.live(table)
    step = Step(Live(Table(table), [], {}))
    hub.happen(step)
    assert step.live is live


async def ignore(_: str) -> None:
    """Somebody who listens to nothing."""


def move(alice: Guest, bruno: Guest, table: str) -> None:
    """Whoever is to move does."""
    seat = alice.look(table)["acting"][0]
    mover = (alice, bruno)[seat]
    seen = mover.look(table, seat=seat)
    done = mover.do(table, seat, "play", action=seen["actions"][0]["id"], ply=seen["ply"])
    assert done.status_code == 200, done.text


# ---- SQLite


def refusal(server: Server, *words: str) -> str:
    """What a server that does not start says."""
    server.launch(*words)
    assert server.process is not None
    assert server.process.wait(30) == 2
    return server.log.read_text(encoding="utf-8")


async def test_sqlite_refuses_several_workers_in_a_sentence(sqlite: str, tmp_path: Path) -> None:
    said = refusal(Server(sqlite, tmp_path), "--workers", "2")
    assert "Postgres" in said
    assert len(said.splitlines()) == 1


async def test_sqlite_refuses_a_second_server_in_a_sentence(sqlite: str, tmp_path: Path) -> None:
    with Server(sqlite, tmp_path) as first:
        said = refusal(Server(sqlite, tmp_path))
        assert "Postgres" in said
        assert len(said.splitlines()) == 1
        assert httpx.get(f"{first.url}/readyz").status_code == 200


# ---- those who are left behind


THINKER = """
import os, time
from ludotheque.server.limits import Limits
from ludotheque.server.settings import Settings
from ludotheque.server.bot_pool import Thinkers
if __name__ == "__main__":
    print(Thinkers(Limits(Settings())).pool().submit(os.getpid).result(), flush=True)
    time.sleep(60)
"""


async def test_bots_do_not_outlive_a_server_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "thinker.py"
    script.write_text(THINKER, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        process = Path(f"/proc/{server.stdout.readline().strip()}")
        assert process.exists()
        server.kill()
    gone(process)


async def test_workers_do_not_outlive_a_server_that_is_killed(
    postgres: Callable[[], str], tmp_path: Path
) -> None:
    server = Server(postgres(), tmp_path)
    try:
        server.start("--workers", "2")
        assert server.process is not None
        workers = [Path(f"/proc/{worker}") for worker in workers_of(server)]
        server.process.kill()
        for worker in workers:
            gone(worker)
    finally:
        server.kill()


def gone(process: Path) -> None:
    """Wait until a process has ended."""
    until(lambda: {"gone": not process.exists()}, lambda seen: seen["gone"], 10)


# ---- people


async def people_until(ws: ClientConnection, states: list[str]) -> Json:
    """The first word on people that says how it is with each."""
    async with asyncio.timeout(20):
        while True:
            found = await receive(ws, "people")
            if [one and one["state"] for one in found["seats"]] == states:
                return found


async def test_people_at_two_doors_see_each_other_and_write_to_each_other(house: House) -> None:
    alice, bruno = house.guest(0), house.guest(1)
    laid = alice.lay(NO_LUCK, me(), OPEN, chat=True)
    table = laid["table"]
    assert bruno.claim(table, laid["code"], "Bruno").status_code == 200
    here = json.dumps({"do": "here"})
    async with alice.socket(table, seat=0) as one:
        await one.send(here)
        async with bruno.socket(table, seat=1) as two:
            await two.send(here)
            await people_until(one, ["there", "there"])
            await people_until(two, ["there", "there"])
            assert bruno.do(table, 1, "chat", text="bonsoir").status_code == 200
            for ws in (one, two):
                (note,) = (await receive(ws, "chat"))["messages"]
                assert (note["seat"], note["text"]) == (1, "bonsoir")
            await two.send(json.dumps({"do": "here", "hidden": True}))
            await people_until(one, ["there", "away"])
        await people_until(one, ["there", "gone"])


async def test_who_sits_at_the_other_door_is_asked_before_a_bot_plays(house: House) -> None:
    alice, bruno = house.guest(0), house.guest(1)
    laid = alice.lay(NO_LUCK, me(), OPEN, patience=10)
    table = laid["table"]
    assert bruno.claim(table, laid["code"], "Bruno").status_code == 200
    slow = until(partial(alice.look, table), lambda seen: seen["acting"])["acting"][0]
    people = (alice, bruno)
    async with people[slow].socket(table, seat=slow) as ws:
        await ws.send(json.dumps({"do": "here"}))
        await people_until(ws, ["there", "gone"] if slow == 0 else ["gone", "there"])

        def ask() -> Json:
            answer: Json = people[1 - slow].do(table, 1 - slow, "stand_in", away=slow).json()
            return answer

        until(ask, lambda told: told.get("code") == "asking", 30)
        async with asyncio.timeout(20):
            while "asked" not in (await receive(ws, "people"))["seats"][slow]:
                pass
            await ws.send(json.dumps({"do": "here"}))
            while "asked" in (await receive(ws, "people"))["seats"][slow]:
                pass
        until(ask, lambda told: told.get("code") == "patience")
