"""Native, interpreted and WebAssembly twins agree to the byte, wherever kernels run."""

from __future__ import annotations

import subprocess
import sys
from array import array
from math import exp, log
from pathlib import Path

import pytest
from every import GAMES, NO_LUCK, OURS, QUICKEST, WITH_SECRETS, expected
from positions import Decision, decisions, first_decision
from searching import in_silence

from ludotheque import load
from ludotheque.bots.search import Search, Settings
from ludotheque.engines import Engine, engine, kind_for, twin_file, wasm
from ludotheque.errors import BadRequest
from ludotheque.fast.batch import random_games
from ludotheque.game import Game
from ludotheque.packing import pack
from ludotheque.reals import exponential, logarithm
from ludotheque.state import Base

KINDS = ("wasm", "native", "plain")


def played(run: Engine, start: Base, games: int, seed: int, first: int = 0) -> list[list[int]]:
    """Random games by an engine: their plies, then every seat's payoffs and scores."""
    begin, table, rng = run.block("states", 1), run.block("states", 1), run.block("words", 1)
    begin[0] = pack(start)
    plies = run.block("words", games)
    payoffs, scores = (run.block("grid", games, start.players) for _ in range(2))
    run.call("playout.play_many", begin, table, rng, seed, first, plies, payoffs, scores)
    return [array("q", block.dump()).tolist() for block in (plies, payoffs, scores)]


def natively(game: Game, start: Base, games: int, seed: int) -> list[list[int]]:
    results = random_games(game, start, games, seed)
    return [column.ravel().tolist() for column in results]


# ---- the files


@pytest.mark.parametrize("name", OURS)
def test_every_file_is_of_the_sources_beside_it(name: str) -> None:
    assert twin_file.is_fresh(load(name)), f"make wasm GAME={name}"


@pytest.mark.parametrize("name", OURS)
def test_a_file_imports_nothing_and_is_small(name: str) -> None:
    from ludotheque.engines.runtime import module

    file = twin_file.path_of(load(name))
    assert [found.name for found in module(file).imports] == []
    assert file.stat().st_size < 60_000


@pytest.mark.parametrize("part", ["rules.py", "kernels", "parts.py", "data.toml"])
def test_a_file_is_stale_once_a_source_has_changed(
    part: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = load(NO_LUCK)
    before = twin_file.fingerprint(game)
    plain_read = Path.read_text

    def read(path: Path, *args: object, **named: object) -> str:
        text = plain_read(path, encoding="utf-8")
        return text + "\n" if part in (path.name, path.parent.name) else text

    monkeypatch.setattr(Path, "read_text", read)
    twin_file.fingerprint.cache_clear()
    assert twin_file.fingerprint(game) != before
    assert not twin_file.is_fresh(game)
    monkeypatch.undo()
    twin_file.fingerprint.cache_clear()
    assert twin_file.is_fresh(game)


# ---- which one runs


def test_a_game_as_it_is_shipped_runs_as_webassembly() -> None:
    assert {kind_for(load(name)) for name in OURS} == {"wasm"}


@pytest.mark.parametrize("fast", [True, False])
def test_a_users_own_data_run_by_numba_or_by_python_itself(
    fast: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    name = next(name for name in OURS if expected(name).shorter)
    shipped = (load(name).folder / "data.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(shipped.replace(*expected(name).shorter), encoding="utf-8")
    monkeypatch.setattr("ludotheque.engines.is_fast", lambda: fast)
    game = load(name, own)
    assert kind_for(game) == ("native" if fast else "plain")
    assert played(engine(game), game.start(), 3, 5)[0] == natively(game, game.start(), 3, 5)[0]


def test_an_engine_that_does_not_exist_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_ENGINE", "steam")
    with pytest.raises(BadRequest) as problem:
        engine(load(NO_LUCK))
    assert "steam" in str(problem.value)
    assert "wasm, native, plain" in str(problem.value)


def test_one_can_ask_for_an_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in KINDS:
        monkeypatch.setenv("LUDOTHEQUE_ENGINE", kind)
        assert engine(load(NO_LUCK)).kind == kind


def test_webassembly_is_refused_where_there_is_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_ENGINE", "wasm")
    with pytest.raises(BadRequest, match="make wasm"):
        engine(load(QUICKEST))


# ---- the same results


@pytest.mark.parametrize("name", OURS)
def test_random_games_are_the_same_as_webassembly(name: str, long: bool) -> None:
    game, games = load(name), 1_000_000 if long else 2_000
    chunk = 2_000
    for number, first in enumerate(range(0, games, chunk)):
        low, high = game.seats
        start = game.start(low + number % (high - low + 1)) if long else game.start(high)
        run = engine(game, "wasm")
        results = random_games(game, start, chunk, 7, first)
        assert played(run, start, chunk, 7, first) == [c.ravel().tolist() for c in results]


@pytest.mark.parametrize("name", GAMES)
def test_random_games_are_the_same_interpreted(name: str, long: bool) -> None:
    game = load(name)
    for players in sorted(set(game.seats)):
        start, games = game.start(players), 200 if long else 4
        assert played(engine(game, "plain"), start, games, 3) == natively(game, start, games, 3)


def thought(position: Decision, kind: str, settings: Settings) -> list[tuple[object, ...]]:
    """Every node of the tree that a search by an engine leaves."""
    search = Search(position.game, engine(position.game, kind))
    search.look(position.view, position.seat, 5, settings)
    search.run(settings, in_silence)
    return [tuple(search.node(i)) for i in range(int(search.used.read(0)[0]))]


def positions_of(name: str, wanted: int) -> list[Decision]:
    """Decisions of games of all sizes."""
    from every import cases

    found: list[Decision] = []
    number = 0
    every = cases((name,))
    while len(found) < wanted:
        found += list(decisions(every[number % len(every)], number))[number % 7 :: 7][:9]
        number += 1
    return found[:wanted]


@pytest.mark.parametrize("name", OURS)
def test_a_search_thinks_the_same_as_webassembly(name: str, long: bool) -> None:
    for n, position in enumerate(positions_of(name, 1_000 if long else 40)):
        settings = Settings(60, guided=n % 2 == 0, evenly=n % 5 == 0)
        assert thought(position, "wasm", settings) == thought(position, "native", settings)


@pytest.mark.parametrize("name", GAMES)
def test_a_search_thinks_the_same_interpreted(name: str, long: bool) -> None:
    for n, position in enumerate(positions_of(name, 100 if long else 4)):
        settings = Settings(30, guided=n % 2 == 0)
        assert thought(position, "plain", settings) == thought(position, "native", settings)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_known_from_the_turn_before_is_the_same(kind: str) -> None:
    position = first_decision(NO_LUCK, 2)
    found = []
    for one in (kind, "native"):
        search, settings = Search(position.game, engine(position.game, one)), Settings(400)
        search.look(position.view, position.seat, 5, settings)
        search.run(settings, in_silence)
        view = position.view
        while view is position.view or view.player != position.seat:
            view = position.game.after(view, position.game.legal_actions(view)[0])
        search.look(view, position.seat, 6, settings)
        found.append((search.done, search.thoughts()))
    assert found[0] == found[1]
    assert found[0][0] > 0


# ---- memory


@pytest.mark.parametrize("kind", KINDS)
def test_a_block_holds_what_is_written_and_begins_with_nothing(kind: str) -> None:
    run = engine(load(NO_LUCK), kind)
    for what in ("words", "reals"):
        block = run.block(what, 5)
        assert block.dump() == bytes(40)
        block.write(3, -7)
        assert [block.read(i)[0] for i in range(5)] == [0, 0, 0, -7, 0]
        block.fill(array("q" if what == "words" else "d", range(5)).tobytes())
        assert [block.read(i)[0] for i in range(5)] == list(range(5))
    states = run.block("states", 2)
    raw = pack(load(NO_LUCK).start(2))
    states[1] = raw
    assert states[1] == raw
    assert states.dump() == bytes(len(raw)) + raw


def test_blocks_of_webassembly_do_not_overlap_and_memory_grows() -> None:
    run = wasm.WasmEngine(load(NO_LUCK))
    blocks = [run.block("words", n) for n in (1, 100_000, 3)]
    for n, block in enumerate(blocks):
        block.fill(bytes([n + 1]) * 8 * len(block))
    assert [set(block.dump()) for block in blocks] == [{1}, {2}, {3}]


# ---- the same numbers everywhere


def test_logarithm_and_power_are_right() -> None:
    for n in range(1, 5_000):
        assert logarithm(float(n)) == pytest.approx(log(n), rel=1e-9, abs=1e-12)
    for n in range(-400, 401):
        assert exponential(n / 10) == pytest.approx(exp(n / 10), rel=1e-9)
    assert exponential(1e9) == exponential(40)
    assert exponential(-1e9) == exponential(-40)


def test_they_are_the_same_compiled() -> None:
    import ludotheque.reals
    from ludotheque.fast.compiled import alone

    fast = alone(ludotheque.reals)
    for n in range(1, 3_000):
        x = 1 + n * n / 7
        assert fast.logarithm(x) == logarithm(x)
        assert fast.exponential(20 - n / 70) == exponential(20 - n / 70)


ALONE = """
import sys
for name in ("numpy", "numba", "llvmlite"):
    sys.modules[name] = None
sys.path[:0] = sys.argv[1:2]
from ludotheque import load
from ludotheque.bots import bot
from ludotheque.bots.hints import hints
for name in sys.argv[2:]:
    game = load(name)
    s, dice = game.start(), [9]
    while not game.over(s):
        if s.player < 0:
            s = game.after(s, game.playout.choose(s, dice))
            continue
        view = game.observe(s, s.player)
        if s.plies < 40:
            hints(game, view, s.player, 50)
        s = game.after(s, bot(game, "bot:1").act(view, s.player, 5))
    print(name, s.winners)
"""


def test_bots_and_hints_need_neither_numpy_nor_numba(long: bool) -> None:
    names = OURS if long else (NO_LUCK, WITH_SECRETS)
    words = [sys.executable, "-c", ALONE, str(Path(__file__).parent), *names]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == len(names)
