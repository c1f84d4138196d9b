"""The equipment of a game, read from `data.toml` beside its rules or from a user's own file.

A rules module reads its tables when it is executed; a game played with a user's file is
the same source executed once more under another module name.
"""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path
from typing import Any

from ludotheque.errors import BadData

CHOSEN: dict[str, Path] = {}  # module name -> the user's own file


def data_file(module: str, source: str) -> Path:
    """The file that a rules module takes its tables from."""
    return CHOSEN.get(module, Path(source).with_name("data.toml"))


def data_of(module: str, source: str) -> dict[str, Any]:
    """The tables of a rules module, not yet checked."""
    return read(data_file(module, source))


def read(path: Path) -> dict[str, Any]:
    """A data file as nested dicts and lists."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadData("error.file.missing", file=str(path)) from None
    except OSError as problem:
        raise BadData("error.file.unreadable", file=str(path), why=str(problem)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise BadData("error.data.syntax", file=path.name, why=str(problem)) from None


def fingerprint(path: Path) -> str:
    """The start of the file's SHA-256, as written into logs."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


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


def words(value: object, what: str) -> list[str]:
    """A list of words of a data file, checked."""
    fits = isinstance(value, list) and all(isinstance(word, str) for word in value)
    demand(fits, what, '["…", "…"]', value)
    assert isinstance(value, list)
    return value
