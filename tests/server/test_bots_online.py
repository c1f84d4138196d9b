"""Bots at the server's tables: they play on, whatever becomes of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from every import FEWEST_CHOICES, MOST_CHOICES, NO_LUCK, WITH_SECRETS, some
from positions import first_decision
from websockets.sync.client import connect

from ludotheque.bots import levels, may_do, minds
from ludotheque.bots.search import SearchBot
from ludotheque.game import load
from ludotheque.games import PACKAGES
from ludotheque.server import bot_pool

from .guests import OPEN, Guest, bot, me
from .houses import House, Party, house, invite, until
from .running import Server

OURS = [name for name, package in PACKAGES.items() if package.startswith("ludotheque.")]
QUICK = (FEWEST_CHOICES, NO_LUCK)  # whose first thoughts are soon there
slow_ones_long = some(QUICK, OURS)
EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


@pytest.fixture
def guests(one_server: Server) -> Iterator[list[Guest]]:
    found = [Guest(one_server.url) for _ in range(2)]
    yield found
    for guest in found:
        guest.close()


def play_calmly(party: Party) -> None:
    """Play to the end, and give the bots time to think."""
    end = time.monotonic() + 300
    while (seen := party.seen())["status"] == "playing":
        assert time.monotonic() < end, "nobody plays"
        mine = [seat for seat in party.people if seat in seen["acting"]]
        for seat in mine:
            party.play(seat, which=seen["number"] % 2 - 1)
        if not mine:
            time.sleep(0.02)


# ---- with people


@pytest.mark.parametrize("game", OURS)
def test_random_bots_play_every_game_to_its_end(guests: list[Guest], game: str) -> None:
    party = invite(guests[0], guests[1:], game, [me(), bot(), OPEN, bot()])
    assert party.play_out()["status"] == "over"
    assert party.verified().finished


@pytest.mark.parametrize("game", slow_ones_long)
def test_bots_of_a_level_play_every_game_to_its_end(guests: list[Guest], game: str) -> None:
    party = invite(guests[0], guests[1:], game, [me(), OPEN, bot("bot:1")])
    play_calmly(party)
    assert party.seen()["status"] == "over"
    assert party.verified().finished


@pytest.mark.long
@pytest.mark.parametrize("game", OURS)
def test_every_level_of_every_game_plays(guests: list[Guest], game: str) -> None:
    for n in range(1, len(levels(game)) + 1):
        rivals = [bot(f"bot:{n}")] * max(1, load(game).seats[0] - 1)
        party = invite(guests[0], [], game, [me(), *rivals])
        play_calmly(party)
        assert party.verified().finished


@pytest.mark.parametrize("game", slow_ones_long)
def test_the_bot_of_the_examples_plays_every_game(one_server: Server, game: str) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), game, one_server.url],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{game} won by seats")


# ---- whatever becomes of them


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = stat.read_text().rpartition(")")
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(rest.split()[1]) == process and "python" in name:
            found.append(int(stat.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds processes where Linux shows them")
def test_a_bots_process_that_is_killed_does_not_end_the_game(
    one_server: Server, guests: list[Guest]
) -> None:
    party = invite(guests[0], guests[1:], FEWEST_CHOICES, [me(), OPEN, bot("bot:1")])
    assert one_server.process is not None
    killed = 0
    while (seen := party.seen())["status"] == "playing":
        mine = [seat for seat in party.people if seat in seen["acting"]]
        for seat in mine:
            party.play(seat, which=seen["number"] % 2 - 1)
        if not mine:
            time.sleep(0.02)
        if killed < 3 and seen["number"] > 8 + 12 * killed:  # the shortest games are soon over
            for process in children(one_server.process.pid):
                os.kill(process, signal.SIGKILL)
                killed += 1
    assert killed
    assert party.verified().finished


def sleep_long(*_: Any) -> int:
    time.sleep(60)
    return 0


def fail(*_: Any) -> int:
    raise LookupError("no idea")


def die(*_: Any) -> int:
    os._exit(3)


def cheat(*_: Any) -> int:
    return 10**6


def sleep_if_level_1(game: str, name: str, view: Any, seat: int, *_: Any) -> int:
    time.sleep(60 if name == "bot:1" else 0)
    return may_do(load(game), view, seat)[0]


@pytest.fixture
def quick_to_lose_patience(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(bot_pool, "FIRST_TIME", 1.0)
    with house(sqlite, monkeypatch, bot_seconds=0.5) as found:
        yield found


@pytest.mark.parametrize("way", [sleep_long, fail, die, cheat])
def test_a_bot_that_is_late_or_fails_plays_something_legal(
    quick_to_lose_patience: House, monkeypatch: pytest.MonkeyPatch, way: Any
) -> None:
    monkeypatch.setattr(bot_pool, "choose", way)
    guest = quick_to_lose_patience.guest()
    party = invite(guest, [], NO_LUCK, [me(), bot("bot:1")])
    for _ in range(2):
        until(lambda: party.seen()["acting"] == [0])
        party.play()
    until(lambda: party.seen()["acting"] == [0])
    plays = [event for event in party.seen()["events"] if event["kind"] == "play"]
    assert [event["seat"] for event in plays].count(1) >= 2
    party.do(0, "resign")
    assert party.verified().finished


def test_who_waits_behind_a_late_bot_is_thought_for_all_the_same(
    quick_to_lose_patience: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_pool, "choose", sleep_if_level_1)
    guest = quick_to_lose_patience.guest()
    parties = [
        invite(guest, [], NO_LUCK, [me(), bot(level)]) for level in ("bot:1", "bot:2", "bot:2")
    ]
    for party in parties:
        if party.seen()["acting"] == [0]:
            party.play()
    for party in parties:
        until(lambda party=party: party.seen()["acting"] == [0])  # type: ignore[misc]


# ---- where nobody looks


def pick(game: str, name: str, view: Any, seat: int, *_: Any) -> int:
    return may_do(load(game), view, seat)[0]


@pytest.fixture
def still(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(bot_pool, "choose", pick)
    with house(sqlite, monkeypatch) as found:
        yield found


def test_bots_wait_where_nobody_looks_and_go_on_when_somebody_does(still: House) -> None:
    guest = still.guest()
    clock = {"seconds": 5, "add": 0}
    party = invite(guest, [], NO_LUCK, [me(), bot("bot:1"), bot("bot:1")], clock=clock)
    until(lambda: party.seen()["acting"] == [0])
    live = still.hub.lives[party.table]
    still.clock.move(60)
    still.call(still.hub.ring(live))
    number = live.table.number
    assert live.table.places[0].late, "a bot is to play for whoever is late"
    time.sleep(0.3)
    assert (live.table.number, live.thinking) == (number, set())
    assert not live.is_busy(), "it may be forgotten"
    until(lambda: party.seen()["status"] == "over")
    assert party.verified().finished


def test_bots_go_on_while_somebody_looks_through_a_socket(still: House) -> None:
    guest = still.guest()
    clock = {"seconds": 5, "add": 0}
    party = invite(guest, [], NO_LUCK, [me(), bot("bot:1"), bot("bot:1")], clock=clock)
    until(lambda: party.seen()["acting"] == [0])
    live = still.hub.lives[party.table]
    url = f"{guest.url.replace('http', 'ws', 1)}/api/tables/{party.table}/socket"
    with connect(url, additional_headers=guest.headers):
        until(lambda: live.watchers)
        still.clock.move(60)
        still.call(still.hub.ring(live))
        until(lambda: live.table.is_over)


def median_answer(party: Party, moves: int) -> float:
    """Half of a bot's answers are there within so many seconds."""
    took: list[float] = []
    while len(took) < moves:
        party.play(0)
        begin = time.monotonic()
        until(lambda: party.seen(since=1 << 30)["acting"] == [0], pause=0.002)
        took.append(time.monotonic() - begin)
    return sorted(took)[moves // 2]


@pytest.mark.long
@pytest.mark.timed
def test_tables_that_are_left_alone_slow_nobody_else(sqlite: str, tmp_path: Path) -> None:
    with Server(sqlite, tmp_path) as server:
        guest = Guest(server.url)
        clock = {"seconds": 5, "add": 0}
        party = invite(guest, [], NO_LUCK, [me(), bot("bot:5")])
        until(lambda: party.seen()["acting"] == [0])
        median_answer(party, 5)
        quiet = median_answer(party, 5)
        party.do(0, "resign")
        left = [guest.lay(MOST_CHOICES, me(), *[bot("bot:4")] * 3, clock=clock) for _ in range(8)]
        party = invite(guest, [], NO_LUCK, [me(), bot("bot:5")])
        until(lambda: party.seen()["acting"] == [0])
        beside = median_answer(party, 5)  # they are still looked at, a moment ago
        time.sleep(40)
        deserted = median_answer(party, 5)
        numbers = [guest.look(one["table"], since=1 << 30)["number"] for one in left]
        guest.close()
    print(f"median: quiet {quiet:.3f} s, beside 8 tables {beside:.3f} s, deserted {deserted:.3f} s")
    assert max(numbers) > 10, "they were played at"
    assert deserted < 2 * quiet + 0.05
    assert beside < 2 * quiet + 0.5


# ---- beforehand


def test_a_game_that_cannot_be_prepared_does_not_stop_the_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    prepared: list[str] = []

    def prepare(name: str) -> None:
        prepared.append(name)
        if len(prepared) == 1:
            raise OSError("a file that cannot be read")

    for name in ("leave_together", "telemetry.set_up_logs"):
        monkeypatch.setattr(f"ludotheque.server.bot_pool.{name}", lambda *_: None)
    monkeypatch.setattr(bot_pool, "prepare", prepare)
    with caplog.at_level("INFO", "ludotheque"):
        bot_pool.be_ready()
    assert prepared == list(PACKAGES)
    assert [record.levelname for record in caplog.records] == ["WARNING"]


# ---- from turn to turn


def test_a_bot_goes_on_with_what_it_thought_at_the_same_table() -> None:
    position = first_decision(NO_LUCK, 2)
    minds.remembered.cache_clear()
    facts = (position.game.name, "search:2000")
    action = bot_pool.choose(*facts, position.view, position.seat, 3, "a table")
    player = minds.mind(*facts, position.seat, "a table")
    assert isinstance(player, SearchBot)
    assert player.last.done == 2000
    view = position.game.after(position.view, action)
    while view.player != position.seat or len(position.game.legal_actions(view)) == 1:
        view = position.game.after(view, position.game.legal_actions(view)[0])
    player.last.look(view, position.seat, 3, player.settings)
    assert 0 < player.last.done < 2000, "what it knows counts, and no more is thought in all"
    assert minds.mind(*facts, position.seat, "another") is not player


def test_where_hands_are_hidden_nothing_is_remembered_between_turns() -> None:
    minds.remembered.cache_clear()
    position = first_decision(WITH_SECRETS, 2)
    bot_pool.choose(position.game.name, "bot:1", position.view, position.seat, 3, "a table")
    assert minds.remembered.cache_info().currsize == 0
