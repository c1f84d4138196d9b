"""Persons: found, exported and erased by one command each, and the tables still verify."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest
from every import FEWEST_CHOICES, NO_LUCK, WITH_SECRETS

from ludotheque.tables.evidence import verify
from ludotheque.tables.salted import ERASED

from .guests import OPEN, Guest, bot, me
from .houses import invite
from .players import rows
from .running import Server
from .test_admin import database_of, told, two
from .test_backup import run

__all__ = ["two"]  # a fixture


def everything(database: str) -> str:
    """All that the database holds, as text."""
    asked = ("body, aside", "events"), ("owner, seat", "holders"), ("code, seat", "claims")
    return "".join(str(rows(database, f"SELECT {what} FROM {where}")) for what, where in asked)


def test_a_person_is_found_exported_and_erased_and_the_tables_still_verify(
    server: Server, two: tuple[Guest, Guest], tmp_path: Path
) -> None:
    """At a finished table, the next one of the series, one in play and one that waits."""
    database, (host, guest) = database_of(server), two
    anne = "Anne-Sophie"
    over = invite(host, [guest], NO_LUCK, [me(anne), OPEN])
    over.play_out()
    chain = over.verified().chain
    following = host.do(over.table, 0, "again").json()["table"]
    playing = invite(host, [guest], FEWEST_CHOICES, [me(anne), OPEN, bot()])
    waiting = invite(host, [guest], WITH_SECRETS, [me(anne), OPEN, OPEN])
    invited = host.http.post(f"/api/tables/{playing.table}/invite", json={"seat": 0})
    assert invited.status_code == 201
    tables = {over.table, following, playing.table, waiting.table}
    who = f"{over.table}/1"

    alone = told("person", "find", who, database=database)
    assert [(one["table"], one["names"], one["seats"]) for one in alone] == [
        (over.table, [anne], [1])
    ]
    assert told("person", "find", f"{over.table}/{anne}", database=database) == alone
    token = host.headers["Authorization"].removeprefix("Bearer ")
    mine = found_by_token(token, database)
    assert {one["table"] for one in mine} == tables
    file = tmp_path / "anne.json"
    done = run("person", "export", who, str(file), "--everywhere", database=database)
    assert f"(4 tables) was written to {file}." in done.stdout, done.stderr
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert {one["table"] for one in kept} == tables
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    moves = next(one for one in kept if one["table"] == over.table)["events"]
    assert {event["kind"] for event in moves} >= {"sit", "play"}

    assert run("person", "erase", who, "--everywhere", database=database).returncode != 0
    done = run("person", "erase", who, "--everywhere", "--yes", database=database)
    assert done.returncode == 0, done.stderr

    assert anne not in everything(database)
    text = httpx.get(f"{server.url}/api/tables/{over.table}/play").text
    assert verify(text).chain == chain
    assert anne not in text
    assert ERASED in text
    assert host.http.get("/api/tables/mine").json() == []
    seen = guest.look(playing.table)
    assert anne not in json.dumps(seen)
    assert seen["seats"][0]["stand_in"], "a bot plays on"
    assert waiting_seats(guest, waiting.table)[0] == ""
    assert host.do(playing.table, 0, "resign").status_code == 403
    code = invited.json()["code"]
    eve = Guest(server.url)
    assert eve.claim(playing.table, code, "Eve").status_code == 403
    eve.close()
    assert found_by_token(token, database) == []
    gone = run("person", "find", f"{over.table}/{anne}", database=database)
    assert (gone.returncode, len(gone.stderr.splitlines())) == (2, 1)
    guest.do(playing.table, 1, "resign")
    assert guest.look(following)["status"] == "waiting"


def found_by_token(token: str, database: str) -> Any:
    """What is kept of the holder of a token, which is not written on the command line."""
    command = [sys.executable, "-m", "ludotheque", "person", "find", "-", "--json"]
    done = subprocess.run(
        [*command, "--database", database],
        input=token + "\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    return json.loads(done.stdout)


def waiting_seats(guest: Guest, table: str) -> list[str]:
    return [seat.get("name", "") for seat in guest.look(table)["seats"]]


def test_others_at_the_table_stay_and_are_not_taken_for_the_person(
    server: Server, two: tuple[Guest, Guest]
) -> None:
    database, (host, guest) = database_of(server), two
    party = invite(host, [guest], NO_LUCK, [me("Anne"), OPEN])
    done = run("person", "erase", f"{party.table}/1", "--yes", database=database)
    assert done.returncode == 0, done.stderr
    names = waiting_seats(guest, party.table)
    assert names == [ERASED, "Guest 0"]
    assert guest.do(party.table, 1, "resign").status_code == 200
    assert verify(httpx.get(f"{server.url}/api/tables/{party.table}/play").text).table


@pytest.mark.parametrize("who", ["nowhere", "nowhere/1", "/1", "x/", "-"])
def test_nobody_is_said_in_a_sentence(who: str, one_server: Server) -> None:
    done = run("person", "find", who, database=database_of(one_server))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_a_token_that_is_wrong_is_not_repeated(one_server: Server) -> None:
    database = database_of(one_server)
    for wrong in ("wrongtoken", "nowhere/1"):
        done = run("person", "find", "-", database=database, typed=wrong + "\n")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "The token read from the input is known at no table.\n"


def test_who_has_changed_name_and_seat_is_erased_with_both_names(
    server: Server, two: tuple[Guest, Guest]
) -> None:
    database, (host, guest) = database_of(server), two
    laid = host.lay(NO_LUCK, me("Zoé"), OPEN, OPEN)
    table = laid["table"]
    assert guest.claim(table, laid["code"], "Anne-Lise", seat=2).status_code == 200
    assert guest.do(table, 2, "call", name="Marie-Ange").status_code == 200
    assert host.do(table, 0, "fewer").status_code == 200
    assert host.look(table)["seats"] == [{"name": "Zoé"}, {"name": "Marie-Ange"}]
    (trace,) = told("person", "find", f"{table}/Anne-Lise", database=database)
    assert (trace["seats"], trace["names"]) == ([2], ["Anne-Lise", "Marie-Ange"])
    assert [event["kind"] for event in trace["events"]] == ["sit", "call"]
    assert run("person", "erase", f"{table}/2", "--yes", database=database).returncode == 0
    left = everything(database)
    assert "Anne-Lise" not in left
    assert "Marie-Ange" not in left
    assert host.look(table)["seats"][0] == {"name": "Zoé"}
