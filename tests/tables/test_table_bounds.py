"""A log that nobody can make grow in circles: going back, asking, agreeing, leaving, handing."""

from __future__ import annotations

from collections.abc import Callable

from every import Case

from ludotheque.tables import decide
from ludotheque.tables.table import WAITING, rebuilt
from tables.driving import NAMES, Evening, refusal_of

ROLIT2, ROLIT3 = Case("rolit", 2, ()), Case("rolit", 3, ())
BONNE2, RAISE3 = Case("bonne-main", 2, ()), Case("raise", 3, ())


def moved(evening: Evening) -> int:
    """Whoever is to act does, by chance; who it was."""
    seat = evening.table.acting()[0]
    table = evening.table
    action = table.game.legal_actions(table.game.facing(table.s, seat))[0]
    assert evening.do(decide.play, seat, action, table.ply)
    return seat


def circle(evening: Evening, *steps: Callable[[], bool]) -> int:
    """How often something is done before it is refused; 1,000 if it never is."""
    for n in range(1000):
        if not all(step() for step in steps):
            return n
    return 1000


def test_who_has_asked_to_go_back_does_not_ask_again_until_answered() -> None:
    evening = Evening(ROLIT3).sit()
    seat = moved(evening)
    others = [other for other in range(3) if other != seat]
    assert evening.do(decide.undo, seat)
    before = evening.table.number
    for _ in range(3):
        assert not evening.do(decide.undo, seat)
        assert evening.refused[-1].code == "asked"
    assert evening.table.number == before
    assert evening.do(decide.consent, others[0], True)
    assert not evening.do(decide.consent, others[0], True)
    assert evening.refused[-1].code == "agreed"
    assert evening.do(decide.consent, others[1], False)
    assert evening.do(decide.undo, seat), "once it was refused one may ask again"


def test_another_seat_does_not_ask_over_a_question_that_stands() -> None:
    evening = Evening(ROLIT3).sit()
    first = moved(evening)
    second = moved(evening)
    assert evening.do(decide.undo, first)
    assert not evening.do(decide.undo, second)
    assert evening.refused[-1].code == "asked"


def test_asking_and_refusing_in_a_circle_comes_to_an_end() -> None:
    evening = Evening(ROLIT2).sit()
    seat = moved(evening)
    rounds = circle(
        evening,
        lambda: evening.do(decide.undo, seat),
        lambda: evening.do(decide.consent, 1 - seat, False),
    )
    assert rounds == decide.MOST_BACK
    assert (evening.refused[-1].code, evening.refused[-1].key) == ("often", "refused.often.back")
    moved(evening)
    assert evening.do(decide.undo, seat), "the game has gone further"


def test_playing_and_going_back_in_a_circle_comes_to_an_end() -> None:
    evening = Evening(Case("rolit", 1, ())).sit()
    moved(evening)

    def back() -> bool:
        return evening.do(decide.undo, 0)

    assert circle(evening, back, lambda: moved(evening) == 0) == decide.MOST_BACK
    moved(evening)
    moved(evening)
    deeper = circle(evening, back, back, lambda: moved(evening) == 0, lambda: moved(evening) == 0)
    assert deeper == decide.MOST_BACK // 2, "two steps at a time are no further"


def test_sealing_and_unsealing_in_a_circle_comes_to_an_end_for_that_seat_alone() -> None:
    evening = Evening(RAISE3).sit()
    seat, other = evening.table.acting()[:2]

    def seal(seat: int) -> bool:
        table = evening.table
        action = table.game.legal_actions(table.game.facing(table.s, seat))[0]
        return evening.do(decide.play, seat, action, table.ply)

    def unseal(seat: int) -> bool:
        return evening.do(decide.undo, seat)

    assert circle(evening, lambda: seal(seat), lambda: unseal(seat)) == decide.MOST_BACK
    assert seat in evening.table.sealed, "what was chosen last stays"
    assert seal(other) and unseal(other)


def test_sitting_down_and_getting_up_in_a_circle_comes_to_an_end() -> None:
    evening = Evening(ROLIT3).sit(0)
    rounds = circle(
        evening,
        lambda: evening.do(decide.sit, 1, NAMES[1], ""),
        lambda: evening.do(decide.leave, 1),
    )
    assert rounds == decide.MOST_LEFT
    assert evening.refused[-1].key == "refused.often.leave"
    assert evening.do(decide.sit, 2, NAMES[2], ""), "the others still may"
    assert evening.table.status != WAITING


def test_handing_over_in_a_circle_comes_to_an_end_even_after_the_game() -> None:
    evening = Evening(ROLIT2).sit()
    evening.do(decide.resign, 0)
    assert circle(evening, lambda: evening.do(decide.hand, 0)) == decide.MOST_HANDED
    assert refusal_of(decide.hand, evening.table, 0, evening.now) == "often"
    assert evening.do(decide.hand, 1)


def test_what_is_counted_is_counted_again_from_the_log() -> None:
    evening = Evening(ROLIT3).sit(0)
    for _ in range(3):
        evening.do(decide.sit, 1, NAMES[1], "")
        evening.do(decide.leave, 1)
    evening.do(decide.sit, 1, NAMES[1], "")
    evening.do(decide.sit, 2, NAMES[2], "")
    seat = moved(evening)
    evening.do(decide.undo, seat)
    evening.do(decide.hand, seat)
    again, _ = rebuilt(evening.table.name, evening.seed, evening.events)
    for one in (again, evening.table):
        assert (one.left_by, one.back, one.handed) == ({1: 3}, {seat: 1}, {seat: 1})
