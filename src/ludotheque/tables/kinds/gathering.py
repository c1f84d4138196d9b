"""What happens before the game: a table is laid, people come and go, the dice are stirred."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from ludotheque.game import load
from ludotheque.state import Base, Seat
from ludotheque.tables import dice, salted, stored
from ludotheque.tables.checks import hexadecimal, need, one_line, whole
from ludotheque.tables.dice import Lot
from ludotheque.tables.events import Event, Json
from ludotheque.tables.kinds.kind import Kind, SeatKind
from ludotheque.tables.opening import Opening
from ludotheque.tables.salted import Named
from ludotheque.tables.standing import PLAYING, WAITING, Place, Standing, once_more


@dataclass(frozen=True)
class Open(Kind):
    """The table is laid: game, options, seats, and the promise of honest dice."""

    CHANGES_SEATS = True
    HAS_ASIDE = True

    opening: Opening
    named: tuple[Named | None, ...] = ()  # who sat there in the game before, and their salts

    @classmethod
    def read(cls, event: Event) -> Self:
        need(event.seat is None and event.number == 0)
        opening = stored.read(Opening, event.body)
        return cls(replace(opening, kept=read_kept(event, opening)))

    def body(self) -> Json:
        body = stored.written(self.opening)
        if self.named:
            body["kept"] = [salted.hashed(one[1], one[0]) if one else "" for one in self.named]
        return body

    def aside(self) -> Json:
        return {"names": [one and list(one) for one in self.named]} if self.named else {}

    def apply(self, table: Standing) -> None:
        opening = self.opening
        need(table.number == -1 and opening.table == table.name)
        if table.seed is not None:
            need(opening.commitment == dice.commitment(table.name, table.seed))
        # So much holds even if nobody knows the game or its options any more.
        table.opening, table.format, table.seated = opening, opening.format, table.at
        table.places = [Place(bot=bot) for bot in opening.seats]
        table.used = [0] * table.players
        table.kept = [*(opening.kept or [""] * table.players)]
        game = load(opening.game)
        table.start = game.start(table.players, 0, **opening.options)
        table._game = game


def read_kept(event: Event, opening: Opening) -> tuple[str, ...] | None:
    """Who sat there in the game before, by name."""
    kept = event.body.get("kept")
    if kept is None:
        return None
    need(len(kept) == opening.players)
    if opening.format == 1:
        return tuple(one_line(name) if name else "" for name in kept)
    return tuple(
        salted.name_of(who, one) if who and one is not None else ""
        for who, one in zip(kept, event.aside["names"], strict=True)
    )


@dataclass(frozen=True)
class Sit(SeatKind):
    """A person sits down, whose name is chained as a salted hash."""

    CHANGES_SEATS = True
    HAS_ASIDE = True

    name: str
    salt: str  # of the name; empty in logs of the first format, and where the name is erased
    promise: str = ""
    is_erased: bool = False

    @classmethod
    def read(cls, event: Event) -> Self:
        aside = event.aside
        named = (aside["name"], aside["salt"]) if aside else None
        name = salted.name_of(hexadecimal(event.body["who"]), named)
        return cls(whole(event.seat), name, aside.get("salt", ""), promised(event), not aside)

    @classmethod
    def read_first(cls, event: Event) -> Self:
        return cls(whole(event.seat), one_line(event.body["name"]), "", promised(event))

    def body(self) -> Json:
        body = {"who": salted.hashed(self.salt, self.name)}
        return body | ({"promise": self.promise} if self.promise else {})

    def aside(self) -> Json:
        return {"name": self.name, "salt": self.salt}

    def apply(self, table: Standing) -> None:
        seat = self.seat
        need(table.status == WAITING and not table.places[seat].is_taken)
        table.places[seat] = Place(
            self.name, promise=self.promise, erased=self.is_erased, nameless=self.name == ""
        )
        table.seated = table.at
        table.came = [*table.came, seat]


@dataclass(frozen=True)
class Call(SeatKind):
    """A person who waits says what they are called."""

    CHANGES_SEATS = True
    HAS_ASIDE = True

    name: str
    salt: str  # of the name; empty where the name is erased
    is_erased: bool = False

    @classmethod
    def read(cls, event: Event) -> Self:
        aside = event.aside
        named = (aside["name"], aside["salt"]) if aside else None
        name = salted.name_of(hexadecimal(event.body["who"]), named)
        return cls(whole(event.seat), name, aside.get("salt", ""), not aside)

    def body(self) -> Json:
        return {"who": salted.hashed(self.salt, self.name)}

    def aside(self) -> Json:
        return {"name": self.name, "salt": self.salt}

    def apply(self, table: Standing) -> None:
        seat, place = self.seat, table.places[self.seat]
        need(table.status == WAITING and place.is_person)
        table.places[seat] = place._replace(
            name=self.name, erased=self.is_erased, nameless=self.name == ""
        )
        table.renamed = once_more(table.renamed, seat)


def promised(event: Event) -> str:
    """What somebody who sits down promises; empty if nothing."""
    return hexadecimal(event.body["promise"]) if "promise" in event.body else ""


@dataclass(frozen=True)
class Leave(SeatKind):
    """A person gets up before the game has begun."""

    CHANGES_SEATS = True
    IS_BARE = True

    def apply(self, table: Standing) -> None:
        seat = self.seat
        need(table.status == WAITING and table.places[seat].is_person)
        need(not table.entropy)  # or it could promise other bytes, knowing those of the others
        table.places[seat] = Place()
        table.came = [one for one in table.came if one != seat]
        table.left_by = once_more(table.left_by, seat)


@dataclass(frozen=True)
class Fill(SeatKind):
    """A bot is given a free seat."""

    CHANGES_SEATS = True

    bot: str

    def apply(self, table: Standing) -> None:
        seat = self.seat
        need(table.status == WAITING and not table.places[seat].is_taken and self.bot != "")
        table.places[seat] = Place(bot=self.bot)
        table.seated = table.at


def may_shrink(table: Standing) -> bool:
    """Whether seats may be taken away: not in the middle of a series, which counts on them."""
    series = table.opening.series
    return table.opening.first is None and (series is None or not series.scores)


@dataclass(frozen=True)
class Fewer(Kind):
    """Free seats are taken away, and those who sit move up: `seats` are the ones that stay."""

    CHANGES_SEATS = True

    seats: tuple[Seat, ...]

    def apply(self, table: Standing) -> None:
        stay = self.seats
        need(table.status == WAITING and not table.entropy)
        need(0 < len(stay) < table.players and sorted({*stay}) == [*stay])
        need(all(one in stay or not p.is_taken for one, p in enumerate(table.places)))
        need(may_shrink(table))
        start = table.game.start(len(stay), 0, **table.opening.options)
        moved = self.moved()
        table.start = start
        table.places = [table.places[one] for one in stay]
        table.kept = [table.kept[one] for one in stay]
        table.used = [0] * len(stay)
        table.came = [moved[one] for one in table.came]
        for counts in ("handed", "left_by", "renamed"):
            before = getattr(table, counts)
            setattr(table, counts, {moved[one]: n for one, n in before.items() if one in moved})
        table.seated = table.at

    def moved(self) -> dict[Seat, Seat]:
        """[old seat] -> the new one."""
        return {old: new for new, old in enumerate(self.seats)}


@dataclass(frozen=True)
class Entropy(SeatKind):
    """A seat shows the bytes that it promised."""

    shown: str  # in hexadecimal

    def apply(self, table: Standing) -> None:
        seat, shown = self.seat, bytes.fromhex(self.shown)
        need(table.status == WAITING and table.is_full() and seat not in table.entropy)
        need(len(shown) == dice.BYTES and dice.promise(shown) == table.places[seat].promise)
        table.entropy[seat] = shown


@dataclass(frozen=True)
class Begin(Kind):
    """The dice are stirred, and say who begins, unless the series does."""

    STATUS = PLAYING

    first: Seat
    silent: tuple[Seat, ...]
    i: int = -1  # the number of the draw, if there was one
    n: int = -1  # among how many
    r: int = -1  # what was drawn

    def apply(self, table: Standing) -> None:
        need(table.status == WAITING and table.is_full())
        need(list(self.silent) == table.silent())
        stir, first, draws = dice.stirred(table.entropy), table.opening.first, 0
        if first is None:
            table.need_drawn(Lot(self.i, self.n, self.r), "first", table.players, stir)
            first, draws = self.r, 1
        need(self.first == first)
        start = table.game.start(table.players, first, **table.opening.options)
        table.s = brought_to(table, start)
        table.start, table.actions = start, [*table.opening.brought]
        table.furthest = len(table.actions)
        table.stir, table.draws = stir, draws
        table.status, table.ply, table.moved = PLAYING, 1, table.at


def brought_to(table: Standing, start: Base) -> Base:
    """The position after what was played elsewhere; no hidden hand comes from there."""
    s, game = start, table.game
    for action in table.opening.brought:
        need(game.why_not(s, action) is None)
        s = game.after(s, action)
    need(s is start or game.over(s) or not game.rules.SECRETS)
    return s
