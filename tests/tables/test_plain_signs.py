"""Names where there is only the standard library: as clean and as distinct, but for rare emoji."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.bot_names import SIGNS, known_names
from ludotheque.errors import Refused
from ludotheque.tables import names, plain_signs, signs

SPELT = "🏴󠁧󠁢󠁳󠁣󠁴󠁿"  # the one kind of flag that it does not know
TYPED = (
    *("  Alice  ", "Jean\tPaul\n", "a\u202eb\u2066c", "x\x00\x1b[31my", "Chloe\u0301", "\ud800ok"),
    *("a\u00a0\u2003b", "\ufeffok\u200b", "Al\u200bi\u00adce\u034f", "Ada\U000e0041\U000e0042"),
    *("\u0301Ada \u0302b", "Ada\u2800\u2800\u3164B", "e\u200d\u0301", "a\u200db", "名前", "Nguyễn"),
    *("รัตน์", "e" * 24, "e" * 25, "", " ", "\u200b", "!", "bot:3", "random", "a\u0301\u0302\u0303"),
    *("👩‍🚀", "👨‍👩‍👧‍👦", "🧑🏻‍❤️‍💋‍🧑🏼", "👍🏽", "🇫🇷", "1️⃣", "❤️", "🏳️‍🌈", "👩‍🚀" * 24, "🇫🇷" * 25),
    *(f"{sign} Ada" for sign in SIGNS),
)
ALIKE = ("Ada", "ADA", "Аda", "Ad\u0430", "Zoé", "Zoe", "I1lo0", "lIl0o", "rn", "m", "A-b", "A‑b")


def cleaned(name: str) -> str:
    """A name as it is shown, or why it cannot be one."""
    try:
        return names.clean(name)
    except Refused as problem:
        return problem.key


@pytest.mark.parametrize("typed", TYPED)
def test_a_name_is_cleaned_as_with_all_of_unicode(
    typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = cleaned(typed)
    monkeypatch.setattr(names, "signs", plain_signs)
    assert cleaned(typed) == usual


def test_the_same_names_look_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    every = (*ALIKE, *known_names())
    pairs = [*combinations(ALIKE, 2), *combinations(known_names(), 2)]
    told = []
    for way in (signs, plain_signs):
        monkeypatch.setattr(names, "signs", way)
        names.looks.cache_clear()
        looks = {name: names.looks(name) for name in every}
        told.append([looks[one].isdisjoint(looks[other]) for one, other in pairs])
    names.looks.cache_clear()
    assert told[0] == told[1]


@given(st.text(max_size=30))
def test_whatever_is_typed_is_one_line_or_refused(typed: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(names, "signs", plain_signs)
        found = cleaned(typed)
        if not found.startswith("refused."):
            assert names.clean(found) == found
            assert found.splitlines() == [found] and found == found.strip()
            assert not set(SIGNS) & set(found)


def test_what_it_does_not_know_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names, "signs", plain_signs)
    assert names.clean(f"Ada {SPELT}") == "Ada 🏴"
