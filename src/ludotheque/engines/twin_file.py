"""A game's `twin.wasm`: where it lies, and whether it is of the sources that lie beside it.

The last bytes of the file, a section of its own that no machine looks at, are the fingerprint of
all that it was compiled from.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from ludotheque.game import Game

NAME = "twin.wasm"
SECTION = b"sources"
DIGITS = 32  # of the fingerprint
PACKAGE = Path(__file__).parents[1]
SHARED = ("parts.py", "luck.py", "reals.py", "state.py", "packing.py")
OWN = ("rules.py", "equipment.py", "advice.py", "facts.py", "guess.py", "data.toml")
DECLARES = "\nENTRIES = {"  # in a module that has kernels of a game's own


def path_of(game: Game) -> Path:
    """Where a game's file lies, or would."""
    return game.folder / NAME


def own_kernels(game: Game) -> list[str]:
    """The modules of a game's folder that hold kernels, by their names below it."""
    found = [
        path.relative_to(game.folder).with_suffix("")
        for path in sorted(game.folder.rglob("*.py"))
        if DECLARES in path.read_text(encoding="utf-8")
    ]
    return [".".join(path.parts) for path in found]


@cache
def fingerprint(game: Game) -> str:
    """A hash of all that goes into a game's file."""
    files = [PACKAGE / name for name in SHARED]
    files += sorted((PACKAGE / "kernels").glob("*.py"))
    files += [game.folder / name for name in OWN if (game.folder / name).exists()]
    files += [
        (game.folder / name.replace(".", "/")).with_suffix(".py") for name in own_kernels(game)
    ]
    digest = hashlib.sha256()
    for file in files:
        text = file.read_text(encoding="utf-8")  # however a checkout ends its lines
        digest.update(f"{file.name}\n{len(text)}\n{text}".encode())
    return digest.hexdigest()[:DIGITS]


def sealed(code: bytes, mark: str) -> bytes:
    """A file of WebAssembly with the fingerprint of its sources at its end."""
    section = bytes([len(SECTION)]) + SECTION + mark.encode("ascii")
    return code + bytes([0, len(section)]) + section


def is_fresh(game: Game) -> bool:
    """Whether a game has a file, and it is of the sources that are here."""
    file = path_of(game)
    return file.exists() and file.read_bytes()[-DIGITS:].decode("ascii", "replace") == fingerprint(
        game
    )
