"""`Any` stands only where something is generic by nature: so often, and for this reason.

The lines are counted by

    git grep -nwE "Any" -- 'src/*.py' | grep -v import
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "ludotheque"
COMMAND = """git grep -nwE "Any" -- 'src/*.py' | grep -v import | wc -l"""

# How many lines of a module may say `Any`, and why.
ALLOWED = {
    "cli/arena.py": (1, "the context of a command is a private class of Typer"),
    "cli/tables.py": (1, "a table as the server tells it in JSON"),
    "engines/browser.py": (1, "what belongs to the browser has no types here"),
    "engines/native.py": (4, "NumPy's types of records, and functions that Numba makes"),
    "engines/plain.py": (9, "an entry of a block is a state, a record or a number"),
    "fast/compiled.py": (4, "what Numba hands to an intrinsic"),
    "game.py": (7, "a handle holds modules of any game, whose states only they know"),
    "games/*/solver/solo.py": (1, "an array of fractions, or of floats"),
    "rare.py": (1, "a question is about the states of any game"),
}

# Whole folders that are not through yet: how many lines at most.  These numbers only go down.
FOLDERS = {"server": 60, "tables": 8}


def is_counted(line: str) -> bool:
    return re.search(r"\bAny\b", line) is not None and "import" not in line


def found() -> dict[str, int]:
    """The lines with `Any`, by module."""
    lines = {
        path.relative_to(SOURCE).as_posix(): path.read_text(encoding="utf-8").splitlines()
        for path in SOURCE.rglob("*.py")
    }
    counts = {module: sum(map(is_counted, lines[module])) for module in sorted(lines)}
    return {module: n for module, n in counts.items() if n}


def test_any_stands_only_where_something_is_generic_by_nature() -> None:
    counts = Counter[str]()
    for module, n in found().items():
        if module.split("/")[0] not in FOLDERS:
            counts[re.sub(r"^games/\w+/", "games/*/", module)] += n
    print(f"{sum(found().values())} lines in all, counted by: {COMMAND}")
    assert counts == {module: n for module, (n, _) in ALLOWED.items()}


@pytest.mark.parametrize("folder", FOLDERS)
def test_it_does_not_spread(folder: str) -> None:
    counts = {module: n for module, n in found().items() if module.split("/")[0] == folder}
    assert sum(counts.values()) <= FOLDERS[folder], f"{counts}, counted by: {COMMAND}"
