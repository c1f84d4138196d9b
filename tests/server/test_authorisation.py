"""Every address and every request, without a token and with everybody else's.

Whatever is asked for that is not one's own is refused, the table stays as it was, and every
answer, errors included, carries the headers that protect it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest
import websockets
from every import NO_LUCK, WITH_SECRETS
from websockets.sync.client import connect

from ludotheque.server.app import create
from ludotheque.server.guard import POLICIES
from ludotheque.server.settings import Settings

from .frames import KINDS
from .guests import OPEN, Guest, Json, me
from .houses import Party, invite
from .running import Server

NOBODY, OTHER_SEAT, OTHER_TABLE, WRONG = (
    "no token",
    "another seat",
    "another table",
    "a wrong token",
)
WHO = (NOBODY, OTHER_SEAT, OTHER_TABLE, WRONG)
ELSEWHERE = "https://elsewhere.example"

FACTS: dict[str, Json] = {  # what a request needs besides its seat
    "play": {"action": 0, "ply": 1},
    "why": {"action": 0},
    "react": {"what": "hello"},
    "consent": {"yes": True},
    "stir": {"bytes": "0" * 64},
    "fill": {"free": 1, "bot": "random"},
    "stand_in": {"away": 1},
    "chat": {"text": "hello"},
}
REQUESTS = [kind for kind in KINDS if kind not in ("look", "here")]


class Scene(NamedTuple):
    """A table where seat 0 is the host's, and everybody who would like to be the host."""

    party: Party
    headers: dict[str, dict[str, str]]

    @property
    def path(self) -> str:
        return f"/api/tables/{self.party.table}"


@pytest.fixture(scope="module")
def scene(one_server: Server) -> Iterator[Scene]:
    host, guest, stranger = (Guest(one_server.url) for _ in range(3))
    party = invite(host, [guest], WITH_SECRETS, [me(), OPEN])
    party.play(0)
    stranger.lay(WITH_SECRETS, me("Zoe"), me("Yan"))
    headers = {
        NOBODY: {},
        OTHER_SEAT: guest.headers,
        OTHER_TABLE: stranger.headers,
        WRONG: {"Authorization": "Bearer secret"},
    }
    yield Scene(party, headers)
    for one in (host, guest, stranger):
        one.close()


@pytest.fixture(autouse=True)
def _unchanged(scene: Scene) -> Iterator[None]:
    """Whatever is tried, the table is as it was."""
    before = scene.party.seen(0), scene.party.seen(1), scene.party.text(0)
    yield
    assert (scene.party.seen(0), scene.party.seen(1), scene.party.text(0)) == before


def expected(who: str) -> tuple[int, str]:
    """The status and the code for somebody."""
    return (401, "token") if who in (NOBODY, WRONG) else (403, "seat")


def check(answer: httpx.Response, status: int, code: str) -> None:
    """Whether an answer refuses, protected by all its headers."""
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    for name, value in POLICIES.items():
        assert answer.headers[name] == value
    assert answer.headers["cache-control"] == "no-store"
    if status == 401:
        assert answer.headers["www-authenticate"] == "Bearer"


# ---- requests


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("kind", REQUESTS)
def test_nobody_does_anything_from_a_seat_that_is_not_theirs(
    one_server: Server, scene: Scene, who: str, kind: str
) -> None:
    asked = {"do": kind, "seat": 0, **FACTS.get(kind, {})}
    answer = httpx.post(f"{one_server.url}{scene.path}/do", json=asked, headers=scene.headers[who])
    check(answer, *expected(who))


@pytest.mark.parametrize("who", WHO)
def test_nor_on_a_socket(one_server: Server, scene: Scene, who: str) -> None:
    url = f"{one_server.ws}{scene.path}/socket"
    with connect(url, additional_headers=scene.headers[who]) as ws:
        first = json.loads(ws.recv(timeout=20))
        assert first["seat"] == (1 if who == OTHER_SEAT else None)
        for kind in (*REQUESTS, "look"):
            ws.send(json.dumps({"do": kind, "seat": 0, "id": 3, **FACTS.get(kind, {})}))
            told = json.loads(ws.recv(timeout=20))
            assert (told["type"], told["id"], told["code"]) == ("error", 3, expected(who)[1])


@pytest.mark.parametrize("who", WHO)
def test_nor_through_the_socket_of_another_table(
    one_server: Server, scene: Scene, who: str
) -> None:
    """The table is that of the address; a request cannot name another."""
    url = f"{one_server.ws}{scene.path}/socket"
    with connect(url, additional_headers=scene.headers[who]) as ws:
        ws.recv(timeout=20)
        ws.send(json.dumps({"do": "resign", "seat": 0, "table": scene.party.table}))
        assert json.loads(ws.recv(timeout=20))["code"] == "invalid"


# ---- addresses

READING = ("", "/at/0", "/picture", "/play")


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("path", READING)
def test_nobody_looks_from_a_seat_that_is_not_theirs(
    one_server: Server, scene: Scene, who: str, path: str
) -> None:
    url = f"{one_server.url}{scene.path}{path}"
    check(httpx.get(url, params={"seat": 0}, headers=scene.headers[who]), *expected(who))


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("path", READING)
def test_without_a_seat_everybody_sees_what_is_theirs_to_see(
    one_server: Server, scene: Scene, who: str, path: str
) -> None:
    url = f"{one_server.url}{scene.path}{path}"
    answer = httpx.get(url, headers=scene.headers[who])
    assert answer.status_code == 200
    hand = scene.party.seen(0)["view"]["hand"][0]
    assert json.dumps(hand, separators=(",", ":")) not in answer.text
    laid = scene.party.seen(0)["laid"]
    assert f'"laid":{laid}' not in answer.text


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("seat", [None, 0])
def test_nobody_invites_to_a_table_that_is_not_theirs(
    one_server: Server, scene: Scene, who: str, seat: int | None
) -> None:
    url = f"{one_server.url}{scene.path}/invite"
    answer = httpx.post(url, json={"seat": seat}, headers=scene.headers[who])
    if who == OTHER_SEAT and seat is None:
        assert answer.status_code == 201
    else:
        check(answer, *expected(who))


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("code", [None, "x" * 32])
def test_nobody_takes_a_seat_without_its_code(
    one_server: Server, scene: Scene, who: str, code: str | None
) -> None:
    url = f"{one_server.url}{scene.path}/claim"
    wish = {"name": "Eve", "seat": 0, "code": code}
    refusal = (401, "token") if who == "a wrong token" else (403, "code")
    check(httpx.post(url, json=wish, headers=scene.headers[who]), *refusal)


@pytest.mark.parametrize("who", WHO)
def test_nobody_finds_a_table_that_is_not_theirs_among_their_own(
    one_server: Server, scene: Scene, who: str
) -> None:
    mine = httpx.get(f"{one_server.url}/api/tables/mine", headers=scene.headers[who]).json()
    assert (scene.party.table in {one["table"] for one in mine}) == (who == OTHER_SEAT)
    assert all(one["seats"] == [1] for one in mine if one["table"] == scene.party.table)


@pytest.mark.parametrize("who", [NOBODY, OTHER_TABLE, WRONG])
def test_nobody_puts_a_table_away_that_is_not_theirs(
    one_server: Server, scene: Scene, who: str
) -> None:
    url = f"{one_server.url}{scene.path}/away"
    check(httpx.put(url, json={"away": True}, headers=scene.headers[who]), *expected(who))


@pytest.mark.parametrize("who", [NOBODY, WRONG])
@pytest.mark.parametrize(("method", "path"), [("GET", "/api/me/file"), ("DELETE", "/api/me")])
def test_nobody_takes_along_or_forgets_what_is_not_theirs(
    one_server: Server, scene: Scene, who: str, method: str, path: str
) -> None:
    answer = httpx.request(method, f"{one_server.url}{path}", headers=scene.headers[who])
    check(answer, 401, "token")


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", None),
        ("GET", "/at/0", None),
        ("GET", "/picture", None),
        ("GET", "/play", None),
        ("POST", "/claim", {"name": "Eve"}),
        ("POST", "/invite", {}),
        ("PUT", "/away", {"away": True}),
        ("POST", "/do", {"do": "resign", "seat": 0}),
    ],
)
def test_a_table_that_is_not_there_is_unknown_to_all(
    one_server: Server, scene: Scene, who: str, method: str, path: str, body: Json | None
) -> None:
    url = f"{one_server.url}/api/tables/{'x' * 16}{path}"
    answer = httpx.request(method, url, json=body, headers=scene.headers[who])
    check(answer, 404, "unknown")


def test_no_address_is_forgotten_here() -> None:
    """What the API has, these tests have."""
    paths = create(Settings(database="sqlite:////nowhere")).openapi()["paths"]
    tables = {path.removeprefix("/api/tables/{name}") for path in paths if "{name}" in path}
    tried = {"", "/at/{actions}", "/picture", "/play", "/claim", "/invite", "/do", "/away"}
    rest = {"/api/games", "/api/token", "/api/tables", "/api/home"}  # the last: test_home.py
    rest |= {"/api/games/{name}/rules", "/api/games/{name}/words", "/api/me", "/api/me/file"}
    assert {path for path in tables if not path.startswith("/api")} == tried
    assert {path for path in paths if not path.startswith("/api/tables/{name}")} == {
        *rest,
        "/api/tables/mine",
    }


# ---- other sites


@pytest.mark.parametrize("headers", [{"Origin": ELSEWHERE}, {"Sec-Fetch-Site": "cross-site"}])
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/token", None),
        ("/api/tables", {"game": NO_LUCK, "seats": [me(), OPEN]}),
        ("{table}/claim", {"name": "Eve"}),
        ("{table}/invite", {}),
        ("{table}/do", {"do": "resign", "seat": 0}),
    ],
)
def test_a_page_of_another_site_does_nothing_with_my_token(
    one_server: Server, scene: Scene, headers: dict[str, str], path: str, body: Any
) -> None:
    url = one_server.url + path.format(table=scene.path)
    mine = {**scene.party.people[0].headers, **headers}
    check(httpx.post(url, json=body, headers=mine), 403, "origin")


@pytest.mark.parametrize("origin", [ELSEWHERE, "null", "http://127.0.0.1:1", ""])
def test_a_page_of_another_site_opens_no_socket(
    one_server: Server, scene: Scene, origin: str
) -> None:
    headers = {**scene.party.people[0].headers, "Origin": origin}
    with (
        pytest.raises(websockets.InvalidStatus) as refused,
        connect(f"{one_server.ws}{scene.path}/socket", additional_headers=headers),
    ):
        pass
    answer = refused.value.response
    assert answer.status_code == 403
    assert json.loads(answer.body)["code"] == "origin"
    for name, value in POLICIES.items():
        assert answer.headers[name] == value


def test_our_own_page_opens_a_socket_and_does_things(one_server: Server, scene: Scene) -> None:
    headers = {**scene.party.people[0].headers, "Origin": one_server.url}
    with connect(f"{one_server.ws}{scene.path}/socket", additional_headers=headers) as ws:
        assert json.loads(ws.recv(timeout=20))["seat"] == 0
    asked = {"do": "why", "seat": 0, "action": 0}
    answer = httpx.post(f"{one_server.url}{scene.path}/do", json=asked, headers=headers)
    assert answer.status_code == 200


# ---- every answer is protected


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/healthz"),
        ("GET", "/readyz"),
        ("GET", "/metrics"),
        ("GET", "/openapi.json"),
        ("GET", "/api/games"),
        ("GET", f"/api/games/{NO_LUCK}/rules"),
        ("GET", "/api/games/chess/rules"),
        ("GET", "/api/tables"),
        ("GET", "/api/tables/mine"),
        ("GET", "/api/tables/short"),
        ("GET", "/nowhere"),
        ("GET", "/%00"),
        ("GET", "/t/anything"),
        ("GET", "/assets/..%2f..%2fpyproject.toml"),
        ("HEAD", "/"),
        ("OPTIONS", "/api/tables"),
        ("DELETE", "/api/tables"),
        ("PATCH", "/api/token"),
        ("POST", "/api/token"),
        ("POST", "/api/tables"),
        ("TRACE", "/"),
    ],
)
def test_every_answer_carries_its_policies(one_server: Server, method: str, path: str) -> None:
    answer = httpx.request(method, one_server.url + path)
    assert answer.status_code < 500
    for name, value in POLICIES.items():
        assert answer.headers[name] == value
    if path.startswith("/api/"):
        kept = "no-cache" if "etag" in answer.headers else "no-store"
        assert answer.headers["cache-control"] == kept
        assert ("etag" in answer.headers) == (path in ("/api/games", f"/api/games/{NO_LUCK}/rules"))
    assert "access-control-allow-origin" not in answer.headers
    assert "server" not in answer.headers
