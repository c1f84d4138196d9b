"""The album: one's own games and results, and nobody else's; taken along, put away, forgotten."""

from __future__ import annotations

import asyncio
import io
import json
import random
import time
from collections.abc import Iterator
from zipfile import ZipFile

import httpx
import pytest
from every import NO_LUCK, OURS, WITH_SECRETS
from sqlalchemy import text

from ludotheque.examples import examples
from ludotheque.game import load
from ludotheque.server import album
from ludotheque.server.album import AT_ONCE
from ludotheque.server.db import read_url, writer_engine
from ludotheque.server.migrations import upgrade
from ludotheque.server.store import Store
from ludotheque.tables.evidence import verify
from ludotheque.tables.salted import ERASED

from .guests import OPEN, Guest, Json, bot, me, play_out
from .houses import invite
from .running import Server
from .test_admin import database_of, two
from .test_migrations import made

__all__ = ["two"]  # a fixture

ALONE = next(game for game in OURS if load(game).seats[0] == 1)


@pytest.fixture
def guest(server: Server) -> Iterator[Guest]:
    found = Guest(server.url)
    yield found
    found.close()


def mine(guest: Guest, **asked: str | bool) -> list[Json]:
    answer = guest.http.get("/api/tables/mine", params=asked)
    assert answer.status_code == 200, answer.text
    return list(answer.json())


def counts(guest: Guest) -> Json:
    found: Json = guest.http.get("/api/me").json()
    return found


def taken_along(guest: Guest) -> tuple[Json, dict[str, str]]:
    """The list and the files of an export."""
    answer = guest.http.get("/api/me/file")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/zip"
    with ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    return json.loads(texts.pop("ludotheque.json")), texts


def alone(guest: Guest, **options: str) -> Json:
    """A game alone, played to its end; how it stands then."""
    laid = guest.lay(ALONE, me(), options=options or examples(ALONE).short)
    return {"table": laid["table"], **play_out([guest], laid["table"], random.Random(1))}


# ---- the list


def test_a_game_is_kept_with_whom_and_how_it_ended(two: tuple[Guest, Guest]) -> None:
    host, guest = two
    party = invite(host, [guest], NO_LUCK, [me("Anne"), OPEN])
    end = party.play_out()
    (line,) = (one for one in mine(host) if one["table"] == party.table)
    assert (line["people"], line["bots"], line["seats"]) == (["Guest 0"], 0, [0])
    assert line["result"] == {key: end["result"][key] for key in ("winners", "scores")}
    (theirs,) = (one for one in mine(guest) if one["table"] == party.table)
    assert (theirs["people"], theirs["seats"]) == (["Anne"], [1])
    won = [counts(one)["games"][0]["people"]["won"] for one in two]
    assert won == [int(seat in end["result"]["winners"]) for seat in (0, 1)]


def test_who_only_watched_keeps_nothing(two: tuple[Guest, Guest], guest: Guest) -> None:
    host, other = two
    table = invite(host, [other], NO_LUCK, [me(), OPEN]).table
    guest.look(table)
    assert mine(guest) == []
    assert counts(guest) == {"played": 0, "favourite": None, "games": []}


def test_a_game_that_is_played_counts_nothing_and_shows_no_result(guest: Guest) -> None:
    guest.lay(WITH_SECRETS, *[me(), *[bot()] * (examples(WITH_SECRETS).few - 1)])
    (line,) = mine(guest)
    assert line["result"] is None
    assert line["bots"] == examples(WITH_SECRETS).few - 1
    assert counts(guest)["played"] == 0


def test_seats_that_were_taken_away_are_listed_no_more(two: tuple[Guest, Guest]) -> None:
    host, guest = two
    laid = host.lay(NO_LUCK, me("Anne"), OPEN, OPEN)
    assert guest.claim(laid["table"], laid["code"], "Zoé").status_code == 200
    assert host.do(laid["table"], 0, "fewer").status_code == 200
    (line,) = (one for one in mine(host) if one["table"] == laid["table"])
    assert line["players"] == 2


def test_the_list_goes_on_from_the_last_line(guest: Guest) -> None:
    laid = [guest.lay(NO_LUCK, me(), OPEN)["table"] for _ in range(AT_ONCE + 3)]
    first = [one["table"] for one in mine(guest)]
    rest = [one["table"] for one in mine(guest, before=first[-1])]
    assert len(first) == AT_ONCE
    assert sorted(first + rest) == sorted(laid)
    assert mine(guest, before=rest[-1]) == []
    unknown = guest.http.get("/api/tables/mine", params={"before": "A" * 16})
    assert unknown.status_code == 404


def test_a_table_is_put_away_by_whoever_sits_there_and_for_them_alone(
    two: tuple[Guest, Guest], guest: Guest
) -> None:
    host, other = two
    table = invite(host, [other], NO_LUCK, [me(), OPEN]).table
    assert guest.http.put(f"/api/tables/{table}/away", json={"away": True}).status_code == 403
    assert host.http.put(f"/api/tables/{table}/away", json={"away": True}).status_code == 204
    assert table not in [one["table"] for one in mine(host)]
    assert [one["away"] for one in mine(host, away=True) if one["table"] == table] == [True]
    assert table in [one["table"] for one in mine(other)]
    assert host.look(table)["status"] == "playing"
    assert host.http.put(f"/api/tables/{table}/away", json={"away": False}).status_code == 204
    assert table in [one["table"] for one in mine(host)]


@pytest.mark.parametrize("wrong", [{}, {"away": 1}, {"away": True, "more": 1}])
def test_what_is_no_wish_to_put_away_is_refused(guest: Guest, wrong: Json) -> None:
    table = guest.lay(NO_LUCK, me(), OPEN)["table"]
    assert guest.http.put(f"/api/tables/{table}/away", json=wrong).status_code == 422


# ---- the statistics


def test_the_best_score_alone_is_kept_and_only_like_is_compared_with_like(guest: Guest) -> None:
    usual = alone(guest, **{})
    if examples(ALONE).short:
        other = guest.lay(ALONE, me(), options={})["table"]
        played = play_out([guest], other, random.Random(2))
        usual = {"table": other, **played}
    (count,) = counts(guest)["games"]
    assert count["alone"] == 1 + bool(examples(ALONE).short)
    assert count["best"] == {"points": usual["result"]["scores"][0], "table": usual["table"]}
    assert counts(guest)["favourite"] == ALONE


def test_of_games_played_as_often_none_is_the_favourite(guest: Guest) -> None:
    alone(guest)
    laid = guest.lay(NO_LUCK, me("Ana"), me("Ben"))
    play_out([guest], laid["table"], random.Random(3))
    assert counts(guest)["favourite"] is (ALONE if ALONE == NO_LUCK else None)


def test_several_seats_on_one_screen_are_neither_won_nor_lost(guest: Guest) -> None:
    laid = guest.lay(NO_LUCK, me("Ana"), me("Ben"))
    play_out([guest], laid["table"], random.Random(3))
    (count,) = counts(guest)["games"]
    assert (count["screen"], count["people"], count["bots"]) == (
        1,
        {"played": 0, "won": 0},
        {"played": 0, "won": 0},
    )


def test_thousands_of_games_are_counted_at_once(database: str) -> None:
    """By the store alone: no log is read."""
    with made(database).begin() as connection:
        upgrade(connection)
        many = [{"n": n, "id": f"t{n:015}"} for n in range(5000)]
        columns = "id, made, game, rules, data, players, listed, status, seed"
        for line in (
            f"tables ({columns}) VALUES (:id, :n, '{NO_LUCK}', 1, '-', 2, false, 'over', :seed)",
            "holders (table_id, seat, owner, made) VALUES (:id, 0, :seed, :n)",
            "results VALUES (:id, 1, 1, '[3,2]', '{}')",
        ):
            rows = [one | {"seed": b"x"} for one in many]
            connection.execute(text(f"INSERT INTO {line}"), rows)

    async def count() -> tuple[int, float]:
        store = Store(database)
        await store.start()
        try:
            begin = time.perf_counter()
            found = await album.statistics(store, b"x")
            return found.games[0].bots.won, time.perf_counter() - begin
        finally:
            await store.stop()

    won, seconds = asyncio.run(count())
    assert won == 5000
    assert seconds < 5


def test_the_results_of_games_from_before_are_told_from_their_logs(database: str) -> None:
    with made(database).begin() as connection:
        upgrade(connection, "0004")
        columns = "id, made, game, rules, data, players, listed, status, seed"
        for name, seats, end in (
            ("good", ["", "bot:2", ""], {"winners": [2], "scores": [1, 2, 3]}),
            ("torn", ["", ""], {"winners": "x", "scores": [1]}),
        ):
            table = f"tables ({columns}) VALUES (:id, 1, '{NO_LUCK}', 1, '-', 3, false, 'over', :s)"
            connection.execute(text(f"INSERT INTO {table}"), {"id": name, "s": b"s"})
            for number, kind, seat, body in (
                (0, "open", None, {"seats": seats, "options": {"some": "way"}}),
                (1, "fill", 0, {"bot": "bot:1"}),
                (2, "end", None, end),
            ):
                facts = {"id": name, "n": number, "kind": kind, "seat": seat}
                line = "(table_id, number, at, kind, seat, body, hash)"
                line += " VALUES (:id, :n, 1, :kind, :seat, :body, :s)"
                told = facts | {"body": json.dumps(body), "s": b"s"}
                connection.execute(text(f"INSERT INTO events {line}"), told)
        upgrade(connection)
        kept = connection.execute(text("SELECT * FROM results")).all()
    assert [tuple(row) for row in kept] == [("good", 4, 4, "[1,2,3]", '{"some":"way"}')]


# ---- the file


def test_everything_is_taken_along_and_verifies(guest: Guest) -> None:
    over = alone(guest)["table"]
    playing = guest.lay(WITH_SECRETS, *[me(), *[bot()] * (examples(WITH_SECRETS).few - 1)])
    waiting = guest.lay(NO_LUCK, me("Zoé"), OPEN)["table"]
    whole, files = taken_along(guest)
    assert [one["table"] for one in whole["tables"]] == [waiting, playing["table"], over]
    assert whole["statistics"]["played"] == 1
    assert set(files) == {f"{ALONE}-{over}.play", f"{WITH_SECRETS}-{playing['table']}.play"}
    assert verify(files[f"{ALONE}-{over}.play"]).table == over
    sat = next(one for one in whole["tables"] if one["table"] == waiting)["events"]
    assert [event["aside"]["name"] for event in sat if event["kind"] == "sit"] == ["Zoé"]


def test_a_game_in_play_is_taken_along_as_its_seat_sees_it(guest: Guest) -> None:
    """Word for word what the table itself gives this seat, and not what another would get."""
    few = examples(WITH_SECRETS).few
    laid = guest.lay(WITH_SECRETS, me(), *[me(f"P{n}") for n in range(1, few)])
    own = guest.lay(WITH_SECRETS, me(), *[bot()] * (few - 1))
    _, files = taken_along(guest)
    alike = guest.http.get(f"/api/tables/{own['table']}/play").text
    assert files[f"{WITH_SECRETS}-{own['table']}.play"].splitlines()[:8] == alike.splitlines()[:8]
    of_several = files[f"{WITH_SECRETS}-{laid['table']}.play"]
    onlooker = Guest(guest.url)
    assert of_several == onlooker.http.get(f"/api/tables/{laid['table']}/play").text
    onlooker.close()


def test_whoever_has_no_token_has_no_album(server: Server) -> None:
    assert httpx.get(f"{server.url}/api/me").json()["played"] == 0
    assert httpx.get(f"{server.url}/api/me/file").status_code == 401
    assert httpx.delete(f"{server.url}/api/me").status_code == 401


# ---- the end


def test_what_is_forgotten_is_gone_for_good_and_the_tables_still_verify(
    server: Server, two: tuple[Guest, Guest]
) -> None:
    host, guest = two
    anne = "Anne-Sophie"
    over = invite(host, [guest], NO_LUCK, [me(anne), OPEN])
    over.play_out()
    playing = invite(host, [guest], NO_LUCK, [me(anne), OPEN]).table
    kept = counts(guest)
    left = 1
    while left:
        answer = host.http.delete("/api/me")
        assert answer.status_code == 200, answer.text
        left = answer.json()["left"]
    assert mine(host, away=True) == []
    assert counts(host)["played"] == 0
    with writer_engine(read_url(database_of(server))).connect() as connection:
        told = connection.execute(text("SELECT aside FROM events")).scalars()
        assert anne not in "".join(one or "" for one in told)
    assert counts(guest) == kept, "what others keep is theirs"
    assert ERASED in guest.http.get(f"/api/tables/{over.table}/play").text
    assert verify(guest.http.get(f"/api/tables/{over.table}/play").text).table == over.table
    assert guest.look(playing)["seats"][0]["stand_in"], "a bot plays on"
    assert host.do(playing, 0, "resign").status_code == 403


def test_many_tables_are_forgotten_some_at_a_time(guest: Guest) -> None:
    for _ in range(AT_ONCE + 2):
        guest.lay(NO_LUCK, me(), OPEN)
    assert guest.http.delete("/api/me").json() == {"left": 2}
    assert guest.http.delete("/api/me").json() == {"left": 0}
    assert mine(guest, away=True) == []
