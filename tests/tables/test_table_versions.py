"""Tables that outlive the rules they began under: played on if all still means the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from every import NO_LUCK, WITH_SECRETS, Case

from ludotheque import load
from ludotheque.errors import BadEvent
from ludotheque.parts import SPECTATOR
from ludotheque.tables import commands, views
from ludotheque.tables.table import ABANDONED, OVER, PLAYING, WAITING, Table, Told, rebuilt
from tables.driving import NOON, Evening, drafted, facts, refusal_of, rematched

SECRET3, CALM2 = Case(WITH_SECRETS, 3, ()), Case(NO_LUCK, 2, ())


def half_way(case: Case, number: int = 0) -> Evening:
    """A game in the middle, with a card or two face down where there are any."""
    evening = Evening(case, number).sit()
    evening.until(lambda table: len(table.actions) > 20)
    if case.name == WITH_SECRETS:
        evening.until(lambda table: bool(table.sealed))
    return evening


def again(evening: Evening) -> tuple[Table, list[Told]]:
    return rebuilt(evening.table.name, evening.seed, evening.events)


@pytest.mark.parametrize("case", [SECRET3, CALM2])
def test_a_newer_version_under_which_all_means_the_same_plays_on(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = half_way(case)
    monkeypatch.setattr(load(case.name), "version", 99)
    table, _ = again(evening)
    assert table.frozen is None
    assert facts(table) == facts(evening.table)
    assert table.opening.rules != 99
    assert evening.spent(0).table.status == OVER


def say_otherwise(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """From half-way on, actions are worded otherwise."""
    text = load(case.name).text
    say = text.say
    monkeypatch.setattr(text, "say", lambda s, a: say(s, a) + "'" * (s.plies > 18))


def roll_otherwise(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """From half-way on, everything has twice as many ways."""
    rules = load(case.name).rules
    odds = rules.odds
    monkeypatch.setattr(rules, "odds", lambda s, a: odds(s, a) * (1 + (s.plies > 18)))


def play_otherwise(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """From half-way on, nothing is allowed."""
    rules = load(case.name).rules
    refusal = rules.refusal
    monkeypatch.setattr(rules, "refusal", lambda s, a: -2 if s.plies > 18 else refusal(s, a))


CHANGES = [
    (SECRET3, say_otherwise),
    (SECRET3, roll_otherwise),
    (SECRET3, play_otherwise),
    (CALM2, say_otherwise),
    (CALM2, play_otherwise),
]


@pytest.mark.parametrize(("case", "change"), CHANGES)
def test_a_table_whose_actions_mean_something_else_stands_still(
    case: Case, change: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = half_way(case)
    change(case, monkeypatch)
    table, told = again(evening)
    assert isinstance(table.frozen, BadEvent)
    frozen_at = table.frozen.facts["number"]
    assert isinstance(frozen_at, int)
    assert 0 < frozen_at < evening.table.number
    assert (table.number, table.head) == (evening.table.number, evening.table.head)
    assert [one.event for one in told] == evening.events
    assert [one.hash for one in told] == [one.hash for one in evening.told]
    assert told[:frozen_at] == evening.told[:frozen_at]
    assert table.status == PLAYING


@pytest.mark.parametrize(("case", "change"), CHANGES)
def test_nothing_is_played_at_a_table_that_stands_still(
    case: Case, change: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = half_way(case)
    change(case, monkeypatch)
    table, _ = again(evening)
    assert table.acting() == []
    for seat in range(case.players):
        for decision, args in (
            (commands.play, (seat, 0, table.ply)),
            (commands.undo, (seat,)),
            (commands.resign, (seat,)),
            (commands.consent, (seat, True)),
            (commands.stand_in, (seat,)),
            (commands.sit, (seat, "Zoé", "")),
            (commands.leave, (seat,)),
            (commands.fill, (seat, "random")),
            (commands.stir, (seat, bytes(32))),
        ):
            assert refusal_of(decision, table, *args, NOON) == "frozen"
        assert not drafted(commands.come_back, table, seat, NOON).told
        assert not drafted(commands.time_is_up, table, seat, NOON * 2).told
    assert not drafted(commands.begin_without, table, 0, NOON * 2).told
    assert refusal_of(rematched, table, "next", bytes(32), NOON) == "unfinished"
    given_up = drafted(commands.abandon, table, NOON).table
    assert given_up.status == ABANDONED
    assert given_up.result.seed == evening.seed.hex()


def secrets_in(shown: list[dict[str, Any]]) -> set[int]:
    """The numbers of the events whose action is told."""
    return {event["number"] for event in shown if "action" in event}


@pytest.mark.parametrize("seat", [0, 1, 2, SPECTATOR])
@pytest.mark.parametrize("change", [say_otherwise, roll_otherwise, play_otherwise])
def test_a_table_that_stands_still_can_be_read_and_hides_what_was_hidden(
    change: Any, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = half_way(SECRET3)
    before = evening.shown(seat, whole=True)
    shown_before = views.frame(evening.table, evening.told, seat, NOON, whole=True)
    change(SECRET3, monkeypatch)
    table, told = again(evening)
    shown = views.frame(table, told, seat, NOON, whole=True)
    assert json.dumps(shown)
    assert shown["opening"] == before["opening"]
    assert shown["notice"]["key"] == "notice.frozen"
    assert "view" not in shown and "actions" not in shown
    assert secrets_in(shown["events"]) < secrets_in(shown_before["events"])
    assert [event["kind"] for event in shown["events"]] == [event.kind for event in evening.events]


def test_what_is_no_secret_stays_readable_at_a_table_that_stands_still(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = half_way(CALM2)
    evening.do(commands.react, 0, "bravo")
    say_otherwise(CALM2, monkeypatch)
    table, told = again(evening)
    shown = views.frame(table, told, SPECTATOR, NOON, whole=True)["events"]
    assert shown[-1]["what"] == "bravo"
    plays = [event["say"] for event in shown if event["kind"] == "play"]
    assert plays == [event.body["say"] for event in evening.events if event.kind == "play"]


def test_a_game_that_ended_under_other_rules_shows_its_result_and_all_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = half_way(SECRET3).spent(0)
    say_otherwise(SECRET3, monkeypatch)
    table, told = again(evening)
    assert table.frozen is not None
    assert table.status == OVER
    shown = views.frame(table, told, SPECTATOR, NOON, whole=True)
    assert shown["result"]["winners"] == list(evening.table.result.winners)
    assert shown["chain"] == evening.table.head.hex()
    assert all("say" in event for event in shown["events"] if event["kind"] == "draw")


def test_a_table_of_a_game_that_nobody_knows_any_more_can_be_read() -> None:
    evening = half_way(CALM2)
    opening = evening.events[0]
    strange = opening._replace(body=opening.body | {"game": "chess"})
    table, told = rebuilt(evening.table.name, evening.seed, [strange, *evening.events[1:]])
    assert table.frozen is not None
    shown = views.frame(table, told, 0, NOON, whole=True)
    assert shown["opening"]["game"] == "chess"
    assert len(shown["seats"]) == 2
    assert not secrets_in(shown["events"])
    assert [event["name"] for event in shown["events"] if event["kind"] == "sit"] == [
        "Alice",
        "Bruno",
    ]
    assert drafted(commands.abandon, table, NOON).table.status == ABANDONED


def test_a_table_that_waits_for_guests_and_lost_an_option_takes_none() -> None:
    evening = Evening(CALM2).sit(0)
    opening = evening.events[0]
    strange = opening._replace(body=opening.body | {"options": {"gone": "yes"}})
    table, _ = rebuilt(evening.table.name, evening.seed, [strange, evening.events[1]])
    assert table.status == WAITING
    assert refusal_of(commands.sit, table, 1, "Zoé", "", NOON) == "frozen"
    assert not drafted(commands.begin_without, table, 0, NOON * 2).told


def test_a_damaged_event_stands_still_too() -> None:
    evening = half_way(SECRET3)
    events = evening.events
    at = next(event.number for event in events if event.number > 20 and event.kind == "draw")
    events[at] = events[at]._replace(body={"a": 0})
    table, told = rebuilt(evening.table.name, evening.seed, events)
    assert table.frozen is not None
    assert table.frozen.facts["number"] == at
    assert table.head != evening.table.head
    assert views.frame(table, told, 0, NOON, whole=True)["events"][at]["kind"] == "draw"
