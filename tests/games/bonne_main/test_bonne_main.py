"""La Bonne Main, ruling by ruling, on drawn positions."""

from __future__ import annotations

from itertools import product
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludotheque import SPECTATOR, LudothequeError, load
from ludotheque.games.bonne_main import rules as bm
from ludotheque.games.bonne_main import text
from ludotheque.games.bonne_main.rules import DROPPING, MOVING, PLIES, SHARING, STEALING
from ludotheque.games.bonne_main.text import square_name
from ludotheque.log import parse
from ludotheque.state import clone

game = load("bonne-main")


def at(drawn: str) -> Any:
    """A position on a corner of the 7x7 board: what is not drawn is wall."""
    lines = [line.strip() for line in drawn.strip().splitlines()]
    rows = [line.split() for line in lines if line[0].isdecimal()]
    rows += [[str(n)] for n in range(len(rows) + 1, 8)]
    walled = [" ".join(row + ["#"] * (8 - len(row))) for row in rows]
    return game.read("\n".join(walled + [line for line in lines if "=" in line]))


def look(s: Any) -> list[str]:
    """The whole position, but for the number of actions it took."""
    s = clone(s)
    s.plies = 0
    return game.draw(s).splitlines()


def payoffs(s: Any) -> list[int]:
    return [game.payoff(s, seat) for seat in range(s.players)]


def coins(s: Any) -> list[int]:
    return [game.score(s, seat) for seat in range(s.players)]


def refused(s: Any, said: str | int, ruling: str, *places: str) -> str:
    """The French sentence of a refusal, with plain spaces, after a look at the rest of it."""
    why = game.why_not(s, said)
    assert why is not None
    assert (why.ruling, why.places) == (ruling, places)
    french, english = why.sentence("fr"), why.sentence("en")
    assert french and english and french != english
    return " ".join(french.split())


# ---- the sheet's four figures, on squares of our own


def test_figure_a_is_a_move_of_3_squares_that_wins_1_coin() -> None:
    s = at("""
           a   b   c   d
        1  .   1a2 .   2a2
        2  .   .   .   .
        3  1b2 .   .   .
    """)
    s = game.play(s, "3", "drop a3", "b1-d2")
    assert look(s) == look(
        at("""
           a   b   c   d
        1  .   .   .   2a1
        2  .   .   .   1a3
        3  1b1 .   .   .
        seat=1
        """)
    )


def test_figure_b_is_a_move_of_6_squares_that_wins_2_coins() -> None:
    s = at("""
           a   b   c   d   e   f
        1  1a2 .   .   .   .   .
        2  .   .   .   .   .   .
        3  .   .   .   2a2 .   2b3
    """)
    assert look(game.play(s, "6", "a1-e3")) == look(
        at("""
           a   b   c   d   e   f
        1  .   .   .   .   .   .
        2  .   .   .   .   .   .
        3  .   .   .   2a1 1a4 2b2
        seat=1
        """)
    )


def test_figure_c_is_a_move_of_6_squares_that_wins_3_coins() -> None:
    s = at("""
           a   b   c   d   e   f
        1  1a2 .   .   .   .   .
        2  .   .   .   .   .   .
        3  .   .   .   2a2 .   3b3
        4  .   .   .   .   2c4 .
        players=3
    """)
    assert look(game.play(s, "6", "a1-e3")) == look(
        at("""
           a   b   c   d   e   f
        1  .   .   .   .   .   .
        2  .   .   .   .   .   .
        3  .   .   .   2a1 1a5 3b2
        4  .   .   .   .   2c3 .
        players=3 seat=1
        """)
    )


FIGURE_D = """
       a   b   c
    1  2a2 1a2 .
    2  .   .   .
"""


def test_figure_d_is_a_loop_of_4_squares_that_wins_1_coin() -> None:
    s = game.play(at(FIGURE_D), "4", "b1-b1")
    assert look(s) == look(
        at("""
           a   b   c
        1  2a1 1a3 .
        2  .   .   .
        seat=1
        """)
    )


def test_a_roll_of_2_never_goes_out_and_back() -> None:
    assert game.said(game.play(at(FIGURE_D), "2")) == ["b1-a2", "b1-c2"]


# ---- where a hand can go, found once more by trying every sequence of steps

Square = tuple[int, int]
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def scattered(seed: int) -> list[list[str]]:
    """Twelve hands and six walls on a 7x7 board."""
    signs = [f"{seat}{hand}2" for seat in "1234" for hand in "abc"] + ["#"] * 6 + ["."] * 31
    Random(seed).shuffle(signs)
    return [signs[7 * row : 7 * row + 7] for row in range(7)]


def goals(rows: list[list[str]], start: Square, length: int, *, free_walk: bool) -> set[Square]:
    """Where some way of that length ends."""
    free = {(r, c) for r in range(7) for c in range(7) if rows[r][c] == "."} | {start}
    found = set()
    for steps in product(STEPS, repeat=length):
        way = [start]
        for down, across in steps:
            way.append((way[-1][0] + down, way[-1][1] + across))
        turns_back = any(way[i] == way[i + 2] for i in range(length - 1))
        repeats = len(set(way[:-1])) < length or way[-1] in way[1:-1]
        if free.issuperset(way) and not turns_back and (free_walk or not repeats):
            found.add(way[-1])
    return found


@pytest.mark.parametrize("up_to_n", [0, 1])
@pytest.mark.parametrize("free_walk", [0, 1])
@pytest.mark.parametrize("seed", range(12))
def test_the_reachable_squares_are_those_of_every_sequence_of_steps(
    seed: int, free_walk: int, up_to_n: int
) -> None:
    rows, roll = scattered(seed), 1 + seed % 6
    drawn = [" ".join([str(n), *signs]) for n, signs in enumerate(rows, start=1)]
    facts = f"players=4 player=0 phase={MOVING} roll={roll} free_walk={free_walk} up_to_n={up_to_n}"
    expected = set()
    for r, c in product(range(7), range(7)):
        if rows[r][c].startswith("1"):
            for length in range(1 if up_to_n else roll, roll + 1):
                for row, column in goals(rows, (r, c), length, free_walk=free_walk == 1):
                    expected.add(f"{'abcdefg'[c]}{r + 1}-{'abcdefg'[column]}{row + 1}")
    assert set(game.said(game.read("\n".join([*drawn, facts])))) == expected


# ---- the board, the coins, the seats


def test_bm1_the_board_has_7_squares_a_side_or_9() -> None:
    assert game.draw(game.start(players=4)) == game.draw(game.start(players=4, board="cotes-7"))
    assert look(game.start(players=4)) == look(
        at("""
           a   b   c   d   e   f   g
        1  .   .   3a2 3b2 3c2 .   .
        2  .   .   .   .   .   .   .
        3  2a2 .   .   .   .   .   4a2
        4  2b2 .   .   .   .   .   4b2
        5  2c2 .   .   .   .   .   4c2
        6  .   .   .   .   .   .   .
        7  .   .   1a2 1b2 1c2 .   .
        players=4
        """)
    )
    assert game.draw(game.start(players=4, board="cotes-9")).splitlines() == [
        "   a   b   c   d   e   f   g   h   i",
        "1  .   .   .   3a2 3b2 3c2 .   .   .",
        "2  .   .   .   .   .   .   .   .   .",
        "3  .   .   .   .   .   .   .   .   .",
        "4  2a2 .   .   .   .   .   .   .   4a2",
        "5  2b2 .   .   .   .   .   .   .   4b2",
        "6  2c2 .   .   .   .   .   .   .   4c2",
        "7  .   .   .   .   .   .   .   .   .",
        "8  .   .   .   .   .   .   .   .   .",
        "9  .   .   .   1a2 1b2 1c2 .   .   .",
        "players=4 board=1",
    ]


OWN_DATA = """
provenance = "own"
coins = { 2 = 4, 3 = 2, 4 = 2 }
[[board]]
name = "alley"
"""


def test_bm1_a_table_may_bring_a_board_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "alley.toml"
    picture = ["NNN#", "W..E", "W..E", "W..E", "SSS."]
    file.write_text(f"{OWN_DATA}picture = {picture}", encoding="utf-8")
    own = load("bonne-main", data=file)
    assert own.draw(own.start(players=4, board="alley")).splitlines() == [
        "   a   b   c   d",
        "1  3a2 3b2 3c2 #",
        "2  2a2 .   .   4a2",
        "3  2b2 .   .   4b2",
        "4  2c2 .   .   4c2",
        "5  1a2 1b2 1c2 .",
        "players=4",
    ]


def test_bm1_a_board_of_ones_own_has_at_most_9_squares_a_side(tmp_path: Path) -> None:
    rows = ["NNN......", "WWW......", "EEE......", "SSS......"] + ["........."] * 5
    large, too_large = tmp_path / "large.toml", tmp_path / "too-large.toml"
    large.write_text(f"{OWN_DATA}picture = {rows}", encoding="utf-8")
    too_large.write_text(f"{OWN_DATA}picture = {[*rows, '.........']}", encoding="utf-8")
    own = load("bonne-main", data=large)
    assert own.draw(own.start(players=2)).splitlines()[9] == "9  .   .   .   .   .   .   .   .   ."
    with pytest.raises(LudothequeError, match="2…9"):
        load("bonne-main", data=too_large)


@pytest.mark.parametrize(("players", "each", "total"), [(2, 4, 24), (3, 2, 18), (4, 2, 24)])
def test_bm2_the_coins_in_a_hand_depend_on_the_players(players: int, each: int, total: int) -> None:
    s = game.start(players=players)
    assert s.coins[: 3 * players] == [each] * (3 * players)
    assert sum(coins(s)) == total


def test_bm3_seat_0_begins_and_play_goes_clockwise() -> None:
    s = game.start(players=4)
    s = game.play(s, "2", "d7-d5")  # south
    s = game.play(s, "2", "a4-c4")  # west
    s = game.play(s, "2", "d1-d3")  # north
    s = game.play(s, "2", "g4-e4")  # east
    assert look(s) == look(
        at("""
           a   b   c   d   e   f   g
        1  .   .   3a2 .   3c2 .   .
        2  .   .   .   .   .   .   .
        3  2a2 .   .   3b2 .   .   4a2
        4  .   .   2b2 .   4b2 .   .
        5  2c2 .   .   1b2 .   .   4c2
        6  .   .   .   .   .   .   .
        7  .   .   1a2 .   1c2 .   .
        players=4 seat=0
        """)
    )


def test_bm3_the_table_may_say_who_begins() -> None:
    s = game.start(players=4, first=3)
    s = game.play(s, "2", "g4-e4")
    s = game.play(s, "2", "d7-d5")
    assert (s.seat, s.first) == (1, 3)


def test_bm4_every_turn_begins_with_the_die() -> None:
    s = game.start(players=2)
    assert game.said(s) == ["1", "2", "3", "4", "5", "6"]
    assert list(game.odds(s).values()) == [1, 1, 1, 1, 1, 1]
    s = game.play(s, "2", "d7-d5")
    assert game.said(s) == ["1", "2", "3", "4", "5", "6"]


# ---- the roll


def test_bm5_an_even_roll_costs_nothing_and_a_hand_must_move() -> None:
    s = at("""
           a   b   c
        1  1a2 .   .
        2  .   .   .
        3  .   .   2a2
    """)
    s = game.play(s, "2")
    assert game.said(s) == ["a1-c1", "a1-b2", "a1-a3"]
    assert look(game.play(s, "a1-b2")) == look(
        at("""
           a   b   c
        1  .   .   .
        2  .   1a2 .
        3  .   .   2a2
        seat=1
        """)
    )


def test_bm6_an_odd_roll_first_takes_a_coin_out_of_the_game() -> None:
    s = at("""
           a   b   c   d   e   f
        1  1a2 .   .   #   2a2 #
        2  1b3 .   .   #   .   #
    """)
    s = game.play(s, "1")
    assert game.said(s) == ["drop a1", "drop a2"]
    s = game.play(s, "drop a2")
    assert look(s) == look(
        at(f"""
           a   b   c   d   e   f
        1  1a2 .   .   #   2a2 #
        2  1b2 .   .   #   .   #
        player=0 phase={MOVING} roll=1
        """)
    )
    assert game.said(s) == ["a1-b1", "a2-b2"]


def test_bm6_a_hand_that_has_left_loses_no_coin() -> None:
    s = at(f"""
           a   b   c
        1  1a2 .   1c1
        2  .   .   .
        3  2a2 .   .
        player=0 phase={DROPPING} roll=3
    """)
    assert game.said(s) == ["drop a1", "drop c1"]


ALLEY = """
       a   b   c   d
    1  .   .   1a1 1b2
    2  2a2 #   #   #
"""


def test_bm7_a_hand_without_coins_leaves_before_the_move_and_another_moves() -> None:
    s = game.play(at(ALLEY), "1", "drop c1")
    assert look(s) == look(
        at(f"""
           a   b   c   d
        1  .   .   .   1b2
        2  2a2 #   #   #
        player=0 phase={MOVING} roll=1
        """)
    )
    assert game.said(s) == ["d1-c1"]
    assert game.said(game.play(at(ALLEY), "1", "drop d1")) == ["c1-b1"]


def test_bm7_why_not_a_hand_that_has_left() -> None:
    s = game.play(at(ALLEY), "1", "drop c1")
    assert "une main qui a des pièces" in refused(s, "#1-b1", "BM7", "d1")
    s = at(f"""
           a   b   c   d
        1  1a2 .   .   1c1
        2  2a2 #   #   #
        player=0 phase={DROPPING} roll=5
    """)
    expected = "Cette main n’est plus en jeu : choisissez une main qui a des pièces."
    assert refused(s, "drop #2", "BM7", "a1", "d1") == expected


def test_bm8_who_loses_the_last_hand_to_the_die_is_out_without_a_move() -> None:
    s = at("""
           a   b   c   d   e
        1  1a1 .   2a2 .   3a2
        players=3
    """)
    assert look(game.play(s, "1", "drop a1")) == look(
        at("""
           a   b   c   d   e
        1  .   .   2a2 .   3a2
        players=3 seat=1
        """)
    )


def test_bm8_with_a_hand_left_one_still_moves() -> None:
    s = at("""
           a   b   c   d   e
        1  1a1 .   2a2 .   3a2
        2  1b1 #   #   #   #
        players=3
    """)
    assert game.said(game.play(s, "1", "drop a1")) == ["a2-a1"]


def test_bm8_of_two_players_the_other_wins() -> None:
    s = at("""
           a   b   c   d   e
        1  1a1 .   2a1 .   .
    """)
    s = game.play(s, "5", "drop a1")
    assert look(s) == look(
        at("""
           a   b   c   d   e
        1  .   .   2a1 .   .
        player=-2 winners=2
        """)
    )
    assert payoffs(s) == [0, 60]


# ---- the move

CORRIDOR = """
       a   b   c   d   e   f
    1  1a2 .   .   .   .   2a2
"""


def test_bm9_a_hand_goes_exactly_the_number_rolled() -> None:
    assert game.said(game.play(at(CORRIDOR), "2")) == ["a1-c1"]
    assert game.said(game.play(at(CORRIDOR), "4")) == ["a1-e1"]
    assert game.start().up_to_n == 0


def test_bm9_up_to_n_a_hand_goes_from_1_square_to_the_number_rolled() -> None:
    s = at(CORRIDOR + "up_to_n=1")
    assert game.said(game.play(s, "2")) == ["a1-b1", "a1-c1"]
    assert game.said(game.play(s, "6")) == ["a1-b1", "a1-c1", "a1-d1", "a1-e1"]
    assert game.start(up_to_n="yes").up_to_n == 1


def test_bm9_why_not_a_way_of_another_length() -> None:
    s = game.play(at(CORRIDOR), "2")
    for goal in ("b1", "d1", "e1"):
        sentence = refused(s, f"a1-{goal}", "BM9", "a1", goal)
        assert "exactement 2 cases" in sentence


def test_bm9_why_not_a_square_too_far_away() -> None:
    s = game.play(at(CORRIDOR + "up_to_n=1"), "2")
    expected = "Cette case est à plus de 2 cases."
    assert refused(s, "a1-d1", "BM9", "a1", "d1") == expected


def test_bm10_where_no_hand_can_move_the_move_is_lost() -> None:
    s = at("""
           a   b   c
        1  1a2 .   2a2
    """)
    assert look(game.play(s, "2")) == look(
        at("""
           a   b   c
        1  1a2 .   2a2
        seat=1
        """)
    )
    assert look(game.play(s, "3", "drop a1")) == look(
        at("""
           a   b   c
        1  1a1 .   2a2
        seat=1
        """)
    )


def test_bm11_any_hand_with_a_way_may_move_and_a_stuck_one_may_not() -> None:
    s = at("""
           a   b   c   d   e
        1  1a2 2a2 1b2 .   .
        2  #   #   #   #   .
        3  1c2 .   .   .   .
    """)
    assert game.said(game.play(s, "2")) == ["c1-e1", "a3-c3"]


KEY = """
       a   b   c   d   e   f   g
    1  1a2 .   .   .   #   2a2 #
    2  #   #   .   .   #   .   #
"""


def test_bm12_a_move_uses_no_square_twice() -> None:
    assert game.said(game.play(at(KEY), "4")) == ["a1-d2"]
    assert look(game.play(at(KEY), "6")) == look(at(KEY + "seat=1"))


def test_bm12_a_move_may_end_where_it_began_after_a_loop_of_4_or_6() -> None:
    s = at("""
           a   b   c   d   e
        1  1a2 .   .   #   2a2
        2  .   .   .   #   .
    """)
    assert game.said(game.play(s, "2")) == ["a1-c1", "a1-b2"]
    assert game.said(game.play(s, "4")) == ["a1-a1", "a1-c1", "a1-b2"]
    assert game.said(game.play(s, "6")) == ["a1-a1"]


def test_bm12_a_free_walk_uses_squares_again_but_never_turns_straight_back() -> None:
    s = at(KEY + "free_walk=1")
    assert game.said(game.play(s, "6")) == ["a1-c1"]
    dead_end = at("""
           a   b   c   d
        1  1a2 .   #   2a2
        free_walk=1
    """)
    assert game.play(dead_end, "2").seat == 1
    assert (game.start().free_walk, game.start(free_walk="yes").free_walk) == (0, 1)


def test_bm12_why_not_a_square_to_which_no_way_leads() -> None:
    s = game.play(at(FIGURE_D), "2")
    assert refused(s, "b1-b1", "BM12", "b1", "b1").startswith("Aucun chemin de 2 cases")
    behind = at("""
           a   b   c
        1  1a2 2a2 .
        2  .   .   #
    """)
    refused(game.play(behind, "2"), "a1-c1", "BM12", "a1", "c1")


BALLOON = """
       a   b   c   d   e   f
    1  .   .   1a2 .   #   2a2
    2  #   #   .   .   #   .
"""


def test_bm13_the_square_a_hand_left_is_only_ever_the_last_of_its_move() -> None:
    assert game.said(game.play(at(BALLOON), "4")) == ["c1-c1"]
    assert look(game.play(at(BALLOON), "6")) == look(at(BALLOON + "seat=1"))


def test_bm13_a_free_walk_may_pass_through_it() -> None:
    s = at(BALLOON + "free_walk=1")
    assert game.said(game.play(s, "6")) == ["c1-a1", "c1-d2"]


def test_bm14_no_rival_is_crossed_or_stood_on() -> None:
    s = at("""
           a   b   c   d   e
        1  1a2 .   2a2 .   .
    """)
    assert game.play(s, "2").seat == 1
    assert game.play(s, "4").seat == 1
    assert game.said(game.play(s, "1", "drop a1")) == ["a1-b1"]


def test_bm14_no_hand_of_ones_own_is_crossed_or_stood_on() -> None:
    s = at("""
           a   b   c   d   e   f   g
        1  1a2 .   1b2 .   .   .   .
        2  #   #   #   #   #   #   #
        3  2a2 #   #   #   #   #   #
    """)
    assert game.said(game.play(s, "2")) == ["c1-e1"]
    assert game.said(game.play(s, "4")) == ["c1-g1"]
    assert game.said(game.play(s, "1", "drop a1")) == ["a1-b1", "c1-b1", "c1-d1"]


def test_bm14_why_not_a_square_that_is_not_free() -> None:
    s = at("""
           a   b   c
        1  1a2 .   1b2
        2  .   .   #
        3  2a2 .   .
    """)
    s = game.play(s, "2")
    for goal in ("c1", "a3", "c2", "i9"):  # one's own hand, a rival, a wall, off the board
        assert refused(s, f"a1-{goal}", "BM14", "a1", goal).startswith("Cette case n’est pas libre")


def test_bm15_no_step_is_diagonal() -> None:
    s = at("""
           a   b   c   d
        1  .   .   .   #
        2  .   1a2 .   #
        3  .   .   .   #
        4  #   #   #   2a2
    """)
    assert game.said(game.play(s, "1", "drop b2")) == ["b2-b1", "b2-a2", "b2-c2", "b2-b3"]
    assert game.said(game.play(s, "2")) == ["b2-a1", "b2-c1", "b2-a3", "b2-c3"]


def test_bm15_hands_do_not_touch_diagonally() -> None:
    s = at("""
           a   b   c
        1  2a2 .   2b2
        2  .   .   .
        3  2c2 .   3a2
        4  .   1a2 .
        players=3
    """)
    assert look(game.play(s, "2", "b4-b2")) == look(
        at("""
           a   b   c
        1  2a2 .   2b2
        2  .   1a2 .
        3  2c2 .   3a2
        4  .   .   .
        players=3 seat=1
        """)
    )


# ---- theft

BESIDE_TWO = """
       a   b   c   d
    1  1a2 .   .   2a2
    2  #   #   2b2 #
"""


def test_bm16_theft_is_compulsory() -> None:
    assert look(game.play(at(BESIDE_TWO), "2", "a1-c1")) == look(
        at("""
           a   b   c   d
        1  .   .   1a4 2a1
        2  #   #   2b1 #
        seat=1
        """)
    )
    assert game.start().optional_steal == 0


@pytest.mark.parametrize(
    ("answers", "row_1", "row_2"),
    [
        (("take d1", "take c2"), ". . 1a4 2a1", "# # 2b1"),
        (("take d1", "leave c2"), ". . 1a3 2a1", "# # 2b2"),
        (("leave d1", "take c2"), ". . 1a3 2a2", "# # 2b1"),
        (("leave d1", "leave c2"), ". . 1a2 2a2", "# # 2b2"),
    ],
)
def test_bm16_optional_steal_lets_each_theft_be_declined(
    answers: tuple[str, str], row_1: str, row_2: str
) -> None:
    s = game.play(at(BESIDE_TWO + "optional_steal=1"), "2", "a1-c1")
    assert game.said(s) == ["take d1", "leave d1"]
    s = game.play(s, answers[0])
    assert game.said(s) == ["take c2", "leave c2"]
    s = game.play(s, answers[1])
    assert look(s) == look(at(f"1 {row_1}\n2 {row_2}\nseat=1 optional_steal=1"))
    assert game.start(optional_steal="yes").optional_steal == 1


def test_bm17_only_the_moved_hand_steals_and_only_where_it_stops() -> None:
    s = at("""
           a   b   c   d   e
        1  1a2 .   .   .   .
        2  #   2a2 #   #   1b2
        3  #   #   #   #   2b2
    """)
    assert look(game.play(s, "2", "a1-c1")) == look(
        at("""
           a   b   c   d   e
        1  .   .   1a2 .   .
        2  #   2a2 #   #   1b2
        3  #   #   #   #   2b2
        seat=1
        """)
    )
    assert look(game.play(s, "1", "drop e2", "a1-b1")) == look(
        at("""
           a   b   c   d   e
        1  .   1a3 .   .   .
        2  #   2a1 #   #   1b1
        3  #   #   #   #   2b2
        seat=1
        """)
    )


@pytest.mark.parametrize(
    ("north", "east", "south", "booty"),
    [
        ("2a", "", "", 1),
        ("", "3a", "", 1),
        ("2a", "", "3b", 2),
        ("2a", "3a", "2b", 3),
    ],
)
def test_bm18_each_neighbouring_rival_hand_loses_one_coin(
    north: str, east: str, south: str, booty: int
) -> None:
    def drawn(seat: int, west: str, middle: str, left: int) -> Any:
        n, e, s = (f"{hand}{left}" if hand else "." for hand in (north, east, south))
        return at(f"""
               a       b   c         d
            1  .       .   {n}       .
            2  {west}  .   {middle}  {e}
            3  .       .   {s}       .
            4  2c2     .   .         3c2
            players=3 seat={seat}
        """)

    s = game.play(drawn(0, "1a2", ".", 3), "2", "a2-c2")
    assert look(s) == look(drawn(1, ".", f"1a{2 + booty}", 2))


def test_bm19_a_loop_back_to_its_own_square_steals_again() -> None:
    s = at("""
           a   b   c
        1  .   2a2 .
        2  2b2 1a2 .
        3  .   .   .
    """)
    assert look(game.play(s, "4", "b2-b2")) == look(
        at("""
           a   b   c
        1  .   2a1 .
        2  2b1 1a4 .
        3  .   .   .
        seat=1
        """)
    )


def test_bm20_a_hand_that_cannot_move_steals_nothing() -> None:
    s = at("""
           a   b
        1  1a2 2a2
        2  2b2 #
    """)
    assert look(game.play(s, "4")) == look(
        at("""
           a   b
        1  1a2 2a2
        2  2b2 #
        seat=1
        """)
    )
    assert look(game.play(s, "1", "drop a1")) == look(
        at("""
           a   b
        1  1a1 2a2
        2  2b2 #
        seat=1
        """)
    )


def test_bm21_robbed_hands_without_coins_leave_and_their_squares_are_free() -> None:
    s = at("""
           a   b   c   d
        1  1a2 .   .   2a1
        2  2c2 .   2b1 .
    """)
    s = game.play(s, "2", "a1-c1")
    assert look(s) == look(
        at("""
           a   b   c   d
        1  .   .   1a4 .
        2  2c2 .   .   .
        seat=1
        """)
    )
    assert look(game.play(s, "2", "a2-c2")) == look(
        at("""
           a   b   c   d
        1  .   .   1a3 .
        2  .   .   2c3 .
        seat=0
        """)
    )


# ---- one's own hands

FAMILY = """
       a   b   c
    1  1a2 1b3 .
    2  .   .   1c2
    3  .   .   2a2
"""


@pytest.mark.parametrize(
    ("answers", "moved", "above", "right"),
    [
        (("take b1", "take c2"), 4, 2, 1),
        (("take b1", "leave c2"), 3, 2, 2),
        (("leave b1", "take c2"), 3, 3, 1),
        (("leave b1", "leave c2"), 2, 3, 2),
    ],
)
def test_bm22_the_moved_hand_may_take_a_coin_from_each_own_neighbour(
    answers: tuple[str, str], moved: int, above: int, right: int
) -> None:
    s = game.play(at(FAMILY), "2", "a1-b2")
    assert game.said(s) == ["take b1", "leave b1"]
    s = game.play(s, answers[0])
    assert game.said(s) == ["take c2", "leave c2"]
    assert look(game.play(s, answers[1])) == look(
        at(f"""
           a   b          c
        1  .   1b{above}  .
        2  .   1a{moved}  1c{right}
        3  .   .          2a2
        seat=1
        """)
    )
    assert game.start().transfer_both_ways == 0


def test_bm22_with_transfers_both_ways_it_may_give_but_keeps_a_coin() -> None:
    s = game.play(at(FAMILY + "transfer_both_ways=1"), "2", "a1-b2")
    assert game.said(s) == ["take b1", "leave b1", "give b1", "first c2"]
    assert game.said(game.play(s, "leave b1")) == ["take c2", "leave c2", "give c2"]
    s = game.play(s, "give b1")
    assert game.said(s) == ["take c2", "leave c2"]
    assert look(game.play(s, "take c2")) == look(
        at("""
           a   b   c
        1  .   1b4 .
        2  .   1a2 1c1
        3  .   .   2a2
        seat=1 transfer_both_ways=1
        """)
    )
    assert game.start(transfer_both_ways="yes").transfer_both_ways == 1


POOR = """
       a   b   c   d   e
    1  .   .   .   .   .
    2  .   1b3 .   1c2 .
    3  .   .   .   .   .
    4  .   .   .   .   .
    5  .   .   .   .   .
    6  2a2 .   1a1 .   .
    transfer_both_ways=1
"""


def test_bm22_a_hand_with_one_coin_may_give_once_it_has_taken() -> None:
    s = game.play(at(POOR), "4", "c6-c2")
    assert s.phase == SHARING
    assert game.said(s) == ["take d2", "leave d2", "first b2"]
    s = game.play(s, "first b2")
    assert game.said(s) == ["take b2", "leave b2"]
    s = game.play(s, "take b2")
    assert game.said(s) == ["take d2", "leave d2", "give d2"]
    assert coins_at(game.play(s, "give d2")) == {"c2": 1, "b2": 2, "d2": 3, "a6": 2}
    at_once = game.play(at(POOR), "4", "c6-c2", "take d2", "give b2")
    assert coins_at(at_once) == {"c2": 1, "b2": 4, "d2": 1, "a6": 2}


def coins_at(s: Any) -> dict[str, int]:
    """The coins by square."""
    return {square_name(s.at[hand]): n for hand, n in enumerate(s.coins) if n}


def outcomes(s: Any) -> set[tuple[tuple[str, int], ...]]:
    """All that can come of the answers for one's own hands."""
    if s.phase != SHARING:
        return {tuple(sorted(coins_at(s).items()))}
    return {one for said in game.said(s) for one in outcomes(game.play(s, said))}


@pytest.mark.parametrize(
    ("way", "moved", "ends"),
    [("no", 1, 4), ("no", 3, 4), ("yes", 1, 6), ("yes", 2, 8), ("yes", 3, 9)],
)
def test_bm22_what_may_come_of_it_does_not_depend_on_how_the_board_is_turned(
    way: str, moved: int, ends: int
) -> None:
    found = []
    for rich, poor in ("ce", "ec", "35", "53", "c3", "3c", "e5", "5e"):
        squares = {"d4": moved, beside(rich): 3, beside(poor): 1}
        names = dict(zip(squares, ("moved", "rich", "poor"), strict=True))
        endings = outcomes(asking(way, squares))
        found.append({tuple(sorted((names.get(at, at), n) for at, n in end)) for end in endings})
    assert len(found[0]) == ends
    assert all(one == found[0] for one in found)


def beside(side: str) -> str:
    """The neighbour of d4 in that column or row."""
    return f"d{side}" if side.isdecimal() else f"{side}4"


def asking(way: str, squares: dict[str, int]) -> Any:
    """One's own hands stand there with their coins, the first of them has just moved."""
    s = game.start(transfer_both_ways=way)
    for hand, (name, n) in enumerate(squares.items()):
        s.on[s.at[hand]] = bm.FREE
        s.coins[hand] = n
        bm.place(s, hand, text.square_of(name))
    s.player, s.phase, s.moved, s.asked = 0, SHARING, 0, -1
    bm.next_question(s)
    return s


def test_bm22_both_neighbours_are_asked_about_once_in_either_order() -> None:
    s = game.play(at(POOR), "4", "c6-c2", "first b2")
    refused(s, "first d2", "BM22", "c2", "b2")
    assert game.play(s, "leave b2", "leave d2").phase == 0
    assert game.play(s, "take b2", "take d2").seat == 1


def test_bm22_why_not_begin_with_another_hand() -> None:
    s = game.play(at(POOR.replace("both_ways=1", "both_ways=0")), "4", "c6-c2")
    expected = "Ici, la main déplacée ne donne pas : prenez une pièce, ou ne prenez rien."
    assert refused(s, "first b2", "BM22", "c2", "d2") == expected


def test_bm22_games_of_the_version_before_are_read() -> None:
    lines = Path("tests/plays/bonne-main/bm22-a-coin-given.play").read_text(encoding="utf-8")
    before = lines.replace("rules: 2", "rules: 1")
    assert "rules: 1" in before
    assert parse(before).actions == parse(lines).actions


def test_bm22_why_not_give_a_coin_away() -> None:
    s = game.play(at(FAMILY), "2", "a1-b2")
    expected = "Ici, la main déplacée ne donne pas : prenez une pièce, ou ne prenez rien."
    assert refused(s, "give b1", "BM22", "b2", "b1") == expected


def test_bm22_why_not_give_the_last_coin_away() -> None:
    s = at(FAMILY + "transfer_both_ways=1")
    s = game.play(s, "2", "a1-b2", "give b1")
    one_way = game.why_not(game.play(at(FAMILY), "2", "a1-b2", "leave b1"), "give c2")
    assert one_way is not None
    assert refused(s, "give c2", "BM22", "b2", "c2") != one_way.sentence("fr")


def test_bm23_taking_the_last_coin_of_ones_own_hand_removes_it() -> None:
    s = at("""
           a   b   c
        1  1a2 1b1 .
        2  .   .   #
        3  2a2 #   #
    """)
    assert look(game.play(s, "2", "a1-b2", "take b1")) == look(
        at("""
           a   b   c
        1  .   .   .
        2  .   1a3 #
        3  2a2 #   #
        seat=1
        """)
    )


OWN_AND_RIVAL = """
       a   b   c
    1  1a2 1b3 .
    2  .   .   2a2
"""


def test_bm24_thefts_come_before_transfers() -> None:
    s = game.play(at(OWN_AND_RIVAL), "2", "a1-b2")
    assert look(s) == look(
        at(f"""
           a   b   c
        1  .   1b3 .
        2  .   1a3 2a1
        player=0 phase={SHARING} roll=2 moved=0
        """)
    )
    s = game.play(at(OWN_AND_RIVAL + "optional_steal=1"), "2", "a1-b2")
    assert game.said(s) == ["take c2", "leave c2"]
    assert game.said(game.play(s, "leave c2")) == ["take b1", "leave b1"]


def test_bm25_one_move_may_bring_a_theft_and_a_transfer() -> None:
    s = game.play(at(OWN_AND_RIVAL), "2", "a1-b2", "take b1")
    assert look(s) == look(
        at("""
           a   b   c
        1  .   1b2 .
        2  .   1a4 2a1
        seat=1
        """)
    )


def test_bm25_a_transfer_needs_no_theft() -> None:
    s = at("""
           a   b   c
        1  1a2 1b3 .
        2  .   .   .
        3  .   .   2a2
    """)
    assert look(game.play(s, "2", "a1-b2", "take b1")) == look(
        at("""
           a   b   c
        1  .   1b2 .
        2  .   1a3 .
        3  .   .   2a2
        seat=1
        """)
    )


def test_bm26_a_hand_holds_any_number_of_coins() -> None:
    s = at("""
           a    b   c   d
        1  1a20 .   .   2a2
        2  #    #   2b2 #
    """)
    assert look(game.play(s, "2", "a1-c1")) == look(
        at("""
           a   b   c    d
        1  .   .   1a22 2a1
        2  #   #   2b1  #
        seat=1
        """)
    )


# ---- the end


def test_bm27_a_player_without_hands_is_skipped() -> None:
    s = at("""
           a   b   c   d   e   f
        1  1a2 .   .   .   .   4a2
        players=4
    """)
    s = game.play(s, "2", "a1-c1")
    assert look(s) == look(
        at("""
           a   b   c   d   e   f
        1  .   .   1a2 .   .   4a2
        players=4 seat=3
        """)
    )
    assert game.play(s, "2", "f1-d1").seat == 0


def test_bm28_one_move_may_put_several_players_out() -> None:
    s = at("""
           a   b   c   d
        1  .   .   2a1 .
        2  1a2 .   .   3a1
        3  .   4a2 .   .
        players=4
    """)
    assert look(game.play(s, "2", "a2-c2")) == look(
        at("""
           a   b   c   d
        1  .   .   .   .
        2  .   .   1a4 .
        3  .   4a2 .   .
        players=4 seat=3
        """)
    )


def test_bm28_who_puts_all_the_others_out_wins() -> None:
    s = at("""
           a   b   c   d
        1  .   .   2a1 .
        2  1a2 .   .   3a1
        players=3
    """)
    s = game.play(s, "2", "a2-c2")
    assert look(s) == look(
        at("""
           a   b   c   d
        1  .   .   .   .
        2  .   .   1a4 .
        players=3 player=-2 winners=1
        """)
    )
    assert payoffs(s) == [60, 0, 0]


def test_bm30_the_game_ends_as_soon_as_the_die_leaves_one_player() -> None:
    s = at("""
           a   b   c   d
        1  1a1 .   3a1 3b5
        players=3
    """)
    s = game.play(s, "1", "drop a1")
    assert game.over(s)
    assert payoffs(s) == [0, 0, 60]


def test_bm30_the_game_ends_after_the_thefts_before_any_transfer() -> None:
    s = at("""
           a   b   c
        1  1a2 1b3 .
        2  .   .   2a1
    """)
    s = game.play(s, "2", "a1-b2")
    assert game.over(s)
    assert payoffs(s) == [60, 0]


def test_bm30_it_goes_on_while_two_have_a_hand() -> None:
    s = at("""
           a   b   c
        1  1a2 1b1 .
        2  .   .   2a2
    """)
    assert not game.over(game.play(s, "2", "a1-b2"))
    assert not game.over(game.play(s, "1", "drop b1"))
    assert payoffs(game.play(s, "1", "drop b1")) == [0, 0]


def test_bm31_every_odd_roll_takes_a_coin_so_that_at_most_23_end_the_game() -> None:
    s = game.start(players=4)
    turns = 0
    while not game.over(s) and turns < 23:
        turns += 1
        s = game.play(s, "1", "drop " + game.text.hand_name(s, first_hand(s)))
        while s.player >= 0:
            s = game.play(s, game.said(s)[0])
        assert sum(coins(s)) == 24 - turns
    assert game.over(s)
    assert sorted(payoffs(s)) == [0, 0, 0, 60]


def first_hand(s: Any) -> int:
    """The first hand of the seat that has coins."""
    return next(hand for hand in range(3 * s.seat, 3 * s.seat + 3) if s.coins[hand] > 0)


def test_bm31_no_game_worth_the_name_meets_the_last_bound() -> None:
    turns = PLIES // 6  # a roll, a coin, a move and three answers
    too_few_odd_rolls = sum(comb(turns, odd) for odd in range(23))
    assert too_few_odd_rolls * 10**12 < 2**turns


def test_bm32_an_empty_start_square_is_a_square_like_any_other() -> None:
    s = game.play(game.start(players=3), "4", "e7-g5")
    assert look(s) == look(
        at("""
           a   b   c   d   e   f   g
        1  .   .   3a2 3b2 3c2 .   .
        2  .   .   .   .   .   .   .
        3  2a2 .   .   .   .   .   .
        4  2b2 .   .   .   .   .   .
        5  2c2 .   .   .   .   .   1c2
        6  .   .   .   .   .   .   .
        7  .   .   1a2 1b2 .   .   .
        players=3 seat=1
        """)
    )


def test_bm32_one_may_stand_and_steal_on_a_start_square_that_another_has_left() -> None:
    s = game.play(game.start(players=2), "2", "e7-f6", "6", "e1-e7")
    assert look(s) == look(
        at("""
           a   b   c   d   e   f   g
        1  .   .   2a4 2b4 .   .   .
        2  .   .   .   .   .   .   .
        3  .   .   .   .   .   .   .
        4  .   .   .   .   .   .   .
        5  .   .   .   .   .   .   .
        6  .   .   .   .   .   1c4 .
        7  .   .   1a4 1b3 2c5 .   .
        """)
    )


@pytest.mark.parametrize("onlooker", [0, 1, 2, SPECTATOR])
def test_bm33_everyone_sees_all_the_coins(onlooker: int) -> None:
    s = game.play(game.start(players=3), "3", "drop d7")
    assert game.draw(game.observe(s, onlooker)) == game.draw(s)


def test_bm34_nothing_is_given_to_an_opponent() -> None:
    s = at(OWN_AND_RIVAL + "optional_steal=1 transfer_both_ways=1")
    s = game.play(s, "2", "a1-b2")
    assert s.phase == STEALING
    assert game.said(s) == ["take c2", "leave c2"]
    assert game.said(game.play(s, "leave c2")) == ["take b1", "leave b1", "give b1"]


def test_bm34_why_not_give_to_an_opponent() -> None:
    s = at(OWN_AND_RIVAL + "optional_steal=1 transfer_both_ways=1")
    s = game.play(s, "2", "a1-b2")
    expected = "On ne donne rien à un adversaire : prenez la pièce, ou laissez-la."
    assert refused(s, "give c2", "BM34", "b2", "c2") == expected


def test_bm35_two_players_face_each_other_south_and_north() -> None:
    assert look(game.start(players=2)) == look(
        at("""
           a   b   c   d   e   f   g
        1  .   .   2a4 2b4 2c4 .   .
        2  .   .   .   .   .   .   .
        3  .   .   .   .   .   .   .
        4  .   .   .   .   .   .   .
        5  .   .   .   .   .   .   .
        6  .   .   .   .   .   .   .
        7  .   .   1a4 1b4 1c4 .   .
        """)
    )


def test_bm35_three_players_sit_south_west_and_north() -> None:
    assert look(game.start(players=3)) == look(
        at("""
           a   b   c   d   e   f   g
        1  .   .   3a2 3b2 3c2 .   .
        2  .   .   .   .   .   .   .
        3  2a2 .   .   .   .   .   .
        4  2b2 .   .   .   .   .   .
        5  2c2 .   .   .   .   .   .
        6  .   .   .   .   .   .   .
        7  .   .   1a2 1b2 1c2 .   .
        players=3
        """)
    )


def test_bm36_coins_win_nothing_only_staying_in_does() -> None:
    s = at("""
           a   b   c   d   e   f
        1  1a1 .   .   .   2a9 2b9
    """)
    assert (coins(s), payoffs(s)) == ([1, 18], [0, 0])
    s = at("""
           a   b   c   d   e   f
        1  1a1 .   .   .   2a1 .
        seat=1
    """)
    s = game.play(s, "3", "drop e1")
    assert (coins(s), payoffs(s)) == ([1, 0], [60, 0])


# ---- refusals that belong to no ruling


def test_why_not_when_the_game_is_over() -> None:
    s = game.play(at("1  1a1 .   2a1"), "5", "drop a1")
    assert refused(s, 0, "BM") == "La partie est finie : il n’y a plus rien à jouer."


def test_why_not_something_that_is_not_asked_for_now() -> None:
    s = game.play(at(FAMILY), "2")
    assert refused(s, "drop a1", "BM") == "Pas maintenant. Déplacez une main de 2 cases."
    s = game.play(s, "a1-b2")
    assert "à votre main en b1" in refused(s, "b2-b3", "BM")


def test_why_not_a_number_that_is_no_action() -> None:
    s = game.play(at(FAMILY), "2")
    assert "249" in refused(s, 250, "BM")
    assert "-1" in refused(s, -1, "BM")


def test_why_not_out_of_turn() -> None:
    s = game.play(at(FAMILY), "2")
    why = game.why_not(s, "a1-b2", seat=1)
    assert why is not None
    assert why.key == "why.turn"
    assert game.why_not(s, "a1-b2", seat=0) is None


# ---- what a table sees and reads


@pytest.mark.parametrize(("players", "sides"), [(2, [0, 2]), (4, [0, 1, 2, 3])])
def test_the_box_tells_where_everybody_sits_and_whose_each_hand_is(
    players: int, sides: list[int]
) -> None:
    s = game.start(players)
    box = text.box(s)
    assert (box["sides"], "".join(box["rows"]), "".join(box["columns"])) == (
        sides,
        "1234567",
        "abcdefg",
    )
    standing = [s.on[square] for row in box["squares"] for square in row if square]
    hands = sorted(hand for hand in standing if hand >= 0)
    assert (len(standing), [hand // 3 for hand in hands]) == (49, box["owners"])
    assert box["squares"][6][2] == text.square_of("c7") == s.at[0]


def test_the_box_has_no_square_where_there_is_a_wall() -> None:
    first, *rest = text.box(at(CORRIDOR))["squares"]
    assert first == [*range(10, 16), None]
    assert rest == [[None] * 7] * 6


def test_the_figures_tell_the_coins_and_the_neighbour_in_question() -> None:
    s = game.play(game.start(2), "1", "drop c7")
    assert text.figures(s) == {"asked": "", "scores": [11, 12], "lost": 1}
    asked = game.play(at(FAMILY), "2", "a1-b2")
    assert game.prompt(asked).facts["hand"] == text.figures(asked)["asked"] == "b1"


# ---- what a touch means that leads nowhere


def meant(s: Any, *places: str) -> str:
    """The action that touches would be, as it is written."""
    action = game.meaning(s, places)
    assert isinstance(action, int)
    return game.say(s, action)


def told(s: Any, *places: str) -> str:
    """Why touches are no action, in French with plain spaces."""
    why = game.why_not(s, game.meaning(s, places))
    assert why is not None
    return " ".join(why.sentence("fr").split())


@pytest.mark.parametrize("roll", ["3", "4"])
def test_a_touch_of_another_hand_says_whose_it_is(roll: str) -> None:
    why = told(game.play(game.start(2), roll), "c1")
    assert why == "Cette main est à Joueur 2 : choisissez une des vôtres."


def test_a_touch_of_no_hand_says_so_where_a_coin_is_to_be_lost() -> None:
    why = told(game.play(game.start(2), "3"), "a1")
    assert why == "Il n’y a pas de main ici : choisissez une des vôtres."


def test_a_touch_after_a_hand_means_that_it_goes_there() -> None:
    s = game.play(game.start(2), "4")
    assert meant(s, "d7", "d6") == "d7-d6"
    assert refused(s, "d7-d6", "BM9", "d7", "d6")


def test_a_touch_of_a_square_means_the_nearest_hand_that_cannot_go_there() -> None:
    s = game.play(game.start(2), "2")
    assert meant(s, "f4") == "e7-f4"
    assert meant(s, "d5") == "c7-d5"  # d7 can


STUCK = """
       a   b   c   d   e
    1  1a2 2a2 .   .   .
    2  2b2 .   .   .   .
    3  1b2 .   .   .   .
"""


@pytest.mark.parametrize(
    ("roll", "options", "said", "ruling"),
    [
        ("2", "", "a1-c1", "BM12"),  # it is as far as that, but for the hands around
        ("6", "", "a1-c1", "BM12"),
        ("3", "", "a1-d1", "BM12"),
        ("3", "up_to_n=1", "a1-c1", "BM12"),
        ("1", "", "a1-b1", "BM14"),  # whatever is so near is taken
    ],
)
def test_a_touch_of_a_hand_that_cannot_move_means_a_square_it_might_have_gone_to(
    roll: str, options: str, said: str, ruling: str
) -> None:
    s = game.play(at(STUCK + options), roll)
    if s.phase == DROPPING:
        s = game.play(s, "drop a3")
    assert not any(one.startswith("a1-") for one in game.said(s))
    assert meant(s, "a1") == said
    assert refused(s, said, ruling, *said.split("-"))


@pytest.mark.parametrize("options", [{}, {"up_to_n": "yes"}, {"free_walk": "yes"}])
def test_a_touch_that_leads_nowhere_never_means_what_is_allowed(options: dict[str, Any]) -> None:
    rng, s, asked = Random(11), game.start(4, **options), 0
    while not game.over(s):
        if s.phase == MOVING:
            lit = {game.at(s, action)[0] for action in game.legal_actions(s)}
            names = [square_name(square) for square in text.floor(s)]
            for name in [name for name in names if name not in lit]:
                assert game.why_not(s, game.meaning(s, [name])) is not None
                asked += 1
        s = game.after(s, rng.choice(game.legal_actions(s)))
    assert asked > 200


def test_a_touch_of_something_else_says_what_is_to_be_done() -> None:
    prompt = "Il n’y a rien à jouer ici. Prenez-vous une pièce à votre main en b1 ?"
    assert told(game.play(at(FAMILY), "2", "a1-b2"), "a1") == prompt


@pytest.mark.parametrize("options", [{}, {"up_to_n": "yes"}, {"free_walk": "yes"}])
def test_there_is_a_way_to_every_square_that_can_be_reached(options: dict[str, Any]) -> None:
    rng, s = Random(7), game.start(4, **options)
    for _ in range(60):
        actions = game.legal_actions(s)
        if s.phase == MOVING:
            for action in actions:
                hand, _, to = game.say(s, action).partition("-")
                way = [square_name(square) for square in text.way(s, action)]
                assert (way[0], way[-1]) == (hand, to)
                assert len(way) == s.roll + 1 or (options.get("up_to_n") and len(way) <= s.roll)
                assert game.tell(s, action).facts["by"] == way[1:-1]
        s = game.after(s, rng.choice(actions))


def test_a_move_goes_the_straightest_way_and_says_so() -> None:
    s = game.play(game.start(2), "4")
    told = game.tell(s, game.parse(s, "d7-c4"))
    assert told.text("en") == "go from d7 to c4 by way of d6, d5, d4"
    loop = game.tell(s, game.parse(s, "d7-e6")).facts["by"]
    assert (loop, game.tell(s, 0).facts) == (["d6", "d5", "e5"], {"hand": "c7"})


def test_a_move_of_one_square_goes_by_no_other() -> None:
    s = game.play(game.start(2), "1", "drop c7")
    assert game.tell(s, game.parse(s, "c7-c6")).text("en") == "go from c7 to c6"
