"""The games, by the names that people use; a game from elsewhere registers its package.

Every folder here that has rules is a game, named after its folder.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from ludotheque.words.messages import add_folder


def name_of(folder: str) -> str:
    """The name that people use: an underscore joins words, or tells a name from a keyword."""
    return folder.strip("_").replace("_", "-")


def find_packages() -> dict[str, str]:
    """The package of each game that lives here, by name, in the order of the shelf."""
    folders = [rules.parent.name for rules in Path(__file__).parent.glob("*/rules.py")]
    folders.sort(key=lambda folder: int(import_module(f"{__name__}.{folder}").SHELF))
    return {name_of(folder): f"{__name__}.{folder}" for folder in folders}


def add_sentences(package: str) -> None:
    """Take in the catalogues of a game, which lie in its folder `locales`."""
    locales = Path(str(import_module(package).__file__)).with_name("locales")
    if locales.is_dir():
        add_folder(locales)


PACKAGES = find_packages()
for its_package in PACKAGES.values():
    add_sentences(its_package)


def register(name: str, package: str) -> None:
    """Add a game that lives elsewhere, with its catalogues."""
    PACKAGES[name] = package
    add_sentences(package)
