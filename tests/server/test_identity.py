"""Tokens are ours, codes expire and are taken back, and the lobby shows who is there."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from every import NO_LUCK
from websockets.sync.client import connect

from ludotheque.server import identity
from ludotheque.server.housekeeping import round_through
from ludotheque.server.store import Changes

from .guests import OPEN, Guest, Json, bot, me
from .houses import House, house

SECRET = bytes(range(32))
DAY = 24 * 3600


@pytest.fixture
def still(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house whose clock stands still."""
    with house(sqlite, monkeypatch, lobby_minutes=5, invite_days=7, waiting_days=3) as found:
        yield found


def lobby(guest: Guest) -> list[str]:
    """The tables that are shown to everybody."""
    return [line["table"] for line in guest.http.get("/api/tables").json()]


def code_of(answer: httpx.Response) -> str:
    """What is wrong with a request; nothing if it was carried out."""
    return str(answer.json()["code"]) if answer.status_code >= 400 else ""


# ---- tokens


def test_a_token_is_ours_or_none() -> None:
    token = identity.new_token(SECRET)
    assert identity.is_ours(SECRET, token)
    assert len(token) == 48
    assert not identity.is_ours(bytes(32), token), "another server's"
    for n in range(48):
        changed = "A" if token[n] != "A" else "B"
        assert not identity.is_ours(SECRET, token[:n] + changed + token[n + 1 :])
    for guess in ("", "A" * 32, "A" * 48, token[:-1], token + "A", "é" * 48, token.lower()):
        assert not identity.is_ours(SECRET, guess)


GUESSES = {
    "old": "A" * 32,
    "new": "A" * 48,
    "short": "nonsense",
    "drawn": secrets.token_urlsafe(24),
}


@pytest.mark.parametrize("guess", GUESSES.values(), ids=GUESSES)
def test_a_token_that_we_have_not_made_holds_nothing(still: House, guess: str) -> None:
    wish = {"game": NO_LUCK, "seats": [me(), OPEN]}
    headers = {"Authorization": f"Bearer {guess}"}
    answer = httpx.post(f"{still.url}/api/tables", json=wish, headers=headers)
    assert (answer.status_code, code_of(answer)) == (401, "token")
    assert "set-cookie" not in answer.headers


def test_a_cookie_that_we_have_not_made_is_replaced(still: House) -> None:
    planted = {"ludotheque": "A" * 32}
    wish = {"game": NO_LUCK, "seats": [me(), OPEN]}
    answer = httpx.post(f"{still.url}/api/tables", json=wish, cookies=planted)
    assert answer.status_code == 201
    given = answer.cookies["ludotheque"]
    assert identity.is_ours(still.hub.store.secret, given)
    mine = httpx.get(f"{still.url}/api/tables/mine", cookies={"ludotheque": given})
    assert [line["table"] for line in mine.json()] == [answer.json()["table"]]
    assert httpx.get(f"{still.url}/api/tables/mine", cookies=planted).json() == []


def test_a_token_from_before_goes_on_where_it_holds_a_seat(still: House) -> None:
    guest, old = still.guest(), secrets.token_urlsafe(24)
    laid = guest.lay(NO_LUCK, me(), OPEN)
    handed = Changes(laid["table"], freed=[0], held=[(0, identity.hash_of(old))])
    still.call(still.hub.store.commit(handed))
    still.call(forget(still, laid["table"]))
    headers = {"Authorization": f"Bearer {old}"}
    url = f"{still.url}/api/tables"
    seen = httpx.get(f"{url}/{laid['table']}", headers=headers).json()
    assert seen["mine"] == [0]
    wave: Json = {"do": "react", "seat": 0, "what": "hello"}
    done = httpx.post(f"{url}/{laid['table']}/do", json=wave, headers=headers)
    assert done.status_code == 200
    wish = {"game": NO_LUCK, "seats": [me(), bot()]}
    assert httpx.post(url, json=wish, headers=headers).status_code == 201


async def forget(still: House, table: str) -> None:
    """Let a table go, to be read again."""
    still.hub.forget(still.hub.lives[table])


# ---- codes


def invited(guest: Guest, table: str, **wish: Any) -> httpx.Response:
    """Ask for a code."""
    return guest.http.post(f"/api/tables/{table}/invite", json=wish)


def test_a_code_expires(still: House) -> None:
    host, guest, late = still.guest(), still.guest(), still.guest()
    laid = host.lay(NO_LUCK, me(), OPEN, OPEN)
    still.clock.move(7 * DAY - 1)
    assert guest.claim(laid["table"], laid["code"], "Bob").status_code == 200
    still.clock.move(2)
    assert code_of(late.claim(laid["table"], laid["code"], "Carl")) == "code"
    fresh = invited(host, laid["table"]).json()["code"]
    assert late.claim(laid["table"], fresh, "Carl").status_code == 200


def test_who_is_at_the_table_makes_a_new_link_and_the_old_one_is_void(still: House) -> None:
    host, guest, stranger = still.guest(), still.guest(), still.guest()
    laid = host.lay(NO_LUCK, me(), OPEN, OPEN)
    table, old = laid["table"], laid["code"]
    for who in (stranger, guest):
        assert code_of(invited(who, table, anew=True)) == "seat"
        assert code_of(who.http.delete(f"/api/tables/{table}/invite")) == "seat"
    device = invited(host, table, seat=0).json()["code"]
    new = invited(host, table, anew=True).json()["code"]
    assert code_of(guest.claim(table, old, "Bob")) == "code"
    assert guest.claim(table, new, "Bob").json()["seat"] == 1
    assert host.http.delete(f"/api/tables/{table}/invite").status_code == 204
    assert code_of(stranger.claim(table, new, "Carl")) == "code"
    phone = still.guest()
    assert phone.claim(table, device, "Alice").json()["seat"] == 0, "another kind of code"


def test_a_code_that_hands_a_seat_over_is_taken_back_by_whose_seat_it_is(still: House) -> None:
    host, guest, phone = still.guest(), still.guest(), still.guest()
    laid = host.lay(NO_LUCK, me(), OPEN, OPEN)
    guest.claim(laid["table"], laid["code"], "Bob")
    code, url = invited(host, laid["table"], seat=0).json()["code"], f"/api/tables/{laid['table']}"
    assert code_of(guest.http.delete(f"{url}/invite", params={"seat": 0})) == "seat"
    assert host.http.delete(f"{url}/invite", params={"seat": 0}).status_code == 204
    assert code_of(phone.claim(laid["table"], code, "Alice")) == "code"


def test_the_codes_of_a_table_that_has_ended_are_gone(still: House) -> None:
    host = still.guest()
    laid = host.lay(NO_LUCK, me(), OPEN)
    owned = identity.hash_of(laid["code"])
    assert still.call(still.hub.store.claim(owned, 0)) is not None
    host.do(laid["table"], 0, "leave")
    assert host.look(laid["table"])["status"] == "abandoned"
    assert still.call(still.hub.store.claim(owned, 0)) is None
    other = host.lay(NO_LUCK, me(), bot())
    assert host.do(other["table"], 0, "resign").status_code == 200
    assert code_of(invited(host, other["table"])) == "over"


# ---- the lobby


def open_to_all(guest: Guest) -> str:
    """Lay a table for anybody who likes."""
    return str(guest.lay(NO_LUCK, me(), OPEN, listed=True)["table"])


def test_the_lobby_forgets_a_table_whose_people_have_left(still: House) -> None:
    host, guest = still.guest(), still.guest()
    table = open_to_all(host)
    assert lobby(guest) == [table]
    still.clock.move(4 * 60)
    assert lobby(guest) == [table]
    still.clock.move(2 * 60)
    still.call(round_through(still.hub))
    assert lobby(guest) == []
    guest.look(table)
    assert code_of(guest.claim(table, None, "alice")) == "name"
    still.call(round_through(still.hub))
    assert lobby(guest) == [], "a stranger who looks is not its host"
    url = f"{host.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(url, additional_headers=host.headers) as ws:
        ws.recv()
        for _ in range(4):
            still.call(round_through(still.hub))
            assert lobby(guest) == [table]
            still.clock.move(4 * 60)
    still.clock.move(6 * 60)
    still.call(round_through(still.hub))
    assert lobby(guest) == []


def test_nobody_fills_the_lobby_alone(still: House) -> None:
    host = still.guest()
    tables = [open_to_all(host) for _ in range(8)]
    assert set(lobby(host)) == set(tables[:3])
    still.call(round_through(still.hub))
    assert set(lobby(host)) == set(tables[:3])
    host.do(tables[0], 0, "leave")
    still.call(round_through(still.hub))
    assert set(lobby(host)) == set(tables[1:4]), "the next in turn"


def test_a_table_that_nobody_comes_to_is_closed_after_some_days(still: House) -> None:
    host = still.guest()
    waiting, playing = open_to_all(host), host.lay(NO_LUCK, me(), me("Bob"))["table"]
    still.clock.move(2 * DAY)
    still.call(round_through(still.hub))
    assert host.look(waiting)["status"] == "waiting"
    still.clock.move(1 * DAY + 3600)
    still.call(round_through(still.hub))
    assert host.look(waiting)["status"] == "abandoned"
    assert host.look(playing)["status"] == "playing"
