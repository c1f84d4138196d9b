"""The equipment of a game, read from `data.toml` beside its rules or from a user's own file.

A rules module reads its tables when it is executed; a game played with a user's file is
the same source executed once more under another module name.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from pathlib import Path

from ludotheque.errors import BadData

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

CHOSEN: dict[str, bytes] = {}  # module name -> the user's own file, as it was when it was read


def raw_data(module: str, source: str) -> bytes:
    """The file that a rules module takes its tables from; empty if it has none."""
    if module in CHOSEN:
        return CHOSEN[module]
    path = Path(source).with_name("data.toml")
    return path.read_bytes() if path.exists() else b""


def data_of(module: str, source: str) -> dict[str, object]:
    """The tables of a rules module, not yet checked."""
    return parse(raw_data(module, source))


def parse(raw: bytes, file: str = "data.toml") -> dict[str, object]:
    """A data file as nested dicts and lists."""
    try:
        return tomllib.loads(raw.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BadData("error.data.syntax", file=file, why=str(problem)) from None


def read(path: Path) -> bytes:
    """A user's own file, which must be TOML."""
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        raise BadData("error.file.missing", file=str(path)) from None
    except (OSError, ValueError) as problem:
        raise BadData("error.file.unreadable", file=str(path), why=str(problem)) from None
    parse(raw, path.name)
    return raw


def fingerprint(raw: bytes) -> str:
    """What logs call equipment: a hash of what a data file means; `-` for none.

    Comments, spaces, the order of the keys and the ways to write a value do not change it.
    """
    if not raw:
        return "-"
    meaning = json.dumps(parse(raw), sort_keys=True, separators=(",", ":"), default=repr)
    return of_bytes(meaning.encode())


def of_bytes(raw: bytes) -> str:
    """The start of a SHA-256; of a whole data file, what logs called it up to version 0.1."""
    return hashlib.sha256(raw).hexdigest()[:16]


def fingerprints(raw: bytes, folder: Path) -> frozenset[str]:
    """All that files and tables may call this equipment, today's fingerprint among them.

    What the files we have shipped were called up to version 0.1 stands in the game's folder, in
    `fingerprints.toml`, under what they are called now.
    """
    now = fingerprint(raw)
    path = folder / "fingerprints.toml"
    known = parse(path.read_bytes(), path.name) if path.exists() else {}
    before = words(known.get(now, []), f"{path.name}: {now}")
    return frozenset({now, *before, *([of_bytes(raw)] if raw else [])})


def demand(holds: bool, what: str, right: object, found: object) -> None:
    """Refuse a data file that does not fit, naming what was wrong and what would be right."""
    if not holds:
        raise BadData("error.data.wrong", what=what, right=str(right), found=str(found))


def whole(value: object, what: str, low: int, high: int) -> int:
    """A whole number of a data file, checked."""
    fits = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    demand(fits, what, f"{low}…{high}", value)
    assert isinstance(value, int)
    return value


def name_of(row: object, what: str) -> str:
    """The name of a row of a data file: letters, digits and hyphens, as an option's value."""
    name = row.get("name") if isinstance(row, dict) else None
    fits = isinstance(name, str) and NAME.fullmatch(name) is not None
    demand(fits, f"{what}.name", "a…z, 0…9, -", name)
    return str(name)


def words(value: object, what: str) -> list[str]:
    """A list of words of a data file, checked."""
    fits = isinstance(value, list) and all(isinstance(word, str) for word in value)
    demand(fits, what, '["…", "…"]', value)
    assert isinstance(value, list)
    return value
