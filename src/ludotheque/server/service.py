"""Where requests are answered: who may ask, and what is done about it.

Every request that acts names a seat, and the seat must be held by whoever sends it.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any

from ludotheque.bots.hints import Hint
from ludotheque.errors import IllegalAction, LudothequeError, Refusal, Refused
from ludotheque.parts import SPECTATOR
from ludotheque.server import identity, requests, telemetry
from ludotheque.server.hub import TRIES, Hub, Live, changes, now_ms
from ludotheque.server.identity import Owner
from ludotheque.server.limits import Limits
from ludotheque.server.store import Changes, TableRow
from ludotheque.state import Seat
from ludotheque.tables import commands, evidence, views
from ludotheque.tables.commands import Draft, Wish
from ludotheque.tables.table import PLAYING, Table
from ludotheque.tables.views import words

Json = dict[str, Any]
EVENTS_A_UNIT = 50  # events told that are as much work as a plain request
ACTIONS_A_UNIT = 10  # actions replayed that are
SHORT = 100  # events that are told without waiting for one's turn
WHERE = 100  # characters of a place in a message
DAY = 24 * 3600 * 1000  # milliseconds
QUICKER = ("taken", "begun", "stale")  # who claims a seat is told so if somebody was quicker


class Caller:
    """Whoever asks: by the hash of a token, and from where."""

    def __init__(self, owner: Owner | None, address: str, is_refused: bool = False) -> None:
        self.owner, self.address = owner, address
        self.is_refused = is_refused  # came with a token that is none of ours


def row_of(draft: Draft) -> TableRow:
    """A new table as it is listed."""
    table, opening = draft.table, draft.table.opening
    assert table.seed is not None
    return TableRow(
        id=table.name,
        made=draft.now,
        game=opening["game"],
        rules=opening["rules"],
        data=opening["data"],
        players=opening["players"],
        listed=opening["listed"],
        status=table.status,
        seed=table.seed,
        last=draft.now,
    )


class Desk:
    """Answers requests."""

    def __init__(self, hub: Hub, limits: Limits) -> None:
        self.hub, self.limits = hub, limits
        self.before: set[Owner] = set()  # holders of tokens from before they were sealed

    async def owner_of(self, token: str) -> Owner | None:
        """Who has a token; nobody, if it is none of ours."""
        if identity.is_ours(self.hub.store.secret, token):
            return identity.hash_of(token)
        if not identity.OLD_TOKEN.fullmatch(token):
            return None
        owner = identity.hash_of(token)
        if owner not in self.before and await self.hub.store.holds(owner):
            self.before.add(owner)
        return owner if owner in self.before else None

    def new_code(self, seat: Seat | None) -> tuple[str, tuple[bytes, Seat | None, int]]:
        """A code for a free seat or one of mine, and what is stored of it."""
        code, days = identity.new_code(), self.hub.settings.invite_days
        return code, (identity.hash_of(code), seat, now_ms() + days * DAY)

    # ---- tables

    async def lay(self, wish: requests.TableWish, caller: Caller) -> tuple[Live, list[Seat], str]:
        """A new table: it, my seats, and a code for those who are to come."""
        mine = [seat for seat, one in enumerate(wish.seats) if one.who == "me"]
        if not mine:
            raise Refused("nobody")
        draft = self.laid(wish)
        self.limits.lay_table(caller.address)
        for seat in mine:
            one = wish.seats[seat]
            step = commands.sit(draft.table, seat, one.name or "", one.promise or "", draft.now)
            draft.table = step.table
            draft.told += step.told
        code, stored = self.new_code(None)
        has_room = any(one.who == "open" for one in wish.seats)
        assert caller.owner is not None
        held = dict.fromkeys(mine, caller.owner)
        is_shown = wish.listed and self.hub.may_list(caller.address)
        wanted = Changes(
            draft.table.name,
            [(one.event, one.hash) for one in draft.told],
            opened=row_of(draft)._replace(seen=draft.now if is_shown else 0),
            held=list(held.items()),
            claims=[stored] if has_room else [],
        )
        await self.hub.store.commit(wanted)
        live = self.hub.adopt(draft, held, caller.address)
        live.attend(caller.address)
        return live, mine, code if has_room else ""

    def laid(self, wish: requests.TableWish) -> Draft:
        """A table as it was asked for, with nobody at it yet."""
        seats = []
        for one in wish.seats:
            if (one.who == "bot") != (one.bot is not None):
                raise Refused("seats")
            seats.append(one.bot or "")
        series: Json | None = None
        if wish.series is not None:
            if len(seats) == 1:
                raise Refused("series", "error.series")
            series = {"games": wish.series.games, "keep_colours": wish.series.keep_colours}
            series |= {"first": 0, "scores": [], "won": []}
        asked = Wish(
            wish.game,
            seats,
            dict(wish.options),
            wish.listed,
            wish.patience,
            wish.stand_in or "",
            (wish.clock.seconds, wish.clock.add) if wish.clock else None,
            series,
        )
        return commands.lay(asked, identity.new_name(), secrets.token_bytes(32), now_ms())

    async def claim(self, live: Live, claim: requests.Claim, caller: Caller) -> Seat:
        """Take a seat; the next free one if somebody was quicker.

        Who sits there already keeps the seat, unless another one is named: an answer may be lost,
        and several people may share a browser.
        """
        if live.table.frozen:
            raise Refused("frozen")
        for _ in range(TRIES):
            seat, spent = await self.claimed(live, claim, caller)
            if spent is None and claim.seat is None and seat in self.sat(live, caller):
                await self.come_back(live, seat, caller)
                return seat
            try:
                return await self.take(live, seat, spent, claim, caller)
            except Refused as problem:
                if problem.code not in QUICKER or claim.seat is not None:
                    raise
        raise Refused("full")

    async def take(
        self, live: Live, seat: Seat, spent: bytes | None, claim: requests.Claim, caller: Caller
    ) -> Seat:
        """Sit down in a seat, or take it over from another device with a code that is spent."""
        owner = caller.owner
        assert owner is not None
        if spent is not None:
            handed: Json = {"freed": [seat], "held": [(seat, owner)], "spent": [spent]}
            await self.decide(
                live, lambda table: commands.hand(table, seat, now_ms()), caller, **handed
            )
            await self.come_back(live, seat, caller)
            return seat

        def sit(table: Table) -> Draft:
            if claim.seat is None and self.sat(live, caller):  # meanwhile, by the same request
                raise Refused("taken", seat=seat + 1)
            return commands.sit(table, seat, claim.name, claim.promise or "", now_ms())

        held = {} if live.holders.get(seat) == owner else {"held": [(seat, owner)]}
        await self.decide(live, sit, caller, **held)
        return seat

    def sat(self, live: Live, caller: Caller) -> list[Seat]:
        """The seats in which whoever asks sits."""
        return [seat for seat in live.seats_of(caller.owner) if live.table.places[seat].name]

    async def claimed(
        self, live: Live, claim: requests.Claim, caller: Caller
    ) -> tuple[Seat, bytes | None]:
        """The seat that a claim is for, and the code that is spent with it."""
        table, opens = live.table, False
        if claim.code is not None:
            self.limits.claims.take(caller.address)  # at once: others guess meanwhile
            code = identity.hash_of(claim.code)
            found = await self.hub.store.claim(code, now_ms())
            opens = found is not None and found[0] == table.name
            if not opens and (claim.seat is not None or not self.sat(live, caller)):
                raise Refused("code")
            self.limits.claims.put_back(caller.address)
            if opens and found is not None and found[1] is not None:
                return found[1], code
        if claim.seat is None and (sat := self.sat(live, caller)):
            return sat[0], None
        mine = [s for s in live.seats_of(caller.owner) if not table.places[s].is_taken]
        open_to_all = opens or table.opening["listed"]
        free = [
            seat
            for seat, place in enumerate(table.places)
            if not place.is_taken and (seat in mine or (open_to_all and seat not in live.holders))
        ]
        free.sort(key=lambda seat: seat not in mine)  # what is kept for me first
        if not open_to_all and not mine:
            raise Refused("code")
        if claim.seat is not None:
            if claim.seat not in free:
                raise Refused("taken", seat=claim.seat + 1)
            return claim.seat, None
        if not free:
            raise Refused("full")
        return free[0], None

    async def invite(self, live: Live, wish: requests.InviteWish, caller: Caller) -> str:
        """A new code: for any free seat, or to hand over one of mine; at wish the only one."""
        await self.need_guest(live, wish.seat, caller)
        if live.table.is_over:
            raise Refused("over")
        code, stored = self.new_code(wish.seat)
        revoked = [wish.seat] if wish.anew else []
        await self.hub.store.commit(Changes(live.table.name, claims=[stored], revoked=revoked))
        return code

    async def revoke(self, live: Live, seat: Seat | None, caller: Caller) -> None:
        """Take back all codes for free seats, or those that hand over one of mine."""
        await self.need_guest(live, seat, caller)
        await self.hub.store.commit(Changes(live.table.name, revoked=[seat]))

    async def need_guest(self, live: Live, seat: Seat | None, caller: Caller) -> None:
        """Only for people at the table, and for a seat only whose it is."""
        if caller.owner is None:
            raise Refused("token")
        mine = await self.seats(live, caller, seat)
        if not mine or (seat is not None and seat not in mine):
            raise Refused("seat")

    async def seats(self, live: Live, caller: Caller, seat: Seat | None = None) -> list[Seat]:
        """The seats of whoever asks; another worker may have given them one just now."""
        if caller.owner is None:
            return []
        mine = live.seats_of(caller.owner)
        if not mine or (seat is not None and seat not in mine):
            await self.hub.reread(live)
            mine = live.seats_of(caller.owner)
        return mine

    async def seat_for(self, live: Live, seat: Seat | None, caller: Caller) -> Seat:
        """Where somebody looks from: a seat of theirs, else from outside.

        Who holds several hidden hands says which one to show; until then, none is.
        """
        if seat is None:
            table, mine = live.table, await self.seats(live, caller)
            if len(mine) == 1 or (mine and not table.frozen and not table.game.rules.SECRETS):
                return mine[0]
            return SPECTATOR
        return await self.own(live, seat, caller)

    async def own(self, live: Live, seat: Seat, caller: Caller) -> Seat:
        """A seat that whoever asks holds."""
        if caller.owner is None:
            raise Refused("token")
        if seat not in await self.seats(live, caller, seat):
            raise Refused("seat")
        return seat

    async def come_back(self, live: Live, seat: Seat, caller: Caller) -> None:
        """Hand a seat back to a person who looks again."""
        if 0 <= seat < live.table.players and live.table.places[seat].stand_in:
            await self.hub.do(
                live, lambda table: commands.come_back(table, seat, now_ms()), caller.address
            )

    # ---- looking

    async def shown(self, live: Live, seat: Seat, caller: Caller, since: int | None) -> str:
        """How a table stands and what has happened since, as it is sent.

        A long log is charged by its length, and each address gets one at a time.
        """
        most = self.limits.settings.events_per_frame
        count = 0 if since is None else min(max(live.table.number - since, 0), most)
        self.limits.work.charge(caller.address, count // EVENTS_A_UNIT)
        async with self.limits.turns.take(caller.address) if count >= SHORT else nullcontext():
            return await live.frame(self.still(live, seat, caller), caller.owner, since, most)

    def still(self, live: Live, seat: Seat, caller: Caller) -> Seat:
        """A seat that was somebody's before they waited, if it is still theirs."""
        return seat if live.holders.get(seat) == caller.owner else SPECTATOR

    async def moment(self, live: Live, seat: Seat, caller: Caller, n: int) -> Json:
        """The position after n actions, as a seat saw it."""
        table = live.table
        if table.frozen or table.s is None or n > len(table.actions):
            raise Refused("moment", n=len(table.actions))
        self.limits.work.charge(caller.address, live.moments.work(n) // ACTIONS_A_UNIT)
        async with self.limits.turns.take(caller.address):
            before = await live.moments.at(table, max(n - 1, 0))
        last = table.actions[n - 1] if n else None
        seat = self.still(live, seat, caller)
        then = table.copy()
        then.s = before if last is None else table.game.after(before, last)
        shown = {"actions": n, "last": len(table.actions), **views.board_for(then, seat)}
        visible = table.is_over or table.game.witness(before) in (None, seat)
        if last is not None and visible:
            shown["tell"] = words(table.game.tell(before, last))
        return shown

    async def file(self, live: Live, seat: Seat, caller: Caller) -> str:
        """The `.play` file, written beside: of a long game that takes a while."""
        table = live.table
        if table.frozen:
            raise Refused("frozen")
        if table.s is None and not table.is_over:
            raise Refused("waiting")
        work = len(table.actions) // ACTIONS_A_UNIT + table.number // EVENTS_A_UNIT
        self.limits.work.charge(caller.address, work)
        async with self.limits.turns.take(caller.address):
            if table.is_over:
                events = [one.event for one in live.told]
                return await asyncio.to_thread(evidence.full_text, table, events)
            seat = self.still(live, seat, caller)
            told = live.told[: table.number + 1]
            return await asyncio.to_thread(evidence.seen_text, table, seat, told)

    # ---- at the table

    async def answer(self, live: Live, request: requests.Requests, caller: Caller) -> Json:
        """Do what is asked; what there is to say about it."""
        seat = await self.own(live, request.seat, caller)
        live.attend(caller.address)
        if live.table.frozen:
            raise Refused("frozen")
        if not live.table.places[seat].name:
            raise Refused("seat")
        if not isinstance(request, requests.Why | requests.Hint | requests.React):
            await self.come_back(live, seat, caller)
        if isinstance(request, ON_THE_BOARD):
            need_own_hand(live.table, seat)
        if decision := DECISIONS.get(type(request)):
            begin = time.perf_counter()
            done = await self.decide(live, lambda table: decision(table, request, now_ms()), caller)
            telemetry.moves.labels(live.table.game.name).inc()
            telemetry.move_seconds.observe(time.perf_counter() - begin)
            return done
        answered: Json = await ANSWERS[type(request)](self, live, request, caller)
        return answered

    async def decide(
        self, live: Live, decision: Callable[[Table], Draft], caller: Caller, **more: Any
    ) -> Json:
        """Do something at the table."""
        draft = await self.hub.do(live, decision, caller.address, **more)
        assert draft is not None
        return {"number": draft.table.number, "ply": draft.table.ply}

    async def why(self, live: Live, asked: requests.Why, caller: Caller) -> Json:
        """Say why not."""
        commands.need_playing(live.table)
        table = live.table
        view = table.facing(asked.seat)
        refusal = table.game.why_not(view, asked.action, asked.seat)
        return {"legal": True} if refusal is None else {"legal": False, **refused(refusal)}

    async def hint(self, live: Live, asked: requests.Hint, caller: Caller) -> Json:
        """Say what each action is worth."""
        table, seat = live.table, asked.seat
        commands.need_playing(table)
        if seat not in table.acting():
            raise Refused("turn")
        self.limits.hints.take(caller.address)
        view = table.facing(seat)
        found = await self.hub.thinkers.hint(table.game.name, view, seat, caller.address)
        return {"ply": table.ply, "hints": [worth(table, view, one) for one in found]}

    async def leave(self, live: Live, asked: requests.Leave, caller: Caller) -> Json:
        """Get up."""
        return await self.free(
            live, asked.seat, caller, lambda table: commands.leave(table, asked.seat, now_ms())
        )

    async def fill(self, live: Live, asked: requests.Fill, caller: Caller) -> Json:
        """Give a free seat to a bot, whoever it was kept for."""
        seat, name = asked.free, asked.bot
        return await self.free(
            live, seat, caller, lambda table: commands.fill(table, seat, name, now_ms())
        )

    async def free(
        self, live: Live, seat: Seat, caller: Caller, decision: Callable[[Table], Draft]
    ) -> Json:
        """Do something after which nobody holds a seat."""
        return await self.decide(live, decision, caller, freed=[seat])

    async def abandon(self, live: Live, asked: requests.Abandon, caller: Caller) -> Json:
        """Close a table at which nobody else sits."""
        if set(live.table.people()) - set(live.seats_of(caller.owner)):
            raise Refused("others")
        return await self.decide(live, lambda table: commands.abandon(table, now_ms()), caller)

    async def again(self, live: Live, asked: requests.Again, caller: Caller) -> Json:
        """Lay the next table and keep everybody's seat there."""
        async with live.lock:
            if not live.table.next and live.table.is_over:
                self.limits.lay_table(caller.address)
            for _ in range(TRIES):
                if not live.table.next and not await self.lay_next(live, caller):
                    await self.hub.refresh(live)
                if live.table.next:
                    return {"table": live.table.next}
        raise Refused("stale", ply=live.table.ply)

    async def lay_next(self, live: Live, caller: Caller) -> bool:
        """Lay the next table; False if something else has happened meanwhile."""
        name, seed = identity.new_name(), secrets.token_bytes(32)
        found = commands.rematch(live.table, name, seed, now_ms())
        held = {found.moves[seat]: owner for seat, owner in live.holders.items()}
        laid = Changes(
            name,
            [(one.event, one.hash) for one in found.new.told],
            opened=row_of(found.new),
            held=list(held.items()),
        )
        wanted = changes(found.old, live.table, also=(laid,))
        if not await self.hub.commit(live, wanted):
            return False
        self.hub.adopt(found.new, held, caller.address)
        self.hub.happen(live, found.old, caller.address, wanted)
        return True


DECISIONS: dict[type, Callable[[Table, Any, int], Draft]] = {
    requests.Play: lambda t, asked, now: commands.play(t, asked.seat, asked.action, asked.ply, now),
    requests.React: lambda t, asked, now: commands.react(t, asked.seat, asked.what, now),
    requests.Undo: lambda t, asked, now: commands.undo(t, asked.seat, now),
    requests.Consent: lambda t, asked, now: commands.consent(t, asked.seat, asked.yes, now),
    requests.Resign: lambda t, asked, now: commands.resign(t, asked.seat, now),
    requests.Stir: lambda t, asked, now: commands.stir(
        t, asked.seat, bytes.fromhex(asked.bytes), now
    ),
    requests.StandIn: lambda t, asked, now: commands.stand_in(t, asked.away, now),
}
ANSWERS: dict[type, Callable[..., Any]] = {
    requests.Why: Desk.why,
    requests.Hint: Desk.hint,
    requests.Leave: Desk.leave,
    requests.Fill: Desk.fill,
    requests.Again: Desk.again,
    requests.Abandon: Desk.abandon,
}


ON_THE_BOARD = requests.Play | requests.Hint | requests.Undo | requests.Consent


def need_own_hand(table: Table, seat: Seat) -> None:
    """Only who plays the seat; who has given up, or whose time is up, has left it to a bot."""
    place = table.places[seat]
    if table.status == PLAYING and place.driver:
        raise Refused("resigned" if place.resigned else "late")


def worth(table: Table, view: Any, hint: Hint) -> Json:
    """A hint as it is sent."""
    said = table.game.say(view, hint.action)
    return {"action": hint.action, "say": said, "shares": hint.shares, "error": hint.error}


def refused(refusal: Refusal) -> Json:
    """Why not, with the ruling and the places involved."""
    told = words(refusal.message)
    return {"ruling": refusal.ruling, "places": list(refusal.places), **told}


def problem_of(problem: LudothequeError) -> Json:
    """An error as it is sent: a code to act on, a sentence's key and facts to tell."""
    if isinstance(problem, IllegalAction):
        return {"code": "illegal", **refused(problem.refusal)}
    code = problem.code if isinstance(problem, Refused) else "bad"
    return {"code": code, **words(problem.message)}


def invalid_at(errors: Sequence[Any]) -> Refused:
    """What is wrong with a message: the first place in it that is not as expected."""
    where = ".".join(map(str, errors[0]["loc"]))[:WHERE]
    plain = "".join(c if c.isprintable() else "?" for c in where)  # it may be a client's word
    return Refused("invalid", "refused.invalid.at", where=plain or "-")
