"""What a request does to a table.

Every function leaves the table it is given alone and returns a `Draft`: a copy that has
taken the new events, to be stored first and then put in its place.  What cannot be done is
`Refused`, or an `IllegalAction` with the rule that forbids it.

In the literature: the command side of event sourcing; optimistic concurrency by the `ply` that
a request names (Kung & Robinson 1981).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ludotheque.bots import bot, levels
from ludotheque.errors import IllegalAction, Refused
from ludotheque.extras import is_fast
from ludotheque.game import load
from ludotheque.parts import CHANCE
from ludotheque.series import Series
from ludotheque.state import Action, Seat
from ludotheque.tables import dice, names, salted
from ludotheque.tables.events import Event
from ludotheque.tables.table import (
    FORMAT,
    OVER,
    PLAYING,
    REACTIONS,
    WAITING,
    Table,
    Told,
    all_agree,
    last_choice,
    outcome,
    purpose_of,
)

MOST_REACTIONS = 200  # in one game
MOST_BACK = 50  # times a seat goes or asks back before the game has gone further
MOST_HANDED = 100  # times a seat goes on from another device
MOST_LEFT = 50  # times people get up from a seat


class Draft:
    """A copy of a table that takes new events."""

    def __init__(self, table: Table, now: int) -> None:
        self.table = table.copy()
        self.now = table.time(now)
        self.told: list[Told] = []

    def write(
        self,
        kind: str,
        seat: Seat | None = None,
        aside: dict[str, Any] | None = None,
        /,
        **body: Any,
    ) -> None:
        """Let something happen."""
        event = Event(self.table.number + 1, self.now, kind, seat, body, aside or {})
        self.told.append(self.table.take(event))


class Wish(NamedTuple):
    """A table as somebody asks for it."""

    game: str
    seats: Sequence[str]  # a bot's name, or empty for a person
    options: dict[str, Any]
    listed: bool = False
    patience: int = 120  # seconds after which a bot may stand in for a person
    stand_in: str = ""  # which bot does, and plays on for who gives up; empty: a usual one
    clock: tuple[float, float] | None = None  # seconds for the game, and for each action
    series: dict[str, Any] | None = None
    first: Seat | None = None  # who begins, where a series says so
    kept: Sequence[str] = ()  # who sat in these seats in the game before


# ---- before the game


def lay(wish: Wish, name: str, seed: bytes, now: int) -> Draft:
    """Lay a new table."""
    game = load(wish.game)
    options = {game.option(name).name: value for name, value in wish.options.items()}
    start = game.start(len(wish.seats), 0, **options)
    for seat in filter(None, wish.seats):
        bot(game, seat)
    stand_in = wish.stand_in or usual_bot(wish.game)
    bot(game, stand_in)
    draft = Draft(Table(name, seed), now)
    body = {
        "format": FORMAT,
        "table": name,
        "game": game.name,
        "rules": game.version,
        "data": game.data,
        "players": start.players,
        "options": game.chosen(start),
        "seats": list(wish.seats),
        "listed": wish.listed,
        "patience": wish.patience,
        "stand_in": stand_in,
        "clock": {"seconds": wish.clock[0], "add": wish.clock[1]} if wish.clock else None,
        "series": wish.series,
        "first": 0 if start.players == 1 else wish.first,
        "commitment": dice.commitment(name, seed),
    }
    aside: dict[str, Any] = {}
    if wish.kept:
        named = [salted.with_salt(name) if name else None for name in wish.kept]
        body["kept"] = [salted.hashed(one[1], one[0]) if one else "" for one in named]
        aside["names"] = [one and list(one) for one in named]
    draft.write("open", None, aside, **body)
    if not any(not seat for seat in wish.seats):
        go_on(draft)
    return draft


def usual_bot(game: str) -> str:
    """The bot that stands in where nobody has chosen one."""
    return f"bot:{min(3, len(levels(game)))}" if is_fast() else "random"


def sit(table: Table, seat: Seat, name: str, promise: str, now: int) -> Draft:
    """A person takes a free seat."""
    need_free(table, seat)
    name = names.clean(name)
    names.need_free_name(name, others_at(table, seat))
    draft = Draft(table, now)
    name, salt = salted.with_salt(name)
    body = {"who": salted.hashed(salt, name)} | ({"promise": promise} if promise else {})
    draft.write("sit", seat, {"name": name, "salt": salt}, **body)
    begin_if_ready(draft)
    return draft


def others_at(table: Table, seat: Seat) -> list[str]:
    """The names of those who sit in the other seats, or whose seats these are kept for."""
    kept = table.opening.get("kept") or [""] * table.players
    shown = [
        place.name or ("" if place.is_taken else kept[i]) for i, place in enumerate(table.places)
    ]
    return [name for i, name in enumerate(shown) if name and i != seat]


def need_waiting(table: Table) -> None:
    """Only before the game has begun."""
    if table.frozen:
        raise Refused("frozen")
    if table.status != WAITING:
        raise Refused("begun")


def need_free(table: Table, seat: Seat) -> None:
    """Only where nobody sits yet."""
    need_waiting(table)
    if not 0 <= seat < table.players or table.places[seat].is_taken:
        raise Refused("taken", seat=seat + 1)


def need_seldom(counts: dict[Seat, int], seat: Seat, most: int, key: str) -> None:
    """Only so often: every time is written down for good."""
    if counts.get(seat, 0) >= most:
        raise Refused("often", key, most=most)


def leave(table: Table, seat: Seat, now: int) -> Draft:
    """A person gets up; a table that nobody sits at any more is given up."""
    need_waiting(table)
    if table.entropy:  # the dice are being stirred, and who knows others' bytes must not
        raise Refused("begun")
    need_seldom(table.left_by, seat, MOST_LEFT, "refused.often.leave")
    draft = Draft(table, now)
    draft.write("leave", seat)
    if not draft.table.people():
        give_up(draft)
    return draft


def fill(table: Table, seat: Seat, name: str, now: int) -> Draft:
    """A bot takes a free seat."""
    need_free(table, seat)
    bot(table.game, name)
    draft = Draft(table, now)
    draft.write("fill", seat, bot=name)
    begin_if_ready(draft)
    return draft


def stir(table: Table, seat: Seat, entropy: bytes, now: int) -> Draft:
    """A seat shows the bytes that it promised as it sat down."""
    need_waiting(table)
    if not table.is_full():
        raise Refused("early")
    kept = dice.promise(entropy) == table.places[seat].promise
    if seat in table.entropy or len(entropy) != dice.BYTES or not kept:
        raise Refused("promise")
    draft = Draft(table, now)
    draft.write("entropy", seat, bytes=entropy.hex())
    begin_if_ready(draft)
    return draft


def begin_if_ready(draft: Draft) -> None:
    """The game begins when everybody sits and has stirred."""
    table = draft.table
    if table.status == WAITING and table.is_full() and not table.silent():
        go_on(draft)


def begin_without(table: Table, patience: float, now: int) -> Draft | None:
    """Those who keep their bytes to themselves for too long do not hold up the others."""
    if table.frozen or table.status != WAITING or not table.is_full():
        return None
    if table.time(now) - table.seated < 1000 * patience:
        return None
    draft = Draft(table, now)
    go_on(draft)
    return draft


# ---- on the board


def go_on(draft: Draft) -> None:
    """Begin if nobody is missing; then let chance act until somebody has to choose."""
    table = draft.table
    if table.status == WAITING:
        begin(draft)
    while table.status == PLAYING and table.s.player == CHANCE:
        odds = table.odds()
        facts = drawn(table, purpose_of(table), sum(odds.values()))
        action = dice.picked(odds, facts["r"])
        draft.write("draw", a=action, say=table.game.say(table.s, action), **facts)
    if table.status == PLAYING and table.game.over(table.s):
        finish(draft)


def begin(draft: Draft) -> None:
    """The dice say who begins, unless the series does."""
    table = draft.table
    silent, first = table.silent(), table.opening["first"]
    if first is not None:
        draft.write("begin", first=first, silent=silent)
        return
    before, table.stir = table.stir, dice.stirred(table.entropy)
    facts = drawn(table, "first", table.players)
    table.stir = before
    draft.write("begin", first=facts["r"], silent=silent, **facts)


def drawn(table: Table, purpose: str, n: int) -> dict[str, int]:
    """The next number of the table's dice, below n."""
    assert table.seed is not None
    i = table.draws
    r = dice.draw(table.seed, table.name, i, purpose, table.stir, n)
    return {"i": i, "n": n, "r": r}


def finish(draft: Draft) -> None:
    """Write down the result and show the seed."""
    assert draft.table.seed is not None
    winners, scores = outcome(draft.table)
    draft.write("end", winners=winners, scores=scores, seed=draft.table.seed.hex())


def give_up(draft: Draft) -> None:
    """Nobody will go on: show the seed all the same."""
    assert draft.table.seed is not None
    draft.write("abandon", seed=draft.table.seed.hex())


def need_playing(table: Table) -> None:
    """Only while the game is on."""
    if table.frozen:
        raise Refused("frozen")
    if table.status == WAITING:
        raise Refused("waiting")
    if table.is_over:
        raise Refused("over")


def need_person(table: Table, seat: Seat) -> None:
    """Only for people who have not given up."""
    if seat not in table.people():
        raise Refused("resigned")


def read_action(table: Table, seat: Seat, action: Action | str) -> Action:
    """What a seat wants to do, as a number; refused with the rule if it may not."""
    view = table.facing(seat)
    refusal = table.game.why_not(view, action, seat)
    if refusal is not None:
        raise IllegalAction(refusal)
    return table.game.parse(view, action) if isinstance(action, str) else int(action)


def play(table: Table, seat: Seat, action: Action | str, ply: int, now: int) -> Draft:
    """A seat acts; what several choose at the same time is sealed until all have chosen."""
    need_playing(table)
    if ply != table.ply:
        raise Refused("stale", ply=table.ply)
    if seat in table.sealed:
        raise Refused("sealed")
    action = read_action(table, seat, action)
    draft = Draft(table, now)
    said = table.game.say(table.facing(seat), action)
    if len(table.game.acting(table.s)) == 1:
        draft.write("play", seat, a=action, say=said)
    else:
        seal(draft, seat, action, said)
        open_sealed(draft)
    go_on(draft)
    return draft


def seal(draft: Draft, seat: Seat, action: Action, said: str) -> None:
    """Write down a choice in secret: for all to see, only its salted hash."""
    table = draft.table
    assert table.seed is not None
    salt = salted.salt_of(table.seed, table.name, table.number + 1)
    aside = {"a": action, "say": said, "salt": salt}
    draft.write("seal", seat, aside, seal=salted.sealed(salt, action))


def open_sealed(draft: Draft) -> None:
    """Once all have chosen, play what they chose in the order of the rules."""
    table = draft.table
    if table.acting():
        return
    while table.s.player in table.sealed:
        seat = table.s.player
        action = table.sealed[seat]
        said, salt = table.game.say(table.s, action), table.salts[seat]
        draft.write("play", seat, a=action, say=said, salt=salt)


def undo(table: Table, seat: Seat, now: int) -> Draft:
    """Back to the seat's last choice: freely within its turn, else if the others agree."""
    need_playing(table)
    need_person(table, seat)
    need_seldom(table.back, seat, MOST_BACK, "refused.often.back")
    draft = Draft(table, now)
    if seat in table.sealed:
        draft.write("unseal", seat)
        return draft
    choice = last_choice(table, seat)
    if choice is None:
        raise Refused("undo")
    if not choice.freely and table.asked is not None:
        raise Refused("asked")
    draft.write("undo" if choice.freely else "ask", seat, to=choice.to)
    return draft


def consent(table: Table, seat: Seat, yes: bool, now: int) -> Draft:
    """Answer whoever asked to go back; when all people agree, it is done."""
    need_playing(table)
    need_person(table, seat)
    if table.asked is None or table.asked[0] == seat:
        raise Refused("unasked")
    if yes and seat in table.agreed:
        raise Refused("agreed")
    asker, to = table.asked
    draft = Draft(table, now)
    draft.write("consent", seat, yes=yes)
    if all_agree(draft.table):
        draft.write("undo", asker, to=to)
    return draft


# ---- people


def hand(table: Table, seat: Seat, now: int) -> Draft:
    """A person goes on from another device."""
    need_seldom(table.handed, seat, MOST_HANDED, "refused.often.hand")
    draft = Draft(table, now)
    draft.write("hand", seat)
    return draft


def react(table: Table, seat: Seat, what: str, now: int) -> Draft:
    """A seat waves."""
    if what not in REACTIONS:
        raise Refused("reaction", allowed=", ".join(REACTIONS))
    if table.waved >= MOST_REACTIONS:
        raise Refused("often")
    draft = Draft(table, now)
    draft.write("react", seat, what=what)
    return draft


def resign(table: Table, seat: Seat, now: int) -> Draft:
    """Give up: of two, the other wins; among more, a bot plays on."""
    need_playing(table)
    need_person(table, seat)
    draft = Draft(table, now)
    draft.write("resign", seat, bot=table.opening["stand_in"])
    if table.players == 2:
        finish(draft)
    elif not draft.table.people():
        give_up(draft)
    return draft


def stand_in(table: Table, seat: Seat, now: int) -> Draft:
    """A bot plays for a person who has kept the others waiting for too long."""
    need_playing(table)
    if not 0 <= seat < table.players or table.places[seat].driver or seat not in table.acting():
        raise Refused("present", seat=seat + 1)
    patience = table.opening["patience"]
    if table.time(now) - max(table.moved, table.returned) < 1000 * patience:
        raise Refused("patience", n=patience)
    draft = Draft(table, now)
    draft.write("away", seat, bot=table.opening["stand_in"])
    return draft


def time_is_up(table: Table, seat: Seat, now: int) -> Draft | None:
    """A seat whose clock has run out is played by a bot from now on."""
    left = table.left(seat, now)
    if left is None or left > 0 or seat not in table.acting() or table.places[seat].driver:
        return None
    draft = Draft(table, now)
    draft.write("away", seat, bot=table.opening["stand_in"], late=True)
    return draft


def come_back(table: Table, seat: Seat, now: int) -> Draft | None:
    """A person is back, and the bot gets up; None if there is nothing to hand back."""
    place = table.places[seat]
    if table.status != PLAYING or table.frozen:
        return None
    if not place.stand_in or place.resigned or place.late:
        return None
    draft = Draft(table, now)
    draft.write("back", seat)
    return draft


def abandon(table: Table, now: int) -> Draft:
    """Give a table up."""
    if table.is_over:
        raise Refused("over")
    draft = Draft(table, now)
    give_up(draft)
    return draft


# ---- again


class Rematch(NamedTuple):
    """The old table, the new one, and which old seat's person sits where."""

    old: Draft
    new: Draft
    moves: dict[Seat, Seat]  # [old seat] -> new seat


def rematch(table: Table, name: str, seed: bytes, now: int) -> Rematch:
    """Lay the next table: the same people, or the next game of their series."""
    if not table.is_over or table.frozen:
        raise Refused("unfinished")
    if table.next:
        raise Refused("again", table=table.next)
    series, facts, first = next_of_series(table)
    moves = {seat: seat for seat in range(table.players)}
    if series is not None:
        before = table.series()
        assert before is not None
        people = range(table.players)
        moves = {before.seat_of(person): series.seat_of(person) for person in people}
    seats, kept = [""] * table.players, [""] * table.players
    for old, new in moves.items():
        place = table.places[old]
        seats[new], kept[new] = place.bot, "" if place.erased else place.name
    opening = table.opening
    clock = opening["clock"]
    wish = Wish(
        opening["game"],
        seats,
        opening["options"],
        False,
        opening["patience"],
        opening["stand_in"],
        (clock["seconds"], clock["add"]) if clock else None,
        facts,
        first,
        kept,
    )
    draft = Draft(table, now)
    draft.write("next", table=name)
    return Rematch(draft, lay(wish, name, seed, now), moves)


def next_of_series(table: Table) -> tuple[Series | None, dict[str, Any] | None, Seat | None]:
    """The series after this game, its facts for the next table, and who begins there."""
    series = table.series()
    if series is None:
        return None, None, None
    facts: dict[str, Any] = {"games": series.games, "keep_colours": series.keep_colours}
    if table.status != OVER:  # what was given up is played again
        again = {"first": series.first, "scores": series.scores, "won": series.won}
        return series, facts | again, table.opening["first"]
    if not series.scores:
        series.first = series.person_at(table.start.first)
    series.add(table.result["scores"], table.result["winners"])
    if series.over():
        series.scores, series.won = [], []
        return series, facts | {"first": 0, "scores": [], "won": []}, None
    facts |= {"first": series.first, "scores": series.scores, "won": series.won}
    return series, facts, series.first_seat()
