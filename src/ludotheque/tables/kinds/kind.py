"""A kind of event: its fields, how they are stored, what it does and what is shown of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Self

from ludotheque.state import Seat
from ludotheque.tables import stored
from ludotheque.tables.checks import need, whole
from ludotheque.tables.events import Event, Json
from ludotheque.tables.standing import Standing
from ludotheque.tables.told import Telling, Told


@dataclass(frozen=True)
class Kind:
    """Something that can happen at a table; it is stored under its class's name."""

    NAME: ClassVar[str] = ""
    CHANGES_SEATS: ClassVar[bool] = False
    ON_THE_BOARD: ClassVar[bool] = False  # where a game may have secrets
    HAS_ASIDE: ClassVar[bool] = False  # whether something may lie beside it
    IS_BARE: ClassVar[bool] = False  # whether that it happened is all there is to know
    STATUS: ClassVar[str] = ""  # the table's new one

    def __init_subclass__(cls) -> None:
        cls.NAME = cls.__name__.lower()

    @property
    def doer(self) -> Seat | None:
        """The seat that does it; None: the table itself."""
        return None

    @classmethod
    def read(cls, event: Event) -> Self:
        """The event that was stored; an error if it is none."""
        need(event.seat is None)
        return stored.read(cls, event.body)

    @classmethod
    def read_first(cls, event: Event) -> Self:
        """The same in a log of the first format."""
        return cls.read(event)

    def body(self) -> Json:
        """What is stored and hashed."""
        return stored.written(self)

    def aside(self) -> Json:
        """What is stored beside it, and not hashed."""
        return {}

    def apply(self, table: Standing) -> Telling | None:
        """Let it happen at the time `table.at`; an error, and nothing has, if it could not have.

        What there is to tell of it, if it is more than that.
        """
        raise NotImplementedError

    @classmethod
    def show(cls, told: Told) -> Json:
        """What is shown of it to those who may see it: what was stored."""
        return {} if cls.IS_BARE else told.event.body | told.event.aside


@dataclass(frozen=True)
class SeatKind(Kind):
    """Something that a seat does."""

    seat: Seat

    @property
    def doer(self) -> Seat | None:
        """The seat that does it."""
        return self.seat

    @classmethod
    def read(cls, event: Event) -> Self:
        """The event that was stored; an error if it is none."""
        return stored.read(cls, event.body, whole(event.seat))
