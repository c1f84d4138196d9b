"""What happened is seen: the board is held where it matters, for those who have the time."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest
from every import OURS, Case, another_way, by_turns, some
from playwright.sync_api import Page, expect
from tables.driving import NOON, Evening

from browser.conftest import Visit
from browser.fake import Json, answered
from browser.playing import DICED, GLOWING, PLAIN, click, in_no_time, lay, open_table
from ludotheque import load
from ludotheque.effects import kinds_of
from ludotheque.examples import examples
from ludotheque.tables import views
from ludotheque.words.messages import knows, message

HELD = [game for game in OURS if any(kind.is_held for kind in kinds_of(load(game).part("effects")))]
THROWN = [g for g in OURS if any(kind.is_thrown for kind in kinds_of(load(g).part("effects")))]
SLOW = "try { localStorage.setItem('ludotheque.pace', 'slow') } catch {}"
USUAL = "try { localStorage.setItem('ludotheque.pace', 'usual') } catch {}"
SAID = "document.querySelector('[aria-live=polite]').textContent"


class Scene(NamedTuple):
    """A table as somebody comes to it, and what happens then."""

    before: Json
    after: Json
    pause: Json


def scene_of(game: str, throw: bool) -> Scene:
    """A moment of a game at which the board is held, for the seat that acts or throws next."""
    case = Case(game, max(3, examples(game).few), ())  # of two, whoever is out ends the game
    for number in range(50):
        evening = Evening(case, number).sit().spent(fuss=0)
        for n, table in enumerate(evening.tables[1:], start=1):
            seat = next(iter(table.acting()), None)
            if seat is None or not views.is_shown(evening.tables[n - 1]):
                continue
            news = views.frame(table, evening.batches[n], seat, NOON)
            for pause in news.get("pauses", []):
                if ("throw" in pause) == throw and pause.get("throw", seat) == seat:
                    news["pauses"] = [pause]
                    earlier = [one for batch in evening.batches[:n] for one in batch]
                    before = views.frame(evening.tables[n - 1], earlier, seat, NOON, whole=True)
                    return Scene(before | {"mine": [seat]}, news, pause)
    raise AssertionError(f"nothing is ever held in {game}")


def arrive(page: Page, scene: Scene, asked: list[Json] | None = None) -> Any:
    """Come to the table before it happens; what is returned lets it happen."""

    def answer(request: Json | None) -> list[Json]:
        if request is not None and asked is not None:
            asked.append(request)
        return [] if request else [scene.before]

    lines = answered(page, answer)
    open_table(page, "AAAAAAAAAAAAAAAA")
    page.locator(".board").wait_for()
    return lambda: lines[-1].send(json.dumps(scene.after))


def lit_at_last(scene: Scene) -> list[str]:
    """The places that glow once all is shown."""
    return sorted({action["at"][0] for action in scene.after["actions"]})


def will_glow(page: Page, places: list[str], timeout: float = 8000, beside: str = "body") -> None:
    """Wait until exactly these glow, while something else is there."""
    wanted = json.dumps(places)
    same = f"JSON.stringify([...new Set({GLOWING})]) === JSON.stringify({wanted})"
    page.wait_for_function(
        f"() => {same} && document.querySelector('{beside}') !== null", timeout=timeout
    )


@pytest.mark.parametrize("game", some(HELD[2:], HELD))
def test_what_ends_is_held_told_once_and_goes_on_by_itself(visit: Visit, game: str) -> None:
    page, scene = visit(), scene_of(game, throw=False)
    page.context.add_init_script(USUAL)
    happen = arrive(page, scene)
    happen()
    banner = page.locator("[data-banner]")
    banner.wait_for(timeout=5000)
    text = banner.inner_text().strip()
    assert page.evaluate(GLOWING) == [], "nothing is asked of anybody meanwhile"
    assert page.evaluate(SAID).count(text) == 1
    assert banner.get_attribute("aria-hidden") == "true", "it was announced already"
    expect(banner).to_have_count(0, timeout=8000)
    will_glow(page, lit_at_last(scene))
    assert text not in page.evaluate(SAID), "told twice"


@pytest.mark.parametrize("game", some(HELD[:2], HELD))
def test_a_touch_ends_the_pause_and_plays_nothing(visit: Visit, game: str) -> None:
    page, scene = visit(), scene_of(game, throw=False)
    page.context.add_init_script(SLOW)  # 4.5 seconds, so that a busy machine needs less
    asked: list[Json] = []
    arrive(page, scene, asked)()
    page.locator("[data-banner]").wait_for(timeout=5000)
    page.locator(".board [data-place]").first.dispatch_event("click")
    will_glow(page, lit_at_last(scene), timeout=3500)
    expect(page.locator("[data-banner]")).to_have_count(0, timeout=1000)
    assert [one for one in asked if one["do"] in ("play", "why")] == []


@pytest.mark.parametrize(("game", "still"), by_turns(HELD, ("pace", "motion")))
def test_whoever_does_not_want_to_wait_waits_for_nothing(
    visit: Visit, game: str, still: str
) -> None:
    page = visit(reduced_motion="reduce") if still == "motion" else visit()
    if still == "motion":
        page.context.add_init_script(USUAL)
    scene = scene_of(game, throw=False)
    arrive(page, scene)()
    will_glow(page, lit_at_last(scene), beside="[data-banner]")
    expect(page.locator("[data-banner]")).to_have_count(0, timeout=8000)


@pytest.mark.parametrize("game", THROWN)
def test_ones_own_die_waits_for_ones_hand(visit: Visit, game: str) -> None:
    page, scene = visit(), scene_of(game, throw=True)
    page.context.add_init_script(USUAL)
    happen = arrive(page, scene)
    page.locator("h1").click()
    happen()
    will_glow(page, ["throw"])
    page.locator("[data-place=throw]").dispatch_event("click")  # it moves: nobody waits for rest
    will_glow(page, lit_at_last(scene), timeout=4000)


@pytest.mark.parametrize("who", ["keyboard", "setting", "motion", "fast", "other"])
def test_no_die_waits_for_whoever_does_not_want_to_throw(visit: Visit, who: str) -> None:
    page = visit(reduced_motion="reduce") if who == "motion" else visit()
    if who != "fast":
        page.context.add_init_script(USUAL)
    if who == "setting":
        page.context.add_init_script("localStorage.setItem('ludotheque.throws', 'no')")
    scene = scene_of(THROWN[0], throw=True)
    if who == "other":
        scene.pause["throw"] = (scene.pause["throw"] + 1) % 2
    happen = arrive(page, scene)
    page.locator("h1").click()
    if who == "keyboard":
        page.keyboard.press("Tab")
    happen()
    will_glow(page, lit_at_last(scene), timeout=4000)  # sooner than a die rolls by itself


def test_a_die_that_nobody_throws_rolls_by_itself(visit: Visit) -> None:
    page, scene = visit(), scene_of(THROWN[0], throw=True)
    page.context.add_init_script(USUAL)
    happen = arrive(page, scene)
    page.locator("h1").click()
    happen()
    will_glow(page, ["throw"])
    will_glow(page, lit_at_last(scene), timeout=12_000)


def test_the_last_move_is_shown_again_and_everything_is_as_before(visit: Visit) -> None:
    page, scene = visit(), scene_of(HELD[0], throw=False)
    arrive(page, scene)()
    will_glow(page, lit_at_last(scene), timeout=3000)
    lines = page.locator(".side li").all_inner_texts()
    click(page, "web.repeat")
    will_glow(page, [], timeout=1500)
    will_glow(page, lit_at_last(scene), timeout=8000)
    assert page.locator(".side li").all_inner_texts() == lines, "it did not happen again"


def test_sounds_are_off_until_asked_for(visit: Visit) -> None:
    page = visit()
    brought: list[str] = []
    page.on("request", lambda one: brought.append(one.url))
    open_table(page, lay(page, PLAIN)["table"])
    page.locator("[data-sound-ask]").wait_for()
    assert not any("/sounds-" in url for url in brought)
    with page.expect_request("**/sounds-*"):
        page.locator("[data-sound-ask] button").first.click()
    expect(page.locator("[data-sound-ask]")).to_have_count(0)
    assert page.evaluate("localStorage.getItem('ludotheque.sound')") == "yes"
    page.reload()
    page.locator(".board").wait_for()
    assert page.locator("[data-sound-ask]").count() == 0


@pytest.mark.parametrize(("game", "size"), by_turns(OURS, ("desktop", "phone")))
def test_the_last_position_stays_in_sight_beside_the_result(
    visit: Visit, game: str, size: str
) -> None:
    page = visit(size=size)
    open_table(page, lay(page, game)["table"])
    in_no_time(page)
    top, tall = page.evaluate(
        "(() => [document.querySelector('.board').getBoundingClientRect().top, innerHeight])()"
    )
    assert top < 0.3 * tall if size == "desktop" else top < 0.95 * tall
    unit = message(f"{game}.unit", "fr", n=1).partition(" ")[2]
    assert unit in page.locator("section.result").inner_text()
    assert page.locator(".side [aria-current]").count() == 0, "it is nobody's turn"


def test_the_end_takes_whoever_played_to_the_result(visit: Visit) -> None:
    page = visit()
    two = [{"who": "me", "name": "Alice"}, {"who": "bot", "bot": "random"}]
    open_table(page, lay(page, PLAIN, *two)["table"])
    page.locator(".board [data-lit]").first.wait_for(timeout=20_000)
    click(page, "web.resign")
    click(page, "web.resign.sure")
    page.locator("#result").wait_for()
    page.wait_for_function("() => document.activeElement?.id === 'result'", timeout=3000)
    assert page.locator(".board [aria-current]").count() == 0, "it is nobody's turn"


def test_the_replay_follows_keys_the_log_and_the_address(visit: Visit) -> None:
    page = visit()
    open_table(page, lay(page, DICED)["table"])
    in_no_time(page)
    click(page, "web.replay")
    page.locator("input[type=range]").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator("[data-replay='1']").wait_for()
    page.keyboard.press("End")
    last = page.locator("input[type=range]").get_attribute("max")
    page.locator(f"[data-replay='{last}']").wait_for()
    steps = page.locator("[data-steps] button")
    steps.first.click()
    first = steps.first.inner_text().partition(".")[0]
    page.locator(f"[data-replay='{first}']").wait_for()
    expect(page.locator("[data-steps] [aria-current]")).to_have_count(1)
    page.wait_for_url(f"**?coup={first}")
    page.reload()
    page.locator(f"[data-replay='{first}']").wait_for(timeout=10_000)
    click(page, "web.replay.done")
    page.locator("#result").wait_for()
    assert "coup" not in page.url


def test_the_score_sheet_has_a_row_for_each_player(visit: Visit) -> None:
    page = visit()
    seats = [{"who": "me", "name": "Un nom vraiment bien lon"}]
    seats += [{"who": "bot", "bot": "random"}] * 3
    open_table(page, lay(page, PLAIN, *seats, series={"games": 3})["table"])
    in_no_time(page)
    sheet = page.locator("[data-sheet]")
    sheet.wait_for()
    assert sheet.locator("tbody tr").count() == 4
    wide = sheet.evaluate("(one) => [one.scrollWidth, one.clientWidth]")
    assert wide[0] <= wide[1], "cut off"


ALONE = next(game for game in OURS if load(game).seats[0] == 1 and knows(f"{game}.usual"))


def test_alone_one_learns_what_is_usual_if_one_plays_as_usual(visit: Visit) -> None:
    page = visit()
    me = {"who": "me", "name": "Alice"}
    open_table(page, lay(page, ALONE, me, options={})["table"])
    in_no_time(page)
    expect(page.locator("[data-usual]")).to_have_text(message(f"{ALONE}.usual", "fr"))
    open_table(page, lay(page, ALONE, me, options=dict([another_way(ALONE)]))["table"])
    in_no_time(page)
    page.locator("[data-honest]").wait_for()
    assert page.locator("[data-usual]").count() == 0
