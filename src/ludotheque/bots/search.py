"""A bot that searches: so many simulations, or so many seconds, and the action tried most.

In the literature: Monte-Carlo tree search with tree reuse; the action tried most is the robust
child (Chaslot et al. 2008).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

from ludotheque.bots.bot import Bot, may_do
from ludotheque.engines import Block, Engine, engine
from ludotheque.errors import BadRequest
from ludotheque.game import Game
from ludotheque.kernels.tree import NONE, PATH, SEATS
from ludotheque.learned import NOTHING, learned
from ludotheque.luck import seed_of
from ludotheque.packing import pack
from ludotheque.state import Action, Base, Seat

MOST = 10_000_000  # simulations, by far more than anybody waits for
CHUNK = 500  # simulations between two looks at the clock
MOST_FACTS = 64  # that any game looks at
FAR = 40  # plies between two turns after which nothing of a tree can be left
EXPLORE_ALONE, EXPLORE_AMONG = 0.7, 0.45


class Settings(NamedTuple):
    """How to think."""

    simulations: int = 0
    seconds: float = 0.0  # 0: no limit but the simulations
    guided: bool = True  # playouts by the game's advice, or uniform to the end
    explore: float | None = None  # None: what has served best, alone or among several
    evenly: bool = False  # try all actions of the root equally often
    sight: int = 0  # plies that are looked ahead before a position is judged; 0: as is advised
    points: float = 0.0  # how much of a playout's end goes by points
    learned: bool = True  # judge by learned numbers, where the game has them
    numbers: str = ""  # a file of such numbers, in place of the game's own


class Thought(NamedTuple):
    """What the search thinks of one action."""

    action: Action
    visits: int
    shares: list[float]  # [seat] -> mean share of the win (alone: the mean score)
    error: float  # half the 95 % interval of the thinking seat's share


class Node(NamedTuple):
    """A node of the tree, as it is read: `kernels/tree.py` says what each number is."""

    action: int
    next: int
    child: int
    visits: int
    seen: int
    closed: int
    square: float
    total: tuple[float, ...]


class SearchBot(Bot):
    """Thinks ahead by chance."""

    def __init__(self, game: Game, name: str, settings: Settings) -> None:
        super().__init__(game, name)
        if not settings.seconds >= 0:  # what is no number is refused too
            raise BadRequest("error.bot.seconds", given=settings.seconds)
        least = 0 if settings.seconds > 0 else 1
        if not least <= settings.simulations <= MOST:
            raise BadRequest("error.bot.budget", given=settings.simulations, high=MOST)
        self.settings = settings
        self.last = Search(game)

    def begin(self) -> None:
        """Forget the tree."""
        self.last = Search(self.game)

    def warm(self, view: Base, seat: Seat) -> None:
        """Compile, even where there is nothing to choose, and what keeps a tree as well."""
        action = self.thoughts(view, seat)[0].action
        if not self.game.rules.SECRETS:
            self.last.look(self.game.after(view, action), seat, 0, self.settings)
        self.begin()

    def choose(self, view: Base, seat: Seat, actions: list[Action], seed: int) -> Action:
        """Of some actions, the one that was tried most."""
        thoughts = [one for one in self.thoughts(view, seat, seed) if one.action in actions]
        sign = -1 if self.game.other_side(view) else 1
        best = max(thoughts, key=lambda one: (one.visits, sign * one.shares[seat]), default=None)
        return actions[0] if best is None else best.action

    def thoughts(
        self,
        view: Base,
        seat: Seat,
        seed: int = 0,
        progress: Callable[[float], object] = lambda _: None,
    ) -> list[Thought]:
        """Every legal action with what the search thinks of it."""
        actions = may_do(self.game, view, seat)
        self.last.look(view, seat, seed, self.settings)
        self.last.run(self.settings, progress)
        return [thought for thought in self.last.thoughts() if thought.action in actions]


class Search:
    """A tree that grows, in the memory of an engine of its own."""

    def __init__(self, game: Game, own: Engine | None = None) -> None:
        self.game = game
        self.engine = own or engine(game)
        block = self.engine.block
        self.root, self.table = block("states", 1), block("states", 1)
        self.used, self.rng = block("words", 1), block("words", 1)
        self.path, self.values = block("words", PATH), block("reals", SEATS)
        self.ways, self.tree, self.spare = block("ways", 1), block("nodes", 1), block("nodes", 1)
        self.stack, self.at = block("states", FAR + 1), block("words", FAR + 1)
        self.wanted, self.origin = block("states", 1), block("words", 1)
        self.known = NOTHING
        self.learned, self.facts = block("reals", 0), block("reals", MOST_FACTS)
        self.view: Base | None = None
        self.seat: Seat = 0

    def node(self, i: int) -> Node:
        """A node of the tree."""
        action, following, child, visits, seen, closed, square, *total = self.tree.read(i)
        facts = map(int, (action, following, child, visits, seen, closed))
        return Node._make((*facts, square, tuple(total)))

    @property
    def done(self) -> int:
        """The simulations made from the root."""
        return self.node(0).visits

    def look(self, view: Base, seat: Seat, seed: int, settings: Settings) -> None:
        """Take a view as the root, and keep what the tree knows of it."""
        room = 4 * min(settings.simulations or MOST, 1_000_000) + 1000
        fresh = self.spare
        if len(fresh) < max(room, len(self.tree)):
            fresh = self.engine.block("nodes", max(room, len(self.tree)))
        fresh.write(0, *(0,) * 7, *(0.0,) * SEATS)
        self.used.write(0, self._keep(view, fresh))
        self.tree, self.spare, self.view, self.seat = fresh, self.tree, view, seat
        self.root[0] = pack(view)
        self.rng.write(0, seed_of(seed, view.plies))
        usual = EXPLORE_ALONE if view.players == 1 else EXPLORE_AMONG
        explore = usual if settings.explore is None else settings.explore
        reals = (explore, 0.0, 1.0, settings.points)
        self.ways.write(0, *reals, settings.guided, settings.evenly, settings.sight)
        known = NOTHING
        if settings.guided and settings.learned:
            known = learned(self.game, view.players, settings.numbers)
        if known is not self.known:
            self.known, self.learned = known, self.engine.reals(known)

    def _keep(self, view: Base, fresh: Block) -> int:
        """Copy what the tree knows of a new root; the number of nodes, at least the root."""
        if self.view is None or self.game.rules.SECRETS:
            return 1  # what was dealt again to think before is not what is dealt again now
        depth = view.plies - self.view.plies
        if not 0 < depth <= FAR:
            return 1
        if len(self.origin) < len(fresh):
            self.origin = self.engine.block("words", len(fresh))
        self.stack[0], self.wanted[0] = pack(self.view), pack(view)
        down = (self.stack, self.stack.rows, self.at, depth, self.wanted.rows)
        node = self.engine.call("search.follow", self.tree, *down)
        if node == NONE:
            return 1
        return self.engine.call("search.lift", self.tree, node, fresh, self.origin)

    def run(self, settings: Settings, progress: Callable[[float], object]) -> None:
        """Think until the budget is spent; however short the time, not without a thought."""
        assert self.view is not None
        begin, spent = time.monotonic(), 0.0
        most = settings.simulations or MOST
        while self.done < most and spent < 1:
            progress(max(spent, self.done / most))
            self.think(min(CHUNK, most - self.done))
            if settings.seconds:
                spent = (time.monotonic() - begin) / settings.seconds

    def think(self, simulations: int) -> None:
        """Make so many simulations more."""
        args = (self.tree, self.used, self.path, self.values, self.rng, self.ways)
        know = (self.learned, self.facts)
        self.engine.call(
            "search.think", self.root, self.table, *args, *know, self.seat, simulations
        )

    def thoughts(self) -> list[Thought]:
        """What the search thinks of the actions of the root."""
        assert self.view is not None
        found = []
        child = self.node(0).child
        while child != NONE:
            node = self.node(child)
            visits = node.visits
            shares = [total / max(visits, 1) for total in node.total[: self.view.players]]
            if node.action >= 0 and visits:
                spread = max(node.square / visits - shares[self.seat] ** 2, 0.0)
                error = 1.96 * sqrt((spread + 1 / visits) / visits)  # never quite sure
                found.append(Thought(node.action, visits, shares, error))
            child = node.next
        return sorted(found)
