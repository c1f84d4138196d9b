"""What a request does to a table.

Every command takes a `Draft` and writes on it what is to happen, so that several can follow
one another.  What cannot be done is `Refused`, or an `IllegalAction` with the rule that
forbids it; the draft is then of no use any more.

In the literature: the command side of event sourcing; optimistic concurrency by the `ply` that
a request names (Kung & Robinson 1981).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludotheque.bot_names import need_bot
from ludotheque.errors import IllegalAction, Refused
from ludotheque.game import load
from ludotheque.parts import CHANCE
from ludotheque.series import Series
from ludotheque.state import Action, Seat
from ludotheque.tables import dice, going_back, kinds, names, salted
from ludotheque.tables.draft import Draft
from ludotheque.tables.opening import FORMAT, Clock, Opening, SeriesFacts
from ludotheque.tables.standing import OVER, PLAYING, WAITING, Standing
from ludotheque.tables.views import bots_at
from ludotheque.words.messages import naming

MOST_REACTIONS = 200  # in one game
MOST_HANDED = 100  # times a seat goes on from another device
MOST_LEFT = 50  # times people get up from a seat
MOST_RENAMED = 20  # times somebody who waits takes another name


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A table as somebody asks for it."""

    game: str
    seats: Sequence[str]  # a bot's name, or empty for a person
    stand_in: str  # the bot that plays for who is away, and plays on for who gives up
    options: Mapping[str, object]
    listed: bool = False
    patience: int = 120  # seconds after which a bot may stand in for a person
    hints: bool = False  # whether people may ask for hints where others play against them
    chat: bool = False  # whether people may write to one another
    clock: Clock | None = None
    series: SeriesFacts | None = None
    first: Seat | None = None  # who begins, where a series says so
    kept: Sequence[str] = ()  # who sat in these seats in the game before
    other_side: str = ""  # the bot that plays the other side of a game alone
    brought: Sequence[Action] = ()  # what was played before, elsewhere


# ---- before the game


def lay(draft: Draft, wish: Wish) -> None:
    """Lay a new table; if nobody is to come, it begins."""
    game, table = load(wish.game), draft.table
    assert table.seed is not None
    options = {game.option(name).name: value for name, value in wish.options.items()}
    start = game.start(len(wish.seats), 0, **options)
    for name in filter(None, (*wish.seats, wish.stand_in, wish.other_side)):
        need_bot(game, name)
    if wish.chat and wish.listed:
        raise Refused("chat", "refused.chat.listed")
    if wish.other_side and (len(wish.seats) > 1 or not game.has_other_side):
        raise Refused("side", game=game.title())
    opening = Opening(
        table=table.name,
        game=game.name,
        rules=game.version,
        data=game.data,
        players=start.players,
        options={**game.chosen(start)},
        seats=tuple(wish.seats),
        listed=wish.listed,
        patience=wish.patience,
        stand_in=wish.stand_in,
        clock=wish.clock,
        series=wish.series,
        first=0 if start.players == 1 else wish.first,
        commitment=dice.commitment(table.name, table.seed),
        format=FORMAT,
        kept=tuple(wish.kept) if wish.kept else None,
        hints=wish.hints,
        chat=wish.chat,
        other_side=wish.other_side,
        brought=tuple(wish.brought),
    )
    named = tuple(salted.with_salt(name) if name else None for name in wish.kept)
    draft.write(kinds.Open(opening, named))
    if all(wish.seats):
        go_on(draft)


def sit(draft: Draft, seat: Seat, name: str, promise: str) -> None:
    """A person takes a free seat; without a name they are called by the seat's number."""
    need_free(draft.table, seat)
    name = own_name(draft.table, seat, name)
    draft.write(kinds.Sit(seat, *salted.with_salt(name), promise))
    begin_if_ready(draft)


def call(draft: Draft, seat: Seat, name: str) -> None:
    """A person who waits takes a name, or another one."""
    table = draft.table
    need_waiting(table)
    need_seldom(table.renamed, seat, MOST_RENAMED, "refused.often.call")
    name = own_name(table, seat, name)
    if name != table.places[seat].name:
        draft.write(kinds.Call(seat, *salted.with_salt(name)))


def own_name(table: Standing, seat: Seat, name: str) -> str:
    """What a person in a seat is called; refused if somebody else could be meant by it."""
    name = names.clean(name) if name else ""
    others = others_at(table, seat)
    for shown in [name] if name else names.unnamed(seat):
        names.need_free_name(shown, others)
    return name


def others_at(table: Standing, seat: Seat) -> list[str]:
    """What those in the other seats are called, or those whose seats these are kept for."""
    found: list[str] = []
    for other, place in enumerate(table.places):
        if other == seat:
            continue
        if place.nameless:
            found += names.unnamed(other)
        elif name := place.name or ("" if place.is_taken else table.kept[other]):
            found.append(name)
    return found


def need_waiting(table: Standing) -> None:
    """Only before the game has begun."""
    if table.frozen:
        raise Refused("frozen")
    if table.status != WAITING:
        raise Refused("begun")


def need_free(table: Standing, seat: Seat) -> None:
    """Only where nobody sits yet."""
    need_waiting(table)
    if not 0 <= seat < table.players or table.places[seat].is_taken:
        raise Refused("taken", seat=seat + 1)


def need_seldom(counts: dict[Seat, int], seat: Seat, most: int, key: str) -> None:
    """Only so often: every time is written down for good."""
    if counts.get(seat, 0) >= most:
        raise Refused("often", key, most=most)


def leave(draft: Draft, seat: Seat) -> None:
    """A person gets up; a table that nobody sits at any more is given up."""
    table = draft.table
    need_waiting(table)
    if table.entropy:  # the dice are being stirred, and who knows others' bytes must not
        raise Refused("begun")
    need_seldom(table.left_by, seat, MOST_LEFT, "refused.often.leave")
    draft.write(kinds.Leave(seat))
    if not table.people():
        give_up(draft)


def fill(draft: Draft, seat: Seat, name: str) -> None:
    """A bot takes a free seat."""
    need_free(draft.table, seat)
    need_bot(draft.table.game, name)
    draft.write(kinds.Fill(seat, name))
    begin_if_ready(draft)


def fewer(draft: Draft, seat: Seat, free: Seat | None) -> None:
    """The host takes a free seat away, or all of them: then those who sit begin."""
    table = draft.table
    need_waiting(table)
    if seat != table.host:
        raise Refused("guest")
    if not kinds.may_shrink(table):
        raise Refused("guest", "refused.guest.series")
    gone = [one for one, place in enumerate(table.places) if not place.is_taken]
    if free is not None:
        need_free(table, free)
        gone = [free]
    stay = [one for one in range(table.players) if one not in gone]
    if not gone or len(stay) < table.game.seats[0]:
        raise Refused("few", n=table.game.seats[0])
    table.game.start(len(stay), 0, **table.opening.options)  # they must go together
    draft.write(kinds.Fewer(tuple(stay)))
    begin_if_ready(draft)


def stir(draft: Draft, seat: Seat, entropy: bytes) -> None:
    """A seat shows the bytes that it promised as it sat down."""
    table = draft.table
    need_waiting(table)
    if not table.is_full():
        raise Refused("early")
    kept = dice.promise(entropy) == table.places[seat].promise
    if seat in table.entropy or len(entropy) != dice.BYTES or not kept:
        raise Refused("promise")
    draft.write(kinds.Entropy(seat, entropy.hex()))
    begin_if_ready(draft)


def begin_if_ready(draft: Draft) -> None:
    """The game begins when everybody sits and has stirred."""
    table = draft.table
    if table.status == WAITING and table.is_full() and not table.silent():
        go_on(draft)


def begin_without(draft: Draft, patience: float) -> None:
    """Begin where somebody has kept the bytes of their seat to themselves for too long."""
    table = draft.table
    if table.frozen or table.status != WAITING or not table.is_full():
        return
    if draft.now - table.seated >= 1000 * patience:
        go_on(draft)


# ---- on the board


def go_on(draft: Draft) -> None:
    """Begin if nobody is missing; then let chance act until somebody has to choose."""
    table = draft.table
    if table.status == WAITING:
        begin(draft)
    while table.status == PLAYING and table.s.player == CHANCE:
        odds = table.odds()
        lot = table.draw(table.purpose(), sum(odds.values()), table.stir)
        action = dice.picked(odds, lot.r)
        draft.write(kinds.Draw(action, table.say(CHANCE, action), *lot))
    if table.status == PLAYING and table.game.over(table.s):
        finish(draft)


def begin(draft: Draft) -> None:
    """The dice say who begins, unless the series does."""
    table = draft.table
    silent, first = tuple(table.silent()), table.opening.first
    if first is not None:
        draft.write(kinds.Begin(first, silent))
        return
    lot = table.draw("first", table.players, dice.stirred(table.entropy))
    draft.write(kinds.Begin(lot.r, silent, *lot))


def finish(draft: Draft) -> None:
    """Write down the result and show the seed."""
    assert draft.table.seed is not None
    draft.write(kinds.End(*draft.table.outcome(), draft.table.seed.hex()))


def give_up(draft: Draft) -> None:
    """Close a table at which nobody will go on, and show the seed all the same."""
    assert draft.table.seed is not None
    draft.write(kinds.Abandon(draft.table.seed.hex()))


def need_playing(table: Standing) -> None:
    """Only while the game is on."""
    if table.frozen:
        raise Refused("frozen")
    if table.status == WAITING:
        raise Refused("waiting")
    if table.is_over:
        raise Refused("over")


def need_person(table: Standing, seat: Seat) -> None:
    """Only for people who have not given up."""
    if seat not in table.people():
        raise Refused("resigned")


def read_action(table: Standing, seat: Seat, action: Action | str) -> Action:
    """What a seat wants to do, as a number; refused with the rule if it may not.

    In words it may name who sits here, as the page does.
    """
    with naming(lambda other: table.places[other].name or bots_at(table).get(other)):
        refusal = table.why_not(seat, action)
        if refusal is not None:
            raise IllegalAction(refusal)
        return (
            table.game.understand(table.facing(seat), action)
            if isinstance(action, str)
            else int(action)
        )


def play(draft: Draft, seat: Seat, action: Action | str, ply: int) -> None:
    """A seat acts; what several choose at the same time is sealed until all have chosen."""
    table = draft.table
    need_playing(table)
    if ply != table.ply:
        raise Refused("stale", ply=table.ply)
    if seat in table.sealed:
        raise Refused("sealed")
    action = read_action(table, seat, action)
    said = table.say(seat, action)
    if len(table.choosing()) == 1:
        draft.write(kinds.Play(seat, action, said))
    else:
        assert table.seed is not None
        salt = salted.salt_of(table.seed, table.name, table.number + 1)
        draft.write(kinds.Seal(seat, action, said, salt))
        open_sealed(draft)
    go_on(draft)


def open_sealed(draft: Draft) -> None:
    """Once all have chosen, play what they chose in the order of the rules."""
    table = draft.table
    if table.acting():
        return
    while table.s.player in table.sealed:
        seat = table.s.player
        action = table.sealed[seat]
        draft.write(kinds.Play(seat, action, table.say(seat, action), table.salts[seat]))


def undo(draft: Draft, seat: Seat) -> None:
    """Back to the seat's last choice: freely within its turn, else if the others agree."""
    need_playing(draft.table)
    draft.write(going_back.step_back(draft.table, seat))


def consent(draft: Draft, seat: Seat, yes: bool) -> None:
    """Answer a seat that asked to go back; when all people agree, it is done."""
    table = draft.table
    need_playing(table)
    need_person(table, seat)
    if table.asked is None or table.asked[0] == seat:
        raise Refused("unasked")
    if yes and seat in table.agreed:
        raise Refused("agreed")
    asker, to = table.asked
    draft.write(kinds.Consent(seat, yes))
    if table.all_agree():
        draft.write(kinds.Undo(asker, to))


# ---- people


def hand(draft: Draft, seat: Seat) -> None:
    """A person goes on from another device."""
    need_seldom(draft.table.handed, seat, MOST_HANDED, "refused.often.hand")
    draft.write(kinds.Hand(seat))


def react(draft: Draft, seat: Seat, what: str) -> None:
    """A seat waves."""
    if what not in kinds.REACTIONS:
        raise Refused("reaction", allowed=", ".join(kinds.REACTIONS))
    if draft.table.waved >= MOST_REACTIONS:
        raise Refused("often")
    draft.write(kinds.React(seat, what))


def advise(draft: Draft, seat: Seat) -> None:
    """A seat asks for a hint, which the others learn, once for each position."""
    table = draft.table
    need_playing(table)
    need_person(table, seat)
    if not table.may_advise():
        raise Refused("advice")
    if len(table.people()) > 1 and table.advised.get(seat) != table.ply:
        draft.write(kinds.Advice(seat))


def resign(draft: Draft, seat: Seat) -> None:
    """Give up: of two, the other wins; among more, a bot plays on."""
    table = draft.table
    need_playing(table)
    need_person(table, seat)
    draft.write(kinds.Resign(seat, table.opening.stand_in))
    if table.players == 2:
        finish(draft)
    elif not table.people():
        give_up(draft)


def stand_in(draft: Draft, seat: Seat) -> None:
    """A bot plays for a person who is not there; whether they are, others know."""
    need_awaited(draft.table, seat)
    replace_person(draft, seat)


def need_awaited(table: Standing, seat: Seat) -> None:
    """Only for a person whom the game waits for."""
    need_playing(table)
    if not 0 <= seat < table.players or table.driver_of(seat) or seat not in table.acting():
        raise Refused("present", seat=seat + 1)


def replace_person(draft: Draft, seat: Seat, late: bool = False) -> None:
    """A bot plays for a person from now on: who is away, or whose time is up."""
    draft.write(kinds.Away(seat, draft.table.opening.stand_in, late))


def time_is_up(draft: Draft, seat: Seat) -> None:
    """A seat whose clock has run out is played by a bot from now on; else nothing happens."""
    table = draft.table
    left = table.left_at(seat, draft.now)
    if left is None or left > 0 or seat not in table.acting() or table.driver_of(seat):
        return
    replace_person(draft, seat, late=True)


def next_alarm(table: Standing, now: int, patience: float) -> float | None:
    """The seconds until somebody's time is up, or nobody need be waited for; None: never."""
    waits = [
        left
        for seat in table.acting()
        if not table.driver_of(seat) and (left := table.left(seat, now)) is not None
    ]
    if table.status == WAITING and table.is_full():
        waits.append(table.seated + int(1000 * patience) - table.time(now))
    return max(min(waits), 0) / 1000 + 0.01 if waits else None


def ring(draft: Draft, patience: float) -> None:
    """Do what is due: a bot plays for who is late, or the game begins without their bytes."""
    for seat in draft.table.acting():
        time_is_up(draft, seat)
        if draft.told:
            return
    begin_without(draft, patience)


def come_back(draft: Draft, seat: Seat) -> None:
    """A person is back, and the bot gets up, if there is something to hand back."""
    table, place = draft.table, draft.table.places[seat]
    if table.status != PLAYING or table.frozen:
        return
    if place.stand_in and not place.resigned and not place.late:
        draft.write(kinds.Back(seat))


def abandon(draft: Draft) -> None:
    """Give a table up."""
    if draft.table.is_over:
        raise Refused("over")
    give_up(draft)


def need_room(draft: Draft, most: int) -> None:
    """A log without an end would fill memory and disk: at its bound a game can only end."""
    ends = draft.table.is_over or any(one.event.kind == "resign" for one in draft.told)
    if draft.table.number >= most and not ends:
        raise Refused("long", most=most)


# ---- again


def rematch(draft: Draft, new: Draft) -> dict[Seat, Seat]:
    """Lay the next table for the same people, or the next game of their series.

    Returns where each old seat's person sits now.
    """
    table, opening = draft.table, draft.table.opening
    if not table.is_over or table.frozen:
        raise Refused("unfinished")
    if table.next:
        raise Refused("again", table=table.next)
    before, after, first = table.series(), table.series(), None
    moves = {seat: seat for seat in range(table.players)}
    if before is not None and after is not None:
        first = play_on(after, table)
        moves = {before.seat_of(one): after.seat_of(one) for one in range(table.players)}
    seats, kept = [""] * table.players, [""] * table.players
    for old, now in moves.items():
        place = table.places[old]
        seats[now], kept[now] = place.bot, "" if place.erased else place.name
    wish = Wish(
        game=opening.game,
        seats=seats,
        stand_in=opening.stand_in,
        options=opening.options,
        patience=opening.patience,
        hints=opening.hints is not False,
        chat=opening.chat,
        clock=opening.clock,
        series=None if after is None else SeriesFacts.of(after),
        first=first,
        kept=kept,
        other_side=opening.other_side,
    )
    draft.write(kinds.Next(new.table.name))
    lay(new, wish)
    return moves


def play_on(series: Series, table: Standing) -> Seat | None:
    """Write the game of a table on its series; who begins the next, if the series says so."""
    if table.status != OVER:  # what was given up is played again
        return table.opening.first
    if not series.scores:
        series.first = series.person_at(table.start.first)
    series.add(list(table.result.scores), list(table.result.winners))
    if not series.over():
        return series.first_seat()
    series.first, series.scores, series.won = 0, [], []
    return None
