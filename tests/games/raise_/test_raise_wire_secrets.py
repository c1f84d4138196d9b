"""Raise: not one byte that a seat or a spectator is sent depends on what it may not see.

The same evening is played twice.  All that is open is equal, down to the clock and the name of
the table; the hands of the others differ, and what they lay face down.  Whatever an observer
hears on a socket or over HTTP is compared to the byte.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from io import BytesIO
from itertools import chain, cycle
from operator import itemgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import httpx
import pytest
from server.guests import OPEN, Guest, Json, me
from server.houses import House, house
from websockets.sync.client import ClientConnection, connect

from ludotheque.game import Game
from ludotheque.games.raise_ import rules
from ludotheque.parts import CHANCE
from ludotheque.server import album, identity, service
from ludotheque.tables import dice, evidence, salted, views
from ludotheque.tables.standing import Standing
from ludotheque.tables.table import Table

NAME = "one-and-the-same"
OBSERVER = 0  # the others are 1 and 2
SECRET = ((0, 2, 4, 5, 6), (9, 10, 13, 14, 17))  # [evening] -> five cards of a hidden hand
COMMON = (16, 16, 16, 16, 1, 1, 3, 3, 7, 7, 8, 8)  # what the others have, and may show, in both
LAST = 2**31 - 1


def written(frame: Json) -> bytes:
    """A frame as it was sent."""
    return json.dumps(frame, separators=(",", ":")).encode()


class Deck:
    """Draws as we wish: hidden hands as the evening has them, all else the same."""

    def __init__(self, evening: int) -> None:
        self.drawn: dict[int, int] = {}
        self.piles: dict[int, Iterator[int]] = {
            seat: chain(COMMON[:1], SECRET[evening], COMMON[1:]) for seat in (1, 2)
        }

    def draw(self, table: Table, _: str, n: int, _stir: bytes) -> dice.Lot:
        """The next draw of a table."""
        i = table.draws
        r = i * 7919 % n
        if table.s is not None and table.s.player == CHANCE:
            seat = table.game.witness(table.s)
            if seat in self.piles:
                odds, wanted = table.game.odds(table.s), next(self.piles[seat])
                r = sum(ways for card, ways in odds.items() if card < wanted)
        self.drawn[i] = r
        return dice.Lot(i, n, r)

    def again(self, *facts: Any) -> int:
        """The same draw, when it is checked."""
        return self.drawn[facts[2]]


def drawing_from(deck: Deck) -> Callable[..., dice.Lot]:
    """How a table draws from a deck."""

    def draw(table: Table, purpose: str, n: int, stir: bytes) -> dice.Lot:
        return deck.draw(table, purpose, n, stir)

    return draw


class Evening:
    """One of the two evenings, and all that its observers hear."""

    def __init__(self, found: House, stack: ExitStack) -> None:
        self.house, self.stack = found, stack
        self.heard: list[tuple[str, bytes]] = []
        self.host, self.others, self.spectator = (found.guest() for _ in range(3))
        laid = self.host.lay("raise", me(), OPEN, OPEN, chat=True)
        for seat, name in ((1, "Bob"), (2, "Carl")):
            self.others.claim(NAME, laid["code"], name, seat=seat)
        self.lines = {
            "mine": self.line(self.host),
            "open": self.line(self.spectator),
            "theirs": self.line(self.others, seat=1),
        }
        for ws in self.lines.values():  # from now on each is told who is there
            ws.send(json.dumps({"do": "here"}))
        self.listen()

    def line(self, guest: Guest, **query: Any) -> ClientConnection:
        """A socket."""
        url = f"{guest.url.replace('http', 'ws', 1)}/api/tables/{NAME}/socket"
        url += "?" + "&".join(f"{name}={value}" for name, value in query.items())
        return self.stack.enter_context(connect(url, additional_headers=guest.headers))

    def listen(self) -> None:
        """Write down everything that has come over the sockets so far, each kind for itself.

        An answer may overtake news, and who is there is told when there is time for it.
        """
        for name, ws in self.lines.items():
            ws.send(json.dumps({"do": "why", "seat": 5, "action": 0, "id": LAST}))
            while f'"id":{LAST}' not in (text := str(ws.recv(timeout=20))):
                kind = json.loads(text).get("type", "news")
                self.heard.append((f"{name} {kind}", text.encode()))

    def hear_all(self) -> None:
        """Listen until everybody has heard of what happened last."""
        last = self.seen(self.host, OBSERVER)["number"]
        self.listen_until(
            lambda: all(one["number"] >= last for one in self.last_of("news", *self.lines))
        )

    def listen_until(self, is_told: Callable[[], bool]) -> None:
        """Listen until something has been told."""
        for _ in range(300):
            if is_told():
                return
            time.sleep(0.02)
            self.listen()
        raise AssertionError("something that happened is never told")

    def last_of(self, kind: str, *names: str) -> list[Json]:
        """What some, else both observers, heard last of a kind."""
        heard = dict(self.heard)  # of each name only the last is left
        return [json.loads(heard[f"{name} {kind}"]) for name in names or ("mine", "open")]

    def sees_away(self) -> set[bool]:
        """Whether the observers see that somebody looks elsewhere."""
        return {"away" in str(one["seats"]) for one in self.last_of("people")}

    def ask(self, **frame: Any) -> None:
        """The observers ask for something over their sockets."""
        for name in ("mine", "open"):
            self.lines[name].send(json.dumps({"seat": OBSERVER, **frame}))
        self.listen()

    def get(self, path: str, **query: Any) -> None:
        """The observers ask for something over HTTP."""
        for name, guest in (("mine", self.host), ("open", self.spectator)):
            self.note(f"{name} GET {path} {query}", guest.http.get(path, params=query))

    def post(self, **frame: Any) -> None:
        """The observers try something over HTTP."""
        for name, guest in (("mine", self.host), ("open", self.spectator)):
            answer = guest.http.post(f"/api/tables/{NAME}/do", json=frame)
            self.note(f"{name} POST {frame}", answer)

    def note(self, name: str, answer: httpx.Response) -> None:
        """Write down an answer, but for the date of the day."""
        headers = sorted(pair for pair in answer.headers.multi_items() if pair[0] != "date")
        self.heard.append((name, repr((answer.status_code, headers)).encode() + answer.content))

    def be_together(self) -> None:
        """The others look away and come back, write something, and wave."""
        for hidden in (True, False):
            self.lines["theirs"].send(json.dumps({"do": "here", "hidden": hidden}))
            self.listen_until(lambda: self.sees_away() == {hidden})  # noqa: B023  it is called at once
            self.heard += [("settled", written(one)) for one in self.last_of("people")]
        self.others.do(NAME, 1, "chat", text="À vous !")
        self.others.do(NAME, 2, "react", what="bravo")
        self.listen()

    def look_into_albums(self) -> None:
        """Ask for what is kept of oneself: tables, results, and all of it as a file."""
        for path in ("/api/tables/mine", "/api/me"):
            self.get(path)
        for name, guest in (("mine", self.host), ("theirs", self.others)):
            with ZipFile(BytesIO(guest.http.get("/api/me/file").content)) as archive:
                for file in archive.namelist():
                    self.heard.append((name, file.encode() + archive.read(file)))

    def seen(self, guest: Guest, seat: int) -> Json:
        """How things stand, for those who play."""
        return guest.look(NAME, seat=seat, since=LAST - 1)

    def play(self, seat: int, action: int) -> None:
        """Somebody plays."""
        guest = self.host if seat == OBSERVER else self.others
        self.house.clock.move(1)
        ply = self.seen(guest, seat)["ply"]
        answer = guest.do(NAME, seat, "play", action=action, ply=ply)
        assert answer.status_code == 200, answer.text
        if seat == OBSERVER:
            self.note("mine", answer)
        self.listen()

    def look_everywhere(self) -> None:
        """Ask for all that can be asked, allowed or not."""
        table = f"/api/tables/{NAME}"
        for path in (table, f"{table}/play", f"{table}/picture", "/api/tables", f"{table}/at/9999"):
            self.get(path)
            for seat in range(3):
                self.get(path, seat=seat)
        self.look_into_albums()
        last = int(json.loads(self.host.http.get(f"{table}/at/0").content)["last"])
        for n in (*range(0, last, 9), last):
            self.get(f"{table}/at/{n}")
        self.get(table, since=last // 2)
        ply = self.seen(self.host, OBSERVER)["ply"]
        for action in (*range(0, 32, 3), 30, 31, 99, "bell2", "nonsense"):
            self.post(do="why", seat=OBSERVER, action=action)
            self.post(do="why", seat=1, action=action)
        for frame in (
            {"do": "play", "action": 25, "ply": ply},
            {"do": "play", "action": 31, "ply": ply},
            {"do": "play", "action": 0, "ply": 0},
            {"do": "consent", "yes": True},
            {"do": "stand_in", "away": 1},
            {"do": "leave"},
            {"do": "abandon"},
            {"do": "again"},
        ):
            self.post(seat=OBSERVER, **frame)
            self.ask(**frame)
        for place in (OBSERVER, 1, 2, None):
            self.ask(do="look", seat=place)
        self.ask(do="look", seat=OBSERVER)
        self.ask(do="look", seat=None)

    def come_back(self) -> None:
        """The observers come back by another socket, and were never gone."""
        for name, guest in (("mine", self.host), ("open", self.spectator)):
            before, self.lines[name] = self.lines[name], self.line(guest, since=5)
            self.lines[name].send(json.dumps({"do": "here"}))
            self.listen()
            before.close()
        self.listen()


def on_two_evenings(
    folder: Path, patch: pytest.MonkeyPatch, story: Callable[[Evening, int], None]
) -> list[Evening]:
    """Let the same happen on two evenings on which hidden cards differ."""
    told = []
    for n in range(2):
        deck = Deck(n)
        patch.setattr(identity, "new_name", lambda: NAME)
        patch.setattr(service, "secrets", SimpleNamespace(token_bytes=bytes))
        patch.setattr(salted, "secrets", SimpleNamespace(token_hex=lambda n: "00" * n))
        # Who does not know the salt cannot tell one salted hash from another: let them be equal.
        patch.setattr(salted, "sealed", lambda salt, _: salted.hashed(salt, ""))
        patch.setattr(Standing, "draw", drawing_from(deck))
        patch.setattr(dice, "draw", deck.again)
        with (
            ExitStack() as stack,
            house(f"sqlite:///{folder}/{n}.db", patch, entropy_seconds=600) as found,
        ):
            evening = Evening(found, stack)
            evening.listen()
            story(evening, n)
            evening.hear_all()
            stack.close()
            told.append(evening)
    return told


def around(text: bytes, other: bytes) -> bytes:
    """Where two texts differ first; nothing if they do not."""
    if text == other:
        return b""
    at = next((n for n, pair in enumerate(zip(text, other, strict=False)) if len({*pair}) > 1), -1)
    return text[max(at - 100, 0) : at + 60]


def observed(evening: Evening) -> list[tuple[str, bytes]]:
    """What the observers heard, those of a kind in order; who is there, once that had settled."""
    apart = re.compile("theirs|.* people")
    heard = [(name, text) for name, text in evening.heard if not apart.match(name)]
    return sorted(heard, key=itemgetter(0))


def check(evenings: list[Evening]) -> int:
    """What observers hear is equal, what the others hear is not; how much was compared."""
    first, second = (observed(evening) for evening in evenings)
    for (name, text), other in zip(first, second, strict=True):
        assert (name, around(text, other[1])) == (other[0], around(other[1], text))
    hidden = [[text for name, text in one.heard if name == "theirs news"] for one in evenings]
    assert len(hidden[0]) == len(hidden[1])
    assert hidden[0] != hidden[1], "nothing was hidden"
    return len(first)


def test_cards_that_are_laid_tell_nothing_before_they_are_turned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def story(evening: Evening, n: int) -> None:
        evening.look_everywhere()
        evening.play(1, SECRET[n][0])
        evening.be_together()
        evening.look_everywhere()
        evening.others.do(NAME, 1, "undo")  # takes it back, and lays another
        evening.listen()
        evening.play(1, SECRET[n][3])
        evening.play(2, SECRET[n][1])
        evening.come_back()
        evening.look_everywhere()
        evening.others.do(NAME, 2, "undo")
        evening.play(OBSERVER, evening.seen(evening.host, OBSERVER)["actions"][0]["id"])
        evening.look_everywhere()
        evening.post(do="play", seat=OBSERVER, action=0, ply=0)
        evening.ask(do="undo")

    assert check(on_two_evenings(tmp_path, monkeypatch, story)) > 300


def test_hands_tell_nothing_while_rounds_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def story(evening: Evening, n: int) -> None:
        laid = {seat: iter(COMMON) for seat in (1, 2)}
        choice = cycle((0, -1, 1))
        while evening.seen(evening.host, OBSERVER)["view"]["rounds"] > 1:
            seen = evening.seen(evening.host, OBSERVER)
            seat = seen["acting"][-1]
            if seat == OBSERVER:
                actions = seen["actions"]
                evening.play(seat, actions[next(choice) % len(actions)]["id"])
            elif seen["view"]["phase"] == rules.LAYING:
                evening.play(seat, next(laid[seat]))
            else:
                evening.play(seat, rules.PASS)
        evening.be_together()
        evening.come_back()
        evening.look_everywhere()

    assert check(on_two_evenings(tmp_path, monkeypatch, story)) > 150


def test_a_table_that_was_forgotten_is_told_the_same_way_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def story(evening: Evening, n: int) -> None:
        evening.play(1, SECRET[n][0])
        for ws in evening.lines.values():
            ws.close()
        found = evening.house
        found.clock.move(3600)
        while NAME in found.hub.lives:
            found.hub.evict(60)
        guests = {"mine": evening.host, "open": evening.spectator}
        evening.lines = {name: evening.line(guest) for name, guest in guests.items()}
        evening.lines["theirs"] = evening.line(evening.others, seat=1)
        evening.listen()
        evening.look_everywhere()

    assert check(on_two_evenings(tmp_path, monkeypatch, story)) > 100


@pytest.mark.parametrize("leak", ["event", "view", "export", "album"])
def test_a_leak_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    def story(evening: Evening, n: int) -> None:
        evening.play(1, SECRET[n][0])
        if leak == "album":
            evening.look_into_albums()
        else:
            evening.get(f"/api/tables/{NAME}/play")

    tell: Any = views.event_for
    leaks: dict[str, tuple[Any, str, Callable[..., Any]]] = {
        "event": (views, "event_for", lambda *all_: tell(*all_[:2], all_[1].witness)),
        "view": (Game, "observe", lambda *all_: all_[1]),
        "export": (evidence, "seen_text", lambda *all_: evidence.as_play(all_[0]).text()),
        "album": (album, "text_of", lambda table, *_: evidence.as_play(table).text()),
    }
    monkeypatch.setattr(*leaks[leak])
    with pytest.raises(AssertionError):
        check(on_two_evenings(tmp_path, monkeypatch, story))
