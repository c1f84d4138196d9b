"""What people do beside the board: wave, ask for a hint, give up, go away and come back."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.tables.checks import need
from ludotheque.tables.kinds.kind import SeatKind
from ludotheque.tables.standing import PLAYING, Standing, once_more

REACTIONS = ("hello", "bravo", "thanks", "oops", "luck", "hurry", "again", "bye")


@dataclass(frozen=True)
class Hand(SeatKind):
    """A person goes on with the seat from another device."""

    IS_BARE = True

    def apply(self, table: Standing) -> None:
        seat = self.seat
        need(table.places[seat].is_person)
        table.handed = once_more(table.handed, seat)


@dataclass(frozen=True)
class React(SeatKind):
    """A seat waves."""

    what: str

    def apply(self, table: Standing) -> None:
        need(self.what in REACTIONS and table.places[self.seat].is_person)
        table.waved += 1


@dataclass(frozen=True)
class Advice(SeatKind):
    """A person asks for a hint where others play against them."""

    IS_BARE = True

    def apply(self, table: Standing) -> None:
        seat = self.seat
        need(table.status == PLAYING and seat in table.people() and table.may_advise())
        table.advised = table.advised | {seat: table.ply}


@dataclass(frozen=True)
class Resign(SeatKind):
    """A person gives up; among more than two a bot plays on in the seat."""

    CHANGES_SEATS = True

    bot: str

    def apply(self, table: Standing) -> None:
        seat = self.seat
        need(table.status == PLAYING and seat in table.people())
        need(self.bot == table.opening.stand_in)
        table.places[seat] = table.places[seat]._replace(resigned=True, stand_in=self.bot)
        if table.asked is not None and table.asked[0] == seat:
            table.forget_asking()


@dataclass(frozen=True)
class Away(SeatKind):
    """A bot plays for a person who is away."""

    CHANGES_SEATS = True

    bot: str
    late: bool = False  # because their time is up

    def apply(self, table: Standing) -> None:
        seat = self.seat
        need(table.status == PLAYING and seat in table.people())
        need(table.places[seat].stand_in == "" and self.bot == table.opening.stand_in)
        table.places[seat] = table.places[seat]._replace(stand_in=self.bot, late=self.late)


@dataclass(frozen=True)
class Back(SeatKind):
    """The person is back."""

    CHANGES_SEATS = True
    IS_BARE = True

    def apply(self, table: Standing) -> None:
        seat = self.seat
        place = table.places[seat]
        need(table.status == PLAYING and place.stand_in != "")
        need(not place.resigned and not place.late)
        table.places[seat] = place._replace(stand_in="")
        table.returned = table.at
