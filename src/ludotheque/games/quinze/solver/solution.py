"""The solution for a number of players and some options: by rounds, as a race, or alone.

Each seat wants the largest share of the win for itself.  The bound of two million plies,
which no such game meets, is left out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from functools import cache, cached_property, lru_cache
from typing import Generic, TypeVar

import numpy as np

from ludotheque.errors import BadRequest
from ludotheque.game import Game
from ludotheque.games.quinze.rules import State
from ludotheque.games.quinze.solver.race import Race, Round
from ludotheque.games.quinze.solver.rounds import Fresh, Rounds, TooNear
from ludotheque.games.quinze.solver.solo import Number, Solo
from ludotheque.games.quinze.solver.sweeps import BEYOND, CHANCE, END, SAME
from ludotheque.games.quinze.solver.turns import MOST, Actions, Bools, Shape, Turn, graph
from ludotheque.state import Action, Seat, clone

TURN, STOP = 0, 1
SHAPE = Shape(
    points="points",
    kept="kept",
    others=(("down", 1 << 10), ("shields", 16), ("passes", 64)),
    marks=("seat", "rounds"),
)

S = TypeVar("S", Race, Rounds)
T = TypeVar("T")


class Solution(ABC):
    """What everybody should do, for a number of players and some options."""

    def __init__(self, game: Game[State], start: State) -> None:
        self.game, self.start = game, start
        self.players: int = start.players
        self.target: int = game.rules.TARGET

    @cached_property
    def reach_target(self) -> Fraction:
        """The chance that a turn that never stops before the target reaches it."""
        begin = clone(self.start)
        begin.players, begin.first = max(2, self.players), 0  # alone there is no target
        turn = graph(self.game, begin, SHAPE, self.target - 1)
        chance = [Fraction()] * len(turn)
        for n in reversed(range(len(turn))):
            edges = [e for e in turn.edges(n) if turn.action[e] != STOP or turn.kind[n] == CHANCE]
            if turn.kind[n] == BEYOND or (turn.kind[n] == END and turn.points[n] >= self.target):
                chance[n] = Fraction(1)
            elif edges:
                ways = sum(int(turn.ways[e]) for e in edges)
                parts = (int(turn.ways[e]) * chance[turn.child[e]] for e in edges)
                chance[n] = sum(parts, Fraction()) / ways
        return chance[0]

    @property
    @abstractmethod
    def win(self) -> list[float]:
        """The share of the win of each place in a round, the first to play first."""

    @abstractmethod
    def values(self, view: State) -> dict[Action, list[float]]:
        """What each action of the seat to move is worth to every seat."""

    def choose(self, view: State, seat: Seat) -> Action:
        """The seat's better action; of equals, stopping."""
        self.check(view, seat)
        values = self.values(view)
        return TURN if values[TURN][seat] > values[STOP][seat] + SAME else STOP

    def check(self, view: State, seat: Seat | None = None) -> None:
        """Refuse a view of another game, or one in which no seat, or not this one, decides."""
        ours = [getattr(self.start, name) for name in self.game.options]
        if view.players != self.players or ours != [getattr(view, n) for n in self.game.options]:
            raise BadRequest("error.exact.other", players=self.players)
        if view.player < 0 or seat not in (None, view.player):
            raise BadRequest("error.exact.nothing")

    def place_of(self, view: State) -> int:
        """The place in the round of the seat to play, counted from 0."""
        return int((view.seat - view.first) % view.players)

    def stops_by_cards(self, turn: Turn, does: Actions, low: int) -> dict[int, int | None]:
        """From how many points on (`low` or more) a seat stops, by the number of cards left.

        Only where the next card may lose everything; after a full pass all cards are left.
        None if it does not stop as far as it is known.
        """
        rules, cards = self.game.rules, self.start.cards
        size = rules.COUNT[cards]
        bust = sum(1 << card for card in range(size) if rules.KIND[cards][card] == rules.BUST)
        at = turn.choices[does[turn.choices] >= 0]
        down, shields = turn.field("down")[at], turn.field("shields")[at]
        risky = ((down & bust != 0) & (shields == 0)) | (down == 0)
        left = np.where(down == 0, size, np.bitwise_count(down))
        found: dict[int, int | None] = {}
        for n in range(size, 1, -1):
            here = at[risky & (left == n)]
            stops = does[here] == STOP
            least = turn.points[here[~stops]].max(initial=low - 1)
            points = turn.points[here[stops & (turn.points[here] > least)]]
            found[n] = int(points.min()) if len(points) else None
        return found

    def rough(self, view: State, total: int, best: int, leaders: int) -> Action:
        """What to do with points far beyond the graph, where no later seat will come.

        It is as if the seat were the last to play; that costs less than the chance that a
        later one reaches so many points.
        """
        if total != best:
            return TURN if total < best else STOP
        begin = clone(view)
        begin.kept[view.seat] = 0
        turn = graph(self.game, begin, SHAPE, view.points)
        values = np.sign(turn.points - view.points)[:, None].clip(0).astype(np.float64)
        values[turn.points == view.points] = 1 / (leaders + 1)
        return int(turn.sweep(values, np.zeros(len(turn), np.bool_))[0])


class Growing(Solution, Generic[S]):
    """A solution that goes as far as the graph of a turn goes, and further when asked."""

    solved: S

    def __init__(self, game: Game[State], start: State, cap: int) -> None:
        super().__init__(game, start)
        self._cap, self._is_largest = cap, False
        while not self._solved():
            self._cap = self._cap * 3 // 2

    @abstractmethod
    def solve(self, cap: int) -> S:
        """Solve as far as some points; `TooNear` if the beginning of a game is in doubt."""

    def _solved(self) -> bool:
        try:
            self.solved = self.solve(self._cap)
        except TooNear:
            return False
        return True

    def ask(self, question: Callable[[S], T]) -> T:
        """The answer to a question, with a larger graph if it is needed."""
        while True:
            try:
                return question(self.solved)
            except TooNear:
                self._grow()

    def _grow(self) -> None:
        if self._is_largest:
            raise BadRequest("error.exact.large", most=MOST)
        try:
            self.solved = self.solve(self._cap * 2)
        except BadRequest:
            self._is_largest = True
            raise
        self._cap *= 2


class ByRounds(Growing[Rounds]):
    """Two to six players, a single turn wins."""

    def __init__(self, game: Game[State], start: State) -> None:
        # Enough for the cards that come with the game; more is looked for where it is not.
        target, players = game.rules.TARGET, start.players
        super().__init__(game, start, 5 * target * (players - 1) << players - 2)

    def solve(self, cap: int) -> Rounds:
        """Solve as far as some points."""
        begin, s = clone(self.start), self.start
        begin.players, begin.first, begin.round_limit = 2, 0, 0
        turns = cache(lambda cap: graph(self.game, begin, SHAPE, cap))
        locks = bool(s.lock_at_target)
        rounds = Rounds(turns, cap, self.players, self.target, bool(s.sudden_death), locks)
        _ = rounds.anew_with(s.round_limit) if s.round_limit else rounds.anew
        return rounds

    def anew(self, rounds: int) -> tuple[float, ...]:
        """The share of each place when so many rounds have been played."""
        if self.start.round_limit == 0:
            return self.solved.anew
        return self.solved.anew_with(self.start.round_limit - rounds)

    @property
    def win(self) -> list[float]:
        """The share of the win of each place in a round, the first to play first."""
        return list(self.anew(0))

    def fresh(self, rounds: int = 0) -> Fresh:
        """The round that follows so many, while nobody has reached the target in it."""
        return self.solved.fresh(self.anew(rounds + 1))

    def standing(self, view: State) -> tuple[int, int, int]:
        """The place of the seat to play, the best score before it (0: none), who share it."""
        place = self.place_of(view)
        kept = [view.kept[(view.first + i) % view.players] for i in range(place)]
        best = max(kept, default=0)
        return (place, best, kept.count(best)) if best >= self.target else (place, 0, 0)

    def values(self, view: State) -> dict[Action, list[float]]:
        """What each action of the seat to move is worth to every seat."""
        self.check(view)
        return self.ask(lambda rounds: self._values(rounds, view))

    def _values(self, rounds: Rounds, view: State) -> dict[Action, list[float]]:
        place, best, leaders = self.standing(view)
        fresh = self.fresh(view.rounds)
        table = rounds.against(place, best, leaders) if best else fresh.tables[place]
        found = {}
        for action, node in following(table.turn, table.turn.find(view), table.far).items():
            if best:
                kept = [view.kept[(view.first + i) % view.players] for i in range(place)]
                lead, shares = rounds.outcome(place, best, leaders, table.values[node])
                by_place = [float(lead) if points == best else 0.0 for points in kept]
                by_place += map(float, shares)
            else:
                lost = fresh.worth[place + 1]
                by_place = list(rounds.fresh_outcome(place, lost, table.values[node]))
            seats = range(self.players)
            found[action] = [float(by_place[(seat - view.first) % self.players]) for seat in seats]
        return found

    def choose(self, view: State, seat: Seat) -> Action:
        """The seat's better action; of equals, stopping."""
        self.check(view, seat)
        _, best, leaders = self.standing(view)
        try:
            return self.ask(lambda rounds: self._choose(rounds, view))
        except BadRequest:
            return self.rough(view, view.points, best or self.target - 1, leaders)

    def _choose(self, rounds: Rounds, view: State) -> Action:
        place, best, leaders = self.standing(view)
        if view.points < best:
            node = rounds.turns(rounds.cap).find(view)
            return STOP if node is not None and rounds.turns(rounds.cap).peak[node] < best else TURN
        if place == self.players - 1 and view.points > max(best, self.target - 1):
            return STOP  # it has won
        at = rounds.places[place] if best else None
        if at is None or at.above is None:
            table = self.fresh(view.rounds).tables[place]
        elif rounds.lock and best == self.target:
            table = rounds.against(place, best, leaders)
        else:
            table = at.level[leaders - 1] if view.points == best else at.above
        node = table.turn.find(view)
        if node is None or table.far[node]:
            raise TooNear
        return int(table.does[node])

    def stops_from(self, place: int, ahead: bool) -> dict[int, int | None]:
        """From how many points on a place stops (see `stops_by_cards`).

        Either nobody has reached the target yet, or the place is ahead of a best score.
        """
        table = self.solved.places[place].above if ahead else self.fresh().tables[place]
        assert table is not None
        sure = np.where(table.far, -1, table.does)
        return self.stops_by_cards(table.turn, sure, self.target)


class ByRace(Growing[Race]):
    """Two players, what is kept adds up."""

    def __init__(self, game: Game[State], start: State) -> None:
        super().__init__(game, start, 9 * game.rules.TARGET)

    def solve(self, cap: int) -> Race:
        """Solve as far as some points."""
        turns = []
        for kept in range(self.target):
            begin = clone(self.start)
            begin.first, begin.kept[0] = 0, kept
            turns.append(graph(self.game, begin, SHAPE, cap))
        race = Race(turns, self.target, not self.start.sudden_death)
        self._round(race, 0)
        return race

    def _round(self, race: Race, rounds: int) -> Round:
        """The round that follows so many."""
        if self.start.round_limit == 0:
            return race.endless
        return race.limited(self.start.round_limit - rounds)

    @property
    def win(self) -> list[float]:
        """The share of the win of each place in a round, the first to play first."""
        share = float(self._round(self.solved, 0).shares[0, 0])
        return [share, 1 - share]

    def stops_from(self, place: int) -> dict[int, int | None]:
        """From how many points on a place stops while neither has kept any."""
        table = self._round(self.solved, 0)[place][0]
        return self.stops_by_cards(table.turn, np.where(table.far, -1, table.does[:, 0]), 1)

    def values(self, view: State) -> dict[Action, list[float]]:
        """What each action of the seat to move is worth to every seat."""
        self.check(view)
        return self.ask(lambda race: self._values(race, view))

    def _values(self, race: Race, view: State) -> dict[Action, list[float]]:
        mine, theirs = view.kept[view.seat], view.kept[1 - view.seat]
        if theirs >= self.target:
            if theirs > race.most:
                raise TooNear
            table, opponent = race.chase[mine], theirs - self.target
        else:
            tables = self._round(race, view.rounds)[self.place_of(view)]
            table, opponent = tables[mine], theirs
        found = {}
        for action, node in following(table.turn, table.turn.find(view), table.far).items():
            share = float(table.values[node, opponent])
            found[action] = [share, 1 - share] if view.seat == 0 else [1 - share, share]
        return found

    def choose(self, view: State, seat: Seat) -> Action:
        """The seat's better action; of equals, stopping."""
        try:
            return super().choose(view, seat)
        except BadRequest as problem:
            if problem.key != "error.exact.large":
                raise
            best = max(view.kept[1 - view.seat], self.target - 1)
            return self.rough(view, view.kept[view.seat] + view.points, best, 1)


class Alone(Solution):
    """One player, for the highest sum; what is worth is not a share but points."""

    def __init__(self, game: Game[State], start: State) -> None:
        super().__init__(game, start)
        self.solo = Solo(game, start)

    @property
    def win(self) -> list[float]:
        """Alone, one always wins."""
        return [1.0]

    @property
    def turn(self) -> Number:
        """What a turn is worth on average: a fraction if the passes are few."""
        return self.solo.expected

    @property
    def score(self) -> Number:
        """The average score of a whole game."""
        return self.turn * int(self.start.solo_rounds)

    def worth(self, view: State) -> dict[Action, Number]:
        """The average score in the end, for each action."""
        self.check(view)
        rest = view.kept[0] + (view.solo_rounds - view.rounds - 1) * self.turn
        return {action: rest + self.solo.worth(view, action) for action in (TURN, STOP)}

    def values(self, view: State) -> dict[Action, list[float]]:
        """The average score in the end, for each action."""
        return {action: [float(worth)] for action, worth in self.worth(view).items()}

    def choose(self, view: State, seat: Seat) -> Action:
        """The better action; of equals, stopping."""
        self.check(view, seat)
        turn, stop = (self.solo.worth(view, action) for action in (TURN, STOP))
        return TURN if turn > stop * (1 + SAME) else STOP


def following(turn: Turn, node: int | None, far: Bools) -> dict[Action, int]:
    """The nodes to which a seat's actions lead, none of them in doubt."""
    if node is None or far[turn.child[turn.edges(node)]].any():
        raise TooNear
    return {int(turn.action[e]): int(turn.child[e]) for e in turn.edges(node)}


def solve(game: Game[State], players: int | None = None, **options: object) -> Solution:
    """The solution for a number of players and some options, found once in a process."""
    start = game.start(players, 0, **options)
    return _solve(game, start.players, tuple(getattr(start, name) for name in game.options))


def solution_for(game: Game[State], view: State) -> Solution:
    """The solution of the game that a view belongs to."""
    return _solve(game, view.players, tuple(getattr(view, name) for name in game.options))


@lru_cache(maxsize=8)
def _solve(game: Game[State], players: int, options: tuple[int, ...]) -> Solution:
    chosen: dict[str, int] = dict(zip(game.options, options, strict=True))
    start = game.start(players, 0, **chosen)
    if players == 1:
        return Alone(game, start)
    if not start.cumulative:
        return ByRounds(game, start)
    if players > 2:
        raise BadRequest("error.exact.cumulative", players=players)
    return ByRace(game, start)
