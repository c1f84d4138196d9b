"""Games of a bot against itself, and what is kept of them: positions, and how it ended.

Kept are positions where the search would judge: those that are `settled`, if the game says which
these are, else every choice.  Of each, the facts about every seat, and the share of the win that
everybody had in the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludotheque.bots.search import SearchBot, Settings, Thought
from ludotheque.engines import engine
from ludotheque.game import Game, load
from ludotheque.luck import below, seed_of
from ludotheque.packing import pack
from ludotheque.parts import CHANCE, NOBODY, WHOLE
from ludotheque.state import Action, Base

Floats = NDArray[np.float32]
CURIOUS = 10  # of a hundred turns, those in which it tries what it thinks less of


class Task(NamedTuple):
    """Some games to be played by one process."""

    game: str
    players: int
    seed: int
    first: int  # the number of its first game
    games: int
    simulations: int  # 0: everybody plays at random
    numbers: str  # the file with what was learned so far


class Samples(NamedTuple):
    """Positions, one after another, and the game that each is of."""

    facts: Floats  # [position][seat][fact]
    shares: Floats  # [position][seat]
    plies: Floats  # [position]
    game: Floats  # [position]

    @staticmethod
    def of(parts: list[Samples]) -> Samples:
        """Several lots as one."""
        return Samples(*(np.concatenate(column) for column in zip(*parts, strict=True)))


class Looker:
    """Reads the facts about positions by the kernel that the search uses."""

    def __init__(self, game: Game, players: int) -> None:
        self.engine = engine(game)
        self.width = int(game.part("facts").FACTS)
        self.players = players
        self.state = self.engine.block("states", 1)
        self.rows = self.engine.block("shares", players, self.width)

    def facts(self, s: Base) -> Floats:
        """[seat][fact] of a position."""
        self.state[0] = pack(s)
        self.engine.call("value.look_at", self.state, self.rows)
        flat = np.frombuffer(self.rows.dump(), np.float64)
        return flat.reshape(self.players, self.width).astype(np.float32)


def play(task: Task) -> Samples:
    """Play the games of a task."""
    game = load(task.game)
    looker = Looker(game, task.players)
    return Samples.of([one_game(game, task, looker, n) for n in range(task.games)])


def one_game(game: Game, task: Task, looker: Looker, n: int) -> Samples:
    """Play one game, and keep what is to be learned from."""
    rng = [seed_of(task.seed, task.first + n)]
    choose = chooser(game, task, rng)
    s = game.start(task.players, below(rng, task.players))
    facts: list[Floats] = []
    plies: list[int] = []
    is_kept = keeping(game)
    while s.player != NOBODY:
        if is_kept(s):
            facts.append(looker.facts(s))
            plies.append(s.plies)
        action = game.playout.choose(s, rng) if s.player == CHANCE else choose(s)
        game.rules.apply(s, action)
    shares = np.array([game.payoff(s, seat) / WHOLE for seat in range(s.players)], np.float32)
    kept = len(facts)
    return Samples(
        np.stack(facts),
        np.tile(shares, (kept, 1)),
        np.array(plies, np.float32),
        np.full(kept, task.first + n, np.float32),
    )


def keeping(game: Game) -> Callable[[Base], bool]:
    """Which positions are kept."""
    settled: Callable[[Base], bool] | None = getattr(game.part("advice"), "settled", None)
    return settled or (lambda s: s.player >= 0)


def chooser(game: Game, task: Task, rng: list[int]) -> Callable[[Base], Action]:
    """What plays all seats, each from what it sees."""
    if task.simulations == 0:
        return lambda s: game.playout.choose(s, rng)
    settings = Settings(task.simulations, numbers=task.numbers)
    minds = [SearchBot(game, "learner", settings) for _ in range(task.players)]

    def choose(s: Base) -> Action:
        legal = game.legal_actions(s)
        if len(legal) == 1:
            return legal[0]
        thoughts = minds[s.player].thoughts(
            game.observe(s, s.player), s.player, below(rng, 1 << 30)
        )
        return curious(thoughts, rng) if below(rng, 100) < CURIOUS else most(thoughts).action

    return choose


def most(thoughts: list[Thought]) -> Thought:
    """The action tried most."""
    return max(thoughts, key=lambda thought: thought.visits)


def curious(thoughts: list[Thought], rng: list[int]) -> Action:
    """An action, as likely as it was tried often."""
    ticket = below(rng, sum(thought.visits for thought in thoughts))
    for thought in thoughts:
        ticket -= thought.visits
        if ticket < 0:
            return thought.action
    raise AssertionError("more than all visits")


def tasks(task: Task, size: int) -> Iterator[Task]:
    """The same games in lots of a size."""
    for first in range(0, task.games, size):
        games = min(size, task.games - first)
        yield task._replace(first=task.first + first, games=games)
