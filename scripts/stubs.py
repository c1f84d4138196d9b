"""Build `games/typed.pyi`, by which a checker knows the states of each game that is loaded.

python scripts/stubs.py [--check]
"""

from __future__ import annotations

import sys
from pathlib import Path

from ludotheque import PACKAGES, games

FILE = Path(games.__file__).with_name("typed.pyi")

HEAD = '''\
"""`load` as a checker knows it: the name of a game tells the class of its states.

Made by scripts/stubs.py from the games there are.
"""

from pathlib import Path
from typing import Literal, Protocol, overload

from ludotheque.game import Game
'''
LOAD = '''
class Load(Protocol):
    """Loads a game by its name, with its own equipment or a user's data file."""
'''
GAME = """
    @overload
    def __call__(
        self, name: Literal["{name}"], data: str | Path | None = None
    ) -> Game[{module}.State]: ..."""
ANY = """
    @overload
    def __call__(self, name: str, data: str | Path | None = None) -> Game: ...
"""


def stub() -> str:
    """The text of the file."""
    folder = f"{games.__name__}."
    modules = {
        name: package.removeprefix(folder)
        for name, package in sorted(PACKAGES.items())
        if package.startswith(folder)  # a game from elsewhere is not known here
    }
    lines = [f"from {folder}{module} import rules as {module}\n" for module in modules.values()]
    loads = [GAME.format(name=name, module=module) for name, module in modules.items()]
    return "".join([HEAD, *sorted(lines), LOAD, *loads, ANY])


def main() -> int:
    """Write the file, or tell whether it is stale."""
    if "--check" not in sys.argv:
        FILE.write_text(stub(), encoding="utf-8")
        return 0
    return 0 if FILE.read_text(encoding="utf-8") == stub() else 1


if __name__ == "__main__":
    sys.exit(main())
