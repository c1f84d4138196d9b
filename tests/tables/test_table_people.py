"""People at a table: sitting down, stirring, giving up, being away, clocks, playing again."""

from __future__ import annotations

from typing import Any

import pytest
from every import FEWEST_CHOICES, MOST_CHOICES, NO_LUCK, WITH_SECRETS, Case, another_way

from ludotheque import load
from ludotheque.errors import BadOption, BadPlayers, BadRequest
from ludotheque.series import Series
from ludotheque.tables import commands, dice, evidence, views
from ludotheque.tables.commands import Wish
from ludotheque.tables.evidence import verify
from ludotheque.tables.kinds import REACTIONS
from ludotheque.tables.opening import Clock, SeriesFacts
from ludotheque.tables.table import ABANDONED, OVER, PLAYING, WAITING, Table
from tables.driving import NAMES, NOON, Evening, Rematch, drafted, facts, refusal_of, rematched

CALM2, CALM3, CALM4 = (Case(NO_LUCK, players, ()) for players in (2, 3, 4))
LUCKY3 = Case(FEWEST_CHOICES, 3, ())


def started(case: Case, number: int = 0, **wish: Any) -> Evening:
    return Evening(case, number, **wish).sit()


def waiting_for(evening: Evening) -> int:
    """The seat that is to act."""
    return evening.table.acting()[0]


# ---- laying a table


def test_a_table_is_laid_as_it_was_wished() -> None:
    option, value = another_way(WITH_SECRETS)
    case = Case(WITH_SECRETS, 3, ((option, value),))
    table = Evening(case, 7, listed=True, patience=60, clock=(300, 2)).table
    opening = table.opening
    assert (opening.game, opening.players, opening.seats) == (WITH_SECRETS, 3, ("", "", ""))
    assert opening.options[option] == value
    assert (opening.listed, opening.patience, opening.stand_in) == (True, 60, "random")
    assert opening.clock == Clock(300, 2)
    assert opening.commitment == dice.commitment(table.name, table.seed or b"")
    assert table.seed is not None and table.seed.hex() not in str(opening)
    assert table.status == WAITING


def test_a_wish_that_no_table_can_grant_is_refused() -> None:
    def lay(game: str, seats: list[str], options: Any, stand_in: str = "random") -> None:
        wish = Wish(game=game, seats=seats, options=options, stand_in=stand_in)
        drafted(commands.lay, Table("t", bytes(32)), wish, NOON)

    with pytest.raises(BadPlayers):
        lay(NO_LUCK, [""] * (load(NO_LUCK).seats[1] + 1), {})
    for name in ("no-such-option", "players", "first", "self"):
        with pytest.raises(BadOption):
            lay(NO_LUCK, ["", ""], {name: 1})
    for bots in (["", "bot:99"], ["", "Alice"]):
        with pytest.raises(BadRequest):
            lay(NO_LUCK, bots, {})
    with pytest.raises(BadRequest):
        lay(NO_LUCK, ["", ""], {}, stand_in="nobody")


def test_bots_alone_begin_at_once() -> None:
    table = Evening(CALM2, seats=["random", "random"]).table
    assert table.status == PLAYING
    assert table.people() == []


# ---- sitting down


def test_the_game_begins_when_the_last_seat_is_taken() -> None:
    evening = Evening(LUCKY3).sit(2, 0)
    assert evening.table.status == WAITING
    assert refusal_of(commands.play, evening.table, 0, 0, 0, NOON) == "waiting"
    evening.sit(1)
    assert evening.table.status == PLAYING
    assert [place.name for place in evening.table.places] == [*NAMES[:3]]


def test_a_seat_that_is_taken_or_does_not_exist_is_refused() -> None:
    table = Evening(LUCKY3, seats=["", "random", ""]).sit(0).table
    for seat in (0, 1, 3, -1, -3):
        assert refusal_of(commands.sit, table, seat, "Zoé", "", NOON) == "taken"
        assert refusal_of(commands.fill, table, seat, "random", NOON) == "taken"


def test_who_leaves_frees_the_seat_and_the_last_to_leave_gives_the_table_up() -> None:
    evening = Evening(LUCKY3).sit(0, 1)
    assert evening.do(commands.leave, 0)
    assert not evening.table.places[0].is_taken
    assert evening.table.status == WAITING
    assert evening.do(commands.leave, 1)
    assert evening.table.status == ABANDONED
    assert evening.events[-1].body == {"seed": evening.seed.hex()}


def test_a_bot_fills_a_free_seat_and_the_game_begins() -> None:
    evening = Evening(CALM2).sit(1)
    assert evening.do(commands.fill, 0, "random")
    assert evening.table.status == PLAYING
    assert evening.table.people() == [1]


def test_once_the_game_has_begun_nobody_changes_seats() -> None:
    table = started(CALM2).table
    assert refusal_of(commands.sit, table, 0, "Zoé", "", NOON) == "begun"
    assert refusal_of(commands.leave, table, 0, NOON) == "begun"
    assert refusal_of(commands.fill, table, 0, "random", NOON) == "begun"
    assert refusal_of(commands.stir, table, 0, bytes(32), NOON) == "begun"


# ---- names


def test_who_waits_takes_a_name_and_another_one() -> None:
    evening = Evening(LUCKY3).sit(0)
    for name in ("Zoé", "", "Léa"):
        assert evening.do(commands.call, 0, name)
        assert evening.table.places[0].name == name
        assert evening.table.people() == [0]
    number = evening.table.number
    evening.do(commands.call, 0, "Léa")
    assert evening.table.number == number, "nothing has changed"
    evening.sit(1)
    assert refusal_of(commands.call, evening.table, 0, NAMES[1], NOON) == "name"
    assert refusal_of(commands.call, evening.sit(2).table, 0, "Zoé", NOON) == "begun"


def test_a_name_is_changed_only_so_often() -> None:
    evening = Evening(LUCKY3).sit(0)
    for n in range(commands.MOST_RENAMED):
        assert evening.do(commands.call, 0, f"Zoé {n}")
    assert refusal_of(commands.call, evening.table, 0, "Zoé", NOON) == "often"


# ---- beginning with those who sit


def test_the_host_begins_with_those_who_sit_and_they_move_up() -> None:
    evening = Evening(CALM4).sit(3, 1)
    assert evening.table.host == 3, "who came first"
    assert evening.do(commands.fewer, 3, None)
    table = evening.table
    assert [place.name for place in table.places] == [NAMES[1], NAMES[3]]
    assert (table.status, table.players, table.s.players) == (PLAYING, 2, 2)
    assert table.opening.players == 4, "as it was laid"
    assert evening.spent().table.status == OVER
    verified = verify(evidence.full_text(evening.table, evening.events))
    assert verified.finished


def test_seats_that_are_taken_away_take_their_stirring_with_them() -> None:
    evening = Evening(CALM3)
    evening.do(commands.sit, 0, "Ana", "")
    evening.do(commands.sit, 2, "Ben", dice.promise(YOURS))
    evening.do(commands.fewer, 0, None)
    assert evening.table.status == WAITING
    assert evening.table.silent() == [1]
    evening.do(commands.stir, 1, YOURS)
    assert evening.table.status == PLAYING


def test_a_free_seat_is_taken_away_and_the_others_are_still_waited_for() -> None:
    evening = Evening(CALM4, seats=["", "", "random", ""]).sit(0)
    assert evening.do(commands.fewer, 0, 1)
    assert [place.is_taken for place in evening.table.places] == [True, True, False]
    assert evening.table.places[1].bot == "random"
    assert evening.table.status == WAITING


def test_seats_are_taken_away_by_the_host_alone_and_only_where_enough_stay() -> None:
    evening = Evening(LUCKY3).sit(1, 0)
    low = load(FEWEST_CHOICES).seats[0]
    assert refusal_of(commands.fewer, evening.table, 0, None, NOON) == "guest"
    assert refusal_of(commands.fewer, evening.table, 1, 0, NOON) == "taken"
    assert refusal_of(commands.fewer, evening.table, 1, 7, NOON) == "taken"
    evening = Evening(Case(MOST_CHOICES, load(MOST_CHOICES).seats[0], ())).sit(0)
    if evening.table.players > 1:
        assert refusal_of(commands.fewer, evening.table, 0, None, NOON) == "few"
    evening = Evening(LUCKY3).sit(0, 1)
    assert evening.do(commands.leave, 0)
    assert evening.table.host == 1
    assert low <= 2 or refusal_of(commands.fewer, evening.table, 1, 0, NOON) == "few"


def test_a_series_that_has_begun_keeps_its_seats() -> None:
    series = Series(3, 3)
    evening = started(CALM3, series=SeriesFacts.of(series)).spent()
    new = rematched(evening.table, "next", bytes(32), NOON).new.table
    new = drafted(commands.sit, new, 0, "Zoé", "", NOON).table
    assert refusal_of(commands.fewer, new, 0, None, NOON) == "guest"


# ---- hints among people


def test_people_play_without_hints_unless_the_table_allows_them() -> None:
    table = started(CALM2).table
    assert refusal_of(commands.advise, table, 0, NOON) == "advice"
    assert views.standing(table, NOON)["hints"] is False
    evening = started(CALM2, hints=True)
    assert "hints" not in views.standing(evening.table, NOON)
    assert evening.do(commands.advise, 0)
    assert evening.events[-1].kind == "advice"
    number = evening.table.number
    evening.do(commands.advise, 0)
    assert evening.table.number == number, "it is told once for a position"


def test_one_person_among_bots_may_ask_and_nobody_need_know() -> None:
    evening = Evening(CALM2, seats=["", "random"]).sit(0)
    assert not evening.do(commands.advise, 0)
    assert not evening.refused
    assert "advice" not in {event.kind for event in evening.events}
    assert "hints" not in views.standing(evening.table, NOON)


# ---- stirring the dice

MINE, YOURS = b"m" * 32, b"y" * 32


def promised() -> Evening:
    """Two who have promised bytes and one who has not."""
    evening = Evening(LUCKY3)
    evening.do(commands.sit, 0, "Alice", dice.promise(MINE))
    evening.do(commands.sit, 1, "Bruno", dice.promise(YOURS))
    assert refusal_of(commands.stir, evening.table, 0, MINE, NOON) == "early"
    evening.do(commands.sit, 2, "Chloé", "")
    assert evening.table.status == WAITING
    return evening


def test_the_game_waits_for_those_who_promised_and_their_bytes_stir_the_dice() -> None:
    evening = promised()
    assert evening.table.silent() == [0, 1]
    evening.do(commands.stir, 1, YOURS)
    assert evening.table.status == WAITING
    evening.do(commands.stir, 0, MINE)
    assert evening.table.status == PLAYING
    assert evening.table.stir == dice.stirred({0: MINE, 1: YOURS})
    begin = next(event for event in evening.events if event.kind == "begin")
    first = dice.draw(evening.seed, evening.table.name, 0, "first", evening.table.stir, 3)
    assert begin.body == {"first": first, "r": first, "i": 0, "n": 3, "silent": []}


def test_bytes_that_do_not_fit_the_promise_are_refused() -> None:
    evening = promised()
    for seat, entropy in ((0, YOURS), (0, MINE[:31]), (0, b""), (2, MINE)):
        assert refusal_of(commands.stir, evening.table, seat, entropy, NOON) == "promise"
    evening.do(commands.stir, 0, MINE)
    assert refusal_of(commands.stir, evening.table, 0, MINE, NOON) == "promise"


def test_the_game_begins_without_the_silent_after_a_while() -> None:
    evening = promised()
    evening.do(commands.stir, 0, MINE)
    table, seated = evening.table, evening.table.seated
    assert not drafted(commands.begin_without, table, 10, seated + 9_999).told
    draft = drafted(commands.begin_without, table, 10, seated + 10_000)
    assert draft.told
    assert draft.told[0].event.body["silent"] == [1]
    assert draft.table.stir == dice.stirred({0: MINE})
    assert not drafted(commands.begin_without, draft.table, 10, seated + 20_000).told
    assert not drafted(commands.begin_without, Evening(LUCKY3).table, 10, NOON + 10**9).told


def test_nobody_leaves_and_promises_other_bytes_knowing_those_of_the_others() -> None:
    evening = promised()
    evening.do(commands.stir, 0, MINE)
    assert refusal_of(commands.leave, evening.table, 1, NOON) == "begun"


# ---- reactions


def test_anybody_waves_at_any_time_but_not_for_ever() -> None:
    evening = Evening(CALM2).sit(0)
    for what in REACTIONS:
        assert evening.do(commands.react, 0, what)
    assert refusal_of(commands.react, evening.table, 0, "boo", NOON) == "reaction"
    for _ in range(commands.MOST_REACTIONS - len(REACTIONS)):
        evening.do(commands.react, 0, "hello")
    assert refusal_of(commands.react, evening.table, 0, "hello", NOON) == "often"


# ---- giving up


def test_of_two_the_other_wins_when_one_gives_up() -> None:
    evening = started(CALM2)
    assert evening.do(commands.resign, 1)
    assert evening.table.status == OVER
    assert [event.kind for event in evening.events[-2:]] == ["resign", "end"]
    assert evening.table.result.winners == (0,)
    assert refusal_of(commands.resign, evening.table, 0, NOON) == "over"


def test_among_more_a_bot_plays_on_for_who_gives_up() -> None:
    evening = started(CALM3)
    assert evening.do(commands.resign, 1)
    assert evening.table.status == PLAYING
    place = evening.table.places[1]
    assert (place.name, place.driver, place.resigned) == ("Bruno", "random", True)
    assert evening.table.people() == [0, 2]
    for decision in (commands.resign, commands.undo):
        assert refusal_of(decision, evening.table, 1, NOON) == "resigned"
    assert refusal_of(commands.consent, evening.table, 1, True, NOON) == "resigned"
    assert not drafted(commands.come_back, evening.table, 1, NOON).told
    assert evening.spent(0).table.status == OVER


def test_a_table_that_everybody_gave_up_is_abandoned() -> None:
    evening = started(CALM3)
    evening.do(commands.resign, 1)
    evening.do(commands.resign, 0)
    assert evening.table.status == PLAYING
    evening.do(commands.resign, 2)
    assert evening.table.status == ABANDONED
    alone = started(Case(FEWEST_CHOICES, 1, ()))
    alone.do(commands.resign, 0)
    assert alone.table.status == ABANDONED


def test_who_asked_to_go_back_and_gives_up_asks_no_more() -> None:
    evening = started(CALM3)
    asker = waiting_for(evening)
    evening.act()
    evening.act()
    evening.do(commands.undo, asker)
    assert "asked" in evening.shown(asker)
    evening.do(commands.resign, asker)
    assert "asked" not in evening.shown(asker)
    other = evening.table.people()[0]
    assert refusal_of(commands.consent, evening.table, other, True, NOON) == "unasked"


# ---- being away


def test_a_bot_stands_in_only_for_a_person_whom_the_game_waits_for() -> None:
    evening = started(CALM3)
    seat = waiting_for(evening)
    for other in ({0, 1, 2} - {seat}) | {-1, 3}:
        assert refusal_of(commands.stand_in, evening.table, other, NOON) == "present"
    table = drafted(commands.stand_in, evening.table, seat, NOON).table
    assert table.places[seat].driver == "random"
    assert not table.places[seat].late
    assert refusal_of(commands.stand_in, table, seat, NOON) == "present"


def test_who_is_back_plays_again() -> None:
    evening = started(CALM3)
    seat = waiting_for(evening)
    assert not drafted(commands.come_back, evening.table, seat, NOON).told
    evening.do(commands.stand_in, seat)
    assert evening.shown(seat)["actions"] == []
    evening.do(commands.come_back, seat)
    assert evening.table.places[seat].driver == ""
    assert evening.shown(seat)["actions"]
    assert evening.table.returned == evening.now


def test_a_seat_goes_on_from_another_device() -> None:
    evening = started(CALM2)
    before = facts(evening.table)
    evening.do(commands.hand, 0)
    changed = {name for name, value in facts(evening.table).items() if value != before[name]}
    assert changed == {"number", "head", "at", "handed"}


def test_a_table_can_be_given_up_before_and_during_the_game() -> None:
    for evening in (Evening(CALM3).sit(0), started(CALM3)):
        evening.do(commands.abandon)
        assert evening.table.status == ABANDONED
        assert evening.events[-1].body["seed"] == evening.seed.hex()
        assert refusal_of(commands.abandon, evening.table, NOON) == "over"


# ---- clocks


def clocked(case: Case = CALM2) -> Evening:
    """Ten seconds each, and two more for each action."""
    return started(case, clock=(10, 2))


def play(evening: Evening, seat: int, after: int) -> None:
    """A seat plays so many milliseconds after the last thing on the board."""
    table = evening.table
    view = table.game.facing(table.s, seat)
    action = table.game.legal_actions(view)[0]
    evening.take(drafted(commands.play, table, seat, action, table.ply, table.moved + after))


def test_only_the_clock_of_who_is_to_act_runs_and_each_action_adds_time() -> None:
    evening = clocked()
    table = evening.table
    one = waiting_for(evening)
    two = 1 - one
    assert [table.left(seat, table.moved) for seat in (one, two)] == [10_000, 10_000]
    assert table.left(one, table.moved + 3_000) == 7_000
    assert table.left(two, table.moved + 3_000) == 10_000
    play(evening, one, 3_000)
    table = evening.table
    assert table.left(one, table.moved + 500) == 9_000
    assert table.left(two, table.moved + 500) == 9_500
    assert evening.shown(one)["clocks"][one] == 9_000
    assert started(CALM2).table.left(0, NOON) is None


def test_when_the_time_is_up_a_bot_plays_to_the_end() -> None:
    evening = clocked()
    seat, moved = waiting_for(evening), evening.table.moved
    assert not drafted(commands.time_is_up, evening.table, seat, moved + 9_999).told
    assert not drafted(commands.time_is_up, evening.table, 1 - seat, moved + 20_000).told
    draft = drafted(commands.time_is_up, evening.table, seat, moved + 10_000)
    assert draft.told
    place = draft.table.places[seat]
    assert (place.driver, place.late, place.resigned) == ("random", True, False)
    assert not drafted(commands.come_back, draft.table, seat, moved + 11_000).told
    assert not drafted(commands.time_is_up, draft.table, seat, moved + 12_000).told
    assert not drafted(commands.time_is_up, started(CALM2).table, 0, NOON * 2).told


def test_a_clock_that_was_set_back_takes_nothing() -> None:
    evening = clocked()
    seat = waiting_for(evening)
    play(evening, seat, -5_000)
    assert evening.table.used[seat] == -2_000
    assert evening.table.left(waiting_for(evening), NOON - 5_000) == 10_000


def test_where_the_clock_was_set_back_over_a_restart_time_goes_on_from_the_last_event() -> None:
    evening = clocked()
    seat, table = waiting_for(evening), evening.table.copy()
    behind = table.at - 600_000
    table.keep_time(behind)
    assert table.left(seat, behind + 4_000) == 6_000
    assert not drafted(commands.time_is_up, table, seat, behind + 9_000).told
    late = drafted(commands.time_is_up, table, seat, behind + 10_500)
    assert late.told
    assert late.now == table.at + 10_500
    assert drafted(commands.stand_in, table, seat, behind + 121_000).now == table.at + 121_000
    table.keep_time(table.at + 5_000)
    assert table.ahead == 600_000, "it never loses what it has gained"


def test_who_keeps_silent_is_not_waited_for_longer_after_the_clock_was_set_back() -> None:
    evening = Evening(CALM2)
    evening.do(commands.sit, 0, "Alice", dice.promise(bytes(32)))
    evening.do(commands.sit, 1, "Bruno", "")
    table = evening.table.copy()
    behind = table.at - 600_000
    table.keep_time(behind)
    assert not drafted(commands.begin_without, table, 10, behind + 9_000).told
    assert drafted(commands.begin_without, table, 10, behind + 12_000).told


def test_no_clock_is_shown_below_nothing() -> None:
    evening = clocked()
    seen = views.standing(evening.table, evening.table.at + 3_600_000)
    assert min(seen["clocks"]) == 0


def test_nothing_happens_before_what_happened_last() -> None:
    evening = clocked()
    last = evening.table.at
    for _ in range(3):
        seat = waiting_for(evening)
        evening.take(drafted(commands.react, evening.table, seat, "hello", last - 3_600_000))
        assert evening.table.at == last
        play(evening, seat, -3_600_000)
        assert evening.table.at == evening.table.moved == last
    evening.take(drafted(commands.react, evening.table, 0, "hello", last + 1))
    assert evening.table.at == last + 1


def test_going_back_and_playing_again_gains_no_time() -> None:
    evening = clocked(Case(MOST_CHOICES, 2, ()))
    evening.until(goes_on_after_one_more)
    seat = waiting_for(evening)
    used = evening.table.used[seat]
    for turn in range(1, 4):
        play(evening, seat, 1_000)
        assert evening.table.used[seat] == used + 1_000 * turn - 2_000 + 500 * (turn - 1)
        evening.take(drafted(commands.undo, evening.table, seat, evening.table.moved + 500))
        assert evening.table.used[seat] == used + 1_500 * turn


def goes_on_after_one_more(table: Table) -> bool:
    """Whether the first thing that can be done leaves the turn where it is."""
    after = table.game.after(table.s, table.game.legal_actions(table.s)[0])
    return bool(after.player == table.s.player)


def test_laying_a_card_and_taking_it_back_gains_no_time() -> None:
    evening = clocked(Case(WITH_SECRETS, 3, ()))
    evening.until(lambda table: len(table.acting()) == 3)
    used = evening.table.used[1]
    for after in (1_000, 3_000, 5_000):
        play(evening, 1, after)
        assert evening.table.used[1] == used + after - 2_000
        assert evening.table.left(1, evening.table.moved + 9_000) == 12_000 - used - after
        evening.take(drafted(commands.undo, evening.table, 1, evening.table.moved + after + 1_000))
        assert evening.table.left(1, evening.table.moved + 7_000) == 10_000 - used - 7_000
    play(evening, 1, 7_000)
    play(evening, 0, 8_000)
    play(evening, 2, 9_000)
    assert evening.table.used[1] == used + 7_000 - 2_000
    assert evening.table.thought == {}


# ---- again


def again(evening: Evening, number: int) -> tuple[Evening, Rematch]:
    """The next table, with everybody in the seat that was kept for them."""
    found = rematched(evening.table, f"next-{number}", bytes([number] * 32), evening.now)
    evening.take(found.old)
    new = Evening.__new__(Evening)
    new.__dict__ |= evening.__dict__ | {"batches": [], "tables": [], "refused": []}
    new.take(found.new)
    for old, seat in found.moves.items():
        if evening.table.places[old].name and new.table.status == WAITING:
            new.do(commands.sit, seat, evening.table.places[old].name, "")
    return new, found


def test_they_play_again_at_another_table() -> None:
    evening = started(CALM3, patience=77)
    assert refusal_of(rematched, evening.table, "n", bytes(32), NOON) == "unfinished"
    evening.spent(0)
    new, found = again(evening, 1)
    assert found.moves == {0: 0, 1: 1, 2: 2}
    assert evening.table.next == new.table.name == "next-1"
    assert new.table.opening.patience == 77
    assert new.table.opening.first is None
    assert new.table.status == PLAYING
    assert refusal_of(rematched, evening.table, "n", bytes(32), NOON) == "again"


def test_bots_keep_their_seats_in_a_rematch() -> None:
    evening = Evening(CALM3, seats=["", "random", ""]).sit(0, 2).spent(0)
    found = rematched(evening.table, "n", bytes(32), NOON)
    assert found.new.table.opening.seats == ("", "random", "")
    assert found.new.table.opening.kept == ("Alice", "", "Chloé")


SERIES = SeriesFacts.of(Series(3, 3))


@pytest.mark.parametrize("keep", [False, True])
def test_in_a_series_seats_go_round_and_the_next_begins(keep: bool) -> None:
    evening = started(CALM3, series=SeriesFacts.of(Series(3, 3, keep)))
    sheet = Series(3, 3, keep)
    begun: list[str] = []
    for number in range(1, 4):
        table = evening.table
        names = {seat: place.name for seat, place in enumerate(table.places)}
        person = {name: i for i, name in enumerate(NAMES[:3])}
        turn = 0 if keep else number - 1
        assert all((person[name] - turn) % 3 == seat for seat, name in names.items())
        begun.append(names[table.start.first])
        evening.spent(0)
        if number == 1:
            sheet.first = person[begun[0]]
        sheet.write_down(table.game, evening.table.s)
        if number < 3:
            evening, _ = again(evening, number)
            series = evening.table.series()
            assert series is not None
            assert (series.scores, series.won) == (sheet.scores, sheet.won)
            assert evening.table.start.first == sheet.first_seat()
            assert evening.table.opening.first == sheet.first_seat()
    order = [person[name] for name in begun]
    assert order == [(order[0] + i) % 3 for i in range(3)]
    after, _ = again(evening, 9)
    assert after.table.opening.kept == NAMES[:3]
    assert after.table.opening.series == SeriesFacts.of(Series(3, 3, keep))
    assert after.table.opening.first is None
    assert [place.name for place in after.table.places] == [*NAMES[:3]]


def test_a_game_of_a_series_that_was_given_up_is_played_again() -> None:
    evening = started(CALM3, series=SERIES)
    evening.spent(0)
    second, _ = again(evening, 1)
    first = second.table.opening.first
    second.do(commands.abandon)
    third, found = again(second, 2)
    assert found.moves == {0: 0, 1: 1, 2: 2}
    assert third.table.opening.series == second.table.opening.series
    assert third.table.opening.first == first
    assert third.table.start.first == first


def test_a_game_that_was_given_up_by_one_of_two_counts_for_the_other() -> None:
    evening = started(CALM2, series=SERIES)
    evening.do(commands.resign, 0)
    new, found = again(evening, 1)
    assert new.table.opening.series is not None
    assert new.table.opening.series.won == ((1,),)
    assert found.moves == {0: 1, 1: 0}
