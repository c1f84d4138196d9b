"""What a table is laid with: game, options, seats, clock and series."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.series import Series
from ludotheque.state import Action, Seat
from ludotheque.tables.checks import hexadecimal, need

FORMAT = 2  # of the logs written now; those of the first have names and choices in their bodies
LONG = 10**9  # more than any clock or score


@dataclass(frozen=True)
class Clock:
    """The time that each seat has to think."""

    seconds: float  # for the game
    add: float  # for each action

    def __post_init__(self) -> None:
        need(0 <= self.seconds < LONG and 0 <= self.add < LONG)


@dataclass(frozen=True)
class SeriesFacts:
    """A series as it stands before a game, person by person."""

    games: int
    keep_colours: bool
    first: int  # the person who begins the first game
    scores: tuple[tuple[int, ...], ...]  # [game][person] -> points
    won: tuple[tuple[int, ...], ...]  # [game] -> the people who won it

    @classmethod
    def of(cls, series: Series) -> SeriesFacts:
        """The facts of a series."""
        scores, won = map(tuple, series.scores), map(tuple, series.won)
        return cls(series.games, series.keep_colours, series.first, tuple(scores), tuple(won))

    def need(self, players: int) -> None:
        """All must be about so many people."""
        people = range(players)
        need(self.games > 0 and self.first in people and len(self.won) == len(self.scores))
        need(all(len(row) == players for row in self.scores))
        need(all(abs(score) < LONG for row in self.scores for score in row))
        need(all(person in people for won in self.won for person in won))

    def series(self, players: int) -> Series:
        """The series itself, to be written on."""
        found = Series(players, self.games, self.keep_colours, self.first)
        found.scores, found.won = [*map(list, self.scores)], [*map(list, self.won)]
        return found


@dataclass(frozen=True)
class Before:
    """Where a log ended before it was chained anew."""

    number: int
    chain: str

    def __post_init__(self) -> None:
        need(self.number >= 0 and hexadecimal(self.chain) != "")


@dataclass(frozen=True)
class Opening:
    """All that a table is laid with."""

    table: str
    game: str
    rules: int  # their version
    data: str  # the fingerprint of the equipment
    players: int
    options: dict[str, object]
    seats: tuple[str, ...]  # a bot's name, or empty for a person
    listed: bool
    patience: int  # seconds after which a bot may stand in for a person
    stand_in: str  # which bot does, and plays on for who gives up
    clock: Clock | None
    series: SeriesFacts | None
    first: Seat | None  # who begins, where a series says so
    commitment: str  # of the dice
    format: int = 1  # of the log
    before: Before | None = None
    kept: tuple[str, ...] | None = None  # who sat in these seats in the game before
    hints: bool | None = None  # whether people may ask for hints; None: nobody was asked yet
    chat: bool = False  # whether people may write to one another
    other_side: str = ""  # the bot that plays the other side of a game alone; empty: the person
    brought: tuple[Action, ...] = ()  # what was played elsewhere, by dice that nobody knows here

    def __post_init__(self) -> None:
        need(len(self.seats) == self.players and 1 <= self.format <= FORMAT)
        need(self.rules >= 0 and self.patience >= 0)
        need(self.first is None or self.first in range(self.players))
        need(not self.brought or self.first is not None)
        if self.series is not None:
            self.series.need(self.players)


UNOPENED = Opening("", "", 0, "", 0, {}, (), False, 0, "", None, None, None, "")
