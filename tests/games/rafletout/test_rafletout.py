from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from ludotheque import load
from ludotheque.errors import BadOption, BadPlayers
from ludotheque.games.rafletout.equipment import SKIP
from ludotheque.parts import CHANCE, NOBODY, SPECTATOR

game = load("rafletout")
rules = game.rules

GREEN = 6  # the value, in the order of the die
GREENS = "gtd gtp gte gcd gcp gce gsd gsp gse"
VALUES = {  # the letter of each value and its place in a token's name, in the order of the die
    "triangle": (1, "t"),
    "circle": (1, "c"),
    "square": (1, "s"),
    "dollar": (2, "d"),
    "pound": (2, "p"),
    "euro": (2, "e"),
    "green": (0, "g"),
    "red": (0, "r"),
    "blue": (0, "b"),
}
FACES = [
    *(f"take 2 {value} again" for value in VALUES),
    *(f"take 4 {value}" for value in VALUES),
    *("all-of currency", "all-of figure", "all-of colour"),
    *("all-of-two currency", "all-of-two figure", "all-of-two colour"),
    *("exchange", "pass", "lose-to one", "lose-to several", "rob one", "rob two"),
    *("sweep", "sweep #2"),
]


def rolling(drawn: str) -> Any:
    """The position drawn, with the die about to fall for `seat`, which is 0 unless given."""
    return game.read(f"{drawn}\nphase={rules.ROLLING}")


def seen(s: Any) -> list[str]:
    """All there is to a position but the count of plies."""
    return game.draw(replace(s, plies=0)).splitlines()


def rolls(drawn: str) -> list[str]:
    """What is seen of the position drawn, with the die about to fall."""
    return seen(rolling(drawn))


def deals(drawn: str) -> list[str]:
    """What is seen of the position drawn, with a token about to be dealt."""
    return seen(game.read(f"{drawn}\nphase={rules.DEALING}"))


def dealt(s: Any) -> Any:
    """The position once the round is dealt, always the first token left."""
    while s.phase == rules.DEALING:
        s = game.after(s, game.legal_actions(s)[0])
    return s


def bearing(value: str) -> list[str]:
    """The names of the tokens that bear a value, in order."""
    place, letter = VALUES[value]
    names = [c + f + m for c in "grb" for f in "tcs" for m in "dpe"]
    return [name for name in names if name[place] == letter]


def refused(s: Any, said: str, ruling: str, places: str) -> str:
    """Check a refusal; what it says in French, with plain spaces."""
    refusal = game.why_not(s, said)
    assert refusal is not None
    assert (refusal.ruling, refusal.places) == (ruling, tuple(places.split(", ")))
    french, english = refusal.sentence("fr"), refusal.sentence("en")
    assert french and english and french != english
    return french.replace("\u202f", " ").replace("\u00a0", " ")


# ---- the material


def test_one_token_of_each_combination_makes_27_and_nine_bear_each_value() -> None:
    s = game.start(players=3)
    names = [said.removeprefix("deal ") for said in game.said(s)]
    assert names == [c + f + m for c in "grb" for f in "tcs" for m in "dpe"]
    assert Counter("".join(names)) == dict.fromkeys("grbtcsdpe", 9)
    assert [rules.size(tokens) for tokens in rules.BEARING] == [9] * 9


def test_no_option_is_chosen_unless_the_table_says_so() -> None:
    chosen = {
        "single_victim": "no",
        "pool_optional": "no",
        "pool_with_player_takes": "no",
        "replay_only_full_takes": "no",
        "exchange_with_self": "no",
        "even_split": "no",
        "rounds_to_win": "5",
    }
    assert game.chosen(game.start(players=3)) == chosen
    others: dict[str, Any] = {**dict.fromkeys(chosen, "yes"), "rounds_to_win": "9"}
    assert game.chosen(game.start(players=3, **others)) == others


# ---- the die and the deal


def test_rt2_each_of_the_32_faces_is_as_likely_as_another() -> None:
    s = rolling("""
        p1 0: gtd
        p2 0: gtp
        p3 0: ...
        players=3
    """)
    assert game.odds(s) == dict.fromkeys(range(32), 1)


def test_rt3_the_three_values_of_a_row_are_three_faces_and_make_32_in_all() -> None:
    s = rolling("""
        p1 0: gtd
        p2 0: gtp
        p3 0: ...
        players=3
    """)
    assert game.said(s) == FACES
    assert len(FACES) == 32
    assert Counter(rules.KIND) == {
        rules.TAKE: 18,
        rules.ALL_OF: 3,
        rules.ALL_OF_TWO: 3,
        rules.EXCHANGE: 1,
        SKIP: 1,
        rules.LOSE_TO_ONE: 1,
        rules.LOSE_TO_SEVERAL: 1,
        rules.ROB: 2,
        rules.SWEEP: 2,
    }


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize(
    ("face", "n", "next_seat"), [("take 2 {} again", 2, 0), ("take 4 {}", 4, 1)]
)
def test_rt3_a_face_takes_the_value_it_shows_without_a_choice(
    value: str, face: str, n: int, next_seat: int
) -> None:
    s = rolling("""
        p1 0: -
        p2 0: ...
        p3 0: -
        players=3
    """)
    s = game.play(s, face.format(value))
    for taken in range(n):
        assert game.said(s) == bearing(value)[taken:]
        s = game.play(s, bearing(value)[taken])
    assert (s.phase, s.seat) == (rules.ROLLING, next_seat)


@pytest.mark.parametrize(
    ("face", "said"),
    [
        ("all-of currency", "all d, all p, all e"),
        ("all-of figure", "all t, all c, all s"),
        ("all-of colour", "all g, all r, all b"),
        ("all-of-two currency", "all p+e, all d+e, all d+p"),
        ("all-of-two figure", "all c+s, all t+s, all t+c"),
        ("all-of-two colour", "all r+b, all g+b, all g+r"),
        ("exchange", "p1, p2, p3"),
        ("lose-to one", "p2, p3"),
        ("lose-to several", "p2, p3"),
        ("rob one", "p2, p3"),
        ("rob two", "p2, p3"),
    ],
)
def test_rt3_the_other_faces_ask_what_they_leave_open(face: str, said: str) -> None:
    s = rolling("""
        p1 0: gtd rcp bse
        p2 0: gtp
        p3 0: ...
        players=3
    """)
    assert game.said(game.play(s, face)) == said.split(", ")


def test_rt4_any_token_that_is_left_may_be_dealt_next() -> None:
    s = game.start(players=4)
    assert game.odds(s) == dict.fromkeys(range(27), 1)
    s = game.play(s, "deal gtd", "deal bse")
    assert seen(s) == deals("""
        pool: ...
        p1 0: gtd
        p2 0: bse
        p3 0: -
        p4 0: -
        players=4 dealt=2
    """)
    assert game.odds(s) == dict.fromkeys(range(1, 26), 1)


@pytest.mark.parametrize(("players", "each", "pool"), [(3, 9, 0), (4, 6, 3), (5, 5, 2), (6, 4, 3)])
def test_rt4_what_is_not_dealt_is_the_pool(players: int, each: int, pool: int) -> None:
    s = dealt(game.start(players=players))
    assert [rules.size(tokens) for tokens in s.held[:players]] == [each] * players
    assert rules.size(s.held[rules.POOL]) == pool
    assert sum(s.held) == rules.ALL
    assert (s.phase, s.player) == (rules.ROLLING, CHANCE)


@pytest.mark.parametrize("first", [0, 1, 3])
def test_rt5_the_first_seat_begins_the_first_round(first: int) -> None:
    s = game.start(players=4, first=first)
    assert seen(s) == deals(f"pool: ...\nplayers=4 first={first} seat={first}")
    assert dealt(s).seat == first
    assert dealt(game.start(players=4)).seat == 0


def test_rt6_who_sits_left_of_the_winner_begins_the_next_round() -> None:
    s = rolling("""
        p1 0: gtd
        p2 0: gtp
        p3 0: ...
        players=3 seat=2
    """)
    s = game.play(s, "sweep")
    assert seen(s) == deals("""
        pool: ...
        p1 0: -
        p2 0: -
        p3 *: -
        players=3 seat=0
    """)
    assert dealt(s).seat == 0


def test_rt6_the_winner_counts_even_where_another_rolled() -> None:
    s = rolling("""
        p1 0: gtd
        p2 0: ...
        p3 0: -
        p4 0: -
        players=4 seat=0
    """)
    assert game.play(s, "lose-to one", "p2").seat == 2


# ---- taking some tokens of a value


def test_rt7_every_token_taken_bears_the_value() -> None:
    s = rolling("""
        p1 0: rtd rcd
        p2 0: gtd gcd
        p3 0: ...
        players=3
    """)
    s = game.play(s, "take 2 triangle again")
    assert game.said(s) == ["gtd", "gtp", "gte", "rtp", "rte", "btd", "btp", "bte"]
    s = game.play(s, "gtd")
    assert game.said(s) == ["gtp", "gte", "rtp", "rte", "btd", "btp", "bte"]
    s = game.play(s, "bte")
    assert seen(s) == rolls("""
        p1 0: gtd rtd rcd bte
        p2 0: gcd
        p3 0: ...
        players=3
    """)


def test_rt7_a_token_without_the_value_is_refused() -> None:
    s = rolling("""
        pool: gtd
        p1 0: rtd
        p2 0: gtp
        p3 0: ...
        players=3
    """)
    s = game.play(s, "take 2 green again")
    assert refused(s, "rse", "RT7", "gtd") == (
        "Le carré rouge en euros ne convient pas : il faut un jeton vert."
    )


def test_rt7_a_token_of_ones_own_is_refused() -> None:
    s = rolling("""
        p1 0: gtd
        p2 0: gtp rtd
        p3 0: ...
        players=3
    """)
    s = game.play(s, "take 2 green again")
    places = "gtp, gte, gcd, gcp, gce, gsd, gsp, gse"
    assert refused(s, "gtd", "RT7", places).startswith(
        "Le triangle vert en dollars est déjà à vous"
    )


def test_rt8_the_roller_takes_from_any_mix_of_players() -> None:
    s = rolling("""
        pool: gtd
        p1 0: rtd
        p2 0: gtp rtp
        p3 0: gte gcd rte
        p4 0: ...
        players=4
    """)
    s = game.play(s, "take 4 green", "gtd", "gtp")
    assert game.said(s) == ["gte", "gcd", "gcp", "gce", "gsd", "gsp", "gse"]
    s = game.play(s, "gte")
    assert game.said(s) == ["gcd", "gcp", "gce", "gsd", "gsp", "gse"]
    s = game.play(s, "gse")
    assert seen(s) == rolls("""
        pool: -
        p1 0: gtd gtp gte gse rtd
        p2 0: rtp
        p3 0: gcd rte
        p4 0: ...
        players=4 seat=1
    """)


ONE_VICTIM = """
    pool: gtd
    p1 0: rtd
    p2 0: gtp rtp
    p3 0: gte gcd rte
    p4 0: ...
    players=4 single_victim=1
"""


def test_rt8_with_a_single_victim_the_rest_comes_from_one_opponent_as_far_as_it_goes() -> None:
    s = game.play(rolling(ONE_VICTIM), "take 4 green")
    assert game.said(s) == ["gtd"]
    s = game.play(s, "gtd")
    assert game.said(s) == ["gtp", "gte", "gcd", "gcp", "gce", "gsd", "gsp", "gse"]
    s = game.play(s, "gte")
    assert game.said(s) == ["gcd"]
    s = game.play(s, "gcd")
    assert seen(s) == rolls("""
        pool: -
        p1 0: gtd gte gcd rtd
        p2 0: gtp rtp
        p3 0: rte
        p4 0: ...
        players=4 seat=1 single_victim=1
    """)


def test_rt8_with_a_single_victim_a_second_one_is_refused() -> None:
    s = game.play(rolling(ONE_VICTIM), "take 4 green", "gtd", "gte")
    assert refused(s, "gtp", "RT8", "gcd") == (
        "Vous avez commencé chez Joueur 3 : prenez-y aussi le reste."
    )


POOL = """
    pool: gtd gcp rse
    p1 0: gte
    p2 0: gtp rtp
    p3 0: rtd
    p4 0: ...
    players=4
"""


def test_rt9_matching_pool_tokens_go_first() -> None:
    s = game.play(rolling(POOL), "take 4 green")
    assert game.said(s) == ["gtd", "gcp"]
    s = game.play(s, "gcp")
    assert game.said(s) == ["gtd"]
    s = game.play(s, "gtd")
    assert game.said(s) == ["gtp", "gcd", "gce", "gsd", "gsp", "gse"]
    s = game.play(s, "gtp", "gcd")
    assert seen(s) == rolls("""
        pool: rse
        p1 0: gtd gtp gte gcd gcp
        p2 0: rtp
        p3 0: rtd
        p4 0: ...
        players=4 seat=1
    """)


def test_rt9_the_pool_may_be_just_another_source() -> None:
    s = game.play(rolling(f"{POOL} pool_optional=1"), "take 2 green again")
    assert game.said(s) == ["gtd", "gtp", "gcd", "gcp", "gce", "gsd", "gsp", "gse"]
    s = game.play(s, "gtp")
    assert game.said(s) == ["gtd", "gcd", "gcp", "gce", "gsd", "gsp", "gse"]
    s = game.play(s, "gtd")
    assert seen(s) == rolls("""
        pool: gcp rse
        p1 0: gtd gtp gte
        p2 0: rtp
        p3 0: rtd
        p4 0: ...
        players=4 pool_optional=1
    """)


def test_rt9_a_players_token_is_refused_while_the_pool_has_one() -> None:
    s = game.play(rolling(POOL), "take 4 green")
    assert refused(s, "gtp", "RT9", "gtd, gcp") == (
        "Prenez d’abord dans la réserve : il y reste un jeton qui convient."
    )


def test_rt13_where_fewer_match_all_of_them_are_taken() -> None:
    s = rolling("""
        p1 0: gtd gtp gte gcd gcp gce gsd
        p2 0: gsp rtd
        p3 0: ...
        players=3
    """)
    s = game.play(s, "take 4 green")
    assert game.said(s) == ["gsp", "gse"]
    s = game.play(s, "gse")
    assert game.said(s) == ["gsp"]
    s = game.play(s, "gsp")
    assert seen(s) == rolls(f"""
        p1 0: {GREENS}
        p2 0: rtd
        p3 0: ...
        players=3 seat=1
    """)


@pytest.mark.parametrize(("face", "seat"), [("take 4 green", 1), ("take 2 green again", 0)])
def test_rt14_where_none_matches_only_the_extra_roll_is_left(face: str, seat: int) -> None:
    table = f"""
        p1 0: {GREENS}
        p2 0: rtd
        p3 0: ...
        players=3
    """
    assert seen(game.play(rolling(table), face)) == rolls(f"{table} seat={seat}")


@pytest.mark.parametrize(("face", "n"), [("take 2 green again", 2), ("take 4 green", 4)])
def test_rt15_the_roller_must_take_exactly_the_number(face: str, n: int) -> None:
    s = rolling(f"""
        p1 0: rtd
        p2 0: {GREENS} rtp
        p3 0: ...
        players=3
    """)
    s = game.play(s, face)
    for taken in range(n):
        assert (s.phase, s.player) == (rules.TAKING, 0)
        assert game.said(s) == GREENS.split()[taken:]
        s = game.play(s, GREENS.split()[taken])
    assert (s.phase, s.player) == (rules.ROLLING, CHANCE)
    assert rules.size(s.held[0]) == 1 + n


# ---- taking whole values, and everything


def test_rt10_all_of_a_value_comes_from_the_pool_too() -> None:
    s = rolling("""
        pool: gtd rse bte
        p1 0: rtd
        p2 0: gtp gse rtp
        p3 0: gte rte
        p4 0: ...
        players=4
    """)
    s = game.play(s, "all-of colour", "all g")
    assert seen(s) == rolls(f"""
        pool: rse bte
        p1 0: {GREENS} rtd
        p2 0: rtp
        p3 0: rte
        p4 0: ...
        players=4 seat=1
    """)


def test_rt10_all_of_two_values_comes_from_the_pool_too() -> None:
    s = rolling("""
        pool: gtd gcp rse
        p1 0: rcd
        p2 0: gcd bcd
        p3 0: rcp bsp
        p4 0: ...
        players=4
    """)
    s = game.play(s, "all-of-two figure", "all t+s")
    assert seen(s) == rolls("""
        pool: gcp
        p1 0: ...
        p2 0: gcd bcd
        p3 0: rcp
        p4 0: gce rce bcp bce
        players=4 seat=1
    """)


ROBBED = """
    pool: gtd gtp gte
    p1 0: rtd
    p2 0: rtp rte
    p3 0: rcd
    p4 0: ...
    players=4
"""


def test_rt11_taking_everything_of_players_leaves_the_pool() -> None:
    assert seen(game.play(rolling(ROBBED), "rob one", "p2")) == rolls("""
        pool: gtd gtp gte
        p1 0: rtd rtp rte
        p2 0: -
        p3 0: rcd
        p4 0: ...
        players=4
    """)
    assert seen(game.play(rolling(ROBBED), "rob two", "p2", "p3")) == rolls("""
        pool: gtd gtp gte
        p1 0: rtd rtp rte rcd
        p2 0: -
        p3 0: -
        p4 0: ...
        players=4
    """)


def test_rt11_taking_everything_of_players_may_bring_the_pool_as_well() -> None:
    with_pool = f"{ROBBED} pool_with_player_takes=1"
    assert seen(game.play(rolling(with_pool), "rob one", "p2")) == rolls("""
        pool: -
        p1 0: gtd gtp gte rtd rtp rte
        p2 0: -
        p3 0: rcd
        p4 0: ...
        players=4 pool_with_player_takes=1
    """)
    assert seen(game.play(rolling(with_pool), "rob two", "p2", "p3")) == rolls("""
        pool: -
        p1 0: gtd gtp gte rtd rtp rte rcd
        p2 0: -
        p3 0: -
        p4 0: ...
        players=4 pool_with_player_takes=1
    """)


@pytest.mark.parametrize("face", ["rob one", "rob two"])
def test_rt11_where_nobody_has_a_token_the_pool_may_still_come(face: str) -> None:
    table = """
        pool: gtd gtp
        p1 0: ...
        p2 0: -
        p3 0: -
        p4 0: -
        players=4
    """
    assert seen(game.play(rolling(table), face)) == rolls(f"{table} seat=1")
    s = game.play(rolling(f"{table} pool_with_player_takes=1"), face)
    assert seen(s) == deals("""
        pool: ...
        p1 *: -
        p2 0: -
        p3 0: -
        p4 0: -
        players=4 seat=1 pool_with_player_takes=1
    """)


@pytest.mark.parametrize("face", ["sweep", "sweep #2"])
def test_rt12_the_sweep_takes_the_pool_too_and_wins_the_round(face: str) -> None:
    s = rolling("""
        pool: gtd gtp gte
        p1 0: -
        p2 0: rtd
        p3 0: rtp
        p4 0: ...
        players=4
    """)
    assert seen(game.play(s, face)) == deals("""
        pool: ...
        p1 *: -
        p2 0: -
        p3 0: -
        p4 0: -
        players=4 seat=1
    """)


def test_rt38_a_value_that_takes_nothing_may_not_be_chosen() -> None:
    s = rolling(f"""
        p1 0: {GREENS}
        p2 0: rtd rtp
        p3 0: ...
        players=3
    """)
    s = game.play(s, "all-of colour")
    assert game.said(s) == ["all r", "all b"]
    assert refused(s, "all g", "RT38", "all r, all b") == (
        "Ce choix ne vous rapporterait aucun jeton : choisissez-en un autre."
    )


def test_rt38_a_pair_that_takes_nothing_may_not_be_chosen() -> None:
    s = rolling("""
        p1 0: ...
        p2 0: gtd gtp gte
        p3 0: gcd
        players=3
    """)
    s = game.play(s, "all-of-two colour")
    assert game.said(s) == ["all g+b", "all g+r"]
    assert refused(s, "all r+b", "RT38", "all g+b, all g+r") == (
        "Ce choix ne vous rapporterait aucun jeton : choisissez-en un autre."
    )


@pytest.mark.parametrize(
    ("face", "said", "places", "sentence"),
    [
        (
            "all-of figure",
            "all g",
            "all t, all c, all s",
            "Le dé demande une forme.",
        ),
        (
            "all-of-two currency",
            "all g+r",
            "all p+e, all d+e, all d+p",
            "Le dé demande une monnaie.",
        ),
    ],
)
def test_rt38_a_value_of_another_kind_is_refused(
    face: str, said: str, places: str, sentence: str
) -> None:
    s = rolling("""
        p1 0: gtd
        p2 0: rtd
        p3 0: ...
        players=3
    """)
    assert refused(game.play(s, face), said, "RT38", places) == sentence


def test_rt28_a_player_without_tokens_may_not_be_robbed() -> None:
    s = rolling("""
        p1 0: gtd
        p2 0: -
        p3 0: ...
        players=3
    """)
    s = game.play(s, "rob one")
    assert game.said(s) == ["p3"]
    assert refused(s, "p2", "RT28", "p3") == ("Ce joueur n’a aucun jeton : choisissez Joueur 3.")


@pytest.mark.parametrize("face", ["rob one", "rob two"])
def test_rt28_where_nobody_has_a_token_there_is_no_effect(face: str) -> None:
    table = """
        pool: gtd
        p1 0: ...
        p2 0: -
        p3 0: -
        p4 0: -
        players=4
    """
    assert seen(game.play(rolling(table), face)) == rolls(f"{table} seat=1")


def test_rt29_two_different_opponents_with_tokens_are_named() -> None:
    s = rolling("""
        pool: gtd
        p1 0: rtd
        p2 0: rtp rte
        p3 0: -
        p4 0: rcd
        p5 0: ...
        players=5
    """)
    s = game.play(s, "rob two")
    assert game.said(s) == ["p2", "p4", "p5"]
    s = game.play(s, "p4")
    assert game.said(s) == ["p2", "p5"]
    s = game.play(s, "p2")
    assert seen(s) == rolls("""
        pool: gtd
        p1 0: rtd rtp rte rcd
        p2 0: -
        p3 0: -
        p4 0: -
        p5 0: ...
        players=5
    """)


def test_rt29_among_three_players_both_opponents_are_named() -> None:
    s = rolling("""
        p1 0: gtd
        p2 0: gtp
        p3 0: ...
        players=3 seat=1
    """)
    s = game.play(s, "rob two")
    assert game.said(s) == ["p1", "p3"]
    s = game.play(s, "p3")
    assert game.said(s) == ["p1"]
    assert game.play(s, "p1").wins[:3] == [0, 1, 0]


def test_rt29_where_one_opponent_has_tokens_that_one_alone_is_named() -> None:
    s = rolling("""
        pool: gtd
        p1 0: rtd
        p2 0: -
        p3 0: ...
        p4 0: -
        players=4
    """)
    s = game.play(s, "rob two")
    assert game.said(s) == ["p3"]
    assert seen(game.play(s, "p3")) == rolls("""
        pool: gtd
        p1 0: ...
        p2 0: -
        p3 0: -
        p4 0: -
        players=4
    """)


def test_rt29_the_same_opponent_twice_is_refused() -> None:
    s = game.play(rolling(ROBBED), "rob two", "p4")
    assert refused(s, "p4", "RT29", "p2, p3") == (
        "Ce joueur est déjà choisi : choisissez Joueur 2 ou Joueur 3."
    )


# ---- rolling again


@pytest.mark.parametrize(("only_full_takes", "seat"), [(0, 0), (1, 1)])
def test_rt16_taking_a_players_last_token_earns_another_roll(
    only_full_takes: int, seat: int
) -> None:
    s = rolling(f"""
        p1 0: gtd
        p2 0: rtd
        p3 0: ...
        players=3 replay_only_full_takes={only_full_takes}
    """)
    s = game.play(s, "take 4 red", "rtd", "rtp", "rte", "rcd")
    assert seen(s) == rolls(f"""
        p1 0: gtd rtd rtp rte rcd
        p2 0: -
        p3 0: ...
        players=3 seat={seat} replay_only_full_takes={only_full_takes}
    """)


@pytest.mark.parametrize(("only_full_takes", "seat"), [(0, 0), (1, 1)])
@pytest.mark.parametrize(
    ("face", "choice", "taken"), [("all-of", "all g", 8), ("all-of-two", "all g+b", 17)]
)
def test_rt16_so_does_taking_all_of_a_value(
    face: str, choice: str, taken: int, only_full_takes: int, seat: int
) -> None:
    s = rolling(f"""
        p1 0: gtd
        p2 0: gtp gse
        p3 0: ...
        players=3 replay_only_full_takes={only_full_takes}
    """)
    s = game.play(s, f"{face} colour", choice)
    assert [rules.size(tokens) for tokens in s.held[:3]] == [1 + taken, 0, 26 - taken]
    assert (s.phase, s.seat) == (rules.ROLLING, seat)


@pytest.mark.parametrize("only_full_takes", [0, 1])
@pytest.mark.parametrize("said", [["rob one", "p2"], ["rob two", "p2", "p3"]])
def test_rt16_taking_everything_of_a_player_always_earns_another_roll(
    said: list[str], only_full_takes: int
) -> None:
    s = rolling(f"{ROBBED} replay_only_full_takes={only_full_takes}")
    s = game.play(s, *said)
    assert (s.phase, s.seat) == (rules.ROLLING, 0)


@pytest.mark.parametrize("only_full_takes", [0, 1])
def test_rt16_who_had_nothing_before_the_roll_has_lost_nothing(only_full_takes: int) -> None:
    s = rolling(f"""
        p1 0: gtd
        p2 0: -
        p3 0: ...
        players=3 replay_only_full_takes={only_full_takes}
    """)
    assert game.play(s, "take 4 red", "rtd", "rtp", "rte", "rcd").seat == 1


def test_rt17_several_reasons_make_a_single_extra_roll() -> None:
    s = rolling("""
        p1 0: -
        p2 0: gtd
        p3 0: gtp
        p4 0: ...
        players=4
    """)
    s = game.play(s, "take 2 green again", "gtd", "gtp")
    table = """
        p1 0: gtd gtp
        p2 0: -
        p3 0: -
        p4 0: ...
        players=4
    """
    assert seen(s) == rolls(table)
    assert seen(game.play(s, "pass")) == rolls(f"{table} seat=1")


@pytest.mark.parametrize("said", [["take 2 red again", "rtd", "rtp"], ["rob one", "p2"]])
def test_rt18_an_extra_roll_must_be_made(said: list[str]) -> None:
    s = rolling("""
        p1 0: gtd
        p2 0: rte
        p3 0: ...
        players=3
    """)
    s = game.play(s, *said)
    assert (s.phase, s.player, s.seat) == (rules.ROLLING, CHANCE, 0)
    assert game.said(s) == FACES


def test_rt19_emptying_the_pool_earns_no_other_roll() -> None:
    s = rolling("""
        pool: gtd gtp gte
        p1 0: rtd
        p2 0: gcd rtp
        p3 0: rte
        p4 0: ...
        players=4
    """)
    s = game.play(s, "take 4 green", "gtd", "gtp", "gte", "gcd")
    assert seen(s) == rolls("""
        pool: -
        p1 0: gtd gtp gte gcd rtd
        p2 0: rtp
        p3 0: rte
        p4 0: ...
        players=4 seat=1
    """)


def test_rt23_pass_ends_the_turn() -> None:
    table = """
        p1 0: gtd
        p2 0: gtp
        p3 0: ...
        players=3
    """
    assert seen(game.play(rolling(table), "pass")) == rolls(f"{table} seat=1")
    assert seen(game.play(rolling(f"{table} seat=2"), "pass")) == rolls(table)


def test_rt23_pass_ends_the_turn_on_an_extra_roll_too() -> None:
    s = rolling("""
        p1 0: gtd
        p2 0: gtp rtd
        p3 0: ...
        players=3
    """)
    s = game.play(s, "take 2 green again", "gtp", "gte")
    assert (s.phase, s.seat) == (rules.ROLLING, 0)
    s = game.play(s, "pass")
    assert (s.phase, s.seat) == (rules.ROLLING, 1)


def test_rt32_a_player_without_tokens_takes_turns_all_the_same() -> None:
    s = rolling("""
        p1 0: gtd
        p2 0: -
        p3 0: ...
        players=3
    """)
    s = game.play(s, "pass")
    assert (s.phase, s.seat) == (rules.ROLLING, 1)
    s = game.play(s, "take 2 green again", "gtp", "gte")
    assert seen(s) == rolls("""
        p1 0: gtd
        p2 0: gtp gte
        p3 0: ...
        players=3 seat=1
    """)


# ---- exchanging


EXCHANGE = """
    pool: bse
    p1 0: gtd
    p2 0: gtp rtp
    p3 0: gte rte bte
    p4 0: ...
    players=4 seat=1
"""


def test_rt20_any_two_players_exchange_all_they_hold() -> None:
    s = game.play(rolling(EXCHANGE), "exchange")
    assert game.said(s) == ["p1", "p2", "p3", "p4"]
    assert seen(game.play(s, "p3", "p1")) == rolls("""
        pool: bse
        p1 0: gte rte bte
        p2 0: gtp rtp
        p3 0: gtd
        p4 0: ...
        players=4 seat=2
    """)


def test_rt20_the_roller_may_be_one_of_the_two() -> None:
    s = game.play(rolling(EXCHANGE), "exchange", "p2", "p1")
    assert seen(s) == rolls("""
        pool: bse
        p1 0: gtp rtp
        p2 0: gtd
        p3 0: gte rte bte
        p4 0: ...
        players=4 seat=2
    """)


def test_rt20_the_roller_may_have_to_be_one_of_the_two() -> None:
    s = game.play(rolling(f"{EXCHANGE} exchange_with_self=1"), "exchange")
    assert game.said(s) == ["p1", "p3", "p4"]
    assert seen(game.play(s, "p3")) == rolls("""
        pool: bse
        p1 0: gtd
        p2 0: gte rte bte
        p3 0: gtp rtp
        p4 0: ...
        players=4 seat=2 exchange_with_self=1
    """)


def test_rt20_the_roller_who_must_take_part_does_not_name_himself() -> None:
    s = game.play(rolling(f"{EXCHANGE} exchange_with_self=1"), "exchange")
    assert refused(s, "p2", "RT20", "p1, p3, p4") == (
        "Vous échangez vos propres jetons : choisissez Joueur 1, Joueur 3 ou Joueur 4."
    )


def test_rt21_an_exchange_that_empties_a_player_earns_no_other_roll() -> None:
    s = rolling("""
        p1 0: -
        p2 0: gtd
        p3 0: ...
        p4 0: -
        players=4
    """)
    s = game.play(s, "exchange")
    assert seen(game.play(s, "p1", "p2")) == rolls("""
        p1 0: gtd
        p2 0: -
        p3 0: ...
        p4 0: -
        players=4 seat=1
    """)
    assert seen(game.play(s, "p2", "p4")) == rolls("""
        p1 0: -
        p2 0: -
        p3 0: ...
        p4 0: gtd
        players=4 seat=1
    """)


def test_rt22_two_different_players_must_be_named() -> None:
    s = game.play(rolling(EXCHANGE), "exchange", "p2")
    assert game.said(s) == ["p1", "p3", "p4"]
    assert refused(s, "p2", "RT22", "p1, p3, p4") == (
        "Il faut deux joueurs différents : choisissez Joueur 1, Joueur 3 ou Joueur 4."
    )


def test_rt22_two_empty_players_may_be_named_though_nothing_changes() -> None:
    table = """
        p1 0: gtd
        p2 0: -
        p3 0: -
        p4 0: ...
        players=4
    """
    s = game.play(rolling(table), "exchange", "p2", "p3")
    assert seen(s) == rolls(f"{table} seat=1")


# ---- losing everything


def test_rt24_the_roller_picks_who_receives_everything() -> None:
    s = rolling("""
        p1 0: gtd
        p2 0: gtp rtp
        p3 0: -
        p4 0: ...
        players=4 seat=1
    """)
    s = game.play(s, "lose-to one")
    assert game.said(s) == ["p1", "p3", "p4"]
    assert seen(game.play(s, "p3")) == rolls("""
        p1 0: gtd
        p2 0: -
        p3 0: gtp rtp
        p4 0: ...
        players=4 seat=2
    """)


@pytest.mark.parametrize("face", ["lose-to one", "lose-to several", "rob one", "rob two"])
def test_rt24_nobody_names_himself(face: str) -> None:
    s = rolling("""
        p1 0: gtd
        p2 0: gtp rtp
        p3 0: ...
        players=3 seat=1
    """)
    assert refused(game.play(s, face), "p2", "RT24", "p1, p3") == (
        "Pas vous-même : choisissez Joueur 1 ou Joueur 3."
    )


SHARED = """
    p1 0: gtd rtd btd
    p2 0: gtp
    p3 0: rtp
    p4 0: ...
    players=4
"""


def test_rt25_the_roller_shares_freely_among_at_least_two() -> None:
    s = game.play(rolling(SHARED), "lose-to several")
    assert game.said(s) == ["p2", "p3", "p4"]
    s = game.play(s, "p2")
    assert game.said(s) == ["p2", "p3", "p4"]
    assert game.said(game.play(s, "p3")) == ["p2", "p3", "p4"]
    s = game.play(s, "p2")
    assert game.said(s) == ["p3", "p4"]
    assert seen(game.play(s, "p3")) == rolls("""
        p1 0: -
        p2 0: gtd gtp rtd
        p3 0: rtp btd
        p4 0: ...
        players=4 seat=1
    """)


def test_rt25_the_last_token_may_not_make_a_single_receiver() -> None:
    s = game.play(rolling(SHARED), "lose-to several", "p3", "p3")
    assert refused(s, "p3", "RT25", "p2, p4") == (
        "Il faut donner à plusieurs : "
        "le dernier jeton va à quelqu’un d’autre, Joueur 2 ou Joueur 4."
    )


def test_rt25_an_even_split_deals_the_tokens_out_from_the_left() -> None:
    s = rolling("""
        p1 0: gtp
        p2 0: gtd gce rtd btd
        p3 0: -
        p4 0: ...
        players=4 seat=1 even_split=1
    """)
    assert seen(game.play(s, "lose-to several")) == rolls("""
        p1 0: gtp rtd
        p2 0: -
        p3 0: gtd btd
        p4 0: ...
        players=4 seat=2 even_split=1
    """)


def test_rt25_an_even_split_of_one_token_gives_it_to_the_left() -> None:
    s = rolling("""
        p1 0: gtp
        p2 0: -
        p3 0: ...
        p4 0: gtd
        players=4 seat=3 even_split=1
    """)
    assert seen(game.play(s, "lose-to several")) == rolls("""
        p1 0: gtd gtp
        p2 0: -
        p3 0: ...
        p4 0: -
        players=4 seat=0 even_split=1
    """)


def test_rt26_a_single_token_goes_to_one_player_of_choice() -> None:
    s = rolling("""
        p1 0: gtd
        p2 0: gtp
        p3 0: -
        p4 0: ...
        players=4
    """)
    s = game.play(s, "lose-to several")
    assert game.said(s) == ["p2", "p3", "p4"]
    assert seen(game.play(s, "p3")) == rolls("""
        p1 0: -
        p2 0: gtp
        p3 0: gtd
        p4 0: ...
        players=4 seat=1
    """)


@pytest.mark.parametrize("even_split", [0, 1])
@pytest.mark.parametrize("face", ["lose-to one", "lose-to several"])
def test_rt27_who_has_nothing_to_lose_loses_the_turn_only(face: str, even_split: int) -> None:
    table = f"""
        p1 0: -
        p2 0: gtp
        p3 0: ...
        players=3 even_split={even_split}
    """
    assert seen(game.play(rolling(table), face)) == rolls(f"{table} seat=1")


# ---- winning


@pytest.mark.parametrize("face", ["lose-to one", "lose-to several"])
def test_rt30_a_gift_that_completes_the_27_wins_the_round_for_its_receiver(face: str) -> None:
    s = rolling("""
        p1 0: gtd
        p2 0: -
        p3 0: ...
        players=3
    """)
    assert seen(game.play(s, face, "p3")) == deals("""
        pool: ...
        p1 0: -
        p2 0: -
        p3 *: -
        players=3 seat=0
    """)


def test_rt30_26_tokens_do_not_win() -> None:
    s = rolling("""
        pool: gtd
        p1 0: ...
        p2 0: gtp
        p3 0: -
        p4 0: -
        players=4
    """)
    s = game.play(s, "rob one", "p2")
    assert seen(s) == rolls("""
        pool: gtd
        p1 0: ...
        p2 0: -
        p3 0: -
        p4 0: -
        players=4
    """)


def test_rt31_the_round_ends_at_once_even_on_a_face_that_rolls_again() -> None:
    s = rolling("""
        p1 0: ...
        p2 0: gtd
        p3 0: gtp
        players=3
    """)
    s = game.play(s, "take 2 green again", "gtd", "gtp")
    assert seen(s) == deals("""
        pool: ...
        p1 *: -
        p2 0: -
        p3 0: -
        players=3 seat=1
    """)


def test_rt33_all_tokens_are_dealt_afresh_and_rounds_won_are_kept() -> None:
    s = rolling("""
        pool: gtd
        p1 **: gtp
        p2 ***: rtd
        p3 0: rtp
        p4 *: ...
        players=4 seat=1 dealt=24
    """)
    s = game.play(s, "sweep")
    assert seen(s) == deals("""
        pool: ...
        p1 **: -
        p2 ****: -
        p3 0: -
        p4 *: -
        players=4 seat=2
    """)
    assert game.odds(s) == dict.fromkeys(range(27), 1)
    s = dealt(s)
    assert [rules.size(tokens) for tokens in s.held] == [6, 6, 6, 6, 0, 0, 3]
    assert s.wins[:4] == [2, 4, 0, 1]


@pytest.mark.parametrize("seat", [0, 1, 2, SPECTATOR])
def test_rt34_everybody_sees_everything(seat: int) -> None:
    s = rolling("""
        p1 **: gtd
        p2 0: gtp rtd
        p3 *: ...
        players=3
    """)
    s = game.play(s, "take 2 green again", "gtp")
    assert game.observe(s, seat) == s
    assert game.witness(s) is None


@pytest.mark.parametrize(
    ("rounds", "option"),
    [(1, "rounds_to_win=1"), (5, ""), (5, "rounds_to_win=5"), (9, "rounds_to_win=9")],
)
def test_rt35_the_first_to_win_enough_rounds_wins_the_game(rounds: int, option: str) -> None:
    s = rolling(f"""
        p1 {"*" * (rounds - 1)}: gtd
        p2 {"*" * (rounds - 1)}: gtp
        p3 0: ...
        players=3 seat=1 {option}
    """)
    s = game.play(s, "sweep")
    assert s.player == NOBODY
    assert s.wins[:3] == [rounds - 1, rounds, 0]
    assert [game.score(s, seat) for seat in range(3)] == s.wins[:3]
    assert [game.payoff(s, seat) for seat in range(3)] == [0, 60, 0]


@pytest.mark.parametrize(("rounds", "option"), [(5, ""), (9, "rounds_to_win=9")])
def test_rt35_one_round_less_wins_nothing_yet(rounds: int, option: str) -> None:
    s = rolling(f"""
        p1 0: gtd
        p2 {"*" * (rounds - 2)}: gtp
        p3 0: ...
        players=3 seat=1 {option}
    """)
    s = game.play(s, "sweep")
    assert (s.phase, s.player, s.seat) == (rules.DEALING, CHANCE, 2)
    assert s.wins[:3] == [0, rounds - 1, 0]


def test_rt35_a_game_is_won_by_one_to_nine_rounds() -> None:
    for rounds in (1, 9):
        assert game.start(players=3, rounds_to_win=rounds).rounds_to_win == rounds
    for rounds in (0, 10):
        with pytest.raises(BadOption):
            game.start(players=3, rounds_to_win=rounds)


def test_rt36_three_to_six_play_and_nobody_else() -> None:
    assert rules.SEATS == game.seats == (3, 6)
    for players in (3, 4, 5, 6):
        assert game.start(players=players).players == players
    for players in (2, 7):
        with pytest.raises(BadPlayers, match=f"Rafletout ne se joue pas à {players}"):
            game.start(players=players)


# ---- refusals that belong to no ruling


def test_what_the_die_does_not_ask_for_is_refused() -> None:
    s = game.play(rolling(SHARED), "take 4 green")
    for said in ("p2", "all g", "all r+b"):
        refusal = game.why_not(s, said)
        assert refusal is not None
        assert (refusal.ruling, refusal.places, refusal.key) == ("RT", (), "why.not_now")
        assert refusal.sentence("fr").endswith("Prenez 4 jetons verts, un par un.")
        assert refusal.sentence("en") != refusal.sentence("fr")


def test_a_player_who_is_not_at_the_table_may_not_be_named() -> None:
    s = game.play(rolling(SHARED), "lose-to one")
    refusal = game.why_not(s, "p5")
    assert refusal is not None
    assert (refusal.ruling, refusal.key) == ("RT", "why.RT.1")


def test_nothing_may_be_played_after_the_end() -> None:
    s = rolling("""
        p1 0: gtd
        p2 0: gtp
        p3 ****: ...
        players=3 seat=2
    """)
    s = game.play(s, "sweep")
    assert game.said(s) == []
    refusal = game.why_not(s, 0)
    assert refusal is not None
    assert (refusal.ruling, refusal.key) == ("RT", "why.over")


# ---- what a page is given


def test_the_box_shows_what_every_token_and_face_bears() -> None:
    box: Any = game.box(game.start(players=3))
    for token in box["tokens"]:
        three = (token["colour"], token["figure"], token["currency"])
        assert all(token["place"] in bearing(value) for value in three)
    faces = {
        name: (face["kind"], face["n"]) for name, face in zip(FACES, box["faces"], strict=True)
    }
    assert faces["take 4 red"] == ("take", 4)
    assert faces["all-of figure"] == ("all_of", 0)
    assert faces["pass"] == ("skip", 0)
    assert faces["lose-to several"] == ("lose_to_several", 0)
    assert faces["rob two"] == ("rob", 2)
    assert faces["sweep"] == faces["sweep #2"] == ("sweep", 27)
    assert [face["values"] for face in box["faces"][15:20]] == [
        ["green"],
        ["red"],
        ["blue"],
        ["dollar", "pound", "euro"],
        ["triangle", "circle", "square"],
    ]
    assert [face["again"] for face in box["faces"]] == [True] * 9 + [False] * 23


@pytest.mark.parametrize(
    ("face", "chips"),
    [
        ("all-of colour", {"all g": (["green"], 8), "all r": (["red"], 7), "all b": (["blue"], 9)}),
        (
            "all-of-two colour",
            {
                "all r+b": (["red", "blue"], 16),
                "all g+b": (["green", "blue"], 17),
                "all g+r": (["green", "red"], 15),
            },
        ),
        ("take 4 green", {}),
    ],
)
def test_what_the_die_lets_choose_is_counted_where_it_lies_elsewhere(
    face: str, chips: dict[str, tuple[list[str], int]]
) -> None:
    s = rolling("""
        p1 0: gtd rtd rtp
        p2 0: gtp
        p3 0: ...
        players=3
    """)
    figures: Any = game.figures(game.observe(game.play(s, face), SPECTATOR))
    assert {one["place"]: (one["values"], one["n"]) for one in figures["chips"]} == chips
    assert all(one["name"].text("fr").startswith("prendre tous") for one in figures["chips"])


@pytest.mark.parametrize(("single", "wanted"), [("no", (3, 2)), ("yes", (2, 1))])
def test_rt8_the_prompt_counts_what_can_still_be_taken(
    single: str, wanted: tuple[int, int]
) -> None:
    """Take four green: the second player holds two of them, the third one, the roller the rest."""
    s = game.start(4, single_victim=single)
    green = [token for token in range(27) if rules.BEARING[GREEN] >> token & 1]
    theirs = [0, 1 << green[0] | 1 << green[1], 1 << green[2]]
    s.held[0] = (1 << 27) - 1 & ~sum(theirs)
    for holder in range(1, len(s.held)):
        s.held[holder] = theirs[holder] if holder < 3 else 0
    s.phase, s.player, s.seat, s.owed = rules.TAKING, 0, 0, 4
    s.face = next(f for f in range(rules.FACES) if FACES[f] == "take 4 green")
    assert game.prompt(s).facts["n"] == wanted[0]
    assert game.prompt(game.after(s, green[0])).facts["n"] == wanted[1]
