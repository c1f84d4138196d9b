from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from ludotheque import CHANCE, NOBODY, load
from ludotheque.errors import BadOption

game = load("quinze")
rules = game.rules

ALL = ["+3", "+5", "x2", "shield", "bust"]
CHOICE = ["turn", "stop"]


def picture(s: Any) -> str:
    return game.draw(replace(s, plies=0))


def becomes(before: str, words: str, after: str) -> None:
    s = game.play(game.read(before), *words.split())
    assert picture(s) == picture(game.read(after))


def shares(s: Any) -> list[int]:
    return [game.payoff(s, seat) for seat in range(s.players)]


def ended(before: str, words: str) -> list[int] | None:
    s = game.play(game.read(before), *words.split())
    return shares(s) if game.over(s) else None


def played(s: Any, words: str) -> Any:
    return game.play(s, *words.split())


# ---- the cards


def test_qq1_the_cards_are_worth_three_and_five_unless_one_and_three_are_chosen() -> None:
    assert game.said(game.start()) == ["+3", "+5", "x2", "shield", "bust"]
    assert game.said(game.start(cards="3-5")) == ["+3", "+5", "x2", "shield", "bust"]
    assert game.said(game.start(cards="1-3")) == ["+1", "+3", "x2", "shield", "bust"]
    becomes(
        "down: +3 +5 x2 shield bust",
        "+3 turn +5",
        """
        down: x2 shield bust
        points: 8
        player=0
        """,
    )
    becomes(
        """
        down: +1 +3 x2 shield bust
        cards=1
        """,
        "+1 turn +3",
        """
        down: x2 shield bust
        points: 4
        player=0 cards=1
        """,
    )


def ways(s: Any, done: Callable[[Any], bool]) -> Iterator[tuple[Fraction, Any]]:
    """Every way the first turn may go if one never stops, with its chance."""
    if done(s) or s.seat != 0:
        yield Fraction(1), s
    elif s.player == CHANCE:
        odds = game.odds(s)
        for card, n in odds.items():
            for chance, last in ways(game.after(s, card), done):
                yield chance * Fraction(n, sum(odds.values())), last
    else:
        yield from ways(game.play(s, "turn"), done)


# Every full pass adds at least both point cards, so that 15 is reached after two full passes
# at the latest (four with +1 and +3): the tree of a turn that goes no further is finite.
@pytest.mark.parametrize(
    ("cards", "chance", "within_a_pass"),
    [
        ("3-5", Fraction(103, 240), Fraction(22, 120)),
        ("1-3", Fraction(407, 1440), Fraction(0)),
    ],
)
def test_qq1_who_never_stops_reaches_fifteen_as_often_as_the_set_allows(
    cards: str, chance: Fraction, within_a_pass: Fraction
) -> None:
    turns = list(ways(game.start(cards=cards), lambda s: s.points >= 15))
    assert sum(p for p, _ in turns) == 1
    assert sum(p for p, s in turns if s.points >= 15) == chance
    five_cards = 9  # plies, with a choice between two cards
    assert sum(p for p, s in turns if s.points >= 15 and s.plies <= five_cards) == within_a_pass


@pytest.mark.parametrize(("cards", "least", "best"), [("3-5", 8, 16), ("1-3", 4, 8)])
def test_qq1_half_of_all_passes_are_completed_and_the_best_is_twice_the_sum(
    cards: str, least: int, best: int
) -> None:
    turns = ways(game.start(cards=cards), lambda s: s.passes == 1)
    full = [(p, s.points) for p, s in turns if s.passes == 1]
    assert sum(p for p, _ in full) == Fraction(1, 2)
    assert min(points for _, points in full) == least
    assert max(points for _, points in full) == best


def test_qq15_twice_nothing_is_nothing_and_twice_the_points_counts_earlier_passes() -> None:
    becomes(
        "down: +3 +5 x2 shield bust",
        "x2",
        """
        down: +3 +5 shield bust
        points: 0
        player=0
        """,
    )
    becomes(
        """
        down: +5 x2 bust
        points: 16
        shields=1 passes=1
        """,
        "x2",
        """
        down: +5 bust
        points: 32
        shields=1 passes=1 player=0
        """,
    )


def test_qq19_every_card_still_face_down_is_as_likely_as_another() -> None:
    assert game.odds(game.start()) == {0: 1, 1: 1, 2: 1, 3: 1, 4: 1}
    s = game.read(
        """
        down: +5 bust
        points: 6
        shields=1
        """
    )
    assert game.said(s) == ["+5", "bust"]
    assert game.odds(s) == {1: 1, 4: 1}
    assert game.odds(game.play(s, "+5")) == {}


# ---- protection


def test_qq10_a_protected_bust_is_turned_and_spends_the_protection_and_nothing_else() -> None:
    becomes(
        """
        down: +3 bust
        points: 10
        shields=1
        """,
        "bust",
        """
        down: +3
        points: 10
        player=0
        """,
    )


def test_qq10_only_the_next_bust_is_warded_off() -> None:
    becomes(
        """
        down: +5 bust
        points: 6
        shields=1
        """,
        "bust turn +5 turn bust",
        """
        down: +3 +5 x2 shield bust
        kept: 0 0
        seat=1
        """,
    )


def test_qq11_one_may_stop_right_after_a_protected_bust() -> None:
    before = """
        down: +3 bust
        points: 10
        shields=1
        """
    assert game.said(game.play(game.read(before), "bust")) == CHOICE
    becomes(
        before,
        "bust stop",
        """
        down: +3 +5 x2 shield bust
        kept: 10 0
        seat=1
        """,
    )


def test_qq14_a_protection_lapses_at_the_shuffle() -> None:
    full = """
        down: -
        points: 13
        shields=1 passes=1 player=0
        """
    becomes(
        full,
        "turn",
        """
        down: +3 +5 x2 shield bust
        points: 13
        passes=1
        """,
    )
    becomes(
        full,
        "turn bust",
        """
        down: +3 +5 x2 shield bust
        kept: 0 0
        seat=1
        """,
    )


def test_qq16_protections_are_counted_and_each_wards_off_one_bust() -> None:
    becomes(
        """
        down: +3 shield bust
        points: 5
        shields=1
        """,
        "shield",
        """
        down: +3 bust
        points: 5
        shields=2 player=0
        """,
    )
    becomes(
        """
        down: +3 bust
        points: 5
        shields=2
        """,
        "bust",
        """
        down: +3
        points: 5
        shields=1 player=0
        """,
    )


# ---- stopping or going on


def test_qq3_the_first_card_of_every_turn_must_be_turned() -> None:
    s = game.start()
    assert s.player == CHANCE
    assert game.said(s) == ALL
    s = game.play(s, "+3")
    assert (s.player, game.said(s)) == (0, CHOICE)
    s = game.play(s, "stop")
    assert (s.player, s.seat, game.said(s)) == (CHANCE, 1, ALL)
    s = game.play(s, "bust")
    assert (s.player, s.seat, game.said(s)) == (CHANCE, 0, ALL)


def test_qq4_at_fifteen_the_player_decides() -> None:
    before = """
        down: x2 bust
        points: 8
        shields=1
        """
    assert game.said(game.play(game.read(before), "x2")) == CHOICE
    becomes(
        before,
        "x2 turn bust",
        """
        down: -
        points: 16
        passes=1 player=0
        """,
    )


def test_qq4_in_sudden_death_fifteen_ends_the_turn_by_itself() -> None:
    before = """
        down: x2 bust
        points: 8
        shields=1 sudden_death=1
        """
    s = game.play(game.read(before), "x2")
    assert game.over(s)
    assert game.said(s) == []


def test_qq12_the_last_card_may_be_turned_although_all_know_it() -> None:
    s = game.read(
        """
        down: +5
        points: 6
        passes=1 player=0
        """
    )
    assert game.said(s) == CHOICE
    assert [game.observe(s, seat).down for seat in range(2)] == [s.down, s.down]
    s = game.play(s, "turn")
    assert game.said(s) == ["+5"]
    s = game.play(s, "+5")
    assert (s.points, s.passes, s.down) == (11, 2, 0)


def test_qq13_five_cards_make_a_pass_and_the_points_live_through_the_shuffle() -> None:
    s = played(game.start(), "shield turn +3 turn +5 turn x2 turn bust")
    assert picture(s) == picture(
        game.read(
            """
            down: -
            points: 16
            passes=1 player=0
            """
        )
    )
    assert game.said(s) == CHOICE
    s = game.play(s, "turn")
    assert picture(s) == picture(
        game.read(
            """
            down: +3 +5 x2 shield bust
            points: 16
            passes=1
            """
        )
    )


def test_qq13_after_a_full_pass_one_stops_or_shuffles_and_must_turn_a_card() -> None:
    full = """
        down: -
        points: 11
        passes=1 player=0
        """
    assert game.said(game.read(full)) == CHOICE
    shuffled = game.play(game.read(full), "turn")
    assert game.said(shuffled) == ALL
    assert game.said(game.play(shuffled, "+3")) == CHOICE
    becomes(
        full,
        "stop",
        """
        down: +3 +5 x2 shield bust
        kept: 11 0
        seat=1
        """,
    )


def test_qq6_a_pass_is_all_five_cards() -> None:
    before = """
        down: +3 bust
        points: 10
        shields=1
        """
    s = game.play(game.read(before), "+3")
    assert (s.points, s.passes) == (13, 0)
    s = game.play(s, "turn", "bust")
    assert (s.points, s.passes) == (13, 1)


def test_qq6_a_round_is_one_turn_of_each_player() -> None:
    s = game.start(players=3)
    rounds = []
    for _ in range(6):
        s = game.play(s, "+3", "stop")
        rounds.append(s.rounds)
    assert rounds == [0, 0, 1, 1, 1, 2]


def test_qq18_a_lost_turn_is_worth_nothing() -> None:
    becomes(
        """
        down: +3 shield bust
        points: 10
        """,
        "bust",
        """
        down: +3 +5 x2 shield bust
        kept: 0 0
        seat=1
        """,
    )


def test_qq18_a_lost_turn_takes_nothing_from_what_was_kept_before() -> None:
    becomes(
        """
        down: +3 shield bust
        points: 10
        kept: 4 7
        cumulative=1
        """,
        "bust",
        """
        down: +3 +5 x2 shield bust
        kept: 4 7
        seat=1 cumulative=1
        """,
    )
    becomes(
        """
        down: +3 shield bust
        points: 10
        kept: 26
        players=1 rounds=2
        """,
        "bust",
        """
        down: +3 +5 x2 shield bust
        kept: 26
        players=1 rounds=3
        """,
    )


# ---- the longest turn


@pytest.mark.parametrize("most", [1, 2, 40])
def test_qq17_a_turn_ends_by_itself_after_the_last_pass_and_keeps_its_points(most: int) -> None:
    assert game.start(max_passes=most).max_passes == most
    becomes(
        f"""
        down: bust
        points: 16
        shields=1 passes={most - 1} max_passes={most}
        """,
        "bust",
        f"""
        down: +3 +5 x2 shield bust
        kept: 16 0
        seat=1 max_passes={most}
        """,
    )


@pytest.mark.parametrize("most", [2, 40])
def test_qq17_before_the_last_pass_the_player_may_go_on(most: int) -> None:
    before = f"""
        down: bust
        points: 16
        shields=1 passes={most - 2} max_passes={most}
        """
    assert game.said(game.play(game.read(before), "bust")) == CHOICE


def test_qq17_the_longest_turn_fits_into_64_bits() -> None:
    s = game.start()
    assert s.max_passes == 40
    for _ in range(40):
        s = played(s, "shield turn bust turn +3 turn +5 turn x2")
        s = game.play(s, "turn") if s.player == 0 else s
    assert (s.seat, s.kept[0]) == (1, 16 * (2**40 - 1))
    assert s.kept[0] < 2**63


@pytest.mark.parametrize("passes", [0, 41])
def test_qq17_no_other_number_of_passes_is_allowed(passes: int) -> None:
    with pytest.raises(BadOption):
        game.start(max_passes=passes)


def test_qq17_one_pass_of_one_and_three_cannot_reach_fifteen_and_is_refused() -> None:
    with pytest.raises(BadOption) as refused:
        game.start(cards="1-3", max_passes=1)
    assert refused.value.key == game.why_key(rules.CANNOT_REACH)
    for players in range(2, 7):
        with pytest.raises(BadOption):
            game.start(players, cards="1-3", max_passes=1, round_limit=0, cumulative="no")


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (1, {"max_passes": 1}),
        (2, {"max_passes": 2}),
        (2, {"max_passes": 1, "cumulative": "yes"}),
        (2, {"max_passes": 1, "round_limit": 1}),
        (2, {"max_passes": 1, "cards": "3-5"}),
    ],
)
def test_qq17_options_that_can_end_a_game_go_together(
    players: int, options: dict[str, Any]
) -> None:
    s = game.start(players, **{"cards": "1-3", **options})
    assert s.max_passes == options["max_passes"]
    assert len(game.said(s)) == 5


# ---- order of play and rounds


def test_qq9_play_goes_clockwise_and_every_round_starts_with_the_first_player() -> None:
    s = game.start(players=3, first=2)
    turns_seen = []
    for _ in range(7):
        turns_seen.append((s.seat, s.rounds))
        s = game.play(s, "+3", "stop")
    assert turns_seen == [(2, 0), (0, 0), (1, 0), (2, 1), (0, 1), (1, 1), (2, 2)]


def test_qq21_only_those_who_have_not_played_in_the_round_still_play() -> None:
    before = """
        down: x2 shield bust
        points: 8
        kept: 0 6 3
        players=3 first=1 seat=2 player=2 rounds=4
        """
    becomes(
        before,
        "turn x2 stop",
        """
        down: +3 +5 x2 shield bust
        kept: 0 6 16
        players=3 first=1 seat=0 rounds=4
        """,
    )
    assert ended(before, "turn x2 stop") is None
    assert ended(before, "turn x2 stop +3 stop") == [0, 0, 60]


def test_qq21_no_seat_plays_after_the_last_of_the_round() -> None:
    before = """
        down: x2 shield bust
        points: 8
        kept: 5 3 0
        players=3 seat=2
        """
    assert ended(before, "x2 stop") == [0, 0, 60]


# ---- the target


def test_qq2_points_kept_below_fifteen_count_for_nothing_in_later_turns() -> None:
    becomes(
        """
        down: x2 shield bust
        points: 8
        kept: 0 10
        seat=1 player=1
        """,
        "stop",
        """
        down: +3 +5 x2 shield bust
        kept: 0 8
        rounds=1
        """,
    )


def test_qq2_cumulative_points_add_up_and_their_sum_is_the_target() -> None:
    assert game.start(cumulative="yes").cumulative == 1
    assert game.start().cumulative == game.start(cumulative="no").cumulative == 0
    before = """
        down: x2 shield bust
        points: {}
        kept: 0 6
        seat=1 player=1 cumulative=1
        """
    becomes(
        before.format(8),
        "stop",
        """
        down: +3 +5 x2 shield bust
        kept: 0 14
        rounds=1 cumulative=1
        """,
    )
    assert ended(before.format(9), "stop") == [0, 60]


def test_qq2_cumulative_finishes_the_round_and_the_highest_sum_wins() -> None:
    before = """
        down: x2 shield bust
        points: 8
        kept: 10 {}
        player=0 cumulative=1
        """
    becomes(
        before.format(12),
        "stop",
        """
        down: +3 +5 x2 shield bust
        kept: 18 12
        seat=1 cumulative=1
        """,
    )
    assert ended(before.format(12), "stop +3 stop") == [60, 0]
    assert ended(before.format(12), "stop +3 turn +5 stop") == [0, 60]
    assert ended(before.format(10), "stop +3 turn +5 stop") == [30, 30]


def test_qq5_the_round_is_finished_and_the_highest_score_of_fifteen_or_more_wins() -> None:
    before = """
        down: x2 shield bust
        points: 8
        """
    becomes(
        before,
        "x2 stop",
        """
        down: +3 +5 x2 shield bust
        kept: 16 0
        seat=1
        """,
    )
    longer = "shield turn +3 turn +5 turn x2 turn bust turn +3"
    assert ended(before, "x2 stop") is None
    assert ended(before, "x2 stop +5 stop") == [60, 0]
    assert ended(before, f"x2 stop {longer} stop") == [0, 60]
    assert ended(before, f"x2 stop {longer} turn bust") == [60, 0]


def test_qq5_a_round_without_fifteen_is_followed_by_another() -> None:
    becomes(
        """
        down: shield bust
        points: 13
        kept: 11 0
        seat=1 player=1
        """,
        "stop",
        """
        down: +3 +5 x2 shield bust
        kept: 11 13
        rounds=1
        """,
    )


def test_qq5_sudden_death_ends_the_game_the_moment_fifteen_is_reached() -> None:
    assert game.start(sudden_death="yes").sudden_death == 1
    assert game.start().sudden_death == game.start(sudden_death="no").sudden_death == 0
    before = """
        down: +5 x2 bust
        points: {}
        kept: 0 13
        passes=1 sudden_death=1
        """
    becomes(
        before.format(10),
        "+5",
        f"""
        down: x2 bust
        kept: 15 13
        passes=1 sudden_death=1 player={NOBODY} winners=1
        """,
    )
    assert ended(before.format(10), "+5") == [60, 0]
    assert ended(before.format(9), "+5") is None
    assert ended(before.format(8), "x2") == [60, 0]


def test_qq5_sudden_death_with_points_that_add_up_looks_at_the_sum() -> None:
    before = """
        down: +5 x2 shield bust
        points: 3
        kept: 4 {}
        seat=1 sudden_death=1 cumulative=1
        """
    assert ended(before.format(6), "+5") is None
    assert ended(before.format(7), "+5") == [0, 60]


def test_qq7_a_bust_after_fifteen_loses_all_and_does_not_count() -> None:
    before = """
        down: +3 bust
        points: 26
        kept: 6 0
        passes=1 seat=1
        """
    becomes(
        before,
        "bust",
        """
        down: +3 +5 x2 shield bust
        kept: 6 0
        rounds=1
        """,
    )


def test_qq7_locked_at_the_target_a_bust_after_fifteen_counts_as_exactly_fifteen() -> None:
    assert game.start(lock_at_target="yes").lock_at_target == 1
    assert game.start().lock_at_target == game.start(lock_at_target="no").lock_at_target == 0
    before = """
        down: +3 bust
        points: {}
        kept: {} 0
        passes=1 seat=1 lock_at_target=1
        """
    becomes(
        before.format(26, 6),
        "bust",
        f"""
        down: +3
        kept: 6 15
        passes=1 rounds=1 seat=1 lock_at_target=1 player={NOBODY} winners=2
        """,
    )
    assert ended(before.format(26, 16), "bust") == [60, 0]
    assert ended(before.format(15, 0), "bust") == [0, 60]
    assert ended(before.format(14, 0), "bust") is None


def test_qq7_locked_at_the_target_a_sum_that_reached_fifteen_counts_as_exactly_fifteen() -> None:
    before = """
        down: +3 shield bust
        points: {}
        kept: 10 0
        lock_at_target=1 cumulative=1
        """
    after = """
        down: +3 +5 x2 shield bust
        kept: {} 0
        seat=1 lock_at_target=1 cumulative=1
        """
    becomes(before.format(10), "bust", after.format(15))
    becomes(before.format(4), "bust", after.format(10))


def test_qq8_a_tie_in_the_deciding_round_is_a_shared_victory() -> None:
    before = """
        down: shield bust
        points: {}
        kept: {} {} 0
        players=3 seat=2 player=2
        """
    assert ended(before.format(16, 16, 0), "stop") == [30, 0, 30]
    assert ended(before.format(16, 16, 16), "stop") == [20, 20, 20]
    assert ended(before.format(16, 15, 21), "stop") == [0, 60, 0]
    assert ended(before.format(13, 13, 13), "stop") is None


def test_qq23_in_sudden_death_fifteen_is_a_fourth_way_to_end_a_turn() -> None:
    before = """
        down: +5 shield bust
        points: {}
        passes=1 player=0 sudden_death={}
        """
    assert game.said(played(game.read(before.format(11, 0)), "turn +5")) == CHOICE
    assert game.said(played(game.read(before.format(6, 1)), "turn +5")) == CHOICE
    assert ended(before.format(11, 1), "turn +5") == [60, 0]


@pytest.mark.parametrize(
    ("down", "words", "kept"),
    [("+5 shield bust", "stop", 6), ("+5 shield bust", "turn bust", 0), ("-", "stop", 6)],
)
def test_qq23_the_three_ways_of_the_sheet_hand_the_cards_on(
    down: str, words: str, kept: int
) -> None:
    becomes(
        f"""
        down: {down}
        points: 6
        player=0 sudden_death=1
        """,
        words,
        f"""
        down: +3 +5 x2 shield bust
        kept: {kept} 0
        seat=1 sudden_death=1
        """,
    )


# ---- alone


def test_qq20_alone_the_kept_points_of_five_turns_add_up() -> None:
    s = game.start(players=1)
    s = played(s, "+3 stop  +5 turn x2 stop  +5 turn bust  +3 turn +5 stop")
    assert (s.rounds, s.kept[0], game.over(s)) == (4, 21, False)
    s = played(s, "+5 stop")
    assert (s.rounds, game.over(s)) == (5, True)
    assert game.score(s, 0) == game.payoff(s, 0) == 26


@pytest.mark.parametrize("options", [{}, {"sudden_death": "yes"}, {"lock_at_target": "yes"}])
def test_qq20_alone_fifteen_ends_and_saves_nothing(options: dict[str, Any]) -> None:
    s = played(game.start(players=1, **options), "+3 turn +5 turn x2")
    assert (s.points, game.said(s)) == (16, CHOICE)
    stopped = game.play(s, "stop")
    assert (stopped.kept[0], stopped.rounds, game.said(stopped)) == (16, 1, ALL)
    lost = game.play(s, "turn", "bust")
    assert (lost.kept[0], lost.rounds, game.said(lost)) == (0, 1, ALL)


@pytest.mark.parametrize("last", [1, 5, 99])
def test_qq20_alone_the_number_of_turns_may_be_chosen(last: int) -> None:
    assert game.start(players=1, solo_rounds=last).solo_rounds == last
    before = f"""
        down: x2 shield bust
        points: 8
        kept: 30
        players=1 player=0 solo_rounds={last}
        """
    assert ended(before + f"rounds={last - 1}", "stop") == [38]
    if last > 1:
        assert ended(before + f"rounds={last - 2}", "stop") is None


def test_qq20_alone_there_are_five_turns_unless_chosen_and_from_1_to_99() -> None:
    assert game.start(players=1).solo_rounds == 5
    for rounds in (0, 100):
        with pytest.raises(BadOption):
            game.start(players=1, solo_rounds=rounds)


# ---- no winner


def test_qq22_without_a_winner_the_game_goes_on() -> None:
    assert game.start().round_limit == 0
    becomes(
        """
        down: +5 x2 shield bust
        points: 3
        seat=1 player=1 rounds=998
        """,
        "stop",
        """
        down: +3 +5 x2 shield bust
        kept: 0 3
        rounds=999
        """,
    )


@pytest.mark.parametrize("limit", [1, 999])
def test_qq22_after_the_last_round_allowed_all_share_the_game(limit: int) -> None:
    assert game.start(round_limit=limit).round_limit == limit
    before = f"""
        down: x2 shield bust
        points: 8
        kept: 3 13 0
        players=3 seat=2 player=2 rounds={limit - 1} round_limit={limit}
        """
    assert ended(before, "stop") == [20, 20, 20]
    assert ended(before, "turn x2 stop") == [0, 0, 60]


def test_qq22_before_the_last_round_allowed_the_game_goes_on() -> None:
    last_but_one = """
        down: x2 shield bust
        points: 8
        seat=1 player=1 rounds=997 round_limit=999
        """
    assert ended(last_but_one, "stop") is None
    assert ended(last_but_one, "stop +3 stop") is None
    assert ended(last_but_one, "stop +3 stop +3 stop") == [30, 30]


@pytest.mark.parametrize("limit", [-1, 1000])
def test_qq22_no_other_limit_is_allowed(limit: int) -> None:
    with pytest.raises(BadOption):
        game.start(round_limit=limit)


def test_qq22_a_game_that_reaches_the_bound_of_actions_is_shared() -> None:
    before = """
        down: +5 x2 shield bust
        points: 3
        players=3 player=0 plies={}
        """
    assert ended(before.format(rules.PLIES - 2), "stop") is None
    assert ended(before.format(rules.PLIES - 2), "stop +3") == [20, 20, 20]


# ---- a whole game


def test_three_people_play_two_rounds() -> None:
    s = game.start(players=3)
    s = played(s, "+5 turn bust")
    s = played(s, "x2 turn shield turn +3 turn bust turn +5 turn bust")
    s = played(s, "+3 turn x2 stop")
    assert (s.kept[:3], s.rounds, s.seat) == ([0, 0, 6], 1, 0)
    s = played(s, "shield turn +3 turn +5 turn x2 stop")
    s = played(s, "+5 turn x2 turn shield turn +3 turn bust turn +3 turn +5 stop")
    s = played(s, "x2 turn +5 turn shield turn +3 turn bust turn x2")
    assert (s.kept[:2], s.points) == ([16, 21], 16)
    s = played(s, "turn bust")
    assert [game.score(s, seat) for seat in range(3)] == [16, 21, 0]
    assert shares(s) == [0, 60, 0]


# ---- what the page is told


def test_the_box_says_what_each_card_does_and_what_is_to_be_reached() -> None:
    box: Any = game.box(game.start(3))
    assert [(card["kind"], card["n"]) for card in box["cards"]] == [
        ("plus", 3),
        ("plus", 5),
        ("times", 2),
        ("shield", 0),
        ("bust", 0),
    ]
    names = [card["name"].text("fr") for card in box["cards"]]
    assert names == ["+3", "+5", "×2", "Protection", "Perdre tout"]
    assert (box["target"], game.box(game.start(1))["target"]) == (15, 0)
    other: Any = game.box(game.start(cards="1-3"))
    assert [card["n"] for card in other["cards"]] == [1, 3, 2, 0, 0]


def figures(picture: str, options: str = "") -> Any:
    return game.figures(game.read(f"{picture}\nplayers=3 player=1 seat=1 {options}"))


def test_what_the_points_are_added_to_depends_on_the_options() -> None:
    turn = "down: x2 bust\npoints: 9\nkept: 15 6 20"
    usual = figures(turn)
    assert (usual["before"], usual["reached"]) == (0, False)
    assert (usual["stars"], usual["best"]) == ([0, 2], 20)
    adding = figures(turn, "cumulative=1")
    assert (adding["before"], adding["reached"]) == (6, True)
    alone = game.figures(game.read("down: x2 bust\npoints: 9\nkept: 20\nplayers=1 player=0"))
    assert (alone["before"], alone["reached"], alone["stars"]) == (20, False, [])


@pytest.mark.parametrize(
    ("turn", "options", "coming", "losing", "fate"),
    [
        ("down: +3 x2 bust", "", [0, 2, 4], 1, "bust"),
        ("down: +3 x2", "", [0, 2], 0, "bust"),
        ("down: -", "", [0, 1, 2, 3, 4], 1, "bust"),
        ("down: x2 bust", "shields=1", [2, 4], 1, "saved"),
        ("down: -", "shields=1", [0, 1, 2, 3, 4], 1, "bust"),  # QQ14: it lapses
        ("down: bust\npoints: 16", "lock_at_target=1", [4], 1, "locked"),
        ("down: bust\npoints: 14", "lock_at_target=1", [4], 1, "bust"),
        ("down: bust\npoints: 16", "lock_at_target=1 shields=1", [4], 1, "saved"),
    ],
)
def test_what_comes_next_and_what_the_losing_card_would_do(
    turn: str, options: str, coming: list[int], losing: int, fate: str
) -> None:
    found = figures(turn, options)
    assert (found["next"], found["losing"], found["fate"]) == (coming, losing, fate)


@pytest.mark.parametrize(
    ("before", "word", "points", "kind"),
    [
        ("down: x2 bust\npoints: 8\nplayer=0", "stop", 8, "kept"),
        ("down: x2 bust\npoints: 8", "bust", 8, "lost"),
        ("down: x2 bust\npoints: 16\nlock_at_target=1", "bust", 15, "reached"),
        ("down: x2\npoints: 8\nmax_passes=1", "x2", 16, "reached"),
        ("down: bust\npoints: 8\nshields=1 max_passes=1", "bust", 8, "kept"),
        ("down: x2 bust\npoints: 8\nsudden_death=1", "x2", 16, "reached"),
    ],
)
def test_how_a_turn_ends_and_with_what_points(
    before: str, word: str, points: int, kind: str
) -> None:
    s = game.read(before)
    told = game.effects(s, game.parse(s, word), game.play(s, word))
    ends = [effect for effect in told if effect.kind in ("kept", "reached", "lost")]
    assert [(one.kind, one.facts()["points"]) for one in ends] == [(kind, points)]
    assert [one.is_held for one in ends] == [kind == "reached"]


# ---- why not?


def refused(s: Any, action: int | str, seat: int | None = None) -> str:
    """The French sentence of a refusal that the sheet itself gives, with plain spaces."""
    refusal = game.why_not(s, action, seat)
    assert refusal is not None
    assert refusal.ruling == "QQ"
    assert refusal.places == ()
    french, english = refusal.sentence("fr"), refusal.sentence("en")
    assert french and english and french != english
    return french.replace("\u202f", " ").replace("\xa0", " ")


def test_options_that_cannot_reach_fifteen_are_refused_with_a_reason() -> None:
    with pytest.raises(BadOption) as problem:
        game.start(cards="1-3", max_passes=1)
    assert problem.value.key == game.why_key(rules.CANNOT_REACH) == "why.QQ17.1"
    assert game.ruling_of(rules.CANNOT_REACH) == "QQ17"
    french, english = problem.value.sentence("fr"), problem.value.sentence("en")
    assert french != english
    assert "permettez-en plus, additionnez les points" in french


def test_nothing_can_be_played_once_the_game_is_over() -> None:
    s = game.read(
        f"""
        down: x2 bust
        kept: 16 0
        player={NOBODY} winners=1
        """
    )
    for action in (rules.TURN, rules.STOP):
        assert refused(s, action) == "La partie est finie : il n’y a plus rien à jouer."


def test_a_card_already_turned_cannot_be_turned_now() -> None:
    s = game.read(
        """
        down: +3 bust
        points: 5
        """
    )
    assert refused(s, "+5") == "Pas maintenant. Une carte est retournée."
    assert game.why_not(s, "+3") is None


def test_there_is_no_third_action() -> None:
    s = game.read(
        """
        down: +3 bust
        points: 5
        player=0
        """
    )
    assert refused(s, 2) == "Il n’y a pas d’action 2 ici : elles vont de 0 à 1."
    assert game.why_not(s, rules.TURN) is None
    assert game.why_not(s, rules.STOP) is None


def test_only_the_seat_whose_turn_it_is_may_act() -> None:
    s = game.read(
        """
        down: +3 bust
        points: 5
        player=0
        """
    )
    assert refused(s, "stop", seat=1) == "C’est à Joueur 1 de jouer."
    assert game.why_not(s, "stop", seat=0) is None


def test_a_word_that_is_no_action_is_answered_with_those_that_are() -> None:
    s = game.read(
        """
        down: +3 bust
        points: 5
        player=0
        """
    )
    assert refused(s, "pass") == (
        "« pass » n’est pas quelque chose que l’on puisse jouer ici. "
        "Vous avez 5 points dans ce tour : retournez une autre carte, ou arrêtez-vous."
    )
    why = game.why_not(s, "pass")
    assert why is not None
    assert [one.text("fr") for one in why.allowed] == ["continuer", "s’arrêter"]


@pytest.mark.parametrize("said", ["s'arrêter", "S’ARRÊTER", "arreter", "stop", "garder arrêter"])
def test_what_is_offered_is_understood(said: str) -> None:
    s = game.read(
        """
        down: +3 bust
        points: 5
        player=0
        """
    )
    assert game.understand(s, said) == rules.STOP


def test_qq2_points_kept_below_the_target_say_that_they_do_not_count() -> None:
    s = game.start(3)
    s.kept[:3] = [8, 16, 0]
    assert game.figures(s)["idle"] == [0]
    told = [line.text("fr") for line in game.status(s)]
    assert sum("ne comptent plus" in line for line in told) == 1
    for other in (game.start(3, cumulative="yes"), game.start(1)):
        other.kept[0] = 8
        assert game.figures(other)["idle"] == []


def test_qq7_alone_the_lock_has_no_effect() -> None:
    results = []
    for lock in ("no", "yes"):
        dice, s = random.Random(4), game.start(1, lock_at_target=lock)
        while not game.over(s):
            s = game.after(s, dice.choice(game.legal_actions(s)))
        results.append(s.kept)
    assert results[0] == results[1]
