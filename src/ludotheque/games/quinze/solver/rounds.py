"""Rounds that are won by one turn: each seat in its place, against the best so far.

Who plays as number `place` of a round finds either that nobody has reached the target yet,
or a best score that some `leaders` share.  In the second case the round is the last one,
and three remarks settle all best scores in one sweep:

- Below the best score stopping is worth nothing: one goes on as long as it is in reach.
- Above it, what to do does not depend on it: keeping `k` makes the only leader, with the
  chance that a leader with `k` has; losing everything is worth nothing.
- Level with it, only keeping exactly as much is special.

Points go on without end, the graph does not: a leaf beyond it counts as a whole win to
its seat, more than it can be worth.  Where the seat stops all the same, play never goes
there, and what rests on no such leaf is exact, up to the rounding of floats.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np

from ludotheque.games.quinze.solver.sweeps import BEYOND, CHANCE
from ludotheque.games.quinze.solver.turns import Actions, Bools, Floats, Turn

SETTLED = 1e-15  # shares that change by less have settled
OWN, ALONE, TIED, LATER = range(4)  # columns: own share, leads alone or tied, the later seats'


class TooNear(Exception):
    """The graph does not go far enough for what is asked."""


class Table(NamedTuple):
    """A turn from each of its nodes: what it is worth there, and what the seat does.

    The columns of `values`: the seat's own share, the chances that it takes the lead alone
    or joins the leaders, and what each seat after it gets in these two cases.
    """

    turn: Turn
    values: Floats  # [node][column]
    far: Bools  # [node]
    does: Actions  # [node]


@dataclass(frozen=True, eq=False)
class Place:
    """A place in the last round, before its seat plays, for best scores up to `known`."""

    known: int
    lead: Floats  # [leaders - 1][best] -> the share of each leader
    share: Floats  # [0 this seat, 1… those after it][leaders - 1][best]
    above: Table | None  # with more points than the best
    level: list[Table]  # [leaders - 1] -> with as many


class Fresh(NamedTuple):
    """A round in which nobody has reached the target yet."""

    tables: list[Table]  # [place]
    worth: list[Floats]  # [place][place of a seat] -> its share before that place plays
    nobody: float  # the chance that nobody reaches it


class Rounds:
    """The game in which points do not add up, as far as a graph of the turn goes."""

    def __init__(
        self,
        turns: Callable[[int], Turn],
        cap: int,
        players: int,
        target: int,
        sudden_death: bool = False,
        lock_at_target: bool = False,
    ) -> None:
        self.turns, self.cap, self.players, self.target = turns, cap, players, target
        self.sudden_death, self.lock = sudden_death, lock_at_target
        self.places: dict[int, Place] = {players: self._all_have_played()}
        if sudden_death:  # nobody ever plays against a best score
            self.places = dict.fromkeys(range(1, players + 1), self.places[players])
        else:
            for place in range(players - 1, 0, -1):
                self.places[place] = self._place(place)
        self.against = lru_cache(maxsize=8)(self._against)
        self.fresh = lru_cache(maxsize=4)(self._fresh)

    def _all_have_played(self) -> Place:
        turn = self.turns(self.cap)
        size = int(max(turn.points.max(), turn.cap)) + 1
        shared = 1.0 / np.arange(1, self.players + 1)
        lead = np.repeat(shared[:, None], size, axis=1)
        return Place(size - 1, lead, np.zeros((0, self.players, size)), None, [])

    def _leaves(self, turn: Turn, place: int, leaders: int) -> tuple[Floats, Bools]:
        """Rows of a seat that has kept at least the target and is one of so many leaders."""
        following = self.places[place + 1]
        values = np.zeros((len(turn), LATER + self.players - 1 - place))
        far = np.zeros(len(turn), np.bool_)
        ends = turn.ends[turn.points[turn.ends] >= self.target]
        known = ends[turn.points[ends] <= following.known]
        values[known, OWN] = following.lead[leaders - 1, turn.points[known]]
        if not self.sudden_death:
            values[known, LATER:] = following.share[:, leaders - 1, turn.points[known]].T
        values[ends, ALONE if leaders == 1 else TIED] = 1.0
        unknown = ends[turn.points[ends] > following.known]
        beyond = np.concatenate([np.flatnonzero(turn.kind == BEYOND), unknown])
        values[beyond, OWN] = values[beyond, ALONE] = 1.0
        far[beyond] = place < self.players - 1  # the last seat has won there for certain
        return values, far

    # ---- the last round

    def _place(self, place: int) -> Place:
        turn = self.turns(min(self.cap, self.places[place + 1].known))
        values, far = self._leaves(turn, place, 1)
        above = Table(turn, values, far, turn.sweep_level(values, far, values, far))
        level = []
        for leaders in range(1, place + 1):
            tie, doubt = self._leaves(turn, place, leaders + 1)
            level.append(Table(turn, tie, doubt, turn.sweep_level(values, far, tie, doubt)))
        known = self._known(above, level)
        if known < self.target:
            raise TooNear
        met = [self._meet(place, leaders, above, level, known) for leaders in range(1, place + 1)]
        lead = np.array([each for each, _ in met])
        share = np.array([several for _, several in met]).swapaxes(0, 1)
        if self.lock:
            # A turn lost above the target still keeps it: against just that, sweep anew.
            for leaders in range(1, place + 1):
                table = self._against(place, self.target, leaders)
                if table.far[0]:
                    raise TooNear
                lead[leaders - 1, self.target], share[:, leaders - 1, self.target] = self.outcome(
                    place, self.target, leaders, table.values[0]
                )
        above, *level = (table._replace(values=table.values[:1]) for table in (above, *level))
        return Place(known, lead, share, above, level)

    def _known(self, above: Table, level: list[Table]) -> int:
        """The largest best score against which no turn comes to a node in doubt."""
        turn = above.turn
        owner = np.repeat(np.arange(len(turn)), np.diff(turn.first))
        into_doubt = owner[above.far[turn.child] & (turn.kind[owner] == CHANCE)]
        doubtful = np.concatenate([np.flatnonzero(table.far) for table in level])
        return min(
            turn.cap,
            int(turn.points[into_doubt].min(initial=turn.cap)),
            int(turn.points[doubtful].min(initial=turn.cap + 1)) - 1,
        )

    def _meet(
        self, place: int, leaders: int, above: Table, level: list[Table], known: int
    ) -> tuple[Floats, Floats]:
        """What a turn against each best score comes to: for each leader, and for the others.

        Begin with a seat that plays as if it were ahead already, and forbid it to stop at
        0, 1, 2, … points: each costs what going on is worse there, times the chance to come
        to it.  Then correct for those that arrive level with the best.
        """
        turn, ahead, tie = above.turn, above.values, level[leaders - 1].values
        mass, entry = turn.visits
        near = turn.points[turn.choices] <= known
        ends = turn.ends[turn.points[turn.ends] <= known]  # there the last pass ends the turn
        here = np.concatenate([turn.choices[near], ends])
        instead = np.zeros((len(here), ahead.shape[1]))
        instead[: near.sum()] = ahead[turn.onward[near]]
        lost = mass[here, None] * (instead - ahead[here])
        won = entry[here, None] * (tie[here] - ahead[here])
        columns = []
        for c in range(ahead.shape[1]):
            below = np.bincount(turn.points[here], lost[:, c], known + 1)
            at = np.bincount(turn.points[here], won[:, c], known + 1)
            columns.append(ahead[0, c] + np.cumsum(below) - below + at)
        return self.outcome(place, slice(0, known + 1), leaders, np.array(columns))

    def outcome(
        self, place: int, best: int | slice, leaders: int, row: Floats
    ) -> tuple[Floats, Floats]:
        """From a seat's row against a best score: each leader's share, and the others'."""
        following = self.places[place + 1]
        failed = 1 - row[ALONE] - row[TIED]
        lead = (
            failed * following.lead[leaders - 1, best] + row[TIED] * following.lead[leaders, best]
        )
        later = row[LATER:] + failed * following.share[:, leaders - 1, best]
        return lead, np.concatenate([row[OWN : OWN + 1], later])

    def _against(self, place: int, best: int, leaders: int) -> Table:
        """A whole turn against one best score."""
        turn = self.turns(min(self.cap, self.places[place + 1].known))
        if best > turn.cap:  # a leaf beyond the graph might not be above it
            raise TooNear
        values, far = self._leaves(turn, place, 1)
        tie, _ = self._leaves(turn, place, leaders + 1)
        points = turn.points[turn.ends]
        values[turn.ends[points < best]] = 0.0
        values[turn.ends[points == best]] = tie[turn.ends[points == best]]
        return Table(turn, values, far, turn.sweep(values, far))

    # ---- nobody has reached the target yet

    def _fresh(self, anew: tuple[float, ...]) -> Fresh:
        """A round after which, if nobody wins, the seats have these shares."""
        turn = self.turns(min(self.cap, self.places[1].known))
        tables: list[Table] = []
        worth, nobody = [np.array(anew)], 1.0
        for place in range(self.players - 1, -1, -1):
            values, far = self._leaves(turn, place, 1)
            values[turn.ends[turn.points[turn.ends] < self.target], OWN] = worth[0][place]
            table = Table(turn, values, far, turn.sweep(values, far))
            if far[0]:
                raise TooNear
            tables.insert(0, table)
            worth.insert(0, self.fresh_outcome(place, worth[0], values[0]))
            nobody *= 1 - values[0, ALONE]
        return Fresh(tables, worth, nobody)

    def fresh_outcome(self, place: int, lost: Floats, row: Floats) -> Floats:
        """The share of every place, from a seat's row and their shares if it fails."""
        shares: Floats = (1 - row[ALONE]) * lost
        shares[place] = row[OWN]
        shares[place + 1 :] += row[LATER:]
        return shares

    @cached_property
    def anew(self) -> tuple[float, ...]:
        """The share of each place when a round begins, if rounds have no limit."""
        shares = np.full(self.players, 1 / self.players)
        for _ in range(1000):
            fresh = self._fresh(tuple(shares))
            if np.abs(fresh.worth[0] - shares).max() < SETTLED:
                return tuple(map(float, shares))
            won = fresh.worth[0] - fresh.nobody * shares
            shares = won / (1 - fresh.nobody)
        raise ArithmeticError("the shares do not settle")

    def anew_with(self, left: int) -> tuple[float, ...]:
        """The same with so many rounds left; with none, all share the win."""
        while len(self._limited) <= left:
            if len(self._limited) > 1 and self._limited[-1] == self._limited[-2]:
                return self._limited[-1]
            after = self._fresh(self._limited[-1]).worth[0]
            before = np.array(self._limited[-1])
            same = np.abs(after - before).max() < SETTLED
            self._limited.append(self._limited[-1] if same else tuple(map(float, after)))
        return self._limited[left]

    @cached_property
    def _limited(self) -> list[tuple[float, ...]]:
        return [(1 / self.players,) * self.players]
