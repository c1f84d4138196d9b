"""A table is its events: they rebuild it, and none that could not have happened is taken."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from every import FEWEST_CHOICES, GAMES, NO_LUCK, WITH_SECRETS, Case

from ludotheque.errors import BadEvent
from ludotheque.parts import CHANCE
from ludotheque.tables import commands, salted
from ludotheque.tables.dice import picked
from ludotheque.tables.events import ORIGIN, Event, canonical, link, read_event, written
from ludotheque.tables.kinds import KINDS
from ludotheque.tables.table import OVER, PLAYING, Table, rebuilt
from ludotheque.words.messages import LANGUAGES, naming
from tables.driving import NOON, Evening, facts, refusal_of, some_cases


def few_or_many(name: str, long: bool) -> list[Case]:
    return some_cases(name, 20 if long else 4)


# ---- an evening


@pytest.mark.parametrize("name", GAMES)
def test_an_evening_ends_and_its_events_rebuild_the_table_at_every_moment(
    name: str, long: bool
) -> None:
    for number, case in enumerate(few_or_many(name, long)):
        evening = Evening(case, number)
        again, taken = Table(evening.table.name, evening.seed), 0
        for moment in evening.steps():
            events = moment.events
            for event in events[taken:]:
                again.take(event)
            taken = len(events)
            assert facts(again) == facts(moment.table)
        assert evening.table.is_over
        for length in range(0, taken + 1, 1 if long and taken < 200 else 1 + taken // 8):
            table, told = rebuilt(evening.table.name, evening.seed, evening.events[:length])
            assert table.frozen is None
            assert told == [one.later() for one in evening.told[:length]]
            assert table.number == length - 1
        assert facts(rebuilt(again.name, again.seed, evening.events)[0]) == facts(again)


def test_evenings_see_every_kind_of_event() -> None:
    kinds = {"next"}
    for number in range(60):
        case, wish = Case(WITH_SECRETS, 3, ()), {"clock": (3600, 10), "hints": True}
        evening = Evening(case, number, **wish).spent(fuss=0.3)
        kinds |= {event.kind for event in evening.events}
        if kinds == set(KINDS):
            return
    raise AssertionError(f"never seen: {set(KINDS) - kinds}")


@pytest.mark.parametrize("name", GAMES)
def test_a_decision_leaves_the_table_it_is_given_alone(name: str) -> None:
    for number, case in enumerate(some_cases(name, 2)):
        table, before = Table(""), b""
        for moment in Evening(case, number + 50, clock=(60, 5)).steps(fuss=0.4):
            if before:
                assert pickle.dumps(facts(table)) == before
            table = moment.table
            before = pickle.dumps(facts(table))


@pytest.mark.parametrize("name", GAMES)
def test_the_number_of_a_moment_never_returns_and_a_stale_one_is_refused(name: str) -> None:
    evening = Evening(some_cases(name, 2)[1], 3)
    positions: dict[int, Any] = {}
    for moment in evening.steps(fuss=0.4):
        table = moment.table
        if table.status != PLAYING:
            break
        seen = (table.actions[:], table.s)
        assert positions.setdefault(table.ply, seen) == seen
        assert table.ply == max(positions)
        seat = table.acting()[0]
        for ply in (table.ply - 1, table.ply + 1):
            assert refusal_of(commands.play, table, seat, 0, ply, moment.now) == "stale"


# ---- events that could not have happened


def check_refused(table: Table, event: Event) -> None:
    """The event is refused by its number, and the table is as it was."""
    before = pickle.dumps(facts(table))
    with pytest.raises(BadEvent) as caught:
        table.take(event)
    assert caught.value.facts["number"] == event.number
    assert caught.value.sentence("fr") != caught.value.sentence("en")
    if event.kind != "open":
        assert pickle.dumps(facts(table)) == before


def changed(event: Event, **body: object) -> Event:
    return event._replace(body=event.body | body)


def wrong_seats(table: Table, event: Event) -> Iterator[Event]:
    """The same by others; what several might do at that moment is left out."""
    seats = [None, -1, -3, table.players, True, 0.0, "0", *range(table.players)]
    may_be_anybody = event.kind in (
        "react",
        "resign",
        "sit",
        "call",
        "advice",
        "leave",
        "fill",
        "away",
        "back",
        "hand",
    )
    for seat in seats:
        if may_be_anybody and isinstance(seat, int) and 0 <= seat < table.players:
            continue
        if event.kind in ("seal", "unseal", "consent", "entropy") and seat in range(table.players):
            continue
        if event.seat is not None and (seat != event.seat or type(seat) is not int):
            yield event._replace(seat=seat)
    if event.kind == "draw":
        yield event._replace(seat=0)


def wrong_numbers(event: Event) -> Iterator[Event]:
    n = event.number
    for number in (n - 1, n + 1, n + 7, -1, None, str(n), float(n)):
        yield event._replace(number=number)  # type: ignore[arg-type]
    yield event._replace(at=-1)
    yield event._replace(at=1.5)  # type: ignore[arg-type]
    yield event._replace(kind="nothing")


def wrong_bodies(table: Table, event: Event) -> Iterator[Event]:
    body = event.body
    if body:
        yield event._replace(body={})
    if event.aside:
        yield from wrong_asides(event)
    if event.kind == "seal":
        yield changed(event, seal=salted.sealed("00" * 16, event.aside["a"]))
        yield from wrong_choices(table, event)
    if "salt" in body:
        yield changed(event, salt="00" * 16)
        yield event._replace(body={name: body[name] for name in ("a", "say")})
    if event.kind in ("play", "draw"):
        game = table.game
        view = table.s if event.seat is None else game.facing(table.s, event.seat)
        legal = game.legal_actions(view)
        codes = [*game.codes(view), -1, 10**20, None, "e5", [], 0.5]
        for a in codes:
            if a != body["a"]:
                yield changed(event, a=a)
            if a not in legal and isinstance(a, int) and a in game.codes(view):
                yield changed(event, a=a, say=game.say(view, a))
        yield changed(event, a=float(body["a"]))
        yield changed(event, say=body["say"] + "!")
    if "r" in body:
        for r in [*range(body["n"]), -1, body["n"], float(body["r"])]:
            if r != body["r"] or isinstance(r, float):
                yield changed(event, r=r)
                yield from recomputed(table, event, r)
        yield changed(event, i=body["i"] + 1)
        yield changed(event, i=body["i"] - 1)
        yield changed(event, n=body["n"] + 1)
    if event.kind == "begin":
        yield changed(event, first=body["first"] + 1)
        yield changed(event, silent=[0, 1, 2, 3, 4, 5])
    if event.kind == "end":
        yield changed(event, winners=[*body["winners"], 9])
        yield changed(event, scores=[points + 1 for points in body["scores"]])
    if "seed" in body:
        yield changed(event, seed="00" * 32)
        yield changed(event, seed="no")
    if "to" in body:
        yield changed(event, to=body["to"] + 1)
        yield changed(event, to=body["to"] - 1)
    yield from wrong_beginnings(event)


def wrong_beginnings(event: Event) -> Iterator[Event]:
    """Other tables than were laid, other people than sat down."""
    body = event.body
    if event.kind == "open":
        yield changed(event, commitment="00" * 32)
        yield changed(event, table="another")
        yield changed(event, players=body["players"] + 1)
        yield changed(event, options={"no-such-option": "yes"})
        yield changed(event, game="chess")
        for wrong in WRONG_OPENINGS:
            yield changed(event, **wrong)
        yield event._replace(seat=0)
    if event.kind == "fewer":
        for seats in ([], [0, 0], [1, 0], [9], [-1], "01", [0.0], [True], [*range(7)]):
            yield changed(event, seats=seats)
        yield event._replace(seat=0)
    if event.kind == "sit":
        yield changed(event, promise="00")
    if event.kind in salted.NAMING:
        yield changed(event, who="00" * 32)
        yield changed(event, who=5)
        for name in ("\n", "two\nlines"):
            salt = event.aside["salt"]
            other = changed(event, who=salted.hashed(salt, name))
            yield other._replace(aside={"name": name, "salt": salt})


WRONG_OPENINGS: list[dict[str, object]] = [
    {"patience": "120"},
    {"patience": -1},
    {"listed": 1},
    {"stand_in": None},
    {"data": 7},
    {"first": 9},
    {"first": True},
    {"clock": {"seconds": "60", "add": 0}},
    {"clock": {"seconds": True, "add": 0}},
    {"clock": {"seconds": 10**400, "add": 0}},
    {"series": 1.5},
    {"series": {"games": 1.5, "keep_colours": False, "first": 0, "scores": [], "won": []}},
    {"series": {"games": 2, "keep_colours": False, "first": 0, "scores": [[]], "won": [[0]]}},
    {"series": {"games": 2, "keep_colours": 0, "first": 0, "scores": [], "won": []}},
    {"format": 3},
    {"format": 1.0},
    {"format": True},
    {"kept": ["Alice"]},
    {"hints": "yes"},
    {"chat": 1},
]


def wrong_asides(event: Event) -> Iterator[Event]:
    """What lies beside an event is another thing."""
    for name, value in event.aside.items():
        yield event._replace(aside=event.aside | {name: [value]})
        yield event._replace(aside=event.aside | {name: 5 if value != 5 else 6})
    if event.kind in salted.NAMING:
        yield event._replace(aside=event.aside | {"name": "Mallory"})
        yield event._replace(aside=event.aside | {"salt": "00" * 16})
    if event.kind == "seal":
        yield event._replace(aside={})


def wrong_choices(table: Table, event: Event) -> Iterator[Event]:
    """Choices that are sealed as they should be, but could not be made."""
    assert event.seat is not None
    game, salt = table.game, event.aside["salt"]
    view = game.facing(table.s, event.seat)
    for a in [*game.codes(view), -1, 10**20, None, "e5", 0.5]:
        if a not in game.legal_actions(view):
            said = game.say(view, a) if a in game.codes(view) else "?"
            other = changed(event, seal=salted.hashed(salt, str(a)))
            yield other._replace(aside={"a": a, "say": said, "salt": salt})
    yield event._replace(aside=event.aside | {"say": event.aside["say"] + "!"})


def recomputed(table: Table, event: Event, r: float) -> Iterator[Event]:
    """A draw of another number, told as if it had been drawn."""
    if event.kind == "draw" and r in range(event.body["n"]):
        a = picked(table.game.odds(table.s), int(r))
        yield changed(event, r=r, a=a, say=table.game.say(table.s, a))
    elif event.kind == "begin":
        yield changed(event, r=r, first=r)


@pytest.mark.parametrize("name", GAMES)
def test_no_event_is_taken_that_could_not_have_happened(name: str, long: bool) -> None:
    tried = 0
    for number, case in enumerate(few_or_many(name, long)):
        evening = Evening(case, number + 10, clock=(60, 5)).spent(fuss=0.3)
        table = Table(evening.table.name, evening.seed)
        kinds = Counter[str]()
        for event in evening.events:
            kinds[event.kind] += 1
            if kinds[event.kind] < (15 if long else 4):
                for forged in (
                    *wrong_numbers(event),
                    *wrong_seats(table, event),
                    *wrong_bodies(table, event),
                ):
                    check_refused(table.copy() if event.kind == "open" else table, forged)
                    tried += 1
            table.take(event)
            check_refused(table, event)  # twice
    assert tried > 500


def test_events_out_of_order_are_refused() -> None:
    evening = Evening(Case(WITH_SECRETS, 3, ()), 2).spent()
    table = Table(evening.table.name, evening.seed)
    for event, later in pairwise(evening.events):
        check_refused(table, later)
        table.take(event)
    for kind in KINDS:
        if kind != "open":
            check_refused(Table("table-2"), Event(0, NOON, kind, 0, {}))


def test_a_table_with_another_seed_is_refused_from_the_first_event() -> None:
    evening = Evening(Case(FEWEST_CHOICES, 2, ()), 1).spent()
    table, _ = rebuilt(evening.table.name, bytes(32), evening.events)
    assert table.frozen is not None
    assert table.frozen.facts["number"] == 0


def test_a_card_is_neither_played_openly_while_others_choose_nor_sealed_by_one_alone() -> None:
    evening = Evening(Case(WITH_SECRETS, 3, ())).sit()
    evening.until(lambda table: len(table.acting()) == 3)
    table, seat = evening.table, evening.table.s.player
    action = table.game.legal_actions(table.s)[0]
    said = {"a": action, "say": table.game.say(table.s, action)}
    check_refused(table, Event(table.number + 1, evening.now, "play", seat, said))
    evening.do(commands.play, seat, action, table.ply)
    table = evening.table
    check_refused(
        table, Event(table.number + 1, evening.now, "play", seat, said)
    )  # others still choose
    evening.until(lambda table: len(table.acting()) == 1 and not table.sealed)
    table, seat = evening.table, evening.table.s.player
    action = table.game.legal_actions(table.s)[0]
    salt = "00" * 16
    said = {"a": action, "say": table.game.say(table.s, action), "salt": salt}
    sealed = {"seal": salted.sealed(salt, action)}
    check_refused(table, Event(table.number + 1, evening.now, "seal", seat, sealed, said))


def test_nobody_goes_back_without_the_consent_that_the_log_shows() -> None:
    evening = Evening(Case(NO_LUCK, 3, ())).sit()
    evening.until(lambda table: len(table.actions) == 2)
    table = evening.table
    seat = next(s for s in range(3) if (table.last_choice(s) or (9,))[0] == 0)
    event = Event(table.number + 1, evening.now, "undo", seat, {"to": 0})
    check_refused(table, event)
    evening.do(commands.undo, seat)
    check_refused(evening.table, event._replace(number=event.number + 1))
    other = (seat + 1) % 3
    evening.do(commands.consent, other, True)
    check_refused(evening.table, event._replace(number=event.number + 2))
    own = Event(evening.table.number + 1, evening.now, "consent", seat, {"yes": True})
    check_refused(evening.table, own)
    evening.do(commands.consent, (seat + 2) % 3, True)
    assert evening.events[-1].kind == "undo"
    assert evening.table.actions == []


def test_after_the_end_nothing_is_taken_that_belongs_to_the_game() -> None:
    evening = Evening(Case(WITH_SECRETS, 2, ())).sit()
    evening.until(lambda table: len(table.acting()) == 2)
    evening.act()
    sealed = next(iter(evening.table.sealed))
    evening.do(commands.resign, sealed)
    assert evening.table.status == OVER
    for kind in ("unseal", "back", "consent", "play", "seal", "undo", "ask", "end", "abandon"):
        number = evening.table.number + 1
        check_refused(
            evening.table, Event(number, evening.now, kind, sealed, {"yes": True, "to": 0})
        )
    assert evening.do(commands.react, sealed, "bye")


# ---- the chain


def test_the_same_event_is_always_the_same_text() -> None:
    aside = {"name": "Chloé \U0001f3b2", "salt": "00"}
    event = Event(3, NOON, "sit", 1, {"who": "0a", "promise": "00"}, aside)
    text = written(event)
    assert canonical(event) == '[3,1763200000000,"sit",1,{"promise":"00","who":"0a"}]'
    assert text == canonical(event) + ' {"name":"Chlo\\u00e9 \\ud83c\\udfb2","salt":"00"}'
    assert read_event(text) == event
    bare = event._replace(aside={})
    assert read_event(canonical(event)) == bare
    assert link(ORIGIN, bare) == link(ORIGIN, event)
    for other in (text.replace(",", ", "), text + " ", text.replace("[3", "[03"), "[]", "{}"):
        with pytest.raises(ValueError, match=r"\[|unpack|delimiter"):
            read_event(other)


def test_every_event_is_chained_to_all_before_it() -> None:
    evening = Evening(Case(NO_LUCK, 2, ()), 1).spent()
    head = ORIGIN
    for one in evening.told:
        head = link(head, one.event)
        assert one.hash == head
    assert evening.table.head == head
    assert len({one.hash for one in evening.told}) == len(evening.told)


# ---- who begins


def test_the_first_player_comes_from_the_dice() -> None:
    case = Case(FEWEST_CHOICES, 3, ())
    first = Counter(Evening(case, number).sit().table.start.first for number in range(300))
    assert set(first) == {0, 1, 2}
    assert min(first.values()) > 70
    evening = Evening(case, 1).sit()
    begin = next(event for event in evening.events if event.kind == "begin")
    assert begin.body["first"] == begin.body["r"] == evening.table.start.first
    assert (begin.body["i"], begin.body["n"]) == (0, 3)


def test_somebody_alone_begins_without_a_die() -> None:
    evening = Evening(Case(NO_LUCK, 1, ())).sit()
    assert evening.events[2].body == {"first": 0, "silent": []}
    assert evening.table.draws == 0


def test_chance_never_keeps_anybody_waiting() -> None:
    for name in GAMES:
        for moment in Evening(some_cases(name, 2)[0], 4).steps():
            if moment.table.status == PLAYING:
                assert moment.table.s.player != CHANCE
                assert moment.table.acting()


@pytest.mark.parametrize("name", GAMES)
def test_what_may_be_done_can_be_typed_in_the_words_that_are_shown(name: str) -> None:
    """With the names of those who sit there, as the page writes them."""
    for number, case in enumerate(some_cases(name, 4)):
        for table in Evening(case, number).sit().spent(fuss=0).tables[::31]:
            for seat in table.acting():
                names = [place.name for place in table.places]
                with naming(names.__getitem__):
                    said = [
                        (action, table.game.tell(table.facing(seat), action).text(lang))
                        for action in table.game.legal_actions(table.facing(seat))
                        for lang in LANGUAGES
                    ]
                for action, text in said:
                    assert commands.read_action(table, seat, text) == action, text
