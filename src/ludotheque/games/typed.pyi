"""`load` as a checker knows it: the name of a game tells the class of its states.

Made by scripts/stubs.py from the games there are.
"""

from pathlib import Path
from typing import Literal, Protocol, overload

from ludotheque.game import Game
from ludotheque.games.bonne_main import rules as bonne_main
from ludotheque.games.quinze import rules as quinze
from ludotheque.games.rafletout import rules as rafletout
from ludotheque.games.raise_ import rules as raise_
from ludotheque.games.rolit import rules as rolit

class Load(Protocol):
    """Loads a game by its name, with its own equipment or a user's data file."""

    @overload
    def __call__(
        self, name: Literal["bonne-main"], data: str | Path | None = None
    ) -> Game[bonne_main.State]: ...
    @overload
    def __call__(
        self, name: Literal["quinze"], data: str | Path | None = None
    ) -> Game[quinze.State]: ...
    @overload
    def __call__(
        self, name: Literal["rafletout"], data: str | Path | None = None
    ) -> Game[rafletout.State]: ...
    @overload
    def __call__(
        self, name: Literal["raise"], data: str | Path | None = None
    ) -> Game[raise_.State]: ...
    @overload
    def __call__(
        self, name: Literal["rolit"], data: str | Path | None = None
    ) -> Game[rolit.State]: ...
    @overload
    def __call__(self, name: str, data: str | Path | None = None) -> Game: ...
