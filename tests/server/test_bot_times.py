"""Raise: how long a bot takes to answer says nothing of the hand that it looks at.

A bot whose hand leaves it no choice has nothing to think about; whoever could tell that by the
clock would know what it does not hold.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ludotheque.bots import may_do
from ludotheque.game import load
from ludotheque.server import thinkers
from ludotheque.server.hub import next_step
from ludotheque.server.settings import Settings
from ludotheque.tables.table import Table

from .guests import OPEN, Guest, bot, me
from .houses import Hand, House, Party, invite, until
from .players import read_logs, rows
from .running import PATIENCE, Server

PACE = Settings().bot_pace  # as it is where nobody has set another
RIGHT = 0.55  # how often one who watches the clock may guess right


class Answer(NamedTuple):
    """A bot's answer: how long it took, and whether there was something to choose."""

    took: int  # milliseconds, by the times of the events
    free: bool


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
                    found.append(Answer(event.at - table.moved, len(legal) > 1))
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
    """As many forced answers as free ones, as evenly spread over the games as they come."""
    kinds = [[answer for answer in found if answer.free is free] for free in (True, False)]
    assert min(map(len, kinds)) >= each, [len(kind) for kind in kinds]
    return [one for kind in kinds for one in kind[:: len(kind) // each][:each]]


def play_on(parties: list[Party]) -> None:
    """Everybody plays once at each table where it is their turn, or lays the next."""
    for party in parties:
        for seat in party.people:
            seen = party.seen(seat, since=1 << 30)
            if seen["actions"]:
                action = seen["actions"][seen["number"] % len(seen["actions"])]["id"]
                party.do(seat, "play", action=action, ply=seen["ply"])


# ---- a short evening


def think_if_free(game: str, name: str, view: Any, seat: int, seed: int) -> int:
    """What every bot does of itself: it thinks where there is something to think about."""
    legal = may_do(load(game), view, seat)
    time.sleep(0.03 if len(legal) > 1 else 0.0)
    return legal[0]  # it passes only if it must


def database_of(house: House) -> str:
    """Where a house keeps its tables."""
    return str(house.app.state.settings.database)


@pytest.fixture(scope="module")
def lively(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house with a clock that goes, and bots that think only where they have a choice."""
    database = f"sqlite:///{tmp_path_factory.mktemp('lively')}/tables.db"
    many = {"bots_per_address": 1000, "bot_queue": 1000, "bot_processes": 2}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinkers, "choose", think_if_free)
        with House(Hand(), database=database, bot_pace=PACE, **many) as found:
            party = invite(found.guest(), [], "raise", [me(), bot("bot:1"), bot("bot:1")])
            until(lambda: party.seen()["sealed"] == [1, 2])  # both processes are there
            yield found


def test_forced_and_free_take_the_same_time(lively: House) -> None:
    guest = lively.guest()
    seats = [me(), bot("bot:1"), bot("bot:1")]
    parties = [invite(guest, [], "raise", seats) for _ in range(16)]
    found: list[Answer] = []
    end = time.monotonic() + PATIENCE
    while forced(found) < 15 and time.monotonic() < end:
        for _ in range(3):
            play_on(parties)
        found = answers(database_of(lively), parties)
    assert guessed_right(balanced(found, 15)) <= RIGHT


def test_a_hand_that_a_bot_takes_over_tells_no_more(lively: House) -> None:
    host, away = lively.guest(), lively.guest()
    party = invite(host, [away], "raise", [me(), OPEN, bot("random")], stand_in="bot:1")
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
@pytest.mark.parametrize("level", ["bot:5", "bot:3"])
def test_the_best_threshold_on_the_time_guesses_no_better_than_chance(
    sqlite: str, tmp_path: Path, level: str
) -> None:
    with Server(sqlite, tmp_path, bot_pace=str(PACE)) as server:
        guest = Guest(server.url)
        first = invite(guest, [], "raise", [me(), bot(level)])
        until(lambda: first.seen()["sealed"] == [1], patience=180)  # it is compiled
        parties: list[Party] = []
        end = time.monotonic() + 600
        found: list[Answer] = []
        while forced(found) < 200:
            assert time.monotonic() < end, len(found)
            playing = [p for p in parties if p.seen(since=1 << 30)["phase"] == "playing"]
            for _ in range(4 - len(playing)):
                seats = [me(), bot(level), bot(level), bot(level)]
                playing.append(invite(guest, [], "raise", seats))
                parties.append(playing[-1])
            for _ in range(50):
                play_on(playing)
                time.sleep(0.1)
            found = answers(sqlite, parties)
        guest.close()
    right = guessed_right(balanced(found, 200))
    print(f"{level}: {len(found)} answers, the best threshold is right in {right:.1%} of 400")
    assert right <= RIGHT
