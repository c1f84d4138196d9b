"""A page cannot tell a desk on its device from a server: the same requests, the same answers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from every import OURS
from server.guests import Guest
from server.houses import house as served
from websockets.sync.client import ClientConnection, connect

from ludotheque import load
from ludotheque.errors import Refused
from ludotheque.offline import house, requests
from ludotheque.offline.requests import DOING, FRAMES, LOOKING, SEAT, read_body, read_frame
from ludotheque.server import identity, service
from ludotheque.server import requests as models
from ludotheque.tables import salted

from .page import Page, me, run

NAMES = ("one-and-the-same", "another-and-same")
TABLE = f"/api/tables/{NAMES[0]}"
LAST = 2**31 - 1
BOT = {"who": "bot", "bot": "bot:3"}


class Both:
    """The same page at a server and alone."""

    def __init__(self, guest: Guest, page: Page, stack: ExitStack) -> None:
        self.guest, self.page, self.stack = guest, page, stack
        self.ws: ClientConnection | None = None

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """What both answer."""
        far = self.guest.http.request(method, path, json=body)
        near = await self.page.desk.ask(method, path, None if body is None else json.dumps(body))
        kind = far.headers.get("content-type", "text/plain").partition(";")[0]
        if far.status_code == 204:
            assert near[0] == 204
            return None
        is_json = kind == "application/json"
        assert (near[0], near[1]) == (far.status_code, kind), (path, near, far.text)
        answers = [json.loads(text) if is_json else text for text in (far.text, near[2])]
        assert answers[0] == answers[1], path
        return answers[0]

    async def open(self, seat: int) -> None:
        """Listen to both."""
        url = f"{self.guest.url.replace('http', 'ws', 1)}{TABLE}/socket?since=-1&seat={seat}"
        ws = connect(url, additional_headers=self.guest.headers)
        self.ws = self.stack.enter_context(ws)
        await self.page.open(NAMES[0], query=f"since=-1&seat={seat}")

    async def compare_news(self) -> int:
        """What both were sent of news; how much that was."""
        assert self.ws is not None
        far = []
        self.ws.send(json.dumps({"do": "why", "seat": 5, "action": 0, "id": LAST}))
        while (frame := json.loads(self.ws.recv(timeout=20))).get("id") != LAST:
            far.append(frame)
        near = self.page.heard[1]
        assert [one for one in far if one["type"] == "news"] == near
        return len(near)


@contextmanager
def both(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[Both]:
    """A server and a device with the same clock, names and dice."""
    patch.setattr(salted, "secrets", SimpleNamespace(token_hex=lambda n: "00" * n))
    far, near = iter(NAMES), iter(NAMES)
    patch.setattr(identity, "new_name", lambda: next(far))
    patch.setattr(service, "secrets", SimpleNamespace(token_bytes=bytes))
    own = SimpleNamespace(token_bytes=bytes, token_urlsafe=lambda _: next(near))
    patch.setattr(house, "secrets", own)
    patch.setattr(house, "MARK", "")
    with served(f"sqlite:///{folder}/tables.db", patch) as found, ExitStack() as stack:
        patch.setattr(house, "now_ms", lambda: found.clock.ms)
        yield Both(found.guest(), Page(), stack)


async def play_both(pair: Both, name: str, most: int) -> None:
    """Ask for all there is while a game is played to its end, and played again."""
    count, whim = max(load(name).seats[0], 2), random.Random(name)
    seats = [me(f"Gast {seat}") for seat in range(count)]
    wish = {"game": name, "seats": seats, "hints": True, "series": {"games": 3}}
    laid = await pair.ask("POST", "/api/tables", wish)
    assert laid["seats"] == [*range(count)]
    await pair.open(0)
    for n in range(most):
        news = pair.page.last()
        if news["status"] != "playing":
            break
        seat = whim.choice(news["acting"])
        news = await pair.ask("GET", f"{TABLE}?since={LAST}&seat={seat}")
        asked = {"do": "play", "seat": seat, "ply": news["ply"], "id": 7}
        await pair.ask(
            "POST", f"{TABLE}/do", asked | {"action": whim.choice(news["actions"])["id"]}
        )
        if n in (3, 17):
            await ask_around(pair, seat, asked, whim)
    if pair.page.last()["status"] == "playing":
        await pair.ask("POST", f"{TABLE}/do", {"do": "abandon", "seat": 0})
    await ask_around(pair, 0, asked, whim)
    await pair.ask("POST", f"{TABLE}/do", {"do": "again", "seat": 0})
    await pair.ask("GET", f"/api/tables/{NAMES[1]}?since=-1")
    wish = {"seat": 1, "name": "Zoé"}
    await pair.ask("POST", f"/api/tables/{NAMES[1]}/claim", wish)
    await pair.ask("POST", f"/api/tables/{NAMES[1]}/claim", {})
    await pair.ask("PUT", f"{TABLE}/away", {"away": True})
    for path in ("/api/tables/mine", "/api/tables/mine?away=true", "/api/me", "/api/tables"):
        await pair.ask("GET", path)
    assert await pair.compare_news() > 10


async def ask_around(pair: Both, seat: int, play: dict[str, Any], whim: random.Random) -> None:
    """Ask for moments, files and reasons, allowed or not."""
    here = f"seat={seat}"
    for path in ("", f"?{here}&since=3", f"/picture?{here}&lang=en", f"/play?{here}", "/play"):
        await pair.ask("GET", TABLE + path)
    for n in (0, 1, whim.randrange(40), 10**6):
        await pair.ask("GET", f"{TABLE}/at/{n}?{here}")
    for action in (0, 3, 9999, "?", ["a1"]):
        await pair.ask("POST", f"{TABLE}/do", {"do": "why", "seat": seat, "action": action})
    for asked in (
        play | {"action": 9999},
        {"do": "undo", "seat": seat},
        {"do": "consent", "seat": seat, "yes": False},
        {"do": "react", "seat": seat, "what": "hello"},
        {"do": "react", "seat": seat, "what": "nothing"},
        {"do": "chat", "seat": seat, "text": "hé"},
        {"do": "abandon", "seat": 5},
        {"do": "back", "seat": seat},
        {"do": "leave", "seat": seat},
    ):
        await pair.ask("POST", f"{TABLE}/do", asked)


@pytest.mark.parametrize("name", OURS)
def test_a_desk_and_a_server_answer_the_same_from_the_first_request_to_the_last(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, long: bool
) -> None:
    with both(tmp_path, monkeypatch) as pair:
        run(play_both(pair, name, LAST if long else 60))


def test_the_shelf_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(pair: Both) -> None:
        far = pair.guest.http.get("/api/games").json()
        near = await pair.page.get("/api/games")
        for one in far:  # a server writes what a sentence is filled in with, though it is nothing
            assert one["title"].pop("facts") == one["about"].pop("facts") == {}
        told = [{k: one[k] for k in one if k not in ("bots", "sides", "alone")} for one in far]
        assert [{k: one[k] for k in told[0]} for one in near] == told
        assert [[b["bot"] for b in one["bots"]] for one in far] == [
            [b["bot"] for b in one["bots"]] for one in near
        ]
        for name in OURS:
            await pair.ask("GET", f"/api/games/{name}/rules?lang=en")
            await pair.ask("GET", f"/api/games/{name}/words?lang=fr")
        await pair.ask("GET", "/api/games/none/rules?lang=fr")
        await pair.ask("GET", "/api/home")

    with both(tmp_path, monkeypatch) as pair:
        run(story(pair))


# ---- what may be sent


def fields_of(model: Any) -> set[str]:
    return {*model.model_fields}


def test_every_request_has_the_same_fields_as_at_a_server() -> None:
    known = {
        get_args(one.model_fields["do"].annotation)[0]: one for one in models.Requests.__args__
    }
    known |= {"look": models.Look, "here": models.Here}
    assert {*FRAMES} == {*known}
    for do, model in known.items():
        own = LOOKING.get(do) or {"seat": SEAT, **DOING.get(do, {})}
        assert {"do", "id", *own} == fields_of(model), do
        with pytest.raises(Refused, match="strange"):
            read_frame(json.dumps({"do": do, "strange": 1}))


@pytest.mark.parametrize(
    ("wish", "model"),
    [
        ({"game": "x", "seats": [{"who": "me"}]}, models.TableWish),
        ({"game": "x", "seats": [{"who": "bot", "bot": "bot:3"}], "options": {"a": 1, "b": "c"}},)
        * 1
        + (models.TableWish,),
        ({"game": "x", "seats": [{"who": "me"}], "clock": {"seconds": 60}}, models.TableWish),
        ({"game": "x", "seats": [{"who": "me"}], "series": {"games": 3}}, models.TableWish),
        ({}, models.Claim),
        ({"seat": 1, "name": "Ada", "promise": "0" * 64}, models.Claim),
        ({"away": True}, models.Shelving),
    ],
)
def test_a_wish_is_read_as_at_a_server(wish: dict[str, Any], model: Any) -> None:
    reader = {
        models.TableWish: requests.TABLE_WISH,
        models.Claim: requests.CLAIM,
        models.Shelving: requests.SHELVING,
    }[model]
    assert read_body(reader, json.dumps(wish)) == model.model_validate(wish).model_dump()
