"""Rolit Junior, ruling by ruling: R, Y, G and E are red, yellow, green and grey."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from ludotheque import load
from ludotheque.errors import IllegalAction, Refusal, UnreadableAction
from ludotheque.series import Series

game = load("rolit")
CELLS = [column + row for row in "123456" for column in "abcdef"]


def balls(picture: str) -> list[int]:
    """Where a picture has its balls, colour by colour."""
    return list(game.read(picture).ball)


def ball_on(s: Any, cell: str) -> str:
    """The letter on a cell of the drawing."""
    return game.draw(s).splitlines()[int(cell[1])].split()["abcdef".index(cell[0]) + 1]


def turns(s: Any, most: int = 99, pick: int = 0) -> list[tuple[int, str]]:
    """Play the first (or last) legal cell on and on; who played, and the colour put down."""
    played: list[tuple[int, str]] = []
    while not game.over(s) and len(played) < most:
        seat, cell = s.player, game.said(s)[pick]
        s = game.play(s, cell)
        played.append((seat, ball_on(s, cell)))
    return played


def finished(balls: str, players: int = 2) -> Any:
    """A game that ends with these balls, row by row; red puts the last one on a1."""
    rows = [" ".join(balls[6 * row : 6 * row + 6]) for row in range(6)]
    picture = "\n".join(f"{row + 1} {signs}" for row, signs in enumerate(rows))
    before = picture.replace("1 R R", "1 . R", 1)
    end = game.play(game.read(f"{before}\nplayers={players} player=0"), "a1")
    assert game.over(end) and end.ball == game.read(picture).ball
    return end


def winners(s: Any) -> list[int]:
    return [seat for seat in range(s.players) if s.winners >> seat & 1]


def payoffs(s: Any) -> list[int]:
    return [game.payoff(s, seat) for seat in range(s.players)]


def scores(s: Any) -> list[int]:
    return [game.score(s, seat) for seat in range(s.players)]


def refused(s: Any, action: str | int) -> Refusal:
    """Why an action is refused; the sentence is there in both languages."""
    refusal = game.why_not(s, action)
    assert refusal is not None
    french, english = refusal.sentence("fr"), refusal.sentence("en")
    assert french and english and french != english
    assert "{" not in french + english
    return refusal


def plain(sentence: str) -> str:
    """A French sentence with ordinary spaces."""
    return sentence.replace("\u202f", " ").replace("\u00a0", " ")


# ---- one capture, two, many


def test_a_ball_between_two_is_captured() -> None:
    s = game.read("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 . R G . . .
        4 . . . . . .
        5 . . . . . .
        6 . . . . . .
        player=0
    """)
    assert game.said(s) == ["d3"]
    after = game.play(s, "d3")
    assert after.player == 1
    assert after.ball == balls("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 . R R R . .
        4 . . . . . .
        5 . . . . . .
        6 . . . . . .
    """)


def test_two_balls_between_the_ends_are_captured_together() -> None:
    s = game.read("""
          a b c d e f
        1 . . . . . .
        2 . . . . R .
        3 . . . G . .
        4 . . G . . .
        5 . . . . . .
        6 . . . . . .
        player=0
    """)
    assert game.said(s) == ["b5"]
    assert game.play(s, "b5").ball == balls("""
          a b c d e f
        1 . . . . . .
        2 . . . . R .
        3 . . . R . .
        4 . . R . . .
        5 . R . . . .
        6 . . . . . .
    """)


def test_a_line_reaches_from_one_edge_to_the_other() -> None:
    s = game.read("""
          a b c d e f
        1 . . R . . .
        2 . . G . . .
        3 . . G . . .
        4 . . G . . .
        5 . . G . . .
        6 . . . . . .
        player=0
    """)
    assert game.said(s) == ["c6"]
    assert game.play(s, "c6").ball == balls("""
          a b c d e f
        1 . . R . . .
        2 . . R . . .
        3 . . R . . .
        4 . . R . . .
        5 . . R . . .
        6 . . R . . .
    """)


def test_a_line_stops_at_the_first_ball_of_ones_own_colour() -> None:
    s = game.read("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 R G R G . .
        4 . . . . . .
        5 . . . . . .
        6 . . . . . .
        player=0
    """)
    assert game.said(s) == ["e3"]
    assert game.play(s, "e3").ball == balls("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 R G R R R .
        4 . . . . . .
        5 . . . . . .
        6 . . . . . .
    """)


def test_a_gap_or_the_edge_of_the_board_saves_a_line() -> None:
    s = game.read("""
          a b c d e f
        1 . . G . . .
        2 . . G . . .
        3 G G . G R .
        4 . . G . . .
        5 . . . . . .
        6 . . R . . .
        player=0
    """)
    assert game.said(s) == ["c3"]
    assert game.play(s, "c3").ball == balls("""
          a b c d e f
        1 . . G . . .
        2 . . G . . .
        3 G G R R R .
        4 . . G . . .
        5 . . . . . .
        6 . . R . . .
    """)


def test_no_line_is_closed_from_beyond_the_edge() -> None:
    s = game.read("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 . . . . R G
        4 . . . . . .
        5 . . . . . .
        6 . . . . . .
        player=0
    """)
    assert game.said(s) == ["d2", "e2", "f2", "d3", "d4", "e4", "f4"]


@pytest.mark.parametrize(
    ("seat", "cells"),
    [
        (0, ["e3", "c5", "e5"]),
        (1, ["b3", "b5", "d5"]),
        (2, ["b2", "d2", "b4"]),
        (3, ["c2", "e2", "e4"]),
    ],
)
def test_at_the_start_each_colour_has_three_capturing_cells(seat: int, cells: list[str]) -> None:
    s = game.start(players=4, first=seat)
    assert game.said(s) == cells
    for cell in cells:
        after = game.play(s, cell)
        assert game.score(after, seat) == 3
        assert sorted(scores(after)) == [0, 1, 1, 3]


# ---- the board and the start


def test_ro1_the_board_has_six_rows_of_six_cells() -> None:
    s = game.read("""
          a b c d e f
        1 . . . . . .
        2 . G . . G .
        3 . . . . . .
        4 . . . . . .
        5 . G . . G .
        6 . . . . . .
        player=0
    """)
    assert game.said(s) == [cell for cell in CELLS if cell not in ("b2", "e2", "b5", "e5")]
    for cell in game.said(s):
        after = game.play(s, cell)
        assert [other for other in CELLS if ball_on(after, other) == "R"] == [cell]
    for outside in ("g1", "a7", "a0"):
        with pytest.raises(UnreadableAction):
            game.play(s, outside)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_ro2_the_start_is_red_yellow_green_grey_clockwise(players: int) -> None:
    assert game.start(players=players).ball == balls("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 . . R Y . .
        4 . . E G . .
        5 . . . . . .
        6 . . . . . .
    """)


@pytest.mark.parametrize(
    ("players", "first", "order"),
    [
        (4, 0, [(0, "R"), (1, "Y"), (2, "G"), (3, "E"), (0, "R"), (1, "Y")]),
        (4, 2, [(2, "G"), (3, "E"), (0, "R"), (1, "Y"), (2, "G"), (3, "E")]),
        (3, 0, [(0, "R"), (1, "Y"), (2, "G"), (0, "R"), (1, "Y"), (2, "G")]),
        (3, 1, [(1, "Y"), (2, "G"), (0, "R"), (1, "Y"), (2, "G"), (0, "R")]),
        (2, 0, [(0, "R"), (1, "G"), (0, "R"), (1, "G"), (0, "R"), (1, "G")]),
        (2, 1, [(1, "G"), (0, "R"), (1, "G"), (0, "R"), (1, "G"), (0, "R")]),
    ],
)
def test_ro3_the_turn_goes_round_by_colours(
    players: int, first: int, order: list[tuple[int, str]]
) -> None:
    assert turns(game.start(players=players, first=first), 6) == order


def test_ro4_seat_0_begins_unless_another_is_named() -> None:
    s = game.start(players=3)
    assert s.player == 0 and game.said(s) == ["e3", "c5", "e5"]
    s = game.start(players=3, first=2)
    assert s.player == 2 and game.said(s) == ["b2", "d2", "b4"]
    assert ball_on(game.play(s, "b2"), "b2") == "G"


@pytest.mark.parametrize(("players", "colours"), [(2, "RG"), (3, "RYG"), (4, "RYGE")])
def test_ro5_each_number_of_players_has_its_colours_one_a_seat(players: int, colours: str) -> None:
    for seat in range(players):
        s = game.start(players=players, first=seat)
        assert turns(s, 1) == [(seat, colours[seat])]


# ---- neutral balls and mixed lines


def test_ro6_everyone_captures_neutral_balls() -> None:
    s = game.play(game.start(players=2), "c5", "d2")
    assert s.ball == balls("""
          a b c d e f
        1 . . . . . .
        2 . . . G . .
        3 . . R G . .
        4 . . R G . .
        5 . . R . . .
        6 . . . . . .
    """)
    assert scores(s) == [3, 3]


def test_ro6_neutral_balls_score_for_nobody() -> None:
    assert scores(game.start(players=2)) == [1, 1]
    assert scores(game.start(players=3)) == [1, 1, 1]
    assert scores(finished("R" * 14 + "G" * 12 + "Y" * 6 + "E" * 4)) == [14, 12]


def test_ro7_a_capture_of_neutral_balls_alone_is_compulsory() -> None:
    s = game.read("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 . R E . . .
        4 . . . . . .
        5 . . . G . .
        6 . . . . . .
        player=0
    """)
    assert game.said(s) == ["d3"]
    assert game.play(s, "d3").ball == balls("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 . R R R . .
        4 . . . . . .
        5 . . . G . .
        6 . . . . . .
    """)


def test_ro7_a_capture_of_neutral_balls_alone_is_enough() -> None:
    s = game.read("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 . . R Y . .
        4 . . . G . .
        5 . . . . . .
        6 . . . . . .
        player=0
    """)
    assert game.said(s) == ["e3", "e5"]
    assert game.play(s, "e3").ball == balls("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 . . R R R .
        4 . . . G . .
        5 . . . . . .
        6 . . . . . .
    """)


def test_ro8_a_line_of_several_colours_is_captured_whole() -> None:
    s = game.read("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 G R Y E . .
        4 . . . . . .
        5 . . . . . .
        6 . . . . . .
        players=4 side=2 player=2
    """)
    assert game.said(s) == ["e3"]
    assert game.play(s, "e3").ball == balls("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 G G G G G .
        4 . . . . . .
        5 . . . . . .
        6 . . . . . .
    """)


# ---- without a capture


NO_CAPTURE = """
      a b c d e f
    1 R . . . . .
    2 . . . . . .
    3 . . G . . .
    4 . . . . . .
    5 . . . . . .
    6 . . . . . .
    player=0
"""


def test_ro9_without_a_capture_any_cell_beside_a_ball_will_do() -> None:
    s = game.read(NO_CAPTURE)
    assert game.said(s) == ["b1", "a2", "b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"]
    after = game.play(s, "b2")
    assert after.player == 1
    assert after.ball == balls("""
          a b c d e f
        1 R . . . . .
        2 . R . . . .
        3 . . G . . .
        4 . . . . . .
        5 . . . . . .
        6 . . . . . .
    """)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_ro9_nobody_ever_passes_and_a_game_has_32_balls(players: int) -> None:
    assert len(turns(game.start(players=players))) == 32
    assert len(turns(game.start(players=players), pick=-1)) == 32


def test_ro9_with_the_option_who_cannot_capture_passes() -> None:
    s = game.read(NO_CAPTURE + "no_capture_pass=1")
    assert game.said(s) == ["pass"]
    after = game.play(s, "pass")
    assert after.ball == s.ball
    assert after.player == 1 and not game.over(after)


def test_ro9_with_the_option_who_can_capture_does_not_pass() -> None:
    assert game.said(game.start(players=2, no_capture_pass="yes")) == ["e3", "c5", "e5"]


def test_ro9_with_the_option_a_colour_that_has_vanished_does_not_pass() -> None:
    s = game.read("""
          a b c d e f
        1 G . . . . .
        2 . . . . . .
        3 . . . . . .
        4 . . . . . .
        5 . . . . . .
        6 . . . . . .
        player=0 no_capture_pass=1
    """)
    assert game.said(s) == ["b1", "a2", "b2"]


def test_ro9_with_the_option_the_game_ends_when_all_have_passed_in_a_row() -> None:
    s = game.read("""
          a b c d e f
        1 R . . . . Y
        2 . . . . . Y
        3 . . . . . .
        4 . . . . . .
        5 . . . . . .
        6 E . . . . G
        players=4 side=2 player=2 no_capture_pass=1
    """)
    for seat in (2, 3, 0, 1):
        assert s.player == seat and game.said(s) == ["pass"]
        s = game.play(s, "pass")
    assert game.over(s) and winners(s) == [1]


def test_ro9_with_the_option_a_ball_between_passes_starts_the_count_again() -> None:
    s = game.read("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 . R E . . .
        4 . . . . . .
        5 . . . . . .
        6 . . . . . G
        side=1 player=1 no_capture_pass=1
    """)
    s = game.play(s, "pass")
    assert game.said(s) == ["d3"]
    s = game.play(s, "d3", "pass")
    assert s.player == 0 and not game.over(s)
    s = game.play(s, "pass")
    assert game.over(s) and winners(s) == [0]


def test_ro10_a_colour_that_has_vanished_comes_back_beside_any_ball() -> None:
    for option in (0, 1):
        s = game.read(f"""
              a b c d e f
            1 . . . . . .
            2 . . . . . .
            3 . . G Y . .
            4 . . . . . .
            5 . . . . . .
            6 . . . . . .
            player=0 no_capture_pass={option}
        """)
        ring = ["b2", "c2", "d2", "e2", "b3", "e3", "b4", "c4", "d4", "e4"]
        assert game.said(s) == ring
        assert game.play(s, "e3").ball == balls("""
              a b c d e f
            1 . . . . . .
            2 . . . . . .
            3 . . G Y R .
            4 . . . . . .
            5 . . . . . .
            6 . . . . . .
        """)


def test_ro11_a_cell_is_beside_its_eight_neighbours() -> None:
    s = game.read("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 . . G . . .
        4 . . . . . .
        5 . . . . . .
        6 . . . . . .
        player=0
    """)
    assert game.said(s) == ["b2", "c2", "d2", "b3", "d3", "b4", "c4", "d4"]


def test_ro11_nothing_is_beside_a_cell_across_the_edge() -> None:
    s = game.read("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 . . . . . G
        4 . . . . . .
        5 . . . . . .
        6 G . . . . .
        player=0
    """)
    assert game.said(s) == ["e2", "f2", "e3", "e4", "f4", "a5", "b5", "b6"]


# ---- the obligation to capture


ONE_OR_THREE = """
      a b c d e f
    1 . . . . . .
    2 . G . . . .
    3 . R G G G .
    4 . . . . . .
    5 . . . . . .
    6 . . . . . .
    player=0
"""


def test_ro12_one_must_capture_but_not_the_most() -> None:
    s = game.read(ONE_OR_THREE)
    assert game.said(s) == ["b1", "f3"]
    assert game.play(s, "b1").ball == balls("""
          a b c d e f
        1 . R . . . .
        2 . R . . . .
        3 . R G G G .
        4 . . . . . .
        5 . . . . . .
        6 . . . . . .
    """)
    assert game.play(s, "f3").ball == balls("""
          a b c d e f
        1 . . . . . .
        2 . G . . . .
        3 . R R R R R
        4 . . . . . .
        5 . . . . . .
        6 . . . . . .
    """)


def test_ro12_with_the_option_any_cell_beside_a_ball_will_do() -> None:
    s = game.read(ONE_OR_THREE + "capture_optional=1")
    free = ["a1", "b1", "c1", "a2", "c2", "d2", "e2", "f2", "a3", "f3"]
    assert game.said(s) == [*free, "a4", "b4", "c4", "d4", "e4", "f4"]
    assert game.play(s, "a4").ball == balls("""
          a b c d e f
        1 . . . . . .
        2 . G . . . .
        3 . R G G G .
        4 R . . . . .
        5 . . . . . .
        6 . . . . . .
    """)
    assert ball_on(game.play(s, "b1"), "b2") == "R"


def test_ro12_the_option_goes_by_its_name() -> None:
    ring = ["b2", "c2", "d2", "e2", "b3", "e3", "b4", "e4", "b5", "c5", "d5", "e5"]
    assert game.said(game.start(players=2, capture_optional="yes")) == ring
    assert game.said(game.start(players=2, capture_optional="no")) == ["e3", "c5", "e5"]


def test_ro13_all_lines_turn_at_once() -> None:
    s = game.read("""
          a b c d e f
        1 Y . Y . Y .
        2 . R G E . .
        3 Y R . G E Y
        4 . E R G . .
        5 Y . G . R .
        6 . . Y . . Y
        players=4 side=1 player=1
    """)
    assert "c3" in game.said(s)
    assert game.play(s, "c3").ball == balls("""
          a b c d e f
        1 Y . Y . Y .
        2 . Y Y Y . .
        3 Y Y Y Y Y Y
        4 . Y Y Y . .
        5 Y . Y . Y .
        6 . . Y . . Y
    """)


def test_ro14_a_turned_ball_captures_nothing() -> None:
    s = game.read("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 . R G . . .
        4 . . G . . .
        5 . . R . . .
        6 . . . R G R
        player=0
    """)
    assert game.play(s, "d3").ball == balls("""
          a b c d e f
        1 . . . . . .
        2 . . . . . .
        3 . R R R . .
        4 . . G . . .
        5 . . R . . .
        6 . . . R G R
    """)


def test_ro15_a_cell_that_misses_a_capture_is_not_offered() -> None:
    s = game.read(ONE_OR_THREE)
    assert game.said(s) == ["b1", "f3"]
    for cell in ("a1", "c2", "f2", "b4", "f4"):
        with pytest.raises(IllegalAction):
            game.play(s, cell)


# ---- the end


def test_ro16_the_game_ends_when_the_board_is_full() -> None:
    s = game.read("""
          a b c d e f
        1 . R R R R R
        2 R R R R R R
        3 R R R R R R
        4 G G G G G G
        5 G G G G G G
        6 G G G G G .
        player=0
    """)
    assert game.said(s) == ["f6"]
    s = game.play(s, "f6")
    assert s.player == 1 and not game.over(s)
    assert game.said(s) == ["a1"]
    s = game.play(s, "a1")
    assert game.over(s) and game.said(s) == []
    assert "." not in game.draw(s)


def test_ro17_a_tie_is_a_shared_win() -> None:
    s = game.read("""
          a b c d e f
        1 . R R R R R
        2 R R R R R R
        3 R R R R R R
        4 G G G G G G
        5 G G G G G G
        6 G G G G G G
        player=0
    """)
    assert payoffs(s) == [0, 0]
    s = game.play(s, "a1")
    assert winners(s) == [0, 1]
    assert payoffs(s) == [30, 30]


def test_ro17_only_the_best_share() -> None:
    two = finished("R" * 13 + "Y" * 10 + "G" * 13, players=3)
    assert winners(two) == [0, 2] and payoffs(two) == [30, 0, 30]
    three = finished("R" * 12 + "Y" * 12 + "G" * 12, players=3)
    assert winners(three) == [0, 1, 2] and payoffs(three) == [20, 20, 20]
    one = finished("R" * 17 + "G" * 19)
    assert winners(one) == [1] and payoffs(one) == [0, 60]


@pytest.mark.parametrize(("first", "counts"), [(0, [11, 11, 10]), (1, [10, 11, 11])])
def test_ro18_three_players_put_down_11_11_and_10_balls(first: int, counts: list[int]) -> None:
    for pick in (0, -1):
        seats = Counter(seat for seat, _ in turns(game.start(players=3, first=first), pick=pick))
        assert [seats[seat] for seat in range(3)] == counts


# ---- a series


def test_ro19_a_series_is_one_game_unless_more_are_asked_for() -> None:
    series = Series(players=2)
    assert not series.over()
    series.write_down(game, finished("R" * 20 + "G" * 16))
    assert series.over() and series.scores == [[20, 16]]

    series = Series(players=2, games=2)
    series.write_down(game, finished("R" * 20 + "G" * 16))
    assert not series.over()
    series.write_down(game, finished("R" * 20 + "G" * 16))
    assert series.over()


def test_ro19_most_games_win_a_series_before_most_balls() -> None:
    series = Series(players=2, games=3, keep_colours=True)
    for red in (19, 19, 8):
        series.write_down(game, finished("R" * red + "G" * (36 - red)))
    assert series.scores == [[19, 17], [19, 17], [8, 28]]
    assert series.wins() == [2, 1] and series.totals() == [46, 62]
    assert series.winners() == [0]


def test_ro19_then_most_balls_win_a_series() -> None:
    series = Series(players=2, games=2, keep_colours=True)
    for red in (20, 12):
        series.write_down(game, finished("R" * red + "G" * (36 - red)))
    assert series.wins() == [1, 1] and series.totals() == [32, 40]
    assert series.winners() == [1]


def test_ro19_then_a_series_is_shared() -> None:
    series = Series(players=2, games=2, keep_colours=True)
    for red in (20, 16):
        series.write_down(game, finished("R" * red + "G" * (36 - red)))
    assert series.winners() == [0, 1]


def test_ro20_a_drawn_game_counts_for_each_of_the_tied() -> None:
    series = Series(players=3, games=2, keep_colours=True)
    series.write_down(game, finished("R" * 13 + "Y" * 10 + "G" * 13, players=3))
    assert series.won == [[0, 2]] and series.wins() == [1, 0, 1]
    series.write_down(game, finished("R" * 10 + "Y" * 15 + "G" * 11, players=3))
    assert series.won == [[0, 2], [1]] and series.wins() == [1, 1, 1]
    assert series.winners() == [1]


def test_ro21_each_colour_goes_to_the_next_person() -> None:
    series = Series(players=3, games=4)
    end = finished("R" * 14 + "Y" * 12 + "G" * 10, players=3)
    red_yellow_green = []
    for _ in range(4):
        red_yellow_green.append([series.person_at(seat) for seat in range(3)])
        series.write_down(game, end)
    assert red_yellow_green == [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]
    assert series.scores == [[14, 12, 10], [10, 14, 12], [12, 10, 14], [14, 12, 10]]
    assert series.won == [[0], [1], [2], [0]]


def test_ro21_with_the_setting_everyone_keeps_their_colour() -> None:
    series = Series(players=3, games=2, keep_colours=True)
    for _ in range(2):
        assert [series.seat_of(person) for person in range(3)] == [0, 1, 2]
        series.write_down(game, finished("R" * 14 + "Y" * 12 + "G" * 10, players=3))
    assert series.scores == [[14, 12, 10], [14, 12, 10]]


@pytest.mark.parametrize("keep_colours", [False, True])
def test_ro22_the_next_person_clockwise_begins_the_next_game(keep_colours: bool) -> None:
    for first, order in ((0, [0, 1, 2, 0]), (2, [2, 0, 1, 2])):
        series = Series(players=3, games=4, keep_colours=keep_colours, first=first)
        begun = []
        for _ in range(4):
            s = game.start(players=3, first=series.first_seat())
            begun.append(series.person_at(s.player))
            series.write_down(game, finished("R" * 14 + "Y" * 12 + "G" * 10, players=3))
        assert begun == order


# ---- alone, and who wins


def test_ro23_alone_one_plays_red_then_grey() -> None:
    s = game.start(players=1)
    assert s.player == 0 and game.said(s) == ["e3", "c5", "e5"]
    s = game.play(s, "e3")
    assert s.player == 0 and game.said(s) == ["c2", "e2", "e4"]
    s = game.play(s, "c2")
    assert s.ball == balls("""
          a b c d e f
        1 . . . . . .
        2 . . E . . .
        3 . . E R R .
        4 . . E G . .
        5 . . . . . .
        6 . . . . . .
    """)
    assert s.player == 0
    assert [colour for _, colour in turns(s, 4)] == ["R", "E", "R", "E"]


def test_ro23_alone_the_result_is_the_lead_of_red_over_grey() -> None:
    ahead = finished("R" * 20 + "E" * 16, players=1)
    assert game.score(ahead, 0) == 4 and game.payoff(ahead, 0) == 4
    behind = finished("R" * 10 + "Y" * 3 + "G" * 4 + "E" * 19, players=1)
    assert game.score(behind, 0) == -9 and game.payoff(behind, 0) == -9


def test_ro24_a_neutral_colour_does_not_win() -> None:
    s = game.read("""
          a b c d e f
        1 . R R R R R
        2 R R R R R R
        3 G G G G G G
        4 E E E E E E
        5 E E E E E E
        6 E E E E E E
        player=0
    """)
    s = game.play(s, "a1")
    assert winners(s) == [0] and payoffs(s) == [60, 0]


def test_ro25_the_balls_of_ones_own_colour_count() -> None:
    s = game.read("""
          a b c d e f
        1 . R R R R R
        2 R R R R R R
        3 Y Y Y Y Y Y
        4 Y Y Y Y G G
        5 G G G G G G
        6 G G G G G E
        players=3 player=0
    """)
    assert scores(s) == [11, 10, 13]
    s = game.play(s, "a1")
    assert scores(s) == [12, 10, 13]
    assert winners(s) == [2] and payoffs(s) == [0, 0, 60]


# ---- what the page is told


def test_the_box_says_where_each_hollow_lies_and_its_bit() -> None:
    box: Any = game.box(game.start(2))
    assert [hollow["place"] for hollow in box["hollows"]] == [
        game.say(game.start(), n) for n in range(36)
    ]
    assert box["hollows"][8] == {"place": "c2", "column": 2, "row": 1, "bit": 9}
    red = next(hollow for hollow in box["hollows"] if game.start().ball[0] == 1 << hollow["bit"])
    assert red["place"] == "c3"
    assert [box["colours"][colour] for colour in box["sides"]] == ["red", "green"]


def test_the_figures_count_the_balls_and_alone_the_lead() -> None:
    s = game.play(game.start(1), "e5")
    assert game.figures(s) == {"balls": [3, 1, 0, 1], "left": 31, "lead": 2}


def test_what_is_turned_names_the_ball_that_turned_it() -> None:
    s = game.start(2)
    told = game.effects(s, game.parse(s, "e5"), game.play(s, "e5"))
    turned = next(effect.facts() for effect in told if effect.kind == "turned")
    assert (turned["by"], turned["at"], turned["n"]) == ("e5", ("d4",), 1)


# ---- why not?


def test_why_not_on_a_ball() -> None:
    refusal = refused(game.start(players=2), "d4")
    assert refusal.ruling == "RO" and refusal.places == ("d4",)
    assert plain(refusal.sentence("fr")) == (
        "Cette case est déjà prise : posez votre boule sur une case libre."
    )
    assert [one.text() for one in refusal.allowed] == ["e3", "c5", "e5"]


def test_why_not_far_from_every_ball() -> None:
    refusal = refused(game.start(players=2), "a1")
    assert refusal.ruling == "RO11" and refusal.places == ("a1",)
    assert "ne touche aucune boule" in refusal.sentence("fr")


def test_why_not_without_a_capture() -> None:
    refusal = refused(game.start(players=2), "c2")
    assert refusal.ruling == "RO12" and refusal.places == ("e3", "c5", "e5")
    assert plain(refusal.sentence("fr")) == (
        "Vous pouvez capturer, donc vous le devez : "
        "choisissez une case où des boules se retournent."
    )


def test_why_not_pass() -> None:
    refusal = refused(game.start(players=2), "pass")
    assert refusal.ruling == "RO9" and refusal.places == ("e3", "c5", "e5")
    assert plain(refusal.sentence("fr")) == (
        "On ne passe pas tant qu’une case est jouable : posez une boule."
    )


def test_why_not_anything_but_pass() -> None:
    s = game.read(NO_CAPTURE + "no_capture_pass=1")
    refusal = refused(s, "b2")
    assert refusal.ruling == "RO9" and refusal.places == ("b2",)
    assert plain(refusal.sentence("fr")) == (
        "Vous ne pouvez rien capturer : ici, on passe alors son tour."
    )
    assert refused(s, "f6").key == refusal.key
    assert refused(s, "c3").places == ("c3",) and refused(s, "c3").ruling == "RO"


def test_why_not_after_the_end_or_off_the_board() -> None:
    over = finished("R" * 20 + "G" * 16)
    assert refused(over, 0).key == "why.over"
    assert refused(over, 36).key == "why.over"
    for action in (-1, 37):
        assert refused(game.start(players=2), action).key == "why.no_such"
