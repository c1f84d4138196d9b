"""Quitte ou Quinze solved: against plain recursion, against simulation, and on the command line."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import policy_games
import pytest
from brute import Brute, settled
from commands import Run
from every import Case, some, walk

from ludotheque import Game, load
from ludotheque.arena import match
from ludotheque.bots import bot
from ludotheque.errors import BadRequest
from ludotheque.exact import best, shares
from ludotheque.fast.compiled import with_rules
from ludotheque.fast.records import array_of
from ludotheque.games.quinze.solver import turns
from ludotheque.games.quinze.solver.solution import STOP, TURN, Alone, ByRounds, solution_for, solve
from ludotheque.words.messages import LANGUAGES

game = load("quinze")

# ---- against plain recursion

TINY = {
    "no-shield": ('target = 2\n[[set]]\nname = "s"\ncards = ["+1", "+2", "bust"]\n', 1),
    "double": ('target = 3\n[[set]]\nname = "s"\ncards = ["+1", "x2", "shield", "bust"]\n', 2),
    "plain": ('target = 2\n[[set]]\nname = "s"\ncards = ["+1", "shield", "bust"]\n', 4),
    "useless": ('target = 2\n[[set]]\nname = "s"\ncards = ["+2", "x1", "shield", "bust"]\n', 1),
}
FEW = some(("plain",), TINY)  # cards of one's own are compiled apart
READINGS: list[dict[str, Any]] = [
    {},
    {"lock_at_target": "yes"},
    {"sudden_death": "yes"},
    {"round_limit": 1},
    {"round_limit": 2},
]


def tiny(name: str, folder: Path) -> tuple[Game, dict[str, Any]]:
    text, passes = TINY[name]
    file = folder / "tiny.toml"
    file.write_text(f'provenance = "own"\nnote = ""\n{text}', encoding="utf-8")
    return load("quinze", file), {"max_passes": passes}


def agree(own: Game[Any], start: Any, options: dict[str, Any]) -> None:
    """Every choice of every state is worth what plain recursion says, and made as it says."""
    solution = solve(own, start.players, **options)
    brute = Brute(own) if start.round_limit else settled(own, start)
    exact = [float(share) for share in brute.value(start)]
    in_turn = [exact[(start.first + place) % start.players] for place in range(start.players)]
    assert solution.win == pytest.approx(in_turn, abs=1e-12)
    for s, found in brute.choices.values():
        values = solution.values(s)
        for action in (TURN, STOP):
            assert values[action] == pytest.approx([float(x) for x in found[action]], abs=1e-12)
        goes = found[TURN][s.player] > found[STOP][s.player]
        if abs(found[TURN][s.player] - found[STOP][s.player]) > 1e-12 or start.round_limit:
            assert solution.choose(s, s.player) == (TURN if goes else STOP), own.draw(s)


@pytest.mark.parametrize("options", READINGS, ids=str)
@pytest.mark.parametrize("name", FEW)
def test_two_players_are_worth_what_plain_recursion_says(
    name: str, options: dict[str, Any], tmp_path: Path
) -> None:
    own, passes = tiny(name, tmp_path)
    agree(own, own.start(2, 1, **options, **passes), options | passes)


@pytest.mark.parametrize("options", READINGS[:4], ids=str)
@pytest.mark.parametrize("name", some(("plain",), ("plain", "no-shield")))
def test_three_players_are_worth_what_plain_recursion_says(
    name: str, options: dict[str, Any], tmp_path: Path
) -> None:
    own, passes = tiny(name, tmp_path)
    agree(own, own.start(3, 2, **options, **passes), options | passes)


@pytest.mark.long
@pytest.mark.parametrize("options", READINGS[:3], ids=str)
@pytest.mark.parametrize(("name", "players"), [("double", 3), ("no-shield", 4), ("plain", 4)])
def test_larger_games_are_worth_what_plain_recursion_says(
    name: str, players: int, options: dict[str, Any], tmp_path: Path
) -> None:
    own, passes = tiny(name, tmp_path)
    agree(own, own.start(players, 1, **options, **passes), options | passes)


@pytest.mark.parametrize("options", READINGS, ids=str)
@pytest.mark.parametrize("name", FEW)
def test_points_that_add_up_are_worth_what_plain_recursion_says(
    name: str, options: dict[str, Any], tmp_path: Path
) -> None:
    own, passes = tiny(name, tmp_path)
    options = {"round_limit": 3, "cumulative": "yes", **options, **passes}
    agree(own, own.start(2, 1, **options), options)


# ---- known figures


@pytest.mark.parametrize(("cards", "known"), [("3-5", "103/240"), ("1-3", "407/1440")])
@pytest.mark.parametrize("players", [1, 2])
def test_reaching_the_target_is_a_known_fraction(cards: str, known: str, players: int) -> None:
    assert solve(game, players, cards=cards).reach_target == Fraction(known)


@pytest.mark.parametrize("option", ["lock_at_target", "sudden_death"])
def test_other_readings_reach_the_target_as_often(option: str) -> None:
    assert solve(game, 2, **{option: "yes"}).reach_target == Fraction(103, 240)


def test_a_single_pass_reaches_15_in_22_of_120() -> None:
    assert solve(game, 2, max_passes=1).reach_target == Fraction(22, 120)


@pytest.mark.parametrize("cards", ["3-5", "1-3"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_later_place_wins_more_and_all_add_up_to_one(players: int, cards: str) -> None:
    win = solve(game, players, cards=cards).win
    assert sum(win) == pytest.approx(1, abs=1e-12)
    assert win == sorted(win)


def test_sudden_death_is_a_race_of_equal_chances() -> None:
    reach = 103 / 240
    win = solve(game, 3, sudden_death="yes").win
    fail = 1 - reach
    known = [reach * fail**place / (1 - fail**3) for place in range(3)]
    assert win == pytest.approx(known, abs=1e-13)


def test_a_long_limit_is_like_none_and_a_short_one_is_fairer() -> None:
    endless = solve(game, 3).win
    assert solve(game, 3, round_limit=999).win == pytest.approx(endless, abs=1e-13)
    short = solve(game, 3, round_limit=1).win
    assert max(short) - min(short) < max(endless) - min(endless)


def test_leaders_are_better_off_with_more_points_and_fewer_others() -> None:
    solution = solve(game, 4)
    assert isinstance(solution, ByRounds)
    for place in range(1, 4):
        found = solution.solved.places[place]
        alone = found.lead[0, 15 : found.known]
        assert (np.diff(alone) >= -1e-12).all()
        for leaders in range(1, place):
            assert (found.lead[leaders, 15:] <= found.lead[leaders - 1, 15:] + 1e-12).all()


def test_all_best_scores_in_one_sweep_agree_with_one_sweep_for_each() -> None:
    solution = solve(game, 4, lock_at_target="yes")
    assert isinstance(solution, ByRounds)
    rounds = solution.solved
    for place in range(1, 4):
        found = rounds.places[place]
        for points in (15, 16, 17, 21, 26, 37, 60):
            for leaders in range(1, place + 1):
                table = rounds.against(place, points, leaders)
                lead, share = rounds.outcome(place, points, leaders, table.values[0])
                assert lead == pytest.approx(found.lead[leaders - 1, points], abs=1e-13)
                assert share == pytest.approx(found.share[:, leaders - 1, points], abs=1e-13)
                whole = leaders * lead + share.sum()
                assert whole == pytest.approx(1, abs=1e-12)


# ---- what it does


def test_below_the_target_nobody_stops() -> None:
    for players in (2, 4):
        solution = solve(game, players)
        s = game.play(game.start(players), "+3", "turn", "+5")
        assert solution.choose(s, 0) == TURN


def test_the_last_seat_stops_as_soon_as_it_is_ahead_and_not_before() -> None:
    solution = solve(game, 2)
    s = game.play(game.start(2), "shield", "turn", "+3", "turn", "+5", "turn", "x2", "stop")
    assert s.kept[0] == 16
    s = game.play(s, "x2", "turn", "shield", "turn", "+5", "turn", "bust", "turn", "+3")
    assert (s.points, solution.choose(s, 1)) == (8, TURN)
    ahead = game.play(s, "turn", "+5", "turn", "+3", "turn", "shield", "turn", "x2")
    assert (ahead.points, solution.choose(ahead, 1)) == (32, STOP)


def test_what_nobody_can_reach_any_more_is_not_tried() -> None:
    solution = solve(game, 2, max_passes=1)
    s = game.play(game.start(2, max_passes=1), "shield", "turn", "+3", "turn", "+5", "turn", "x2")
    s = game.play(s, "stop", "x2")
    assert solution.values(s) == {TURN: [1.0, 0.0], STOP: [1.0, 0.0]}
    assert solution.choose(s, 1) == STOP


def test_without_risk_the_first_of_several_goes_on() -> None:
    solution = solve(game, 4)
    s = game.play(game.start(4), "shield", "turn", "+5", "turn", "x2", "turn", "bust", "turn", "+3")
    s = game.play(s, "turn", "shield", "turn", "x2")
    assert (s.points, solution.choose(s, 0)) == (26, TURN)


@pytest.mark.parametrize("huge", [5_000, 10**9, 10**15])
def test_scores_that_no_graph_holds_are_chased_and_kept(huge: int) -> None:
    solution = solve(game, 2)
    s = game.play(game.start(2), "+5", "stop", "+3")
    s.kept[0] = huge
    assert solution.choose(s, 1) == TURN
    s.points = huge + 1
    assert solution.choose(s, 1) == STOP
    s.points = huge  # 1/2 by stopping, 3/4 · 2/3 … by going on: four cards, one of them loses
    assert solution.choose(s, 1) == TURN


def test_first_and_seat_numbers_turn_with_the_table() -> None:
    solution = solve(game, 3)
    one = game.play(game.start(3, first=0), "+5", "turn", "x2")
    other = game.play(game.start(3, first=2), "+5", "turn", "x2")
    values, turned = solution.values(one), solution.values(other)
    for action in (TURN, STOP):
        assert turned[action] == values[action][1:] + values[action][:1]


# ---- alone


def test_alone_the_exact_worth_of_a_turn() -> None:
    known = {1: "20/3", 2: "493/45", 3: "3797/270", 4: "1183/72"}
    for passes, worth in known.items():
        solution = solve(game, 1, max_passes=passes)
        assert isinstance(solution, Alone)
        assert solution.turn == Fraction(worth)
        assert solution.score == 5 * Fraction(worth)


@pytest.mark.parametrize("passes", [1, 2])
def test_alone_agrees_with_plain_recursion(passes: int) -> None:
    known: dict[tuple[int, ...], Fraction] = {}
    solution = solve(game, 1, max_passes=passes, solo_rounds=1)
    assert isinstance(solution, Alone)

    def value(s: Any) -> Fraction:
        if game.over(s):
            return Fraction(s.kept[0])
        key = (s.points, s.down, s.shields, s.passes, s.player)
        if key not in known:
            actions = game.legal_actions(s)
            worth = {action: value(game.after(s, action)) for action in actions}
            if s.player == 0:
                assert solution.worth(s) == worth
                assert solution.choose(s, 0) == (TURN if worth[TURN] > worth[STOP] else STOP)
                known[key] = max(worth.values())
            else:
                known[key] = sum(worth.values(), Fraction()) / len(worth)
        return known[key]

    assert value(game.start(1, max_passes=passes, solo_rounds=1)) == solution.turn


def test_alone_more_passes_come_near_24_points_a_turn_and_never_there() -> None:
    """With 2p + 24 points to come after a pass with p, going on for ever changes nothing."""
    worth = []
    for passes in (5, 10, 13, 20, 40):
        solution = solve(game, 1, max_passes=passes)
        assert isinstance(solution, Alone)
        worth.append(float(solution.turn))
    assert worth == sorted(worth)
    assert 23.999 < worth[-1] < 24


def test_alone_fractions_and_floats_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    from ludotheque.games.quinze.solver import solo

    exactly = solo.Solo(game, game.start(1, max_passes=8)).expected
    monkeypatch.setattr(solo, "EXACT", 0)
    roughly = solo.Solo(game, game.start(1, max_passes=8)).expected
    assert isinstance(exactly, Fraction)
    assert roughly == pytest.approx(float(exactly), abs=1e-12)


# ---- simulated


def arrays(solution: ByRounds) -> tuple[Any, Any, Any]:
    """The policy's tables one after another, each sorted by its keys."""
    n, rounds, fresh = solution.players, solution.solved, solution.fresh()
    tables: list[Any] = [None] * (2 * n + n * n)
    tables[:n] = fresh.tables
    for place in range(1, n):
        tables[n + place] = rounds.places[place].above
        for leaders, table in enumerate(rounds.places[place].level):
            tables[2 * n + place * n + leaders] = table
    begins, keys, does = [0], [], []
    for table in tables:
        if table is not None:
            at = table.turn.choices[~table.far[table.turn.choices]]
            at = at[np.argsort(table.turn.keys[at])]
            keys.append(table.turn.keys[at])
            does.append(table.does[at])
        begins.append(begins[-1] + (0 if table is None else len(at)))
    return np.array(begins), np.concatenate(keys), np.concatenate(does)


def winners(solution: ByRounds, games: int, seed: int, rebel: int = -1, stops: int = 0) -> Any:
    """How often each place wins; of several winners one is drawn."""
    won = np.zeros(games, np.int64)
    start = array_of([solution.start])
    rng = np.zeros(1, np.int64)
    kernel = with_rules(policy_games, game.rules)
    facts = (solution.target, *arrays(solution), rebel, stops, won)
    assert kernel.play(start, start.copy(), rng, seed, *facts), "a table has no answer"
    return np.bincount(won, minlength=solution.players)


def chance_of(statistic: float, freedom: int) -> float:
    """How likely a chi-square of so many degrees of freedom is to be larger."""
    half = statistic / 2
    tail, a = (math.erfc(math.sqrt(half)), 0.5) if freedom % 2 else (math.exp(-half), 1.0)
    while a < freedom / 2:
        tail += math.exp(a * math.log(half) - half - math.lgamma(a + 1))
        a += 1
    return tail


def fit(players: int, games: int, **options: Any) -> float:
    solution = solve(game, players, **options)
    assert isinstance(solution, ByRounds)
    expected = np.array(solution.win) * games
    found = winners(solution, games, seed=15)
    return chance_of(float(((found - expected) ** 2 / expected).sum()), players - 1)


def test_the_tail_of_chi_square_is_as_in_the_tables() -> None:
    assert chance_of(3.841, 1) == pytest.approx(0.05, abs=1e-4)
    assert chance_of(9.488, 4) == pytest.approx(0.05, abs=1e-4)
    assert chance_of(20.515, 5) == pytest.approx(0.001, abs=1e-5)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_20000_games_fit_the_exact_shares(players: int) -> None:
    assert fit(players, 20_000) > 1e-4


@pytest.mark.long
@pytest.mark.parametrize("cards", ["3-5", "1-3"])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_a_million_games_fit_the_exact_shares(players: int, cards: str) -> None:
    assert fit(players, 1_000_000, cards=cards) > 1e-4


@pytest.mark.parametrize("stops", [15, 20, 30, 50])
def test_who_stops_at_a_fixed_score_wins_no_more(stops: int, long: bool) -> None:
    games = 300_000 if long else 20_000
    for players in (2, 4):
        solution = solve(game, players)
        assert isinstance(solution, ByRounds)
        for place, share in enumerate(solution.win):
            won = winners(solution, games, 16, rebel=place, stops=stops)[place] / games
            assert won < share + 4 * math.sqrt(share / games)


# ---- the bot


def test_the_bot_plays_every_game_that_is_solved() -> None:
    settings: list[tuple[int, dict[str, str]]] = [(n, {}) for n in (1, 2, 3, 4)]
    settings += [(2, {name: "yes"}) for name in ("cumulative", "lock_at_target", "sudden_death")]
    settings += [(3, {"round_limit": "2"}), (2, {"cumulative": "yes", "round_limit": "4"})]
    player = bot(game, "exact")
    for players, options in settings:
        for number in range(6):
            case = Case("quinze", players, tuple(options.items()))
            for s, _ in walk(case, number):
                if s.player >= 0:
                    action = player.act(game.observe(s, s.player), s.player)
                    known = shares(game, s)
                    assert known is not None
                    own = {act: found[s.player] for act, found in known.items()}
                    assert own[action] == pytest.approx(max(own.values()), abs=1e-12)
                    assert best(game, s) == action


def test_the_bot_says_what_is_not_solved() -> None:
    s = game.play(game.start(3, cumulative="yes"), "+3")
    with pytest.raises(BadRequest) as refused:
        bot(game, "exact").act(s, 0)
    assert refused.value.key == "error.exact.cumulative"
    assert best(game, s) is None
    assert shares(game, s) is None
    with pytest.raises(BadRequest) as unsolved:
        bot(load("raise"), "exact")
    assert unsolved.value.key == "error.exact.game"
    rolit = load("rolit")
    with pytest.raises(BadRequest) as early:
        bot(rolit, "exact").act(rolit.start(3), 0)
    assert early.value.key == "error.exact.position"


def test_a_solution_refuses_a_view_of_another_game() -> None:
    solution = solve(game, 2)
    for other in (game.start(3), game.start(2, cards="1-3")):
        with pytest.raises(BadRequest) as refused:
            solution.values(game.play(other, "+3"))
        assert refused.value.key == "error.exact.other"
    with pytest.raises(BadRequest) as early:
        solution.values(game.start(2))
    assert early.value.key == "error.exact.nothing"


def test_own_cards_that_are_too_many_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "large.toml"
    cards = '["+1", "+2", "+3", "+4", "x2", "shield", "bust"]'
    text = f'provenance = "own"\nnote = ""\ntarget = 15\n[[set]]\nname = "s"\ncards = {cards}\n'
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(turns, "MOST", 20_000)
    own = load("quinze", file)
    with pytest.raises(BadRequest) as refused:
        solve(own, 6)
    assert refused.value.key == "error.exact.large"


# ---- the command


@pytest.mark.parametrize("players", [1, 2, 3])
def test_exact_prints_json(run: Run, players: int) -> None:
    status, out, err = run(
        "exact", "quinze", "--players", str(players), "--option", "cards=1-3", "--json"
    )
    assert (status, err) == (0, "")
    facts = json.loads(out)
    assert facts["players"] == players
    assert facts["reach_target"] == "407/1440"
    assert len(facts["win"]) == players
    assert sum(facts["win"]) == pytest.approx(1)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "words",
    [
        ("--players", "3"),
        ("--players", "1", "--option", "max_passes=3"),
        ("--players", "1"),
        ("--option", "cumulative=yes"),
        ("--players", "2", "--option", "sudden_death=yes"),
    ],
    ids=" ".join,
)
def test_exact_tells_it_in_words(run: Run, words: tuple[str, ...], lang: str) -> None:
    status, out, err = run("exact", "quinze", *words, "--lang", lang)
    assert (status, err) == (0, "")
    assert "103/240" in out
    if "max_passes=3" in words:
        assert "3797/270" in out
    if words == ("--players", "3"):
        assert {"fr": "24,4218", "en": "24.4218"}[lang] in out


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("words", "about"),
    [
        (("quinze", "--option", "colour=red"), "colour"),
        (("quinze", "--players", "7"), "7"),
        (("quinze", "--players", "many"), "many"),
        (("raise",), "quinze, rolit"),
        (("quinze", "--players", "3", "--option", "cumulative=yes"), "cumulative"),
        (("quinze", "--data", "nowhere.toml"), "nowhere.toml"),
        (("quinze", "--option", "cards=1-3", "--option", "max_passes=1"), "15"),
    ],
    ids=str,
)
def test_exact_refuses_in_one_sentence(
    run: Run, words: tuple[str, ...], about: str, lang: str
) -> None:
    status, out, err = run("exact", *words, "--lang", lang)
    assert (status, out) == (2, "")
    assert about in err
    assert len(err.strip().splitlines()) == 1


def test_the_solution_is_found_once() -> None:
    assert solve(game, 2) is solve(game, 2, cards="3-5")
    assert solution_for(game, game.start(2, first=1)) is solve(game, 2)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("other", ["random", "bot:1", "bot:2", "bot:3", "search:100"])
def test_no_other_bot_beats_perfect_play(other: str, players: int) -> None:
    standing = match(load("quinze"), [other, "exact"], games=20_000, players=players, jobs=1)
    assert standing.games >= 20_000
    share = standing.rows[0].share
    assert share is not None
    assert share.low is not None
    assert share.low <= standing.fair
