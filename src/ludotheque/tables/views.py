"""What a seat, or a spectator, may see of a table; built up from nothing.

Events are shown kind by kind, and a kind that nobody has thought of is an error.  All words
are codes with parameters, so that each reads them in its own language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ludotheque.bots import strength
from ludotheque.parts import SPECTATOR
from ludotheque.series import Series
from ludotheque.state import Seat, shapes
from ludotheque.tables.table import Place, Table, Told
from ludotheque.words.messages import Message

Json = dict[str, Any]


def words(message: Message) -> Json:
    """A sentence not yet in a language."""
    if not message.facts:
        return {"key": message.key}
    facts = {name: plain(value) for name, value in message.facts.items()}
    return {"key": message.key, "facts": facts}


def plain(value: object) -> Any:
    """What fills a sentence in, as JSON."""
    kind = type(value)
    if kind is int or kind is str:  # nearly all
        return value
    if isinstance(value, Message):
        return words(value)
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value if isinstance(value, int | float | bool) or value is None else str(value)


# ---- events


def nothing(_: Told) -> Json:
    """That it happened is all there is to know."""
    return {}


def everything(told: Told) -> Json:
    """What is said at the table, all may hear, and what lies beside it."""
    return told.event.body | told.event.aside


def deed(told: Told) -> Json:
    """What was done on the board, in the game's notation and in words."""
    body = told.event.body | told.event.aside
    shown = {"action": body["a"], "say": body["say"]}
    shown |= {name: body[name] for name in ("seal", "salt") if name in body}
    if told.words is not None:
        shown["tell"] = words(told.words)
    return shown


def envelope(told: Told) -> Json:
    """What only one seat may see, the others see sealed: it can be compared in the end."""
    return {"seal": told.seal} if told.seal else {}


def lot(told: Told) -> Json:
    """What chance did, with its odds and its number."""
    return deed(told) | {name: told.event.body[name] for name in ("i", "n", "r")}


SHOWN: dict[str, Callable[[Told], Json]] = {
    "open": everything,
    "sit": everything,
    "leave": nothing,
    "fill": everything,
    "entropy": everything,
    "begin": everything,
    "play": deed,
    "draw": lot,
    "seal": deed,
    "unseal": nothing,
    "undo": everything,
    "ask": everything,
    "consent": everything,
    "hand": nothing,
    "react": everything,
    "resign": everything,
    "away": everything,
    "back": nothing,
    "end": everything,
    "abandon": everything,
    "next": everything,
}


def event_for(table: Table, told: Told, seat: Seat) -> Json:
    """An event as a seat may see it; when the game is over, all is open."""
    event = told.event
    seen: Json = {"number": event.number, "at": event.at, "kind": event.kind}
    if event.seat is not None:
        seen["seat"] = event.seat
    try:
        show = SHOWN[event.kind]
        if told.witness not in (None, seat) and not table.is_over:
            show = envelope
        seen |= show(told)
    except (KeyError, TypeError, ValueError):
        if table.frozen is None:
            raise  # else it is damaged, or a newer version wrote it
    if told.news:
        seen["news"] = [words(news) for news in told.news]
    return seen


# ---- how things stand


def view_for(table: Table, seat: Seat) -> Json:
    """The position as a seat may see it, field by field; the options stand in the opening."""
    view = table.view(seat)
    return {
        shape.name: getattr(view, shape.name) for shape in shapes(type(view)) if not shape.option
    }


def actions_for(table: Table, seat: Seat) -> list[Json]:
    """What a seat may do now."""
    if seat not in table.acting() or table.places[seat].driver:
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


def board_for(table: Table, seat: Seat) -> Json:
    """The board as a seat sees it: position, what to do, and what one may do."""
    game = table.game
    view = table.facing(seat) if seat >= 0 else table.view(seat)
    return {
        "view": view_for(table, seat),
        "prompt": words(game.prompt(view)),
        "status": [words(line) for line in game.status(view)],
    }


def place_of(place: Place) -> Json:
    """A seat as all see it; only what is not usual."""
    return {name: value for name, value in place._asdict().items() if value}


def seats_of(table: Table) -> list[Json]:
    """All seats; a bot with the number it goes by, and whoever is played by one with its level."""
    from ludotheque.tables import names  # who only verifies need not have what it takes

    bots = [seat for seat, place in enumerate(table.places) if place.bot]
    people = [place.name for place in table.places if place.name]
    numbers = names.bot_numbers(bots, people, table.players) if bots else {}
    found = []
    for seat, place in enumerate(table.places):
        shown = place_of(place)
        if seat in numbers:
            shown["number"] = numbers[seat]
        if place.driver and table.frozen is None:
            shown["level"] = words(strength(table.game, place.driver))
        found.append(shown)
    return found


def standing(table: Table, now: int) -> Json:
    """What all see: whose turn it is, the clocks, who asks for what."""
    seen: Json = {
        "table": table.name,
        "number": table.number,
        "ply": table.ply,
        "phase": table.status,
        "acting": table.acting(),
        "sealed": sorted(table.sealed),
    }
    if table.asked is not None:
        seen["asked"] = {"seat": table.asked[0], "to": table.asked[1], "yes": sorted(table.agreed)}
    if table.opening.get("clock"):
        left = [table.left(seat, now) or 0 for seat in range(table.players)]
        seen["clocks"] = [max(one, 0) for one in left]  # whose time is up is flagged in a moment
    if table.is_over:
        seen["result"] = {name: v for name, v in table.result.items() if name != "seed"}
        seen["chain"] = table.chain.hex()
    series = table.series()
    if series is not None:
        seen["sheet"] = sheet(table, series)
    if table.next:
        seen["next"] = table.next
    if table.frozen is not None:
        seen["notice"] = words(Message("notice.frozen", {"why": str(table.frozen.key)}))
    return seen


def sheet(table: Table, series: Series) -> Json:
    """The score sheet of a series, seat by seat as they sit now; with this game once it is over."""
    people = [series.person_at(seat) for seat in range(table.players)]
    if table.result.get("scores"):
        series.add(table.result["scores"], table.result["winners"])
    wins, totals, leaders = series.wins(), series.totals(), series.winners()
    return {
        "games": series.games,
        "scores": [[scores[person] for person in people] for scores in series.scores],
        "won": [[seat for seat, p in enumerate(people) if p in won] for won in series.won],
        "wins": [wins[person] for person in people],
        "totals": [totals[person] for person in people],
        "leaders": [seat for seat, person in enumerate(people) if person in leaders],
    }


CHANGES_SEATS = frozenset({"open", "sit", "leave", "fill", "resign", "away", "back"})


def frame(table: Table, told: Iterable[Told], seat: Seat, now: int, *, whole: bool = False) -> Json:
    """What is sent to a seat: what has happened, and how things stand now.

    `whole` for one who has just come: with the opening and the seats.
    """
    told = list(told)
    seen = standing(table, now)
    seen |= {"type": "news", "seat": None if seat == SPECTATOR else seat}
    seen["events"] = [event_for(table, one, seat) for one in told]
    if whole and table.opening:
        seen["opening"] = table.opening
        if table.start is not None:
            seen["box"] = table.game.box(table.start)
            seen["secrets"] = table.game.rules.SECRETS
    if whole or any(one.event.kind in CHANGES_SEATS for one in told):
        seen["seats"] = seats_of(table)
    if is_shown(table):
        seen |= board_for(table, seat) | own(table, seat)
    return seen


def is_shown(table: Table) -> bool:
    """Whether there is a board to show."""
    return table.s is not None and table.frozen is None


def own(table: Table, seat: Seat) -> Json:
    """What only concerns one seat: what it may do, and what it has laid."""
    laid = {"laid": table.sealed[seat]} if seat in table.sealed else {}
    return {"actions": actions_for(table, seat), **laid}
