"""Everything one does at a table over HTTP, at a real server on both databases."""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from every import FEWEST_CHOICES, NO_LUCK, OURS, WITH_SECRETS, another_way, barred, some
from tables.driving import drafted
from websockets.sync.client import connect

from ludotheque.bot_names import levels
from ludotheque.game import load
from ludotheque.server.page import shelf
from ludotheque.server.settings import Settings
from ludotheque.tables import commands, dice
from ludotheque.tables.bot_turns import playing
from ludotheque.tables.commands import MOST_REACTIONS
from ludotheque.tables.evidence import verify
from ludotheque.tables.kinds import REACTIONS
from ludotheque.words.messages import LANGUAGES, catalogue

from .guests import OPEN, Guest, Json, People, at, bot, me
from .houses import House, Party, every_on_one, house, invite, until
from .running import Server


@pytest.fixture
def still(sqlite: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house whose clock stands still."""
    with house(sqlite, monkeypatch, entropy_seconds=600) as found:
        yield found


@pytest.fixture
def residents(still: House) -> Iterator[People]:
    yield from at(still.url)


def refused(answer: httpx.Response, status: int, code: str) -> Json:
    """The problem that an answer tells of."""
    assert answer.status_code == status, answer.text
    told: Json = answer.json()
    assert told["code"] == code
    assert told["sentence"]
    return told


# ---- the shelf


def test_the_shelf_tells_of_every_game(crowd: People) -> None:
    (guest,) = crowd(1)
    games = {game["name"]: game for game in guest.http.get("/api/games").json()}
    assert set(OURS) <= set(games)
    assert games[WITH_SECRETS]["secrets"] and not games[NO_LUCK]["secrets"]
    for name in OURS:
        game, told = load(name), games[name]
        assert ((told["low"], told["high"]), told["secrets"]) == (game.seats, game.rules.SECRETS)
        for option, shown in zip(game.options.values(), told["options"], strict=True):
            default = option.say(option.default)
            assert (shown["name"], shown["default"]) == (option.name, default)
            assert not option.names or shown["values"] == list(option.names)
        bots = [level["bot"] for level in told["bots"]]
        assert bots[: len(levels(name))] == [f"bot:{n + 1}" for n in range(len(levels(name)))]


@pytest.mark.parametrize("game", OURS)
def test_the_rules_come_in_both_languages(crowd: People, game: str) -> None:
    (guest,) = crowd(1)
    pages = [
        guest.http.get(f"/api/games/{game}/rules", params={"lang": lang}) for lang in ("fr", "en")
    ]
    assert [page.headers["content-type"] for page in pages] == ["text/markdown; charset=utf-8"] * 2
    assert pages[0].text != pages[1].text


def test_an_unknown_game_an_unknown_page_and_a_wrong_method_are_told_apart(crowd: People) -> None:
    (guest,) = crowd(1)
    for what in ("rules", "words"):
        refused(guest.http.get(f"/api/games/chess/{what}"), 404, "unknown")
    refused(guest.http.get("/api/chess"), 404, "unknown")
    told = refused(guest.http.delete("/api/tables"), 405, "method")
    assert told["key"] == "refused.method"


@pytest.mark.parametrize("game", OURS)
def test_the_sentences_of_a_game_can_be_had(crowd: People, game: str) -> None:
    (guest,) = crowd(1)
    for lang in LANGUAGES:
        found = guest.http.get(f"/api/games/{game}/words", params={"lang": lang}).json()
        assert found[f"{game}.title"] == load(game).title().text(lang)
        assert found.items() <= catalogue(lang).items()


PRINTED = ("/api/games", f"/api/games/{NO_LUCK}/rules?lang=en", f"/api/games/{NO_LUCK}/words")


@pytest.mark.parametrize("path", [*PRINTED, "/openapi.json"])
def test_what_never_changes_is_not_sent_twice(crowd: People, path: str) -> None:
    (guest,) = crowd(1)
    first = guest.http.get(path)
    tag = first.headers["etag"]
    assert (first.status_code, first.headers["cache-control"]) == (200, "no-cache")
    for known in (tag, f"W/{tag}", f'"other", {tag}'):
        again = guest.http.get(path, headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert guest.http.get(path, headers={"If-None-Match": '"other"'}).content == first.content


def test_a_sentence_is_in_the_language_of_who_asks(crowd: People) -> None:
    (guest,) = crowd(1)
    sentences = {
        lang: guest.http.get("/api/chess", headers={"Accept-Language": lang}).json()["sentence"]
        for lang in ("fr", "en", "de")
    }
    assert sentences["fr"] == "Il n’y a rien à cette adresse."
    assert sentences["en"] == "There is nothing at this address."
    assert sentences["de"] == sentences["fr"]


def test_the_house_says_that_it_is_well(crowd: People) -> None:
    (guest,) = crowd(1)
    assert guest.http.get("/healthz").text == guest.http.get("/readyz").text == "ok\n"
    assert guest.http.get("/").headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_plain_page_leads_to_the_rules_of_every_game(lang: str) -> None:
    page = shelf(lang)
    assert f'<html lang="{lang}">' in page
    assert all(f"/api/games/{game}/rules?lang={lang}" in page for game in OURS)


# ---- laying a table

OPTION, _ = another_way(NO_LUCK)
LAID = f'{{"game": "{NO_LUCK}", "seats": '.encode()


def test_a_table_is_laid_with_its_options(people: People) -> None:
    (host,) = people(1)
    option, value = another_way(NO_LUCK)
    laid = host.lay(NO_LUCK, me(), bot(), options={option: value}, patience=60)
    assert laid["seats"] == [0]
    assert laid["code"] is None
    opening = host.look(laid["table"])["opening"]
    assert opening["options"][option] == value
    assert opening["patience"] == 60
    assert opening["seats"] == ["", "random"]
    assert len(opening["commitment"]) == 64


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess"}, "bad"),
        ({"options": {"speed": "high"}}, "bad"),
        ({"options": {"players": 3}}, "bad"),
        ({"options": {"first": 1}}, "bad"),
        ({"options": {"self": 1}}, "bad"),
        ({"options": {OPTION: 10**30}}, "bad"),
        ({"options": {OPTION: "perhaps"}}, "bad"),
        ({"options": {OPTION: None}}, "invalid"),
        ({"seats": [me()] * 6}, "bad"),
        ({"seats": [me()] * 7}, "invalid"),
        ({"seats": []}, "invalid"),
        ({"seats": [OPEN, bot()]}, "nobody"),
        ({"seats": [me(), {"who": "bot"}]}, "seats"),
        ({"seats": [{"who": "me", "name": "Eve", "bot": "random"}, OPEN]}, "seats"),
        ({"seats": [me(), bot("bot:9")]}, "bad"),
        ({"seats": [me(), bot("exact")]}, "invalid"),
        ({"seats": [me("   "), OPEN]}, "name"),
        ({"seats": [me("x" * 25), OPEN]}, "name"),
        ({"seats": [me("bot:3"), OPEN]}, "name"),
        ({"listed": True, "chat": True}, "chat"),
        ({"clock": {"seconds": 1}}, "invalid"),
        ({"patience": 1}, "invalid"),
        ({"patience": "60"}, "invalid"),
        ({"series": {"games": 1}}, "invalid"),
        ({"seats": [me()], "series": {"games": 3}}, "series"),
        ({"colour": "red"}, "invalid"),
        ({"stand_in": "bot:9"}, "bad"),
    ],
)
def test_a_table_that_cannot_be_is_refused(crowd: People, wish: Json, code: str) -> None:
    (host,) = crowd(1)
    whole = {"game": NO_LUCK, "seats": [me(), OPEN], **wish}
    refused(host.http.post("/api/tables", json=whole), 422, code)
    assert host.http.get("/api/tables/mine").json() == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 422),
        (b"[]", 422),
        (b"\xff\xfe{}", 422),
        (LAID + b"9" * 5000 + b"}", 400),
        (LAID + b'[], "\\ud800": 1}', 422),
        (b'{"game": "\\ud800", "seats": [{"who": "me", "name": "\\udfff"}]}', 422),
        (b'{"game": NaN, "seats": Infinity}', 422),
        (b'{"a":' * 9 + b"1" + b"}" * 9, 400),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(crowd: People, body: bytes, status: int) -> None:
    (host,) = crowd(1)
    answer = host.http.post(
        "/api/tables", content=body, headers={"Content-Type": "application/json"}
    )
    refused(answer, status, "invalid")


def test_a_name_becomes_one_clean_line(crowd: People) -> None:
    (host,) = crowd(1)
    laid = host.lay(NO_LUCK, me("  Zoé\n\u202e <b>\tB\u0301 "), OPEN)
    assert host.look(laid["table"])["seats"][0]["name"] == "Zoé <b> B\u0301"


# ---- taking a seat


def test_a_code_opens_a_free_seat_and_begins_the_game(people: People) -> None:
    host, guest, late = people(3)
    laid = host.lay(NO_LUCK, me(), OPEN)
    assert host.look(laid["table"])["status"] == "waiting"
    answer = guest.claim(laid["table"], laid["code"], "Bob")
    number = host.look(laid["table"])["number"]
    assert answer.json() == {"table": laid["table"], "seat": 1, "number": number}
    seen = guest.look(laid["table"])
    assert (seen["status"], seen["seat"]) == ("playing", 1)
    assert [place["name"] for place in seen["seats"]] == ["Alice", "Bob"]
    refused(late.claim(laid["table"], laid["code"], "Eve"), 409, "full")


def test_only_the_right_code_opens_a_seat(people: People) -> None:
    host, guest = people(2)
    laid, other = host.lay(NO_LUCK, me(), OPEN), host.lay(NO_LUCK, me(), OPEN)
    for code in (None, "", "x" * 32, other["code"]):
        refused(guest.claim(laid["table"], code, "Eve"), 403, "code")
    assert guest.look(laid["table"])["seats"][1] == {}
    assert guest.http.get("/api/tables/mine").json() == []


def test_claiming_twice_gives_the_same_seat_back(people: People) -> None:
    host, guest = people(2)
    laid = host.lay(NO_LUCK, me(), OPEN, OPEN, listed=True)
    table, code = laid["table"], laid["code"]
    first = guest.claim(table, code, "Bob").json()
    for again in (guest.claim(table, code, "Bob"), guest.claim(table, None, "Bobby")):
        assert again.json() == first
    assert host.claim(table, code, "Alice").json()["seat"] == 0
    assert [place.get("name") for place in host.look(table)["seats"]] == ["Alice", "Bob", None]
    refused(guest.claim(table, code, "Carl", seat=1), 409, "taken")
    assert guest.claim(table, code, "Carl", seat=2).json()["seat"] == 2, "they share a screen"
    seen = host.look(table)
    assert seen["status"] == "playing"
    assert guest.claim(table, code, "Bob").json()["seat"] == 1, "also once all sit and play"
    assert host.look(table)["number"] == seen["number"]


def test_a_request_that_is_repeated_at_once_takes_one_seat(people: People) -> None:
    host, guest = people(2)
    laid = host.lay(FEWEST_CHOICES, me(), *[OPEN] * 5)
    answers = at_once(*[partial(guest.claim, laid["table"], laid["code"], "Bob")] * 8)
    assert {answer.json()["seat"] for answer in answers} == {1}
    kinds = [event["kind"] for event in host.look(laid["table"])["events"]]
    assert kinds.count("sit") == 2


def at_once(*works: Callable[[], httpx.Response]) -> list[httpx.Response]:
    """Do things at the same time."""
    with ThreadPoolExecutor(len(works)) as pool:
        return list(pool.map(lambda work: work(), works))


def test_those_who_come_at_once_get_a_seat_each(people: People) -> None:
    host, *guests = people(6)
    laid = host.lay(FEWEST_CHOICES, me(), *[OPEN] * 4)
    answers = at_once(
        *(
            partial(guest.claim, laid["table"], laid["code"], f"Bob {i}")
            for i, guest in enumerate(guests)
        )
    )
    taken = [answer.json()["seat"] for answer in answers if answer.status_code == 200]
    assert sorted(taken) == [1, 2, 3, 4]
    refused(next(answer for answer in answers if answer.status_code != 200), 409, "full")


def test_a_seat_is_handed_over_once(people: People) -> None:
    host, *devices = people(4)
    table = host.lay(NO_LUCK, me(), OPEN)["table"]
    code = host.http.post(f"/api/tables/{table}/invite", json={"seat": 0}).json()["code"]
    answers = at_once(*(partial(device.claim, table, code, "Bob") for device in devices))
    assert sorted(answer.status_code for answer in answers) == [200, 403, 403]
    kinds = [event["kind"] for event in host.look(table)["events"]]
    assert kinds.count("hand") == 1


def test_they_all_play_again_at_the_same_table(people: People) -> None:
    host, *guests = people(3)
    party = invite(host, guests, FEWEST_CHOICES, [me(), OPEN, OPEN])
    for seat in range(3):
        party.do(seat, "resign")
    answers = at_once(*(partial(party.do, seat, "again") for seat in range(3)))
    assert len({answer.json()["table"] for answer in answers}) == 1


def test_one_chooses_a_free_seat(people: People) -> None:
    host, guest = people(2)
    laid = host.lay(NO_LUCK, me(), bot(), OPEN, OPEN)
    for taken in (0, 1, 4):
        refused(guest.claim(laid["table"], laid["code"], "Bob", seat=taken), 409, "taken")
    assert guest.claim(laid["table"], laid["code"], "Bob", seat=3).json()["seat"] == 3


def test_listed_tables_wait_in_the_lobby_for_anybody(people: People) -> None:
    host, guest = people(2)
    hidden = host.lay(NO_LUCK, me(), OPEN)["table"]
    laid = host.lay(NO_LUCK, me(), OPEN, listed=True)
    lobby = {line["table"]: line for line in guest.http.get("/api/tables").json()}
    assert hidden not in lobby
    facts = {"game": NO_LUCK, "players": 2, "status": "waiting"}
    assert facts.items() <= lobby[laid["table"]].items()
    assert guest.claim(laid["table"], None, "Bob").status_code == 200
    assert laid["table"] not in {one["table"] for one in guest.http.get("/api/tables").json()}


def test_my_tables_are_mine_the_newest_first(people: People) -> None:
    host, guest = people(2)
    first, second = (host.lay(NO_LUCK, me(), OPEN, me("Alan")) for _ in range(2))
    guest.claim(second["table"], second["code"], "Bob")
    mine = host.http.get("/api/tables/mine").json()
    assert [one["table"] for one in mine] == [second["table"], first["table"]]
    assert [(one["seats"], one["status"]) for one in mine] == [
        ([0, 2], "playing"),
        ([0, 2], "waiting"),
    ]
    assert [one["seats"] for one in guest.http.get("/api/tables/mine").json()] == [[1]]


def test_who_is_at_a_table_may_invite_others(people: People) -> None:
    host, guest, stranger = people(3)
    laid = host.lay(NO_LUCK, me(), OPEN, OPEN)
    url = f"/api/tables/{laid['table']}/invite"
    refused(stranger.http.post(url, json={}), 403, "seat")
    code = host.http.post(url, json={}).json()["code"]
    assert guest.claim(laid["table"], code, "Bob").json()["seat"] == 1
    assert stranger.claim(laid["table"], code, "Carl").json()["seat"] == 2


def test_a_seat_goes_on_from_another_device(people: People) -> None:
    host, guest, phone, thief = people(4)
    party = invite(host, [guest], WITH_SECRETS, [me(), OPEN])
    url = f"/api/tables/{party.table}/invite"
    refused(guest.http.post(url, json={"seat": 0}), 403, "seat")
    code = host.http.post(url, json={"seat": 0}).json()["code"]
    before = party.seen(0)
    taken = phone.claim(party.table, code, "a name that is not asked for")
    assert taken.json()["seat"] == 0
    assert phone.claim(party.table, code, "again, the answer was lost").json()["seat"] == 0
    refused(thief.claim(party.table, code, "Eve"), 403, "code")
    after = phone.look(party.table, seat=0)
    assert (after["view"], after["seats"]) == (before["view"], before["seats"])
    refused(party.do(0, "resign"), 403, "seat")
    assert host.look(party.table)["seat"] is None
    assert [one["seats"] for one in phone.http.get("/api/tables/mine").json()] == [[0]]
    party.people[0] = phone
    party.play_out()
    assert party.verified().finished


def test_several_share_a_screen_with_one_token(people: People) -> None:
    (host,) = people(1)
    laid = host.lay(WITH_SECRETS, me("Ann"), me("Ben"), me("Cleo"))
    party = Party(laid["table"], dict.fromkeys(laid["seats"], host))
    hands = [party.seen(seat)["view"]["hand"][seat] for seat in range(3)]
    assert all(sum(hand) == 6 for hand in hands)
    assert party.seen(0)["view"]["hand"][1] == [-1] * 30
    party.play_out()
    assert party.verified().finished


# ---- looking


def test_news_begin_after_the_number_one_knows(people: People) -> None:
    (host,) = people(1)
    laid = host.lay(NO_LUCK, me(), me("Ben"))
    party = Party(laid["table"], {0: host, 1: host})
    party.play()
    party.play()
    whole = party.seen()
    numbers = [event["number"] for event in whole["events"]]
    assert numbers == list(range(whole["number"] + 1))
    for known in (0, 2, whole["number"], 10_000):
        rest = party.seen(since=known)["events"]
        assert rest == whole["events"][known + 1 :]
    assert whole["view"]["plies"] == 2
    assert [event["say"] for event in whole["events"] if event["kind"] == "play"]


def test_a_spectator_sees_what_all_see(people: People) -> None:
    host, guest, spectator = people(3)
    party = invite(host, [guest], WITH_SECRETS, [me(), OPEN])
    party.play(0)
    seen = spectator.look(party.table)
    assert (seen["seat"], seen["actions"], seen["sealed"]) == (None, [], [0])
    assert {n for hand in seen["view"]["hand"][:2] for n in hand} == {-1}
    hidden = [event for event in seen["events"] if event["kind"] in ("draw", "seal")]
    drawn = [event for event in hidden if "action" in event]
    assert len(drawn) == 8, "a point card and seven dice are open, hands are not"
    assert seen["prompt"]["key"].startswith(f"{WITH_SECRETS}.")
    refused(spectator.http.get(f"/api/tables/{party.table}", params={"seat": 0}), 403, "seat")


def test_every_moment_of_a_game_can_be_seen_again(people: People) -> None:
    host, guest = people(2)
    party = invite(host, [guest], WITH_SECRETS, [me(), OPEN])
    seen = party.play_out()
    url = f"/api/tables/{party.table}/at"
    last = host.http.get(f"{url}/0").json()["last"]
    first, middle, final = (
        host.http.get(f"{url}/{n}", params={"seat": 0}).json() for n in (0, last // 2, last)
    )
    assert first["view"]["plies"] == 0
    assert "effects" not in first
    assert middle["effects"] and final["effects"]
    assert middle["view"]["plies"] == last // 2
    assert final["view"] == seen["view"]
    told = refused(host.http.get(f"{url}/{last + 1}"), 409, "moment")
    assert told["facts"] == {"n": last}


def test_a_moment_is_seen_as_ones_seat_saw_it(people: People) -> None:
    host, guest, spectator = people(3)
    party = invite(host, [guest], WITH_SECRETS, [me(), OPEN])
    url = f"/api/tables/{party.table}/at/1"  # the first card of the first seat
    mine, theirs, open_to_all = (one.http.get(url).json() for one in (host, guest, spectator))
    assert sum(mine["view"]["hand"][0]) == 1
    assert mine["effects"]
    for other in (theirs, open_to_all):
        assert set(other["view"]["hand"][0]) == {-1}
        assert other["effects"] == open_to_all["effects"] != mine["effects"]


def test_a_game_is_exported_without_what_is_secret_and_then_with_its_evidence(
    people: People,
) -> None:
    host, guest, spectator = people(3)
    party = invite(host, [guest], WITH_SECRETS, [me(), OPEN])
    party.play(0)
    texts = [one.http.get(f"/api/tables/{party.table}/play") for one in (host, guest, spectator)]
    assert f'filename="{WITH_SECRETS}-' in texts[0].headers["content-disposition"]
    hidden = [text.text.count("chance ?") for text in texts]
    assert hidden == [6, 6, 12]
    assert all("seed" not in text.text and "# log" not in text.text for text in texts)
    party.play_out()
    texts = [one.http.get(f"/api/tables/{party.table}/play") for one in (host, guest, spectator)]
    assert len({text.text for text in texts}) == 1
    assert "?" not in texts[0].text.partition("# log")[0]
    found = verify(texts[0].text)
    assert (found.table, found.game, found.finished) == (party.table, WITH_SECRETS, True)


def test_the_position_comes_as_text(people: People) -> None:
    (host,) = people(1)
    table = host.lay(NO_LUCK, me(), me("Ben"))["table"]
    picture = host.http.get(f"/api/tables/{table}/picture").text
    game = load(NO_LUCK)
    assert picture in {"\n".join(game.picture(game.start(2, first))) for first in (0, 1)}


def test_what_has_not_begun_has_nothing_to_export_or_replay(people: People) -> None:
    (host,) = people(1)
    table = host.lay(NO_LUCK, me(), OPEN)["table"]
    refused(host.http.get(f"/api/tables/{table}/play"), 409, "waiting")
    refused(host.http.get(f"/api/tables/{table}/picture"), 409, "waiting")
    refused(host.http.get(f"/api/tables/{table}/at/0"), 409, "moment")


# ---- playing


@pytest.mark.parametrize(("server", "game"), every_on_one("sqlite", OURS), indirect=["server"])
def test_every_game_is_played_to_its_end_and_proven(people: People, game: str) -> None:
    host, guest = people(2)
    party = invite(host, [guest], game, [me(), OPEN, *[bot()] * (load(game).seats[0] - 2)])
    seen = party.play_out()
    assert seen["status"] == "over"
    assert seen["result"]["winners"]
    found = party.verified()
    assert found.finished
    assert found.events == seen["number"] + 1


def test_an_action_is_a_number_or_a_word_on_the_ply_that_was_seen(people: People) -> None:
    (host,) = people(1)
    table = host.lay(NO_LUCK, me(), me("Ben"))["table"]
    party = Party(table, {0: host, 1: host})
    seat, seen = party.actor(), party.seen()
    ply, first = seen["ply"], party.seen(party.actor())["actions"][0]
    told = refused(party.do(seat, "play", action=first["id"], ply=ply - 1), 409, "stale")
    assert told["facts"] == {"ply": ply}
    told = refused(party.do(1 - seat, "play", action=first["id"], ply=ply), 422, "illegal")
    assert told["key"] == "why.turn"
    game, start = load(NO_LUCK), load(NO_LUCK).start(2, seat)
    wrong = barred(start, game)
    told = refused(party.do(seat, "play", action=wrong, ply=ply), 422, "illegal")
    why = game.why_not(start, wrong)
    assert why is not None
    assert (told["ruling"], told["places"]) == (why.ruling, list(why.places))
    refused(party.do(seat, "play", action="z9", ply=ply), 422, "illegal")
    refused(party.do(seat, "play", action=2**31 - 1, ply=ply), 422, "illegal")
    done = party.do(seat, "play", action=first["say"], ply=ply, id=7).json()
    assert done == {"type": "done", "id": 7, "number": seen["number"] + 1, "ply": ply + 1}


def test_why_names_the_rule_and_changes_nothing(people: People) -> None:
    (host,) = people(1)
    party = Party(host.lay(NO_LUCK, me(), me("Ben"))["table"], {0: host, 1: host})
    seat, before = party.actor(), party.seen()
    allowed = party.seen(seat)["actions"][0]["say"]
    assert party.do(seat, "why", action=allowed).json()["legal"]
    game, start = load(NO_LUCK), load(NO_LUCK).start(2, seat)
    wrong = barred(start, game)
    why, right = party.do(seat, "why", action=wrong).json(), game.why_not(start, wrong)
    assert right is not None
    assert (why["legal"], why["ruling"], why["key"]) == (False, right.ruling, right.key)
    assert not party.do(1 - seat, "why", action=allowed).json()["legal"]
    assert party.seen() == before


def test_a_hint_says_what_each_action_is_worth(people: People) -> None:
    (host,) = people(1)
    laid = host.lay(FEWEST_CHOICES, me(), me("Ben"), hints=True)
    party = Party(laid["table"], {0: host, 1: host})
    seat = party.actor()
    told = party.do(seat, "hint").json()
    assert told["ply"] == party.seen()["ply"]
    assert {hint["say"] for hint in told["hints"]} == {
        action["say"] for action in party.seen(seat)["actions"]
    }
    assert all(abs(sum(hint["shares"]) - 1) < 1e-9 for hint in told["hints"])
    refused(party.do(1 - seat, "hint"), 409, "turn")


@pytest.mark.long
@pytest.mark.parametrize("game", OURS)
def test_every_game_has_hints(people: People, game: str) -> None:
    host, guest = people(2)
    party = invite(host, [guest], game, [me(), OPEN, *[me("Cleo")] * (load(game).seats[0] - 2)])
    told = party.do(party.actor(), "hint").json()
    assert {hint["say"] for hint in told["hints"]}


def test_one_waves_with_a_few_reactions_and_not_for_ever(people: People) -> None:
    host, guest = people(2)
    party = invite(host, [guest], NO_LUCK, [me(), OPEN])
    told = refused(party.do(0, "react", what="insult"), 422, "reaction")
    assert told["facts"]["allowed"] == ", ".join(REACTIONS)
    for n in range(MOST_REACTIONS):
        assert party.do(n % 2, "react", what=REACTIONS[n % len(REACTIONS)]).status_code == 200
    refused(party.do(0, "react", what="hello"), 429, "often")
    seen = party.seen()
    assert [e["what"] for e in seen["events"] if e["kind"] == "react"][:2] == ["hello", "bravo"]


# ---- taking back


def test_alone_with_bots_one_takes_back_freely(people: People) -> None:
    (host,) = people(1)
    party = Party(host.lay(NO_LUCK, me(), bot())["table"], {0: host})
    until(lambda: party.seen()["acting"] == [0])
    before = party.seen()
    party.play(0)
    until(lambda: party.seen()["acting"] == [0])
    done = party.do(0, "undo").json()
    after = party.seen()
    assert after["view"] == before["view"]
    assert done["ply"] == after["ply"] > before["ply"]


def test_the_others_must_agree_to_go_back(people: People) -> None:
    host, *guests = people(3)
    party = invite(host, guests, NO_LUCK, [me(), OPEN, OPEN])
    seat, before = party.actor(), party.seen()["view"]
    others = [other for other in range(3) if other != seat]
    refused(party.do(seat, "undo"), 409, "undo")
    party.play(seat)
    refused(party.do(others[0], "consent", yes=True), 409, "unasked")
    party.do(seat, "undo")
    assert party.seen()["asked"] == {"seat": seat, "to": 0, "yes": []}
    refused(party.do(seat, "consent", yes=True), 409, "unasked")
    party.do(others[0], "consent", yes=True)
    assert party.seen()["asked"]["yes"] == [others[0]]
    party.do(others[1], "consent", yes=False)
    assert "asked" not in party.seen()
    party.do(seat, "undo")
    for other in others:
        assert party.do(other, "consent", yes=True).status_code == 200
    seen = party.seen()
    assert (seen["view"], seen["acting"]) == (before, [seat])
    party.play_out()
    assert party.verified().finished


def test_a_card_laid_face_down_is_taken_back_by_its_owner(people: People) -> None:
    host, guest = people(2)
    party = invite(host, [guest], WITH_SECRETS, [me(), OPEN])
    party.play(0)
    refused(party.do(0, "play", action=0, ply=party.seen()["ply"]), 409, "sealed")
    assert party.seen(0)["laid"] == party.seen(0)["events"][-1]["action"]
    assert "laid" not in party.seen(1)
    party.do(0, "undo")
    seen = party.seen(0)
    assert seen["sealed"] == []
    assert 0 in seen["acting"]
    assert seen["actions"]
    party.play_out()
    assert party.verified().finished


def test_no_die_is_taken_back(people: People) -> None:
    (host,) = people(1)
    party = Party(host.lay(FEWEST_CHOICES, me())["table"], {0: host})
    party.play(0)
    refused(party.do(0, "undo"), 409, "undo")


# ---- giving up, and others playing on


def test_of_two_the_other_wins_when_one_gives_up(people: People) -> None:
    host, guest = people(2)
    party = invite(host, [guest], NO_LUCK, [me(), OPEN])
    party.play()
    assert party.do(1, "resign").status_code == 200
    seen = party.seen()
    assert (seen["status"], seen["result"]["winners"]) == ("over", [0])
    refused(party.do(0, "play", action=0, ply=seen["ply"]), 409, "over")
    refused(party.do(0, "resign"), 409, "over")
    assert party.verified().finished


def test_among_more_a_bot_plays_on_and_who_gave_up_plays_no_more(people: People) -> None:
    host, *guests = people(3)
    party = invite(host, guests, NO_LUCK, [me(), OPEN, OPEN], stand_in="random")
    seat = party.actor()
    party.do(seat, "resign")
    seen = party.seen(seat)
    assert seen["seats"][seat]["resigned"]
    assert seen["actions"] == []
    ply = party.seen()["ply"]
    for do, more in (("play", {"action": 0, "ply": ply}), ("undo", {}), ("hint", {})):
        refused(party.do(seat, do, **more), 409, "resigned")
    refused(party.do(seat, "resign"), 409, "resigned")
    del party.people[seat]
    assert party.play_out()["status"] == "over"
    assert party.verified().finished


def test_when_nobody_is_left_the_table_is_given_up(people: People) -> None:
    (host,) = people(1)
    party = Party(host.lay(NO_LUCK, me(), bot(), bot())["table"], {0: host})
    party.do(0, "resign")
    assert party.seen()["status"] == "abandoned"
    assert not party.verified().finished


def test_a_bot_stands_in_for_who_is_away_until_they_are_back(
    still: House, residents: People
) -> None:
    host, guest = residents(2)
    party = invite(host, [guest], NO_LUCK, [me(), OPEN], patience=30, stand_in="random")
    away = party.actor()
    here = 1 - away
    told = refused(party.do(here, "stand_in", away=away), 409, "patience")
    assert told["facts"] == {"n": 30}
    still.clock.move(31)
    refused(party.do(here, "stand_in", away=here), 409, "present")
    refused(party.do(here, "stand_in", away=5), 409, "present")
    assert party.do(here, "stand_in", away=away).status_code == 200
    until(lambda: party.seen(here)["acting"] == [here])  # the bot has played
    seen = party.seen(here)
    assert seen["seats"][away]["stand_in"] == "random"
    assert [event["kind"] for event in seen["events"]][-2:] == ["away", "play"]
    assert party.seen(away)["seats"][away]["stand_in"] == "random"
    assert party.seen()["number"] == seen["number"], "to look at the page writes nothing"
    person = party.people[away]
    with connect(socket_of(person, party.table, away), additional_headers=person.headers):
        until(lambda: "stand_in" not in party.seen(here)["seats"][away])
    party.play(here)
    party.play(away)
    kinds = [event["kind"] for event in party.seen()["events"]]
    assert kinds[-3:] == ["back", "play", "play"]


def socket_of(guest: Guest, table: str, seat: int) -> str:
    """Where a seat's socket is."""
    return f"{guest.url.replace('http', 'ws', 1)}/api/tables/{table}/socket?seat={seat}"


def test_a_bot_that_still_thinks_does_not_play_for_who_is_back(
    still: House, residents: People
) -> None:
    host, guest = residents(2)
    party = invite(host, [guest], NO_LUCK, [me(), OPEN], patience=30, stand_in="random")
    away = party.actor()
    still.clock.move(31)
    live = still.hub.lives[party.table]

    async def return_at_once() -> None:
        action = live.table.game.legal_actions(live.table.s)[0]
        ply = live.table.ply
        assert not drafted(playing(away, action, ply), live.table, still.clock.ms).told
        gone = drafted(commands.stand_in, live.table, away, still.clock.ms).table
        assert drafted(playing(away, action, ply), gone, still.clock.ms).told

    still.call(return_at_once())


# ---- before the game


def test_one_gets_up_and_the_seat_is_free_again(people: People) -> None:
    host, guest, other = people(3)
    laid = host.lay(NO_LUCK, me(), OPEN, OPEN)
    guest.claim(laid["table"], laid["code"], "Bob")
    assert guest.do(laid["table"], 1, "leave").status_code == 200
    assert guest.http.get("/api/tables/mine").json() == []
    refused(guest.do(laid["table"], 1, "leave"), 403, "seat")
    assert other.claim(laid["table"], laid["code"], "Carl").json()["seat"] == 1
    assert [place.get("name") for place in host.look(laid["table"])["seats"]][:2] == [
        "Alice",
        "Carl",
    ]


def test_a_table_that_everybody_has_left_is_given_up_with_its_seed(people: People) -> None:
    (host,) = people(1)
    table = host.lay(NO_LUCK, me(), OPEN, listed=True)["table"]
    host.do(table, 0, "leave")
    seen = host.look(table)
    assert seen["status"] == "abandoned"
    assert table not in {one["table"] for one in host.http.get("/api/tables").json()}
    seed = bytes.fromhex(seen["events"][-1]["seed"])
    assert dice.commitment(table, seed) == seen["opening"]["commitment"]
    found = verify(host.http.get(f"/api/tables/{table}/play").text)
    assert (found.draws, found.finished) == (0, False)


def test_a_bot_fills_a_free_seat_and_the_game_begins(people: People) -> None:
    (host,) = people(1)
    table = host.lay(NO_LUCK, me(), OPEN)["table"]
    for free in (0, 2, 5):
        refused(host.do(table, 0, "fill", free=free, bot="random"), 409, "taken")
    refused(host.do(table, 0, "fill", free=1, bot="bot:9"), 422, "bad")
    assert host.do(table, 0, "fill", free=1, bot="random").status_code == 200
    assert host.look(table)["status"] == "playing"
    refused(host.do(table, 0, "fill", free=1, bot="random"), 409, "begun")
    refused(host.do(table, 0, "leave"), 409, "begun")


def test_only_who_is_alone_closes_a_table(people: People) -> None:
    host, guest = people(2)
    party = invite(host, [guest], NO_LUCK, [me(), OPEN])
    refused(party.do(0, "abandon"), 409, "others")
    alone = Party(host.lay(NO_LUCK, me(), bot())["table"], {0: host})
    assert alone.do(0, "abandon").status_code == 200
    assert alone.seen()["status"] == "abandoned"
    assert not alone.verified().finished
    refused(alone.do(0, "abandon"), 409, "over")


def test_seats_stir_the_dice_and_the_evidence_counts_them(people: People) -> None:
    host, guest = people(2)
    mine, theirs = bytes(range(32)), bytes(range(32, 64))
    promises = [hashlib.sha256(one).hexdigest() for one in (mine, theirs)]
    laid = host.lay(NO_LUCK, {**me(), "promise": promises[0]}, OPEN)
    table = laid["table"]
    refused(host.do(table, 0, "stir", bytes=mine.hex()), 409, "early")
    guest.claim(table, laid["code"], "Bob", promise=promises[1])
    assert host.look(table)["status"] == "waiting"
    refused(host.do(table, 0, "stir", bytes=theirs.hex()), 409, "promise")
    assert host.do(table, 0, "stir", bytes=mine.hex()).status_code == 200
    refused(host.do(table, 0, "stir", bytes=mine.hex()), 409, "promise")
    assert guest.do(table, 1, "stir", bytes=theirs.hex()).status_code == 200
    party = Party(table, {0: host, 1: guest})
    assert party.play_out()["status"] == "over"
    assert party.verified().stirred == 2


# ---- again


def test_they_play_again_in_the_same_seats(people: People) -> None:
    host, guest, stranger = people(3)
    party = invite(host, [guest], NO_LUCK, [me(), OPEN, bot()])
    refused(party.do(0, "again"), 409, "unfinished")
    party.play_out()
    table = party.do(0, "again").json()["table"]
    assert party.do(1, "again").json()["table"] == table
    assert party.seen()["next"] == table
    refused(host.do(table, 0, "react", what="hello"), 403, "seat")
    refused(stranger.claim(table, None, "Eve"), 403, "code")
    assert guest.claim(table, None, "Bob").json()["seat"] == 1
    assert host.claim(table, None, "Alice").json()["seat"] == 0
    again = Party(table, party.people)
    assert again.play_out()["status"] == "over"
    assert again.verified().finished
    assert party.verified().finished, "what happens after the end is in the evidence too"


def test_a_series_changes_seats_and_keeps_its_score(people: People) -> None:
    host, guest = people(2)
    party = invite(host, [guest], NO_LUCK, [me(), OPEN], series={"games": 2})
    names = ["Alice", "Guest 0"]
    first = party.play_out()
    table = party.do(0, "again").json()["table"]
    people_there = {}
    for person in (host, guest):
        seat = person.claim(table, None, names[person is guest]).json()["seat"]
        people_there[seat] = person
    series = host.look(table)["opening"]["series"]
    assert series["games"] == 2
    assert series["scores"] == [first["result"]["scores"]]
    second = Party(table, people_there)
    second.play_out()
    assert second.verified().finished
    third = second.do(0, "again").json()["table"]
    assert host.look(third)["opening"]["series"]["scores"] == [], "a new series"


# ---- clocks


def test_a_bot_plays_on_for_whose_time_is_up(still: House, residents: People) -> None:
    host, guest = residents(2)
    wish = {"clock": {"seconds": 60, "add": 2}, "stand_in": "random"}
    party = invite(host, [guest], NO_LUCK, [me(), OPEN], **wish)
    seat = party.actor()
    still.clock.move(10)
    assert party.seen()["clocks"][seat] == 50_000
    party.play(seat)
    clocks = party.seen()["clocks"]
    assert (clocks[seat], clocks[1 - seat]) == (52_000, 60_000)
    still.clock.move(61)
    live = still.hub.lives[party.table]
    still.call(still.hub.ring(live))
    late = 1 - seat
    until(lambda: party.seen(seat)["acting"] == [seat])  # the bot has played
    seen = party.seen(late)
    assert seen["seats"][late] == {"name": seen["seats"][late]["name"], "late": True} | {
        "stand_in": "random",
        "level": {"key": "bot.random", "facts": {"n": ""}},
    }
    assert seen["actions"] == []
    told = party.do(late, "play", action=0, ply=seen["ply"])
    refused(told, 409, "late")


def test_a_clock_runs_out_by_itself(crowd: People) -> None:
    host, guest = crowd(2)
    wish = {"clock": {"seconds": 5}, "stand_in": "random"}
    party = invite(host, [guest], NO_LUCK, [me(), OPEN], **wish)
    time.sleep(5.3)
    seen = party.seen()
    assert [event["kind"] for event in seen["events"]][-2:] == ["away", "play"]
    assert seen["events"][-2]["late"]


# ---- cookies


def test_a_browser_is_given_a_cookie_that_no_script_reads(one_server: Server) -> None:
    with httpx.Client(base_url=one_server.url) as browser:
        wish = {"game": NO_LUCK, "seats": [me(), OPEN]}
        answer = browser.post("/api/tables", json=wish)
        (cookie,) = answer.headers.get_list("set-cookie")
        words = {word.strip().lower() for word in cookie.split(";")[1:]}
        assert cookie.startswith("ludotheque=")
        assert {"httponly", "samesite=lax", "path=/", "max-age=31536000"} <= words
        assert "secure" not in words
        assert browser.get("/api/tables/mine").json()[0]["table"] == answer.json()["table"]
        again = browser.post("/api/tables", json=wish)
        assert "set-cookie" not in again.headers, "one token is enough"
        assert len(browser.get("/api/tables/mine").json()) == 2


def test_who_is_refused_gets_no_cookie(one_server: Server, crowd: People) -> None:
    (host,) = crowd(1)
    table = host.lay(NO_LUCK, me(), OPEN)["table"]
    answer = httpx.post(
        f"{one_server.url}/api/tables/{table}/claim", json={"name": "Eve", "code": "x"}
    )
    refused(answer, 403, "code")
    assert "set-cookie" not in answer.headers


def test_over_https_the_cookie_belongs_to_the_host_alone(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings: dict[str, Any] = {"public_url": "https://play.example"}
    assert Settings(**settings).secure_cookies
    with house(sqlite, monkeypatch, **settings) as found:
        wish = {"game": NO_LUCK, "seats": [me(), OPEN]}
        answer = httpx.post(f"{found.url}/api/tables", json=wish)
        cookie = answer.headers["set-cookie"]
        words = {word.strip().lower() for word in cookie.split(";")[1:]}
        assert cookie.startswith("__Host-ludotheque=")
        assert {"secure", "httponly", "samesite=lax", "path=/"} <= words
        assert not any(word.startswith("domain") for word in words)
        token = cookie.partition("=")[2].partition(";")[0]
        mine = f"{found.url}/api/tables/mine"
        assert len(httpx.get(mine, headers={"Cookie": f"__Host-ludotheque={token}"}).json()) == 1
        assert httpx.get(mine, headers={"Cookie": f"ludotheque={token}"}).json() == []


# ---- what can no longer be replayed


@pytest.mark.parametrize("number", some([0, 4], [0, 2, 4]))
@pytest.mark.parametrize("game", some([WITH_SECRETS], [NO_LUCK, WITH_SECRETS]))
def test_a_table_that_no_longer_fits_the_rules_is_read_and_not_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, number: int
) -> None:
    """As if the rules had changed, or the disk: from some event on nothing can be replayed."""
    file = tmp_path / "tables.db"
    with house(f"sqlite:///{file}", monkeypatch) as found:
        host, guest = found.guest(), found.guest()
        party = invite(host, [guest], game, [me(), me("Ben"), OPEN], listed=True)
        for seat in party.seen()["acting"]:
            party.play(seat)
        tokens = [host.headers, guest.headers]
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE events SET body = '{}' WHERE number = ?", (number,))
    with house(f"sqlite:///{file}", monkeypatch) as found:
        url = f"{found.url}/api/tables/{party.table}"
        for headers in ({}, *tokens):
            seen = httpx.get(url, headers=headers)
            assert seen.status_code == 200, seen.text
            assert seen.json()["notice"]["key"] == "notice.frozen"
            assert "view" not in seen.json()
            for path in ("play", "picture"):
                refused(httpx.get(f"{url}/{path}", headers=headers), 409, "frozen")
            refused(httpx.get(f"{url}/at/0", headers=headers), 409, "moment")
            claim = httpx.post(f"{url}/claim", json={"name": "Eve"}, headers=headers)
            refused(claim, 409, "frozen")
        needed = {"play": {"action": 0, "ply": 1}, "why": {"action": 0}}
        for do in ("play", "why", "hint", "undo", "resign", "leave", "again", "abandon"):
            asked = {"do": do, "seat": 0, **needed.get(do, {})}
            refused(httpx.post(f"{url}/do", json=asked, headers=tokens[0]), 409, "frozen")
