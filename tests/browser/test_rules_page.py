"""The rules page: the essentials first, with pictures, and the notation folded away."""

from __future__ import annotations

import pytest
from every import OURS

from browser.conftest import Visit


@pytest.mark.parametrize("game", OURS)
def test_the_page_opens_with_five_points_drawn_by_the_board(visit: Visit, game: str) -> None:
    page = visit(f"/rules/{game}")
    points = page.locator("[data-essentials] > li")
    points.first.wait_for()
    assert points.count() == 5
    assert page.locator("[data-essentials] [inert] svg").count() >= 5
    assert page.locator("article > *").nth(4).get_attribute("data-essentials") is not None
    page.locator("[data-console] summary").click()
    page.locator("[data-console] p, [data-console] li").first.wait_for()


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_no_picture_is_wider_than_the_page(visit: Visit, size: str) -> None:
    for game in OURS:
        page = visit(f"/rules/{game}", size=size)
        page.locator("[data-essentials] > li").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), game
