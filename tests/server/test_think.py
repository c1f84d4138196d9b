"""Bots that think elsewhere: servers and thinkers share a Postgres database, and nothing else."""

from __future__ import annotations

import asyncio
import random
import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import psycopg
import pytest
from commands import Run
from every import FEWEST_CHOICES, NO_LUCK, OURS, WITH_SECRETS

from ludotheque.bots.hints import Hint
from ludotheque.game import load
from ludotheque.games import PACKAGES
from ludotheque.server import thought_queue
from ludotheque.tables.events import compact

from .guests import Guest, bot, me
from .houses import Party, invite, until
from .minds import Thinker
from .players import Crowd, Player, check
from .running import Server

pytestmark = pytest.mark.anyio

LEVEL = "bot:2"


def figures(server: Server) -> dict[str, float]:
    """What a server says of itself."""
    text = httpx.get(f"{server.url}/metrics").text
    found = re.findall(r"^(ludotheque_th\S+) (\S+)$", text, re.MULTILINE)
    return {name: float(value) for name, value in found}


def thought(server: Server, where: str) -> float:
    """How many thoughts were thought somewhere."""
    return figures(server).get(f'ludotheque_thoughts_total{{where="{where}"}}', 0.0)


def jobs(database: str) -> int:
    """How many thoughts lie in the queue."""
    with psycopg.connect(database) as connection:
        found = connection.execute(
            f"SELECT count(*) FROM {thought_queue.schema()}.procrastinate_jobs".encode()
        ).fetchone()
    assert found is not None
    return int(found[0])


# ---- what is sent


@pytest.mark.parametrize("game", PACKAGES)
def test_a_view_arrives_as_it_was_and_holds_no_more(game: str) -> None:
    handle = load(game)
    s = handle.start()
    while s.player < 0:
        s = handle.after(s, next(iter(handle.odds(s))))
    view = handle.facing(s, s.player)
    assert thought_queue.unpacked(game, thought_queue.packed(view)) == view
    assert thought_queue.packed("bot:3") == thought_queue.unpacked(game, "bot:3") == "bot:3"


def test_answers_arrive_as_they_were() -> None:
    found = [Hint(3, [0.25, 0.75], None), Hint(5, [0.5, 0.5], 0.125)]
    assert thought_queue.heard(thought_queue.told(found)) == found
    assert thought_queue.heard(thought_queue.told(7)) == 7


def test_sqlite_is_refused_in_a_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "")
    done = run("think", "--database", "tables.db")
    assert (done.status, len(done.err.splitlines())) == (2, 1)
    assert "Postgres" in done.err


# ---- a server and a thinker


@pytest.fixture(scope="module")
def house(
    postgres: Callable[[], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Server, Thinker]]:
    """A server and one who thinks for it."""
    database = postgres()
    with (
        Server(database, tmp_path_factory.mktemp("server")) as server,
        Thinker(database, tmp_path_factory.mktemp("thinker")) as thinker,
    ):
        until(lambda: figures(server)["ludotheque_thinkers_elsewhere"] == 1)
        yield server, thinker


def play_out(party: Party) -> None:
    """Play to the end."""
    end = time.monotonic() + 120
    while (seen := party.seen(since=1 << 30))["status"] == "playing":
        assert time.monotonic() < end
        if seen["acting"] == [0]:
            party.play(0)
        else:
            time.sleep(0.01)


def test_bots_think_elsewhere(house: tuple[Server, Thinker]) -> None:
    server, thinker = house
    guest = Guest(server.url)
    before = thought(server, "elsewhere")
    party = invite(guest, [], NO_LUCK, [me(), bot(LEVEL)])
    play_out(party)
    assert party.verified().finished
    assert thought(server, "elsewhere") >= before + 5
    assert thought(server, "here") == 0
    assert jobs(thinker.database) == 0
    guest.close()


def test_hints_come_from_elsewhere(house: tuple[Server, Thinker]) -> None:
    server, _ = house
    guest = Guest(server.url)
    before = thought(server, "elsewhere")
    party = invite(guest, [], NO_LUCK, [me(), me("Ben")], hints=True)
    answer = party.do(party.actor(), "hint")
    assert answer.status_code == 200, answer.text
    assert len(answer.json()["hints"]) == len(party.seen(party.actor())["actions"])
    assert thought(server, "elsewhere") == before + 1
    guest.close()


def test_a_thinker_with_other_rules_is_not_asked(house: tuple[Server, Thinker]) -> None:
    server, thinker = house
    word = {"thinker": "another", "kind": "other rules", "processes": 8}
    with psycopg.connect(thinker.database, autocommit=True) as connection:
        for _ in range(2):
            told = (thought_queue.THINKERS, compact(word))
            connection.execute("SELECT pg_notify(%s, %s)", told)
    until(lambda: '"thinker.strange"' in server.log.read_text(encoding="utf-8"))
    assert figures(server)["ludotheque_thinkers_elsewhere"] == 1
    assert server.log.read_text(encoding="utf-8").count('"thinker.strange"') == 1


# ---- whatever becomes of them


def test_a_thinker_leaves_at_once_and_bots_go_on_here(house: tuple[Server, Thinker]) -> None:
    server, thinker = house
    guest = Guest(server.url)
    party = invite(guest, [], NO_LUCK, [me(), bot(LEVEL)])
    begin = time.monotonic()
    assert thinker.stop(signal.SIGINT) == 0
    assert time.monotonic() - begin < 3 * server.slowness
    until(lambda: figures(server)["ludotheque_thinkers_elsewhere"] == 0)
    play_out(party)
    assert thought(server, "here") > 0
    thinker.launch().wait()
    until(lambda: figures(server)["ludotheque_thinkers_elsewhere"] == 1)
    guest.close()


def test_what_a_killed_thinker_was_asked_is_thought_about_here(
    house: tuple[Server, Thinker],
) -> None:
    server, thinker = house
    guest = Guest(server.url)
    party = invite(guest, [], NO_LUCK, [me(), bot(LEVEL)])
    until(lambda: party.seen()["acting"] == [0])
    thinker.kill()
    play_out(party)  # the server still believes that somebody is there
    assert thought(server, "silent") > 0
    assert party.verified().finished
    guest.close()


@pytest.mark.long
async def test_any_of_three_may_be_killed_at_any_time(
    postgres: Callable[[], str], tmp_path: Path
) -> None:
    database, dice = postgres(), random.Random(1)
    minds = [Thinker(database, tmp_path) for _ in range(3)]
    with Server(database, tmp_path) as server:
        for mind in minds:
            mind.launch()
        until(lambda: figures(server)["ludotheque_thinkers_elsewhere"] == 3)
        guest, players = Guest(server.url), list[Player]()
        for n in range(20):
            table = guest.lay(
                (NO_LUCK, WITH_SECRETS, FEWEST_CHOICES)[n % 3], me(), bot(LEVEL), bot(LEVEL)
            )
            players.append(Player(guest, table["table"], 0, 0.5))
        guest.close()
        async with Crowd(players) as crowd:
            for _ in range(8):
                await asyncio.wait(crowd.tasks, timeout=2)
                mind = dice.choice(minds)
                mind.kill()
                mind.launch()
            await crowd.until_over(120)
        elsewhere = thought(server, "elsewhere")
    for mind in minds:
        mind.kill()
    assert check(database, players) > 100
    assert elsewhere > 100


@pytest.mark.long
def test_the_bots_of_every_game_think_elsewhere(
    postgres: Callable[[], str], tmp_path: Path
) -> None:
    database = postgres()
    with (
        Server(database, tmp_path) as server,
        Thinker(database, tmp_path, 2, "ludotheque"),
    ):
        until(lambda: figures(server)["ludotheque_thinkers_elsewhere"] == 2)
        guest = Guest(server.url)
        for game in OURS:
            before = thought(server, "elsewhere")
            party = invite(guest, [], game, [me(), bot("bot:1"), bot(LEVEL)])
            play_out(party)
            assert party.verified().finished
            assert thought(server, "elsewhere") > before  # a quick game has few choices
            hint = invite(guest, [], game, [me(), me("Ben"), me("Carla")])
            answer = hint.do(hint.actor(), "hint")
            assert answer.status_code == 200, answer.text
            assert answer.json()["hints"]
        assert thought(server, "here") == thought(server, "silent") == 0
        guest.close()
