"""A game is its folder: no source, script or test elsewhere names one of the games.

The folders of a game are its package, its board, its tests and its recorded plays.  Generated
stubs are left out; so are examples, benches and pages, which lie elsewhere.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from pathlib import Path

from every import OURS

from ludotheque import PACKAGES, load
from ludotheque.words.messages import LANGUAGES

ROOT = Path(__file__).parent.parent
SEARCHED = ("src", "scripts", "tests", "web/src", "web/tests")
TEXT = {".css", ".html", ".js", ".json", ".py", ".svelte", ".toml", ".ts"}
BUILT = {"static", "node_modules", "__pycache__"}
RECORDED = ("tests/server/before/", "web/tests/witness.json")  # evenings that were played


def names_of(name: str) -> Iterator[str]:
    """The patterns of what a game is called: its name, folder, titles and rulings."""
    game, folder = load(name), PACKAGES[name].rpartition(".")[2]
    yield rf"\b{game.prefix}\d+\b"
    titles = {game.title().text(language) for language in LANGUAGES}
    if keyword.iskeyword(name):  # also a word of every source: only where it is a name
        yield rf"""["'`/.]{name}["'`/.:]|\b{folder}\b"""
        yield from (rf"\w {title}\b" for title in titles)
    else:
        yield f"(?i:{name.replace('-', '.?')})"
        yield from (f"(?i:{title})" for title in titles)


NAMES = re.compile("|".join(pattern for name in OURS for pattern in names_of(name)))
FOLDERS = tuple(
    f"{parent}/{folder}"
    for name in OURS
    for package in [PACKAGES[name].rpartition(".")[2]]
    for parent, folder in (
        ("src/ludotheque/games", f"{package}/"),
        ("tests/games", f"{package}/"),
        ("tests/plays", f"{name}/"),
        ("tests/counts", f"{name}."),
        ("web/src/games", f"{name}/"),
        ("web/tests/games", f"{name}."),
        ("web/tests/games/frames", f"{name}."),
    )
)


def elsewhere() -> Iterator[str]:
    """Every source, script and test that is not in a game's folder."""
    for top in SEARCHED:
        for path in sorted((ROOT / top).rglob("*")):
            found = path.relative_to(ROOT).as_posix()
            if path.suffix not in TEXT or BUILT & set(path.parts):
                continue
            if not found.startswith((*FOLDERS, *RECORDED)):
                yield found


def test_no_source_script_or_test_elsewhere_names_a_game() -> None:
    found = {
        f"{path}:{number}: {line.strip()}"
        for path in elsewhere()
        for number, line in enumerate((ROOT / path).read_text("utf-8").splitlines(), start=1)
        if NAMES.search(line)
    }
    assert sorted(found) == []


def test_the_search_finds_every_way_to_name_a_game() -> None:
    for name in OURS:
        game, folder = load(name), PACKAGES[name].rpartition(".")[2]
        ways = [f'load("{name}")', f"from ludotheque.games.{folder} import rules"]
        ways += [f"games/{folder}/", f'"option.{name}.x"', f"# {game.prefix}1"]
        ways += [f"a game of {game.title().text(language)}" for language in LANGUAGES]
        assert [way for way in ways if not NAMES.search(way)] == []
    for harmless in ("raise ValueError(name)", "def raise_limit() -> int:", "It may raise."):
        assert not NAMES.search(harmless)


def test_the_search_reads_the_whole_house() -> None:
    for path in ("src/ludotheque/game.py", "scripts/docs.py", "tests/every.py"):
        assert path in set(elsewhere())
    assert "web/src/games/board.ts" in set(elsewhere())
