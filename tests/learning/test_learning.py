"""Learning a game: games are kept as they come, and broken off it goes on to the same numbers."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest
from every import OURS
from positions import PLAIN_CASES, sample

from ludotheque import Game, load
from ludotheque.engines import engine
from ludotheque.learned import learned, path_of
from ludotheque.learning.fit import Net, shares
from ludotheque.learning.play import Looker, Task, play, tasks
from ludotheque.learning.run import Learner, Plan
from ludotheque.packing import pack

LEARNERS = [name for name in OURS if load(name).part("facts") is not None]
LEARNED = [name for name in LEARNERS if path_of(load(name)).exists()]
TOLD = {"games", "simulations", "seconds", "cores", "machine", "seed", "loss", "fair", "commit"}


class Pulled(Exception):
    """Somebody pulls the plug."""


@pytest.fixture
def game() -> Game:
    return load(LEARNERS[0])


def plan(game: Game) -> Plan:
    return Plan(game, 2, 3, ((0, 40), (5, 40)), units=2)


def parts(file: Path) -> dict[str, object]:
    """What a file says, without how long it took."""
    told = tomllib.loads(file.read_text(encoding="utf-8"))["players"]["2"]
    return {name: value for name, value in told.items() if name != "seconds"}


def test_broken_off_it_goes_on_to_the_same_numbers(game: Game, tmp_path: Path) -> None:
    def pull(_what: str, done: int, _total: int) -> None:
        if done == 20:
            raise Pulled

    with pytest.raises(Pulled):
        Learner(plan(game), tmp_path / "broken").run(pull)
    assert len(list((tmp_path / "broken").glob("*.npz"))) == 1
    told: list[tuple[str, int, int]] = []

    def tell(*what: object) -> None:
        told.append(what)  # type: ignore[arg-type]

    again = Learner(plan(game), tmp_path / "broken").run(tell)
    assert told[0][1:] == (20, 40)  # what was kept is not played again
    whole = Learner(plan(game), tmp_path / "whole").run(lambda *_: None)
    assert parts(again) == parts(whole)
    assert set(parts(whole)) == TOLD - {"seconds"} | {"skip", "units"}


@pytest.mark.parametrize("name", LEARNERS)
def test_a_game_is_the_same_wherever_it_is_played(name: str) -> None:
    whole = Task(name, 2, 1, 0, 4, 0, "")
    one = play(whole)
    lots = [play(part) for part in tasks(whole, 3)]
    for n, column in enumerate(one):
        assert (column == np.concatenate([lot[n] for lot in lots])).all()
    assert (one.shares.sum(axis=1) == 1).all()
    assert np.abs(one.facts).max() < 20  # of an order of magnitude that can be learned from


@pytest.mark.parametrize("name", LEARNERS)
def test_the_kernel_reckons_what_was_fitted(name: str, tmp_path: Path) -> None:
    """Whatever engine runs it, and in all positions, of whatever seat."""
    game = load(name)
    width = int(game.part("facts").FACTS)
    draw = np.random.default_rng(1)
    shapes = ((width,), (4,), (4,), (4, width))
    net = Net(*(draw.normal(0, 0.5, shape) for shape in shapes))
    row = [*net.skip]
    for out, shift, weights in zip(net.out, net.shift, net.weights, strict=True):
        row += [out, shift, *weights]
    places = [place for case in PLAIN_CASES if case.name == name for place in sample(case, 8)]
    for s in (place.state for place in places):
        found = []
        for kind in ("wasm", "plain"):
            own = engine(game, kind)
            state, values = own.block("states", 1), own.block("reals", s.players)
            numbers, facts = own.block("reals", len(row)), own.block("reals", width)
            numbers.fill(np.array(row).tobytes())
            state[0] = pack(s)
            own.call("value.judge_one", state, numbers, facts, values)
            found.append(np.frombuffer(values.dump()))
        assert (found[0] == found[1]).all()
        wanted = shares(net, Looker(game, s.players).facts(s)[None].astype(float))[0]
        assert found[0] == pytest.approx(wanted, abs=1e-5)


@pytest.mark.parametrize("name", LEARNED)
def test_what_ships_says_where_it_comes_from(name: str) -> None:
    game = load(name)
    told = tomllib.loads(path_of(game).read_text(encoding="utf-8"))["players"]
    width = int(game.part("facts").FACTS)
    assert path_of(game).stat().st_size < 40_000
    for players, part in told.items():
        assert set(part) >= TOLD
        assert sum(part["games"]) >= 1000
        assert part["loss"] < part["fair"]
        numbers = learned(game, int(players))
        assert len(numbers) == width + len(part["units"]) * (width + 2)
