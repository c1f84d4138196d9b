"""How long a bot takes to answer says nothing of the hand that it looks at.

A bot whose hand leaves it no choice has nothing to think about; whoever could tell that by the
clock would know what it does not hold.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from every import WITH_SECRETS
from tables.driving import drafted

from ludotheque.bots import may_do
from ludotheque.game import load
from ludotheque.server import bot_pool
from ludotheque.server.bot_pool import Thinkers
from ludotheque.server.hub import Hub, Live
from ludotheque.server.limits import Limits
from ludotheque.server.settings import Settings
from ludotheque.server.store import Store
from ludotheque.tables import commands
from ludotheque.tables.bot_turns import next_step
from ludotheque.tables.table import Table

from .guests import OPEN, Guest, bot, me
from .houses import Hand, House, Party, invite, until
from .players import read_logs, rows
from .running import PATIENCE, Server

pytestmark = pytest.mark.anyio

PACE = Settings().bot_pace  # as it is where nobody has set another
RIGHT = 0.55  # how often one who watches the clock may guess right


class Answer(NamedTuple):
    """A bot's answer: how long it took, and whether there was something to choose."""

    took: int  # milliseconds, by the times of the events
    free: bool
    kind: tuple[Any, ...] = ()  # what everybody sees of it


def answers(database: str, parties: list[Party]) -> list[Answer]:
    """The answers of bots, read behind the server's back with the hands they were given from."""
    seeds = {name: bytes(seed) for name, seed in rows(database, "SELECT id, seed FROM tables")}
    logs, found = read_logs(database), []
    for party in parties:
        table = Table(party.table, seeds[party.table])
        for event, _ in logs[party.table]:
            if (seat := event.seat) is not None and event.kind in ("play", "seal"):
                if table.places[seat].driver and seat not in table.sealed:
                    legal = table.game.legal_actions(table.game.facing(table.s, seat))
                    kind = (event.kind, table.s.phase, event.body.get("a"))
                    found.append(Answer(event.at - table.moved, len(legal) > 1, kind))
            table.take(event)
    return found


def forced(found: list[Answer]) -> int:
    """How many answers were forced."""
    return sum(not answer.free for answer in found)


def guessed_right(found: list[Answer]) -> float:
    """How often the best threshold on the time tells forced from free, as many of either."""
    free = sorted(answer.took for answer in found if answer.free)
    bound = sorted(answer.took for answer in found if not answer.free)
    best = 0.5
    for threshold in {*free, *bound}:
        above = sum(took > threshold for took in free) / len(free)
        below = sum(took <= threshold for took in bound) / len(bound)
        right = (above + below) / 2
        best = max(best, right, 1 - right)
    return best


def balanced(found: list[Answer], each: int) -> list[Answer]:
    """So many forced answers, and as many free ones that look the same but for their time."""
    dice = random.Random(1)
    bound = [answer for answer in found if not answer.free]
    assert len(bound) >= each, len(bound)
    chosen = []
    for one in dice.sample(bound, each):
        free = [answer for answer in found if answer.free]
        chosen += [one, dice.choice([a for a in free if a.kind == one.kind] or free)]
    return chosen


def play_on(parties: list[Party]) -> None:
    """Everybody plays once at each table where it is their turn, or lays the next."""
    for party in parties:
        for seat in party.people:
            seen = party.seen(seat, since=1 << 30)
            if seen["actions"]:
                action = seen["actions"][seen["number"] % len(seen["actions"])]["id"]
                party.do(seat, "play", action=action, ply=seen["ply"])


# ---- a short evening


def think_if_free(game: str, name: str, view: Any, seat: int, seed: int, *_: Any) -> int:
    """What every bot does of itself: it thinks where there is something to think about."""
    legal = may_do(load(game), view, seat)
    time.sleep(0.01 if len(legal) > 1 else 0.0)  # of all bots together within a step
    return legal[-1 if seed % 4 == 0 else 0]  # now and then it passes though it need not


def database_of(house: House) -> str:
    """Where a house keeps its tables."""
    return str(house.app.state.settings.database)


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with a clock that goes, and bots that think only where they have a choice."""
    database = f"sqlite:///{tmp_path_factory.mktemp('lively')}/tables.db"
    many = {"bots_per_address": 1000, "bot_queue": 1000, "bot_processes": 2}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot_pool, "choose", think_if_free)
        with House(Hand(), database=database, bot_pace=PACE, **many) as found:
            party = invite(found.guest(), [], WITH_SECRETS, [me(), bot("bot:1"), bot("bot:1")])
            until(lambda: party.seen()["sealed"] == [1, 2])  # both processes are there
            yield found


@pytest.mark.timed
def test_forced_and_free_take_the_same_time(lively: House) -> None:
    """What a busy machine does to a few answers is lost among more of them; a tell is not."""
    guest = lively.guest()
    seats = [me(), bot("bot:1"), bot("bot:1")]
    found: list[Answer] = []
    for each in (15, 60, 120):
        parties = [invite(guest, [], WITH_SECRETS, seats) for _ in range(16)]
        evening: list[Answer] = []
        end = time.monotonic() + PATIENCE
        while forced(found) + forced(evening) < each and time.monotonic() < end:
            for _ in range(3):
                play_on(parties)
            evening = answers(database_of(lively), parties)
        found += evening
        if guessed_right(balanced(found, each)) <= RIGHT:
            return
    raise AssertionError(f"right in {guessed_right(balanced(found, each)):.0%}")


async def test_who_has_no_choice_thinks_about_one_that_takes_as_long(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = Hub(Store(sqlite), Thinkers(Limits(Settings())), Settings())
    asked: list[Any] = []

    async def note(game: str, name: str, view: Any, seat: int, seed: int, *_: Any) -> int:
        asked.append(view)
        return may_do(load(game), view, seat)[0]

    monkeypatch.setattr(hub.thinkers, "action", note)
    free, bound = raised(True), raised(False)
    for live in (free, bound):
        await hub.choice(live, live.table.acting()[0])
    assert asked[1] is asked[0]
    (only,) = bound.table.game.legal_actions(bound.table.facing(bound.table.acting()[0]))
    assert await hub.choice(bound, bound.table.acting()[0]) == only
    await hub.store.stop()


def raised(free: bool) -> Live:
    """A table at which a bot alone is to act: it has a choice, or its hand leaves it none."""
    dice = random.Random(3)
    for n in range(1000):
        wish = commands.Wish(
            game=WITH_SECRETS, seats=["bot:1", "bot:1"], stand_in="random", options={}
        )
        table = drafted(commands.lay, Table(f"table {n}", n.to_bytes(32)), wish, 0).table
        while not table.is_over:
            seat = table.acting()[0]
            legal = table.game.legal_actions(table.game.facing(table.s, seat))
            if len(table.game.acting(table.s)) == 1 and (len(legal) > 1) == free:
                return Live(table, [], {})
            table = drafted(commands.play, table, seat, dice.choice(legal), table.ply, 0).table
    raise AssertionError("no such table")


def test_a_hand_that_a_bot_takes_over_tells_no_more(lively: House) -> None:
    host, away = lively.guest(), lively.guest()
    party = invite(host, [away], WITH_SECRETS, [me(), OPEN, bot("random")], stand_in="bot:1")
    party.do(1, "resign")
    del party.people[1]

    def played_on() -> bool:
        play_on([party])
        return len(answers(database_of(lively), [party])) >= 8

    until(played_on)
    took = [answer.took % round(1000 * PACE) for answer in answers(database_of(lively), [party])]
    assert took == [0] * len(took)


@pytest.mark.parametrize(
    ("begin", "now", "step"),
    [
        (1003, 1010, 1400),  # a quick thought waits for the first step
        (1003, 1400, 1400),
        (1003, 1401, 1800),  # a long one for the next
        (1003, 2900, 3000),
        (1190, 1200, 1400),  # half a step is time enough
        (1210, 1220, 1800),  # less is not: how quickly it thought would show
        (9_000, 9_001, 9_400),  # a table that nobody had in memory
    ],
)
def test_bots_act_at_even_steps_from_the_last_thing_on_the_board(
    begin: int, now: int, step: int
) -> None:
    assert next_step(1000, 400, begin, now) == step


# ---- the real thing


@pytest.mark.long
@pytest.mark.timed
@pytest.mark.parametrize("level", ["bot:5", "bot:3"])
def test_the_best_threshold_on_the_time_guesses_no_better_than_chance(
    sqlite: str, tmp_path: Path, level: str
) -> None:
    with Server(sqlite, tmp_path, bot_pace=str(PACE), bot_processes="2") as server:
        guest = Guest(server.url)
        first = invite(guest, [], WITH_SECRETS, [me(), bot(level)])
        until(lambda: first.seen()["sealed"] == [1], patience=180)  # it is compiled
        parties: list[Party] = []
        end = time.monotonic() + 600
        found: list[Answer] = []
        while forced(found) < 200:
            assert time.monotonic() < end, len(found)
            playing = [p for p in parties if p.seen(since=1 << 30)["status"] == "playing"]
            for _ in range(4 - len(playing)):
                seats = [me(), bot(level), bot(level), bot(level)]
                playing.append(invite(guest, [], WITH_SECRETS, seats))
                parties.append(playing[-1])
            for _ in range(50):
                play_on(playing)
                time.sleep(0.1)
            found = answers(sqlite, parties)
        guest.close()
    right = guessed_right(balanced(found, 200))
    print(f"{level}: {len(found)} answers, the best threshold is right in {right:.1%} of 400")
    assert right <= RIGHT
