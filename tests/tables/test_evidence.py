"""The file of a table proves it: what is true is verified, and what was changed is found."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from every import FEWEST_CHOICES, GAMES, NO_LUCK, WITH_SECRETS, Case

from ludotheque import log
from ludotheque.errors import BadEvent, BadPlay, LudothequeError
from ludotheque.series import Series, read_header
from ludotheque.tables import commands, dice, evidence
from ludotheque.tables.events import ORIGIN, Event, compact, link, written
from ludotheque.tables.evidence import full_text, seen_text, verify
from ludotheque.tables.opening import SeriesFacts
from ludotheque.tables.table import ABANDONED, OVER, PLAYING, Table
from tables.driving import NOON, Evening, rematched, some_cases

SECRET3 = Case(WITH_SECRETS, 3, ())


def text_of(evening: Evening) -> str:
    return full_text(evening.table, evening.events)


def forged(text: str, change: Callable[[list[Event]], list[Event]]) -> str:
    """The file with other events, and all hashes made to fit."""
    lines = text.split("\n")
    begin = lines.index(evidence.LOG) + 1
    events = change(evidence.read_log(lines, begin))
    head, chain, out = ORIGIN, ORIGIN, []
    for event in events:
        head = link(head, event)
        chain = head if event.kind in ("end", "abandon") else chain
        out.append(f"# {head.hex()[:32]} {written(event)}")
    above = [f"chain: {chain.hex()}" if line.startswith("chain: ") else line for line in lines]
    return "\n".join([*above[:begin], *out, ""])


def changed(number: int, **body: object) -> Callable[[list[Event]], list[Event]]:
    """Tell one event otherwise."""

    def change(events: list[Event]) -> list[Event]:
        event = events[number]
        return [*events[:number], event._replace(body=event.body | body), *events[number + 1 :]]

    return change


def found_at(text: str) -> object:
    """The number of the event that does not hold."""
    with pytest.raises(BadEvent) as caught:
        verify(text)
    assert caught.value.sentence("fr") != caught.value.sentence("en")
    return caught.value.facts["number"]


# ---- what is true


@pytest.mark.parametrize("name", GAMES)
def test_the_file_of_a_table_is_verified_and_still_replays(
    name: str, long: bool, tmp_path: Path
) -> None:
    every = some_cases(name, 5)
    for number in range(170 if long else 5):
        evening = Evening(every[number % 5], number)
        for moment in evening.steps():
            if number % 3 == 2 and moment.whim.random() < 0.03 and not moment.table.is_over:
                moment.do(commands.abandon)
        text, table = text_of(evening), evening.table
        found = verify(text)
        assert (found.table, found.game) == (table.name, name)
        assert (found.events, found.draws) == (len(evening.events), table.draws)
        assert found.stirred == len(table.entropy)
        assert found.finished == (table.status == OVER)
        assert log.parse(text).actions == table.actions
    file = tmp_path / "game.play"
    file.write_text(text, encoding="utf-8")
    play = log.read(file)
    assert play.end() == (table.s if table.s is not None else table.start)
    assert play.extra["chain"] == table.chain.hex()


@pytest.mark.parametrize("guests", [1, 2])
def test_a_table_given_up_before_the_game_is_verified(guests: int) -> None:
    evening = Evening(SECRET3).sit(*range(guests))
    evening.do(commands.abandon)
    found = verify(text_of(evening))
    assert (found.draws, found.finished) == (0, False)
    assert log.parse(text_of(evening)).actions == []


def test_verifying_tells_how_far_it_is() -> None:
    told: list[float] = []
    verify(text_of(Evening(SECRET3).spent()), told.append)
    assert told == sorted(told)
    assert 0 <= told[0] < 0.1 and 0.9 < told[-1] <= 1


def test_the_file_of_a_series_tells_the_series() -> None:
    evening = Evening(Case(NO_LUCK, 2, ()), series=SeriesFacts.of(Series(2, 2))).sit().spent(0)
    found = rematched(evening.table, "next", bytes(32), NOON)
    evening.take(found.old)
    verify(text_of(evening))
    evening.batches, evening.seed = [], bytes(32)
    evening.take(found.new)
    evening.sit().spent(0)
    text = text_of(evening)
    verify(text)
    header = read_header(2, log.parse(text).extra)
    assert header is not None
    assert SeriesFacts.of(header) == found.new.table.opening.series


def test_before_the_end_a_seat_has_only_what_it_saw() -> None:
    evening = Evening(SECRET3).sit().until(lambda table: table.s.arrivals > 0)
    text = seen_text(evening.table, 1)
    assert evidence.LOG not in text
    assert evening.seed.hex() not in text
    assert "chance ?" in text
    with pytest.raises(BadPlay):
        verify(text)


# ---- what was changed


def test_one_byte_changed_anywhere_is_found(long: bool) -> None:
    dice_ = random.Random(3)
    texts = [text_of(Evening(some_cases(name, 2)[1], 5).spent()).encode() for name in GAMES]
    for number in range(1_000 if long else 120):
        data = bytearray(texts[number % len(texts)])
        at = dice_.randrange(len(data))
        data[at] ^= dice_.randrange(1, 256)
        try:
            text = data.decode()
        except UnicodeDecodeError:
            continue
        with pytest.raises(LudothequeError) as caught:
            verify(text)
        assert isinstance(caught.value, BadEvent | BadPlay)
        assert caught.value.sentence("fr") != caught.value.sentence("en")


def test_a_byte_changed_in_the_log_names_its_event() -> None:
    text = text_of(Evening(SECRET3).spent())
    lines = text.split("\n")
    begin = lines.index(evidence.LOG) + 1
    for number in range(0, len(lines) - 1 - begin, 7):
        line = lines[begin + number]
        for at in (4, 30, 40, len(line) - 3):
            other = line[:at] + chr(ord(line[at]) ^ 1) + line[at + 1 :]
            broken = [*lines[: begin + number], other, *lines[begin + number + 1 :]]
            assert found_at("\n".join(broken)) == number


def test_a_line_left_out_doubled_or_moved_is_found() -> None:
    lines = text_of(Evening(SECRET3).spent()).split("\n")
    for at in range(3, len(lines) - 1, 31):
        for broken in (
            lines[:at] + lines[at + 1 :],
            [*lines[: at + 1], *lines[at:]],
            [*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]],
        ):
            if broken != lines:
                with pytest.raises((BadEvent, BadPlay)):
                    verify("\n".join(broken))


@pytest.mark.parametrize("end", [-1, -2, -40, -400])
def test_a_file_cut_short_is_found(end: int) -> None:
    text = text_of(Evening(SECRET3).spent())
    with pytest.raises((BadEvent, BadPlay)):
        verify(text[:end])


def test_something_added_at_the_end_is_found() -> None:
    text = text_of(Evening(SECRET3).spent())
    for more in ("\n", "x", "# a comment\n", "1 e5\n"):
        with pytest.raises((BadEvent, BadPlay)):
            verify(text + more)


def test_a_forged_draw_is_found_and_named_though_every_hash_fits() -> None:
    evening = Evening(SECRET3, 3).spent(0)
    text = text_of(evening)
    verify(forged(text, lambda events: events))
    table, tried = Table(evening.table.name, None), 0
    for event in evening.events:
        if event.kind == "draw":
            odds = table.game.odds(table.s)
            r = (event.body["r"] + 1) % event.body["n"]
            a = dice.picked(odds, r)
            told = {"r": r, "a": a, "say": table.game.say(table.s, a)}
            if tried % 5 == 0:
                assert found_at(forged(text, changed(event.number, **told))) == event.number
            tried += 1
        table.take(event)
    assert tried > 50


def test_a_forged_move_is_found_and_named_though_every_hash_fits() -> None:
    """One that the rules allow leaves no trace but the chain, which the others have seen."""
    evening = Evening(SECRET3, 4).spent(0)
    text = text_of(evening)
    table, tried = Table(evening.table.name, None), 0
    for event in evening.events:
        if event.kind == "play":
            legal = table.game.legal_actions(table.s)
            a = next(a for a in table.game.codes(table.s) if a not in legal)
            told = {"a": a, "say": table.game.say(table.s, a)}
            if tried % 3 == 0:
                assert found_at(forged(text, changed(event.number, **told))) == event.number
            tried += 1
        table.take(event)
    assert tried > 20


def test_an_action_above_the_log_that_the_log_does_not_tell_is_found() -> None:
    evening = Evening(Case(NO_LUCK, 2, ()), 1).sit().spent(0)
    lines = text_of(evening).split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("1 "))
    lines[at] = "1 a1"
    with pytest.raises(BadPlay) as caught:
        verify("\n".join(lines))
    assert caught.value.facts["line"] == at + 1


def test_another_result_and_another_seed_are_found() -> None:
    evening = Evening(Case(FEWEST_CHOICES, 2, ()), 1).sit().spent(0)
    text, last = text_of(evening), len(evening.events) - 1
    winners = [1 - winner for winner in evening.table.result.winners]
    assert found_at(forged(text, changed(last, winners=winners))) == last
    assert found_at(forged(text, changed(last, seed="00" * 32))) == 0
    assert found_at(forged(text, changed(last, seed="!"))) == last
    assert found_at(forged(text, changed(0, commitment="00" * 32))) == 0


def test_an_event_slipped_in_or_left_out_is_found() -> None:
    evening = Evening(Case(FEWEST_CHOICES, 2, ()), 1).sit().spent(0)
    text = text_of(evening)

    def without(events: list[Event]) -> list[Event]:
        kept = [event for event in events if event.number != 8]
        return [event._replace(number=i) for i, event in enumerate(kept)]

    def twice(events: list[Event]) -> list[Event]:
        doubled = [*events[:9], *events[8:]]
        return [event._replace(number=i) for i, event in enumerate(doubled)]

    for change in (without, twice):
        with pytest.raises(BadEvent) as caught:
            verify(forged(text, change))
        number = caught.value.facts["number"]
        assert isinstance(number, int)
        assert number in (8, 9, 10)


# ---- what is no evidence


def test_a_file_without_its_log_is_refused() -> None:
    text = text_of(Evening(Case(NO_LUCK, 2, ()), 1).spent())
    for other in ("", "\n", text.partition("# log")[0], text.replace("# log", "# Log"), "# log\n"):
        with pytest.raises(BadPlay) as caught:
            verify(other)
        assert caught.value.key == "error.verify.log"


def test_a_game_that_is_not_over_proves_nothing_yet() -> None:
    evening = Evening(SECRET3).sit()
    assert evening.table.status == PLAYING
    with pytest.raises(BadPlay) as caught:
        verify(text_of(evening))
    assert caught.value.key == "error.verify.unfinished"


NONSENSE = {
    "nothing": "[]",
    "no list": "{}",
    "null": "null",
    "too short": "[0,1]",
    "no body": '[0,0,"open",null,null]',
    "too deep": "[" * 100_000 + "]" * 100_000,
    "too large": f'[0,{"9" * 5000},"open",null,{{}}]',
    "no number": "[NaN]",
    "half a character": '["\\ud800",0,"open",null,{}]',
}


@pytest.mark.parametrize("event", NONSENSE.values(), ids=NONSENSE)
def test_a_log_of_nonsense_is_unreadable(event: str) -> None:
    head = link(ORIGIN, Event(0, 0, "open", None, {})).hex()[:32]
    with pytest.raises((BadEvent, BadPlay)):
        verify(f"# log\n# {head} {event}\n")


@pytest.mark.parametrize("body", [{}, {"table": 5}, {"table": "t"}, {"table": ["t"]}])
def test_a_first_event_of_nonsense_does_not_hold(body: dict[str, object]) -> None:
    events = [
        Event(0, NOON, "open", None, body),
        Event(1, NOON, "abandon", None, {"seed": "00" * 32}),
    ]
    head, lines = ORIGIN, []
    for event in events:
        head = link(head, event)
        lines.append(f"# {head.hex()[:32]} {compact([*event])}")
    assert found_at("\n".join(["# log", *lines, ""])) == 0


def test_abandoned_is_not_finished() -> None:
    evening = Evening(SECRET3).sit()
    evening.do(commands.abandon)
    assert evening.table.status == ABANDONED
    assert verify(text_of(evening)).finished is False
