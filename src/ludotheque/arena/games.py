"""Play the games of a match: what one is, what comes of it, and a batch of them.

A game is named by its deal, table and rotation, and depends on nothing else but the match:
however a match is cut into batches and wherever they are played, its games are the same.
"""

from __future__ import annotations

import tempfile
import traceback
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from ludotheque.arena.dice import Dice
from ludotheque.arena.players import player
from ludotheque.arena.seating import Table, rotated
from ludotheque.bots import Bot
from ludotheque.errors import BadRequest, LudothequeError
from ludotheque.game import Game, load
from ludotheque.luck import seed_of
from ludotheque.parts import CHANCE, NOBODY
from ludotheque.state import Action, Base

DICE, CHOICES = 0, 1  # two uses of a seed that must not meet
WARM: set[tuple[Game, str, int]] = set()  # the bots that have acted, by game and table


@dataclass(frozen=True)
class Spec:
    """What a match is: all that its games depend on."""

    game: str
    own_data: bytes | None  # a user's data file, else None
    data: str  # the fingerprint of the data
    rules: int  # the version
    players: int
    options: tuple[tuple[str, str], ...]
    bots: tuple[str, ...]
    tables: tuple[Table, ...]
    seed: int


class Key(NamedTuple):
    """One game of a match."""

    deal: int
    table: int
    rotation: int


class Thought(NamedTuple):
    """How long a seat has thought in a game."""

    turns: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def more(self, seconds: float) -> Thought:
        """The same after one more turn."""
        return Thought(self.turns + 1, self.seconds + seconds, max(self.longest, seconds))

    def rounded(self) -> Thought:
        """The same to the microsecond, as it is kept."""
        return Thought(self.turns, round(self.seconds, 6), round(self.longest, 6))


class Result(NamedTuple):
    """What came of a game; all lists are by seat."""

    key: Key
    payoffs: list[int]  # 60 times the share of the win
    scores: list[int]
    plies: int
    thought: list[Thought]  # the only part that differs from run to run


class Batch(NamedTuple):
    """Some games to be played one after another."""

    spec: Spec
    keys: tuple[Key, ...]


class Broken(NamedTuple):
    """A batch that could not be played, and why: an error of ours, or of a program."""

    problem: Exception


def run_batch(batch: Batch) -> list[Result]:
    """Play some games; every way of playing a match comes down to this."""
    game = game_of(batch.spec)
    return [play_game(game, batch.spec, key) for key in batch.keys]


def attempt(batch: Batch) -> list[Result] | Broken:
    """The same for another process: what goes wrong is sent back instead of raised."""
    try:
        return run_batch(batch)
    except BadRequest as problem:
        return Broken(problem)
    except Exception:  # perhaps of a kind that cannot be sent
        return Broken(RuntimeError(traceback.format_exc()))


def game_of(spec: Spec) -> Game:
    """The game that a match is played with, equipment included."""
    return load(spec.game) if spec.own_data is None else _with_data(spec.game, spec.own_data)


@cache
def _with_data(name: str, data: bytes) -> Game:
    with tempfile.TemporaryDirectory() as folder:  # the user's file may lie on another machine
        path = Path(folder) / "data.toml"
        path.write_bytes(data)
        return load(name, path)


def play_game(game: Game, spec: Spec, key: Key) -> Result:
    """Play one game with fresh bots, each of which sees what its seat may see."""
    table = rotated(spec.tables[key.table], key.rotation)
    players = [player(game, spec.bots[n]) for n in table]
    for one in players:
        one.begin()
    deal = seed_of(spec.seed, key.deal)
    dice = Dice(game, seed_of(deal, DICE))
    choices = seed_of(seed_of(seed_of(deal, CHOICES), key.table), key.rotation)
    seeds = [seed_of(choices, seat) for seat in range(spec.players)]
    thought = [Thought()] * spec.players
    chooser, began = NOBODY, 0
    s = game.start(spec.players, 0, **dict(spec.options))
    apply = game.rules.apply
    while s.player != NOBODY:
        seat = s.player
        if seat == CHANCE:
            action = dice.draw(s)
        else:
            view = game.observe(s, seat)
            warm_up(players[seat], view, seat)
            if seat != chooser:  # a turn has one seed
                chooser, began = seat, s.plies
            begin = perf_counter()
            action = ask(players[seat], view, seat, seed_of(seeds[seat], began))
            thought[seat] = thought[seat].more(perf_counter() - begin)
            check(game, s, action, players[seat])
        apply(s, action)
    everyone = range(spec.players)
    payoffs = [game.payoff(s, seat) for seat in everyone]
    scores = [game.score(s, seat) for seat in everyone]
    return Result(key, payoffs, scores, s.plies, [seat.rounded() for seat in thought])


def warm_up(player: Bot, view: Base, seat: int) -> None:
    """Once in a process, let a bot prepare itself untimed."""
    kind = (player.game, player.name, view.players)
    if kind not in WARM:
        WARM.add(kind)
        try:
            player.warm(view, seat)
        except LudothequeError as problem:
            raise broken(player, problem) from problem


def ask(player: Bot, view: Base, seat: int, seed: int) -> Action:
    """The bot's action; an error of its own names it."""
    try:
        return player.act(view, seat, seed)
    except LudothequeError as problem:
        raise broken(player, problem) from problem


def broken(player: Bot, problem: LudothequeError) -> BadRequest:
    """An error that names the bot that met it."""
    return BadRequest("error.arena.bot", bot=player.name, why=problem.message)


def check(game: Game, s: Base, action: Action, player: Bot) -> None:
    """Refuse an action that is not legal: a match proves nothing if a bot may break rules."""
    if action not in game.codes(s) or not game.rules.legal(s, action):
        refusal = game.why_not(s, action)
        assert refusal is not None
        raise BadRequest("error.arena.bot", bot=player.name, why=refusal.message)
