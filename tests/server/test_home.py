"""The door to the house's network: only for whoever sits at the machine, where it is theirs."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from socket import socket

import httpx
import pytest
import uvicorn

from ludotheque.errors import Refused
from ludotheque.server import home
from ludotheque.server.app import create
from ludotheque.server.home import Door, has_door
from ludotheque.server.settings import Settings

from .houses import Hand, House, until

OTHER = "127.0.0.2"  # an address of this machine that stands for the one in the network


@pytest.fixture
def own(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house with a door, whose network is another address of this machine."""
    monkeypatch.setattr(home, "host_nearby", lambda: OTHER)
    found = House(Hand(), database=sqlite)
    door = Door(found.server, Settings(port=found.port))
    monkeypatch.setattr(home.House, "door", door)
    with found:
        yield found


def set_door(house: House, is_open: bool, keep: bool = False) -> httpx.Response:
    return httpx.post(f"{house.url}/api/home", json={"open": is_open, "keep": keep})


def answers(house: House) -> bool:
    """Whether somebody in the network finds the tables."""
    try:
        return httpx.get(f"http://{OTHER}:{house.port}/healthz").status_code == 200
    except httpx.TransportError:
        return False


def test_the_door_is_opened_and_closed_without_a_restart(own: House) -> None:
    assert httpx.get(f"{own.url}/api/home").json() == {
        "switch": True,
        "open": False,
        "kept": False,
        "url": None,
    }
    assert not answers(own)
    told = set_door(own, True).json()
    assert told["url"] == f"http://{OTHER}:{own.port}"
    assert answers(own)
    assert set_door(own, True).json() == told, "once is enough"
    assert not set_door(own, False).json()["open"]
    assert not answers(own)
    assert set_door(own, True).json() == told, "and again"


def test_who_came_through_the_door_leaves_when_it_is_closed(own: House) -> None:
    set_door(own, True)
    with httpx.Client(base_url=f"http://{OTHER}:{own.port}") as guest:
        assert guest.get("/healthz").status_code == 200
        set_door(own, False)
        with pytest.raises(httpx.TransportError):
            guest.get("/healthz")
    assert httpx.get(f"{own.url}/healthz").status_code == 200, "nobody here notices"


@pytest.mark.parametrize(
    "headers",
    [{"x-forwarded-for": "192.0.2.7"}, {"forwarded": "for=192.0.2.7"}, {"host": "example.org"}],
)
def test_nobody_else_may_touch_the_switch(own: House, headers: dict[str, str]) -> None:
    asked = httpx.get(f"{own.url}/api/home", headers=headers)
    assert asked.json() == {"switch": False, "open": False, "kept": False, "url": None}
    wish = {"open": True}
    assert httpx.post(f"{own.url}/api/home", json=wish, headers=headers).status_code == 404
    assert not answers(own)


def test_a_page_of_another_site_may_not_either(own: House) -> None:
    headers = {"origin": "https://elsewhere.example"}
    answer = httpx.post(f"{own.url}/api/home", json={"open": True}, headers=headers)
    assert answer.status_code == 403


def test_it_is_remembered_only_if_somebody_asks_for_it(own: House, sqlite: str) -> None:
    note = Path(f"{sqlite.removeprefix('sqlite:///')}.house")
    set_door(own, True)
    assert not note.exists()
    assert set_door(own, True, keep=True).json()["kept"]
    assert note.exists()
    set_door(own, False, keep=True)
    assert not note.exists()


def test_without_a_network_it_says_so(own: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "host_nearby", lambda: None)
    answer = set_door(own, True)
    assert (answer.status_code, answer.json()["code"]) == (409, "house")


def test_a_server_for_others_has_no_door(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDOTHEQUE_HOST", raising=False)
    assert has_door(Settings(), 1, browser=True)
    assert not has_door(Settings(), 1, browser=False)
    assert not has_door(Settings(), 2, browser=True)
    assert not has_door(Settings(public_url="https://example.org"), 1, browser=True)
    assert not has_door(Settings(forwarded_allow_ips=("127.0.0.1",)), 1, browser=True)
    monkeypatch.setenv("LUDOTHEQUE_HOST", "127.0.0.1")
    assert not has_door(Settings(), 1, browser=True), "somebody has chosen where it listens"


def test_a_server_without_a_door_says_so(sqlite: str) -> None:
    with House(Hand(), database=sqlite) as found:
        assert not httpx.get(f"{found.url}/api/home").json()["switch"]
        assert set_door(found, True).status_code == 404


def test_what_was_remembered_is_opened_at_the_next_start(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "host_nearby", lambda: OTHER)
    note = Path(f"{sqlite.removeprefix('sqlite:///')}.house")
    note.parent.mkdir(parents=True)
    note.touch()
    found = House(Hand(), database=sqlite)
    monkeypatch.setattr(home.House, "door", Door(found.server, Settings(port=found.port)))
    with found:
        until(lambda: answers(found))


def test_a_port_that_is_taken_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "host_nearby", lambda: OTHER)
    with socket() as other:
        other.bind((OTHER, 0))
        other.listen()
        server = uvicorn.Server(
            uvicorn.Config(create(Settings(database="sqlite:////nowhere")), log_config=None)
        )
        door = Door(server, Settings(port=other.getsockname()[1]))
        with pytest.raises(Refused) as caught:
            asyncio.run(door.open())
    assert caught.value.code == "house"
    assert str(other) not in caught.value.sentence("fr")
