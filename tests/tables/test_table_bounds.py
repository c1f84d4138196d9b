"""A log that nobody can make grow in circles: going back, asking, agreeing, leaving, handing."""

from __future__ import annotations

from collections.abc import Callable

from every import MOST_CHOICES, NO_LUCK, WITH_SECRETS, Case

from ludotheque.tables import commands, going_back
from ludotheque.tables.table import WAITING, rebuilt
from tables.driving import NAMES, Evening, refusal_of

CALM2, CALM3 = Case(NO_LUCK, 2, ()), Case(NO_LUCK, 3, ())
MANY2, SECRET3 = Case(MOST_CHOICES, 2, ()), Case(WITH_SECRETS, 3, ())


def moved(evening: Evening) -> int:
    """Whoever is to act does, by chance; who it was."""
    seat = evening.table.acting()[0]
    table = evening.table
    action = table.game.legal_actions(table.game.facing(table.s, seat))[0]
    assert evening.do(commands.play, seat, action, table.ply)
    return seat


def circle(evening: Evening, *steps: Callable[[], bool]) -> int:
    """How often something is done before it is refused; 1,000 if it never is."""
    for n in range(1000):
        if not all(step() for step in steps):
            return n
    return 1000


def test_who_has_asked_to_go_back_does_not_ask_again_until_answered() -> None:
    evening = Evening(CALM3).sit()
    seat = moved(evening)
    others = [other for other in range(3) if other != seat]
    assert evening.do(commands.undo, seat)
    before = evening.table.number
    for _ in range(3):
        assert not evening.do(commands.undo, seat)
        assert evening.refused[-1].code == "asked"
    assert evening.table.number == before
    assert evening.do(commands.consent, others[0], True)
    assert not evening.do(commands.consent, others[0], True)
    assert evening.refused[-1].code == "agreed"
    assert evening.do(commands.consent, others[1], False)
    assert evening.do(commands.undo, seat), "once it was refused one may ask again"


def test_another_seat_does_not_ask_over_a_question_that_stands() -> None:
    evening = Evening(CALM3).sit()
    first = moved(evening)
    second = moved(evening)
    assert evening.do(commands.undo, first)
    assert not evening.do(commands.undo, second)
    assert evening.refused[-1].code == "asked"


def test_asking_and_refusing_in_a_circle_comes_to_an_end() -> None:
    evening = Evening(CALM2).sit()
    seat = moved(evening)
    rounds = circle(
        evening,
        lambda: evening.do(commands.undo, seat),
        lambda: evening.do(commands.consent, 1 - seat, False),
    )
    assert rounds == going_back.MOST_BACK
    assert (evening.refused[-1].code, evening.refused[-1].key) == ("often", "refused.often.back")
    moved(evening)
    assert evening.do(commands.undo, seat), "the game has gone further"


def test_playing_and_going_back_in_a_circle_comes_to_an_end() -> None:
    evening = Evening(Case(NO_LUCK, 1, ())).sit()
    moved(evening)

    def back() -> bool:
        return evening.do(commands.undo, 0)

    assert circle(evening, back, lambda: moved(evening) == 0) == going_back.MOST_BACK
    moved(evening)
    moved(evening)
    deeper = circle(evening, back, back, lambda: moved(evening) == 0, lambda: moved(evening) == 0)
    assert deeper == going_back.MOST_BACK // 2, "two steps at a time are no further"


def test_sealing_and_unsealing_in_a_circle_comes_to_an_end_for_that_seat_alone() -> None:
    evening = Evening(SECRET3).sit()
    seat, other = evening.table.acting()[:2]

    def seal(seat: int) -> bool:
        table = evening.table
        action = table.game.legal_actions(table.game.facing(table.s, seat))[0]
        return evening.do(commands.play, seat, action, table.ply)

    def unseal(seat: int) -> bool:
        return evening.do(commands.undo, seat)

    assert circle(evening, lambda: seal(seat), lambda: unseal(seat)) == going_back.MOST_BACK
    assert seat in evening.table.sealed, "what was chosen last stays"
    assert seal(other) and unseal(other)


def test_sitting_down_and_getting_up_in_a_circle_comes_to_an_end() -> None:
    evening = Evening(CALM3).sit(0)
    rounds = circle(
        evening,
        lambda: evening.do(commands.sit, 1, NAMES[1], ""),
        lambda: evening.do(commands.leave, 1),
    )
    assert rounds == commands.MOST_LEFT
    assert evening.refused[-1].key == "refused.often.leave"
    assert evening.do(commands.sit, 2, NAMES[2], ""), "the others still may"
    assert evening.table.status != WAITING


def test_handing_over_in_a_circle_comes_to_an_end_even_after_the_game() -> None:
    evening = Evening(CALM2).sit()
    evening.do(commands.resign, 0)
    assert circle(evening, lambda: evening.do(commands.hand, 0)) == commands.MOST_HANDED
    assert refusal_of(commands.hand, evening.table, 0, evening.now) == "often"
    assert evening.do(commands.hand, 1)


def test_what_is_counted_is_counted_again_from_the_log() -> None:
    evening = Evening(CALM3).sit(0)
    for _ in range(3):
        evening.do(commands.sit, 1, NAMES[1], "")
        evening.do(commands.leave, 1)
    evening.do(commands.sit, 1, NAMES[1], "")
    evening.do(commands.sit, 2, NAMES[2], "")
    seat = moved(evening)
    evening.do(commands.undo, seat)
    evening.do(commands.hand, seat)
    again, _ = rebuilt(evening.table.name, evening.seed, evening.events)
    for one in (again, evening.table):
        assert (one.left_by, one.back, one.handed) == ({1: 3}, {seat: 1}, {seat: 1})
