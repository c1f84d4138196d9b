"""The Ludothèque: five tabletop games, exact, readable and fast.

>>> from ludotheque import load
>>> rolit = load("rolit")
>>> rolit.said(rolit.start(players=2))
['e3', 'c5', 'e5']
"""

from __future__ import annotations

from ludotheque.errors import LudothequeError, Refusal
from ludotheque.game import Game, load
from ludotheque.games import PACKAGES, register
from ludotheque.parts import CHANCE, NOBODY, SPECTATOR, UNKNOWN

__version__ = "0.1.0"

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
