"""What a seat saw is held against the log of the end: what is another game is found."""

from __future__ import annotations

import json
import random
from hashlib import sha256
from typing import Any

import pytest
from every import NO_LUCK, WITH_SECRETS, Case
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.errors import BadEvent, BadPlay, LudothequeError
from ludotheque.parts import SPECTATOR
from ludotheque.tables import commands, dice, salted
from ludotheque.tables.events import Event, read_event, written
from ludotheque.tables.evidence import full_text, seen_text, verify
from ludotheque.tables.table import Table, rebuilt
from ludotheque.tables.transcript import seen_lines
from tables.driving import NAMES, Evening, rematched
from tables.forging import FORGERIES, changed, instead, log_of, of_kind, rechained

STIRRED = [sha256(name.encode()).digest() for name in NAMES[:2]]


def played() -> Evening:
    """Two people stir, play some cards, and one gives up."""
    evening = Evening(Case(WITH_SECRETS, 2, ()), 4)
    for seat in range(2):
        assert evening.do(commands.sit, seat, NAMES[seat], dice.promise(STIRRED[seat]))
    for seat in range(2):
        assert evening.do(commands.stir, seat, STIRRED[seat])
    evening.until(lambda table: len(table.actions) > 30)
    return evening


def witnessed(evening: Evening, seat: int) -> str:
    """What a seat has seen up to now, as its page keeps it."""
    text = seen_text(evening.table, seat, evening.told)
    mine = {"stirred": {seat: STIRRED[seat].hex()}} if seat >= 0 else {}
    head, facts, *rest = text[text.index("# seen") :].split("\n")
    return "\n".join([head, "# " + json.dumps(json.loads(facts[2:]) | mine), *rest])


EVENING = played()
WITNESSES = {seat: witnessed(EVENING, seat) for seat in (0, 1, SPECTATOR)}
assert EVENING.do(commands.resign, 1)
assert EVENING.do(commands.react, 0, "thanks")
TRUE = full_text(EVENING.table, EVENING.events)


@pytest.mark.parametrize("seat", WITNESSES)
def test_the_game_that_was_played_is_the_one_that_was_seen(seat: int) -> None:
    for text, witness in ((TRUE, WITNESSES[seat]), (TRUE + WITNESSES[seat], "")):
        found = verify(text, witness=witness).seen
        assert found is not None
        assert (found.since, found.dropped) == (-1, ())
        assert found.events > 40
    assert verify(TRUE).seen is None


def test_what_is_hidden_is_seen_sealed_and_cannot_be_changed_later() -> None:
    lines = WITNESSES[SPECTATOR].split("\n")[2:-1]
    hidden = [one for one in map(json.loads, (line[2:] for line in lines)) if "seal" in one]
    assert {one["kind"] for one in hidden} >= {"draw", "seal"}
    assert all("action" not in one for one in hidden if one["kind"] == "draw")


@pytest.mark.parametrize("name", FORGERIES)
def test_a_log_forged_by_whoever_owns_the_server_is_found(name: str, long: bool) -> None:
    for number in range(100 if long else 8):
        forged = rechained(TRUE, FORGERIES[name](log_of(TRUE), random.Random(f"{name} {number}")))
        assert forged != TRUE
        with pytest.raises((BadEvent, BadPlay)) as caught:
            verify(forged, witness=WITNESSES[0])
        assert caught.value.sentence("fr") != caught.value.sentence("en")


def test_another_game_that_holds_in_itself_is_found_by_what_was_seen_alone() -> None:
    events = log_of(TRUE)
    other = instead(events, events[-2], events[-2]._replace(at=events[-2].at))
    later = [e._replace(at=e.at + 1) if e.number > 3 else e for e in other]
    forged = rechained(TRUE, later)
    assert verify(forged).chain != verify(TRUE).chain
    with pytest.raises(BadPlay) as caught:
        verify(forged, witness=WITNESSES[0])
    assert caught.value.key == "error.seen.differs"
    assert caught.value.facts["number"] == 4


def test_bytes_that_were_left_out_are_told_to_their_seat() -> None:
    evening = Evening(Case(WITH_SECRETS, 2, ()), 4)
    for seat in range(2):
        assert evening.do(commands.sit, seat, NAMES[seat], dice.promise(STIRRED[seat]))
    evening.now += 10_000
    assert evening.do(commands.begin_without, 5)
    witness = witnessed(evening, 0)
    assert evening.do(commands.resign, 1)
    found = verify(full_text(evening.table, evening.events), witness=witness)
    assert found.seen is not None
    assert (found.seen.dropped, found.silent) == ((0,), (0, 1))
    other = witness.replace(STIRRED[0].hex(), "00" * 32)
    with pytest.raises(BadPlay) as caught:
        verify(full_text(evening.table, evening.events), witness=other)
    assert caught.value.key == "error.seen.bytes"


def test_a_log_that_was_cut_short_or_is_of_another_table_is_found() -> None:
    full = "\n".join(seen_lines(EVENING.table, EVENING.told, 0)) + "\n"
    with pytest.raises(BadPlay) as caught:
        verify(rechained(TRUE, log_of(TRUE)[:-1]), witness=full)
    assert caught.value.key == "error.seen.missing"
    with pytest.raises(BadPlay) as caught:
        verify(TRUE, witness=full.replace(EVENING.table.name, "another"))
    assert caught.value.key == "error.seen.table"
    with pytest.raises(BadPlay) as caught:
        verify(TRUE, witness="nothing")
    assert caught.value.key == "error.seen.none"


# ---- names that are taken away


def test_an_erased_name_breaks_nothing_and_cannot_be_guessed_from_the_seed() -> None:
    gone = [salted.erased(event, lambda seat, _: seat == 1) for event in log_of(TRUE)]
    text = rechained(TRUE, gone).replace(f"seat 2: {NAMES[1]}", f"seat 2: {salted.ERASED}")
    assert NAMES[1] not in text and NAMES[0] in text
    found = verify(text, witness=WITNESSES[0])
    assert (found.chain, found.erased) == (verify(TRUE).chain, 1)
    again = [salted.with_salt("Alice")[1] for _ in range(2)]
    assert again[0] != again[1]


def test_a_name_kept_from_the_game_before_is_erased_too() -> None:
    evening = Evening(Case(NO_LUCK, 2, ()), 1).sit().spent(0)
    found = rematched(evening.table, "next", bytes(32), evening.now)
    event = found.new.told[0].event
    assert found.new.table.opening.kept == NAMES[:2]
    gone = salted.erased(event, lambda _, name: name == NAMES[0])
    table, _ = rebuilt("next", bytes(32), [gone])
    assert table.frozen is None
    assert table.opening.kept == ("", NAMES[1])
    assert table.head == found.new.table.head


# ---- the chain and the stored hashes


def test_the_chain_is_that_of_the_end_and_never_changes_after() -> None:
    evening = played()
    assert evening.do(commands.resign, 0)
    chain = evening.table.chain
    assert chain == evening.table.head
    for _ in range(3):
        assert evening.do(commands.react, 1, "bravo")
    assert evening.do(commands.hand, 1)
    assert evening.table.chain == chain != evening.table.head
    assert verify(full_text(evening.table, evening.events)).chain == chain.hex()


def test_an_event_that_does_not_fit_its_stored_hash_freezes_the_table() -> None:
    hashes = [one.hash for one in EVENING.told]
    table, _ = rebuilt(EVENING.table.name, EVENING.seed, EVENING.events, hashes)
    assert table.frozen is None
    sit = of_kind(EVENING.events, "sit")[0]
    name = {"name": "Mallory", "salt": sit.aside["salt"]}
    forged = changed(sit, name, who=salted.hashed(name["salt"], "Mallory"))
    events = instead(EVENING.events, sit, forged)
    table, told = rebuilt(EVENING.table.name, EVENING.seed, events, hashes)
    assert table.frozen is not None
    assert (table.frozen.key, table.frozen.facts["number"]) == ("error.event.stored", sit.number)
    assert [one.event.number for one in told] == [event.number for event in events]


# ---- whatever a stranger wrote

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "\ud800", WITH_SECRETS, "00" * 32, "\u2028", "a\nb", -1, 10**400])
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_no_forgery_whatever_it_says_ends_in_a_traceback(data: st.DataObject) -> None:
    events = log_of(TRUE)
    event = data.draw(st.sampled_from(events[:12] + events[-3:]))
    part = data.draw(st.sampled_from(["at", "kind", "seat", "body", "aside", "field", "beside"]))
    junk = data.draw(JUNK)
    if part == "field" and event.body:
        other = changed(event, **{data.draw(st.sampled_from(sorted(event.body))): junk})
    elif part == "beside" and event.aside:
        other = changed(event, {data.draw(st.sampled_from(sorted(event.aside))): junk})
    elif part in ("field", "beside"):
        other = event._replace(body={"r": junk})
    else:
        parts: dict[str, Any] = {part: junk}
        other = event._replace(**parts)
    try:
        text = rechained(TRUE, instead(events, event, other))
    except (ValueError, TypeError):
        return  # no server could write it
    assert sentence(text).encode("utf-8", "replace")


def sentence(text: str, witness: str = "") -> str:
    """What is said of a file, whatever stands in it."""
    try:
        return verify(text, witness=witness).chain
    except LudothequeError as problem:
        return problem.sentence("en")


@settings(max_examples=80, deadline=None)
@given(st.integers(0, len(TRUE) - 1), st.text(max_size=3), st.integers(0, 40))
def test_no_damaged_file_ends_in_a_traceback(at: int, new: str, gone: int) -> None:
    for whole in (TRUE, TRUE + WITNESSES[0]):
        text = whole[:at] + new + whole[at + gone :]
        assert sentence(text, text if "\n# seen\n" in text else "")


@pytest.mark.parametrize("junk", ["[" * 100_000, "9" * 5_000, "NaN", "[0,1e999,null,null,{}]"])
def test_no_line_of_nonsense_ends_in_a_traceback(junk: str) -> None:
    line = f"# {'0' * 32} [{junk}]"
    with pytest.raises((BadEvent, BadPlay)):
        verify(TRUE.split("# log\n")[0] + f"# log\n{line}\n")
    with pytest.raises(BadPlay):
        verify(TRUE, witness=f"# seen\n# {junk}\n")


def test_a_line_is_read_as_it_was_written() -> None:
    event = Event(1, 2, "sit", 0, {"who": '] {"'}, {"name": '] {"x', "salt": ""})
    assert read_event(written(event)) == event
    assert Table("t").format == 2


def test_a_game_with_other_equipment_or_a_clock_that_runs_backwards_does_not_verify() -> None:
    events = log_of(TRUE)
    other = rechained(TRUE, [changed(events[0], data="0123456789abcdef"), *events[1:]])
    with pytest.raises(BadPlay) as caught:
        verify(other)
    assert caught.value.key == "error.verify.data"
    assert caught.value.facts["found"] == "0123456789abcdef"
    with pytest.raises(BadEvent):
        verify(rechained(TRUE, [*events[:5], events[5]._replace(at=1), *events[6:]]))
