"""Where the board is held for a moment: before a throw, and after what everybody should see.

The view of a pause is what the effects that a seat is told make of the view that it had: nothing
of a hidden hand is in it that they do not tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ludotheque.effects import Effect, seat_of
from ludotheque.game import Game
from ludotheque.parts import NOBODY
from ludotheque.state import Base, Seat, clone
from ludotheque.tables.standing import Standing as Table
from ludotheque.tables.told import Told


class Pause(NamedTuple):
    """A moment between two effects."""

    number: int  # of the event
    effects: int  # of it that have happened, as they are sent
    view: Base
    throw: Seat = NOBODY  # who is about to throw


def pauses_in(table: Table, told: Iterable[Told], seat: Seat) -> Iterator[Pause]:
    """The pauses in what has just happened, in order, as a seat sees them.

    Nobody waits for the throws of bots; dice that are thrown together are thrown once.
    """
    thrower = NOBODY  # of the die that has just fallen
    for one in told:
        last, thrower = thrower, NOBODY
        if one.before is None:
            continue
        number, view = one.event.number, table.game.observe(one.before, seat)
        is_hidden = one.witness not in (None, seat) and not table.is_over
        effects = one.seen if is_hidden else one.effects
        thrower = thrower_of(effects)
        if thrower not in (NOBODY, last) and not table.places[thrower].driver:
            yield Pause(number, 0, view, thrower)
        for done, then in held(table.game, view, effects):
            yield Pause(number, done, then)


def thrower_of(effects: Iterable[Effect]) -> Seat:
    """The seat that throws, if that is what happened."""
    for effect in effects:
        seat = seat_of(effect)
        if effect.is_thrown and isinstance(seat, int):
            return seat
    return NOBODY


def held(game: Game, view: Base, effects: Iterable[Effect]) -> Iterator[tuple[int, Base]]:
    """The views at which the board is held, each with how many effects led there."""
    part, done = game.part("effects"), 0
    view = clone(view)
    for effect in effects:
        part.carry_out(view, effect)
        done += effect.is_sent
        if effect.is_held:
            yield done, clone(view)
