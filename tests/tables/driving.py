"""Evenings at a table: people who pick among what they are shown, and do what people do."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from every import Case, cases

from ludotheque.errors import IllegalAction, Refused
from ludotheque.tables import commands, dice, views
from ludotheque.tables.commands import Wish
from ludotheque.tables.draft import Draft
from ludotheque.tables.events import Event
from ludotheque.tables.kinds import REACTIONS
from ludotheque.tables.opening import Clock
from ludotheque.tables.table import PLAYING, WAITING, Table, Told

NOON = 1_763_200_000_000
NAMES = ("Alice", "Bruno", "Chloé", "Driss", "Élise", "Farid")
LONG_GAMES = ("=9", "=99", "=999")  # options under which a random game takes an hour


def some_cases(name: str, count: int) -> list[Case]:
    """A few cases of a game: from the fewest players to the most, with other options each."""
    every = [case for case in cases((name,)) if not str(case).endswith(LONG_GAMES)]
    return [every[i * (len(every) - 1) // max(count - 1, 1)] for i in range(count)]


def facts(table: Table) -> dict[str, Any]:
    """All that a table is."""
    return {name: value for name, value in vars(table).items() if not name.startswith("_")}


class Evening:
    """A table, all that was told of it, and the next whim of the people at it."""

    def __init__(self, case: Case, number: int = 0, **wish: Any) -> None:
        self.case = case
        self.whim = random.Random(f"{case} {number}")
        self.seed = sha256(f"{case} {number}".encode()).digest()
        self.now = NOON
        self.batches: list[list[Told]] = []  # what each decision told
        self.tables: list[Table] = []  # as they were after it
        self.refused: list[Refused] = []
        usual = {"seats": [""] * case.players, "stand_in": "random", "options": dict(case.options)}
        if "clock" in wish:
            wish["clock"] = Clock(*wish["clock"])
        wished = Wish(game=case.name, **usual | wish)
        self.table = Table(f"table-{number}", self.seed)
        self.take(drafted(commands.lay, self.table, wished, self.now))

    @property
    def told(self) -> list[Told]:
        return [one for batch in self.batches for one in batch]

    @property
    def events(self) -> list[Event]:
        return [one.event for one in self.told]

    def take(self, draft: Draft) -> None:
        self.table = draft.table
        self.batches.append(draft.told)
        self.tables.append(draft.table)

    def do(self, command: Callable[..., None], *args: Any) -> bool:
        """Try something; whether it was done."""
        self.now += self.whim.randrange(1, 3_000)
        try:
            draft = drafted(command, self.table, *args, self.now)
        except Refused as problem:
            self.refused.append(problem)
            return False
        if draft.told:
            self.take(draft)
        return bool(draft.told)

    # ---- before the game

    def sit(self, *seats: int) -> Evening:
        """People sit down, without any ado; all of them unless seats are named."""
        kept = self.table.opening.kept or NAMES  # who sat there in the game before
        for seat in seats or range(self.case.players):
            assert self.do(commands.sit, seat, kept[seat], "")
        return self

    def gather(self) -> None:
        """People sit down in any order, change their minds, and some stir the dice."""
        bytes_of: dict[int, bytes] = {}
        order = [*range(self.case.players)]
        self.whim.shuffle(order)
        for seat in order:
            if self.table.people() and self.whim.random() < 0.15:
                self.do(commands.fill, seat, "random")
                continue
            if self.whim.random() < 0.1 and self.take_away(seat):
                moved = [one for one in range(self.case.players) if one != seat]
                bytes_of = {moved.index(one): shown for one, shown in bytes_of.items()}
                break
            for _ in range(self.whim.choice((1, 1, 2))):
                if self.table.places[seat].is_person:
                    if self.table.people() == [seat] or self.table.status != WAITING:
                        break
                    self.do(commands.leave, seat)
                bytes_of[seat] = self.whim.randbytes(dice.BYTES)
                promise = dice.promise(bytes_of[seat]) if self.whim.random() < 0.5 else ""
                self.do(commands.sit, seat, NAMES[seat], promise)
                if self.whim.random() < 0.1:
                    self.do(commands.call, seat, self.whim.choice(("", f"{NAMES[seat]} B.")))
        for seat in self.table.silent():
            if self.whim.random() < 0.8:
                self.do(commands.stir, seat, bytes_of[seat])
        if self.table.status == WAITING:
            self.now += 10_000
            assert self.do(commands.begin_without, 10)

    def take_away(self, seat: int) -> bool:
        """The last free seat is taken away, where one may play without it."""
        free = [one for one, place in enumerate(self.table.places) if not place.is_taken]
        return free == [seat] and self.do(commands.fewer, self.table.host, seat)

    # ---- at the board

    def shown(self, seat: int, **how: Any) -> dict[str, Any]:
        """What a seat is sent after the last decision."""
        return views.frame(self.table, self.batches[-1], seat, self.now, **how)

    def options_of(self, seat: int) -> list[int]:
        """What a seat may do, as it is told; bots look at the board themselves."""
        if self.table.places[seat].driver:
            view = self.table.game.facing(self.table.s, seat)
            return self.table.game.legal_actions(view)
        return [option["id"] for option in self.shown(seat)["actions"]]

    def act(self) -> None:
        """Somebody whose turn it is does something that is allowed."""
        seat = self.whim.choice(self.table.acting())
        action = self.whim.choice(self.options_of(seat))
        assert self.do(commands.play, seat, action, self.table.ply)

    def fuss(self) -> None:
        """Somebody does something else, or tries to."""
        seat = self.whim.randrange(self.table.players)
        if not self.table.places[seat].is_person:
            return
        what = self.whim.random()
        if self.table.asked is not None and what < 0.7:
            self.do(commands.consent, seat, self.whim.random() < 0.8)
        elif what < 0.05:
            self.do(commands.advise, seat)
        elif what < 0.2:
            self.do(commands.react, seat, self.whim.choice(REACTIONS))
        elif what < 0.7:
            self.do(commands.undo, seat)
        elif what < 0.85:
            self.now += self.whim.choice((0, 120_000))
            self.do(commands.stand_in, seat)
        elif what < 0.95:
            self.do(commands.come_back, seat)
        elif what < 0.96:
            self.do(commands.resign, seat)
        elif what < 0.965:
            self.do(commands.abandon)
        elif what < 0.98:
            self.do(commands.hand, seat)
        else:
            with_wrong_ply = self.whim.randrange(self.table.ply)
            assert not self.do(commands.play, seat, 0, with_wrong_ply)

    def steps(self, fuss: float = 0.15) -> Iterator[Evening]:
        """An evening from the first guest to the last action; stops after every decision."""
        if self.table.status == WAITING:
            self.gather()
        yield self
        while self.table.status == PLAYING:
            if self.whim.random() < fuss:
                self.fuss()
            else:
                self.act()
            yield self

    def spent(self, fuss: float = 0.15) -> Evening:
        """The whole evening."""
        for _ in self.steps(fuss):
            pass
        return self

    def until(self, wanted: Callable[[Table], bool]) -> Evening:
        """Play, without any fuss, to the first moment of a kind."""
        while not wanted(self.table):
            self.act()
        return self


def drafted(command: Callable[..., None], table: Table, *args: Any) -> Draft:
    """What a command would do at a table; the last argument is when."""
    *facts, now = args
    draft = Draft(table, now)
    command(draft, *facts)
    return draft


class Rematch(NamedTuple):
    """The old table, the new one, and which old seat's person sits where."""

    old: Draft
    new: Draft
    moves: dict[int, int]


def rematched(table: Table, name: str, seed: bytes, now: int) -> Rematch:
    """The same people at the next table."""
    old, new = Draft(table, now), Draft(Table(name, seed), now)
    return Rematch(old, new, commands.rematch(old, new))


def refusal_of(command: Callable[..., object], *args: Any) -> str:
    """The code with which a command is refused, in a sentence that both languages have."""
    try:
        if command.__module__ == commands.__name__:
            drafted(command, *args)  # type: ignore[arg-type]
        else:
            command(*args)
    except (Refused, IllegalAction) as problem:
        refused = problem
    else:
        return "done"
    assert refused.sentence("fr") != refused.sentence("en")
    return refused.code if isinstance(refused, Refused) else "illegal"
