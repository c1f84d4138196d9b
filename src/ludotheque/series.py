"""Several games in a row, with a score sheet: most games won, then most points, then shared.

People are numbered from 0 and keep their number; their seats change from game to game.  A game
whose sheet speaks of a series says in its rulings which of the marked lines carry them out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ludotheque.errors import BadPlay
from ludotheque.game import Game
from ludotheque.parts import has
from ludotheque.state import Base, Seat

__all__ = ["Series"]


@dataclass
class Series:
    """A series and what has been written down of it."""

    players: int
    games: int = 1  # series.won
    keep_colours: bool = False  # series.colours
    first: int = 0  # the person who begins the first game
    scores: list[list[int]] = field(default_factory=list)  # [game][person] -> points
    won: list[list[int]] = field(default_factory=list)  # [game] -> the people who won it

    def seat_of(self, person: int) -> Seat:
        """Where a person sits in the game about to be played: the colours go round clockwise."""
        turn = 0 if self.keep_colours else len(self.scores)  # series.colours
        return (person - turn) % self.players  # series.colours

    def person_at(self, seat: Seat) -> int:
        """Who sits in a seat in the game about to be played."""
        return next(p for p in range(self.players) if self.seat_of(p) == seat)

    def first_seat(self) -> Seat:
        """The seat that begins: the next person clockwise each time."""
        return self.seat_of((self.first + len(self.scores)) % self.players)  # series.begun

    def write_down(self, game: Game, s: Base) -> None:
        """Add a finished game to the sheet."""
        seats = range(self.players)
        self.add([game.score(s, i) for i in seats], [i for i in seats if has(s.winners, i)])

    def add(self, scores: list[int], winners: list[Seat]) -> None:
        """Add a game to the sheet, from the points and the winners seat by seat."""
        seats = [self.seat_of(person) for person in range(self.players)]
        self.scores.append([scores[seat] for seat in seats])  # series.won
        won = [person for person, seat in enumerate(seats) if seat in winners]
        self.won.append(won)  # series.tied

    def over(self) -> bool:
        """Whether all games have been played."""
        return len(self.scores) >= self.games  # series.won

    def wins(self) -> list[int]:
        """Games won, by person; a drawn game counts for each who shared it."""
        return [sum(person in won for won in self.won) for person in range(self.players)]

    def totals(self) -> list[int]:
        """Points over all games, by person."""
        return [sum(scores[person] for scores in self.scores) for person in range(self.players)]

    def winners(self) -> list[int]:
        """Who leads: most games won, then most points, then shared."""
        standing = list(zip(self.wins(), self.totals(), strict=True))  # series.won
        return [person for person in range(self.players) if standing[person] == max(standing)]

    # ---- in the header of a .play file

    def header(self) -> dict[str, str]:
        """The series as lines of a log's header, with every game written down so far."""
        keep = "yes" if self.keep_colours else "no"
        facts = {"series": f"{self.games} games, keep_colours {keep}, first {self.first + 1}"}
        for i, (scores, won) in enumerate(zip(self.scores, self.won, strict=True), start=1):
            people = " ".join(str(person + 1) for person in won)
            facts[f"series game {i}"] = f"{' '.join(map(str, scores))}, won by {people}"
        return facts


SERIES = re.compile(r"(\d{1,2}) games, keep_colours (yes|no), first (\d)")
GAME = re.compile(r"(-?\d{1,15}(?: -?\d{1,15})*), won by (\d(?: \d)*)")


def read_header(players: int, header: Mapping[str, str]) -> Series | None:
    """The series that a log belongs to, if any."""
    if "series" not in header:
        return None
    found = SERIES.fullmatch(header["series"])
    if found is None or not 1 <= int(found[3]) <= players:
        raise BadPlay("error.series.header", text=header["series"])
    series = Series(players, int(found[1]), found[2] == "yes", int(found[3]) - 1)
    while f"series game {len(series.scores) + 1}" in header:
        text = header[f"series game {len(series.scores) + 1}"]
        line = GAME.fullmatch(text)
        scores = [int(n) for n in line[1].split()] if line else []
        won = [int(n) - 1 for n in line[2].split()] if line else []
        if len(scores) != players or not set(won) <= set(range(players)):
            raise BadPlay("error.series.header", text=text)
        series.scores.append(scores)
        series.won.append(won)
    if series.over():
        raise BadPlay("error.series.header", text=header["series"])
    return series
