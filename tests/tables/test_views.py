"""What is sent: plain JSON, kind by kind, and never more than what a seat may see."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from every import GAMES, NO_LUCK, WITH_SECRETS, Case

from ludotheque.parts import CHANCE, SPECTATOR
from ludotheque.series import Series
from ludotheque.tables import commands, salted, views
from ludotheque.tables.events import Event
from ludotheque.tables.kinds import CHANGES_SEATS, KINDS, REACTIONS
from ludotheque.tables.opening import SeriesFacts
from ludotheque.tables.table import OVER, PLAYING, Table, Told
from ludotheque.tables.told import effects, words
from ludotheque.words.messages import Message, knows
from tables.driving import NOON, Evening, rematched, some_cases

EXACT = 2**53  # beyond, a browser no longer counts exactly


def test_every_kind_of_event_is_taken_and_shown() -> None:
    assert len(KINDS) == 24
    assert set(KINDS) >= CHANGES_SEATS


def test_a_kind_that_nobody_has_thought_of_is_an_error() -> None:
    with pytest.raises(KeyError):
        views.event_for(Table("t"), Told(Event(0, NOON, "whisper", 0, {})), 0)


def values(found: Any) -> Iterator[Any]:
    """All that is in a frame, names of fields included."""
    if isinstance(found, dict):
        for name, value in found.items():
            yield name
            yield from values(value)
    elif isinstance(found, list | tuple):
        for value in found:
            yield from values(value)
    else:
        yield found


def keys(found: Any) -> Iterator[str]:
    """All sentences in a frame."""
    if isinstance(found, dict):
        if isinstance(found.get("key"), str):
            yield found["key"]
        for value in found.values():
            yield from keys(value)
    elif isinstance(found, list | tuple):
        for value in found:
            yield from keys(value)


@pytest.mark.parametrize("name", GAMES)
def test_frames_are_plain_json_and_their_words_are_in_the_catalogues(name: str) -> None:
    said = set()
    for number, case in enumerate(some_cases(name, 3)):
        evening = Evening(case, number, clock=(600.5, 1.5))
        for moment in evening.steps():
            for seat in (0, SPECTATOR):
                for shown in (moment.shown(seat), moment.shown(seat, whole=True)):
                    assert json.dumps(shown, allow_nan=False)
                    for value in values(shown):
                        assert value is None or type(value) in (str, int, float, bool)
                        assert not isinstance(value, int) or abs(value) < EXACT
                    said |= {*keys(shown)}
    assert all(knows(key) for key in said)


def test_a_frame_tells_how_things_stand() -> None:
    evening = Evening(Case(WITH_SECRETS, 3, ()), clock=(60, 1)).sit()
    evening.until(lambda table: len(table.acting()) == 1 and not table.sealed)
    table = evening.table
    shown = evening.shown(table.s.player)
    assert (shown["type"], shown["status"]) == ("news", PLAYING)
    whole = evening.shown(table.s.player, whole=True)
    assert (whole["table"], whole["protocol"]) == (table.name, views.PROTOCOL)
    assert (shown["number"], shown["ply"]) == (table.number, table.ply)
    assert (shown["acting"], shown["sealed"]) == ([table.s.player], [])
    assert len(shown["clocks"]) == 3
    assert "opening" not in shown and "seats" not in shown and "result" not in shown
    assert [event["number"] for event in shown["events"]] == [
        one.event.number for one in evening.batches[-1]
    ]
    legal = table.game.legal_actions(table.game.facing(table.s, table.s.player))
    assert [option["id"] for option in shown["actions"]] == legal
    assert evening.shown(SPECTATOR)["seat"] is None
    assert evening.shown(SPECTATOR)["actions"] == []


def test_options_stand_in_the_opening_and_not_in_the_view() -> None:
    evening = Evening(Case(WITH_SECRETS, 3, ())).sit()
    shown = evening.shown(0, whole=True)
    assert not set(shown["view"]) & set(shown["opening"]["options"])
    assert set(shown["opening"]["options"]) == set(evening.table.game.options)


def test_the_seats_are_sent_when_they_change() -> None:
    evening = Evening(Case(NO_LUCK, 3, ())).sit(0)
    assert evening.shown(0)["seats"] == [{"name": "Alice"}, {}, {}]
    evening.do(commands.react, 0, REACTIONS[0])
    assert "seats" not in evening.shown(0)
    evening.do(commands.fill, 1, "random")
    level = {"key": "bot.random", "facts": {"n": ""}}
    assert evening.shown(0)["seats"][1] == {"bot": "random", "called": "Filou", "level": level}


def test_the_seed_is_shown_at_the_end_and_never_before() -> None:
    evening = Evening(Case(WITH_SECRETS, 3, ()), 2)
    for moment in evening.steps():
        text = json.dumps([moment.shown(seat, whole=True) for seat in (0, 1, 2, SPECTATOR)])
        assert (evening.seed.hex() in text) == moment.table.is_over
    shown = evening.shown(SPECTATOR)
    assert "seed" not in shown["result"]
    assert shown["events"][-1]["seed"] == evening.seed.hex()
    assert shown["chain"] == evening.table.head.hex()


def test_when_the_game_is_over_all_is_open() -> None:
    evening = Evening(Case(WITH_SECRETS, 3, ()), 2).sit().spent(0)
    assert evening.table.status == OVER
    shown = views.frame(evening.table, evening.told, SPECTATOR, NOON)
    for event, one in zip(shown["events"], evening.told, strict=True):
        if one.event.kind in ("play", "draw", "seal"):
            assert event["say"] == (one.event.body | one.event.aside)["say"]
            if one.event.kind == "seal":
                assert event["tell"]["key"]
            else:
                assert event["effects"] == effects(one.effects)
                assert "tell" not in event


def test_a_drawn_card_is_shown_to_its_owner_with_its_odds_and_to_nobody_else() -> None:
    evening = Evening(Case(WITH_SECRETS, 3, ())).sit()
    first = {seat: evening.shown(seat)["events"] for seat in (0, 1, 2, SPECTATOR)}
    owners = [one.witness for one in evening.batches[-1]]
    for i, owner in enumerate(owners):
        event = evening.batches[-1][i].event
        if event.kind != "draw":
            continue
        for seat, shown in first.items():
            if owner in (None, seat):
                assert {"action", "say", "effects", "i", "n", "r"} <= set(shown[i])
                assert shown[i]["effects"] == effects(evening.batches[-1][i].effects)
            else:
                assert set(shown[i]) == {"number", "at", "kind", "seal", "effects"}
                assert shown[i]["effects"] == effects(evening.batches[-1][i].seen)
                salt = salted.salt_of(evening.seed, evening.table.name, event.number)
                assert shown[i]["seal"] == salted.sealed(salt, event.body["a"])
    assert {*owners} >= {0, 1, 2, None}


def test_words_carry_their_facts_as_json() -> None:
    inner = Message("who.seat", {"seat": 2})
    message = Message("x", {"a": 1, "b": inner, "c": [inner, "d"], "e": ("f",), "g": None})
    assert words(message) == {
        "key": "x",
        "facts": {
            "a": 1,
            "b": {"key": "who.seat", "facts": {"seat": 2}},
            "c": [{"key": "who.seat", "facts": {"seat": 2}}, "d"],
            "e": ["f"],
            "g": None,
        },
    }
    assert words(Message("y")) == {"key": "y"}


@pytest.mark.parametrize("name", GAMES)
def test_who_faces_the_board_sees_its_own_view_with_itself_to_act(name: str) -> None:
    for moment in Evening(some_cases(name, 2)[1], 1).steps():
        table = moment.table
        if table.status != PLAYING:
            continue
        game, s = table.game, table.s
        acting = game.acting(s)
        assert s.player in acting or s.player == CHANCE
        for seat in range(table.players):
            view, seen = game.facing(s, seat), game.observe(s, seat)
            assert view.player == (seat if seat in acting else s.player)
            view.player = seen.player
            assert view == seen


@pytest.mark.parametrize("keep", [False, True])
def test_the_sheet_of_a_series_is_told_by_who_sits_where_now(keep: bool) -> None:
    evening = Evening(Case(NO_LUCK, 3, ()), series=SeriesFacts.of(Series(3, 3, keep))).sit()
    before = views.frame(evening.table, [], SPECTATOR, NOON)["sheet"]
    assert (before["scores"], before["totals"], before["games"]) == ([], [0, 0, 0], 3)
    evening.spent(0)
    points, winners = map(list, (evening.table.result.scores, evening.table.result.winners))
    sheet = views.frame(evening.table, [], SPECTATOR, NOON)["sheet"]
    assert (sheet["scores"], sheet["won"]) == ([points], [winners])
    assert sheet["leaders"] == winners
    following = rematched(evening.table, "n", bytes(32), NOON).new.table
    moved = views.frame(following, [], SPECTATOR, NOON)["sheet"]["totals"]
    assert moved == points if keep else moved == [*points[1:], points[0]]


@pytest.mark.parametrize("name", GAMES)
def test_views_that_are_kept_are_what_is_seen_of_the_position(name: str) -> None:
    evening = Evening(some_cases(name, 1)[0])
    for moment in evening.steps():
        table = moment.table
        if table.s is None:
            continue
        for seat in (SPECTATOR, *range(table.players)):
            assert table.view(seat) == table.game.observe(table.s, seat)
            assert table.view(seat) is table.view(seat)
        for seat in table.game.acting(table.s):
            assert table.facing(seat) == table.game.facing(table.s, seat)
