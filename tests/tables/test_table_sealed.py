"""Choices made at the same time, and choices taken back."""

from __future__ import annotations

import json
import re
from itertools import permutations
from typing import Any

import pytest
from every import AT_ONCE, GAMES, NO_LUCK, OURS, Case, expected

from ludotheque.errors import IllegalAction
from ludotheque.parts import CHANCE, SPECTATOR
from ludotheque.tables import commands, views
from ludotheque.tables.draft import Draft
from ludotheque.tables.table import OVER, PLAYING, Table
from tables.driving import NOON, Evening, drafted, refusal_of, some_cases

THREE, FOUR = Case(AT_ONCE, 3, ()), Case(AT_ONCE, 4, ())

SEAL = re.compile("[0-9a-f]{64}")


def laying(case: Case = THREE, number: int = 0) -> Evening:
    """All are to lay their first card."""
    evening = Evening(case, number).sit()
    return evening.until(lambda table: len(table.acting()) == case.players)


def still_laying(table: Table) -> bool:
    """Whether several are to choose at once."""
    return len(table.game.acting(table.s)) > 1


def cards_of(table: Table, seat: int) -> list[int]:
    view = table.game.facing(table.s, seat)
    return table.game.legal_actions(view)


def lay(table: Table, seat: int, card: int) -> Draft:
    return drafted(commands.play, table, seat, card, table.ply, NOON)


# ---- several choose at once


def test_any_order_of_laying_gives_the_same_position() -> None:
    for number in range(5):
        table = laying(FOUR, number).table
        chosen = {seat: cards_of(table, seat)[-1] for seat in range(4)}
        ends = []
        for order in permutations(range(4)):
            now = table
            for seat in order:
                assert now.acting() == [s for s in range(4) if s not in now.sealed]
                now = lay(now, seat, chosen[seat]).table
            assert not now.sealed
            ends.append((now.s, now.actions, now.ply))
        assert all(end == ends[0] for end in ends)
        assert not still_laying(now)


def test_until_all_have_laid_nobody_sees_what_others_laid() -> None:
    table = laying().table
    for seat in range(3):
        seen = set()
        for card in cards_of(table, seat):
            draft = lay(table, seat, card)
            for other in {0, 1, 2, SPECTATOR} - {seat}:
                frames = [
                    views.frame(draft.table, draft.told, other, NOON, whole=whole)
                    for whole in (False, True)
                ]
                for frame in frames:
                    assert SEAL.fullmatch(frame["events"][0].pop("seal"))
                seen.add((other, json.dumps(frames)))
                assert frames[0]["sealed"] == [seat]
                assert frames[0]["events"][0].keys() == {"number", "at", "kind", "seat"}
                assert "laid" not in frames[0]
            own = views.frame(draft.table, draft.told, seat, NOON)
            assert own["laid"] == card == own["events"][0]["action"]
            assert own["actions"] == []
        assert len(seen) == 3


def test_a_card_that_lies_is_laid_and_taken_back_by_its_owner_alone() -> None:
    table = laying().table
    card, other = cards_of(table, 1)[:2]
    laid = lay(table, 1, card).table
    assert (laid.s, laid.actions, laid.ply) == (table.s, table.actions, table.ply)
    assert refusal_of(commands.play, laid, 1, other, laid.ply, NOON) == "sealed"
    for seat in (0, 2):
        assert refusal_of(commands.undo, laid, seat, NOON) == "undo"
    draft = drafted(commands.undo, laid, 1, NOON)
    assert [one.event.kind for one in draft.told] == ["unseal"]
    assert draft.table.sealed == {}
    again = lay(draft.table, 1, other).table
    assert again.sealed == {1: other}


def test_a_card_that_is_not_in_hand_cannot_be_laid() -> None:
    table = laying().table
    game, view = table.game, table.game.facing(table.s, 2)
    missing = [card for card in range(game.rules.ACTIONS) if card not in cards_of(table, 2)]
    assert missing
    for action in (*missing, *(game.say(view, card) for card in missing), 999):
        with pytest.raises(IllegalAction):
            drafted(commands.play, table, 2, action, table.ply, NOON)


def test_who_acts_out_of_turn_is_told_whose_turn_it_is() -> None:
    table = Evening(THREE).sit().until(lambda t: len(t.acting()) == 1 and not t.sealed).table
    action = table.game.legal_actions(table.s)[-1]
    for seat in {0, 1, 2} - {table.s.player}:
        with pytest.raises(IllegalAction) as caught:
            drafted(commands.play, table, seat, action, table.ply, NOON)
        assert caught.value.refusal.key == "why.turn"


def test_a_stand_in_lays_for_who_is_away_and_the_cards_are_turned() -> None:
    evening = laying()
    for seat in (0, 2):
        evening.take(lay(evening.table, seat, cards_of(evening.table, seat)[0]))
    evening.now = evening.table.moved + 120_000
    assert evening.do(commands.stand_in, 1)
    evening.act()
    assert evening.table.sealed == {}
    assert not still_laying(evening.table)


# ---- going back


def actors(table: Table) -> list[int]:
    """Who did each action on the board."""
    s, found = table.start, []
    for action in table.actions:
        found.append(s.player)
        s = table.game.after(s, action)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_is_taken_back_freely_and_no_die_ever(name: str) -> None:
    kinds = set()
    for number in range(2):
        case = some_cases(name, 4)[1 + number]
        states: list[Any] = []
        for moment in Evening(case, number).sit().steps(0):
            table = moment.table
            states = states or [table.start]
            for action in table.actions[len(states) - 1 :]:
                states.append(table.game.after(states[-1], action))
            if table.status == PLAYING and not table.sealed:
                kinds |= {check_undo(table, states, seat) for seat in range(table.players)}
    assert kinds >= set(expected(name).undone if name in OURS else ["refused"])


def check_undo(table: Table, states: list[Any], seat: int) -> str:
    """What happens if a seat goes back, held against all the states there were."""
    choices = [i for i, s in enumerate(states[:-1]) if s.player == seat]
    to = choices[-1] if choices else 0
    since = states[to:]
    pairs = zip(since, table.actions[to:], strict=False)
    if not choices or not all(table.game.can_undo(s, action) for s, action in pairs):
        assert refusal_of(commands.undo, table, seat, NOON) == "undo"
        return "refused"
    assert CHANCE not in {s.player for s in since}
    draft = drafted(commands.undo, table, seat, NOON)
    assert draft.told[0].event.body == {"to": to}
    if {s.player for s in since} != {seat} and table.players > 1:
        assert draft.told[0].event.kind == "ask"
        assert draft.table.s == table.s
        return "ask"
    assert draft.told[0].event.kind == "undo"
    assert (draft.table.s, draft.table.actions) == (states[to], table.actions[:to])
    assert draft.table.ply == table.ply + 1
    return "undo"


def calmly_after(actions: int, **wish: Any) -> Evening:
    evening = Evening(Case(NO_LUCK, 3, ()), **wish).sit()
    return evening.until(lambda table: len(table.actions) == actions)


def test_further_back_all_other_people_must_agree() -> None:
    evening = calmly_after(3)
    table = evening.table
    asker = actors(table)[0]
    others = [seat for seat in range(3) if seat != asker]
    evening.do(commands.undo, asker)
    assert evening.shown(SPECTATOR)["asked"] == {"seat": asker, "to": 0, "yes": []}
    assert refusal_of(commands.consent, evening.table, asker, True, NOON) == "unasked"
    evening.do(commands.consent, others[0], True)
    assert len(evening.table.actions) == 3
    evening.do(commands.consent, others[0], True)  # again: that is still not both
    assert len(evening.table.actions) == 3
    evening.do(commands.consent, others[1], True)
    assert evening.table.actions == []
    assert evening.table.s == evening.table.start
    assert evening.table.asked is None
    assert evening.table.ply == table.ply + 1


def test_one_who_does_not_agree_is_enough_and_so_is_playing_on() -> None:
    evening = calmly_after(3)
    asker = actors(evening.table)[2]
    other = (asker + 1) % 3
    assert refusal_of(commands.consent, evening.table, other, True, NOON) == "unasked"
    evening.do(commands.undo, asker)
    evening.do(commands.consent, other, False)
    assert evening.table.asked is None
    evening.do(commands.undo, asker)
    evening.act()
    assert evening.table.asked is None
    assert refusal_of(commands.consent, evening.table, other, True, NOON) == "unasked"


def test_among_bots_one_goes_back_as_one_likes() -> None:
    evening = Evening(Case(NO_LUCK, 3, ()), seats=["", "random", "random"]).sit(0)
    evening.until(lambda table: len(table.actions) == 7)
    before = actors(evening.table)
    last = max(i for i in range(7) if before[i] == 0)
    assert evening.do(commands.undo, 0)
    assert evening.events[-1].kind == "undo"
    assert len(evening.table.actions) == last


def test_cards_that_were_turned_over_stay_so() -> None:
    evening = laying()
    while still_laying(evening.table):
        evening.act()
    for seat in range(3):
        assert refusal_of(commands.undo, evening.table, seat, NOON) == "undo"


def test_after_the_end_nobody_goes_back() -> None:
    evening = calmly_after(5).spent(0)
    assert evening.table.status == OVER
    assert refusal_of(commands.undo, evening.table, 0, NOON) == "over"
    assert refusal_of(commands.consent, evening.table, 0, True, NOON) == "over"
