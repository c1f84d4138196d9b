"""Where a page asks what it would ask a server, and gets the same answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ludotheque.errors import LudothequeError, Refused
from ludotheque.game import load
from ludotheque.games import PACKAGES
from ludotheque.offline import requests
from ludotheque.offline.files import open_file
from ludotheque.offline.house import (
    GONE,
    House,
    Line,
    Live,
    Send,
    Step,
    asked,
    error_frame,
    written,
)
from ludotheque.offline.requests import Query, read_body, read_frame, read_query
from ludotheque.offline.store import Store, rows_in
from ludotheque.offline.thinking import has_levels, hints_for, need_bots
from ludotheque.parts import SPECTATOR
from ludotheque.state import Seat
from ludotheque.tables import answers, checkpoints, commands, evidence, kinds
from ludotheque.tables.album import statistics
from ludotheque.tables.events import Json
from ludotheque.tables.requests import DECISIONS, need_own_hand, read_wish, usual_seat
from ludotheque.tables.shelf import facts_of, need_game, own_words
from ludotheque.tables.views import picture_for
from ludotheque.words.messages import speaking
from ludotheque.words.rulebook import rules_page

AT_ONCE = 50  # tables in a page of the list
JSON, TEXT, MARKDOWN = "application/json", "text/plain", "text/markdown"
CLOSED = {"unknown": GONE, "seat": 4403, "invalid": 1008}
OVERLOAD = 1013  # come again later


class Answer(NamedTuple):
    """What is answered to a request."""

    status: int
    kind: str
    text: str


class Desk:
    """Answers requests."""

    def __init__(self, store: Store, send: Send) -> None:
        self.store, self.send = store, send
        self.house = House(store, send)
        self.lines: dict[int, tuple[Live, Line]] = {}

    async def ask(
        self, method: str, path: str, body: str | None = None, lang: str = "fr"
    ) -> tuple[int, str, str]:
        """What the server's API would answer: status, content type, text."""
        place, _, query = path.partition("?")
        words = [method, *place.removeprefix("/api/").split("/")]
        with speaking(lang):
            try:
                return await self.answer(words, read_query(query), body)
            except LudothequeError as problem:
                told = answers.problem_of(problem) | {"sentence": str(problem)}
                return Answer(answers.status_of(problem), JSON, written(told))

    async def answer(self, words: list[str], query: Query, body: str | None) -> Answer:
        """The answer to a request, by its method and the words of its path."""
        match words:
            case ["GET", "games"]:
                games = map(load, PACKAGES)
                return as_json([facts_of(game, has_levels(game)) for game in games])
            case ["GET", "games", name, "rules"]:
                need_game(name)
                return Answer(200, MARKDOWN, rules_page(load(name), query.lang))
            case ["GET", "games", name, "words"]:
                need_game(name)
                return Answer(200, JSON, own_words(name, query.lang))
            case ["GET", "home"]:
                return as_json({"switch": False, "open": False, "kept": False, "url": None})
            case ["GET", "me"]:
                rows = rows_in(await asked(self.store.tables))
                return as_json(statistics(one for row in rows for one in row.finished()))
            case ["DELETE", "me"]:
                await self.house.forget_all()
                self.lines.clear()
                return as_json({"left": 0})
            case ["GET", "tables"]:
                return as_json([])
            case ["POST", "tables"]:
                return as_json(await self.lay(read_body(requests.TABLE_WISH, body)), 201)
            case ["GET", "tables", "mine"]:
                return as_json(await self.mine(query))
            case ["POST", "tables", "open"]:
                file = read_body(requests.FILE, body)
                opened = await open_file(self.house, file["text"], file["name"])
                return as_json(laid(*opened), 201)
            case ["POST", "home"] | ["POST" | "DELETE", "tables", _, "invite"]:
                raise Refused("alone")
            case [method, "tables", name, *rest]:
                return await self.at_table(
                    [method, *rest], await self.house.live(name), query, body
                )
        raise Refused("unknown", "refused.page")

    async def at_table(
        self, words: list[str], live: Live, query: Query, body: str | None
    ) -> Answer:
        """The answer to a request at a table."""
        table = live.table
        match words:
            case ["GET"]:
                return as_json(live.frame(seat_for(live, query.seat), query.since))
            case ["GET", "at", n] if n.isdecimal() and n.isascii():
                seat = seat_for(live, query.seat)
                checkpoints.need_moment(table, int(n))
                before = await live.moments.at(table, max(int(n) - 1, 0))
                return as_json(checkpoints.moment(table, before, int(n), seat))
            case ["GET", "picture"]:
                seat = seat_for(live, query.seat)
                return Answer(200, TEXT, picture_for(table, seat, query.lang))
            case ["GET", "play"]:
                seat = seat_for(live, query.seat)
                evidence.need_file(table)
                return Answer(200, TEXT, evidence.file_of(table, live.told, seat))
            case ["PUT", "away"]:
                await self.put_away(live, read_body(requests.SHELVING, body)["away"])
                return Answer(204, TEXT, "")
            case ["POST", "claim"]:
                return as_json(await self.claim(live, read_body(requests.CLAIM, body)))
            case ["POST", "do"]:
                found = read_frame(body)
                if found["do"] in requests.LOOKING:
                    raise answers.invalid_at("do")
                done = {"type": "done", "id": found["id"], **await self.decide(live, found)}
                return as_json(done)
        raise Refused("unknown", "refused.page")

    # ---- tables

    async def lay(self, wish: Json) -> Json:
        """A new table, and my seats."""
        seats = wish["seats"]
        mine = [seat for seat, one in enumerate(seats) if one["who"] == "me"]
        if not mine:
            raise Refused("nobody")
        if any(one["who"] == "open" for one in seats):
            raise Refused("alone")
        thinks = wish["game"] in PACKAGES and has_levels(load(wish["game"]))
        asked_for = read_wish(wish | {"listed": False, "chat": False}, thinks)

        def decision(step: Step) -> None:
            commands.lay(step, asked_for)
            need_bots(step.table)
            for seat in mine:
                commands.sit(step, seat, seats[seat]["name"] or "", seats[seat]["promise"] or "")
            step.mine = mine

        live = (await self.house.do(self.house.new_table(), decision)).live
        return laid(live, mine)

    async def mine(self, query: Query) -> list[Json]:
        """My tables, the newest first; from the one after `before`, if there is one."""
        rows = rows_in(await asked(self.store.tables))
        names = [row.table for row in rows]
        if query.before is not None:
            if query.before not in names:
                raise Refused("unknown")
            rows = rows[names.index(query.before) + 1 :]
        return [row.line() for row in rows if query.away or not row.away][:AT_ONCE]

    async def put_away(self, live: Live, away: bool) -> None:
        """Take a table from the shelf, or lay it there again; the table is what it was."""
        async with live.lock:
            before, live.away = live.away, away
            try:
                await self.house.commit((live, live.table, [], live.mine))
            except Refused:
                live.away = before
                raise

    async def claim(self, live: Live, claim: Json) -> Json:
        """Take a free seat; whoever sits there already keeps it, unless another one is named."""
        table, seat = live.table, claim["seat"]
        if table.frozen:
            raise Refused("frozen")
        sat = [one for one in live.mine if table.places[one].is_person]
        if seat is None and sat:
            return {"table": table.name, "seat": sat[0], "number": table.number}
        free = [one for one, place in enumerate(table.places) if not place.is_taken]
        if seat is None:
            if not free:
                raise Refused("full")
            seat = min(free, key=lambda one: one not in live.mine)  # what is kept for me first

        def decision(step: Step) -> None:
            commands.sit(step, seat, claim["name"] or "", claim["promise"] or "")
            step.mine = sorted({*live.mine, seat})

        step = await self.house.do(live, decision)
        return {"table": table.name, "seat": seat, "number": step.table.number}

    # ---- at the table

    async def decide(self, live: Live, request: Json) -> Json:
        """Do what is asked; what there is to say about it."""
        do, seat, table = request["do"], own(live, request["seat"]), live.table
        if table.frozen:
            raise Refused("frozen")
        if not table.places[seat].is_person:
            raise Refused("seat")
        need_own_hand(table, seat, do)
        match do:
            case "why":
                return answers.why(table, seat, request["action"])
            case "hint":
                return await self.hint(live, seat)
            case "again":
                return await self.again(live)
            case "chat":
                raise Refused("chat")
            case "stand_in":  # all are here
                raise Refused("present", seat=request["away"] + 1)
        decision = OTHERS.get(do) or DECISIONS[do]
        step = await self.house.do(live, lambda step: decision(step, request))
        return {"number": step.table.number, "ply": step.table.ply}

    async def hint(self, live: Live, seat: Seat) -> Json:
        """Say what each action is worth."""
        commands.need_playing(live.table)
        if seat not in live.table.acting():
            raise Refused("turn")
        await self.house.do(live, lambda step: commands.advise(step, seat))
        return {"ply": live.table.ply, "hints": hints_for(live.table, seat)}

    async def again(self, live: Live) -> Json:
        """Lay the next table and keep everybody's seat there, unless that is done."""

        def decision(step: Step, new: Step) -> None:
            if step.table.next:
                return
            moves = commands.rematch(step, new)
            need_bots(new.table)
            new.mine = sorted(moves[seat] for seat in live.mine)

        step = await self.house.do(live, decision, self.house.new_table())
        return {"table": step.table.next}

    # ---- lines

    async def open(self, line: int, table: str, query: str = "") -> int:
        """A page comes to look at a table: 0, or the code with which a socket would be closed."""
        try:
            wanted = read_query(query)
            live = await self.house.live(table)
            async with live.lock:
                await self.house.refresh(live)
            one = Line(line, seat_for(live, wanted.seat), wanted.hidden)
        except Refused as problem:
            return CLOSED.get(problem.code, OVERLOAD)
        await self.close(line)
        live.lines.add(one)
        self.lines[line] = live, one
        self.send(line, written(live.frame(one.seat, wanted.since)))
        self.house.look_ahead(live)
        return 0

    async def close(self, line: int) -> None:
        """A page looks no more."""
        live, one = self.lines.pop(line, (None, None))
        if live is not None and one is not None:
            live.lines.discard(one)
            self.house.look_ahead(live)

    async def changed(self, table: str) -> None:
        """Another tab has done something at a table."""
        live = self.house.lives.get(table)
        if live is None:
            return
        try:
            async with live.lock:
                await self.house.refresh(live)
        except Refused as problem:
            if problem.code == "unknown":
                self.house.drop(live)

    async def hear(self, line: int, text: str) -> None:
        """A page asks for something."""
        if line not in self.lines:
            return
        live, one = self.lines[line]
        number = None
        try:
            request = read_frame(text)
            number = request["id"]
            if request["do"] == "look":
                one.seat = SPECTATOR if request["seat"] is None else own(live, request["seat"])
                self.send(line, written(live.frame(one.seat, request["since"])))
            elif request["do"] == "here":
                one.is_hidden, one.is_told = request["hidden"], True
                self.house.tell_people(live)
            else:
                done = await self.decide(live, request)
                self.send(line, written({"type": "done", "id": number, **done}))
        except LudothequeError as problem:
            self.send(line, written(error_frame(problem, number)))


def as_json(found: object, status: int = 200) -> Answer:
    """An answer in JSON."""
    return Answer(status, JSON, written(found))


def laid(live: Live, mine: list[Seat]) -> Json:
    """A new table, my seats there, and no code: nobody else can come."""
    return {"table": live.table.name, "seats": mine, "code": None}


def own(live: Live, seat: Seat) -> Seat:
    """A seat that is held here."""
    if seat not in live.mine:
        raise Refused("seat")
    return seat


def seat_for(live: Live, seat: Seat | None) -> Seat:
    """Where somebody looks from: a seat of theirs, else from outside."""
    return usual_seat(live.table, live.mine) if seat is None else own(live, seat)


# ---- what changes who holds which seats, or concerns them all


def leave(step: Step, request: Json) -> None:
    """Get up."""
    commands.leave(step, request["seat"])
    step.mine = [seat for seat in step.mine if seat != request["seat"]]


def fill(step: Step, request: Json) -> None:
    """Give a free seat to a bot, whoever it was kept for."""
    commands.fill(step, request["free"], request["bot"])
    need_bots(step.table)
    step.mine = [seat for seat in step.mine if seat != request["free"]]


def fewer(step: Step, request: Json) -> None:
    """Take free seats away; who sits behind them moves up."""
    commands.fewer(step, request["seat"], request["free"])
    moved = kinds.Fewer.read(step.told[0].event).moved()
    step.mine = [moved[seat] for seat in step.mine if seat in moved]


def abandon(step: Step, _: Json) -> None:
    """Close a table at which nobody else sits."""
    if {*step.table.people()} - {*step.mine}:
        raise Refused("others")
    commands.abandon(step)


OTHERS: dict[str, Callable[[Step, Json], None]] = {
    "leave": leave,
    "fill": fill,
    "fewer": fewer,
    "abandon": abandon,
}
