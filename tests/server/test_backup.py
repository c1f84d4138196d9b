"""Backups: whole and private, taken while the server runs, and put back with care."""

from __future__ import annotations

import asyncio
import io
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path

import psycopg
import pytest
from every import NO_LUCK

from ludotheque import cli
from ludotheque.errors import BadRequest
from ludotheque.server import backup
from ludotheque.server.backup import Kept, back_up, restore
from ludotheque.server.db import read_url
from ludotheque.server.store import Store

from .databases import file_of, is_sqlite
from .guests import OPEN, Guest, me
from .houses import invite
from .players import Crowd, check, read_logs, rows, settle
from .running import Server

OTHER = ("sqlite", "postgres")


@pytest.fixture(params=OTHER)
def target(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Another database, not there yet or empty, to restore into."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres")())
    (tmp_path / "other").mkdir()
    return f"sqlite:///{tmp_path}/other/tables.db"


def copied(database: str, file: Path) -> Kept:
    return back_up(read_url(database), file)


def put_back(database: str, file: Path, replace: bool = False, anyway: bool = False) -> Kept:
    return restore(read_url(database), file, replace, anyway)


def everything(database: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables."""
    found = {}
    for table in backup.TABLES:
        names = ", ".join(f'"{column.name}"' for column in table.columns)
        told = rows(database, f"SELECT {names} FROM {table.name}")
        found[table.name] = sorted((tuple(row) for row in told), key=repr)
    return found


async def laid(database: str, tables: int) -> None:
    from .test_store import ANNE, CODE, opening

    store = Store(database)
    await store.start()
    for n in range(tables):
        codes = [(CODE[:-2] + n.to_bytes(2, "big"), None, 1 << 50)]
        wanted = opening(f"t{n}", listed=bool(n % 2))
        await store.commit(wanted._replace(held=[(0, ANNE)], claims=codes))
    await store.stop()


def refusal(work: Callable[[], object]) -> str:
    with pytest.raises(BadRequest) as refused:
        work()
    assert refused.value.sentence("fr") != refused.value.sentence("en")
    return refused.value.key


# ---- while it runs


def test_a_backup_of_a_running_server_holds_every_move_acknowledged_before(
    server: Server, target: str, tmp_path: Path
) -> None:
    """Into either database, from either."""
    database = server.environment["DATABASE_URL"]
    file = tmp_path / "backup.db"
    players = settle([server.url], 6, bots=False)

    async def play() -> tuple[int, list[object]]:
        async with Crowd(players) as crowd:
            await crowd.until_moves(60)
            before = [move for player in players for move in player.acknowledged]
            await asyncio.to_thread(copied, database, file)
            await crowd.until_moves(20)
        return len(before), list(before)

    count, before = asyncio.run(play())
    assert count >= 60
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == [file.name]
    put_back(target, file)
    logs = read_logs(target)
    for move in before:
        assert move.number < len(logs[move.table])  # type: ignore[attr-defined]
    check(target, [])
    with Server(target, tmp_path) as again:
        host = Guest(again.url)
        seen = host.look(players[0].table)
        assert seen["number"] == len(logs[players[0].table]) - 1
        host.close()


@pytest.mark.anyio
async def test_all_that_is_there_comes_back(database: str, target: str, tmp_path: Path) -> None:
    await laid(database, 5)
    file = tmp_path / "backup.db"
    kept = copied(database, file)
    assert (kept.tables, kept.events, kept.bytes) == (5, 5, file.stat().st_size)
    assert put_back(target, file)[1:3] == (5, 5)
    assert everything(target) == everything(database)
    if is_sqlite(target):
        assert stat.S_IMODE(Path(file_of(target)).stat().st_mode) == 0o600


@pytest.mark.anyio
async def test_a_file_that_is_there_is_replaced_only_when_asked(
    sqlite: str, tmp_path: Path
) -> None:
    await laid(sqlite, 1)
    file = tmp_path / "backup.db"
    file.write_text("mine")
    assert refusal(lambda: copied(sqlite, file)) == "error.file.exists"
    assert file.read_text() == "mine"
    back_up(read_url(sqlite), file, replace=True)
    assert file.read_bytes()[:6] == b"SQLite"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    nowhere = tmp_path / "no" / "where.db"
    assert refusal(lambda: copied(sqlite, nowhere)) == "error.file.unwritable"
    missing = f"sqlite:///{tmp_path}/missing.db"
    assert refusal(lambda: copied(missing, tmp_path / "x")) == "error.file.missing"
    assert not (tmp_path / "missing.db").exists()


def test_a_backup_never_replaces_the_database_of_a_running_server(tmp_path: Path) -> None:
    """Neither the one it reads nor another one, under whatever name."""
    live, quiet = tmp_path / "live.db", tmp_path / "quiet.db"
    asyncio.run(laid(f"sqlite:///{quiet}", 1))
    (tmp_path / "link.db").symlink_to(live)
    with Server(f"sqlite:///{live}", tmp_path) as server:
        (tmp_path / "hard.db").hardlink_to(live)
        inode = live.stat().st_ino
        for name in ("live.db", "link.db", "hard.db", "live.db-wal", "live.db-shm", "live.db.lock"):
            own = partial(back_up, read_url(f"sqlite:///{live}"), tmp_path / name, replace=True)
            assert refusal(own) == "error.file.database"
        for name in ("live.db", "link.db", "live.db-wal", "live.db-shm", "live.db.lock"):
            other = partial(back_up, read_url(f"sqlite:///{quiet}"), tmp_path / name, replace=True)
            assert refusal(other) == "error.file.taken"
        assert live.stat().st_ino == inode
        host = Guest(server.url)
        table = host.lay(NO_LUCK, me(), OPEN)["table"]
        host.close()
        done = run("tables", "delete", table, "--yes", database=f"sqlite:///{tmp_path}/link.db")
        assert done.returncode == 0, done.stderr
    for name in ("quiet.db", "quiet.db-journal"):
        same = partial(back_up, read_url(f"sqlite:///{quiet}"), tmp_path / name, replace=True)
        assert refusal(same) == "error.file.database"
    assert not (tmp_path / "quiet.db-journal").exists()


# ---- with care


def test_nothing_is_restored_under_a_running_server(server: Server, tmp_path: Path) -> None:
    database = server.environment["DATABASE_URL"]
    file = tmp_path / "backup.db"
    copied(database, file)
    key = refusal(lambda: put_back(database, file, replace=True))
    assert key == "error.restore.running"
    if is_sqlite(database):
        journal = f"{database}-wal"
        assert refusal(lambda: put_back(journal, file, replace=True)) == "error.restore.running"
    host = Guest(server.url)
    host.lay(NO_LUCK, me(), OPEN)
    host.close()


@pytest.mark.anyio
async def test_tables_that_are_there_are_put_aside_only_when_asked(
    database: str, tmp_path: Path
) -> None:
    await laid(database, 2)
    file = tmp_path / "backup.db"
    copied(database, file)
    if is_sqlite(database):
        Path(file_of(database)).unlink()
        await laid(database, 3)
    else:
        with psycopg.connect(database) as connection:
            connection.execute("DELETE FROM claims")
    before = everything(database)
    assert refusal(lambda: put_back(database, file)) == "error.restore.full"
    assert everything(database) == before
    kept = put_back(database, file, replace=True)
    assert len(everything(database)["tables"]) == 2
    assert len(everything(database)["claims"]) == 2
    assert kept.aside
    if is_sqlite(database):
        assert everything(f"sqlite:///{kept.aside}") == before
    else:
        old = rows(database, f"SELECT id FROM {kept.aside}.tables")
        assert len(old) == len(before["tables"])
    await laid_again(database)


async def laid_again(database: str) -> None:
    """The server starts on it."""
    store = Store(database)
    await store.start()
    await store.ping()
    await store.stop()


@pytest.mark.anyio
async def test_a_backup_is_not_restored_into_itself(sqlite: str, tmp_path: Path) -> None:
    await laid(sqlite, 1)
    file = tmp_path / "backup.db"
    copied(sqlite, file)
    (tmp_path / "link.db").symlink_to(file)
    for name in ("backup.db", "link.db", "backup.db-wal"):
        target = f"sqlite:///{tmp_path}/{name}"
        again = partial(put_back, target, file, replace=True)
        assert refusal(again) == "error.restore.same"
    assert sorted(path.name for path in tmp_path.glob("*.db*")) == ["backup.db", "link.db"]


@pytest.mark.anyio
async def test_a_refused_restore_leaves_nothing_behind(sqlite: str, tmp_path: Path) -> None:
    await laid(sqlite, 1)
    file = tmp_path / "backup.db"
    copied(sqlite, file)
    nowhere = f"sqlite:///{tmp_path}/no/where.db"
    assert refusal(lambda: put_back(nowhere, file)) == "error.file.unwritable"
    assert not (tmp_path / "no").exists()
    file.write_bytes(file.read_bytes()[:-5000])
    target = tmp_path / "new" / "tables.db"
    target.parent.mkdir()
    assert refusal(lambda: put_back(f"sqlite:///{target}", file)) == "error.restore.broken"
    assert list(target.parent.iterdir()) == []


@pytest.mark.anyio
async def test_what_a_former_file_left_behind_is_not_played_back(
    sqlite: str, tmp_path: Path
) -> None:
    """A journal of the former database beside the restored one would change it."""
    await laid(sqlite, 2)
    file = tmp_path / "backup.db"
    copied(sqlite, file)
    path = Path(file_of(sqlite))
    path.unlink()
    former = tmp_path / "former.db"
    with closing(sqlite3.connect(former, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode = wal")
        other.execute("CREATE TABLE strange (x)")
        other.execute("INSERT INTO strange VALUES (1)")
        shutil.copy(tmp_path / "former.db-wal", f"{path}-wal")
    assert Path(f"{path}-wal").stat().st_size > 0
    put_back(sqlite, file)
    with closing(sqlite3.connect(path)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    assert "tables" in names
    assert "strange" not in names


@pytest.mark.anyio
async def test_a_backup_that_was_damaged_is_refused(sqlite: str, tmp_path: Path) -> None:
    await laid(sqlite, 50)
    good, bad = tmp_path / "good.db", tmp_path / "bad.db"
    copied(sqlite, good)
    target = f"sqlite:///{tmp_path}/target.db"
    data = bytearray(good.read_bytes())
    for i in range(2000, len(data), 977):
        data[i] ^= 0xFF
    bad.write_bytes(data)
    assert refusal(lambda: put_back(target, bad)) == "error.restore.broken"
    bad.write_bytes(good.read_bytes()[:-5000])
    assert refusal(lambda: put_back(target, bad)) == "error.restore.broken"
    for text in ("", "ludotheque play 1\n"):
        bad.write_text(text)
        assert refusal(lambda: put_back(target, bad)) == "error.restore.none"
    assert refusal(lambda: put_back(target, tmp_path / "none")) == "error.file.missing"
    assert not (tmp_path / "target.db").exists()
    assert [path for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.anyio
async def test_a_changed_event_is_found_and_its_table_named(sqlite: str, tmp_path: Path) -> None:
    await laid(sqlite, 3)
    file = tmp_path / "backup.db"
    copied(sqlite, file)
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("""UPDATE events SET body = '{"a":8}' WHERE table_id = 't1'""")
    target = f"sqlite:///{tmp_path}/target.db"
    with pytest.raises(BadRequest) as refused:
        put_back(target, file)
    assert refused.value.key == "error.restore.chain"
    assert refused.value.facts["table"] == "t1"
    assert not (tmp_path / "target.db").exists()
    done = run("restore", str(file), "--anyway", database=target)
    assert done.returncode == 0
    assert "Table t1 does not fit its hashes" in done.stderr
    assert "3 tables, 3 events; all of it holds but for 1 table" in done.stdout


@pytest.mark.anyio
async def test_a_backup_of_an_older_schema_is_brought_up_to_date_and_a_newer_one_refused(
    sqlite: str, target: str, tmp_path: Path
) -> None:
    from ludotheque.server.migrations import upgrade

    old = tmp_path / "old.db"
    old.touch()
    with backup.sqlite_at(old).begin() as connection:
        upgrade(connection, "0001")
    with closing(sqlite3.connect(old)) as raw, raw:
        raw.execute("INSERT INTO tables VALUES ('t', 5, 'x', 1, '-', 2, 1, 'waiting', x'00')")
    assert put_back(target, old).tables == 1
    await laid_again(target)
    await laid(sqlite, 1)
    newer = tmp_path / "newer.db"
    copied(sqlite, newer)
    with closing(sqlite3.connect(newer)) as raw, raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    fresh = f"sqlite:///{tmp_path}/fresh.db"
    assert refusal(lambda: put_back(fresh, newer)) == "error.store.newer"


# ---- at the keyboard


def run(
    *words: str, database: str, typed: str = "", lang: str = "en"
) -> subprocess.CompletedProcess[str]:
    """A command as it would be typed, but in this process: a new one takes a second to start."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(sys, "argv", ["ludotheque", *words, "--lang", lang])
        patch.setattr(sys, "stdin", io.StringIO(typed))
        patch.setenv("DATABASE_URL", database)
        try:
            cli.main()
        except SystemExit as leaving:
            status = int(leaving.code or 0)
    return subprocess.CompletedProcess(words, status, out.getvalue(), err.getvalue())


def test_one_command_backs_up_and_one_puts_back(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.db"
    file, other = str(tmp_path / "backup.db"), f"sqlite:///{tmp_path}/other.db"
    with Server(database, tmp_path) as server:
        host, guest = Guest(server.url), Guest(server.url)
        party = invite(host, [guest], NO_LUCK, [me(), OPEN])
        events = len(party.seen()["events"])
        done = run("backup", file, database=database)
        host.close()
        guest.close()
    assert done.returncode == 0, done.stderr
    assert f"1 table, {events} events" in done.stdout
    french = run("backup", str(tmp_path / "again.db"), database=database, lang="fr")
    assert "0,1 Mo" in french.stdout
    again = run("restore", file, "--json", database=other)
    assert again.returncode == 0, again.stderr
    assert f'"events":{events}' in again.stdout
    refused = run("restore", file, database=other)
    assert refused.returncode == 2
    assert "--replace" in refused.stderr
    replaced = run("restore", file, "--replace", database=other)
    assert "is kept:" in replaced.stdout


def test_a_database_that_others_can_read_is_said_at_the_start(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/tables.db"
    path = tmp_path / "tables.db"
    with Server(database, tmp_path) as server:
        quiet = server.log.read_text(encoding="utf-8")
    path.chmod(0o644)
    with Server(database, tmp_path) as server:
        told = server.log.read_text(encoding="utf-8")
    assert "chmod 600" not in quiet
    assert "store.exposed" not in quiet
    assert f"chmod 600 {path}" in told
    assert told.count('"store.exposed"') == 1
