"""Who sits where."""

from __future__ import annotations

from collections import Counter

import pytest

from ludotheque.arena.seating import rotated, seating, tables_of


def test_of_two_bots_the_first_sits_alone() -> None:
    assert tables_of(2, 2) == ((0, 1),)
    assert tables_of(2, 4) == ((0, 1, 1, 1),)


def test_as_many_bots_as_seats_share_one_table() -> None:
    assert tables_of(4, 4) == ((0, 1, 2, 3),)


def test_any_other_number_meets_in_pairs_both_ways() -> None:
    assert tables_of(3, 2) == ((0, 1), (0, 2), (1, 2))
    assert tables_of(3, 4) == (
        *((0, 1, 1, 1), (0, 2, 2, 2), (1, 0, 0, 0)),
        *((1, 2, 2, 2), (2, 0, 0, 0), (2, 1, 1, 1)),
    )
    assert tables_of(2, 3, each=True) == ((0, 1, 1), (1, 0, 0))
    assert tables_of(2, 2, each=True) == ((0, 1),)


def test_a_game_for_one_is_played_by_each() -> None:
    assert tables_of(3, 1) == ((0,), (1,), (2,))


@pytest.mark.parametrize("bots", [2, 3, 4, 5])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_in_a_deal_a_bot_sits_in_every_seat_as_often(bots: int, players: int) -> None:
    for table in tables_of(bots, players):
        every = [rotated(table, n) for n in range(players)]
        assert every[0] == table
        for bot in set(table):
            held = Counter(seat for row in every for seat, who in enumerate(row) if who == bot)
            assert len(held) == players
            assert set(held.values()) == {table.count(bot)}


def test_the_seating_has_a_word() -> None:
    words = [seating(tables_of(*asked)) for asked in ((2, 1), (2, 2), (2, 3), (3, 3), (4, 3))]
    assert words == ["solo", "one", "one", "all", "each"]
