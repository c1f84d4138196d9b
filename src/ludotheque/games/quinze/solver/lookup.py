"""Exact answers from the tables that the library ships, without NumPy.

The tables say what a turn leads to; what is left is the turn itself, found by plain recursion
over what may follow.  Points beyond the tables count as a whole win to the seat, more than
they can be worth: where it stops all the same, the answer is exact, else there is none.

In the literature: backward induction (Zermelo 1913).
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from ludotheque.game import Game
from ludotheque.games.quinze.rules import State
from ludotheque.games.quinze.solver.steps import STOP, TURN, Spot, Step, Steps, spot_of
from ludotheque.games.quinze.solver.sweeps import SAME
from ludotheque.games.quinze.solver.tables import Tables, shipped
from ludotheque.state import Action

MOST = 30_000  # states of a turn that are looked at for one answer
ANY = "solo_rounds"  # the option that may be what it likes: rounds alone are worth the same

Shares = list[float]  # of each place in the round, or each seat


class Beyond(Exception):
    """The tables do not go far enough for what is asked."""


class Turn:
    """A turn in its place of a round, and what others have kept before it."""

    def __init__(self, tables: Tables, steps: Steps, kept: tuple[int, ...], players: int) -> None:
        """Each place before has kept so much, and 0 if that is not the best of the round."""
        self.tables, self.steps, self.kept = tables, steps, kept
        self.players, self.place = players, len(kept)
        self.later = players - 1 - self.place
        self.best = max(kept, default=0)
        self.leaders = kept.count(self.best) if self.best else 0
        self._own: dict[int, float] = {}
        self._worth: dict[tuple[Spot, int], float] = {}
        self._rows: dict[tuple[Spot, int], Shares] = {}

    def row(self, points: int) -> Shares:
        """Every place's share once this one has kept its points."""
        lost = points < max(self.best, self.tables.target)
        if lost and not self.best:
            return self.tables.fresh(self.players, self.place + 1)
        is_tie = points == self.best
        leaders = self.leaders if lost else self.leaders + 1 if is_tie else 1
        found = self.tables.last(self.later, leaders, self.best if lost else points)
        if found is None:
            raise Beyond
        before = [found.lead if n and (lost or is_tie) else 0.0 for n in self.kept]
        return [*before, 0.0 if lost else found.lead, *found.later]

    def own(self, points: int) -> float:
        """What keeping some points is worth to the seat; beyond the tables, all."""
        if points < self.best:
            return 0.0
        if points not in self._own:
            try:
                self._own[points] = self.row(points)[self.place]
            except Beyond:
                self._own[points] = 1.0
        return self._own[points]

    def worth(self, spot: Spot, points: int) -> float:
        """What a decision is worth to the seat."""
        key = (spot, points)
        found = self._worth.get(key)
        if found is None:
            found = self.own(points)
            if self.ceiling(spot, points) > found + SAME:
                found = max(found, self.going_on(spot, points))
            if len(self._worth) >= MOST:
                raise Beyond
            self._worth[key] = found
        return found

    def going_on(self, spot: Spot, points: int) -> float:
        """What going on is worth to the seat."""
        total, worth = 0, 0.0
        for ways, to, factor, gain in self.steps.steps(spot):
            after = factor * points + gain
            worth += ways * (self.own(after) if to is None else self.worth(to, after))
            total += ways
        return worth / total

    def ceiling(self, spot: Spot, points: int) -> float:
        """What going on is worth at most: all, unless the next card ends the turn."""
        steps = self.steps.steps(spot)
        worth = sum(step.ways * self._most(step, points) for step in steps)
        return worth / sum(step.ways for step in steps)

    def _most(self, step: Step, points: int) -> float:
        return 1.0 if step.to is not None else self.own(step.factor * points + step.gain)

    def goes_on(self, spot: Spot, points: int) -> bool:
        """Whether the seat goes on; of equals, it stops."""
        stop = self.own(points)
        if self.ceiling(spot, points) <= stop + SAME:
            return False
        return self.going_on(spot, points) > stop + SAME

    def choose(self, spot: Spot, points: int) -> Action:
        """What the seat does, where that can be told for certain."""
        if points < self.best and self._catches_up(spot, points):
            return TURN  # to stop is to lose
        if self.ceiling(spot, points) <= self._surely(points) + SAME:
            return STOP
        self.row(points)  # what stopping is worth must be known, not bounded
        if not self.goes_on(spot, points):
            return STOP
        self.shares_on(spot, points)  # it rests on nothing beyond the tables
        return TURN

    def _catches_up(self, spot: Spot, points: int) -> bool:
        """Whether the best score is reached with luck, the largest step first."""
        while points < self.best:
            after = [
                (s.factor * points + s.gain, s.to)
                for s in self.steps.steps(spot)
                if s.to is not None
            ]
            if not after:
                return False
            points, spot = max(after)
        return True

    def _surely(self, points: int) -> float:
        """What keeping some points is worth at least: more points are worth no less."""
        largest = self.tables.known(self.later)
        if points <= max(self.best, largest):
            return self.row(points)[self.place]
        found = self.tables.last(self.later, 1, largest)
        return found.lead if found else 0.0

    def shares(self, spot: Spot, points: int) -> Shares:
        """Every place's share where the seat decides."""
        key = (spot, points)
        if key not in self._rows:
            on = self.goes_on(spot, points)
            self._rows[key] = self.shares_on(spot, points) if on else self.row(points)
        return self._rows[key]

    def shares_on(self, spot: Spot, points: int) -> Shares:
        """Every place's share if the seat goes on."""
        total, shares = 0, [0.0] * self.players
        for ways, to, factor, gain in self.steps.steps(spot):
            after = factor * points + gain
            row = self.row(after) if to is None else self.shares(to, after)
            shares = [share + ways * more for share, more in zip(shares, row, strict=True)]
            total += ways
        return [share / total for share in shares]


class Alone:
    """A turn alone, for points."""

    def __init__(self, tables: Tables, steps: Steps) -> None:
        self.tables, self.steps = tables, steps

    @cached_property
    def turn(self) -> float:
        """What a whole turn is worth on average."""
        return self._begin(0, 0)

    def _begin(self, passes: int, points: int) -> float:
        """What a turn is worth when another pass begins."""
        found = self.tables.alone(passes).at(points)
        if found is None:
            raise Beyond
        return found

    def going_on(self, spot: Spot, points: int) -> float:
        """What is kept on average if one goes on."""
        if spot.down == 0:
            return self._begin(spot.passes, points)
        total, worth = 0, 0.0
        for ways, to, factor, gain in self.steps.steps(spot):
            after = factor * points + gain
            worth += ways * (after if to is None else max(after, self.going_on(to, after)))
            total += ways
        return worth / total

    def choose(self, spot: Spot, points: int) -> Action:
        """The better action; of equals, stopping."""
        return TURN if self.going_on(spot, points) > points * (1 + SAME) else STOP

    def scores(self, view: State) -> dict[Action, Shares]:
        """The average score of the whole game, for each action."""
        rest = view.kept[0] + (view.solo_rounds - view.rounds - 1) * self.turn
        worth = self.going_on(spot_of(view), view.points)
        return {TURN: [rest + worth], STOP: [rest + view.points]}


class Lookup:
    """The answers for one game."""

    def __init__(self, game: Game[State], tables: Tables) -> None:
        self.tables, self.steps = tables, Steps(game)
        self.usual = {o.name: o.default for o in game.options.values() if o.name != ANY}
        self.alone = Alone(tables, self.steps)
        self.turn = lru_cache(maxsize=4)(self._turn)

    def covers(self, view: State) -> bool:
        """Whether the tables are about the options of a game."""
        return all(getattr(view, name) == value for name, value in self.usual.items())

    def _turn(self, kept: tuple[int, ...], players: int) -> Turn:
        return Turn(self.tables, self.steps, kept, players)

    def turn_of(self, view: State) -> Turn:
        """The turn of a view; what has been looked at in it is remembered."""
        place = (view.seat - view.first) % view.players
        kept = [view.kept[(view.first + i) % view.players] for i in range(place)]
        best = max(kept, default=0)
        leads = best >= self.tables.target
        return self.turn(tuple(n if leads and n == best else 0 for n in kept), view.players)

    def choose(self, view: State) -> Action:
        """What the seat to move does."""
        turn = self.alone if view.players == 1 else self.turn_of(view)
        return turn.choose(spot_of(view), view.points)

    def shares(self, view: State) -> dict[Action, Shares]:
        """Every seat's share after each action; alone, the score."""
        if view.players == 1:
            return self.alone.scores(view)
        turn, n = self.turn_of(view), view.players
        rows = {TURN: turn.shares_on(spot_of(view), view.points), STOP: turn.row(view.points)}
        by_seat = [(seat - view.first) % n for seat in range(n)]
        return {action: [row[place] for place in by_seat] for action, row in rows.items()}


@lru_cache(maxsize=4)
def _lookup(game: Game[State]) -> Lookup | None:
    tables = shipped()
    fits = (tables.facts["rules"], tables.facts["data"]) == (game.version, game.data)
    return Lookup(game, tables) if fits else None


def lookup_for(game: Game[State], view: State) -> Lookup | None:
    """The answers for a game and its options, if they are shipped."""
    found = _lookup(game)
    return found if found is not None and found.covers(view) else None
