"""Somebody who owns the server, and tells a finished game otherwise, every hash made to fit."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ludotheque.tables import dice, evidence, salted
from ludotheque.tables.events import ORIGIN, Event, link, written

Events = list[Event]
Forge = Callable[[Events, random.Random], Events]


def log_of(text: str) -> Events:
    """The events of a file."""
    lines = text.split("\n")
    end = lines.index("# seen") if "# seen" in lines else len(lines) - 1
    return evidence.read_log([*lines[:end], ""], lines.index(evidence.LOG) + 1)


def rechained(text: str, events: Events) -> str:
    """The file with other events, numbered and chained anew."""
    head = chain = ORIGIN
    out = []
    for number, one in enumerate(events):
        event = one._replace(number=number)
        head = link(head, event)
        chain = head if event.kind in ("end", "abandon") else chain
        out.append(f"# {head.hex()[:32]} {written(event)}")
    above = text.split("\n# log\n", maxsplit=1)[0].split("\n")
    above = [f"chain: {chain.hex()}" if line.startswith("chain: ") else line for line in above]
    return "\n".join([*above, evidence.LOG, *out, ""])


def changed(event: Event, aside: dict[str, Any] | None = None, /, **body: Any) -> Event:
    """An event told otherwise."""
    return event._replace(body=event.body | body, aside=event.aside | (aside or {}))


def each(events: Events, change: Callable[[Event], Event]) -> Events:
    """All events, some of them told otherwise."""
    return [change(event) for event in events]


def instead(events: Events, event: Event, other: Event) -> Events:
    """All events, one of them told otherwise."""
    return [other if one is event else one for one in events]


def of_kind(events: Events, *kinds: str) -> Events:
    """Those of a kind."""
    return [event for event in events if event.kind in kinds]


def redrawn(events: Events) -> Events:
    """All numbers drawn again, with the seed and the bytes that the log has now."""
    seed = bytes.fromhex(of_kind(events, "end", "abandon")[0].body["seed"])
    shown = {e.seat: bytes.fromhex(e.body["bytes"]) for e in of_kind(events, "entropy")}
    stir = dice.stirred({seat: found for seat, found in shown.items() if seat is not None})
    out, actions = [], 0
    for event in events:
        body = event.body
        if "r" in body:
            purpose = "first" if event.kind == "begin" else f"action {actions + 1}"
            table = str(events[0].body["table"])
            r = dice.draw(seed, table, body["i"], purpose, stir, body["n"])
            body = body | {"r": r} | ({"first": r} if event.kind == "begin" else {})
        actions += event.kind in ("play", "draw")
        actions = body["to"] if event.kind == "undo" else actions
        out.append(event._replace(body=body))
    return out


def another_commitment(events: Events, whim: random.Random) -> Events:
    seed = whim.randbytes(32)
    promised = dice.commitment(str(events[0].body["table"]), seed)
    events = [changed(events[0], commitment=promised), *events[1:]]
    return redrawn(each(events, lambda e: changed(e, seed=seed.hex()) if "seed" in e.body else e))


def other_bytes(events: Events, whim: random.Random) -> Events:
    seat, mine = of_kind(events, "entropy")[0].seat, whim.randbytes(32)

    def change(event: Event) -> Event:
        if event.seat == seat and event.kind == "sit":
            return changed(event, promise=dice.promise(mine))
        if event.seat == seat and event.kind == "entropy":
            return changed(event, bytes=mine.hex())
        return event

    return redrawn(each(events, change))


def stirring_dropped(events: Events, _: random.Random) -> Events:
    mine = of_kind(events, "entropy")[0]
    rest = [event for event in events if event is not mine]
    silent = sorted([mine.seat, *of_kind(events, "begin")[0].body["silent"]])
    return redrawn(each(rest, lambda e: changed(e, silent=silent) if e.kind == "begin" else e))


def another_number(events: Events, whim: random.Random) -> Events:
    event = whim.choice([e for e in of_kind(events, "draw") if e.body["n"] > 1])
    r = (event.body["r"] + whim.randrange(1, event.body["n"])) % event.body["n"]
    return instead(events, event, changed(event, r=r))


def another_card(events: Events, whim: random.Random) -> Events:
    event = whim.choice(of_kind(events, "draw"))
    others = [e for e in of_kind(events, "draw") if e.body["a"] != event.body["a"]]
    other = whim.choice(others).body
    return instead(events, event, changed(event, a=other["a"], say=other["say"]))


def another_sealed_card(events: Events, whim: random.Random) -> Events:
    seal = whim.choice(of_kind(events, "seal"))
    later = [e for e in of_kind(events, "play") if e.number > seal.number and e.seat == seal.seat]
    a, salt = seal.aside["a"] + whim.randrange(1, 5), seal.aside["salt"]
    other = changed(seal, {"a": a}, seal=salted.sealed(salt, a))
    events = instead(events, seal, other)
    return instead(events, later[0], changed(later[0], a=a)) if later else events


def another_move(events: Events, whim: random.Random) -> Events:
    event = whim.choice(of_kind(events, "play"))
    return instead(events, event, changed(event, a=event.body["a"] + 1))


def another_name(events: Events, whim: random.Random) -> Events:
    event = whim.choice(of_kind(events, "sit"))
    name = event.aside["name"] + "x"
    who = salted.hashed(event.aside["salt"], name)
    return instead(events, event, changed(event, {"name": name}, who=who))


def another_time(events: Events, whim: random.Random) -> Events:
    begin, more = whim.randrange(len(events) // 2), whim.randrange(1, 1000)
    return each(events, lambda e: e._replace(at=e.at + more) if e.number >= begin else e)


def another_result(events: Events, whim: random.Random) -> Events:
    end = of_kind(events, "end")[0]
    return instead(events, end, changed(end, scores=[n + 1 for n in end.body["scores"]]))


FORGERIES: dict[str, Forge] = {
    "another commitment": another_commitment,
    "other bytes": other_bytes,
    "stirring dropped": stirring_dropped,
    "another number": another_number,
    "another card drawn": another_card,
    "another sealed card": another_sealed_card,
    "another move": another_move,
    "another name": another_name,
    "another time": another_time,
    "another result": another_result,
}
