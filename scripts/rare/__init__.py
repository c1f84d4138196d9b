"""The rare cases that the golden plays must show, by game."""

from __future__ import annotations

from rare.bonne_main import BONNE_MAIN
from rare.case import Rare
from rare.quinze import QUINZE
from rare.rafletout import RAFLETOUT
from rare.raise_ import RAISE
from rare.rolit import ROLIT

RARE: dict[str, list[Rare]] = {
    "rolit": ROLIT,
    "quinze": QUINZE,
    "rafletout": RAFLETOUT,
    "raise": RAISE,
    "bonne-main": BONNE_MAIN,
}
