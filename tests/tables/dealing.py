"""Dealing again: the same evening with other cards where somebody cannot see."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ludotheque.tables import salted
from ludotheque.tables.events import Event
from ludotheque.tables.table import Table, Told


def drawer(told: Told) -> int | None:
    """The seat that draws a card in secret, if that is what happened."""
    return told.witness if told.event.kind == "draw" else None


def shown_later(told: list[Told]) -> set[int]:
    """The numbers of the draws whose card its owner played later, openly."""
    held: dict[tuple[int, int], list[int]] = {}
    shown = set()
    for one in told:
        body, seat = one.event.body, drawer(one)
        if seat is not None:
            held.setdefault((seat, body["a"]), []).append(one.event.number)
        elif one.event.kind == "play":
            assert one.event.seat is not None
            draws = held.get((one.event.seat, body["a"]))
            if draws:
                shown.add(draws.pop(0))
    return shown


def was_turned(told: list[Told], at: int) -> bool:
    """Whether a card that was laid face down has since been turned over."""
    seat = told[at].event.seat
    later = (one.event.kind for one in told[at + 1 :] if one.event.seat == seat)
    return next((kind == "play" for kind in later if kind in ("unseal", "play")), False)


def another_draw(table: Table, event: Event, kept: list[int], whim: random.Random) -> Event:
    """Another card instead, none of those that the seat will yet have to draw."""
    odds = table.game.odds(table.s)
    assert sum(odds.values()) == event.body["n"]
    free = {card: n - kept.count(card) for card, n in odds.items() if n > kept.count(card)}
    card = whim.choices([*free], [*free.values()])[0]
    below = sum(n for other, n in odds.items() if other < card)
    body = {"a": card, "say": table.game.say(table.s, card)}
    return event._replace(body=event.body | body | {"r": below + whim.randrange(odds[card])})


def another_seal(table: Table, event: Event, whim: random.Random) -> Event:
    """Another card laid face down."""
    assert event.seat is not None
    view = table.game.facing(table.s, event.seat)
    card = whim.choice(table.game.legal_actions(view))
    aside = event.aside | {"a": card, "say": table.game.say(view, card)}
    return event._replace(body={"seal": salted.sealed(aside["salt"], card)}, aside=aside)


def dealt_again(told: list[Told], seat: int, whim: random.Random) -> Iterator[tuple[Table, Told]]:
    """The same evening with other cards where the seat cannot see: the table, event by event.

    A BadEvent if somebody could not have played so with the other cards.
    """
    table = Table(told[0].event.body["table"])
    shown = shown_later(told)
    for at, one in enumerate(told):
        event, owner = one.event, drawer(one)
        if owner not in (None, seat) and event.number not in shown:
            coming = [o for o in told[at + 1 :] if drawer(o) == owner and o.event.number in shown]
            event = another_draw(table, event, [o.event.body["a"] for o in coming], whim)
        elif event.kind == "seal" and event.seat != seat and not was_turned(told, at):
            event = another_seal(table, event, whim)
        yield table, table.take(event)
