"""What is not there, or does not work: said in words, with what to do."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route

from browser.conftest import Visit
from browser.playing import DICED, PLAIN, click, in_no_time, lay, open_table
from ludotheque.words.messages import message

LANGUAGES = ("fr", "en")
NOWHERE = [
    ("/t/AAAAAAAAAAAAAAAA", "unknown"),  # a dead link
    ("/t/short", "unknown"),
    ("/nowhere/at/all", "nowhere"),
    ("/new/monopoly", "nowhere"),
    ("/learn/monopoly", "nowhere"),
    ("/rules/monopoly", "nowhere"),
]


@pytest.mark.parametrize(
    ("path", "key", "lang"),
    [  # each path in one language now, in both in the long run
        pytest.param(path, key, lang, marks=() if i % 2 == j else pytest.mark.long)
        for i, (path, key) in enumerate(NOWHERE)
        for j, lang in enumerate(LANGUAGES)
    ],
)
def test_what_is_not_there_is_said_with_what_to_do(
    visit: Visit, path: str, key: str, lang: str
) -> None:
    page = visit(path, lang)
    page.get_by_text(message(f"web.sorry.{key}", lang)).first.wait_for(timeout=10_000)
    page.get_by_text(message(f"web.sorry.do.{key}", lang)).first.wait_for()
    page.get_by_role("link", name=message("web.home", lang)).click()
    page.wait_for_selector("[data-game]")


def test_an_unknown_language_is_said_and_the_page_goes_on(visit: Visit) -> None:
    page = visit("/?lang=xx")
    page.wait_for_selector("[data-game]")
    for lang in ("fr", "en"):  # the sentences of both come by themselves
        page.get_by_text(message("web.sorry.language", lang)).wait_for(timeout=10_000)


def test_a_lost_server_is_said_and_tried_again(visit: Visit) -> None:
    page = visit("/")
    page.route("**/api/**", lambda route: route.abort())
    page.reload()
    page.get_by_text(message("web.sorry.lost", "fr")).wait_for(timeout=10_000)
    page.unroute_all()
    page.get_by_role("button", name=message("web.again", "fr")).click()
    page.wait_for_selector("[data-game]")


def test_a_finished_table_shows_how_it_ended(visit: Visit) -> None:
    page, other = visit(), visit(lang="en")
    table = lay(page, DICED)["table"]
    open_table(page, table)
    in_no_time(page)
    open_table(other, table)
    other.locator("#result").wait_for(timeout=10_000)
    other.get_by_role("link", name=message("web.home", "en")).wait_for()


def test_refused_cookies_are_said_with_what_to_do(visit: Visit) -> None:
    page = visit("/")

    def refuse(route: Route) -> None:
        answer = route.fetch()
        kept = {name: text for name, text in answer.headers.items() if name != "set-cookie"}
        page.context.clear_cookies()
        route.fulfill(status=answer.status, headers=kept, body=answer.body())

    page.route("**/api/tables", refuse)
    page.locator(f"[data-game={PLAIN}] button.main").click()
    click(page, "web.offer.play")
    page.get_by_text(message("web.cookies", "fr")).first.wait_for(timeout=10_000)
