"""The first games, by game."""

from __future__ import annotations

from lessons.bonne_main import BONNE_MAIN
from lessons.quinze import QUINZE
from lessons.rafletout import RAFLETOUT
from lessons.raise_ import RAISE
from lessons.rolit import ROLIT
from lessons.script import Script

LESSONS: dict[str, Script] = {
    "rolit": ROLIT,
    "quinze": QUINZE,
    "rafletout": RAFLETOUT,
    "raise": RAISE,
    "bonne-main": BONNE_MAIN,
}
