"""A match: shared out, kept, broken off, resumed, and always the same."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from every import FEWEST_CHOICES, NO_LUCK

from ludotheque import load
from ludotheque.arena import Match, match, matches
from ludotheque.arena.games import Batch, Key, Result
from ludotheque.arena.workers import Pool
from ludotheque.errors import BadOption, BadRequest

Bare = dict[Key, tuple[list[int], list[int], int]]


def bare(played: Match) -> Bare:
    """What came of the games, without the time they took."""
    return {
        key: (result.payoffs, result.scores, result.plies) for key, result in played.results.items()
    }


def play(games: int, jobs: int = 1, keep: Path | None = None, seed: int = 3) -> Match:
    played = Match(load(NO_LUCK), ["random", "random"], games, 3, seed, keep=keep)
    for _ in played.play(jobs):
        pass
    return played


def test_two_processes_play_the_same_games_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    one = play(120)
    monkeypatch.setattr(matches, "BATCH_SECONDS", 0.01)
    assert bare(play(120, jobs=2)) == bare(one)
    assert len(one.results) == one.total == 120


def test_games_are_rounded_up_to_whole_deals() -> None:
    played = Match(load(NO_LUCK), ["random", "random"], 10, 3)
    assert (played.a_deal, played.deals, played.total) == (3, 4, 12)


def test_a_process_that_is_killed_loses_no_finished_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pool = Pool(2)
    monkeypatch.setattr(matches, "engine_of", lambda *_: pool)
    monkeypatch.setattr(matches, "BATCH_SECONDS", 0.05)
    file = tmp_path / "kept"
    played = Match(load(NO_LUCK), ["random", "random"], 300, 3, 3, keep=file)
    killed: set[int] = set()
    counts = []
    for done in played.play():
        counts.append(done)
        busy = {worker.process.pid or 0 for worker, _ in pool.busy.values()} - killed
        if len(counts) >= 3 * (len(killed) + 1) and len(killed) < 2 and busy:
            os.kill(min(busy), signal.SIGKILL)  # the pool may not yet have noticed the one before
            killed.add(min(busy))
    assert len(killed) == 2
    assert counts == sorted(counts)
    assert counts[-1] == 300
    assert bare(played) == bare(play(300))
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1 + 300


def test_a_game_that_kills_its_process_again_and_again_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool = Pool(1)
    monkeypatch.setattr(matches, "engine_of", lambda *_: pool)
    started = pool.start

    def fatal(batch: Batch) -> None:
        started(batch)
        worker, _ = next(iter(pool.busy.values()))
        worker.process.kill()

    monkeypatch.setattr(pool, "start", fatal)
    with pytest.raises(BadRequest) as raised:
        play(3, jobs=2)
    assert raised.value.key == "error.arena.died"
    assert not pool.busy


COMMAND = [sys.executable, "-m", "ludotheque", "arena", NO_LUCK, "random", "random"]
COMMAND += ["--players", "3", "--seed", "3", "--jobs", "2"]


def children(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(child) for child in path.read_text(encoding="ascii").split()]


def wait_until(holds: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at Linux's /proc")
def test_a_match_killed_outright_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    games = ["--games", "3000", "--keep", str(file)]
    with subprocess.Popen([*COMMAND, *games], stdout=subprocess.DEVNULL) as running:
        wait_until(lambda: file.exists() and file.read_bytes().count(b"\n") > 20)
        workers = children(running.pid)
        running.kill()
    assert len(workers) >= 2
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers))
    kept = file.read_bytes()
    assert kept.count(b"\n") < 3000
    file.write_bytes(kept + b'{"deal":2999,"table":0,"rot')  # killed while writing
    finished = play(300, jobs=2, keep=file)
    assert file.read_bytes().startswith(kept)
    first = {key: game for key, game in bare(finished).items() if key.deal < 100}
    assert first == bare(play(300))
    again = play(300, keep=file)
    assert again.standing().facts() == finished.standing().facts()


def interruptible() -> None:
    """Listen to Ctrl-C, which what runs in the background is told to ignore."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interrupted_match_says_what_was_found(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    words = [*COMMAND, "--games", "100000", "--keep", str(file), "--json"]
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=interruptible,  # noqa: PLW1509  no thread is running here
    ) as running:
        wait_until(lambda: file.exists() and file.read_bytes().count(b"\n") > 20)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=30)
    assert (running.returncode, err) == (130, b"")
    facts = json.loads(out)
    assert 0 < facts["games"] < facts["asked"] == 100_002


# ---- the file


def test_a_longer_match_begins_with_the_games_of_a_shorter(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    short = play(30, keep=file)
    long = play(60, keep=file)
    assert bare(long).items() >= bare(short).items()
    assert bare(long) == bare(play(60))
    assert play(30, keep=file).standing().facts()["games"] == 30


def wrong(file: Path, seed: int = 3) -> BadRequest:
    with pytest.raises(BadRequest) as raised:
        play(6, keep=file, seed=seed)
    for lang in ("fr", "en"):
        assert str(file) in raised.value.sentence(lang)
    return raised.value


def test_the_file_of_another_match_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    play(6, keep=file)
    before = file.read_bytes()
    problem = wrong(file, seed=4)
    assert (problem.key, problem.facts["what"]) == ("error.arena.other", "seed")
    assert (problem.facts["found"], problem.facts["right"]) == ("3", "4")
    assert file.read_bytes() == before


def test_a_file_that_calls_the_equipment_by_a_former_name_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    whole = bare(play(9, keep=file))
    (former,) = load(NO_LUCK).data_names - {load(NO_LUCK).data}
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[0] = lines[0].replace(load(NO_LUCK).data, former)
    file.write_text("".join(lines[:5]), encoding="utf-8")
    assert bare(play(9, keep=file)) == whole
    assert former in file.read_text(encoding="utf-8").splitlines()[0]


def test_a_file_that_is_no_file_of_results_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    for text in ("hello", "hello\n", "[]\n", "{}\n", "\n"):
        file.write_text(text, encoding="utf-8")
        assert wrong(file).key == "error.arena.format"
        assert file.read_text(encoding="utf-8") == text
    assert wrong(tmp_path).key == "error.file.unreadable"
    assert wrong(tmp_path / "no" / "folder").key == "error.file.unwritable"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r".*", ""),
        (r".*", "[]"),
        (r"^(.{20}).*", r"\1"),
        ('"deal":0', '"deal":-1'),
        ('"deal":0', '"deal":"0"'),
        ('"rotation":1', '"rotation":3'),
        ('"table":0', '"table":1'),
        (r'"payoffs":\[', '"payoffs":[60,'),
        ("random", "nobody"),
        ("plies", "moves"),
    ],
)
def test_a_damaged_line_is_named(old: str, new: str, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    play(6, keep=file)
    lines = file.read_text(encoding="utf-8").splitlines()
    lines[2] = re.sub(old, new, lines[2], count=1)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    problem = wrong(file)
    assert (problem.key, problem.facts["line"]) == ("error.arena.line", 3)


@pytest.mark.parametrize("cut", [1, 40, 10_000])
def test_a_file_cut_anywhere_is_played_on(cut: int, tmp_path: Path) -> None:
    file = tmp_path / "kept"
    whole = bare(play(9, keep=file))
    raw = file.read_bytes()
    file.write_bytes(raw[: max(5, len(raw) - cut)])
    assert bare(play(9, keep=file)) == whole
    assert len(file.read_bytes().splitlines()) == 1 + 9


# ---- what is asked for


def test_the_library_plays_a_match() -> None:
    seen: list[tuple[int, int]] = []
    standing = match(
        load(FEWEST_CHOICES),
        ["random", "random", "random"],
        games=30,
        players=3,
        options={"cumulative": "yes"},
        jobs=1,
        progress=lambda done, total: seen.append((done, total)),
    )
    assert (standing.games, standing.deals, standing.complete) == (30, 10, True)
    assert dict(standing.spec.options)["cumulative"] == "yes"
    assert seen[0] == (0, 30)
    assert seen[-1] == (30, 30)
    shares = [row.share.mean for row in standing.rows if row.share is not None]
    assert sum(shares) == pytest.approx(1)


def test_alone_bots_are_compared_by_score() -> None:
    standing = match(load(FEWEST_CHOICES), ["random", "random"], games=20, players=1, jobs=1)
    for row in standing.rows:
        assert row.share is None is row.rating
        assert row.games == 10
        assert row.score.low is not None


def test_what_cannot_be_played_is_refused_before_anything_starts() -> None:
    game = load(NO_LUCK)
    with pytest.raises(BadRequest, match="nobody"):
        match(game, ["random", "nobody"])
    with pytest.raises(BadRequest):
        match(game, ["random"])
    with pytest.raises(BadRequest):
        match(game, ["random", "random"], games=0)
    with pytest.raises(BadOption):
        match(game, ["random", "random"], options={"first": 1})


def test_results_are_keyed_so_that_a_game_counts_once(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    play(6, keep=file)
    head, *games = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(head + b"".join(games) * 2)
    twice = play(6, keep=file)
    assert twice.standing().games == 6
    assert all(isinstance(result, Result) for result in twice.results.values())
