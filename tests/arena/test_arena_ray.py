"""The same match on a Ray cluster of two machines, one of which dies half-way."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest
from every import NO_LUCK

from ludotheque import load
from ludotheque.arena import Match, matches
from ludotheque.arena.ray import PATIENCE, import_ray, knock
from ludotheque.errors import BadRequest

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")


def play(games: int, ray: str | None) -> Iterator[Match]:
    """A match after each of its batches."""
    played = Match(load(NO_LUCK), ["random", "random"], games, 3, seed=3)
    for _ in played.play(jobs=1, ray=ray):
        yield played


def bare(played: Match) -> dict[object, object]:
    return {
        key: (result.payoffs, result.scores, result.plies) for key, result in played.results.items()
    }


def test_an_address_that_does_not_answer_is_refused_at_once() -> None:
    for address in ("127.0.0.1:1", "nonsense", "localhost:x", "127.0.0.1:99999"):
        begin = time.monotonic()
        with pytest.raises(BadRequest) as raised:
            knock(address)
        assert time.monotonic() - begin < PATIENCE + 1
        for lang in ("fr", "en"):
            assert address in raised.value.sentence(lang)


@needs_ray
@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_machine_that_dies_half_way_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "BATCH_SECONDS", 0.5)
    ray = import_ray()
    machines: Any = import_module("ray.cluster_utils").Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    try:
        doomed = machines.add_node(num_cpus=1)
        machines.wait_for_nodes()
        games, killed = 3000, 0
        for played in play(games, machines.address):
            if not killed and len(played.results) > games // 3:
                assert ray.cluster_resources()["CPU"] == 2
                machines.remove_node(doomed, allow_graceful=False)
                killed = len(played.results)
        assert games // 3 < killed < games
        assert not ray.is_initialized(), "whoever joins a cluster leaves it"
    finally:
        ray.shutdown()
        machines.shutdown()
    *_, alone = play(games, None)
    assert bare(played) == bare(alone)
    assert len(played.results) == games


@needs_ray
@pytest.mark.long
def test_the_command_plays_on_a_cluster_of_its_own() -> None:
    words = [sys.executable, "-m", "ludotheque", "arena", NO_LUCK, "random", "random"]
    words += ["--games", "40", "--json", "--jobs", "2"]
    found = []
    for more in (["--ray"], []):
        done = subprocess.run([*words, *more], capture_output=True, text=True, check=True)
        facts = json.loads(done.stdout)
        for bot in facts["bots"]:
            del bot["mean_ms"], bot["max_ms"]
        found.append(facts)
    assert found[0] == found[1]
