"""How bots take their turn: what they think about, when they act, and what is then played.

Where hands are hidden, the time of an answer must not tell of what was thought.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from random import SystemRandom
from typing import NamedTuple

from ludotheque.state import Action, Base, Seat
from ludotheque.tables import commands
from ludotheque.tables.draft import Draft
from ludotheque.tables.standing import Standing

LATELY = 8  # choices that are remembered of each kind
KINDS = 100  # of choices: by game, bot and how many choose together
MOODS = 10_000  # turns whose seed is remembered
SEED = 62  # bits of one
LOT = SystemRandom()


def thinkers_of(table: Standing) -> set[str]:
    """The bots of a table that need more than luck, in a seat or to stand in."""
    opening = table.opening
    names = {opening.stand_in, opening.other_side, *(place.bot for place in table.places)}
    return names - {"", "random"}


class Task(NamedTuple):
    """What a bot thinks about."""

    view: Base
    seat: Seat
    seed: int  # of its luck, the same for all of a turn
    forced: Action | None = None  # what is then played, where the view is another's


class Choices:
    """The choices that bots had lately where hands are hidden, by what everybody can see."""

    def __init__(self) -> None:
        self.lately: dict[tuple[str, str, int], deque[Task]] = {}
        self.moods: dict[tuple[str, Seat], tuple[int, int]] = {}  # the newest last

    def task(self, table: Standing, seat: Seat) -> Task:
        """What the bot of a seat thinks about.

        Where hands are hidden and it has no choice, that is a choice which another of its kind
        had lately, which takes as long: however busy the machine is, it does not show.
        """
        own = Task(table.facing(seat), seat, self.mood(table, seat))
        if not table.game.rules.SECRETS:
            return own
        legal = table.game.legal_actions(own.view)
        lately = self.of(table.game.name, table.driver_of(seat), len(table.choosing()))
        if len(legal) == 1 and lately:
            return LOT.choice(lately)._replace(forced=legal[0])
        if len(legal) > 1:
            lately.append(own)
        return own

    def mood(self, table: Standing, seat: Seat) -> int:
        """The seed of a bot's turn, which goes on until somebody else has chosen something."""
        chooser, began = table.turn
        began = began if chooser == seat else table.ply
        known, seed = self.moods.pop((table.name, seat), (-1, 0))
        if known != began:
            seed = LOT.getrandbits(SEED)
        self.moods[table.name, seat] = began, seed
        if len(self.moods) > MOODS:
            del self.moods[next(iter(self.moods))]
        return seed

    def of(self, *kind: *tuple[str, str, int]) -> deque[Task]:
        """The choices of a kind."""
        if len(self.lately) > KINDS:
            self.lately.clear()
        return self.lately.setdefault(kind, deque(maxlen=LATELY))


def next_step(last: int, pace: int, begin: int, now: int) -> int:
    """The first of the even steps from `last` that is not over yet and leaves time to think."""
    earliest = max(now, begin + pace // 2)
    return last + pace * max(1, -((last - earliest) // pace))


def playing(seat: Seat, action: Action, ply: int, at: int | None = None) -> Callable[[Draft], None]:
    """A bot's choice, to be played if nothing has happened since and no person is back."""

    def decision(step: Draft) -> None:
        if step.table.driver_of(seat):
            step.now = step.now if at is None else step.table.time(at)
            commands.play(step, seat, action, ply)

    return decision
