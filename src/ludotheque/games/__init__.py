"""The games, by the names that people use.

Every folder here that has rules is a game, named after its folder.  A game that lives elsewhere
is registered by hand, or its package named in `LUDOTHEQUE_GAMES`, in which commas may stand.
"""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

from ludotheque.errors import UnknownGame
from ludotheque.words.messages import add_folder

VARIABLE = "LUDOTHEQUE_GAMES"


def name_of(folder: str) -> str:
    """The name that people use: an underscore joins words, or tells a name from a keyword."""
    return folder.strip("_").replace("_", "-")


def find_packages() -> dict[str, str]:
    """The package of each game that lives here, by name, in the order of the shelf."""
    folders = [rules.parent.name for rules in Path(__file__).parent.glob("*/rules.py")]
    folders.sort(key=lambda folder: int(import_module(f"{__name__}.{folder}").SHELF))
    return {name_of(folder): f"{__name__}.{folder}" for folder in folders}


def locales_of(package: str) -> Path:
    """Where the catalogues of a game lie."""
    return Path(str(import_module(package).__file__)).with_name("locales")


def cover_of(name: str) -> Path:
    """Where the picture of a game's cover lies, if it has one."""
    return Path(str(import_module(PACKAGES[name]).__file__)).with_name("cover.png")


def age_of(name: str) -> int | None:
    """From which age one can play a game; None where nobody has said so."""
    found: int | None = getattr(import_module(PACKAGES[name]), "AGE", None)
    return found


def is_starter(name: str) -> bool:
    """Whether a game is one to begin with."""
    return bool(getattr(import_module(PACKAGES[name]), "STARTER", False))


def add_sentences(package: str) -> None:
    """Take in the catalogues of a game."""
    if (locales := locales_of(package)).is_dir():
        add_folder(locales)


PACKAGES = find_packages()
for its_package in PACKAGES.values():
    add_sentences(its_package)


def register(name: str, package: str) -> None:
    """Add a game that lives elsewhere, with its catalogues."""
    add_sentences(package)
    PACKAGES[name] = package


def register_named() -> list[UnknownGame]:
    """Add the games that the environment names, which whoever thinks or serves inherits.

    Those that are not there are told by whoever is asked for anything, not by an import.
    """
    problems = []
    for package in os.environ.get(VARIABLE, "").replace(",", " ").split():
        try:
            register(name_of(package.rpartition(".")[2]), package)
        except ImportError as problem:
            problems.append(UnknownGame("error.games", package=package, why=str(problem)))
    return problems


MISSING = register_named()
