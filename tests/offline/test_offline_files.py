"""Games as files, in and out of a device."""

from __future__ import annotations

from pathlib import Path

import pytest
from every import FOR_THREE, NO_LUCK, OURS, WITH_SECRETS, Case
from tables.driving import Evening, some_cases

from ludotheque import load, log
from ludotheque.errors import BadEvent
from ludotheque.offline import files
from ludotheque.offline.store import MemoryStore
from ludotheque.tables import evidence
from ludotheque.tables.evidence import verify
from ludotheque.words.messages import LANGUAGES, speaking

from .page import Json, Page, bot, me, run

PLAYS = Path(__file__).parent.parent / "plays"


async def opened(page: Page, text: str) -> Json:
    status, found = await page.ask("POST", "/api/tables/open", {"text": text})
    assert status == 201, found
    laid: Json = found
    return laid


@pytest.mark.parametrize("name", OURS)
def test_every_recorded_play_can_be_opened_and_replayed(name: str) -> None:
    async def story(text: str) -> None:
        page = Page()
        play = log.parse(text)
        laid = await opened(page, text)
        news = await page.open(laid["table"])
        assert (news["status"], laid["seats"], news["mine"]) == ("over", [], [])
        last = await page.get(f"/api/tables/{laid['table']}/at/{len(play.actions)}")
        assert last["last"] == len(play.actions)
        assert last["view"] == news["view"]
        found = verify(await page.get(f"/api/tables/{laid['table']}/play"))
        assert found.brought == len(play.actions)
        assert (await page.get("/api/me"))["played"] == 0

    for path in sorted((PLAYS / name).glob("*.play"))[:3]:
        text = path.read_text(encoding="utf-8")
        play = log.parse(text)
        if play.game.over(play.end()):
            run(story(text))


@pytest.mark.parametrize("name", [name for name in OURS if name != WITH_SECRETS])
def test_a_game_that_is_not_over_goes_on_from_its_file(name: str) -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(name, me("Al"), me("Bo"), bot())
        await page.open(table)
        await page.play([0, 1], most=6)
        await page.until(lambda: page.is_awaited([0, 1]))
        text, before = await page.get(f"/api/tables/{table}/play?seat=0"), await page.look(0)
        elsewhere = Page()
        laid = await opened(elsewhere, text)
        assert laid["seats"] == [0, 1] and laid["table"] != table
        news = await elsewhere.open(laid["table"], query="since=-1&seat=0")
        assert [news[field] for field in ("view", "acting")] == [
            before[field] for field in ("view", "acting")
        ]
        assert [seat.get("name") or seat["bot"] for seat in news["seats"]] == ["Al", "Bo", "random"]
        refused = await elsewhere.do(news["acting"][0], "undo")
        assert refused["code"] == "undo"
        over = await elsewhere.play([0, 1])
        found = verify(await elsewhere.get(f"/api/tables/{laid['table']}/play"))
        assert (found.chain, found.brought) == (over["chain"], len(news["opening"]["brought"]))

    run(story())


def test_a_whole_log_of_a_device_is_the_same_table_elsewhere() -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(FOR_THREE, me("Al"), bot(), bot())
        await page.open(table)
        over = await page.play([0])
        text = await page.get(f"/api/tables/{table}/play")
        elsewhere = Page()
        for ends in ("\r\n", "\n"):
            assert await opened(elsewhere, text.replace("\n", ends)) == {
                "table": table,
                "seats": [],
                "code": None,
            }
        news = await elsewhere.open(table)
        assert (news["chain"], news["mine"]) == (over["chain"], [])
        assert await elsewhere.get(f"/api/tables/{table}/play") == text
        (line,) = await elsewhere.get("/api/tables/mine")
        assert line["people"] == ["Al"]
        assert await opened(page, text) == {"table": table, "seats": [], "code": None}
        assert (await page.get("/api/tables/mine"))[0]["seats"] == [0]

    run(story())


def test_a_file_of_a_server_is_opened_too() -> None:
    evening = Evening(some_cases(FOR_THREE, 2)[1], 3).spent()
    text = evidence.full_text(evening.table, evening.events)

    async def story() -> None:
        page = Page()
        laid = await opened(page, text)
        assert laid["table"] != evening.table.name
        news = await page.open(laid["table"])
        assert news["result"]["scores"] == list(evening.table.result.scores)

    if evening.table.status == "over":
        run(story())


def test_a_game_with_hidden_hands_goes_on_only_at_its_own_table() -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(WITH_SECRETS, me("Al"), me("Bo"))
        await page.open(table)
        await page.play([0, 1], most=3)
        text = await page.get(f"/api/tables/{table}/play?seat=0")
        found = await page.refused("POST", "/api/tables/open", {"text": text})
        assert found == (422, "open", "refused.open.hidden")
        fresh = log.Play(load(WITH_SECRETS), load(WITH_SECRETS).start(2)).text()
        found = await page.refused("POST", "/api/tables/open", {"text": fresh})
        assert found == (422, "open", "refused.open.hidden")

    run(story())


def broken(text: str) -> dict[str, str]:
    """A file, spoilt in many ways."""
    lines = text.split("\n")
    at = lines.index(evidence.LOG)
    return {
        "nothing": "",
        "prose": "Once upon a time\nthere was a game.\n",
        "bytes": "\x00\x01\ud800",
        "another game": text.replace(f"game: {NO_LUCK}", "game: chess"),
        "other rules": text.replace("rules: ", "rules: 9"),
        "other data": text.replace("data: ", "data: 00"),
        "cut": "\n".join(lines[: at - 3]),
        "cut log": "\n".join(lines[:-4]) + "\n",
        "one letter": text.replace('"say":"', '"say":"x', 1),
        "another hash": "\n".join([*lines[: at + 3], "# " + "0" * 32 + " []", *lines[at + 4 :]]),
        "too long": text + "#" * files.MOST,
    }


def test_a_corrupt_or_foreign_file_is_refused_in_a_sentence_and_nothing_is_kept() -> None:
    async def story() -> None:
        page = Page()
        table = await page.lay(NO_LUCK, me("Al"), bot())
        await page.open(table)
        await page.play([0])
        text = await page.get(f"/api/tables/{table}/play")
        elsewhere = Page(store := MemoryStore())
        for how, spoilt in broken(text).items():
            status, told = await elsewhere.ask("POST", "/api/tables/open", {"text": spoilt})
            assert status == 422 and told["sentence"], how
            assert not store.rows and not elsewhere.desk.house.lives, how
        assert (await elsewhere.refused("POST", "/api/tables/open", {"file": text}))[0] == 422

    with speaking(LANGUAGES[1]):
        run(story())


def test_what_was_brought_must_keep_to_the_rules() -> None:
    case = Case(NO_LUCK, 2, ())
    Evening(
        case, 1, brought=(load(NO_LUCK).legal_actions(load(NO_LUCK).start(2))[0],), first=0
    ).sit()
    with pytest.raises(BadEvent):
        Evening(case, 1, brought=(0, 0), first=0).sit()
    with pytest.raises(ValueError, match=r"^$"):  # nobody knows who began
        Evening(case, 1, brought=(0,))
    hidden = load(WITH_SECRETS)
    card = next(iter(hidden.odds(hidden.start(2))))
    with pytest.raises(BadEvent):
        Evening(Case(WITH_SECRETS, 2, ()), 1, brought=(card,), first=0).sit()
