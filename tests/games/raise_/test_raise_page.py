"""The page of the rules."""

from __future__ import annotations

from ludotheque import load
from ludotheque.words.rulebook import rules_page


def test_the_memo_card_of_raise_shows_every_card_and_face() -> None:
    page = rules_page(load("raise"), "en")
    assert "| bell | 2 | 2 | 2 | 2 | 1 | 1 | 1 | 11 | 1 1 2 2 2 2 3 3★ |" in page
    assert "| blank | 1 | 1 | 1 | 1 | 1 | 1 | 1 | 7 | – |" in page
