"""Techniques can be searched for by the names that the literature has for them.

`docs/design.md` has a table, term by term, of the module that does it; the module's docstring has
a paragraph "In the literature: …" with the same term.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "ludotheque"
PAGE = ROOT / "docs" / "design.md"
MARK = "In the literature: "

# What somebody who knows the field would search for.
KNOWN = """\
alpha-beta, backward induction, back-pressure, bitboards, Bradley-Terry, broadcast,
commit-reveal, common random numbers, CSRF, determinization, Elo, event sourcing, fair queueing,
fan-out, group commit, hash chain, information-set, max^n, null-window, optimistic concurrency,
Plackett-Luce, perft, principal variation search, publish-subscribe, rate limiting, rejection
sampling, sandwich estimator, slowloris, token bucket, transposition table, UCB1, UCT, value
iteration""".replace("\n", " ")


def paragraph(path: Path) -> str:
    doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return doc.partition(MARK)[2].partition("\n\n")[0]


@cache
def told() -> dict[str, str]:
    """[module below `ludotheque`] -> what it says of the literature, its line ends kept."""
    every = {path.relative_to(SOURCE).as_posix(): paragraph(path) for path in SOURCE.rglob("*.py")}
    return {name: text for name, text in every.items() if text}


def table() -> list[tuple[str, str]]:
    """The rows of the page: a term, and the module where it is."""
    text = PAGE.read_text(encoding="utf-8")
    section = text.partition("## By the names of the literature")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (.+?) \|$", section, re.M)[2:]
    return [(term, name) for term, names in rows for name in re.findall(r"`(.+?)`", names)]


def test_the_table_and_the_modules_name_the_same_techniques() -> None:
    found = told()
    rows = table()
    assert len(rows) > 30
    listed = set()
    for term, name in rows:
        meant = [path for path in found if f"/{path}".endswith(f"/{name}")]
        lines = [line for path in meant for line in found[path].splitlines()]
        assert any(term in line for line in lines), f"{name} does not say {term!r} in one line"
        listed |= set(meant)
    assert listed == set(found)


@pytest.mark.parametrize("term", KNOWN.split(", "))
def test_a_technique_is_found_by_its_usual_name(term: str) -> None:
    assert any(
        term.lower() in line.lower() for text in told().values() for line in text.split("\n")
    )
