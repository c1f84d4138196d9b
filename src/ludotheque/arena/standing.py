"""What a match proves: shares, scores and ratings, each with what it may be off by.

The games of a deal share their luck, so a deal is one observation: the mean over its games.
Intervals hold the true value 95 times in 100.

In the literature: a blocked design (Fisher 1935), a deal being a block; Student's t intervals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ludotheque.arena.games import Key, Result, Spec
from ludotheque.arena.rating import Floats, rate
from ludotheque.arena.seating import rotated
from ludotheque.parts import WHOLE

SURE = 1.959964  # 95 % of a normal law lies within so many standard errors
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571)  # and of Student's, for few observations


class Interval(NamedTuple):
    """A mean, and where the true value lies; None where one deal cannot tell."""

    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Row:
    """How one bot did."""

    name: str
    games: int
    share: Interval | None  # of the win, for each seat it held; None in a game for one
    score: Interval  # the game's own points
    margin: Interval  # points above the mean of the table
    rating: Interval | None  # points above the first bot
    turns: int
    mean_ms: float  # thinking time a turn
    max_ms: float

    def facts(self) -> dict[str, object]:
        """The same for other programs, flat."""
        return {
            "name": self.name,
            "games": self.games,
            **spread("share", self.share, ""),
            **spread("score", self.score, "score_"),
            **spread("margin", self.margin, "margin_"),
            **spread("rating", self.rating, "rating_"),
            "turns": self.turns,
            "mean_ms": self.mean_ms,
            "max_ms": self.max_ms,
        }


def spread(name: str, found: Interval | None, prefix: str) -> dict[str, object]:
    """An interval under three names; None where there is none."""
    mean, low, high = found or (None, None, None)
    return {name: mean, f"{prefix}low": low, f"{prefix}high": high}


@dataclass(frozen=True)
class Standing:
    """How a match stands."""

    spec: Spec
    deals: int  # those that are complete; only they count
    games: int  # in them
    asked: int  # games that the match is to have
    plies: int
    rows: tuple[Row, ...]

    @property
    def fair(self) -> float:
        """The share of a seat among equals."""
        return 1 / self.spec.players

    @property
    def complete(self) -> bool:
        """Whether all games have been played."""
        return self.games == self.asked

    def facts(self) -> dict[str, object]:
        """The same for other programs."""
        return {
            "game": self.spec.game,
            "players": self.spec.players,
            "options": dict(self.spec.options),
            "seed": self.spec.seed,
            "games": self.games,
            "deals": self.deals,
            "asked": self.asked,
            "fair": self.fair,
            "plies": self.plies,
            "bots": [row.facts() for row in self.rows],
        }


def standing_of(spec: Spec, results: Mapping[Key, Result], deals: int) -> Standing:
    """Sum up the complete ones of the first `deals` deals."""
    a_deal = len(spec.tables) * spec.players
    found = Counter(key.deal for key in results)
    whole = [deal for deal in range(deals) if found[deal] == a_deal]
    row_of = {deal: i for i, deal in enumerate(whole)}
    counted = [result for key, result in results.items() if key.deal in row_of]
    sums = Sums(spec, len(whole))
    for result in counted:
        sums.add(row_of[result.key.deal], result)
    plies = sum(result.plies for result in counted)
    rows = sums.rows() if whole else ()
    return Standing(spec, len(whole), len(counted), deals * a_deal, plies, rows)


class Sums:
    """What each bot got, deal by deal."""

    def __init__(self, spec: Spec, deals: int) -> None:
        bots = len(spec.bots)
        self.spec = spec
        self.wins = np.zeros((deals, len(spec.tables), bots))
        self.scores = np.zeros((deals, bots))
        self.margins = np.zeros((deals, bots))
        self.seats = np.array(
            [[table.count(bot) for bot in range(bots)] for table in spec.tables], dtype=float
        )
        self.turns = [0] * bots
        self.seconds = [0.0] * bots
        self.longest = [0.0] * bots

    def add(self, deal: int, result: Result) -> None:
        """Count a game."""
        table = result.key.table
        mean = sum(result.scores) / self.spec.players
        for seat, bot in enumerate(rotated(self.spec.tables[table], result.key.rotation)):
            self.wins[deal, table, bot] += result.payoffs[seat] / WHOLE
            self.scores[deal, bot] += result.scores[seat]
            self.margins[deal, bot] += result.scores[seat] - mean
            turns, seconds, longest = result.thought[seat]
            self.turns[bot] += turns
            self.seconds[bot] += seconds
            self.longest[bot] = max(self.longest[bot], longest)

    def rows(self) -> tuple[Row, ...]:
        """The bots, in their order."""
        alone = self.spec.players == 1
        held = self.seats.sum(axis=0) * self.spec.players  # seats in a deal
        shares = self.wins.sum(axis=1) / held
        ratings = [None] * len(self.spec.bots) if alone else self.ratings()
        games = (self.seats > 0).sum(axis=0) * self.spec.players * len(self.wins)
        return tuple(
            Row(
                name,
                int(games[bot]),
                None if alone else share_of(shares[:, bot]),
                interval(self.scores[:, bot] / held[bot]),
                interval(self.margins[:, bot] / held[bot]),
                ratings[bot],
                self.turns[bot],
                1000 * self.seconds[bot] / max(1, self.turns[bot]),
                1000 * self.longest[bot],
            )
            for bot, name in enumerate(self.spec.bots)
        )

    def ratings(self) -> list[Interval | None]:
        """The fit over all tables."""
        sure = within(len(self.wins))
        return [
            Interval(points, points - sure * error, points + sure * error)
            for points, error in rate(self.wins, self.seats, self.spec.players)
        ]


def within(observations: int) -> float:
    """How many standard errors hold the true mean 95 times in 100 (Student's law)."""
    free = max(1, observations - 1)
    if free <= len(STUDENT):
        return STUDENT[free - 1]
    z = SURE  # the first terms of Student's law in powers of 1/free
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + (z**3 + z) / 4 / free + second / free**2 + third / free**3


def interval(values: Floats, spread: float = 0.0) -> Interval:
    """The mean of independent values; their squared distances add up to `spread` at least."""
    n = len(values)
    mean = float(values.mean())
    if n < 2:
        return Interval(mean, None, None)
    squares = max(spread, float(((values - mean) ** 2).sum()))
    error = within(n) * (squares / (n * (n - 1))) ** 0.5
    return Interval(mean, mean - error, mean + error)


def share_of(values: Floats) -> Interval:
    """A share of the win, never surer than if one deal had gone wholly the other way."""
    mean, low, high = interval(values, spread=1.0)
    if low is None or high is None:
        return Interval(mean, low, high)
    return Interval(mean, max(0.0, low), min(1.0, high))
