"""A bot that searches: so many simulations, or so many seconds, and the action tried most.

In the literature: Monte-Carlo tree search with tree reuse; the action tried most is the robust
child (Chaslot et al. 2008).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

import numpy as np

from ludotheque.bots.bot import Bot, may_do
from ludotheque.bots.engine import engine
from ludotheque.errors import BadRequest
from ludotheque.fast.records import Records, array_of
from ludotheque.game import Game
from ludotheque.kernels import tree
from ludotheque.luck import seed_of
from ludotheque.state import Action, Base, Seat

MOST = 10_000_000  # simulations, by far more than anybody waits for
CHUNK = 500  # simulations between two looks at the clock
FAR = 40  # plies between two turns after which nothing of a tree can be left
EXPLORE_ALONE, EXPLORE_AMONG = 0.7, 0.45

NODE = np.dtype(tree.NODE, align=True)
WAYS = np.dtype(tree.WAYS, align=True)


class Settings(NamedTuple):
    """How to think."""

    simulations: int = 0
    seconds: float = 0.0  # 0: no limit but the simulations
    guided: bool = True  # playouts by the game's advice, or uniform to the end
    explore: float | None = None  # None: what has served best, alone or among several
    evenly: bool = False  # try all actions of the root equally often


class Thought(NamedTuple):
    """What the search thinks of one action."""

    action: Action
    visits: int
    shares: list[float]  # [seat] -> mean share of the win (alone: the mean score)
    error: float  # half the 95 % interval of the thinking seat's share


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
        """The action that was tried most."""
        thoughts = self.thoughts(view, seat, seed)
        sign = -1 if self.game.other_side(view) else 1
        return max(thoughts, key=lambda one: (one.visits, sign * one.shares[seat])).action

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
    """A tree that grows."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kernel = engine(game)
        self.tree: Records = np.zeros(1, NODE)
        self.used = np.ones(1, np.int64)
        self.path = np.zeros(tree.PATH, np.int64)
        self.values = np.zeros(tree.SEATS)
        self.rng = np.zeros(1, np.int64)
        self.ways: Records = np.zeros(1, WAYS)
        self.root: Records | None = None
        self.seat: Seat = 0

    @property
    def done(self) -> int:
        """The simulations made from the root."""
        return int(self.tree["visits"][0])

    def look(self, view: Base, seat: Seat, seed: int, settings: Settings) -> None:
        """Take a view as the root, and keep what the tree knows of it."""
        root = array_of([view])
        room = 4 * min(settings.simulations or MOST, 1_000_000) + 1000
        fresh = np.zeros(max(room, len(self.tree)), NODE)
        self.used[0] = self._keep(root, fresh)
        self.tree, self.root, self.seat = fresh, root, seat
        self.table = root.copy()
        self.rng[0] = seed_of(seed, view.plies)
        usual = EXPLORE_ALONE if view.players == 1 else EXPLORE_AMONG
        explore = usual if settings.explore is None else settings.explore
        self.ways[0] = (explore, 0.0, 1.0, settings.guided, settings.evenly)

    def _keep(self, root: Records, fresh: Records) -> int:
        """Copy what the tree knows of a new root; the number of nodes, at least the root."""
        if self.root is None or self.game.rules.SECRETS:
            return 1  # what was dealt again to think before is not what is dealt again now
        depth = int(root["plies"][0] - self.root["plies"][0])
        if not 0 < depth <= FAR:
            return 1
        stack = np.repeat(self.root, depth + 1)
        raw = stack.view(np.uint8).reshape(depth + 1, -1)
        at = np.zeros(depth + 1, np.int64)
        node = self.kernel.follow(self.tree, stack, raw, at, depth, root.view(np.uint8))
        if node == 0:
            return 1
        origin = np.zeros(len(fresh), np.int64)
        return int(self.kernel.lift(self.tree, node, fresh, origin))

    def run(self, settings: Settings, progress: Callable[[float], object]) -> None:
        """Think until the budget is spent; however short the time, not without a thought."""
        assert self.root is not None
        begin, spent = time.monotonic(), 0.0
        most = settings.simulations or MOST
        while self.done < most and spent < 1:
            progress(max(spent, self.done / most))
            n = min(CHUNK, most - self.done)
            args = (self.tree, self.used, self.path, self.values, self.rng, self.ways)
            self.kernel.think(self.root, self.table, *args, self.seat, n)
            if settings.seconds:
                spent = (time.monotonic() - begin) / settings.seconds

    def thoughts(self) -> list[Thought]:
        """What the search thinks of the actions of the root."""
        found = []
        child = int(self.tree["child"][0])
        while child != 0:
            node = self.tree[child]
            visits = int(node["visits"])
            players = int(self.root["players"][0])  # type: ignore[index]
            shares = [float(total) / max(visits, 1) for total in node["total"][:players]]
            if node["action"] >= 0 and visits:
                spread = max(float(node["square"]) / visits - shares[self.seat] ** 2, 0.0)
                error = 1.96 * sqrt((spread + 1 / visits) / visits)  # never quite sure
                found.append(Thought(int(node["action"]), visits, shares, error))
            child = int(node["next"])
        return sorted(found)
