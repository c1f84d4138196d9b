"""A page alone: whatever it may ask a server for, it asks a desk on its own device."""

from __future__ import annotations

import json
from typing import Any

import pytest
from every import AT_ONCE, FOR_THREE, NO_LUCK, OURS, WITH_SECRETS

from ludotheque import load
from ludotheque.offline import house
from ludotheque.tables.dice import BYTES
from ludotheque.tables.evidence import verify
from ludotheque.tables.kinds import REACTIONS

from .page import Page, bot, me, run

SHOWN = b"s" * BYTES
ALONE = next(name for name in OURS if load(name).seats[0] == 1)


def needed(name: str) -> list[dict[str, Any]]:
    """Bots for the other seats."""
    return [bot()] * (max(load(name).seats[0], 2) - 1)


# ---- playing


@pytest.mark.parametrize("name", OURS)
def test_a_game_against_bots_is_played_to_its_end_and_its_dice_can_be_checked(name: str) -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(name, me("Ada", SHOWN), *needed(name))
        assert table.startswith(house.MARK)
        assert (await page.open(table))["status"] == "waiting"
        await page.done(0, "stir", bytes=SHOWN.hex())
        news = await page.play([0])
        assert news["status"] == "over"
        found = verify(await page.get(f"/api/tables/{table}/play"))
        assert (found.chain, found.stirred, found.silent) == (news["chain"], 1, ())

    run(story())


@pytest.mark.parametrize("name", OURS)
def test_several_at_one_screen_play_from_their_own_seats(name: str) -> None:
    async def story() -> None:
        page, count = Page(), max(load(name).seats[0], 2)
        table = await page.lay(name, *(me(f"Gast {seat}") for seat in range(count)))
        first = await page.open(table)
        assert first["mine"] == [*range(count)]
        assert first["seat"] == (None if first["secrets"] else 0)
        await page.play([*range(count)])
        assert (await page.get("/api/me"))["games"][0]["screen"] == 1

    run(story())


def test_a_hint_an_explanation_and_a_wave_are_answered() -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(NO_LUCK, me(), me("Bo"), hints=True)
        news = await page.open(table)
        seat = news["acting"][0]
        news = await page.look(seat)
        legal = {action["id"] for action in news["actions"]}
        other = next(n for n in range(load(NO_LUCK).rules.ACTIONS) if n not in legal)
        why = await page.done(seat, "why", action=other)
        assert why["legal"] is False and why["ruling"] and why["key"]
        assert (await page.done(seat, "why", action=min(legal)))["legal"] is True
        refused = await page.do(seat, "play", action=other, ply=news["ply"])
        assert (refused["type"], refused["code"]) == ("error", "illegal")
        hints = (await page.done(seat, "hint"))["hints"]
        assert {one["action"] for one in hints} == legal
        assert page.last()["events"][-1]["kind"] == "advice"
        await page.done(seat, "react", what=REACTIONS[0])
        assert page.last()["events"][-1]["what"] == REACTIONS[0]

    run(story())


def test_one_goes_back_freely_alone_and_by_asking_among_people() -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(NO_LUCK, me("Al"), me("Bo"))
        await page.open(table)
        first = page.last()["acting"][0]
        await page.play([0, 1], most=1)
        await page.done(first, "undo")
        assert page.last()["asked"]["seat"] == first
        await page.done(1 - first, "consent", yes=True)
        assert page.last()["events"][-1]["kind"] == "undo"
        assert page.last()["acting"] == [first]
        again = await page.do(first, "undo")
        assert again["code"] == "undo"

    run(story())


def test_a_series_goes_on_at_the_next_table_with_everybody_in_their_seats() -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(NO_LUCK, me("Al"), me("Bo"), series={"games": 2})
        await page.open(table)
        await page.play([0, 1])
        following = (await page.done(0, "again"))["table"]
        assert following.startswith(house.MARK)
        assert page.last()["next"] == following
        assert (await page.done(1, "again"))["table"] == following
        news = await page.open(following, 2)
        assert news["status"] == "waiting" and news["mine"] == [0, 1]
        for seat in (0, 1):
            wish = {"seat": seat, "name": news["seats"][seat]["kept"]}
            status, seated = await page.ask("POST", f"/api/tables/{following}/claim", wish)
            assert (status, seated["seat"]) == (200, seat)
        over = await page.play([0, 1], 2)
        assert len(over["sheet"]["scores"]) == 2

    run(story())


def test_somebody_gives_up_leaves_or_closes_the_table() -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(NO_LUCK, me(), bot())
        await page.open(table)
        await page.done(0, "resign")
        assert page.last()["result"]["winners"] == [1]
        other = await page.lay(NO_LUCK, me(), bot())
        await page.open(other, 2)
        await page.done(0, "abandon", 2)
        assert page.last(2)["status"] == "abandoned"
        third = await page.lay(NO_LUCK, me(stirs=SHOWN), me(), bot())
        await page.open(third, 3)
        await page.done(1, "leave", 3)
        assert page.last(3)["seats"][1] == {}
        assert (await page.do(1, "react", 3, what=REACTIONS[0]))["code"] == "seat"
        await page.done(0, "fewer", 3, free=1)
        assert [bool(seat.get("bot")) for seat in page.last(3)["seats"]] == [False, True]
        fourth = await page.lay(NO_LUCK, me(stirs=SHOWN), me(), bot())
        await page.open(fourth, 4)
        await page.done(1, "leave", 4)
        await page.done(0, "fill", 4, free=1, bot="random")
        await page.done(0, "call", 4, name="Zoé")
        await page.done(0, "stir", 4, bytes=SHOWN.hex())
        assert page.last(4)["status"] == "playing"

    run(story())


def test_who_gives_up_among_more_than_two_is_played_for() -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(FOR_THREE, me(), me(), bot(), stand_in="random")
        await page.open(table)
        await page.done(0, "resign")
        assert (await page.do(0, "undo"))["code"] == "resigned"
        assert (await page.play([1]))["status"] == "over"

    run(story())


def test_a_game_begins_without_bytes_that_nobody_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "ENTROPY", 0.01)

    async def story() -> None:
        page = Page()
        await page.open(await page.lay(NO_LUCK, me(stirs=SHOWN), bot()))
        await page.until(lambda: page.last()["status"] == "playing")
        begun = next(e for f in page.heard[1] for e in f["events"] if e["kind"] == "begin")
        assert begun["silent"] == [0]

    run(story())


def test_whose_clock_has_run_out_is_played_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        page, now = Page(), house.now_ms()
        clock = {"seconds": 5, "add": 0}
        table = await page.lay(NO_LUCK, me(), me(), clock=clock, stand_in="random")
        monkeypatch.setattr(house, "now_ms", lambda: now + 60_000)
        late = (await page.open(table))["acting"][0]
        await page.until(lambda: page.last()["acting"] == [1 - late])
        assert (await page.open(table, 2))["seats"][late]["late"] is True

    run(story())


# ---- looking


def test_a_long_log_comes_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house, "MOST_SHOWN", 7)

    async def story() -> None:
        page = Page()
        table = await page.lay(NO_LUCK, me(), bot())
        await page.open(table)
        last = (await page.play([0]))["number"]
        numbers, news = [], await page.open(table, 2)
        while news.get("more"):
            numbers += [event["number"] for event in news["events"]]
            news = await page.look(0, 2, since=numbers[-1])
        numbers += [event["number"] for event in news["events"]]
        assert numbers == [*range(last + 1)]

    run(story())


def test_every_moment_can_be_looked_at_again() -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(NO_LUCK, me(), bot())
        await page.open(table)
        news = await page.play([0])
        last = (await page.get(f"/api/tables/{table}/at/0"))["last"]
        moments = [await page.get(f"/api/tables/{table}/at/{n}?seat=0") for n in range(last + 1)]
        assert moments[-1]["view"] == news["view"]
        assert all(moment["effects"] for moment in moments[1:])
        picture = await page.get(f"/api/tables/{table}/picture?now=3&lang=fr&seat=0")
        assert picture == moments[-1]["picture"]
        found = await page.refused("GET", f"/api/tables/{table}/at/{last + 1}")
        assert found[:2] == (409, "moment")

    run(story())


def test_a_page_is_told_who_is_there() -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(FOR_THREE, me(), me(), bot())
        await page.open(table)
        await page.desk.hear(1, json.dumps({"do": "here", "hidden": True}))
        assert page.last(kind="people")["seats"] == [{"state": "away"}, {"state": "away"}, None]
        await page.desk.hear(1, json.dumps({"do": "here"}))
        assert page.last(kind="people")["seats"][0] == {"state": "there"}

    run(story())


def test_what_has_no_meaning_on_one_device_is_refused_in_a_sentence() -> None:
    async def story() -> None:
        page = Page()
        wish = {"game": NO_LUCK, "seats": [me(), {"who": "open"}]}
        alone = (422, "alone", "refused.alone")
        assert await page.refused("POST", "/api/tables", wish) == alone
        table = await page.lay(NO_LUCK, me(), me(), listed=True, chat=True)
        assert await page.refused("POST", f"/api/tables/{table}/invite", {}) == alone
        assert await page.refused("DELETE", f"/api/tables/{table}/invite") == alone
        assert await page.refused("POST", "/api/home", {"open": True, "keep": False}) == alone
        assert (await page.get("/api/home"))["switch"] is False
        assert await page.get("/api/tables") == []
        await page.open(table)
        assert page.last()["opening"]["listed"] is False
        assert (await page.do(0, "chat", text="hé"))["code"] == "chat"
        assert (await page.do(0, "stand_in", away=1))["code"] == "present"

    run(story())


def test_what_cannot_be_read_is_refused_and_says_where() -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(NO_LUCK, me(), bot())
        await page.open(table)
        for frame in (
            "",
            "[]",
            "{",
            '{"do":"dance"}',
            '{"do":"play","seat":0,"action":1}',
            "[" * 99,
        ):
            await page.desk.hear(1, frame)
            assert page.heard[1][-1]["code"] == "invalid", frame
        wrong = {"game": NO_LUCK, "seats": [{"who": "me", "name": 3}]}
        _, told = await page.ask("POST", "/api/tables", wrong)
        assert told["facts"]["where"] == "seats.0.name"
        for path, code in (
            ("/api/tables/~nothing-of-that", 4404),
            ("/api/nothing", 4404),
        ):
            assert (await page.ask("GET", path))[0] == code - 4000
        assert await page.desk.open(9, "~nothing-of-that", "") == 4404
        assert await page.desk.open(9, table, "seat=1") == 4403
        assert await page.desk.open(9, table, "seat=x") == 1008
        assert (await page.refused("POST", "/api/tables", {"game": "x", "seats": [me()]}))[0] == 422
        assert (await page.refused("POST", "/api/tables", {"game": NO_LUCK, "seats": [bot()]}))[
            1
        ] == "nobody"
        await page.desk.hear(77, "{}")
        await page.desk.close(77)

    run(story())


# ---- what is kept


def test_the_album_lists_counts_and_puts_away() -> None:
    async def story() -> None:
        page = Page()
        names = [await page.lay(NO_LUCK, me(), bot()) for _ in range(3)]
        await page.open(names[0])
        over = await page.play([0])
        mine = await page.get("/api/tables/mine")
        assert {line["table"] for line in mine} == {*names}
        line = next(line for line in mine if line["table"] == names[0])
        assert line["result"] == over["result"] and line["bots"] == 1 and line["seats"] == [0]
        status, _ = await page.ask("PUT", f"/api/tables/{names[1]}/away", {"away": True})
        assert status == 204
        shown = [line["table"] for line in await page.get("/api/tables/mine")]
        every = [line["table"] for line in await page.get("/api/tables/mine?away=true")]
        assert {*every} - {*shown} == {names[1]}
        rest = await page.get(f"/api/tables/mine?away=true&before={every[0]}")
        assert [line["table"] for line in rest] == every[1:]
        assert (await page.get("/api/me"))["played"] == 1

    run(story())


def test_the_best_score_alone_is_kept() -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(ALONE, me())
        await page.open(table)
        over = await page.play([0])
        (counted,) = (await page.get("/api/me"))["games"]
        assert counted["best"] == {"points": over["result"]["scores"][0], "table": table}

    run(story())


def test_who_wants_to_be_forgotten_leaves_nothing_behind() -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(NO_LUCK, me(), bot())
        await page.open(table)
        assert await page.ask("DELETE", "/api/me") == (200, {"left": 0})
        assert page.heard[1][-1] == {"type": "closed", "code": 4404}
        assert await page.get("/api/tables/mine?away=true") == []
        assert (await page.refused("GET", f"/api/tables/{table}"))[0] == 404
        assert await page.store.events(table) == "[]"

    run(story())


def test_bots_where_hands_are_hidden_answer_at_even_steps() -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(WITH_SECRETS, me(), bot())
        await page.open(table)
        await page.play([0], most=20)
        events = [event for frame in page.heard[1] for event in frame.get("events", [])]
        assert any(event.get("seat") == 1 for event in events if event["kind"] in ("seal", "play"))

    run(story())


def test_choices_at_the_same_time_stay_face_down() -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(AT_ONCE, me("Al"), me("Bo"))
        await page.open(table)
        assert page.last()["acting"] == [0, 1]
        news = await page.look(0)
        await page.done(0, "play", action=news["actions"][0]["id"], ply=news["ply"])
        assert page.last()["laid"] == news["actions"][0]["id"]
        seen = await page.look(1)
        assert seen["sealed"] == [0] and "laid" not in seen
        assert "action" not in (await page.look(1, since=0))["events"][-1]

    run(story())
