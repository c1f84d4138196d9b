"""The tables that are shipped: they say what the solver says, and need nothing installed."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from every import Case, walk

from ludotheque import Game, load
from ludotheque.errors import BadData, BadRequest
from ludotheque.games.quinze.rules import State
from ludotheque.games.quinze.solver import answers, tables
from ludotheque.games.quinze.solver.build_tables import build
from ludotheque.games.quinze.solver.lookup import lookup_for
from ludotheque.games.quinze.solver.rounds import TooNear
from ludotheque.games.quinze.solver.solution import STOP, TURN, ByRounds, solve
from ludotheque.games.quinze.solver.steps import Spot
from ludotheque.parts import CHANCE
from ludotheque.words.messages import LANGUAGES

game = load("quinze")
EVERYBODY = range(1, 7)


def drawn(own: Game[Any], players: int, dice: random.Random, **options: Any) -> Any:
    """A decision in the middle of a turn, after others have kept what they like."""
    while True:
        s = own.start(players, dice.randrange(players), **options)
        place = dice.randrange(players)
        if players > 1:
            own.rules.begin_turn(s, (s.first + place) % players)
            several = [0, dice.randrange(15), 15 + int(dice.expovariate(1 / 30))]
            for i in range(place):
                s.kept[(s.first + i) % players] = dice.choice(several)
        else:
            s.kept[0], s.rounds = dice.randrange(200), dice.randrange(s.solo_rounds)
        begun = (s.seat, s.rounds)
        while s.player == CHANCE or (dice.random() < 0.9 and s.points < 200):
            own.rules.apply(s, TURN if s.player >= 0 else dice.choice(list(own.odds(s))))
            if (s.seat, s.rounds) != begun or own.over(s):
                break
        else:
            return s


def solved(s: Any) -> dict[int, list[float]] | None:
    """What the solver says of a view; None where it would have to solve a larger game first."""
    solution = solve(game, s.players)
    if not isinstance(solution, ByRounds):
        return solution.values(s)
    try:
        return solution._values(solution.solved, s)
    except TooNear:
        return None


# ---- what they say


@pytest.mark.parametrize("players", EVERYBODY)
def test_they_say_what_the_solver_says(players: int, long: bool) -> None:
    dice, asked, unknown = random.Random(players), 2_000 if long else 300, 0
    for _ in range(asked):
        s = drawn(game, players, dice)
        found, action, right = answers.known_shares(game, s), answers.known_best(game, s), solved(s)
        unknown += found is None
        if right is None:
            continue
        if found is not None:
            for choice in (TURN, STOP):
                known = pytest.approx(right[choice], rel=1e-12, abs=1e-12)
                assert found[choice] == known, game.draw(s)
        if action is not None:
            assert action == solve(game, players).choose(s, s.player), game.draw(s)
        assert action is not None or found is None
    print(f"{players} players: {unknown} of {asked} views are beyond the tables")
    assert unknown <= asked // 20


@pytest.mark.parametrize("players", EVERYBODY)
def test_they_know_every_choice_of_most_games(players: int) -> None:
    for number in range(5):
        for s, _ in walk(Case("quinze", players, ()), number):
            if s.player >= 0 and s.points < 300 and max(s.kept) < 300:
                assert answers.known_best(game, s) is not None
                assert answers.known_shares(game, s) is not None


def test_rounds_alone_may_be_as_many_as_one_likes() -> None:
    dice = random.Random(9)
    for rounds in (1, 3, 20):
        for _ in range(20):
            s = drawn(game, 1, dice, solo_rounds=rounds)
            right = solve(game, 1, solo_rounds=rounds).values(s)
            found = answers.known_shares(game, s)
            assert found is not None
            for choice in (TURN, STOP):
                assert found[choice] == pytest.approx(right[choice], rel=1e-12)


def test_alone_they_go_as_far_as_a_turn_goes() -> None:
    lookup = lookup_for(game, game.start(1))
    assert lookup is not None
    points = 0
    for passes in range(40):
        spot = Spot(0, 0, passes)
        s = game.start(1)
        s.player, s.points, (s.down, s.shields, s.passes) = 0, points, spot
        found, right = answers.known_shares(game, s), solve(game, 1).values(s)
        assert found is not None
        assert found[TURN] == pytest.approx(right[TURN], rel=1e-12)
        points = random.Random(passes).choice(sorted(lookup.steps.completed(spot, points)) or [0])
    beyond = game.start(1)
    beyond.player, beyond.points, beyond.down, beyond.passes = 0, 10**9, 0, 3
    assert answers.known_best(game, beyond) is None
    assert answers.known_shares(game, beyond) is None


def test_what_is_far_beyond_is_chased_and_kept_all_the_same() -> None:
    s = game.play(game.start(3), "+5", "stop", "+3")
    s.kept[0] = 10**9
    assert answers.known_best(game, s) == TURN
    assert answers.known_shares(game, s) is None
    s.points, s.down = 10**9 + 1, 0b11100
    assert answers.known_best(game, s) == STOP
    s.shields, s.down = 1, 0b10100
    assert answers.known_best(game, s) is None  # without risk one might go on
    s.points = 10**9
    assert answers.known_best(game, s) is None


def test_nobody_decides_and_nothing_is_said() -> None:
    s = game.start(2)
    assert answers.best(game, s) is None
    assert answers.shares(game, s) is None
    with pytest.raises(BadRequest) as refused:
        answers.choose(game, s, 0)
    assert refused.value.key == "error.exact.nothing"


# ---- what the solver used to say wrongly just beyond its first graph


def test_a_best_score_beyond_the_graph_is_solved_with_a_larger_one() -> None:
    fresh = ByRounds(game, game.start(2))
    s = game.play(game.start(2, first=1), "+5", "stop", "x2")
    s.kept[1] = 97
    found = fresh.values(s)
    assert found[TURN][0] == pytest.approx(1 / 12, abs=1e-12)
    assert found == {
        action: pytest.approx(shares, abs=1e-12)
        for action, shares in (answers.known_shares(game, s) or {}).items()
    }


def test_points_beyond_the_graph_are_solved_with_a_larger_one() -> None:
    dice = random.Random(3)
    level = (s for s in iter(lambda: drawn(game, 2, dice), None) if s.points > 75 and s.down)
    s = next(s for s in level if s.seat != s.first)
    s.kept[s.first] = s.points
    assert ByRounds(game, game.start(2)).choose(s, s.player) == answers.known_best(game, s)
    assert set(ByRounds(game, game.start(2)).values(s)) == {TURN, STOP}


# ---- the file


def test_the_file_fits_the_rules_and_the_equipment() -> None:
    facts = tables.shipped().facts
    assert (facts["rules"], facts["data"]) == (game.version, game.data)
    assert facts["target"] == game.rules.TARGET
    made = tables.Tables(build(game))
    for name, numbers in made.parts.items():
        assert list(tables.shipped().parts[name]) == pytest.approx(list(numbers), rel=1e-13)
    assert set(made.parts) == set(tables.shipped().parts)


@pytest.mark.parametrize("options", [{"cards": "1-3"}, {"max_passes": 3}, {"round_limit": 2}])
def test_other_options_are_not_answered_from_it(options: dict[str, Any]) -> None:
    s = game.play(game.start(2, **options), "shield")
    assert lookup_for(game, s) is None
    assert answers.known_best(game, s) is None
    assert answers.shares(game, s) == solve(game, 2, **options).values(s)


def test_other_equipment_is_not_answered_from_it(tmp_path: Path) -> None:
    data = game.folder / "data.toml"
    file = tmp_path / "own.toml"
    file.write_text(data.read_text(encoding="utf-8").replace("target = 15", "target = 16"))
    own = load("quinze", file)
    assert lookup_for(own, own.start(2)) is None
    same = load("quinze", data)  # a file that means the same is the same
    assert same is not game
    assert lookup_for(same, same.start(2)) is not None


def test_other_rules_are_not_answered_from_it() -> None:
    newer: Game[State] = Game("quinze", game.package, sys.modules[game.rules.__name__])
    newer.version += 1
    assert lookup_for(newer, game.start(2)) is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_damaged_file_is_not_believed(lang: str) -> None:
    raw = bytearray((game.folder / "solver" / tables.FILE).read_bytes())
    raw[-1] ^= 1
    for wrong in (bytes(raw), b"no tables", b"[]\n"):
        with pytest.raises(BadData) as refused:
            tables.Tables(wrong)
        assert tables.FILE in refused.value.sentence(lang)


# ---- without NumPy

BARE = """
import json, sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numpy", "numba", "llvmlite"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
from ludotheque import exact, load
from ludotheque.errors import NotInstalled
game = load("quinze")
found = []
for text in json.load(sys.stdin):
    s = game.read(text)
    exact.warm(game, s)
    found.append([exact.best(game, s), exact.shares(game, s)])
other = game.play(game.start(2, cards="1-3"), "+3")
exact.warm(game, other)
found.append([exact.best(game, other), exact.shares(game, other)])
try:
    game.part("solver").choose(game, other, 0)
except NotInstalled as problem:
    found.append(problem.key)
print(json.dumps(found))
"""


def test_they_answer_where_neither_numpy_nor_numba_is() -> None:
    dice = random.Random(5)
    views = [drawn(game, players, dice) for players in EVERYBODY for _ in range(10)]
    texts = json.dumps([game.draw(s) for s in views])
    done = subprocess.run(
        [sys.executable, "-c", BARE], input=texts, capture_output=True, text=True, check=True
    )
    *found, other, refused = json.loads(done.stdout)
    for s, (best, shares) in zip(views, found, strict=True):
        assert best == answers.known_best(game, s)
        assert shares == json.loads(json.dumps(answers.known_shares(game, s)))
    assert other == [None, None]
    assert refused == "error.install"
