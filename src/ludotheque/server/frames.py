"""News as they are sent to all who look at a table: what several see is written only once.

Each frame says what `views.frame` says, field by field.

In the literature: fan-out with shared serialisation.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic_core import to_json

from ludotheque.parts import SPECTATOR
from ludotheque.state import Seat
from ludotheque.tables import views
from ludotheque.tables.table import Table, Told


def written(frame: object) -> str:
    """Anything as it is sent."""
    return to_json(frame).decode()


class Drawn:
    """What each seat was shown of a position with secrets, kept while it stands.

    While several choose at the same time, the board stays as it is and everybody is told of
    everybody's choice.
    """

    def __init__(self) -> None:
        self.s: Any = None
        self.texts: dict[tuple[str, Seat], str] = {}

    def of(self, s: Any) -> dict[tuple[str, Seat], str]:
        """What is known of a position."""
        if self.s is not s:
            self.s, self.texts = s, {}
        return self.texts


def texts(
    table: Table, told: Iterable[Told], seats: Iterable[Seat], now: int, drawn: Drawn
) -> dict[Seat, str]:
    """What is sent to each of some seats: what has happened, and how things stand now."""
    told = list(told)
    common = views.standing(table, now) | {"type": "news"}
    if views.change_seats(told):
        common["seats"] = views.seats_of(table)
    head = written(common)[:-1]
    events = Events(table, told)
    if not views.is_shown(table):
        return {seat: f"{head},{events.seen_by(seat)}}}" for seat in seats}
    acting = table.acting()
    if table.game.rules.SECRETS:
        known = drawn.of(table.s)
        return {
            seat: f"{head},{events.seen_by(seat)},{board(table, seat, known)}"
            f"{pauses(table, told, seat)},{own(table, seat, acting, known)}}}"
            for seat in seats
        }
    shared = board(table, SPECTATOR, {}) + pauses(table, told, SPECTATOR)
    return {
        seat: f"{head},{events.seen_by(seat)},{shared},{own(table, seat, acting, {})}}}"
        for seat in seats
    }


class Events:
    """What has happened, written once for all who may see no more of it than a spectator."""

    def __init__(self, table: Table, told: list[Told]) -> None:
        self.table, self.told = table, told
        self.witnesses = {one.witness for one in told}
        self.common = self.text(SPECTATOR)

    def text(self, seat: Seat) -> str:
        """As a seat sees it."""
        told = (views.event_for(self.table, one, seat, is_news=True) for one in self.told)
        return written([*told])

    def seen_by(self, seat: Seat) -> str:
        """The part of a frame that says for whom it is, and what has happened."""
        events = self.text(seat) if seat in self.witnesses else self.common
        return f'"seat":{"null" if seat == SPECTATOR else seat},"events":{events}'


def board(table: Table, seat: Seat, known: dict[tuple[str, Seat], str]) -> str:
    """The part of a frame that shows the board."""
    found = known.get(("board", seat))
    if found is None:
        found = known["board", seat] = written(views.board_for(table, seat))[1:-1]
    return found


def pauses(table: Table, told: list[Told], seat: Seat) -> str:
    """The part of a frame that says where the board is held, if it is."""
    found = views.pauses_for(table, told, seat)
    return f',"pauses":{written(found)}' if found else ""


def own(table: Table, seat: Seat, acting: list[Seat], known: dict[tuple[str, Seat], str]) -> str:
    """The part of a frame that concerns one seat alone: what it may do, what it has laid."""
    laid = f',"laid":{table.sealed[seat]}' if seat in table.sealed else ""
    if seat not in acting or table.driver_of(seat):
        return f'"actions":[]{laid}'
    found = known.get(("actions", seat))
    if found is None:
        found = known["actions", seat] = written(views.actions_for(table, seat))
    return f'"actions":{found}{laid}'
