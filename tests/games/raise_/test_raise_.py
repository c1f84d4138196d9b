"""Raise, ruling by ruling: positions as pictures, what is allowed in them, what follows."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from every import cases, walk

from ludotheque import CHANCE, SPECTATOR, UNKNOWN, Refusal, load
from ludotheque.effects import Effect, tell
from ludotheque.games.raise_ import rules
from ludotheque.games.raise_.effects import Counted, Won
from ludotheque.words.messages import Message

game = load("raise")

# The roll of the sheet's example: bells count 4, diamonds 3, gears 2, clouds and hourglasses 1.
ROLL = "dice: bell bell bell diamond diamond gear blank"
ROLLS = ["diamond", "diamond", "bell", "bell", "gear", "bell", "blank"]  # one die after another
POINT_CARDS = [f"point {n}" for n in (6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20)]


def laying(picture: str) -> Any:
    """First cards are laid for the point card 20, five rounds before the end."""
    return game.read(f"{ROLL}\nphase={rules.LAYING} rolled=7 stake=13 rounds=5\n{picture}")


def bidding(picture: str) -> Any:
    """The hindmost bids for the point card 20, five rounds before the end."""
    return game.read(f"{ROLL}\nphase={rules.BIDDING} rolled=7 stake=13 rounds=5\n{picture}")


def turning(picture: str) -> Any:
    """A point card is about to be turned."""
    return game.read(f"dice: - - - - - - -\nphase={rules.TURNING} player={CHANCE}\n{picture}")


def prompt(s: Any) -> str:
    return game.prompt(s).text("fr")


def ways(s: Any) -> dict[str, int]:
    """What chance may do, in words, with the number of ways."""
    return {game.say(s, action): n for action, n in game.odds(s).items()}


def hand(s: Any, seat: int) -> list[str]:
    names: list[str] = game.text.card_names(s.hand[seat])
    return names


def multipliers(s: Any) -> dict[str, int]:
    names = rules.EQUIPMENT.symbols
    return {name: s.times[symbol] for symbol, name in enumerate(names)}


def done(s: Any, actions: list[str], seat: int) -> list[Effect]:
    """What some actions did that have a sentence, as a seat sees it."""
    effects: list[Effect] = []
    for said in actions:
        after = game.play(s, said)
        effects += game.effects(s, game.parse(s, said), after, seat)
        s = after
    return [effect for effect in effects if effect.is_told]


def refused(s: Any, said: str) -> Refusal:
    """The refusal of an action; it has a sentence in each language."""
    refusal = game.why_not(s, said)
    assert refusal is not None
    french, english = refusal.sentence("fr"), refusal.sentence("en")
    assert french and english and french != english
    return refusal


def plain(sentence: str) -> str:
    """A French sentence with ordinary spaces before its colons."""
    return sentence.replace("\u202f", " ").replace("\u00a0", " ")


# ---- the sheet


def test_the_example_of_the_sheet() -> None:
    s = game.read(f"""
        dice: - - - - - - -
        p1 @0 hand: bell2 gear4
        p2 @0 hand: diamond5 gear4
        p3 @0 hand: gear3 cloud4
        players=3 player={CHANCE} phase={rules.ROLLING} rounds=5 stake=13
    """)
    s = game.play(s, *ROLLS)
    assert multipliers(s) == {"diamond": 3, "gear": 2, "cloud": 1, "hourglass": 1, "bell": 4}
    s = game.play(s, "bell2", "diamond5", "gear3")
    assert s.square[:3] == [8, 15, 6]
    assert s.player == 2
    assert game.said(s) == ["cloud4", "pass"]
    s = game.play(s, "cloud4")
    assert s.square[:3] == [8, 15, 10]
    assert s.player == 0


def test_everybody_draws_six_of_thirty_cards() -> None:
    s = game.start(players=2)
    assert s.pile[:2] == [30, 30]
    s = game.play(s, *["bell2", "bell2", "bell2", "bell2", "bell1", "bell1"])
    assert hand(s, 0) == ["bell1", "bell1", "bell2", "bell2", "bell2", "bell2"]
    assert "bell2" in game.said(s)  # the next card is drawn from the other deck
    s = game.play(s, *["bell3", "gear3", "gear3", "gear4", "gear4", "gear5*"])
    assert (s.cards[:2], s.pile[:2], s.phase) == ([6, 6], [24, 24], rules.TURNING)


def test_a_card_in_hand_or_played_is_not_drawn_again() -> None:
    s = bidding("""
        p1 @6 hand: diamond6* bell1
           laid: - played: gear5* bell2
        p2 @8 hand: cloud5*
        player=0 pile=26,29,0,0,0
    """)
    before, after = ways(game.start()), ways(game.play(s, "pass"))
    assert before.pop("diamond6*") == before.pop("gear5*") == 1
    assert after == before | {"bell1": 1, "bell2": 3}


def test_a_round_won_leaves_the_board_empty() -> None:
    s = bidding("""
        p1 @6 hand: gear3
           laid: - played: bell1
        p2 @8 hand: gear3
           laid: - played: bell2
        player=0 arrived=1,2,0,0,0 arrivals=2 pot=2 turned=8192
    """)
    assert game.draw(game.play(s, "pass")) == game.draw(
        turning("""
            p1 @0 hand: gear3
               laid: - played: bell1
            p2 @0 hand: gear3
               laid: - played: bell2
            plies=1 roller=1 rounds=5 turned=8192 won=0,22,0,0,0
        """)
    )


def test_there_are_fourteen_point_cards_and_no_13() -> None:
    s = turning("p1 @0 hand: bell2\np2 @0 hand: bell2\nrounds=8")
    assert ways(s) == dict.fromkeys(POINT_CARDS, 1)


def test_a_seat_sees_its_own_cards_and_a_spectator_none() -> None:
    s = laying("""
        p1 @0 hand: gear4
           laid: bell2 played: cloud3
        p2 @0 hand: diamond5 gear3
        player=1 has_laid=1 pile=20,21,0,0,0
    """)
    owner = laying("""
        p1 @0 hand: gear4
           laid: bell2 played: cloud3
        p2 @0 hand 2: ?
        player=1 has_laid=1 pile=20,21,0,0,0
    """)
    spectator = laying("""
        p1 @0 hand 1: ?
           laid: - played: cloud3
        p2 @0 hand 2: ?
        player=1 has_laid=1 pile=20,21,0,0,0
    """)
    assert game.draw(game.observe(s, 0)) == game.draw(owner)
    assert game.draw(game.observe(s, SPECTATOR)) == game.draw(spectator)


# ---- RA1 to RA5: the roller, the point cards and the first cards


@pytest.mark.parametrize(("named", "first"), [({}, 0), ({"first": 0}, 0), ({"first": 2}, 2)])
def test_ra1_seat_1_rolls_first_unless_another_is_named(named: dict[str, int], first: int) -> None:
    s = game.start(players=3, **named)
    while s.phase == rules.DRAWING:
        s = game.play(s, game.said(s)[0])
    assert prompt(s) == f"Joueur {first + 1} retourne une carte-points."
    assert game.play(s, "point 20", *ROLLS).player == first


def test_ra2_any_card_not_yet_turned_may_be_the_next() -> None:
    drawn = "p1 @0 hand: bell2\np2 @0 hand: bell2"
    s = turning(f"{drawn}\nrounds=1 turned={0b1111111}")
    assert ways(s) == dict.fromkeys(POINT_CARDS[7:], 1)  # six of these seven are in the box


def test_ra2_nobody_sees_the_cards_put_back() -> None:
    s = turning("p1 @0 hand: bell2\np2 @0 hand: bell2\nrounds=8")
    for seat in (0, 1, SPECTATOR):
        assert ways(game.observe(s, seat)) == dict.fromkeys(POINT_CARDS, 1)


def test_ra3_the_winner_of_a_round_rolls_next() -> None:
    s = bidding("p1 @8 hand: bell2\np2 @15 hand: bell2\nplayers=2 player=0 roller=0")
    s = game.play(s, "pass")
    assert s.roller == 1
    assert prompt(s) == "Joueur 2 retourne une carte-points."


def test_ra3_after_a_round_without_a_winner_the_roller_stays() -> None:
    s = turning("p1 @0 hand: -\np2 @0 hand: -\np3 @0 hand: -\nplayers=3 roller=2 rounds=2")
    s = game.play(s, "point 6")
    assert prompt(s) == "Joueur 3 retourne une carte-points."


def test_ra4_the_first_card_is_mandatory() -> None:
    s = laying("p1 @0 hand: gear3 bell2\np2 @0 hand: bell1\nplayer=0")
    assert game.said(s) == ["gear3", "bell2"]
    assert refused(s, "pass").ruling == "RA4"
    s = game.play(s, "bell2")
    assert (s.player, game.said(s)) == (1, ["bell1"])


def test_ra4_a_card_laid_is_seen_by_its_owner_alone() -> None:
    s = laying("p1 @0 hand: gear3 bell2\np2 @0 hand: bell1 gear4\nplayer=0")
    assert game.witness(s) == 0
    s = game.play(s, "bell2")
    assert game.witness(s) == 1
    mine = game.observe(s, 0)
    assert (game.text.card_name(mine.laid[0]), hand(mine, 0)) == ("bell2", ["gear3"])
    for seat in (1, SPECTATOR):
        view = game.observe(s, seat)
        assert (view.laid[0], hand(view, 0)) == (UNKNOWN, ["?"])
        assert (view.has_laid, view.cards[:2]) == (0b01, [1, 2])
        assert (view.square[0], view.pot, sum(view.played[0])) == (0, 0, 0)


def test_ra4_all_first_cards_are_turned_over_together() -> None:
    s = laying("p1 @0 hand: gear3 bell2\np2 @0 hand: bell1 gear4\nplayer=0")
    assert game.can_undo(s, game.parse(s, "bell2"))
    s = game.play(s, "bell2")
    assert not game.can_undo(s, game.parse(s, "gear4"))
    s = game.play(s, "bell1")
    assert game.draw(s) == game.draw(
        bidding("""
            p1 @8 hand: gear3
               laid: - played: | bell2
            p2 @4 hand: gear4
               laid: - played: | bell1
            player=1 plies=2 arrived=1,2,0,0,0 arrivals=2 pot=2
        """)
    )
    assert game.witness(s) is None


def test_ra5_pawns_are_placed_clockwise_from_the_roller() -> None:
    s = laying("""
        p1 @0 hand: bell2 cloud2
        p2 @0 hand: bell2 cloud2
        p3 @0 hand: gear4 cloud2
        players=3 player=1 roller=1
    """)
    s = game.play(s, "bell2", "gear4", "bell2")
    assert s.square[:3] == [8, 8, 8]
    assert s.arrived[:3] == [3, 1, 2]  # seat 1 came last and lies on top
    assert s.player == 0


# ---- RA6 to RA9: who is in a round, and whose turn it is


def test_ra6_without_a_card_one_sits_the_round_out_but_rolls() -> None:
    s = turning("""
        p1 @0 hand: bell2 cloud2
        p2 @0 hand: -
        p3 @0 hand: bell1 cloud2
        players=3 roller=1 rounds=5
    """)
    assert prompt(s) == "Joueur 2 retourne une carte-points."
    s = game.play(s, "point 20", *ROLLS)
    assert s.player == 2  # the next clockwise that has a card
    s = game.play(s, "bell1", "bell2")
    assert s.square[:3] == [8, 0, 4]
    assert s.player == 2
    assert game.play(s, "pass").won[:3] == [22, 0, 0]


def test_ra7_alone_with_cards_one_lays_one_and_wins() -> None:
    s = laying("""
        p1 @0 hand: -
        p2 @0 hand: cloud2 bell3*
        p3 @0 hand: -
        players=3 player=1 roller=0
    """)
    s = game.play(s, "bell3*")
    assert s.won[:3] == [0, 25, 0]  # the point card 20 and a card worth 5
    assert hand(s, 1) == ["cloud2"]
    assert (s.phase, s.roller, s.square[1]) == (rules.TURNING, 1, 0)


def test_ra8_the_hindmost_pawn_acts() -> None:
    s = laying("""
        p1 @0 hand: diamond5 cloud2
        p2 @0 hand: bell1 cloud2
        p3 @0 hand: bell2 cloud2
        players=3 player=0
    """)
    s = game.play(s, "diamond5", "bell1", "bell2")
    assert s.square[:3] == [15, 4, 8]
    assert s.player == 1


def test_ra8_on_one_square_the_top_pawn_acts_first() -> None:
    s = laying("""
        p1 @0 hand: bell2 cloud2
        p2 @0 hand: gear4 cloud2
        p3 @0 hand: bell3 cloud2
        players=3 player=0
    """)
    s = game.play(s, "bell2", "gear4", "bell3")
    assert s.square[:3] == [8, 8, 12]
    assert s.player == 1
    assert game.play(s, "pass").player == 0  # then the pawn beneath, before the one at 12


def test_ra9_after_a_pass_the_new_hindmost_acts() -> None:
    s = bidding("""
        p1 @6 hand: cloud4
        p2 @15 hand: cloud4
        p3 @8 hand: cloud4
        p4 @10 hand: cloud4
        players=4 player=0
    """)
    s = game.play(s, "pass")
    assert s.player == 2
    assert game.play(s, "pass").player == 3


# ---- RA10 to RA15: raising and passing


def test_ra10_reaching_the_square_is_not_passing_it() -> None:
    s = bidding("p1 @6 hand: hourglass2\np2 @8 hand: bell1\nplayer=0")
    assert game.said(s) == ["pass"]
    s = bidding("p1 @6 hand: hourglass3\np2 @8 hand: bell1\nplayer=0")
    assert game.said(s) == ["hourglass3", "pass"]


def test_ra10_a_raise_goes_on_from_the_square_itself() -> None:
    s = bidding("p1 @6 hand: hourglass1 hourglass2\np2 @8 hand: bell1\nplayer=0")
    s = game.play(s, "hourglass2")
    assert (s.square[0], s.player, game.said(s)) == (8, 0, ["hourglass1"])
    s = game.play(s, "hourglass1")
    assert (s.square[0], s.player) == (9, 1)


def test_ra11_from_a_shared_last_square_any_step_is_enough() -> None:
    s = bidding("""
        p1 @8 hand: gear3
        p2 @8 hand: hourglass1
        p3 @15 hand: gear3
        players=3 player=1 arrived=1,2,3,0,0 arrivals=3
    """)
    assert game.said(s) == ["hourglass1", "pass"]
    s = game.play(s, "hourglass1")
    assert (s.square[:3], s.player) == ([8, 9, 15], 0)


def test_ra12_a_raise_ends_with_the_card_that_passes() -> None:
    s = bidding("p1 @8 hand: gear3\np2 @6 hand: cloud4 hourglass1 bell3*\nplayer=1")
    assert game.said(s) == ["cloud4", "hourglass1", "bell3*", "pass"]
    s = game.play(s, "hourglass1")
    assert (s.square[1], s.player) == (7, 1)
    assert game.said(s) == ["cloud4", "bell3*"]  # begun, it is carried through
    s = game.play(s, "cloud4")
    assert (s.square[1], s.player, hand(s, 1)) == (11, 0, ["bell3*"])


def test_ra12_a_raise_is_offered_only_if_the_whole_hand_would_pass() -> None:
    s = bidding("p1 @8 hand: gear3\np2 @4 hand: cloud2 hourglass2\nplayer=1")
    assert game.said(s) == ["pass"]
    s = bidding("p1 @8 hand: gear3\np2 @4 hand: cloud2 hourglass3\nplayer=1")
    assert game.said(s) == ["cloud2", "hourglass3", "pass"]


def test_ra12_with_free_raise_more_cards_may_follow() -> None:
    assert game.start(free_raise="yes").free_raise == 1
    assert game.start().free_raise == game.start(free_raise="no").free_raise == 0
    s = bidding("""
        p1 @8 hand: gear3
        p2 @6 hand: cloud4 hourglass1 bell2 bell3*
        player=1 free_raise=1
    """)
    s = game.play(s, "hourglass1")
    assert game.said(s) == ["cloud4", "bell2", "bell3*"]  # not yet past 8
    s = game.play(s, "cloud4")
    assert game.said(s) == ["bell2", "bell3*", "done"]
    done = game.play(s, "done")
    assert (done.square[1], done.player, game.said(done)) == (11, 0, ["gear3", "pass"])
    s = game.play(s, "bell2")
    assert (s.square[1], s.player, game.said(s)) == (19, 1, ["bell3*", "done"])
    s = game.play(s, "bell3*")
    assert (s.square[1], s.player) == (31, 0)  # no card left: nothing to say


def test_ra13_the_cards_of_a_raise_are_valued_each_by_its_symbol() -> None:
    s = bidding("p1 @6 hand: gear3 cloud2\np2 @13 hand: bell1\nplayer=0")
    assert game.said(s) == ["gear3", "cloud2", "pass"]
    s = game.play(s, "gear3", "cloud2")
    assert (s.square[0], s.player) == (6 + 3 * 2 + 2 * 1, 1)


def test_ra14_who_cannot_pass_the_next_pawn_must_pass() -> None:
    s = bidding("p1 @6 hand: gear3 cloud2\np2 @15 hand: bell1\nplayer=0")
    assert game.said(s) == ["pass"]
    assert refused(s, "gear3").ruling == "RA14"


def test_ra15_who_could_raise_may_pass() -> None:
    s = bidding("""
        p1 @6 hand: bell3
        p2 @8 hand: bell1
        p3 @10 hand: bell1
        players=3 player=0
    """)
    assert game.said(s) == ["bell3", "pass"]
    s = game.play(s, "pass")
    assert (s.square[:3], hand(s, 0), s.player) == ([0, 8, 10], ["bell3"], 1)


# ---- RA16 to RA22: the end of a round


def test_ra16_the_round_ends_when_the_placed_pawns_have_no_cards_behind_them() -> None:
    s = laying("p1 @0 hand: bell2\np2 @0 hand: diamond5\nplayer=0 pile=4,4,0,0,0")
    s = game.play(s, "bell2", "diamond5")
    assert s.won[:2] == [0, 22]
    assert s.square[:2] == [0, 0]


def test_ra16_the_round_ends_when_a_raise_takes_the_last_card() -> None:
    s = bidding("p1 @6 hand: bell1\np2 @8 hand: -\np3 @15 hand: -\nplayers=3 player=0 pot=3")
    s = game.play(s, "bell1")
    assert s.won[:3] == [0, 0, 24]


def test_ra16_cards_of_those_who_passed_do_not_prolong_the_round() -> None:
    s = bidding("p1 @6 hand: bell1\np2 @8 hand: -\np3 @15 hand: -\nplayers=3 player=0 pot=3")
    s = game.play(s, "pass")
    assert s.won[:3] == [0, 0, 23]
    assert hand(s, 0) == ["bell1"]


def test_ra16_one_card_on_the_board_prolongs_the_round() -> None:
    s = bidding("p1 @6 hand: bell1\np2 @8 hand: -\np3 @15 hand: gear3\nplayers=3 player=0 pot=3")
    s = game.play(s, "bell1")
    assert (s.won[:3], s.player) == ([0, 0, 0], 1)


def test_ra17_if_nobody_has_a_card_the_point_card_goes_to_nobody() -> None:
    s = turning("p1 @0 hand: -\np2 @0 hand: -\nroller=1 rounds=2 won=30,40,0,0,0")
    s = game.play(s, "point 6")
    assert game.said(s) == POINT_CARDS[1:]  # no dice: the next point card
    assert (s.rolled, s.stake, s.won[:2]) == (0, UNKNOWN, [30, 40])
    s = game.play(s, "point 20")
    assert game.over(s)
    assert s.won[:2] == [30, 40]


@pytest.mark.parametrize(("front_tie", "winner"), [("bottom", 1), ("top", 0)])
def test_ra18_the_option_settles_a_tie_at_the_front(front_tie: str, winner: int) -> None:
    value = game.start(players=3, front_tie=front_tie).front_tie
    s = laying(f"""
        p1 @0 hand: gear4
        p2 @0 hand: bell2
        p3 @0 hand: bell1
        players=3 player=1 roller=1 front_tie={value}
    """)
    s = game.play(s, "bell2", "bell1", "gear4")  # 8, 4, then 8 again, on top
    assert s.won[winner] == 23
    assert sum(s.won) == 23


def test_ra18_the_pawn_at_the_bottom_wins_unless_said_otherwise() -> None:
    s = laying("p1 @0 hand: bell2\np2 @0 hand: gear4\nplayer=0")
    assert s.front_tie == game.start().front_tie == rules.BOTTOM
    assert game.play(s, "bell2", "gear4").won[:2] == [22, 0]
    s.front_tie = rules.TOP
    assert game.play(s, "bell2", "gear4").won[:2] == [0, 22]


def test_ra19_the_hindmost_with_an_empty_hand_has_to_pass() -> None:
    s = laying("""
        p1 @0 hand: bell1
        p2 @0 hand: bell2 gear3
        p3 @0 hand: diamond5 gear3
        players=3 player=0 pile=1,0,0,0,0
    """)
    s = game.play(s, "bell1", "bell2", "diamond5")
    assert (s.player, game.said(s)) == (0, ["pass"])
    s = game.play(s, "pass", "cloud4")
    assert (s.square[:3], hand(s, 0), s.player) == ([0, 8, 15], ["cloud4"], 1)


def test_ra20_who_passes_refills_at_once_and_waits_for_the_next_round() -> None:
    s = bidding("""
        p1 @6 hand: diamond5 gear3
        p2 @8 hand: bell1
        p3 @15 hand: bell1
        players=3 player=0 pile=10,10,10,0,0
    """)
    s = game.play(s, "pass")
    assert prompt(s) == "Joueur 1 complète sa main."
    s = game.play(s, "bell1", "bell1", "bell2", "cloud2")
    assert hand(s, 0) == ["diamond5", "gear3", "cloud2", "bell1", "bell1", "bell2"]
    assert (s.cards[:3], s.pile[:3]) == ([6, 1, 1], [6, 10, 10])
    assert (s.square[0], s.player) == (0, 1)  # off the board: the others play on


def test_ra20_a_short_pile_refills_as_far_as_it_goes() -> None:
    s = bidding("""
        p1 @6 hand: diamond5 gear3
        p2 @8 hand: bell1
        p3 @15 hand: bell1
        players=3 player=0 pile=1,10,10,0,0
    """)
    s = game.play(s, "pass", "bell1")
    assert (s.cards[0], s.pile[0], s.player) == (3, 0, 1)


LAST_ROUND = """
    p1 @6 hand: diamond4 gear3 cloud2 cloud3 bell1
    p2 @8 hand: gear3 cloud2 cloud3 bell1
    player=0 rounds=0 pot=2 pile=3,1,0,0,0
"""


@pytest.mark.parametrize(
    ("final_refill", "draws", "scores"),
    [
        ("all", ["diamond6*", "diamond5"], [10, 27]),
        ("passers", ["diamond6*"], [10, 26]),
        ("none", [], [5, 26]),
    ],
)
def test_ra21_the_option_says_who_refills_in_the_last_round(
    final_refill: str, draws: list[str], scores: list[int]
) -> None:
    value = game.start(final_refill=final_refill).final_refill
    s = bidding(f"{LAST_ROUND}\nfinal_refill={value}")
    s = game.play(s, "pass", *draws)  # seat 1 by passing, seat 2 once the round is over
    assert game.over(s)
    assert [game.score(s, 0), game.score(s, 1)] == scores


@pytest.mark.parametrize("final_refill", ["all", "passers", "none"])
def test_ra21_before_the_last_round_everybody_refills(final_refill: str) -> None:
    value = game.start(final_refill=final_refill).final_refill
    s = bidding(f"""
        p1 @6 hand: gear3
        p2 @8 hand: gear3
        p3 @15 hand: gear3
        players=3 player=0 rounds=1 pile=1,1,1,0,0 final_refill={value}
    """)
    s = game.play(s, "pass", "cloud2")
    assert (s.cards[:3], s.player) == ([2, 1, 1], 1)
    s = game.play(s, "pass", "cloud2", "cloud2")
    assert (s.cards[:3], s.phase) == ([2, 2, 2], rules.TURNING)


def test_ra21_everybody_refills_unless_said_otherwise() -> None:
    assert game.start().final_refill == rules.ALL
    s = game.play(bidding(LAST_ROUND), "pass", "diamond6*", "diamond5")
    assert [game.score(s, 0), game.score(s, 1)] == [10, 27]


def test_ra22_hands_count_and_piles_do_not() -> None:
    s = bidding("""
        p1 @6 hand: cloud2 cloud3 bell1 bell1 bell2 bell2
        p2 @8 hand: cloud2 cloud3 bell1 bell1 bell2 bell3*
        player=0 rounds=0 pot=2 pile=10,10,0,0,0
    """)
    s = game.play(s, "pass")
    assert game.over(s)
    assert s.pile[:2] == [10, 10]
    assert [game.score(s, 0), game.score(s, 1)] == [6, 20 + 2 + 10]


# ---- RA23 to RA28: the track, the winner, what is public, the dice


def test_ra23_the_track_has_no_end() -> None:
    s = bidding("""
        p1 @298 hand: bell1 gear3
        p2 @300 hand: gear3
        p3 @300 hand: gear3
        players=3 player=0 arrived=1,3,2,0,0 arrivals=3
    """)
    s = game.play(s, "bell1")
    assert s.square[:3] == [302, 300, 300]
    assert s.player == 1  # on top of the stack at 300


def test_ra24_a_pawn_goes_as_far_as_147_at_most_with_the_dice_and_cards_of_the_memo_card() -> None:
    cards = [card for card in range(rules.CARDS) for _ in range(rules.COPIES[card])]
    faces = [[symbol for symbol, n in enumerate(die) if n] for die in rules.FACES]
    rolls = {tuple(roll.count(symbol) for symbol in range(5)) for roll in product(*faces)}
    furthest = 0
    for dice in rolls:
        values = sorted(rules.NUMBER[card] * (1 + dice[rules.SYMBOL[card]]) for card in cards)
        furthest = max(furthest, sum(values[-rules.HAND :]))
    assert furthest == 147
    assert "147" in Message("ruling.RA24.play").text("fr")


def test_ra24_numbers_beyond_all_that_the_cards_allow_are_counted_exactly() -> None:
    s = game.read(f"""
        dice: diamond diamond diamond diamond diamond diamond diamond
        p1 @0 hand: diamond6* diamond6* diamond6* diamond6* diamond6* diamond6*
        p2 @0 hand: diamond6* bell1 bell2
        player=0 phase={rules.LAYING} rolled=7 stake=13 rounds=5 free_raise=1
    """)
    s = game.play(s, "diamond6*", "bell1")
    assert s.square[:2] == [48, 1]
    s = game.play(s, "diamond6*", "done")  # a step beyond
    assert (s.square[:2], s.player) == ([48, 49], 0)
    s = game.play(s, *["diamond6*"] * 5)
    assert (s.square[:2], s.player) == ([288, 49], 1)


def test_ra25_the_only_pawn_left_wins_whatever_is_in_hand() -> None:
    s = bidding("""
        p1 @6 hand: diamond6* diamond5
        p2 @6 hand: bell1
        player=0 arrived=2,1,0,0,0 arrivals=2 pot=7
    """)
    s = game.play(s, "pass")
    assert s.won[:2] == [0, 27]
    assert (s.square[:2], s.phase) == ([0, 0], rules.TURNING)


def test_ra26_the_winner_keeps_the_cards_not_played() -> None:
    s = bidding("""
        p1 @6 hand: bell1
        p2 @8 hand: diamond5 gear3 bell2
        player=0 pile=0,10,0,0,0
    """)
    s = game.play(s, "pass", "cloud2", "cloud3", "cloud4")
    assert hand(s, 1) == ["diamond5", "gear3", "cloud2", "cloud3", "cloud4", "bell2"]
    assert (s.pile[1], s.phase) == (7, rules.TURNING)


def test_ra27_only_hands_are_secret() -> None:
    s = bidding("""
        p1 @6 hand: gear3 bell1
           laid: - played: diamond4 bell2
        p2 @8 hand: diamond5
           laid: - played: bell2
        player=0 pile=9,10,0,0,0 pot=1 won=21,7,0,0,0
    """)
    assert game.draw(game.observe(s, 0)) == game.draw(s).replace(
        "p2 @8 hand 1: diamond5", "p2 @8 hand 1: ?"
    )
    assert game.draw(game.observe(s, SPECTATOR)) == game.draw(s).replace(
        "p2 @8 hand 1: diamond5", "p2 @8 hand 1: ?"
    ).replace("p1 @6 hand 2: gear3 bell1", "p1 @6 hand 2: ?")


def test_ra27_only_its_owner_sees_a_card_drawn() -> None:
    s = bidding("p1 @6 hand: -\np2 @8 hand: bell1\nplayer=0 pile=9,10,0,0,0")
    assert game.witness(s) is None
    s = game.play(s, "pass")
    assert game.witness(s) == 0
    s = game.play(s, "bell1", "bell1", "bell2", "bell2", "bell2", "bell2")
    assert game.witness(s) == 1


def test_ra28_a_blank_die_counts_for_no_symbol() -> None:
    s = laying("p1 @0 hand: bell2\np2 @0 hand: bell2\nplayer=0")
    assert multipliers(s) == {"diamond": 3, "gear": 2, "cloud": 1, "hourglass": 1, "bell": 4}
    s = game.read("dice: blank blank blank blank blank blank blank")
    assert multipliers(s) == {"diamond": 1, "gear": 1, "cloud": 1, "hourglass": 1, "bell": 1}


# ---- RA29 and RA30: the end of the game


def test_ra29_those_who_are_level_share_the_win() -> None:
    drawn = """
        p1 @0 hand: -
        p2 @6 hand: -
        p3 @8 hand: -
        players=3 player=1 rounds=0 pot=2
    """
    s = game.play(bidding(f"{drawn}\nwon=32,31,10,0,0"), "pass")
    assert [game.score(s, seat) for seat in range(3)] == [32, 31, 32]
    assert [game.payoff(s, seat) for seat in range(3)] == [30, 0, 30]
    s = game.play(bidding(f"{drawn}\nwon=33,31,10,0,0"), "pass")
    assert [game.payoff(s, seat) for seat in range(3)] == [60, 0, 0]


def test_ra30_point_cards_and_victory_points_count_not_the_big_number() -> None:
    s = laying("""
        p1 @0 hand: diamond6* cloud2 bell3 bell3*
        p2 @0 hand: diamond5 gear5*
        player=0 rounds=0 won=0,9,0,0,0
    """)
    s = game.play(s, "diamond6*", "diamond5", "pass")
    assert game.over(s)
    won, in_hand = 20 + 5 + 1, 1 + 1 + 5  # a star is worth five, any other card one
    assert [game.score(s, 0), game.score(s, 1)] == [won + in_hand, 9 + 5]
    assert (s.cards[:2], hand(s, 0), hand(s, 1)) == ([0, 0], [], [])  # counted and put away


def test_the_last_round_tells_its_own_points_and_then_every_hand_is_shown() -> None:
    s = bidding("""
        p1 @6 hand: cloud2 cloud3 bell1 bell1 bell2 bell2
        p2 @8 hand: cloud2 cloud3 bell1 bell1 bell2 bell3*
        player=0 rounds=0 pot=2 won=7,0,0,0,0
    """)
    after = game.play(s, "pass")
    for seat in (0, 1, SPECTATOR):
        told = game.effects(s, rules.PASS, after, seat)
        (won,) = (one for one in told if isinstance(one, Won))
        assert (won.seat, won.n, won.won) == (1, 20 + 2, 22), "without the hand"
        counted = [one for one in told if isinstance(one, Counted)]
        assert [(one.rounds, one.n, one.won) for one in counted] == [(7, 6, 13), (22, 10, 32)]
        worth = [sum(rules.WORTH[card] * n for card, n in enumerate(one.hand)) for one in counted]
        assert worth == [6, 10]
        assert [len(one.what) for one in counted] == [6, 6]


def test_ra30_before_the_end_the_hand_does_not_count() -> None:
    s = bidding("p1 @6 hand: bell1\np2 @8 hand: gear5*\nplayer=0 pot=3")
    s = game.play(s, "pass")
    assert [game.score(s, 0), game.score(s, 1)] == [0, 23]


# ---- RA31 to RA35


def test_ra31_with_two_players_the_front_pawn_is_the_one_to_pass() -> None:
    s = bidding("p1 @6 hand: gear4 hourglass1\np2 @15 hand: bell1\nplayer=0")
    assert game.said(s) == ["pass"]
    s = bidding("p1 @6 hand: gear4 hourglass2\np2 @15 hand: bell1\nplayer=0")
    assert game.said(s) == ["gear4", "hourglass2", "pass"]
    assert "la case 15" in prompt(s)


def test_ra32_the_dice_are_rolled_once_and_stay() -> None:
    s = turning("p1 @0 hand: bell2 gear3\np2 @0 hand: bell2\nrounds=5")
    s = game.play(s, "point 20")
    for n, symbol in enumerate(ROLLS):
        assert prompt(s) == f"Le dé {n + 1} est lancé."
        s = game.play(s, symbol)
    assert (s.player, game.said(s)) == (0, ["gear3", "bell2"])
    assert game.draw(s).startswith(f"dice: {' '.join(ROLLS)}\n")


@pytest.mark.parametrize(("players", "rounds"), [(2, 8), (3, 9), (4, 10), (5, 11)])
def test_ra33_the_number_of_players_fixes_the_rounds(players: int, rounds: int) -> None:
    s = game.start(players=players)
    turned = 0
    while not game.over(s):
        turned += s.phase == rules.TURNING
        s = game.after(s, game.legal_actions(s)[-1])  # all pass as soon as they may
    assert turned == rounds


def test_ra34_a_raise_once_begun_cannot_be_dropped() -> None:
    s = bidding("p1 @8 hand: gear3\np2 @6 hand: hourglass1 bell1 bell2\nplayer=1 free_raise=1")
    assert game.said(s) == ["hourglass1", "bell1", "bell2", "pass"]
    s = game.play(s, "hourglass1")
    assert game.said(s) == ["bell1", "bell2"]
    assert refused(s, "pass").key == "why.RA34"
    s = game.play(s, "bell1")
    assert game.said(s) == ["bell2", "done"]
    assert refused(s, "pass").key == "why.RA34.1"


def test_ra34_the_card_that_begins_a_raise_is_not_taken_back() -> None:
    s = bidding("p1 @8 hand: gear3\np2 @6 hand: hourglass1 bell1 bell2\nplayer=1 free_raise=1")
    assert game.can_undo(s, game.parse(s, "pass"))
    assert not game.can_undo(s, game.parse(s, "hourglass1"))
    s = game.play(s, "hourglass1")
    assert game.can_undo(s, game.parse(s, "bell1")), "the raise is still to be carried through"
    s = game.play(s, "bell1")
    assert game.can_undo(s, game.parse(s, "done"))


def test_ra35_the_memo_card_shows_the_deck() -> None:
    numbers = {
        "diamond": ["4", "5", "5", "6*"],
        "gear": ["3", "3", "4", "4", "5*"],
        "cloud": ["2", "3", "3", "4", "4", "5*"],
        "hourglass": ["1", "2", "2", "3", "3", "4", "4*"],
        "bell": ["1", "1", "2", "2", "2", "2", "3", "3*"],
    }
    deck = [symbol + number for symbol, row in numbers.items() for number in row]
    assert len(deck) == 30
    assert ways(game.start()) == {card: deck.count(card) for card in deck}
    assert game.provenance == "assumed"


@pytest.mark.parametrize(
    ("die", "faces"),
    list(enumerate(["BBHCD-", "BBHCD-", "BBHGD-", "BBHCG-", "BHHCG-", "BHHCG-", "BHCCG-"])),
)
def test_ra35_the_memo_card_shows_each_die(die: int, faces: str) -> None:
    names = {"D": "diamond", "G": "gear", "C": "cloud", "H": "hourglass", "B": "bell", "-": "blank"}
    s = game.read(f"dice: - - - - - - -\nphase={rules.ROLLING} rolled={die}")
    assert ways(s) == {names[face]: faces.count(face) for face in faces}


def test_ra35_all_see_what_each_player_has_played() -> None:
    s = laying("p1 @0 hand: bell2 gear3\np2 @0 hand: bell1 gear3 gear4\nplayer=0")
    s = game.play(s, "bell2", "bell1", "gear4")
    for seat in (0, 1, SPECTATOR):
        view = game.observe(s, seat)
        assert game.text.card_names(view.played[0]) == ["bell2"]
        assert game.text.card_names(view.played[1]) == ["gear4", "bell1"]


RECORD = """
    p1 @6 hand: gear3 bell1
       laid: - played: diamond4 cloud2 | bell2
    p2 @8 hand: diamond5
       laid: - played: cloud3 | hourglass2 bell1
    player=0 pile=9,10,0,0,0 pot=3 won=21,7,0,0,0 turned=8201
"""


def test_ra35_without_a_record_only_the_round_lies_open() -> None:
    s = bidding(RECORD + "open_record=0")
    view = game.observe(s, 0)
    assert game.text.card_names(view.played[0]) == ["diamond4", "cloud2", "bell2"], "one's own"
    assert set(view.played[1]) == {UNKNOWN}
    assert game.text.open_names(view, 1) == ["hourglass2", "bell1"]
    assert (view.won[:2], view.turned) == ([21, UNKNOWN], UNKNOWN)
    assert view.pile == s.pile
    onlooker = game.observe(s, SPECTATOR)
    assert (onlooker.won[:2], {*onlooker.played[0]}) == ([UNKNOWN, UNKNOWN], {UNKNOWN})
    told = " ".join(line.text("en") for line in game.status(view))
    assert "21 points" in told and "7 points" not in told and "already turned" not in told
    assert "Player 2 has played: hourglass 2, bell 1" in told
    assert game.read(game.draw(view)) == view


def test_ra35_with_the_record_all_of_it_is_told() -> None:
    s = bidding(RECORD)
    assert game.start().open_record == 1
    told = " ".join(line.text("en") for line in game.status(game.observe(s, 0)))
    assert "7 points" in told and "already turned: 6, 9, 20" in told


def test_ra35_when_it_is_over_all_is_open() -> None:
    s = bidding(RECORD + "open_record=0")
    s.rounds = s.pile[0] = s.pile[1] = 0
    s = game.play(s, "pass")
    assert game.over(s)
    view = game.observe(s, SPECTATOR)
    assert (view.played, view.won, view.turned) == (s.played, s.won, s.turned)


def test_ra35_cards_lie_open_until_the_next_point_card_is_turned() -> None:
    s = bidding(RECORD + "open_record=0 plies=50")
    s.pile[0] = s.pile[1] = 0
    s = game.play(s, "pass")
    assert game.text.open_names(game.observe(s, 0), 1) == ["hourglass2", "bell1"]
    assert game.told_since(s) == 0
    s = game.play(s, "point 7")
    assert game.text.open_names(game.observe(s, 0), 1) == []
    assert game.told_since(s) == 51, "all before the card that was just turned"


def test_ra35_a_guess_without_a_record_keeps_to_what_is_known() -> None:
    s, dice = bidding(RECORD + "open_record=0"), random.Random(3)
    s.pile[:2] = [30 - 3 - 2, 30 - 3 - 1]
    s.rounds = rules.ROUNDS[2] - 3
    view, seen = game.observe(s, 0), set()
    for _ in range(200):
        other = game.guess(view, 0, dice)
        assert (sum(other.played[1]), sum(other.hand[1]), other.cards[1]) == (3, 1, 1)
        assert other.played[1][game.text._card("bell1")] >= 1
        assert other.turned.bit_count() == 3 and other.turned >> other.stake & 1
        assert other.won[0] == 21 and other.won[1] >= 0
        seen.add((tuple(other.played[1]), other.turned))
    assert len(seen) > 50


# ---- how things stand, in words


def test_ra8_who_lies_on_whom_is_told() -> None:
    s = bidding("""
        p1 @8 hand: gear3
        p2 @12 hand: bell1
        p3 @8 hand: bell1
        player=2 players=3 arrived=1,2,3,0,0 arrivals=3
    """)
    told = [plain(line.text("fr")) for line in game.status(game.observe(s, SPECTATOR))]
    assert "case 8, de haut en bas : Joueur 3, Joueur 1" in told
    assert game.figures(s)["stacks"] == [[2, 0]]


# ---- what a page is told


def test_the_box_names_every_card_and_tells_the_stars_apart() -> None:
    cards: Any = game.box(game.start())["cards"]
    assert [card["place"] for card in cards] == list(rules.EQUIPMENT.labels)
    assert sum(card["copies"] for card in cards) == 30
    stars = {card["place"]: card["star"] for card in cards if card["star"]}
    assert stars == dict.fromkeys(["diamond6*", "gear5*", "cloud5*", "hourglass4*", "bell3*"], 5)
    assert cards[-1]["name"].text("fr") == "cloche 3 (★ 5 points)"


def test_the_figures_tell_what_each_card_is_worth_once_all_dice_lie() -> None:
    s = bidding("p1 @6 hand: bell2 gear3\np2 @8 hand: bell1\nplayer=0")
    told: Any = game.figures(game.observe(s, 0))
    bell, gear = (rules.EQUIPMENT.labels.index(label) for label in ("bell2", "gear3"))
    assert (told["values"][bell], told["values"][gear]) == (8, 6)
    assert (told["squares"][bell], told["squares"][gear]) == (14, 12)
    s = game.read(f"dice: bell bell - - - - -\nphase={rules.ROLLING} rolled=2 player={CHANCE}")
    told = game.figures(s)
    assert told["values"] == told["squares"] == []


def test_a_redeal_of_what_a_seat_cannot_see_changes_none_of_its_figures() -> None:
    dice, changed = random.Random(7), 0
    for number, case in enumerate(cases(("raise",))):
        for s, _ in walk(case, number):
            seat = dice.choice((*range(s.players), SPECTATOR))
            view = game.observe(s, seat)
            other = game.guess(view, seat, dice)
            changed += s.hand != other.hand
            assert game.figures(game.observe(other, seat)) == game.figures(view)
    assert changed > 1000


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        (0, ["Joueur 1 pioche la cloche 1, la cloche 2."]),
        (1, ["Joueur 1 pioche 2 cartes."]),
    ],
)
def test_cards_drawn_one_after_another_are_told_in_one_line(seat: int, told: list[str]) -> None:
    s = game.play(
        bidding("p1 @6 hand: gear3 gear3 gear4 gear4\np2 @8 hand: bell1\nplayer=0 pile=9,9,0,0,0"),
        "pass",
    )
    drawn = done(s, ["bell1", "bell2"], seat)[:2]
    assert [said.text("fr") for said in tell("raise", drawn)] == told


def test_dice_are_told_in_one_line() -> None:
    s = game.read(f"""
        dice: - - - - - - -
        p1 @0 hand: bell2
        p2 @0 hand: bell1
        player={CHANCE} phase={rules.ROLLING} rounds=5 stake=13
    """)
    said = [plain(one.text("fr")) for one in tell("raise", done(s, ROLLS, SPECTATOR))]
    assert said == ["Dés : diamant, diamant, cloche, cloche, engrenage, cloche, vide."]


# ---- why not?


def test_a_card_that_is_not_in_hand_is_refused() -> None:
    s = laying("p1 @0 hand: gear3 bell2\np2 @0 hand: bell1\nplayer=0")
    refusal = refused(s, "bell1")
    assert (refusal.ruling, refusal.places) == ("RA", ("gear3", "bell2"))
    assert plain(refusal.sentence("fr")) == (
        "Vous n’avez pas la cloche 1 en main : jouez une carte que vous avez."
    )


def test_passing_instead_of_a_first_card_is_refused() -> None:
    s = laying("p1 @0 hand: gear3 bell2\np2 @0 hand: bell1\nplayer=0")
    refusal = refused(s, "pass")
    assert (refusal.ruling, refusal.places) == ("RA4", ("gear3", "bell2"))
    assert plain(refusal.sentence("fr")) == ("La première carte est obligatoire : posez-en une.")


def test_raising_with_too_small_a_hand_is_refused() -> None:
    s = bidding("p1 @6 hand: gear3\np2 @15 hand: bell1\nplayer=0")
    refusal = refused(s, "gear3")
    assert (refusal.ruling, refusal.places) == ("RA14", ("@6", "@15"))
    assert plain(refusal.sentence("fr")) == (
        "Toute votre main ne suffirait pas à dépasser la case 15 depuis la case 6 : passez."
    )


def test_passing_in_the_middle_of_a_raise_is_refused() -> None:
    s = bidding("p1 @8 hand: gear3\np2 @6 hand: hourglass1 bell1\nplayer=1")
    refusal = refused(game.play(s, "hourglass1"), "pass")
    assert (refusal.ruling, refusal.places) == ("RA34", ("bell1",))
    assert plain(refusal.sentence("fr")) == (
        "Une relance commencée va jusqu’au bout : jouez encore une carte."
    )


def test_ending_a_raise_that_is_not_under_way_is_refused() -> None:
    s = bidding("p1 @6 hand: gear3\np2 @8 hand: bell1\nplayer=0 free_raise=1")
    refusal = refused(s, "done")
    assert (refusal.ruling, refusal.places) == ("RA12", ("gear3",))
    assert refusal.sentence("en") == (
        "You have no raise to end now: play a card, or pass if that is allowed."
    )


def test_chance_and_nobody_play_only_what_there_is() -> None:
    s = turning("p1 @0 hand: bell2\np2 @0 hand: bell2\nrounds=7 turned=1")
    assert refused(s, "point 6").key == "why.not_now"
    s = laying("p1 @0 hand: bell2\np2 @0 hand: bell2\nplayer=0")
    refusal = game.why_not(s, len(rules.EQUIPMENT.labels))
    assert refusal is not None
    assert refusal.key == "why.no_such"
    s = game.play(bidding("p1 @6 hand: -\np2 @8 hand: -\nplayer=0 rounds=0"), "pass")
    refusal = game.why_not(s, rules.PASS)
    assert refusal is not None
    assert refusal.key == "why.over"


# ---- at the same time


def test_ra4_all_lay_their_first_card_at_the_same_time() -> None:
    s = laying(
        "p1 @0 hand: bell2\np2 @0 hand: gear3\np3 @0 hand: bell1\nplayers=3 player=1 roller=1"
    )
    assert rules.together(s) == 0b111
    assert game.acting(s) == [0, 1, 2]
    s = game.play(s, "gear3")
    assert rules.together(s) == 0b101
    assert game.acting(s) == [0, 2]
    s = game.play(s, "bell1")
    assert game.acting(s) == [0]


def test_ra6_who_has_no_card_does_not_lay_with_the_others() -> None:
    s = laying("p1 @0 hand: bell2\np2 @0 hand: -\np3 @0 hand: bell1\nplayers=3 player=0")
    assert rules.together(s) == 0b101
    assert game.acting(s) == [0, 2]
    s = laying("p1 @0 hand: -\np2 @0 hand: bell2\nplayers=2 player=1 roller=1")
    assert game.acting(s) == [1]


def test_at_any_other_moment_one_acts_or_chance_does() -> None:
    s = bidding("p1 @6 hand: gear3\np2 @8 hand: bell1\nplayer=0")
    assert (rules.together(s), game.acting(s)) == (0, [0])
    s = game.play(s, "gear3")
    assert (rules.together(s), game.acting(s)) == (0, [1])
    s = turning("p1 @0 hand: bell2\np2 @0 hand: bell2\nrounds=7")
    assert (rules.together(s), game.acting(s)) == (0, [])
    s = game.play(bidding("p1 @6 hand: -\np2 @8 hand: -\nplayer=0 rounds=0"), "pass")
    assert game.over(s)
    assert (rules.together(s), game.acting(s)) == (0, [])


def test_who_lays_at_the_same_time_chooses_as_if_it_were_first() -> None:
    s = laying("p1 @0 hand: bell2\np2 @0 hand: gear3 gear4\nplayer=0")
    view = game.facing(s, 1)
    assert view.player == 1
    assert game.said(view) == ["gear3", "gear4"]
    assert game.text.card_names(view.hand[0]) == ["?"]
    assert game.prompt(view) == game.prompt(game.facing(s, 0))
    refusal = game.why_not(view, "bell2", 1)
    assert refusal is not None
    assert refusal.places == ("gear3", "gear4")


def test_who_is_not_to_act_faces_its_view_of_the_board() -> None:
    s = bidding("p1 @6 hand: gear3\np2 @8 hand: bell1\nplayer=0")
    assert game.facing(s, 1) == game.observe(s, 1)
    refusal = game.why_not(game.facing(s, 1), "bell1", 1)
    assert refusal is not None
    assert refusal.key == "why.turn"
    s = game.play(laying("p1 @0 hand: bell2 gear3\np2 @0 hand: gear3\nplayer=0"), "bell2")
    assert game.facing(s, 0) == game.observe(s, 0)


def test_facing_the_board_changes_nothing_on_it() -> None:
    s = laying("p1 @0 hand: bell2\np2 @0 hand: gear3\nplayer=0")
    before = game.draw(s)
    game.facing(s, 1).hand[1][0] = 9
    assert game.draw(s) == before
