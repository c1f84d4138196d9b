"""One tablet for three: a hand is only ever there for the person who was named."""

from __future__ import annotations

import base64
import json
import random

import pytest
from every import Case, some
from playwright.sync_api import Browser, Page
from tables.dealing import dealt_again
from tables.driving import NAMES, NOON, Evening, drafted

from browser.conftest import LOOKS, SIZES, Visit
from browser.fake import Json, answered
from browser.playing import SECRET, come_to_rest, is_over, lay, open_table, touch_something
from ludotheque.parts import SPECTATOR
from ludotheque.tables import commands, views
from ludotheque.tables.table import Table, Told

PEOPLE = [{"who": "me", "name": name} for name in ("Ana", "Ben", "Cléo")]
ANA, BEN = 0, 1
HAND = "[...document.querySelectorAll('.board [data-place]')].map((one) => one.dataset.place)"
SECRETS = """async ([table, seat]) => (await (await fetch(
  `/api/tables/${table}?seat=${seat}`)).json()).view.hand"""


def test_each_sees_their_own_hand_and_nobody_elses(visit: Visit) -> None:
    """A whole round on a real server: what is in the page, and what came to it."""
    page = visit()
    frames: list[str] = []
    page.on("websocket", lambda ws: ws.on("framereceived", lambda text: frames.append(str(text))))
    table = lay(page, SECRET, *PEOPLE)["table"]
    open_table(page, table)
    dice = random.Random(2)
    seen: set[int] = set()
    ready = page.locator(".pass button.main")
    ready.wait_for(timeout=15_000)
    assert all(set(hand) == {-1} for hand in hands_in(frames, None)), "nobody was named yet"
    for _ in range(60):
        if ready.count():
            assert page.locator("[data-place]").count() == 0
            before = len(frames)
            ready.click()
            page.locator(".board [data-lit]").first.wait_for(timeout=10_000)
            (named,) = {one["seat"] for one in news_in(frames[before:])} - {None}
            for seat in range(len(PEOPLE)):
                for hand in hands_in(frames[before:], seat):
                    assert seat == named or set(hand) == {-1}
            held = page.evaluate(SECRETS, [table, named])[named]
            kinds = sum(1 for count in held if count > 0)
            shown = set(page.evaluate(HAND)) - {"pass", "done"}
            assert len(shown) == kinds
            seen.add(named)
        touch_something(page, dice)
        page.wait_for_timeout(60)
        if seen == {0, 1, 2} or is_over(page):
            break
    assert seen == {0, 1, 2}


def news_in(frames: list[str]) -> list[Json]:
    found = [json.loads(text) for text in frames if '"type":"news"' in text]
    return [news for news in found if "view" in news]


def hands_in(frames: list[str], seat: int | None) -> list[list[int]]:
    """What came of the hand of a seat, or of all seats."""
    news = news_in(frames)
    seats = range(len(PEOPLE)) if seat is None else [seat]
    return [one["view"]["hand"][i] for one in news for i in seats]


# ---- the same evening with another hand for Ana: what Ben may see is the same


def worlds() -> tuple[Table, Table]:
    """Two tables that differ only in what Ben cannot know."""
    evening = Evening(Case(SECRET, 3, ())).sit()
    for whim in range(100):
        for table, _ in dealt_again(evening.told, BEN, random.Random(whim)):
            other = table
        if other.s.hand[ANA] != evening.table.s.hand[ANA]:
            return evening.table, other
    raise AssertionError("no other hand was dealt")


class OneTablet:
    """What a server would send to a tablet at which Ana lays her first card, then Ben."""

    def __init__(self, table: Table) -> None:
        self.table = table.copy()
        self.table.seed = bytes(32)  # with which what she lays is sealed
        self.told: list[Told] = []
        self.seat = SPECTATOR

    def news(self) -> Json:
        seen = views.frame(self.table, self.told, self.seat, NOON, whole=True)
        return seen | {"mine": [0, 1, 2]}

    def answer(self, request: Json | None) -> list[Json]:
        if request is None:
            return [self.news()]
        if request["do"] == "look":
            self.seat = request.get("seat", SPECTATOR)
            return [self.news()]
        draft = drafted(commands.play, self.table, ANA, request["action"], request["ply"], NOON)
        self.table, self.told = draft.table, [*self.told, *draft.told]
        return [{"type": "done", "id": request["id"]}, self.news()]


def still(page: Page) -> bytes:
    """A picture, once it is the same for a while."""
    before = page.screenshot()
    for _ in range(20):
        page.wait_for_timeout(150)
        now = page.screenshot()
        if now == before:
            return now
        before = now
    raise AssertionError("it never comes to rest")


class Seen(dict[str, tuple[bytes, str, str]]):
    """What there was to see at each moment: pixels, page, accessibility tree."""

    def note(self, moment: str, page: Page) -> None:
        page.mouse.move(0, 0)
        come_to_rest(page)
        tree = page.locator("body").aria_snapshot()
        self[moment] = (still(page), page.content(), tree)


def evening_of(page: Page, table: Table) -> Seen:
    """Ana looks, lays a card and passes the tablet to Ben."""
    answered(page, OneTablet(table).answer)
    open_table(page, "AAAAAAAAAAAAAAAA")
    ready = page.locator(".pass button.main")
    ready.wait_for()
    seen = Seen()
    seen.note("before anybody", page)
    ready.click()
    lit = page.locator(".board [data-lit]")
    lit.first.wait_for()
    seen.note("Ana", page)
    lit.first.click()
    page.get_by_role("button", name=NAMES[BEN]).wait_for()
    seen.note("between", page)
    ready.click()
    page.locator(".board").wait_for()
    seen.note("Ben", page)
    return seen


@pytest.mark.parametrize("size", some(("phone",), SIZES))
def test_no_pixel_tells_ben_what_ana_holds(visit: Visit, browser: Browser, size: str) -> None:
    compare(visit, browser, size=size)


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_no_pixel_tells_it_in_any_look(
    visit: Visit, browser: Browser, look: dict[str, str]
) -> None:
    compare(visit, browser, **look)


NOISE = 16  # of 255: what one finds now and then where two tiles of a page meet
FARTHEST = """async (pictures) => {
  const [a, b] = await Promise.all(pictures.map(async (png) => {
    const answer = await fetch(`data:image/png;base64,${png}`);
    const image = await createImageBitmap(await answer.blob());
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, image.width, image.height).data;
  }));
  if (a.length !== b.length) return 255;
  return a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);
}"""


def farthest(browser: Browser, *pictures: bytes) -> int:
    """How much two pictures differ where they differ most, of 255."""
    page = browser.new_page()
    found: int = page.evaluate(FARTHEST, [base64.b64encode(one).decode() for one in pictures])
    page.close()
    return found


def compare(visit: Visit, browser: Browser, **look: str) -> None:
    one, other = (evening_of(visit(**look, reduced_motion="reduce"), table) for table in worlds())
    (pixels, page, tree), (others, another, unlike) = one["Ana"], other["Ana"]
    assert page != another and tree != unlike, "her hands are not the same"
    assert farthest(browser, pixels, others) > 4 * NOISE
    for moment in ("before anybody", "between", "Ben"):
        (pixels, page, tree), (others, another, unlike) = one[moment], other[moment]
        assert tree == unlike, moment
        assert page == another, moment
        assert farthest(browser, pixels, others) <= NOISE, moment
