"""A table, rebuilt from its events.

`take` is the only way in: it checks an event against everything before it, rules and dice
included, and a table that has taken all its events is proof that they fit together.

In the literature: event sourcing (Fowler 2005); the table is a left fold over its events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import zip_longest
from typing import Any, NamedTuple

from ludotheque.errors import BadEvent, LudothequeError
from ludotheque.game import Game, load
from ludotheque.parts import CHANCE, NOBODY, SPECTATOR
from ludotheque.series import Series
from ludotheque.state import Action, Seat
from ludotheque.tables import dice, salted
from ludotheque.tables.events import ORIGIN, Event, link
from ludotheque.words.messages import Message

FORMAT = 2  # of the logs written now; those of the first have names and choices in their bodies
WITH_ASIDE = frozenset({"open", "sit", "seal"})
LONG = 10**9  # more than any clock or score
WAITING, PLAYING, OVER, ABANDONED = "waiting", "playing", "over", "abandoned"
REACTIONS = ("hello", "bravo", "thanks", "oops", "luck", "hurry", "again", "bye")


class Place(NamedTuple):
    """One seat at the table, and who plays it."""

    name: str = ""  # of a person; empty while nobody sits there
    bot: str = ""  # the bot that sits there
    promise: str = ""  # the hash of the bytes with which the person stirs the dice
    stand_in: str = ""  # the bot that plays while the person is away
    resigned: bool = False
    late: bool = False  # its time is up
    erased: bool = False  # the name was taken away, and a dash stands for it

    @property
    def is_taken(self) -> bool:
        """Whether somebody sits there."""
        return bool(self.name or self.bot)

    @property
    def driver(self) -> str:
        """The bot that plays the seat; empty if a person does."""
        return self.bot or self.stand_in


class Told(NamedTuple):
    """An event with what can be told of it."""

    event: Event
    witness: Seat | None = None  # the only seat that may see what was done; None: all
    words: Message | None = None  # what was done
    news: tuple[Message, ...] = ()  # what the rules did of themselves
    seal: str = ""  # what the others see of it: its salted hash
    hash: bytes = b""


class Table:
    """What stands on a table, who sits at it, and what its log has come to."""

    def __init__(self, name: str, seed: bytes | None = None) -> None:
        self.name = name
        self.seed = seed  # the secret of its dice; unknown to whoever only verifies
        self.number = -1  # of the last event
        self.head = ORIGIN  # its hash
        self.chain = b""  # the hash of the event that ended the game: what people compare
        self.at = 0  # when it happened
        self.ahead = 0  # of the machine's clock, which was set back since
        self.opening: dict[str, Any] = {}
        self.format = FORMAT  # of the log
        self.places: list[Place] = []
        self.status = WAITING
        self.entropy: dict[Seat, bytes] = {}
        self.stir = dice.stirred({})
        self.draws = 0
        self.ply = 0  # what has happened on the board; an undo counts too, so it never returns
        self.actions: list[Action] = []
        self.trail: list[Any] = []  # the states before the last actions, back to a die or reveal
        self.sealed: dict[Seat, Action] = {}
        self.salts: dict[Seat, str] = {}  # [seat] -> the salt with which it has sealed
        self.thought: dict[Seat, int] = {}  # [seat] -> its `used` before it sealed
        self.asked: tuple[Seat, int] | None = None  # who wants to go back, and to where
        self.agreed: frozenset[Seat] = frozenset()
        self.moved = 0  # when something last happened on the board
        self.returned = 0  # when somebody who was away last came back
        self.seated = 0  # when somebody last sat down
        self.used: list[int] = []  # [seat] -> milliseconds of thought
        self.waved = 0  # reactions so far
        self.furthest = 0  # how many actions there ever were
        self.back: dict[Seat, int] = {}  # [seat] -> times it went or asked back since then
        self.handed: dict[Seat, int] = {}  # [seat] -> times it went on from another device
        self.left_by: dict[Seat, int] = {}  # [seat] -> times somebody got up from it
        self.result: dict[str, Any] = {}
        self.next = ""  # the table where they play again
        self.frozen: BadEvent | None = None  # why it can only be read
        self._game: Game | None = None
        self.start: Any = None
        self.s: Any = None
        self._known: tuple[Any, dict[Any, Any]] = (None, {})  # of a position

    @property
    def game(self) -> Game:
        """The game that is played."""
        assert self._game is not None
        return self._game

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.places)

    def copy(self) -> Table:
        """A table that goes its own way from here."""
        new = Table.__new__(Table)
        vars(new).update(vars(self))
        for name in ("places", "actions", "trail", "used"):
            setattr(new, name, getattr(self, name)[:])
        for name in ("entropy", "sealed", "salts", "thought"):
            setattr(new, name, getattr(self, name).copy())
        return new

    # ---- questions

    @property
    def is_over(self) -> bool:
        """Whether nothing more can be played."""
        return self.status in (OVER, ABANDONED)

    def people(self) -> list[Seat]:
        """The seats of people who have not given up."""
        return [i for i, place in enumerate(self.places) if place.name and not place.resigned]

    def acting(self) -> list[Seat]:
        """The seats that may act now and have not yet done so."""
        if self.status != PLAYING or self.frozen:
            return []
        return [seat for seat in self.game.acting(self.s) if seat not in self.sealed]

    def view(self, seat: Seat) -> Any:
        """The position as a seat, or a spectator, sees it: made once, and to be looked at only."""
        if self.game.is_open:
            return self.s
        return self._made(("view", seat), lambda: self.game.observe(self.s, seat))

    def facing(self, seat: Seat) -> Any:
        """The same for a seat that is to act; where several choose, as if it were the first."""
        if self.s.player == seat or seat not in self.game.acting(self.s):
            return self.view(seat)
        return self._made(("facing", seat), lambda: self.game.facing(self.s, seat))

    def odds(self) -> dict[Action, int]:
        """What chance may do now, with the number of ways for each."""
        found: dict[Action, int] = self._made("odds", lambda: self.game.odds(self.s))
        return found

    def _made(self, what: Any, make: Callable[[], Any]) -> Any:
        """Something about the position, made if it has not been yet."""
        if self._known[0] is not self.s:
            self._known = (self.s, {})
        known = self._known[1]
        if what not in known:
            known[what] = make()
        return known[what]

    def is_full(self) -> bool:
        """Whether somebody sits in every seat."""
        return all(place.is_taken for place in self.places)

    def silent(self) -> list[Seat]:
        """The seats that promised to stir the dice and have not yet done so."""
        return [i for i, p in enumerate(self.places) if p.promise and i not in self.entropy]

    def keep_time(self, now: int) -> None:
        """Go on from the last event if the machine's clock is behind it."""
        self.ahead = max(self.ahead, self.at - now)

    def time(self, now: int) -> int:
        """The time here when the machine's clock says `now`: never before the last event."""
        return max(now + self.ahead, self.at)

    def left(self, seat: Seat, now: int) -> int | None:
        """The milliseconds a seat has left to think; None without a clock."""
        clock = self.opening.get("clock")
        if not clock:
            return None
        running = spent(self, self.time(now)) if seat in self.acting() else 0
        return int(clock["seconds"] * 1000) - self.used[seat] - running

    def series(self) -> Series | None:
        """The series that the game belongs to, as it stood before it."""
        facts = self.opening.get("series")
        if not facts:
            return None
        found = Series(self.players, facts["games"], facts["keep_colours"], facts["first"])
        found.scores, found.won = [*facts["scores"]], [*facts["won"]]
        return found

    # ---- taking events

    def take(self, event: Event) -> Told:
        """Let an event happen; a BadEvent if it could not have, and then nothing has."""
        try:
            need(whole(event.number) == self.number + 1 and whole(event.at) >= self.at)
            need(not event.aside or (self.format > 1 and event.kind in WITH_ASIDE))
            told = TAKERS[event.kind](self, event)
        except BadEvent:
            raise
        except LudothequeError as problem:
            facts = {"number": event.number, "why": problem.message}
            raise BadEvent("error.event.why", **facts) from problem
        except Exception as problem:  # whatever a stranger wrote, it cannot have happened
            raise BadEvent("error.event", number=event.number, kind=event.kind) from problem
        self.number, self.at = event.number, event.at
        self.head = link(self.head, event)
        if event.kind in ("end", "abandon"):
            self.chain = self.head
        return told._replace(hash=self.head)

    def change(self, seat: Seat | None, **facts: Any) -> None:
        """Write something new about a seat."""
        seat = self.seat(seat)
        self.places[seat] = self.places[seat]._replace(**facts)

    def seat(self, seat: Seat | None) -> Seat:
        """A seat that is one."""
        need(0 <= whole(seat) < self.players)
        return whole(seat)

    def step(self, action: Action) -> tuple[Any, Any]:
        """Play an action; the state before, and what everybody saw of it."""
        before, seen = self.s, self.view(SPECTATOR)
        self.s = self.game.after(before, action)
        self.trail = [*self.trail, before] if self.game.can_undo(before, action) else []
        self.actions.append(action)
        if len(self.actions) > self.furthest:
            self.furthest, self.back = len(self.actions), {}
        self.ply += 1
        self.asked, self.agreed = None, frozenset()
        return before, seen


def need(holds: bool) -> None:
    """Refuse an event that could not have happened."""
    if not holds:
        raise ValueError


def whole(value: object) -> int:
    """A whole number; neither `true` nor `1.0` is one, though Python finds them equal."""
    if type(value) is not int:
        raise TypeError
    return value


def once_more(counts: dict[Seat, int], seat: Seat) -> dict[Seat, int]:
    """Counts with one more for a seat; a new dictionary, for copies of the table share them."""
    return counts | {seat: counts.get(seat, 0) + 1}


def number(value: object) -> int | float:
    """A number, whole or not."""
    if not isinstance(value, int | float) or type(value) is bool:
        raise TypeError
    return value


def hexadecimal(text: str) -> str:
    """A hash as it is written."""
    need(len(text) == 64 and bytes.fromhex(text).hex() == text)
    return text


# ---- before the game


def take_open(table: Table, event: Event) -> Told:
    """The table is laid: game, options, seats, and the promise of honest dice."""
    body = event.body
    need(event.number == 0 and event.seat is None and body["table"] == table.name)
    need_opening(body)
    if table.seed is not None:
        need(body["commitment"] == dice.commitment(table.name, table.seed))
    # So much holds even if nobody knows the game or its options any more.
    table.opening, table.seated = body | kept_names(event), event.at
    table.format = body.get("format", 1)
    table.places = [Place(bot=bot) for bot in body["seats"]]
    table.used = [0] * table.players
    game = load(body["game"])
    table.start = game.start(table.players, 0, **body["options"])
    table._game = game
    return Told(event)


def need_opening(body: dict[str, Any]) -> None:
    """All that an opening says is of its kind."""
    players = whole(body["players"])
    need(len(body["seats"]) == players and 1 <= whole(body.get("format", 1)) <= FORMAT)
    texts = [body[name] for name in ("game", "data", "stand_in", "commitment")]
    need(all(type(text) is str for text in (*texts, *body["seats"])))
    need(whole(body["rules"]) >= 0 and whole(body["patience"]) >= 0)
    need(type(body["listed"]) is bool and type(body["options"]) is dict)
    first, clock, series = body["first"], body["clock"], body["series"]
    need(first is None or 0 <= whole(first) < players)
    need(clock is None or all(0 <= number(clock[name]) < LONG for name in ("seconds", "add")))
    before = body.get("before")
    need(before is None or (whole(before["number"]) >= 0 and hexadecimal(before["chain"]) != ""))
    if series is not None:
        need(whole(series["games"]) > 0 and type(series["keep_colours"]) is bool)
        people = range(players)
        need(whole(series["first"]) in people and len(series["won"]) == len(series["scores"]))
        need(all(len(scores) == players for scores in series["scores"]))
        need(all(abs(whole(score)) < LONG for scores in series["scores"] for score in scores))
        need(all(whole(person) in people for won in series["won"] for person in won))


def kept_names(event: Event) -> dict[str, list[str]]:
    """Who sat there in the game before, by name."""
    kept = event.body.get("kept")
    if kept is None:
        return {}
    need(len(kept) == event.body["players"])
    if event.body.get("format", 1) == 1:
        return {"kept": [one_line(name) if name else "" for name in kept]}
    named = event.aside["names"]
    return {
        "kept": [
            salted.name_of(who, one) if who and one is not None else ""
            for who, one in zip(kept, named, strict=True)
        ]
    }


def one_line(name: str) -> str:
    """A name that can be shown."""
    need(name.splitlines() == [name] and name.encode() != b"")
    return name


def take_sit(table: Table, event: Event) -> Told:
    """A person sits down, whose name is chained as a salted hash."""
    seat, body, aside = table.seat(event.seat), event.body, event.aside
    need(table.status == WAITING and not table.places[seat].is_taken)
    if table.format == 1:
        name = one_line(body["name"])
    else:
        named = (aside["name"], aside["salt"]) if aside else None
        name = salted.name_of(hexadecimal(body["who"]), named)
    promise = hexadecimal(body["promise"]) if "promise" in body else ""
    table.change(seat, name=name, promise=promise, erased=table.format > 1 and not aside)
    table.seated = event.at
    return Told(event)


def take_leave(table: Table, event: Event) -> Told:
    """A person gets up before the game has begun."""
    seat = table.seat(event.seat)
    need(table.status == WAITING and table.places[seat].name != "")
    need(not table.entropy)  # or it could promise other bytes, knowing those of the others
    table.places[seat] = Place()
    table.left_by = once_more(table.left_by, seat)
    return Told(event)


def take_fill(table: Table, event: Event) -> Told:
    """A bot is given a free seat."""
    seat = table.seat(event.seat)
    need(table.status == WAITING and not table.places[seat].is_taken)
    need(type(event.body["bot"]) is str and event.body["bot"] != "")
    table.change(seat, bot=event.body["bot"])
    table.seated = event.at
    return Told(event)


def take_entropy(table: Table, event: Event) -> Told:
    """A seat shows the bytes that it promised."""
    seat = table.seat(event.seat)
    shown = bytes.fromhex(event.body["bytes"])
    need(table.status == WAITING and table.is_full() and seat not in table.entropy)
    need(len(shown) == dice.BYTES and dice.promise(shown) == table.places[seat].promise)
    table.entropy[seat] = shown
    return Told(event)


def take_begin(table: Table, event: Event) -> Told:
    """The dice are stirred, and say who begins."""
    body = event.body
    need(event.seat is None and table.status == WAITING and table.is_full())
    need([whole(seat) for seat in body["silent"]] == table.silent())
    stir, first = dice.stirred(table.entropy), table.opening.get("first")
    draws = 0
    if first is None:
        first = checked(table, body, "first", stir, table.players)
        draws = 1
    need(whole(body["first"]) == first)
    table.start = table.s = table.game.start(table.players, first, **table.opening["options"])
    table.stir, table.draws = stir, draws
    table.status, table.ply, table.moved = PLAYING, 1, event.at
    return Told(event)


def checked(table: Table, body: dict[str, Any], purpose: str, stir: bytes, n: int) -> int:
    """What was drawn; it must have its number, its odds and, if the seed is known, its result."""
    i, r = whole(body["i"]), whole(body["r"])
    need(i == table.draws and whole(body["n"]) == n and 0 <= r < n)
    need(table.seed is None or r == dice.draw(table.seed, table.name, i, purpose, stir, n))
    return r


# ---- on the board


def told_of(table: Table, event: Event, before: Any, seen: Any) -> Told:
    """A play or a draw in words, with what the rules did of themselves; `seen` by all before."""
    game, action = table.game, event.body["a"]
    witness = game.witness(before)
    seal = seal_of(table, event) if witness is not None else ""
    happened = tuple(game.news(seen, table.view(SPECTATOR)))
    return Told(event, witness, game.tell(before, action), happened, seal)


def seal_of(table: Table, event: Event) -> str:
    """What the others see of what only one seat may: so it cannot be changed afterwards."""
    if table.seed is None:
        return ""
    salt = salted.salt_of(table.seed, table.name, event.number)
    return salted.sealed(salt, event.body["a"])


def take_play(table: Table, event: Event) -> Told:
    """A seat acts; what several have sealed is opened once all have."""
    seat, action = table.seat(event.seat), whole(event.body["a"])
    need(table.status == PLAYING and table.s.player == seat)
    need(table.game.say(table.s, action) == event.body["say"])
    if seat in table.sealed:
        need(not table.acting() and table.sealed[seat] == action)
        need(event.body.get("salt") == table.salts.get(seat))
    else:
        need(table.game.acting(table.s) == [seat])
    before, seen = table.step(action)
    table.salts.pop(seat, None)
    if table.sealed.pop(seat, None) is None:
        table.used[seat] += spent(table, event.at) - added(table)
    table.thought.pop(seat, None)
    table.moved = event.at
    return told_of(table, event, before, seen)


def spent(table: Table, at: int) -> int:
    """The milliseconds that those to act have been thinking."""
    return max(at - table.moved, 0)


def added(table: Table) -> int:
    """The milliseconds that the clock gives back for each action."""
    clock = table.opening.get("clock")
    return int(clock["add"] * 1000) if clock else 0


def take_draw(table: Table, event: Event) -> Told:
    """Chance acts, by the table's dice."""
    need(table.status == PLAYING and table.s.player == CHANCE and event.seat is None)
    body, odds = event.body, table.odds()
    r = checked(table, body, purpose_of(table), table.stir, sum(odds.values()))
    need(whole(body["a"]) == dice.picked(odds, r))
    need(table.game.say(table.s, body["a"]) == body["say"])
    before, seen = table.step(body["a"])
    table.draws += 1
    table.moved = event.at
    return told_of(table, event, before, seen)


def purpose_of(table: Table) -> str:
    """What the next draw is for."""
    return f"action {len(table.actions) + 1}"


def take_seal(table: Table, event: Event) -> Told:
    """A seat chooses in secret while others still do; all see the salted hash of it."""
    seat, body = table.seat(event.seat), event.body
    choice = body if table.format == 1 else salted.opened(body, event.aside)
    action = whole(choice["a"])
    need(seat in table.acting() and len(table.game.acting(table.s)) > 1)
    view = table.facing(seat)
    need(table.game.why_not(view, action) is None)
    need(table.game.say(view, action) == choice["say"])
    if table.format > 1:
        table.salts[seat] = choice["salt"]
    table.thought[seat] = table.used[seat]
    table.used[seat] += spent(table, event.at) - added(table)
    table.sealed[seat] = action
    return Told(event, seat, table.game.tell(view, action), seal=body.get("seal", ""))


def take_unseal(table: Table, event: Event) -> Told:
    """A seat takes back what it chose in secret, and its clock has never stopped."""
    seat = table.seat(event.seat)
    need(table.status == PLAYING)
    del table.sealed[seat]
    table.salts.pop(seat, None)
    table.used[seat] = table.thought.pop(seat)
    table.back = once_more(table.back, seat)
    return Told(event)


class Choice(NamedTuple):
    """A choice that may be taken back."""

    to: int  # how many actions stay
    freely: bool  # whether nobody need be asked
    states: list[Any]  # the one to go back to, and those since


def last_choice(table: Table, seat: Seat) -> Choice | None:
    """What a seat chose last; None behind a die or a reveal, and while others seal."""
    if table.sealed or seat not in table.people():
        return None
    for back in range(1, len(table.trail) + 1):
        states = [*table.trail[-back:], table.s]
        if states[0].player == seat:
            turn = all(s.player == seat for s in states)
            return Choice(len(table.actions) - back, turn or table.people() == [seat], states)
    return None


def take_undo(table: Table, event: Event) -> Told:
    """The board goes back: within a turn, or if all agree; no die is ever taken back."""
    seat, to = table.seat(event.seat), whole(event.body["to"])
    choice = last_choice(table, seat)
    need(table.status == PLAYING and choice is not None and choice.to == to)
    assert choice is not None
    need(choice.freely or (table.asked == (seat, to) and all_agree(table)))
    if seat in table.acting():
        table.used[seat] += spent(table, event.at)
    for undone in choice.states[:-1]:
        table.used[undone.player] += added(table)
    table.s, table.actions = choice.states[0], table.actions[:to]
    table.trail = table.trail[: 1 - len(choice.states)]
    table.ply += 1
    table.moved = event.at
    table.asked, table.agreed = None, frozenset()
    table.back = once_more(table.back, seat)
    return Told(event)


def all_agree(table: Table) -> bool:
    """Whether everybody agrees with whoever asked to go back."""
    return table.asked is not None and {*table.people()} <= table.agreed | {table.asked[0]}


def take_ask(table: Table, event: Event) -> Told:
    """A seat asks the others to go back."""
    seat, to = table.seat(event.seat), whole(event.body["to"])
    choice = last_choice(table, seat)
    need(table.status == PLAYING and choice is not None and choice[:2] == (to, False))
    table.asked, table.agreed = (seat, to), frozenset()
    table.back = once_more(table.back, seat)
    return Told(event)


def take_consent(table: Table, event: Event) -> Told:
    """Another person agrees to go back, or does not."""
    seat = table.seat(event.seat)
    need(table.status == PLAYING and seat in table.people())
    need(table.asked is not None and table.asked[0] != seat)
    need(type(event.body["yes"]) is bool)
    if event.body["yes"]:
        table.agreed |= {seat}
    else:
        table.asked, table.agreed = None, frozenset()
    return Told(event)


# ---- people


def take_hand(table: Table, event: Event) -> Told:
    """A person goes on with the seat from another device."""
    seat = table.seat(event.seat)
    need(table.places[seat].name != "")
    table.handed = once_more(table.handed, seat)
    return Told(event)


def take_react(table: Table, event: Event) -> Told:
    """A seat waves."""
    need(event.body["what"] in REACTIONS and table.places[table.seat(event.seat)].name != "")
    table.waved += 1
    return Told(event)


def take_resign(table: Table, event: Event) -> Told:
    """A person gives up; among more than two a bot plays on in the seat."""
    need(table.status == PLAYING and table.seat(event.seat) in table.people())
    need(event.body["bot"] == table.opening["stand_in"])
    table.change(event.seat, resigned=True, stand_in=event.body["bot"])
    if table.asked is not None and table.asked[0] == event.seat:
        table.asked, table.agreed = None, frozenset()
    return Told(event)


def take_away(table: Table, event: Event) -> Told:
    """A bot plays for a person who is away."""
    need(table.status == PLAYING and table.seat(event.seat) in table.people())
    need(table.places[table.seat(event.seat)].stand_in == "")
    need(event.body["bot"] == table.opening["stand_in"])
    need(type(event.body.get("late", False)) is bool)
    table.change(event.seat, stand_in=event.body["bot"], late=event.body.get("late", False))
    return Told(event)


def take_back(table: Table, event: Event) -> Told:
    """The person is back."""
    place = table.places[table.seat(event.seat)]
    need(table.status == PLAYING and place.stand_in != "")
    need(not place.resigned and not place.late)
    table.change(event.seat, stand_in="")
    table.returned = event.at
    return Told(event)


# ---- the end


def take_end(table: Table, event: Event) -> Told:
    """The game is over: the result, and the seed of the dice."""
    need(event.seat is None and table.status == PLAYING)
    winners, scores = outcome(table)
    need([whole(seat) for seat in event.body["winners"]] == winners)
    need([whole(score) for score in event.body["scores"]] == scores)
    show_seed(table, event)
    table.status = OVER
    return Told(event)


def outcome(table: Table) -> tuple[list[Seat], list[int]]:
    """Who has won, and everybody's points; of two, one wins when the other gives up."""
    scores = [table.game.score(table.s, seat) for seat in range(table.players)]
    if table.game.over(table.s):
        return [seat for seat in range(table.players) if table.s.winners >> seat & 1], scores
    need(table.players == 2)
    winners = [seat for seat in range(2) if not table.places[seat].resigned]
    need(len(winners) == 1)
    return winners, scores


def take_abandon(table: Table, event: Event) -> Told:
    """The table is given up; its seed is shown all the same."""
    need(event.seat is None and not table.is_over)
    show_seed(table, event)
    table.status = ABANDONED
    return Told(event)


def show_seed(table: Table, event: Event) -> None:
    """The seed must be the one that was promised."""
    seed = bytes.fromhex(event.body["seed"])
    need(dice.commitment(table.name, seed) == table.opening["commitment"])
    table.result = event.body


def take_next(table: Table, event: Event) -> Told:
    """They play again, at another table."""
    need(event.seat is None and table.is_over and table.next == "")
    need(type(event.body["table"]) is str)
    table.next = event.body["table"]
    return Told(event)


TAKERS: dict[str, Callable[[Table, Event], Told]] = {
    "open": take_open,
    "sit": take_sit,
    "leave": take_leave,
    "fill": take_fill,
    "entropy": take_entropy,
    "begin": take_begin,
    "play": take_play,
    "draw": take_draw,
    "seal": take_seal,
    "unseal": take_unseal,
    "undo": take_undo,
    "ask": take_ask,
    "consent": take_consent,
    "hand": take_hand,
    "react": take_react,
    "resign": take_resign,
    "away": take_away,
    "back": take_back,
    "end": take_end,
    "abandon": take_abandon,
    "next": take_next,
}


ENDINGS = {"begin": PLAYING, "end": OVER, "abandon": ABANDONED}
ON_THE_BOARD = frozenset({"play", "draw", "seal"})


def rebuilt(
    name: str,
    seed: bytes | None,
    events: Iterable[Event],
    hashes: Iterable[bytes] = (),
) -> tuple[Table, list[Told]]:
    """A table and all that can be told of it.

    If the rules have changed since and an event no longer means the same, or is damaged, or
    does not fit the hash that was stored with it, the table stands still: it can be read, not
    played.
    """
    table, told = Table(name, seed), []
    for event, stored in zip_longest(events, hashes):
        if table.frozen is None:
            try:
                told.append(table.take(event))
                need_hash(table, stored)
                continue
            except BadEvent as problem:
                table.frozen = problem
        if table.number < event.number:
            told.append(written(table, event))
    return table, told


def need_hash(table: Table, stored: bytes | None) -> None:
    """What was stored must still be what it was when it was hashed."""
    if stored is not None and bytes(stored) != table.head:
        raise BadEvent("error.event.stored", number=table.number)


def written(table: Table, event: Event) -> Told:
    """Add an event to a table that stands still; nobody knows any more who may see it."""
    table.number, table.at, table.head = event.number, event.at, link(table.head, event)
    table.status = ENDINGS.get(event.kind, table.status)
    if table.is_over and not table.chain:
        table.chain = table.head
    if table.is_over and not table.result:
        table.result = event.body
    secret = table._game is None or table.game.rules.SECRETS
    hidden = secret and event.kind in ON_THE_BOARD
    return Told(event, NOBODY if hidden else None, hash=table.head)
