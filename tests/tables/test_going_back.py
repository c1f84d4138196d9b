"""What undo would do is said beforehand: freely, by asking, or not at all and why."""

from __future__ import annotations

from typing import Any

import pytest
from every import FEWEST_CHOICES, NO_LUCK, OURS, WITH_SECRETS, Case

from ludotheque.examples import examples
from ludotheque.parts import SPECTATOR
from ludotheque.tables import commands
from ludotheque.words.messages import message
from tables.driving import Evening, some_cases

STEPS = 60  # decisions of an evening


def ways(evening: Evening) -> list[dict[str, Any]]:
    """What every seat is told."""
    told: list[dict[str, Any]] = evening.shown(SPECTATOR)["undo"]
    return told


@pytest.mark.parametrize("game", OURS)
def test_what_is_said_of_undo_is_what_undo_does(game: str, long: bool) -> None:
    for number, case in enumerate(some_cases(game, 4 if long else 2)):
        evening = Evening(case, number)
        evening.gather()
        for step in range(STEPS):
            if not evening.table.acting():
                break
            said = ways(evening)
            for seat in range(case.players):
                before = evening.table
                done = evening.do(commands.undo, seat)
                kind = evening.events[-1].kind if done else ""
                expected = {"freely": ("undo", "unseal"), "asking": ("ask",), "not": ("",)}
                assert kind in expected[said[seat]["how"]]
                if not done:
                    assert said[seat]["why"]["key"] == evening.refused[-1].key
                evening.table = before
                if done:
                    del evening.batches[-1], evening.tables[-1]
            evening.act()
            if step % 7 == 3:
                evening.fuss()


def test_alone_one_goes_back_freely_and_among_people_one_asks() -> None:
    alone = Evening(Case(NO_LUCK, 1, ())).sit()
    assert ways(alone)[0] == {"how": "not", "why": {"key": "refused.undo.early"}}
    alone.act()
    assert ways(alone) == [{"how": "freely"}]
    two = Evening(Case(NO_LUCK, 2, ())).sit()
    seat = two.table.acting()[0]
    two.act()
    assert ways(two)[seat] == {"how": "asking"}
    assert ways(two)[1 - seat]["why"] == {"key": "refused.undo.early"}
    assert two.do(commands.undo, seat)
    assert ways(two)[seat] == {"how": "not", "why": {"key": "refused.asked"}}


def test_what_lies_face_down_is_taken_back_freely() -> None:
    evening = Evening(Case(WITH_SECRETS, 3, ())).sit()
    evening.act()
    (sealed,) = evening.table.sealed
    assert ways(evening)[sealed] == {"how": "freely"}
    assert {way["how"] for seat, way in enumerate(ways(evening)) if seat != sealed} == {"not"}


def test_behind_a_draw_there_is_no_way_back() -> None:
    evening = Evening(Case(FEWEST_CHOICES, 1, ())).sit()
    evening.act()
    assert ways(evening) == [{"how": "not", "why": {"key": "refused.undo"}}]


def test_a_game_without_dice_never_speaks_of_any() -> None:
    evening = Evening(Case(NO_LUCK, examples(NO_LUCK).few, ())).sit()
    while evening.table.acting():
        for lang in ("fr", "en"):
            for way in ways(evening):
                why = way.get("why", {"key": "refused.undo.early"})
                assert why["key"] != "refused.undo"
                assert message(why["key"], lang)
        evening.act()


def test_nothing_is_said_of_undo_before_and_after_the_game() -> None:
    evening = Evening(Case(NO_LUCK, 2, ()))
    assert "undo" not in evening.shown(SPECTATOR)
    evening.sit()
    assert evening.do(commands.resign, 0)
    assert "undo" not in evening.shown(SPECTATOR)
