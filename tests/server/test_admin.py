"""The office: tables listed, shown, exported and deleted by command, while the server runs."""

from __future__ import annotations

import asyncio
import json
import re
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from every import FEWEST_CHOICES, NO_LUCK, WITH_SECRETS

from ludotheque.tables.evidence import verify
from ludotheque.words.messages import LANGUAGES, message

from .databases import is_sqlite
from .guests import OPEN, Guest, bot, me
from .houses import Party, invite, until
from .players import rows
from .running import Server
from .test_backup import laid, run


@pytest.fixture
def two(server: Server) -> Iterator[tuple[Guest, Guest]]:
    guests = Guest(server.url), Guest(server.url)
    yield guests
    for guest in guests:
        guest.close()


def database_of(server: Server) -> str:
    return server.environment["DATABASE_URL"]


def told(*words: str, database: str) -> Any:
    """What a command answers as JSON."""
    done = run(*words, "--json", database=database)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def rows_of(database: str, table: str) -> int:
    """How many rows of all kinds a table has."""
    asked = [f"SELECT count(*) FROM tables WHERE id = '{table}'"]
    for name in ("events", "holders", "claims"):
        asked.append(f"SELECT count(*) FROM {name} WHERE table_id = '{table}'")
    return sum(int(rows(database, question)[0][0]) for question in asked)


def test_tables_are_listed_and_told_apart(server: Server, two: tuple[Guest, Guest]) -> None:
    database, (host, guest) = database_of(server), two
    waiting = host.lay(WITH_SECRETS, me(), OPEN)["table"]
    party = invite(host, [guest], FEWEST_CHOICES, [me(), OPEN])
    party.play()
    over = invite(host, [guest], NO_LUCK, [me(), OPEN])
    over.do(0, "resign")

    def names(*words: str) -> set[str]:
        return {line["table"] for line in told("tables", *words, database=database)}

    assert names() >= {waiting, party.table, over.table}
    assert over.table in names("--status", "over")
    assert names("--status", "over").isdisjoint({waiting, party.table})
    assert waiting in names("--game", WITH_SECRETS)
    assert names("--game", WITH_SECRETS).isdisjoint({party.table, over.table})
    assert names("--older", "1") == set()
    assert len(names("--limit", "2")) == 2
    events = len(party.seen()["events"])
    found = {line["table"]: line for line in told("tables", database=database)}
    assert found[party.table]["events"] == events
    assert 50 * events < found[party.table]["bytes"] < 1000 * events
    assert party.table in names("--larger", str(events))
    assert party.table not in names("--larger", str(events + 1))
    lasts = [line["last"] for line in told("tables", database=database)]
    assert lasts == sorted(lasts, reverse=True)
    zone = time.strftime("%Z")
    heading, first = run("tables", "--limit", "1", database=database).stdout.splitlines()[:2]
    assert heading.split() == ["table", "last", "event", "game", "status", "events", "size"]
    assert first.endswith(" kB")
    assert f" {zone} " in first
    french = run("tables", "--game", NO_LUCK, database=database, lang="fr").stdout
    assert french.split("\n")[0].split()[-3:] == ["état", "événements", "taille"]
    assert re.search(r" finie +\d+ +\d+,\d ko$", french, re.M)
    for wrong in (["--status", "asleep"], ["--game", "chess"], ["--older", "-1"]):
        done = run("tables", *wrong, database=database)
        assert (done.returncode, done.stdout) == (2, "")
        assert len(done.stderr.splitlines()) == 1


def test_a_table_is_shown_without_what_is_hidden_and_exported(
    server: Server, two: tuple[Guest, Guest], tmp_path: Path
) -> None:
    database, (host, guest) = database_of(server), two
    party = invite(host, [guest], NO_LUCK, [me("Anne"), OPEN])
    party.play()
    shown = told("tables", "show", party.table, database=database)
    assert [seat["name"] for seat in shown["seats"]] == ["Anne", "Guest 0"]
    assert shown["chain"] is None
    plain = run("tables", "show", party.table, database=database)
    assert re.search(r"^seat 1 +Anne$", plain.stdout, re.M)
    french = run("tables", "show", party.table, database=database, lang="fr").stdout
    labels = [line.split("  ")[0] for line in french.splitlines()]
    assert labels[:6] == ["table", "jeu", "état", "ouverte", "dernier événement", "événements"]
    assert labels[6:] == ["taille", "place 1", "place 2"]
    refused = run("tables", "export", party.table, "--json", database=database)
    assert refused.returncode == 2
    party.do(0, "resign")
    file = tmp_path / "game.play"
    done = run("tables", "export", party.table, str(file), database=database)
    assert (done.returncode, done.stdout) == (0, f"Table {party.table} was written to {file}.\n")
    assert verify(file.read_text(encoding="utf-8")).table == party.table
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert run("tables", "export", party.table, str(file), database=database).returncode == 2
    log = told("tables", "export", party.table, database=database)["log"]
    assert [event["kind"] for event in log][:2] == ["open", "sit"]
    nobody = run("tables", "show", "nowhere", database=database)
    assert (nobody.returncode, len(nobody.stderr.splitlines())) == (2, 1)


def test_nothing_is_exported_over_the_database(one_server: Server) -> None:
    database, host = database_of(one_server), Guest(one_server.url)
    table = host.lay(NO_LUCK, me(), me("Ben"))["table"]
    host.close()
    for end in ("", "-wal", "-journal", ".lock"):
        file = database.removeprefix("sqlite:///") + end
        for words in (("tables", "export", table), ("person", "export", f"{table}/1")):
            done = run(*words, file, database=database)
            assert done.returncode == 2
            assert "part of the database" in done.stderr
    assert not Path(database.removeprefix("sqlite:///") + "-journal").exists()


def test_a_deleted_table_is_gone_at_once_everywhere(
    server: Server, two: tuple[Guest, Guest]
) -> None:
    database, (host, guest) = database_of(server), two
    party = invite(host, [guest], FEWEST_CHOICES, [me(), OPEN, bot()])
    other = host.lay(NO_LUCK, me(), OPEN)["table"]
    assert rows_of(database, party.table) > 4
    asked = run("tables", "delete", party.table, database=database)
    assert asked.returncode != 0, "not without being sure"
    assert party.seen()["status"] == "playing"

    async def watch() -> int:
        async with guest.socket(party.table) as ws:
            await ws.recv()
            words = ("tables", "delete", party.table, "--yes")
            done = await asyncio.to_thread(run, *words, database=database)
            assert done.returncode == 0, done.stderr
            try:
                while True:
                    await asyncio.wait_for(ws.recv(), 10)
            except websockets.ConnectionClosed as closed:
                return closed.rcvd.code if closed.rcvd else 0

    assert asyncio.run(watch()) == 4404
    assert rows_of(database, party.table) == 0
    for path in ("", "/play", "/picture"):
        answer = host.http.get(f"/api/tables/{party.table}{path}")
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown")
    assert party.do(0, "resign").status_code == 404
    mine = {one["table"] for one in host.http.get("/api/tables/mine").json()}
    assert party.table not in mine
    assert other in mine
    assert host.look(other)["status"] == "waiting"
    again = run("tables", "delete", party.table, "--yes", database=database)
    assert (again.returncode, len(again.stderr.splitlines())) == (2, 1)


def test_of_several_tables_all_are_there_or_none_is_deleted(one_server: Server) -> None:
    database, host = database_of(one_server), Guest(one_server.url)
    good = host.lay(NO_LUCK, me(), OPEN)["table"]
    done = run("tables", "delete", good, "nosuch", "--yes", database=database)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == message("error.tables.missing", "en", table="nosuch") + "\n"
    assert host.look(good)["status"] == "waiting"
    twice = run("tables", "delete", good, good, "--yes", database=database)
    assert (twice.returncode, twice.stdout) == (0, "1 table was deleted.\n")
    host.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_is_asked_in_ones_own_language(one_server: Server, lang: str) -> None:
    database, host = database_of(one_server), Guest(one_server.url)
    choice, kept = message("ask.choice", lang), message("ask.kept", lang)

    def answered(table: str, typed: str) -> tuple[int, list[str]]:
        done = run("tables", "delete", table, database=database, typed=typed, lang=lang)
        assert done.stderr == ""
        return done.returncode, done.stdout.splitlines()

    table = host.lay(NO_LUCK, me(), OPEN)["table"]
    for typed in ("", "\n", "n\n", "NON\n", "no\n", "perhaps\nn\n"):
        status, lines = answered(table, typed)
        assert status == 1
        assert lines[1].startswith(table)
        assert choice in lines[2]
        assert lines[-1].endswith(kept)
        assert host.look(table)["status"] == "waiting"
    for typed in ("o", "Oui", "y", "YES"):
        assert answered(table, typed + "\n")[0] == 0
        assert host.http.get(f"/api/tables/{table}").status_code == 404
        table = host.lay(NO_LUCK, me(), OPEN)["table"]
    assert run("person", "erase", f"{table}/1", database=database).returncode == 1
    host.close()


def test_the_first_ten_of_many_tables_are_shown_before_they_are_deleted(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.db"
    asyncio.run(laid(database, 13))
    done = run("tables", "delete", "--status", "waiting", database=database)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert len(lines) == 14
    assert lines[11] == message("archive.others", "en", n=3)
    assert message("archive.delete.ask", "en", n=13) in lines[12]


def test_the_window_is_for_the_servers_user_alone(server: Server) -> None:
    database = database_of(server)
    if not is_sqlite(database):
        pytest.skip("Postgres has users of its own")
    window = Path(database.removeprefix("sqlite:///") + ".window")
    assert stat.S_ISSOCK(window.stat().st_mode)
    assert stat.S_IMODE(window.stat().st_mode) == 0o600


def test_old_tables_are_deleted_by_what_is_said_of_them(
    tmp_path: Path, postgres: Callable[[], str]
) -> None:
    """On both databases, while no server runs."""
    for database in (f"sqlite:///{tmp_path}/deep/tables.db", postgres()):
        with Server(database, tmp_path) as server:
            host, guest = Guest(server.url), Guest(server.url)
            over = [invite(host, [guest], NO_LUCK, [me(), OPEN]) for _ in range(3)]
            for party in over:
                party.do(0, "resign")
            again = host.do(over[0].table, 0, "again").json()["table"]
            for person in (host, guest):
                person.close()
            if is_sqlite(database):
                server.stop()
        assert run("tables", "delete", "--yes", database=database).returncode == 2
        done = run("tables", "delete", "--status", "over", "--yes", database=database)
        assert done.returncode == 0, done.stderr
        assert "3 tables were deleted" in done.stdout
        assert {line["table"] for line in told("tables", database=database)} == {again}
        none = run("tables", "delete", "--status", "over", "--yes", database=database)
        assert "No table" in none.stdout


def test_a_deleted_table_is_forgotten_by_every_worker(
    tmp_path: Path, postgres: Callable[[], str]
) -> None:
    database = postgres()
    with Server(database, tmp_path) as one, Server(database, tmp_path) as other:
        host = Guest(one.url)
        table = host.lay(NO_LUCK, me(), me("Ben"))["table"]
        there = f"{other.url}/api/tables/{table}"
        assert httpx.get(there).status_code == 200
        Party(table, {0: host, 1: host}).play()
        assert run("tables", "delete", table, "--yes", database=database).returncode == 0
        begin = time.monotonic()
        until(lambda: httpx.get(there).status_code == 404)
        until(lambda: host.http.get(f"/api/tables/{table}").status_code == 404)
        assert time.monotonic() - begin < 5 * other.slowness
        host.close()


def test_the_name_of_a_table_may_begin_with_a_dash(one_server: Server) -> None:
    name = "-k3Yz0aB9_x-QwEr"
    for words in (f"tables show {name}", f"tables delete --yes {name}", f"person find {name}/1"):
        done = run(*words.split(), database=database_of(one_server))
        assert "does not exist" in done.stderr or "no longer" in done.stderr, done.stderr
