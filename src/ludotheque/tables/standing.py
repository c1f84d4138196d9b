"""How a table stands: what has become of its events, and the questions that can be asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Self, TypeVar

from ludotheque.errors import BadEvent, Refusal
from ludotheque.game import Game
from ludotheque.parts import CHANCE, NOBODY
from ludotheque.series import Series
from ludotheque.state import Action, Seat, clone
from ludotheque.tables import dice
from ludotheque.tables.checks import need
from ludotheque.tables.events import ORIGIN
from ludotheque.tables.opening import FORMAT, UNOPENED, Opening

WAITING, PLAYING, OVER, ABANDONED = "waiting", "playing", "over", "abandoned"

Position = Any  # a state of whatever game is played
Found = TypeVar("Found")


class Place(NamedTuple):
    """One seat at the table, and who plays it."""

    name: str = ""  # of a person
    bot: str = ""  # the bot that sits there
    promise: str = ""  # the hash of the bytes with which the person stirs the dice
    stand_in: str = ""  # the bot that plays while the person is away
    resigned: bool = False
    late: bool = False  # its time is up
    erased: bool = False  # the name was taken away, and a dash stands for it
    nameless: bool = False  # a person who gave no name

    @property
    def is_person(self) -> bool:
        """Whether a person sits there."""
        return bool(self.name) or self.nameless

    @property
    def is_taken(self) -> bool:
        """Whether somebody sits there."""
        return self.is_person or bool(self.bot)

    @property
    def driver(self) -> str:
        """The bot that plays the seat; empty if a person does."""
        return self.bot or self.stand_in


class Choice(NamedTuple):
    """A choice that may be taken back."""

    to: int  # how many actions stay
    freely: bool  # whether nobody need be asked
    states: list[Position]  # the one to go back to, and those since


@dataclass(frozen=True, slots=True)
class Result:
    """How a table ended; nobody has won and nothing was counted where it was given up."""

    seed: str = ""  # of the dice, as it is written
    winners: tuple[Seat, ...] = ()
    scores: tuple[int, ...] = ()


class Standing:
    """What stands on a table, who sits at it, and what its log has come to."""

    def __init__(self, name: str, seed: bytes | None = None) -> None:
        self.name = name
        self.seed = seed  # the secret of its dice; unknown to whoever only verifies
        self.number = -1  # of the last event
        self.head = ORIGIN  # its hash
        self.chain = b""  # the hash of the event that ended the game: what people compare
        self.at = 0  # when it happened
        self.ahead = 0  # of the machine's clock, which was set back since
        self.opening: Opening = UNOPENED
        self.format = FORMAT  # of the log
        self.places: list[Place] = []
        self.status = WAITING
        self.entropy: dict[Seat, bytes] = {}
        self.stir = dice.stirred({})
        self.draws = 0
        self.turn: tuple[Seat, int] = (NOBODY, 0)  # who chose last, and the ply of its first choice
        self.ply = 0  # what has happened on the board; an undo counts too, so it never returns
        self.actions: list[Action] = []
        self.trail: list[Position] = []  # those before the last actions, back to a die
        self.first_told = 0  # the first event on the board that is told to whoever comes later
        self.sealed: dict[Seat, Action] = {}
        self.salts: dict[Seat, str] = {}  # [seat] -> the salt with which it has sealed
        self.thought: dict[Seat, int] = {}  # [seat] -> its `used` before it sealed
        self.asked: tuple[Seat, int] | None = None  # who wants to go back, and to where
        self.agreed: frozenset[Seat] = frozenset()
        self.moved = 0  # when something last happened on the board
        self.returned = 0  # when somebody who was away last came back
        self.seated = 0  # when somebody last sat down
        self.came: list[Seat] = []  # the seats of people, in the order in which they sat down
        self.kept: list[str] = []  # [seat] -> who sat there in the game before, if anybody
        self.advised: dict[Seat, int] = {}  # [seat] -> the ply at which it last asked for a hint
        self.used: list[int] = []  # [seat] -> milliseconds of thought
        self.waved = 0  # reactions so far
        self.furthest = 0  # how many actions there ever were
        self.back: dict[Seat, int] = {}  # [seat] -> times it went or asked back since then
        self.handed: dict[Seat, int] = {}  # [seat] -> times it went on from another device
        self.renamed: dict[Seat, int] = {}  # [seat] -> times it was given another name
        self.left_by: dict[Seat, int] = {}  # [seat] -> times somebody got up from it
        self.result = Result()  # blank until the end
        self.next = ""  # the table where they play again
        self.frozen: BadEvent | None = None  # why it can only be read
        self._game: Game | None = None
        self.start: Position = None
        self.s: Position = None
        self._known: tuple[Position, dict[object, Any]] = (None, {})  # of a position

    @property
    def game(self) -> Game:
        """The game that is played."""
        assert self._game is not None
        return self._game

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.places)

    def copy(self) -> Self:
        """A table that goes its own way from here."""
        new = type(self).__new__(type(self))
        vars(new).update(vars(self))
        for name in ("places", "actions", "trail", "used"):
            setattr(new, name, getattr(self, name)[:])
        for name in ("entropy", "sealed", "salts", "thought"):
            setattr(new, name, getattr(self, name).copy())
        return new

    # ---- people

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self.status in (OVER, ABANDONED)

    def driver_of(self, seat: Seat) -> str:
        """The bot that acts for a seat now; empty if a person does."""
        return self.places[seat].driver or (self.opening.other_side if self.is_opposed() else "")

    def is_opposed(self, s: Position = None) -> bool:
        """Whether the other side of a game alone, which a bot plays, is to move."""
        s = self.s if s is None else s
        return bool(self.opening.other_side) and s is not None and self.game.other_side(s)

    def people(self) -> list[Seat]:
        """The seats of people who have not given up."""
        return [i for i, place in enumerate(self.places) if place.is_person and not place.resigned]

    @property
    def host(self) -> Seat | None:
        """Who came first and still sits here: in whose name the others are waited for."""
        return self.came[0] if self.came else None

    def is_full(self) -> bool:
        """Whether somebody sits in every seat."""
        return all(place.is_taken for place in self.places)

    def may_advise(self) -> bool:
        """Whether a person may ask for a hint: alone always, among people if it was agreed."""
        return self.opening.hints is not False or len(self.people()) < 2

    def silent(self) -> list[Seat]:
        """The seats that promised to stir the dice and have not yet done so."""
        return [i for i, p in enumerate(self.places) if p.promise and i not in self.entropy]

    def series(self) -> Series | None:
        """The series that the game belongs to, as it stood before it."""
        facts = self.opening.series
        return None if facts is None else facts.series(self.players)

    def all_agree(self) -> bool:
        """Whether everybody agrees with whoever asked to go back."""
        return self.asked is not None and {*self.people()} <= self.agreed | {self.asked[0]}

    # ---- time

    def keep_time(self, now: int) -> None:
        """Go on from the last event if the machine's clock is behind it."""
        self.ahead = max(self.ahead, self.at - now)

    def time(self, now: int) -> int:
        """The time here when the machine's clock says `now`: never before the last event."""
        return max(now + self.ahead, self.at)

    def spent(self, at: int) -> int:
        """The milliseconds that those to act have been thinking."""
        return max(at - self.moved, 0)

    def added(self) -> int:
        """The milliseconds that the clock gives back for each action."""
        return int(self.opening.clock.add * 1000) if self.opening.clock else 0

    def left(self, seat: Seat, now: int) -> int | None:
        """The milliseconds a seat has left to think; None without a clock."""
        return self.left_at(seat, self.time(now))

    def left_at(self, seat: Seat, at: int) -> int | None:
        """The same at a time of the table's own."""
        clock = self.opening.clock
        if clock is None:
            return None
        running = self.spent(at) if seat in self.acting() else 0
        return int(clock.seconds * 1000) - self.used[seat] - running

    # ---- the position: each question is answered once, until something happens on the board

    def acting(self) -> list[Seat]:
        """The seats that may act now and have not yet done so."""
        if self.status != PLAYING or self.frozen:
            return []
        return [seat for seat in self.choosing() if seat not in self.sealed]

    def choosing(self) -> list[Seat]:
        """The seats that the rules let act now, whether or not they have sealed a choice."""
        return self._made("choosing", lambda: self.game.acting(self.s))

    def view(self, seat: Seat) -> Position:
        """The position as a seat, or a spectator, sees it: to be looked at only."""
        if self.game.is_open:
            return self.s
        return self._made(("view", seat), lambda: self.game.observe(self.s, seat))

    def facing(self, seat: Seat) -> Position:
        """The same for a seat that is to act; where several choose, as if it were the first."""
        if self.s.player == seat or seat not in self.choosing():
            return self.view(seat)
        return self._made(("facing", seat), lambda: self.game.facing(self.s, seat))

    def why_not(self, seat: Seat, action: Action | str) -> Refusal | None:
        """Why a seat may not do something now, as far as it can see; None if it may."""
        found = self.game.why_not(self.facing(seat), action, seat)
        if found is None:
            self._made(("legal", seat, action), lambda: True)
        return found

    def is_legal(self, seat: Seat, action: Action) -> bool:
        """Whether a seat, or chance, may do something now; what it cannot see does not matter."""
        view = self.s if self.s.player == seat else self.facing(seat)
        key = ("legal", seat, action)
        return self._made(key, lambda: self.game.why_not(view, action) is None)

    def say(self, seat: Seat, action: Action) -> str:
        """What a seat, or chance, would do, in the game's notation."""
        view = self.s if self.s.player == seat else self.facing(seat)
        return self._made(("say", seat, action), lambda: self.game.say(view, action))

    def odds(self) -> dict[Action, int]:
        """What chance may do now, with the number of ways for each."""
        return self._made("odds", lambda: self.game.odds(self.s))

    def _made(self, what: object, make: Callable[[], Found]) -> Found:
        """Something about the position, made if it has not been yet."""
        if self._known[0] is not self.s:
            self._known = (self.s, {})
        known: dict[object, Found] = self._known[1]
        if what not in known:
            known[what] = make()
        return known[what]

    def last_choice(self, seat: Seat) -> Choice | None:
        """What a seat chose last; None behind a die or a reveal, and while others seal."""
        choice = self.last_action(seat)
        if choice is None:
            return None
        undone = zip(choice.states, self.actions[choice.to :], strict=False)
        return choice if all(self.game.can_undo(s, action) for s, action in undone) else None

    def last_action(self, seat: Seat) -> Choice | None:
        """The same behind a reveal too, which could be taken back in games of before."""
        if self.sealed or seat not in self.people():
            return None
        for back in range(1, len(self.trail) + 1):
            states = [*self.trail[-back:], self.s]
            if states[0].player == seat and not self.is_opposed(states[0]):
                turn = all(s.player == seat for s in states)
                return Choice(len(self.actions) - back, turn or self.people() == [seat], states)
        return None

    def outcome(self) -> tuple[tuple[Seat, ...], tuple[int, ...]]:
        """Who has won, and everybody's points; of two, one wins when the other gives up."""
        seats = range(self.players)
        scores = tuple(self.game.score(self.s, seat) for seat in seats)
        if self.game.over(self.s):
            return tuple(seat for seat in seats if self.s.winners >> seat & 1), scores
        need(self.players == 2)
        winners = tuple(seat for seat in seats if not self.places[seat].resigned)
        need(len(winners) == 1)
        return winners, scores

    # ---- the dice

    def purpose(self) -> str:
        """What the next draw is for."""
        return f"action {len(self.actions) + 1}"

    def draw(self, purpose: str, n: int, stir: bytes) -> dice.Lot:
        """The next number of the table's dice, below n."""
        assert self.seed is not None
        r = dice.draw(self.seed, self.name, self.draws, purpose, stir, n)
        return dice.Lot(self.draws, n, r)

    def need_drawn(self, lot: dice.Lot, purpose: str, n: int, stir: bytes) -> None:
        """A lot must have its number, its odds and, if the seed is known, its result."""
        need((lot.i, lot.n) == (self.draws, n) and 0 <= lot.r < n)
        seed = self.seed
        need(seed is None or lot.r == dice.draw(seed, self.name, lot.i, purpose, stir, n))

    # ---- what happens

    def step(self, action: Action) -> Position:
        """Play an action that is known to be legal; the state before."""
        before = self.s
        self.s = clone(before)
        self.game.rules.apply(self.s, action)
        self.trail = [*self.trail, before] if before.player != CHANCE else []
        self.actions.append(action)
        if before.player not in (CHANCE, self.turn[0]):
            self.turn = before.player, self.ply
        if self.game.told_since(self.s) == before.plies > 0:
            self.first_told = self.number + 1
        if len(self.actions) > self.furthest:
            self.furthest, self.back = len(self.actions), {}
        self.ply += 1
        self.forget_asking()
        return before

    def forget_asking(self) -> None:
        """Nobody asks to go back any more."""
        self.asked, self.agreed = None, frozenset()


def once_more(counts: dict[Seat, int], seat: Seat) -> dict[Seat, int]:
    """Counts with one more for a seat; a new dictionary, for copies of the table share them."""
    return counts | {seat: counts.get(seat, 0) + 1}
