"""People at a table see each other: who is there, who is not, who plays for whom, what they say."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.playing import PLAIN, SECRET, click, lay, open_table, sit_together
from ludotheque.words.messages import message

SHORT = 10  # seconds of patience: the fewest that a table may have
LONG = 45_000  # milliseconds for what takes a question and its time
HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event('visibilitychange'));
}"""


GIVE_UP = """async (table) => (await fetch(`/api/tables/${table}/do`, {
  method: 'POST', headers: {'content-type': 'application/json'},
  body: JSON.stringify({do: 'resign', seat: 0})})).status"""


def two_friends(visit: Visit, game: str = PLAIN, **wish: Any) -> tuple[Page, Page]:
    """Ana, who has laid the table, and Ben; the one whose turn it is comes first."""
    ana, ben = visit(), visit()
    sit_together(ana, ben, game, **wish)
    acting = ana.locator("[data-seats] .acting .who").first
    acting.wait_for()
    is_anas = "Ana" in acting.inner_text()
    return (ana, ben) if is_anas else (ben, ana)


def name_of(page: Page) -> str:
    """Who sits before a page."""
    seat = page.locator(
        "[data-seats] li", has=page.get_by_text(message("web.mine.tag", "fr"), exact=True)
    )
    return seat.locator(".who").inner_text()


def person(page: Page, name: str) -> Any:
    """What a page shows of somebody."""
    return page.locator("[data-seats] li", has_text=name).locator("[data-person]")


def test_one_sees_who_is_there_who_looks_elsewhere_and_who_has_left(visit: Visit) -> None:
    one, other = two_friends(visit)
    who = name_of(other)
    expect(person(one, who)).to_have_attribute("data-person", "there")
    other.evaluate(HIDE, True)
    expect(person(one, who)).to_have_attribute("data-person", "away")
    assert message("web.person.away", "fr") in person(one, who).inner_text()
    other.evaluate(HIDE, False)
    expect(person(one, who)).to_have_attribute("data-person", "there")
    other.goto("about:blank")
    expect(person(one, who)).to_have_attribute("data-person", "gone")
    other.go_back()
    expect(person(one, who)).to_have_attribute("data-person", "there")


def test_a_spectator_is_told_so_and_is_counted(visit: Visit) -> None:
    one, _ = two_friends(visit)
    expect(one.locator("[data-watchers]")).to_have_count(0)  # the guest has taken a seat
    onlooker = visit()
    open_table(onlooker, one.url.split("/")[4])
    expect(onlooker.locator("[data-watching]")).to_have_text(message("web.watching.you", "fr"))
    expect(one.locator("[data-watchers]")).to_have_attribute("data-watchers", "1")
    onlooker.goto("about:blank")
    expect(one.locator("[data-watchers]")).to_have_count(0)


def test_who_is_only_slow_is_asked_and_answers_with_any_touch(visit: Visit) -> None:
    slow, other = two_friends(visit, patience=SHORT)
    who = name_of(slow)
    other.get_by_role("button", name=message("web.stand_in", "fr", who=who)).click(timeout=LONG)
    slow.locator("[data-still]").wait_for()
    expect(other.locator("[data-absent]")).to_contain_text(who)
    slow.mouse.click(5, 300)  # anywhere
    expect(slow.locator("[data-still]")).to_have_count(0)
    expect(other.locator("[data-absent]")).to_have_count(0)
    assert slow.locator("[data-replaced]").count() == 0


def test_who_does_not_answer_is_replaced_and_takes_the_seat_back(visit: Visit) -> None:
    slow, other = two_friends(visit, patience=SHORT, stand_in="random")
    who = name_of(slow)
    other.get_by_role("button", name=message("web.stand_in", "fr", who=who)).click(timeout=LONG)
    slow.locator("[data-still]").wait_for()
    slow.locator("[data-replaced]").wait_for(timeout=LONG)  # nobody has touched anything
    other.locator(".board [data-lit]").first.wait_for(timeout=LONG)  # the bot has played
    slow.get_by_role("button", name=message("web.back", "fr")).click()
    expect(slow.locator("[data-replaced]")).to_have_count(0)
    other.locator(".board [data-lit]").first.click()
    slow.locator(".board [data-lit]").first.wait_for()


def test_a_touch_on_the_board_takes_the_seat_back_too(visit: Visit) -> None:
    slow, other = two_friends(visit, patience=SHORT, stand_in="random")
    who = name_of(slow)
    other.get_by_role("button", name=message("web.stand_in", "fr", who=who)).click(timeout=LONG)
    slow.locator("[data-replaced]").wait_for(timeout=LONG)
    slow.locator(".board [data-place]").first.click(force=True)
    expect(slow.locator("[data-replaced]")).to_have_count(0)


def test_a_bot_stands_in_for_who_is_gone_after_a_countdown(visit: Visit) -> None:
    gone, other = two_friends(visit, patience=SHORT, stand_in="random")
    who, table = name_of(gone), gone.url
    gone.goto("about:blank")
    absent = other.locator("[data-absent=gone]")
    expect(absent).to_contain_text(message("web.absent.gone", "fr", who=who))
    expect(absent).to_contain_text("0:0")
    other.get_by_role("button", name=message("web.stand_in", "fr", who=who)).click(timeout=LONG)
    other.locator(".board [data-lit]").first.wait_for(timeout=LONG)
    gone.goto(table)
    gone.locator(".board").wait_for()
    expect(gone.locator("[data-replaced]")).to_have_count(0)
    expect(other.locator("[data-seats]")).not_to_contain_text("⚙")


def test_a_page_out_of_sight_that_comes_back_by_itself_takes_no_seat_back(visit: Visit) -> None:
    gone, other = two_friends(visit, patience=SHORT, stand_in="random")
    who, table = name_of(gone), gone.url
    gone.goto("about:blank")
    other.get_by_role("button", name=message("web.stand_in", "fr", who=who)).click(timeout=LONG)
    gone.context.add_init_script(
        "Object.defineProperty(document, 'hidden', {configurable: true, get: () => true})"
    )
    gone.goto(table)
    gone.locator("[data-replaced]").wait_for(timeout=LONG)


def test_who_asks_to_go_back_is_told_that_it_was_sent_and_what_was_answered(visit: Visit) -> None:
    one, other = two_friends(visit)
    one.locator(".board [data-lit]").first.click()
    other.locator(".board [data-lit]").first.wait_for()
    click(one, "web.undo.ask")
    who = name_of(other)
    expect(one.locator("[data-asking]")).to_have_text(message("web.asked.sent", "fr", who=who))
    expect(other.locator("[data-question]")).to_be_in_viewport()
    other.get_by_role("button", name=message("option.no", "fr"), exact=True).first.click()
    expect(one.locator("[data-asking]")).to_have_count(0)
    expect(other.locator("[data-question]")).to_have_count(0)
    expect(one.locator("[data-told]")).to_contain_text(
        message("web.event.consent.no", "fr", who=who)
    )


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_reaction_is_a_bubble_for_some_seconds(visit: Visit, size: str) -> None:
    one, other = two_friends(visit)
    if size == "phone":
        other.set_viewport_size({"width": 360, "height": 640})
    one.get_by_text(message("web.reactions", "fr")).click()
    click(one, "web.react.bravo")
    said = message("web.react.bravo", "fr")
    bubble = other.locator("[data-bubble]:visible").filter(has_text=said).first
    expect(bubble).to_be_in_viewport()  # in one look: it is there for some seconds only
    expect(other.locator("[data-bubble]")).to_have_count(0, timeout=15_000)


# ---- hints


def test_between_people_there_are_no_hints_unless_the_table_has_them(visit: Visit) -> None:
    one, other = two_friends(visit)
    for page in (one, other):
        hint = page.get_by_role("button", name=message("web.hint", "fr"), exact=True)
        expect(hint).to_have_count(0)


def test_a_hint_is_announced_to_all(visit: Visit) -> None:
    one, other = two_friends(visit, hints=True)
    click(one, "web.hint")
    told = message("web.event.advice", "fr", who=name_of(one))
    for page in (one, other):
        page.locator("li", has_text=told).first.wait_for()


# ---- messages


def test_people_write_to_one_another_as_plain_text(visit: Visit) -> None:
    one, other = two_friends(visit, SECRET, chat=True)
    onlooker = visit()
    open_table(onlooker, one.url.split("/")[4])
    text = "<img src=x onerror=\"document.title='hacked'\"> <b>bravo</b> & co"
    one.locator("[data-chat] input").fill(text)
    click(one, "web.chat.send")
    expect(other.locator("[data-chat] li")).to_contain_text(text)
    expect(other.locator("[data-bubble]:visible").first).to_contain_text("bravo")
    assert other.locator("[data-chat] img").count() == 0
    assert onlooker.locator("[data-chat]").count() == 0
    assert "bravo" not in onlooker.content()
    one.locator("[data-chat] input").fill("venez sur https://example.org/x")
    click(one, "web.chat.send")
    expect(one.locator("[data-told]")).to_contain_text(message("refused.chat.link", "fr"))
    click(other, "web.chat.hide")
    expect(other.locator("[data-chat] li")).to_have_count(0)
    other.reload()
    other.locator("[data-chat]").wait_for()
    expect(other.locator("[data-chat] li")).to_have_count(0)


def test_messages_are_off_unless_the_host_wants_them(visit: Visit) -> None:
    for page in two_friends(visit):
        assert page.locator("[data-chat]").count() == 0


# ---- before the game


def test_the_host_takes_a_name_and_begins_with_those_who_sit(visit: Visit) -> None:
    ana, ben = visit(), visit()
    laid = lay(ana, PLAIN, {"who": "me"}, {"who": "open"}, {"who": "open"}, {"who": "open"})
    open_table(ana, laid["table"])
    ana.locator("[data-my-name] input").fill("Ana")
    click(ana, "web.call")
    open_table(ben, laid["table"], laid["code"])
    expect(ben.locator("[data-facts]")).to_contain_text("Ana")
    expect(ben.locator("[data-invitation] svg").first).to_be_visible()
    expect(ben.get_by_text(message("web.join.learn", "fr"))).to_be_visible()
    ben.locator("form input").fill("Ben")
    click(ben, "web.sit")
    expect(ben.locator("[data-begin]")).to_have_count(0)
    ana.locator("[data-begin]").click()
    for page in (ana, ben):
        page.locator(".board").wait_for(timeout=15_000)
        expect(page.locator("[data-seats] li .who")).to_have_count(2)
    one, other = (ana, ben) if ana.locator(".board [data-lit]").count() else (ben, ana)
    one.locator(".board [data-lit]").first.click()
    other.locator(".board [data-lit]").first.wait_for()


def test_who_moves_up_stirs_the_dice_all_the_same_and_the_log_holds(visit: Visit) -> None:
    ana, ben, cleo = visit(), visit(), visit()
    seats = [{"who": "me", "name": "Ana"}, *[{"who": "open"}] * 3]
    laid = lay(ana, PLAIN, *seats)
    open_table(ana, laid["table"])
    for page, name in ((ben, "Ben"), (cleo, "Cléo")):
        open_table(page, laid["table"], laid["code"])
        page.locator("form input").fill(name)
        click(page, "web.sit")
        page.locator("[data-my-name]").wait_for()
    click(ben, "web.leave")
    expect(ana.locator("ol strong")).to_have_text(["Ana", "Cléo"])
    ana.locator("[data-begin]").click()
    for page in (ana, cleo):
        page.locator(".board").wait_for(timeout=8_000)  # her bytes have come along
    ana.evaluate(GIVE_UP, laid["table"])
    expect(cleo.locator("[data-honest]")).to_have_attribute("data-honest", "true", timeout=15_000)
    expect(cleo.locator("[data-proof]")).not_to_contain_text(message("web.unstirred", "fr"))
    assert cleo.locator("[data-dropped]").count() == 0


def test_who_has_no_name_is_called_in_the_language_of_whoever_looks(visit: Visit) -> None:
    page = visit()
    open_table(page, lay(page, PLAIN, {"who": "me"}, {"who": "bot", "bot": "random"})["table"])
    who = page.locator("[data-seats] li .who").first
    expect(who).to_have_text(message("web.player", "fr", n=1))
    page.get_by_role("button", name="EN, English").click()
    expect(who).to_have_text(message("web.player", "en", n=1))


@pytest.mark.parametrize("is_waiting", [True, False])
def test_my_seat_goes_on_from_another_device(visit: Visit, is_waiting: bool) -> None:
    page, phone = visit(), visit(size="phone")
    rival = {"who": "open"} if is_waiting else {"who": "bot", "bot": "random"}
    laid = lay(page, PLAIN, {"who": "me", "name": "Ana"}, rival)
    open_table(page, laid["table"])
    page.get_by_text(message("web.phone", "fr")).click()
    click(page, "web.phone.make")
    link = page.locator("[data-hand]").get_attribute("data-hand")
    assert link is not None
    phone.goto(link)
    click(phone, "web.phone.take")
    if is_waiting:
        phone.locator("[data-my-name]").wait_for()
    else:
        phone.locator(".board [data-lit]").first.wait_for(timeout=15_000)
        expect(page.locator("[data-told]")).to_have_text(message("web.handed", "fr"))
        expect(page.locator("[data-watching]")).to_be_visible()
    stranger = visit()
    stranger.goto(link)
    click(stranger, "web.phone.take")
    expect(stranger.get_by_role("alert").first).to_contain_text(message("refused.code", "fr"))


REFUSED = """Object.defineProperty(window, 'localStorage', {
  get() { throw new DOMException('refused', 'SecurityError'); } })"""


def test_without_storage_the_game_begins_as_soon_as_all_sit(visit: Visit) -> None:
    page = visit()
    page.context.add_init_script(REFUSED)
    page.goto(page.url.removesuffix("/healthz") + "/")
    page.locator(f"[data-game={PLAIN}] button.main").click()
    click(page, "web.offer.play")
    page.locator(".board").wait_for(timeout=8_000)  # nobody waits for bytes that were forgotten


def test_where_nobody_is_missing_the_page_says_that_the_game_begins(visit: Visit) -> None:
    page = visit()
    promise = {"promise": "0" * 64}  # of bytes that this page does not have
    laid = lay(page, PLAIN, {"who": "me", **promise}, {"who": "bot", "bot": "random"})
    open_table(page, laid["table"])
    expect(page.get_by_role("status").first).to_have_text(message("web.beginning", "fr"))
