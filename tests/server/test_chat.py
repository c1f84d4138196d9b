"""Messages between people: off unless wanted, short, in memory alone, for who sits there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from every import NO_LUCK
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.errors import Refused
from ludotheque.server import chat

from .guests import OPEN, me, receive
from .houses import House, Party, house, invite

HERE = json.dumps({"do": "here"})
SECRET = "rendez-vous sous le grand chêne"


@pytest.fixture
def still(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with house(sqlite, monkeypatch) as found:
        yield found


def seated(still: House, **wish: Any) -> Party:
    return invite(still.guest(), [still.guest()], NO_LUCK, [me(), OPEN], **wish)


def code_of(answer: Any) -> str:
    return str(answer.json()["code"])


def test_messages_are_off_unless_the_host_wants_them(still: House) -> None:
    assert code_of(seated(still).do(0, "chat", text="hello")) == "chat"


def test_nobody_writes_at_a_listed_table(still: House) -> None:
    wish = {"game": NO_LUCK, "seats": [me(), OPEN], "listed": True, "chat": True}
    answer = still.guest().http.post("/api/tables", json=wish)
    assert (answer.status_code, code_of(answer)) == (422, "chat")
    assert code_of(seated(still, listed=True).do(0, "chat", text="hello")) == "chat"


@pytest.mark.anyio
async def test_who_sits_there_reads_and_who_looks_on_does_not(still: House) -> None:
    party = seated(still, chat=True)
    onlooker = still.guest()
    async with (
        party.people[1].socket(party.table) as theirs,
        onlooker.socket(party.table) as outside,
    ):
        for ws in (theirs, outside):
            await ws.send(HERE)
            await receive(ws, "people")
        assert party.do(0, "chat", text=f"  {SECRET} ").status_code == 200
        (note,) = (await receive(theirs, "chat"))["messages"]
        assert (note["seat"], note["text"]) == (0, SECRET)
        party.do(0, "react", what="hello")
        while True:
            frame = json.loads(await outside.recv())
            assert frame["type"] != "chat"
            if frame["type"] == "news" and frame["events"][-1]["kind"] == "react":
                break
    async with party.people[1].socket(party.table) as again:
        await again.send(HERE)
        (note,) = (await receive(again, "chat"))["messages"]
        assert note["text"] == SECRET
    assert code_of(onlooker.do(party.table, 0, "chat", text="hello")) == "seat"


def test_nothing_of_it_is_kept(still: House, sqlite: str) -> None:
    party = seated(still, chat=True)
    party.do(0, "chat", text=SECRET)
    party.play_out()
    assert SECRET not in party.text()
    assert SECRET not in json.dumps(party.seen())
    file = Path(sqlite.removeprefix("sqlite:///"))
    for kept in file.parent.glob(f"{file.name}*"):
        if kept.is_file():
            assert SECRET.encode() not in kept.read_bytes()
    assert party.verified().finished


def test_only_so_many_are_remembered_and_written_at_once(still: House) -> None:
    party = seated(still, chat=True)
    answers = [party.do(0, "chat", text=f"message {n}") for n in range(chat.BURST + 1)]
    assert [answer.status_code for answer in answers[:-1]] == [200] * chat.BURST
    assert (answers[-1].status_code, code_of(answers[-1])) == (429, "often")
    kept = chat.Kept()
    kept.messages.extend({"n": n} for n in range(2 * chat.KEPT))
    assert len(kept.messages) == chat.KEPT


@pytest.mark.parametrize(
    "text",
    [
        "   ",
        "\u200b",
        "x" * 301,
        "👩‍👩‍👧‍👦" * 301,
        "e\u0301\u0301\u0301\u0301\u0301",
        "viens sur https://example.org",
        "www.example.org",
        "exemple.fr",
        "EXAMPLE.COM",
        "t.me/groupe",
        "example.party/x",
    ],
)
def test_what_cannot_be_a_message_is_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        chat.clean(text)
    assert caught.value.code == "chat"
    assert caught.value.sentence("fr") != caught.value.sentence("en")


@pytest.mark.parametrize(
    "text",
    [
        "Bien joué !",
        "ok.merci",
        "3.5 points...",
        "👩‍👩‍👧‍👦" * 100,
        "x" * 300,
        "<b>&amp;</b>",
        "à 20h.30",
    ],
)
def test_what_people_say_is_a_message(text: str) -> None:
    assert chat.clean(text) == text


@given(st.text(max_size=400))
def test_a_message_is_one_short_line_or_none(text: str) -> None:
    try:
        plain = chat.clean(text)
    except Refused:
        return
    assert plain.splitlines() == [plain]
    assert len(plain.encode()) < 7900 - 200
