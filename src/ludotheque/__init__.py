"""The Ludothèque: five tabletop games, exact, readable and fast.

>>> from ludotheque import PACKAGES, load
>>> games = [load(name) for name in PACKAGES]
>>> all(game.said(game.start()) for game in games)
True
"""

from __future__ import annotations

from ludotheque.errors import LudothequeError, Refusal
from ludotheque.game import Game, load
from ludotheque.games import PACKAGES, register
from ludotheque.parts import CHANCE, NOBODY, SPECTATOR, UNKNOWN

__version__ = "0.2.0"

__all__ = [
    "CHANCE",
    "NOBODY",
    "PACKAGES",
    "SPECTATOR",
    "UNKNOWN",
    "Game",
    "LudothequeError",
    "Refusal",
    "__version__",
    "load",
    "register",
]
