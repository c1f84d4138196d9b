"""This game at a table: cards that all lay at the same time."""

from __future__ import annotations

from every import Case
from tables.driving import Evening

from ludotheque.games.raise_ import rules
from ludotheque.tables.table import PLAYING


def test_who_has_no_card_left_is_not_waited_for() -> None:
    """The last rounds without a refill: some have nothing to lay."""
    met = 0
    for number in range(4):
        case = Case("raise", 3, (("final_refill", "none"),))
        evening = Evening(case, number).sit()
        while evening.table.status == PLAYING:
            s = evening.table.s
            if s.phase == rules.LAYING and 0 in s.cards[:3] and not s.has_laid:
                owing = [seat for seat in range(3) if s.cards[seat]]
                assert sorted([*evening.table.acting(), *evening.table.sealed]) == owing
                met += 1
            evening.act()
    assert met
