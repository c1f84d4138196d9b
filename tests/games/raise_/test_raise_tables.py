"""This game at a table: cards that all lay at the same time."""

from __future__ import annotations

import json
from copy import copy
from typing import Any

import pytest
from every import Case
from tables.driving import Evening

from ludotheque.effects import Did, seat_of
from ludotheque.games.raise_ import rules
from ludotheque.parts import NOBODY, SPECTATOR, UNKNOWN
from ludotheque.tables import commands, evidence, views
from ludotheque.tables.events import Event
from ludotheque.tables.kinds import KINDS
from ludotheque.tables.table import PLAYING, Told, rebuilt
from ludotheque.tables.transcript import compare, read_seen, seen_lines
from ludotheque.words.messages import Message


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


def raising(number: int = 0, **wish: Any) -> Evening:
    """A table at which somebody is in the middle of a raise of two cards or more."""
    evening = Evening(Case("raise", 2, ()), number, **wish).sit()
    while evening.table.s is None or evening.table.s.phase != rules.RAISING:
        assert evening.table.status == PLAYING
        evening.act()
    return evening


def test_ra34_undo_does_not_make_passing_legal_again() -> None:
    evening = raising()
    seat = evening.table.s.player
    assert not evening.do(commands.undo, seat)
    assert evening.refused[-1].code == "undo"
    evening.act()
    if evening.table.s.phase == rules.RAISING:
        assert evening.do(commands.undo, seat), "a later card is one's own again"
        assert evening.table.s.phase == rules.RAISING


def test_ra34_alone_against_bots_nothing_is_taken_back_behind_a_card_that_was_shown() -> None:
    for number in range(12):
        evening = Evening(Case("raise", 2, ()), number, seats=["", "random"]).sit(0)
        while evening.table.status == PLAYING:
            before = evening.table
            evening.act()
            shown = [one for one in evening.batches[-1] if one.event.seat == 1]
            if shown and before.s.phase in (rules.BIDDING, rules.RAISING):
                raised = any(effect.kind == "raised" for one in shown for effect in one.seen)
                assert not raised or evening.table.last_choice(0) is None


def test_ra34_a_log_of_the_version_before_may_take_a_raise_back() -> None:
    """It could be done then: such tables open and are played on, by today's rules."""
    evening = raising()
    table = evening.table
    seat, to = table.s.player, len(table.actions) - 1
    undo = Event(table.number + 1, evening.now, "undo", seat, {"to": to})
    for version, is_read in ((1, True), (2, False)):
        events = [*evening.events, undo]
        opening = events[0]
        events[0] = opening._replace(body=opening.body | {"rules": version})
        found, _ = rebuilt(table.name, evening.seed, events)
        assert (found.frozen is None) == is_read
        if is_read:
            assert found.s.phase == rules.BIDDING
            assert "pass" in found.game.said(found.s)


def without_record(number: int = 0) -> Evening:
    """A table that keeps no record, in the fourth round or later."""
    evening = Evening(Case("raise", 3, (("open_record", "no"),)), number).sit()
    while evening.table.s.rounds > 5 or evening.table.s.phase != rules.LAYING:
        evening.act()
    return evening


@pytest.mark.parametrize("seat", [0, 1, 2, SPECTATOR])
def test_ra35_whoever_comes_later_is_told_this_round_and_what_they_did_themselves(
    seat: int,
) -> None:
    evening = without_record()
    table = evening.table
    assert 0 < table.first_told <= table.number
    frame = views.frame(table, evening.told, seat, evening.now, whole=True)
    assert frame["told_from"] == table.first_told
    assert frame["view"]["turned"] == UNKNOWN
    kept = others = 0
    for told, shown in zip(evening.told, frame["events"], strict=True):
        if not KINDS[told.event.kind].ON_THE_BOARD or shown["number"] >= table.first_told:
            continue
        assert all(effect.get("seat") == seat for effect in shown.get("effects", ()))
        own = seat in (told.event.seat, told.witness)
        assert ("say" in shown) == own
        assert own or shown.keys() <= {"number", "at", "kind", "seat", "seal", "effects"}
        kept, others = kept + own, others + (not own)
    assert others > 40
    assert bool(kept) == (seat != SPECTATOR)
    seen = read_seen(file_of(evening, seat))
    assert seen is not None
    assert compare(seen, *over(evening)).events == len(evening.told)


def file_of(evening: Evening, seat: int) -> str:
    """What a seat may take home while the game goes on."""
    return evidence.seen_text(evening.table, seat, evening.told)


def over(evening: Evening) -> tuple[Any, Any]:
    """The table at its end, with all that can be told of it."""
    played = copy(evening)
    played.batches = [*evening.batches]
    played.tables = [*evening.tables]
    while played.table.status == PLAYING:
        played.act()
    return played.table, played.told


def test_ra35_what_happens_is_told_as_it_happens() -> None:
    evening = without_record(1)
    rounds = 0
    while evening.table.status == PLAYING and rounds < 2:
        evening.act()
        effects = [effect for one in evening.batches[-1] for effect in one.seen]
        sent = [e for one in evening.shown(0)["events"] for e in one.get("effects", ())]
        won = [effect for effect in effects if effect.kind == "won"]
        rounds += len(won)
        assert [effect["n"] for effect in sent if effect["do"] == "won"] == [
            e.facts()["n"] for e in won
        ]
        assert all(effect["won"] == UNKNOWN for effect in sent if effect["do"] == "won")


def test_ra35_past_rounds_leave_no_trace_in_what_is_sent_or_saved() -> None:
    """Two evenings that differ only in what was played in the rounds before look the same."""
    evening = without_record(2)
    table = evening.table
    for seat in (0, SPECTATOR):
        texts = []
        for forget in (False, True):
            told = [other_card(one, seat) if forget else one for one in evening.told]
            told = [
                one if one.event.number < table.first_told else two
                for one, two in zip(told, evening.told, strict=True)
            ]
            frame = views.frame(table, told, seat, evening.now, whole=True)
            texts.append(json.dumps(frame) + "\n".join(seen_lines(table, told, seat)))
        assert texts[0] == texts[1]


def other_card(told: Told, seat: int) -> Told:
    """An event in which another card was played, turned or drawn."""
    if told.event.kind not in ("play", "draw") or seat in (told.event.seat, told.witness):
        return told
    body = told.event.body | {"a": 7, "say": "another", "i": 7, "n": 7, "r": 7}
    own = [one for one in told.seen if seat_of(one) == seat]
    done = [*own, Did(NOBODY, Message("does.hidden"))]
    return told._replace(event=told.event._replace(body=body), seen=done, effects=done)
