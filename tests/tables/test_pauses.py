"""Where the board is held: in sight of what happened, and no more than a seat may see."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from every import OURS, WITH_SECRETS, Case

from ludotheque.parts import NOBODY, SPECTATOR
from ludotheque.tables import views
from ludotheque.tables.pauses import Pause, pauses_in
from ludotheque.tables.table import rebuilt
from tables.driving import NOON, Evening, some_cases


def evening_of(name: str) -> Evening:
    """A whole evening at a table of people who do nothing but play."""
    return Evening(some_cases(name, 1)[0]).sit().spent(fuss=0)


def pauses_of(evening: Evening, seat: int) -> Iterator[tuple[int, Pause]]:
    """All pauses of an evening, each with the number of its frame."""
    for n, table in enumerate(evening.tables):
        if views.is_shown(table):
            yield from ((n, pause) for pause in pauses_in(table, evening.batches[n], seat))


@pytest.mark.parametrize("name", OURS)
def test_a_pause_stands_at_what_is_held_or_before_what_is_thrown(name: str) -> None:
    evening = evening_of(name)
    for n, pause in pauses_of(evening, SPECTATOR):
        (told,) = (one for one in evening.batches[n] if one.event.number == pause.number)
        effects = [effect for effect in told.effects if effect.is_sent]
        if pause.throw == NOBODY:
            assert effects[pause.effects - 1].is_held
        else:
            assert pause.effects == 0
            assert effects[0].is_thrown
            assert effects[0].facts()["seat"] == pause.throw


def test_dice_that_are_thrown_together_are_thrown_once() -> None:
    evening = evening_of(WITH_SECRETS)
    throws = [(n, pause) for n, pause in pauses_of(evening, 0) if pause.throw != NOBODY]
    fallen = [
        n
        for n, batch in enumerate(evening.batches)
        for told in batch
        if any(effect.is_thrown for effect in told.effects)
    ]
    assert len(throws) == len({n for n, _ in throws}) == len(set(fallen)) < len(fallen)


def test_nobody_waits_for_the_throw_of_a_bot() -> None:
    case = some_cases(WITH_SECRETS, 1)[0]
    evening = Evening(case, seats=["random"] * (case.players - 1) + [""]).sit(case.players - 1)
    evening.spent(fuss=0)
    throwers = {pause.throw for _, pause in pauses_of(evening, SPECTATOR)}
    assert throwers <= {NOBODY, case.players - 1}
    assert NOBODY in throwers


def test_whoever_comes_later_waits_for_nothing() -> None:
    evening = evening_of(WITH_SECRETS)
    table, told = rebuilt(evening.table.name, evening.seed, evening.events)
    assert list(pauses_in(table, told, 0)) == []
    n, _ = next(pauses_of(evening, 0))
    whole = views.frame(evening.tables[n], evening.batches[n], 0, NOON, whole=True)
    assert "pauses" not in whole
    assert "pauses" in views.frame(evening.tables[n], evening.batches[n], 0, NOON)


def test_what_is_chosen_in_secret_is_told_to_its_owner_in_a_sentence() -> None:
    evening = Evening(Case(WITH_SECRETS, 3, ())).sit()
    evening.until(lambda table: bool(table.sealed))
    (seat,) = evening.table.sealed
    shown = evening.shown(seat)["events"][-1]
    assert shown["tell"]["key"].startswith(f"{WITH_SECRETS}.does.")
    assert "tell" not in evening.shown(SPECTATOR)["events"][-1]
