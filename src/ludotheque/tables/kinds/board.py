"""What happens on the board: plays and draws, choices in secret, and going back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from ludotheque.effects import tell
from ludotheque.parts import CHANCE, SPECTATOR
from ludotheque.state import Action, Seat
from ludotheque.tables import dice, salted, stored
from ludotheque.tables.checks import need, whole
from ludotheque.tables.dice import Lot
from ludotheque.tables.events import Event, Json
from ludotheque.tables.kinds.kind import Kind, SeatKind
from ludotheque.tables.standing import PLAYING, Choice, Standing, once_more
from ludotheque.tables.told import Telling, Told, words
from ludotheque.words.messages import Message


def tell_step(table: Standing, action: Action) -> Telling:
    """Play an action that is known to be legal, and tell what it and the rules did."""
    game = table.game
    before = table.step(action)
    witness, seal = game.witness(before), ""
    seen = effects = game.effects(before, action, table.s, SPECTATOR)
    if witness is not None:
        effects = game.effects(before, action, table.s, witness)
        if table.seed is not None:
            salt = salted.salt_of(table.seed, table.name, table.number + 1)
            seal = salted.sealed(salt, action)  # so it cannot be changed afterwards
    kept = before if any(one.is_held or one.is_thrown for one in seen) else None
    return Telling(witness, effects=effects, seen=seen, seal=seal, before=kept)


def show_deed(told: Told) -> Json:
    """What was done on the board, in the game's notation and in words."""
    body = told.event.body | told.event.aside
    shown = {"action": body["a"], "say": body["say"]}
    shown |= {name: body[name] for name in ("seal", "salt") if name in body}
    if told.words is not None:
        shown["tell"] = words(told.words)
    return shown


@dataclass(frozen=True)
class Play(SeatKind):
    """A seat acts; what several have sealed is opened once all have."""

    ON_THE_BOARD = True

    action: Action
    say: str
    salt: str | None = None  # of what was sealed

    def apply(self, table: Standing) -> Telling:
        seat, action = self.seat, self.action
        need(table.status == PLAYING and table.s.player == seat)
        is_open = seat not in table.sealed
        if is_open:
            need(table.choosing() == [seat])
        else:
            need(not table.acting() and table.sealed[seat] == action)
            need(self.salt == table.salts.get(seat))
        need(table.is_legal(seat, action) and table.say(seat, action) == self.say)
        telling = tell_step(table, action)
        for kept in (table.sealed, table.salts, table.thought):
            kept.pop(seat, None)
        if is_open:
            table.used[seat] += table.spent(table.at) - table.added()
        table.moved = table.at
        return telling

    show = staticmethod(show_deed)


@dataclass(frozen=True)
class Draw(Kind):
    """Chance acts, by the table's dice."""

    ON_THE_BOARD = True

    action: Action
    say: str
    i: int  # the number of the draw
    n: int  # among how many
    r: int  # what was drawn

    def apply(self, table: Standing) -> Telling:
        need(table.status == PLAYING and table.s.player == CHANCE)
        odds = table.odds()
        ways = sum(odds.values())
        table.need_drawn(Lot(self.i, self.n, self.r), table.purpose(), ways, table.stir)
        need(self.action == dice.picked(odds, self.r) and table.is_legal(CHANCE, self.action))
        need(table.say(CHANCE, self.action) == self.say)
        telling = tell_step(table, self.action)
        table.draws += 1
        table.moved = table.at
        return telling

    @classmethod
    def show(cls, told: Told) -> Json:
        return show_deed(told) | {name: told.event.body[name] for name in ("i", "n", "r")}


def sentence_of(table: Standing, seat: Seat, action: Action) -> Message:
    """What a seat does in secret, told as if it had been done: the others have not moved yet."""
    view = table.facing(seat)
    return next(tell(table.game.name, table.game.effects(view, action, view, seat)))


@dataclass(frozen=True)
class Seal(SeatKind):
    """A seat chooses in secret while others still do; all see the salted hash of it."""

    ON_THE_BOARD = True
    HAS_ASIDE = True

    action: Action
    say: str
    salt: str  # empty in logs of the first format, in which all is in the body

    @classmethod
    def read(cls, event: Event) -> Self:
        return stored.read(cls, salted.opened(event.body, event.aside), whole(event.seat))

    @classmethod
    def read_first(cls, event: Event) -> Self:
        return stored.read(cls, event.body | {"salt": ""}, whole(event.seat))

    def body(self) -> Json:
        return {"seal": salted.sealed(self.salt, self.action)}

    def aside(self) -> Json:
        return {"a": self.action, "say": self.say, "salt": self.salt}

    def apply(self, table: Standing) -> Telling:
        seat, action = self.seat, self.action
        need(seat in table.acting() and len(table.choosing()) > 1)
        need(table.is_legal(seat, action) and table.say(seat, action) == self.say)
        if self.salt:
            table.salts[seat] = self.salt
        table.thought[seat] = table.used[seat]
        table.used[seat] += table.spent(table.at) - table.added()
        table.sealed[seat] = action
        seal = salted.sealed(self.salt, action) if self.salt else ""
        return Telling(seat, sentence_of(table, seat, action), seal=seal)

    show = staticmethod(show_deed)


@dataclass(frozen=True)
class Unseal(SeatKind):
    """A seat takes back what it chose in secret, and its clock has never stopped."""

    IS_BARE = True

    def apply(self, table: Standing) -> None:
        seat = self.seat
        need(table.status == PLAYING)
        del table.sealed[seat]
        table.salts.pop(seat, None)
        table.used[seat] = table.thought.pop(seat)
        table.back = once_more(table.back, seat)


def choice_to(table: Standing, seat: int, to: int) -> Choice:
    """The choice of a seat that may be taken back, which must lead back so far."""
    of_before = table.opening.rules < table.game.version
    choice = table.last_action(seat) if of_before else table.last_choice(seat)
    need(table.status == PLAYING)
    if choice is None or choice.to != to:
        raise ValueError
    return choice


@dataclass(frozen=True)
class Undo(SeatKind):
    """The board goes back: within a turn, or if all agree; no die is ever taken back."""

    to: int  # how many actions stay

    def apply(self, table: Standing) -> None:
        seat, to, choice = self.seat, self.to, choice_to(table, self.seat, self.to)
        need(choice.freely or (table.asked == (seat, to) and table.all_agree()))
        if seat in table.acting():
            table.used[seat] += table.spent(table.at)
        for undone in choice.states[:-1]:
            table.used[undone.player] += table.added()
        table.s, table.actions = choice.states[0], table.actions[:to]
        table.trail = table.trail[: 1 - len(choice.states)]
        table.ply += 1
        table.moved = table.at
        table.forget_asking()
        table.back = once_more(table.back, seat)


@dataclass(frozen=True)
class Ask(SeatKind):
    """A seat asks the others to go back."""

    to: int

    def apply(self, table: Standing) -> None:
        need(not choice_to(table, self.seat, self.to).freely)
        table.asked, table.agreed = (self.seat, self.to), frozenset()
        table.back = once_more(table.back, self.seat)


@dataclass(frozen=True)
class Consent(SeatKind):
    """Another person agrees to go back, or does not."""

    yes: bool

    def apply(self, table: Standing) -> None:
        seat = self.seat
        need(table.status == PLAYING and seat in table.people())
        need(table.asked is not None and table.asked[0] != seat)
        if self.yes:
            table.agreed |= {seat}
        else:
            table.forget_asking()
