"""A match from beginning to end: shared out, kept as it comes, resumed, summed up."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil
from pathlib import Path
from time import perf_counter

from ludotheque.arena.games import Batch, Broken, Key, Result, Spec
from ludotheque.arena.players import player
from ludotheque.arena.results_file import Keeper
from ludotheque.arena.seating import tables_of
from ludotheque.arena.standing import Standing, standing_of
from ludotheque.arena.workers import Engine, Here, Pool
from ludotheque.data import raw_data
from ludotheque.errors import BadRequest
from ludotheque.game import Game

BATCH_SECONDS = 2.0  # long enough to be worth sending, short enough to lose
GROWTH = 4  # the first batches tell little: each may be so many times the last
TRIES = 3  # how often a game is begun whose process dies


def match(
    game: Game,
    bots: Sequence[str],
    games: int = 100,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    *,
    each: bool = False,
    jobs: int | None = None,
    ray: str | None = None,
    keep: str | Path | None = None,
    progress: Callable[[int, int], object] = lambda _done, _total: None,
) -> Standing:
    """Play a match between bots and sum it up.

    With `keep`, results are written to a file as they come, and a match broken off goes on
    from it.  `ray` is the address of a cluster, or `"local"`.
    """
    played = Match(game, bots, games, players, seed, options, each=each, keep=keep)
    for done in played.play(jobs, ray):
        progress(done, played.total)
    return played.standing()


class Match:
    """A match that may be looked at while it is played."""

    def __init__(
        self,
        game: Game,
        bots: Sequence[str],
        games: int = 100,
        players: int | None = None,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        *,
        each: bool = False,
        keep: str | Path | None = None,
    ) -> None:
        self.spec = spec_of(game, bots, players, seed, options or {}, each)
        if games < 1:
            raise BadRequest("error.arena.games", given=games)
        self.a_deal = len(self.spec.tables) * self.spec.players
        self.deals = ceil(games / self.a_deal)
        self.total = self.deals * self.a_deal
        self.keeper = None if keep is None else Keeper(Path(keep), self.spec, game.data_names)
        kept = [] if self.keeper is None else self.keeper.read()
        self.results = {result.key: result for result in kept}

    def todo(self) -> list[Key]:
        """The games not played yet, deal after deal."""
        every = (
            Key(deal, table, rotation)
            for deal in range(self.deals)
            for table in range(len(self.spec.tables))
            for rotation in range(self.spec.players)
        )
        return [key for key in every if key not in self.results]

    def play(self, jobs: int | None = None, ray: str | None = None) -> Iterator[int]:
        """Play what is missing; after each batch, the number of games that are done."""
        missing = self.todo()
        done = self.total - len(missing)
        yield done
        if not missing:
            return
        engine = engine_of(min(jobs or cores(), len(missing)), ray)
        try:
            for results in batches(self.spec, missing, engine):
                if self.keeper is not None:
                    self.keeper.add(results)
                self.results.update((result.key, result) for result in results)
                done += len(results)
                yield done
        finally:
            engine.close()

    def standing(self) -> Standing:
        """How the match stands."""
        return standing_of(self.spec, self.results, self.deals)


def spec_of(
    game: Game,
    bots: Sequence[str],
    players: int | None,
    seed: int,
    options: Mapping[str, object],
    each: bool,
) -> Spec:
    """What a match is, checked: the game starts so, and every bot can play it."""
    for name in options:
        game.option(name)  # `first` is none: seats go round
    start = game.start(players, 0, **options)
    fewest = 2 if start.players > 1 else 1
    if len(bots) < fewest:
        raise BadRequest("error.arena.few", found=len(bots), right=fewest)
    for name in bots:
        player(game, name)
    rules = game.rules
    return Spec(
        game=game.name,
        own_data=raw_data(rules.__name__, str(rules.__file__)) if game.is_own_data else None,
        data=game.data,
        rules=game.version,
        players=start.players,
        options=tuple(game.chosen(start).items()),
        bots=tuple(bots),
        tables=tables_of(len(bots), start.players, each),
        seed=seed,
    )


def cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def engine_of(jobs: int, ray: str | None) -> Engine:
    """Where to play."""
    if ray is not None:
        from ludotheque.arena.ray import Cluster

        return Cluster(ray, jobs)
    return Here() if jobs == 1 else Pool(jobs)


def batches(spec: Spec, keys: Sequence[Key], engine: Engine) -> Iterator[list[Result]]:
    """Play games on an engine, batch after batch as they are finished."""
    waiting = deque(keys)
    begun: dict[Batch, float] = {}
    deaths: Counter[Key] = Counter()
    size = 1
    while waiting or begun:
        while waiting and len(begun) < engine.slots:
            share = min(size, ceil(len(waiting) / engine.slots))
            batch = Batch(spec, tuple(waiting.popleft() for _ in range(share)))
            begun[batch] = perf_counter()
            engine.start(batch)
        batch, results = engine.finish()
        seconds = perf_counter() - begun.pop(batch)
        if isinstance(results, Broken):
            raise results.problem
        if results is None:
            deaths.update(batch.keys)
            if deaths[batch.keys[0]] >= TRIES:
                raise BadRequest("error.arena.died", n=TRIES, deal=batch.keys[0].deal)
            waiting.extendleft(reversed(batch.keys))
            continue
        fitting = int(len(results) * BATCH_SECONDS / seconds)
        size = max(1, min(fitting, GROWTH * len(results)))
        yield results
