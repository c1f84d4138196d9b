"""Tables of versions before: they open, migrate, are played to their end, and verify.

`before/first` was written by the version without an aside, `before/0.1` by version 0.1.0 and
`before/0.2` by version 0.2.0, on real servers (`scripts/evenings.py`).
"""

from __future__ import annotations

import gzip
import json
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import cache
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from every import FEWEST_CHOICES, NO_LUCK, OURS
from sqlalchemy import Connection, Engine, MetaData

from ludotheque.errors import BadPlay
from ludotheque.log import read_text
from ludotheque.server.db import read_url, writer_engine
from ludotheque.tables import salted
from ludotheque.tables.evidence import verify

from .guests import LONG, Guest, Json
from .houses import BOTH, LATEST, Party
from .running import Server

BEFORE = Path(__file__).parent / "before"
NEVER = 1 << 50  # when these codes expire
PATIENT = {"waiting_days": "100000", "archive_days": "100000"}  # evenings of long ago go on
FIRST, LAST = "first", "0.2"
ENDED = OURS
PLAYS = sorted(BEFORE.glob("*/*/*.play"))
EDITIONS = [(FIRST, kind) for kind in BOTH] + [(LAST, "sqlite")]
REST = [(LAST, "postgres"), *(("0.1", kind) for kind in BOTH)]
RUNNING = [*(f"{game} running" for game in ENDED), "raise sealed", "undone", "asked", "replaced"]
USUAL = {"waiting", "abandoned", "series ended", "series waiting", *RUNNING}
USUAL |= {f"{game} ended" for game in ENDED}


def migrated_to(connection: Connection, revision: str) -> None:
    """An empty database with the schema of that revision."""
    config = Config()
    config.set_main_option("script_location", "ludotheque.server:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def cell(value: object) -> object:
    """A cell as the database has it."""
    return bytes.fromhex(value["hex"]) if isinstance(value, dict) else value


def fill(engine: Engine, rows: dict[str, list[Json]]) -> None:
    """A Postgres database as it was."""
    with engine.begin() as connection:
        migrated_to(connection, rows.pop("alembic_version")[0]["version_num"])
        found = MetaData()
        found.reflect(connection)
        for table in found.sorted_tables:
            kept = rows.get(table.name, [])
            cells = [{key: cell(value) for key, value in row.items()} for row in kept]
            if cells:
                connection.execute(table.insert(), cells)


def people_of(edition: str, kind: str) -> Json:
    """The evenings that are kept of a version, by name: each with its table and who sat there."""
    found: Json = json.loads((BEFORE / edition / f"{kind}.people.json").read_text(encoding="utf-8"))
    return found


def restored(edition: str, kind: str, folder: Path, postgres: Callable[[], str]) -> str:
    """The URL of a database as a version before has left it, but for codes that expire."""
    packed = gzip.decompress((BEFORE / edition / f"{kind}.gz").read_bytes())
    if kind == "sqlite":
        file = folder / "tables.db"
        file.write_bytes(packed)
        url = f"sqlite:///{file}"
        with closing(sqlite3.connect(file)) as plain, plain:
            names = [column[1] for column in plain.execute("PRAGMA table_info(claims)")]
            if "until" in names:
                plain.execute("UPDATE claims SET until = ?", (NEVER,))
        return url
    rows = json.loads(packed)
    for claim in rows["claims"]:
        if "until" in claim:
            claim["until"] = NEVER
    url = postgres()
    fill(writer_engine(read_url(url)), rows)
    return url


class Returned(Guest):
    """Somebody who still has the token of that evening."""

    def __init__(self, url: str, token: str) -> None:
        super().__init__(url)
        self.headers = {"Authorization": f"Bearer {token}"}
        self.http.headers.update(self.headers)


class Evenings:
    """The tables of the version before on a server of this one, and the people at them."""

    def __init__(self, edition: str, kind: str, url: str) -> None:
        self.edition, self.url = edition, url
        self.plays = BEFORE / edition / kind
        kept = people_of(edition, kind)
        tokens = {token for one in kept.values() for token in one["people"].values()}
        self.guests = {token: Returned(url, token) for token in tokens}
        self.codes = {name: one.get("code") for name, one in kept.items()}
        self.parties = {
            name: Party(
                one["table"], {int(seat): self.guests[t] for seat, t in one["people"].items()}
            )
            for name, one in kept.items()
        }

    def close(self) -> None:
        """Everybody leaves."""
        for guest in self.guests.values():
            guest.close()


@pytest.fixture(scope="module")
def opened(
    tmp_path_factory: pytest.TempPathFactory, postgres: Callable[[], str]
) -> Iterator[Callable[[str, str], Evenings]]:
    """Opens the evenings of an edition on a kind of database: each once, for the whole file."""
    with ExitStack() as stack:

        @cache
        def evenings_of(edition: str, kind: str) -> Evenings:
            folder = tmp_path_factory.mktemp("before")
            url = restored(edition, kind, folder, postgres)
            server = stack.enter_context(Server(url, folder, **PATIENT))
            return stack.enter_context(closing(Evenings(edition, kind, server.url)))

        yield evenings_of


@pytest.fixture(
    params=[*EDITIONS, *(pytest.param(one, marks=pytest.mark.long) for one in REST)],
    ids="-".join,
)
def evenings(request: pytest.FixtureRequest, opened: Callable[[str, str], Evenings]) -> Evenings:
    return opened(*request.param)


def test_there_is_an_evening_of_every_kind(evenings: Evenings) -> None:
    assert set(evenings.parties) >= USUAL
    with_options = {game for name in OTHERWISE for game in ENDED if name.startswith(f"{game} ")}
    assert with_options == set(ENDED)


def test_they_all_open(evenings: Evenings) -> None:
    for name, party in evenings.parties.items():
        seen = party.seen()
        assert "notice" not in seen, name
        assert seen["opening"]["table"] == party.table
        assert [event["number"] for event in seen["events"]] == list(range(seen["number"] + 1))
        people = {place["name"] for place in seen["seats"] if "name" in place}
        assert people <= {"Alice", "Bruno é", "Chloé"} and "Alice" in people, name


@pytest.mark.parametrize("game", [*ENDED, "series"])
def test_what_has_ended_verifies(evenings: Evenings, game: str) -> None:
    party = evenings.parties[f"{game} ended"]
    before = verify(read_text(evenings.plays / f"{game}-ended.play"))
    now = party.verified()
    assert (now.events, now.draws, now.stirred) == (before.events, before.draws, before.stirred)
    assert now.finished and now.table == party.table


def test_what_was_given_up_verifies(evenings: Evenings) -> None:
    found = evenings.parties["abandoned"].verified()
    assert not found.finished


OTHERWISE = sorted(people_of(LAST, "sqlite").keys() - USUAL)  # with an option


FIRST_OPTIONS = {next(name for name in OTHERWISE if name.startswith(game)) for game in ENDED}


def is_quick(one: tuple[str, str], name: str) -> bool:
    """Whether it is tried at once: what the last version kept, an option of each game with it.

    Of the first version's some are; all of them are opened and their logs replayed in any case.
    """
    if one == (LAST, "sqlite"):
        return name in RUNNING or name in FIRST_OPTIONS
    return one in EDITIONS and name in (RUNNING[0], "undone")


PLAYED_ON = [
    pytest.param(one, name, marks=[] if is_quick(one, name) else pytest.mark.long)
    for one in [*EDITIONS, *REST]
    for name in [*RUNNING, *(OTHERWISE if one[0] == LAST else ())]
]


@pytest.mark.parametrize(("evenings", "name"), PLAYED_ON, indirect=["evenings"])
def test_what_was_running_is_played_to_its_end(evenings: Evenings, name: str) -> None:
    party = evenings.parties[name]
    before = party.seen()["number"]
    end(party)
    found = party.verified()
    assert found.finished and found.events > before


def end(party: Party) -> None:
    """Play by chance to the end; whoever sits there again takes back the seat."""
    dice = random.Random(3)
    late = time.monotonic() + LONG
    while time.monotonic() < late:
        for seat, guest in party.people.items():
            seen = guest.look(party.table, seat=seat, since=LATEST)
            if seen["status"] != "playing":
                assert seen["status"] == "over"
                return
            if seen["actions"]:
                action = dice.choice(seen["actions"])["id"]
                party.do(seat, "play", action=action, ply=seen["ply"])
    raise AssertionError(f"after {LONG:g} seconds {party.table} is still played")


def test_who_waited_is_joined_and_they_play(evenings: Evenings) -> None:
    party = evenings.parties["waiting"]
    others = [Guest(evenings.url) for _ in range(2)]
    for guest, code in zip(others, (evenings.codes["waiting"], None), strict=True):
        answer = guest.claim(party.table, code, f"Guest {others.index(guest)}")
        assert answer.status_code == 200, answer.text
        party.people[answer.json()["seat"]] = guest
    end(party)
    assert party.verified().finished
    for guest in others:
        guest.close()


def test_a_series_goes_on(evenings: Evenings) -> None:
    party = evenings.parties["series waiting"]
    assert sorted(party.seen()["opening"]["kept"]) == ["Alice", "Bruno é"]
    free = next(s for s, place in enumerate(party.seen()["seats"]) if "name" not in place)
    answer = party.people[free].claim(party.table, None, "Bruno é", seat=free)
    assert answer.status_code == 200, answer.text
    end(party)
    assert party.verified().finished
    assert len(party.seen()["sheet"]["scores"]) == 2
    assert party.do(0, "again").status_code == 200


def test_logs_of_the_first_format_are_chained_anew_once_and_say_so(evenings: Evenings) -> None:
    is_first = evenings.edition == FIRST
    for name, party in evenings.parties.items():
        opened, *rest = party.seen()["events"]
        assert opened["format"] == 2, name
        assert len(opened.get("before", {}).get("chain", "")) == 64 * is_first
        for event in rest:
            if event["kind"] == "sit":
                assert salted.hashed(event["salt"], event["name"]) == event["who"]
    before = read_text(evenings.plays / f"{NO_LUCK}-ended.play")
    found = evenings.parties[f"{NO_LUCK} ended"].verified()
    assert f"chain: {found.before if is_first else found.chain}\n" in before


def test_a_log_that_was_changed_before_is_not_made_good_but_stands_still(
    tmp_path: Path, postgres: Callable[[], str]
) -> None:
    url = restored(FIRST, "sqlite", tmp_path, postgres)
    people = people_of(FIRST, "sqlite")
    table = people[f"{NO_LUCK} running"]["table"]
    with closing(sqlite3.connect(tmp_path / "tables.db")) as file:
        forged = "UPDATE events SET body = replace(body, 'Alice', 'Mallory') WHERE table_id = ?"
        file.execute(forged, [table])
        file.commit()
    with Server(url, tmp_path, **PATIENT) as server:
        guest = Guest(server.url)
        assert guest.look(table)["notice"]["key"] == "notice.frozen"
        other = people[f"{FEWEST_CHOICES} running"]["table"]
        assert "notice" not in guest.look(other)
        guest.close()
        lines = server.log.read_text(encoding="utf-8")
    assert any('"table.frozen"' in line and table in line for line in lines.split("\n"))


def test_what_is_changed_in_the_store_later_stands_still_too(
    tmp_path: Path, postgres: Callable[[], str]
) -> None:
    url = restored(FIRST, "sqlite", tmp_path, postgres)
    people = people_of(FIRST, "sqlite")
    table = people[f"{NO_LUCK} ended"]["table"]
    with Server(url, tmp_path, **PATIENT):
        pass
    with closing(sqlite3.connect(tmp_path / "tables.db")) as file:
        file.execute("UPDATE events SET at = at + 1 WHERE table_id = ? AND number = 9", [table])
        file.commit()
    with Server(url, tmp_path, **PATIENT) as server:
        guest = Guest(server.url)
        seen = guest.look(table)
        assert seen["notice"]["facts"] == {"why": "error.event.stored"}
        assert guest.http.get(f"/api/tables/{table}/play").status_code == 409
        guest.close()


@pytest.mark.parametrize("file", PLAYS, ids=lambda file: "-".join(file.parts[-3:]))
def test_its_files_still_tell_the_same(file: Path) -> None:
    text = read_text(file)
    if "# log" in text:
        assert verify(text).chain in text
    else:
        with pytest.raises(BadPlay) as refused:
            verify(text)
        assert refused.value.key == "error.verify.log"
