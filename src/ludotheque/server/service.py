"""Where requests are answered: who may ask, and what is done about it.

Every request that acts names a seat, and the seat must be held by whoever sends it.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from ludotheque.errors import Refused
from ludotheque.extras import can_think, need_thought
from ludotheque.parts import SPECTATOR
from ludotheque.server import identity, presence, requests, telemetry
from ludotheque.server.hub import TRIES, Decision, Hub, Live, Step, now_ms
from ludotheque.server.identity import Owner
from ludotheque.server.limits import Limits
from ludotheque.server.store import Changes
from ludotheque.server.transaction import Claim
from ludotheque.state import Seat
from ludotheque.tables import answers, checkpoints, commands, evidence, kinds
from ludotheque.tables.bot_turns import thinkers_of
from ludotheque.tables.events import Json
from ludotheque.tables.requests import BESIDE, DECISIONS, need_own_hand, read_wish, usual_seat
from ludotheque.tables.table import Table

EVENTS_A_UNIT = 50  # events told that are as much work as a plain request
ACTIONS_A_UNIT = 10  # actions replayed that are
SHORT = 100  # events that are told without waiting for one's turn
DAY = 24 * 3600 * 1000  # milliseconds
QUICKER = ("taken", "begun", "stale")  # who claims a seat is told so if somebody was quicker


class Caller:
    """Whoever asks: by the hash of a token, and from where."""

    def __init__(self, owner: Owner | None, address: str, is_refused: bool = False) -> None:
        self.owner, self.address = owner, address
        self.is_refused = is_refused  # came with a token that is none of ours


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

    def new_code(self, seat: Seat | None) -> tuple[str, Claim]:
        """A code for a free seat or one of mine, and what is stored of it."""
        code, days = identity.new_code(), self.hub.settings.invite_days
        return code, (identity.hash_of(code), seat, now_ms() + days * DAY)

    # ---- tables

    async def lay(self, wish: requests.TableWish, caller: Caller) -> tuple[Live, list[Seat], str]:
        """A new table: it, my seats, and a code for those who are to come."""
        mine = [seat for seat, one in enumerate(wish.seats) if one.who == "me"]
        if not mine:
            raise Refused("nobody")
        assert caller.owner is not None
        held = dict.fromkeys(mine, caller.owner)
        asked, has_room = (
            read_wish(wish.model_dump(), can_think()),
            any(one.who == "open" for one in wish.seats),
        )
        code, stored = self.new_code(None)

        def decision(step: Step) -> None:
            commands.lay(step, asked)
            need_bots(step.table)
            self.limits.lay_table(caller.address)
            for seat in mine:
                one = wish.seats[seat]
                commands.sit(step, seat, one.name or "", one.promise or "")
            step.held, step.claims = held, [stored] if has_room else []
            step.in_lobby = wish.listed and self.hub.may_list(caller.address)

        live = (await self.hub.do(self.new_table(caller), decision)).live
        live.attend(caller.address)
        live.people.touch(mine, time.monotonic())
        return live, mine, code if has_room else ""

    def new_table(self, caller: Caller) -> Live:
        """A table at which nothing has happened yet."""
        live = Live(Table(identity.new_name(), secrets.token_bytes(32)), [], {})
        live.address = caller.address
        return live

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

            def hand(step: Step) -> None:
                commands.hand(step, seat)
                step.freed, step.held, step.spent = [seat], {seat: owner}, [spent]

            await self.decide(live, hand, caller)
            await self.come_back(live, seat, caller)
            return seat

        def sit(step: Step) -> None:
            if claim.seat is None and self.sat(live, caller):  # meanwhile, by the same request
                raise Refused("taken", seat=seat + 1)
            commands.sit(step, seat, claim.name or "", claim.promise or "")
            step.held = {} if is_held else {seat: owner}

        is_held = live.holders.get(seat) == owner
        await self.decide(live, sit, caller)
        live.people.touch([seat], time.monotonic())
        return seat

    def sat(self, live: Live, caller: Caller) -> list[Seat]:
        """The seats in which whoever asks sits."""
        return [seat for seat in live.seats_of(caller.owner) if live.table.places[seat].is_person]

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
        open_to_all = opens or table.opening.listed
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
        """Where somebody looks from: a seat of theirs, else from outside."""
        if seat is None:
            return usual_seat(live.table, await self.seats(live, caller))
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
            await self.decide(live, lambda step: commands.come_back(step, seat), caller)

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
        checkpoints.need_moment(table, n)
        self.limits.work.charge(caller.address, live.moments.work(n) // ACTIONS_A_UNIT)
        async with self.limits.turns.take(caller.address):
            before = await live.moments.at(table, max(n - 1, 0))
        return checkpoints.moment(table, before, n, self.still(live, seat, caller))

    async def file(self, live: Live, seat: Seat, caller: Caller) -> str:
        """The `.play` file, written beside: of a long game that takes a while."""
        table = live.table
        evidence.need_file(table)
        work = len(table.actions) // ACTIONS_A_UNIT + table.number // EVENTS_A_UNIT
        self.limits.work.charge(caller.address, work)
        async with self.limits.turns.take(caller.address):
            seat, told = self.still(live, seat, caller), live.told[: table.number + 1]
            return await asyncio.to_thread(evidence.file_of, table, told, seat)

    # ---- at the table

    async def answer(self, live: Live, request: requests.Requests, caller: Caller) -> Json:
        """Do what is asked; what there is to say about it."""
        seat = await self.own(live, request.seat, caller)
        live.attend(caller.address)
        if live.table.frozen:
            raise Refused("frozen")
        if not live.table.places[seat].is_person:
            raise Refused("seat")
        self.hub.attendance.answered(live, live.seats_of(caller.owner))
        if request.do not in BESIDE:
            await self.come_back(live, seat, caller)
        need_own_hand(live.table, seat, request.do)
        if decision := DECISIONS.get(request.do):
            begin, asked = time.perf_counter(), request.model_dump()
            done = await self.decide(live, lambda step: decision(step, asked), caller)
            telemetry.moves.labels(live.table.game.name).inc()
            telemetry.move_seconds.observe(time.perf_counter() - begin)
            return done
        answered: Json = await ANSWERS[type(request)](self, live, request, caller)
        return answered

    async def decide(self, live: Live, decision: Decision, caller: Caller) -> Json:
        """Do something at the table, whose bots then think at the caller's expense."""
        live.address = caller.address
        step = await self.hub.do(live, decision)
        return {"number": step.table.number, "ply": step.table.ply}

    async def why(self, live: Live, asked: requests.Why, caller: Caller) -> Json:
        """Say why not."""
        return answers.why(live.table, asked.seat, asked.action)

    async def hint(self, live: Live, asked: requests.Hint, caller: Caller) -> Json:
        """Say what each action is worth."""
        table, seat = live.table, asked.seat
        commands.need_playing(table)
        if seat not in table.acting():
            raise Refused("turn")
        self.limits.hints.take(caller.address)
        await self.decide(live, lambda step: commands.advise(step, seat), caller)
        view = table.facing(seat)
        found = await self.hub.thinkers.hint(table.game.name, view, seat, caller.address)
        return {"ply": table.ply, "hints": [answers.worth(table, view, *one) for one in found]}

    async def chat(self, live: Live, asked: requests.Chat, caller: Caller) -> Json:
        """Write to the others."""
        self.hub.chat.write(live, asked.seat, asked.text, now_ms())
        return {"number": live.table.number, "ply": live.table.ply}

    async def leave(self, live: Live, asked: requests.Leave, caller: Caller) -> Json:
        """Get up."""

        def decision(step: Step) -> None:
            commands.leave(step, asked.seat)
            step.freed.append(asked.seat)

        return await self.decide(live, decision, caller)

    async def fill(self, live: Live, asked: requests.Fill, caller: Caller) -> Json:
        """Give a free seat to a bot, whoever it was kept for."""

        def decision(step: Step) -> None:
            commands.fill(step, asked.free, asked.bot)
            need_bots(step.table)
            step.freed.append(asked.free)

        return await self.decide(live, decision, caller)

    async def fewer(self, live: Live, asked: requests.Fewer, caller: Caller) -> Json:
        """Take free seats away; who sits behind them moves up, and so do their tokens."""

        def decision(step: Step) -> None:
            commands.fewer(step, asked.seat, asked.free)
            moved = kinds.Fewer.read(step.told[0].event).moved()
            step.freed = [*live.holders]
            step.held = {moved[one]: who for one, who in live.holders.items() if one in moved}
            step.revoked = [*live.holders]  # codes that hand over a seat name its old number

        return await self.decide(live, decision, caller)

    async def stand_in(self, live: Live, asked: requests.StandIn, caller: Caller) -> Json:
        """Let a bot play for somebody who is gone; who is there is asked first."""
        table, seat = live.table, asked.away
        commands.need_awaited(table, seat)
        waited = (table.time(now_ms()) - max(table.moved, table.returned)) / 1000
        if presence.need_absent(live, seat, waited, time.monotonic()):
            return await self.decide(live, lambda step: commands.stand_in(step, seat), caller)
        self.hub.attendance.ask(live, seat)
        return {"number": table.number, "ply": table.ply}

    async def abandon(self, live: Live, asked: requests.Abandon, caller: Caller) -> Json:
        """Close a table at which nobody else sits."""
        if set(live.table.people()) - set(live.seats_of(caller.owner)):
            raise Refused("others")
        return await self.decide(live, commands.abandon, caller)

    async def again(self, live: Live, asked: requests.Again, caller: Caller) -> Json:
        """Lay the next table and keep everybody's seat there, unless somebody has done so."""

        def decision(step: Step, new: Step) -> None:
            if step.table.next:
                return
            if step.table.is_over:
                self.limits.lay_table(caller.address)
            moves = commands.rematch(step, new)
            need_bots(new.table)
            new.held = {moves[seat]: owner for seat, owner in live.holders.items()}

        live.address = caller.address
        step = await self.hub.do(live, decision, self.new_table(caller))
        return {"table": step.table.next}


ANSWERS: dict[type, Callable[..., Any]] = {
    requests.Why: Desk.why,
    requests.Hint: Desk.hint,
    requests.Chat: Desk.chat,
    requests.Leave: Desk.leave,
    requests.Fewer: Desk.fewer,
    requests.Fill: Desk.fill,
    requests.StandIn: Desk.stand_in,
    requests.Again: Desk.again,
    requests.Abandon: Desk.abandon,
}


def need_bots(table: Table) -> None:
    """Refuse a table with bots that cannot think here, in a seat or to stand in."""
    if thinkers_of(table):
        need_thought()
