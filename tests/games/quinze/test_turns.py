"""A turn as a graph, made by the rules."""

from __future__ import annotations

import numpy as np
import pytest

from ludotheque import load
from ludotheque.errors import BadRequest
from ludotheque.games.quinze.solver import turns
from ludotheque.games.quinze.solver.solution import SHAPE
from ludotheque.games.quinze.solver.sweeps import BEYOND, CHANCE, CHOICE, END
from ludotheque.games.quinze.solver.turns import Shape, Turn, graph

quinze = load("quinze")
pig = load("pig")


@pytest.fixture(scope="module")
def turn() -> Turn:
    return graph(quinze, quinze.start(2), SHAPE, 60)


def test_a_turn_moves_only_forward(turn: Turn) -> None:
    owner = np.repeat(np.arange(len(turn)), np.diff(turn.first))
    assert (owner < turn.child).all()


def test_a_state_met_early_or_late_stands_behind_all_that_lead_to_it() -> None:
    turn = graph(pig, pig.start(2), Shape("points", "total", (), ("seat",)), 30)
    owner = np.repeat(np.arange(len(turn)), np.diff(turn.first))
    assert (owner < turn.child).all()
    assert len(set(turn.keys)) == len(turn)
    sixes = [turn.points[turn.child[e]] for e in turn.edges(1)]
    assert sorted(sixes) == [0, 2, 3, 4, 5, 6]


def test_only_leaves_have_no_edges(turn: Turn) -> None:
    leaves = (turn.kind == END) | (turn.kind == BEYOND)
    assert (np.diff(turn.first)[leaves] == 0).all()
    assert (np.diff(turn.first)[~leaves] > 0).all()
    assert (turn.points[turn.kind == BEYOND] > turn.cap).all()


def test_every_choice_is_to_go_on_or_to_stop(turn: Turn) -> None:
    assert (np.diff(turn.first)[turn.choices] == 2).all()
    assert (turn.kind[turn.onward] == CHANCE).all()
    for node in turn.choices[:50]:
        stop = turn.child[turn.first[node] + 1]
        assert (turn.kind[stop], turn.points[stop]) == (END, turn.points[node])


def test_a_state_is_found_whoever_plays(turn: Turn) -> None:
    s = quinze.play(quinze.start(3, first=2), "+5", "turn", "shield")
    node = turn.find(s)
    assert node is not None
    assert (turn.kind[node], turn.points[node]) == (CHOICE, 5)
    assert turn.field("shields")[node] == 1
    assert turn.field("down")[node] == s.down
    s.points = 1000
    assert turn.find(s) is None


def test_the_chance_to_come_to_a_node_adds_up(turn: Turn) -> None:
    mass, entry = turn.visits
    first = turn.child[turn.edges(0)]
    kept = first[turn.kind[first] == CHOICE]
    assert mass[kept].sum() == pytest.approx(0.8)  # all but the losing card
    assert (entry <= mass + 1e-15).all()


def test_the_peak_is_beyond_unless_the_passes_end() -> None:
    once = graph(quinze, quinze.start(2, max_passes=1), SHAPE, 60)
    assert once.peak[0] == 16
    assert graph(quinze, quinze.start(2), SHAPE, 60).peak[0] > 10**9


def test_a_graph_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "MOST", 100)
    with pytest.raises(BadRequest) as refused:
        graph(quinze, quinze.start(2), SHAPE, 60)
    assert refused.value.key == "error.exact.large"
    assert "100" in refused.value.sentence("en")


def test_ways_are_those_of_the_rules(turn: Turn) -> None:
    assert [int(turn.ways[e]) for e in turn.edges(0)] == [1] * 5
