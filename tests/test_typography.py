"""Signs and spaces as printed books have them: in every catalogue and on every rules page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from every import OURS

from ludotheque import load
from ludotheque.words.messages import catalogue

DOCS = Path(__file__).parent.parent / "docs" / "games"
FULL = "\u00a0"  # the space that never breaks: before a colon and inside « »
THIN = "\u202f"  # the narrow one: before ; ! ?
# What is no sentence: code, addresses, hours, the rules of a table, where a link leads, and a
# question mark that is something to type.
PLAIN = re.compile(
    r"(?s)```.*?```|`[^`]*`|\w+://\S+|\d+:\d\d|\|[-|]+\||\]\([^)]*\)|<!--.*?-->"
    r"|«\xa0\?\xa0»|“\?”|\(\?\)|(?:^|\n  )\? "
)


def french_slips(text: str) -> list[str]:
    """Where a French text has not the space that its signs ask for."""
    bad = (
        rf"(?<!{THIN})[;!?]",
        rf"(?<!{FULL}):(?!\w)",
        rf"(?<!{FULL})»|«(?!{FULL})",
        "'",
    )
    prose = PLAIN.sub("x", text)
    return [
        prose[max(0, at.start() - 20) : at.end() + 5]
        for one in bad
        for at in re.finditer(one, prose)
    ]


def english_slips(text: str) -> list[str]:
    """Where an English text has a sign that only French has."""
    prose = PLAIN.sub("x", text)
    bad = rf"[«»{THIN}{FULL}']| [;:!?]"
    return [prose[max(0, at.start() - 20) : at.end() + 5] for at in re.finditer(bad, prose)]


SLIPS = {"fr": french_slips, "en": english_slips}


@pytest.mark.parametrize("lang", SLIPS)
def test_signs_have_their_spaces_in_every_sentence(lang: str) -> None:
    found = {key: slips for key, text in catalogue(lang).items() if (slips := SLIPS[lang](text))}
    assert found == {}


@pytest.mark.parametrize("lang", SLIPS)
@pytest.mark.parametrize("name", OURS)
def test_signs_have_their_spaces_on_every_rules_page(name: str, lang: str) -> None:
    for page in (load(name).folder / f"rules.{lang}.md", DOCS / f"{name}.{lang}.md"):
        assert SLIPS[lang](page.read_text(encoding="utf-8")) == [], page.name


@pytest.mark.parametrize(
    "text",
    ["Ici: non", "Ici\u202f: non", "« ici »", "Ici ?", "Ici\u00a0?", "Ici?", "l'été", "ici;"],
)
def test_a_sign_without_its_space_is_found(text: str) -> None:
    assert french_slips(text)


@pytest.mark.parametrize("text", ["Ici\u00a0: oui\u202f; «\u00a0là\u00a0»\u202f!", "(?)", "à 4:59"])
def test_a_sign_with_its_space_is_not(text: str) -> None:
    assert not french_slips(text)
