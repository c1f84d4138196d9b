"""Every screen: the board and one's hand are in sight, from a phone on its side to a wall."""

from __future__ import annotations

import pytest
from every import OURS, some
from playwright.sync_api import Page
from server.running import Server

from browser.conftest import Visit
from browser.playing import (
    DICED,
    PLAIN,
    SECRET,
    click,
    come_to_rest,
    home_of,
    in_no_time,
    in_play,
    lay,
    open_table,
)
from browser.test_sixth_game import GAME, house
from ludotheque import load
from ludotheque.examples import examples

__all__ = ["house"]  # a fixture

SCREENS = [(740, 360), (640, 400), (1280, 800), (1920, 1080), (3840, 2160)]  # the second: at 200 %
UPRIGHT = (360, 740)
FEWEST = [(game, examples(game).few) for game in OURS]
OTHERS = [(game, n) for game in OURS for n in load(game).seats if (game, n) not in FEWEST]
CROWDED = [one for one in OTHERS if one[0] in (SECRET, DICED) and one[1] > 1]
USED = 0.45  # of the height of a screen, at least

# What must be in sight, and by how much it is not: what only helps one remember may lie below.
HIDDEN = """() => {
  const rest = '[data-rest], [data-rest] *, [data-rest] ~ *, [data-rest] ~ * *';
  const all = [...document.querySelectorAll('.board [data-place], .board .fit > * > svg, .prompt')];
  const beyond = (box) =>
    Math.max(-box.left, -box.top, box.right - innerWidth, box.bottom - innerHeight);
  return all
    .filter((one) => !one.matches(rest))
    .map((one) => [one.dataset.place ?? one.tagName, beyond(one.getBoundingClientRect())])
    .filter(([_, pixels]) => pixels > 1);
}"""
WIDER = "document.documentElement.scrollWidth - innerWidth"
BOARD = "document.querySelector('.board .fit').getBoundingClientRect()"


def resized(page: Page, size: tuple[int, int]) -> None:
    """Look at the same page on another screen."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function(f"() => innerWidth === {size[0]}")
    come_to_rest(page)


def shows_all(page: Page, what: str) -> None:
    """Nothing that one needs lies beyond the screen, whatever its size."""
    for size in SCREENS:
        resized(page, size)
        assert page.evaluate(HIDDEN) == [], (what, size)
        assert page.evaluate(WIDER) <= 0, (what, size)


@pytest.fixture
def seated(visit: Visit, request: pytest.FixtureRequest) -> Page:
    """Somebody at a table with bots, whose turn it is."""
    game, players = request.param
    page = visit()
    seats = [{"who": "me", "name": "Ang\u00e9lique"}]
    seats += [{"who": "bot", "bot": "random"}] * (players - 1)
    while not page.locator(".board [data-lit]").count():
        open_table(page, lay(page, game, *seats, options={})["table"])
        page.locator(".board [data-lit], #result").first.wait_for(timeout=20_000)
    return page


@pytest.mark.parametrize("seated", FEWEST, indirect=True, ids=str)
def test_all_of_the_board_and_ones_hand_are_in_sight(seated: Page) -> None:
    shows_all(seated, "in play")


@pytest.mark.parametrize("game", OURS)
def test_a_board_grows_with_the_screen(visit: Visit, game: str) -> None:
    page = visit()
    in_play(page, game, options={})
    sizes = []
    for size in ((1280, 800), (1920, 1080), (3840, 2160)):
        resized(page, size)
        box = page.evaluate(BOARD)
        sizes.append(box["width"] * box["height"])
        assert box["height"] > USED * size[1], size
    assert sizes[0] * 1.8 < sizes[1] < sizes[2] / 3


@pytest.mark.parametrize("seated", some(CROWDED, OTHERS), indirect=True, ids=str)
def test_all_of_the_board_and_ones_hand_are_in_sight_alone_and_among_many(seated: Page) -> None:
    shows_all(seated, "in play")


def test_on_an_upright_phone_a_board_has_its_own_size(visit: Visit) -> None:
    page = visit()
    in_play(page, PLAIN)
    resized(page, SCREENS[0])
    assert page.locator(".fit").evaluate("(one) => one.style.zoom") != ""
    resized(page, UPRIGHT)
    assert page.locator(".fit").evaluate("(one) => one.style.zoom + one.style.width") == ""
    assert page.evaluate(WIDER) <= 0


def test_with_hints_it_is_still_there(visit: Visit) -> None:
    page = visit()
    in_play(page, PLAIN)
    click(page, "web.hint")
    page.wait_for_function("() => document.querySelector('[data-hints], [data-hint]')")
    shows_all(page, "with hints")


@pytest.mark.parametrize("game", [PLAIN, SECRET])
def test_the_last_position_stays_beside_the_result_and_in_the_replay(
    visit: Visit, game: str
) -> None:
    page = visit()
    open_table(page, lay(page, game)["table"])
    in_no_time(page)
    shows_all(page, "the result")
    click(page, "web.replay")
    page.locator("[data-replay]").wait_for()
    page.locator("[data-replay] .fit").wait_for()
    shows_all(page, "the replay")


def test_the_board_is_in_sight_when_the_tablet_changes_hands(visit: Visit) -> None:
    page = visit()
    people = [{"who": "me", "name": name} for name in ("Ana", "Ben", "Cl\u00e9o")]
    open_table(page, lay(page, SECRET, *people)["table"])
    page.locator(".pass").wait_for(timeout=15_000)
    for size in SCREENS:
        resized(page, size)
        button = page.locator(".pass button.main").bounding_box()
        assert button is not None
        assert button["y"] + button["height"] <= size[1]
        assert page.evaluate(WIDER) <= 0
    page.locator(".pass button.main").click()
    page.locator(".board [data-lit]").first.wait_for()
    shows_all(page, "a hand of one's own")


@pytest.mark.parametrize("game", some((PLAIN, SECRET), OURS))
def test_a_first_game_is_in_sight(visit: Visit, game: str) -> None:
    page = visit(f"/learn/{game}")
    page.locator("[data-step]").wait_for()
    shows_all(page, "a first game")


def test_a_board_in_plain_text_is_in_sight(visit: Visit, house: Server) -> None:
    page = visit()
    page.goto(f"{house.url}/healthz")
    seats = [{"who": "me", "name": "Ana"}, {"who": "bot", "bot": "random"}]
    table = lay(page, GAME, *seats)["table"]
    page.goto(f"{home_of(page)}/t/{table}")
    page.locator(".board [data-lit]").first.wait_for(timeout=20_000)
    shows_all(page, "in plain text")
