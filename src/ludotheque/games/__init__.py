"""The games, by the names that people use; a game from elsewhere registers its package."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from ludotheque.words.messages import add_folder

PACKAGES = {
    "rafletout": "ludotheque.games.rafletout",
    "raise": "ludotheque.games.raise_",
    "rolit": "ludotheque.games.rolit",
    "quinze": "ludotheque.games.quinze",
    "bonne-main": "ludotheque.games.bonne_main",
}


def register(name: str, package: str) -> None:
    """Add a game that lives elsewhere, with the catalogues in its folder `locales`."""
    PACKAGES[name] = package
    locales = Path(str(import_module(package).__file__)).with_name("locales")
    if locales.is_dir():
        add_folder(locales)
