"""What a seat, or a spectator, may see of a table; built up from nothing.

Events are shown kind by kind, and a kind that nobody has thought of is an error.  All words
are codes with parameters, so that each reads them in its own language.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludotheque.bot_names import strength
from ludotheque.effects import seat_of
from ludotheque.errors import Refused
from ludotheque.parts import NOBODY, SPECTATOR
from ludotheque.series import Series
from ludotheque.state import Base, Seat, shapes
from ludotheque.tables import going_back, stored
from ludotheque.tables.events import Json
from ludotheque.tables.kinds import CHANGES_SEATS, KINDS
from ludotheque.tables.opening import UNOPENED
from ludotheque.tables.pauses import Pause, pauses_in
from ludotheque.tables.standing import PLAYING, WAITING, Place, Result
from ludotheque.tables.standing import Standing as Table
from ludotheque.tables.told import Told, effects, plain, words
from ludotheque.words.messages import Message

PROTOCOL = 3  # raised when a message no longer means what it did


# ---- events


def envelope(told: Told) -> Json:
    """What only one seat may see, the others see sealed: it can be compared in the end."""
    return {"seal": told.seal} if told.seal else {}


def event_for(table: Table, told: Told, seat: Seat, *, is_news: bool = False) -> Json:
    """An event as a seat may see it; when the game is over, all is open.

    What the table keeps no record of is told as it happens, as news, and never again but to
    whoever did it.
    """
    event = told.event
    seen: Json = {"number": event.number, "at": event.at, "kind": event.kind}
    if event.seat is not None:
        seen["seat"] = event.seat
    hidden = told.witness not in (None, seat) and not table.is_over
    forgotten = not is_news and is_forgotten(table, told)
    hidden = hidden or (forgotten and seat not in (event.seat, told.witness))
    try:
        kind = KINDS[event.kind]
        seen |= envelope(told) if hidden else kind.show(told)
    except (KeyError, TypeError, ValueError):
        if table.frozen is None:
            raise  # else it is damaged, or a newer version wrote it
    shown = told.seen if hidden else told.effects
    if forgotten:
        shown = [one for one in shown if seat_of(one) == seat != SPECTATOR]
    if told.effects:
        seen["effects"] = effects(shown)
    return seen


def is_forgotten(table: Table, told: Told) -> bool:
    """Whether an event lies so far back that the table keeps no record of it."""
    if table.is_over or told.event.number >= table.first_told:
        return False
    return told.event.kind in KINDS and KINDS[told.event.kind].ON_THE_BOARD


# ---- how things stand


def view_for(table: Table, seat: Seat) -> Json:
    """The position as a seat may see it, field by field; the options are sent once."""
    return fields_of(table.view(seat))


def fields_of(view: Base) -> Json:
    """The fields of a view, but for the options."""
    return {one.name: getattr(view, one.name) for one in shapes(type(view)) if not one.option}


def options_of(start: Base) -> Json:
    """What was chosen for a game, as numbers."""
    return {one.name: getattr(start, one.name) for one in shapes(type(start)) if one.option}


def actions_for(table: Table, seat: Seat) -> list[Json]:
    """What a seat may do now."""
    if seat not in table.acting() or table.driver_of(seat):
        return []
    game, view = table.game, table.facing(seat)
    return [
        {
            "id": action,
            "say": game.say(view, action),
            "at": game.at(view, action),
            "tell": words(game.tell(view, action)),
        }
        for action in game.legal_actions(view)
    ]


def board_for(table: Table, seat: Seat, *, whole: bool = False) -> Json:
    """The board as a seat sees it: the position and what to do; if `whole`, also in sentences."""
    game = table.game
    view = table.facing(seat) if seat >= 0 else table.view(seat)
    shown: Json = {
        "view": view_for(table, seat),
        "prompt": words(game.prompt(view)),
    }
    if whole:
        shown["lines"] = [words(line) for line in game.status(view)]
    if figures := game.figures(view):
        shown["figures"] = plain(figures)
    return shown


def picture_for(table: Table, seat: Seat, lang: str) -> str:
    """The position as text, as a seat sees it, in a language."""
    if table.frozen or table.s is None:
        raise Refused("waiting" if table.frozen is None else "frozen")
    return "\n".join(table.game.picture(table.game.observe(table.s, seat), lang))


def pauses_for(table: Table, told: Iterable[Told], seat: Seat) -> list[Json]:
    """Where the board is held in what has just happened, as a seat sees it."""
    return [pause_of(table, pause, table.view(seat)) for pause in pauses_in(table, told, seat)]


def pause_of(table: Table, pause: Pause, now: Base) -> Json:
    """A pause as it travels: what is otherwise then than now, in the view and reckoned from it."""
    game, later = table.game, fields_of(now)
    then = {name: value for name, value in fields_of(pause.view).items() if value != later[name]}
    shown: Json = {"number": pause.number, "effects": pause.effects, "view": then}
    if (figures := game.figures(pause.view)) != game.figures(now):
        shown["figures"] = plain(figures)
    if pause.throw != NOBODY:
        shown["throw"] = pause.throw
    return shown


def place_of(place: Place) -> Json:
    """A seat as all see it; only what is not usual."""
    return {name: value for name, value in place._asdict().items() if value}


def seats_of(table: Table) -> list[Json]:
    """All seats; a bot with its first name, and whoever is played by one with its level."""
    called = bots_at(table)
    found = []
    for seat, place in enumerate(table.places):
        shown = place_of(place)
        if seat in called:
            shown["called"] = called[seat]
        if not place.is_taken and table.kept[seat]:
            shown["kept"] = table.kept[seat]
        if place.driver and table.frozen is None:
            shown["level"] = words(strength(table.game, place.driver))
        found.append(shown)
    return found


def bots_at(table: Table) -> dict[Seat, str]:
    """[seat] -> the first name of its bot, which a bot keeps when a series changes its seat."""
    series = table.series()
    number = {
        seat: seat if series is None else series.person_at(seat)
        for seat, place in enumerate(table.places)
        if place.bot
    }
    if not number:
        return {}
    from ludotheque.tables import names  # who only verifies need not have what it takes

    people = [place.name for place in table.places] + table.kept
    called = names.names_of_bots(number.values(), filter(None, people))
    return {seat: called[n] for seat, n in number.items()}


def standing(table: Table, now: int) -> Json:
    """What all see: whose turn it is, the clocks, who may go back, who asks for what."""
    seen: Json = {
        "number": table.number,
        "ply": table.ply,
        "status": table.status,
        "acting": table.acting(),
        "sealed": sorted(table.sealed),
    }
    if table.status == PLAYING and table.frozen is None:
        seen["undo"] = [going_back.way_back(table, seat) for seat in range(table.players)]
    if table.status == WAITING and table.host is not None:
        seen["host"] = table.host
    if table.first_told and not table.is_over:
        seen["told_from"] = table.first_told
    if table.asked is not None:
        seen["asked"] = {"seat": table.asked[0], "to": table.asked[1], "yes": sorted(table.agreed)}
    if table.status == PLAYING and not table.may_advise():
        seen["hints"] = False
    if table.opening.clock is not None:
        left = [table.left(seat, now) or 0 for seat in range(table.players)]
        seen["clocks"] = [max(one, 0) for one in left]  # whose time is up is flagged in a moment
    if table.is_over:
        seen["result"] = result_of(table.result)
        seen["chain"] = table.chain.hex()
    series = table.series()
    if series is not None:
        seen["sheet"] = sheet(table, series)
    if table.next:
        seen["next"] = table.next
    if table.frozen is not None:
        seen["notice"] = words(Message("notice.frozen", {"why": str(table.frozen.key)}))
    return seen


def result_of(result: Result) -> Json:
    """A result as all see it; the seed is told with the event."""
    if not result.scores:
        return {}
    return {"winners": list(result.winners), "scores": list(result.scores)}


def sheet(table: Table, series: Series) -> Json:
    """The score sheet of a series, seat by seat as they sit now; with this game once it is over."""
    people = [series.person_at(seat) for seat in range(table.players)]
    if table.result.scores:
        series.add(list(table.result.scores), list(table.result.winners))
    wins, totals, leaders = series.wins(), series.totals(), series.winners()
    return {
        "games": series.games,
        "scores": [[scores[person] for person in people] for scores in series.scores],
        "won": [[seat for seat, p in enumerate(people) if p in won] for won in series.won],
        "wins": [wins[person] for person in people],
        "totals": [totals[person] for person in people],
        "leaders": [seat for seat, person in enumerate(people) if person in leaders],
    }


def frame(table: Table, told: Iterable[Told], seat: Seat, now: int, *, whole: bool = False) -> Json:
    """What is sent to a seat: what has happened, and how things stand now.

    `whole` for one who has just come: with the opening, the seats and the position in sentences.
    """
    told = list(told)
    seen = standing(table, now)
    seen |= {"type": "news", "seat": None if seat == SPECTATOR else seat}
    seen["events"] = [event_for(table, one, seat, is_news=not whole) for one in told]
    if whole:
        seen |= {"protocol": PROTOCOL, "table": table.name}
    if whole and table.opening is not UNOPENED:
        seen["opening"] = stored.written(table.opening)
        if table.start is not None:
            seen["box"] = plain(table.game.box(table.start))
            seen["options"] = options_of(table.start)
            seen["secrets"] = table.game.rules.SECRETS
    if whole or change_seats(told):
        seen["seats"] = seats_of(table)
    if is_shown(table):
        seen |= board_for(table, seat, whole=whole) | own(table, seat)
        if pauses := [] if whole else pauses_for(table, told, seat):
            seen["pauses"] = pauses
    return seen


def arrival(
    table: Table, told: Iterable[Told], seat: Seat, now: int, mine: list[Seat], *, is_more: bool
) -> Json:
    """All that one who comes is shown, and which seats are theirs; `is_more`: events are left."""
    seen = frame(table, told, seat, now, whole=True) | {"mine": mine}
    return seen | {"more": True} if is_more else seen


def change_seats(told: Iterable[Told]) -> bool:
    """Whether somebody sits, or is played by somebody, otherwise than before."""
    return any(one.event.kind in CHANGES_SEATS for one in told)


def is_shown(table: Table) -> bool:
    """Whether there is a board to show."""
    return table.s is not None and table.frozen is None


def own(table: Table, seat: Seat) -> Json:
    """What only concerns one seat: what it may do, and what it has laid."""
    laid = {"laid": table.sealed[seat]} if seat in table.sealed else {}
    return {"actions": actions_for(table, seat), **laid}
