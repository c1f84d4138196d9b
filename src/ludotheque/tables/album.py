"""What somebody keeps of their games: with whom, how each ended, how often they have won."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from ludotheque.effects import set_of
from ludotheque.game import load
from ludotheque.games import PACKAGES
from ludotheque.state import Seat
from ludotheque.tables.events import Event, Json, compact
from ludotheque.tables.kinds import Fewer
from ludotheque.tables.salted import NAMING
from ludotheque.tables.standing import Standing

# ---- how a game ended


class ResultRow(NamedTuple):
    """How a game ended, without a look at its log; sets of seats have a bit for each."""

    winners: int
    people: int  # the seats in which a person sat
    scores: str  # compact JSON, seat by seat
    options: str  # compact JSON: those that the table was laid with


def result_of(table: Standing) -> ResultRow:
    """How a game ended, as it is kept beside its log."""
    people = [seat for seat, place in enumerate(table.places) if not place.bot]
    return ResultRow(
        winners=set_of(table.result.winners),
        people=set_of(people),
        scores=compact(table.result.scores),
        options=compact(table.opening.options),
    )


def ended(result: ResultRow) -> Json:
    """How a game ended, seat by seat."""
    scores = json.loads(result.scores)
    winners = [seat for seat in range(len(scores)) if result.winners >> seat & 1]
    return {"winners": winners, "scores": scores}


def told_of(result: ResultRow) -> Json:
    """How a game ended as a list tells it, and what else is counted of it."""
    return ended(result) | {"people": result.people, "options": result.options}


def counted(result: Json) -> ResultRow:
    """How a game ended as it is counted."""
    facts = {"winners": set_of(result["winners"]), "scores": compact(result["scores"])}
    return ResultRow(**{**result, **facts})


# ---- with whom


def named(event: Event) -> dict[Seat, str]:
    """The names that an event gives to seats."""
    if event.kind in NAMING and event.aside and event.seat is not None:
        return {event.seat: event.aside["name"]}
    if event.kind == "open":
        kept = enumerate(event.aside.get("names", []))
        return {seat: one[0] for seat, one in kept if one is not None}
    return {}


def sitting(events: list[Event]) -> dict[Seat, list[str]]:
    """[seat] -> all names of who sits there now, or for whom it is kept."""
    found: dict[Seat, list[str]] = {}
    for event in events:
        if event.kind in ("leave", "fill") and event.seat is not None:
            found.pop(event.seat, None)
        if event.kind == Fewer.NAME:
            moved = Fewer.read(event).moved()
            found = {moved[seat]: names for seat, names in found.items() if seat in moved}
        for seat, name in named(event).items():
            found[seat] = [*found.get(seat, []), name] if event.kind == "call" else [name]
    return found


def bots_of(events: list[Event]) -> set[Seat]:
    """The seats that bots have been given."""
    found: set[Seat] = set()
    for event in events:
        if event.kind == "open":
            found = {seat for seat, bot in enumerate(event.body.get("seats", [])) if bot}
        elif event.kind == "fill" and event.seat is not None:
            found.add(event.seat)
    return found


# ---- the statistics


class Finished(NamedTuple):
    """A game of somebody's that is over."""

    table: str
    game: str
    players: int
    seats: list[Seat]  # theirs
    result: ResultRow


class Count:
    """How often one game was played, and how it ended."""

    def __init__(self) -> None:
        self.people, self.bots = Counter[str](), Counter[str]()
        self.alone = self.screen = 0
        self.best: tuple[int, str] | None = None  # points, and at which table

    @property
    def played(self) -> int:
        """How many games there were in all."""
        return self.people["played"] + self.bots["played"] + self.alone + self.screen

    def add(self, mine: Finished) -> None:
        """Count one that is over; who holds several seats has neither won nor lost."""
        result = mine.result
        if mine.players == 1:
            self.alone += 1
            self.keep_best(mine)
        elif len(mine.seats) > 1:
            self.screen += 1
        else:
            with_people = result.people & ~set_of(mine.seats)
            count = self.people if with_people else self.bots
            count["played"] += 1
            count["won"] += result.winners >> mine.seats[0] & 1

    def keep_best(self, mine: Finished) -> None:
        """Keep the highest score, the first of equal ones; only games as usual are compared."""
        points = json.loads(mine.result.scores)[0]
        if is_usual(mine.game, json.loads(mine.result.options)) and (
            self.best is None or points >= self.best[0]  # the newest come first
        ):
            self.best = points, mine.table

    def told(self, game: str) -> Json:
        """The counts as they are sent."""
        return {
            "game": game,
            "played": self.played,
            "people": {"played": self.people["played"], "won": self.people["won"]},
            "bots": {"played": self.bots["played"], "won": self.bots["won"]},
            "screen": self.screen,
            "alone": self.alone,
            "best": self.best and {"points": self.best[0], "table": self.best[1]},
        }


@cache
def usual_options(game: str) -> Mapping[str, str]:
    """The options of a game as they are when nobody chooses."""
    return {name: option.say(option.default) for name, option in load(game).options.items()}


def is_usual(game: str, options: Mapping[str, object]) -> bool:
    """Whether a game was played as usual; options that it did not know yet do not count."""
    if game not in PACKAGES:
        return False
    usual = usual_options(game)
    return all(usual.get(name) == value for name, value in options.items())


def statistics(finished: Iterable[Finished]) -> Json:
    """How often somebody has played each game and won; of the newest first."""
    counts: dict[str, Count] = {}
    for mine in finished:
        counts.setdefault(mine.game, Count()).add(mine)
    games = sorted(counts, key=lambda game: -counts[game].played)
    leads = [game for game in games if counts[game].played == counts[games[0]].played]
    return {
        "played": sum(count.played for count in counts.values()),
        "favourite": leads[0] if len(leads) == 1 else None,
        "games": [counts[game].told(game) for game in games],
    }
