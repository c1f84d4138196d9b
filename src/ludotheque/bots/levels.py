"""The levels of each game, from a beginner to the best we have: `levels.toml` in its folder.

Budgets are counted in simulations, so that a level means the same on every machine.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ludotheque import exact
from ludotheque.bots.bot import Bot
from ludotheque.errors import BadRequest
from ludotheque.game import Game, load
from ludotheque.luck import below, seed_of
from ludotheque.state import Action, Base, Seat
from ludotheque.words.messages import Message

if TYPE_CHECKING:
    from ludotheque.bots.search import SearchBot


class Level(NamedTuple):
    """How the bots of one level think: a row of `levels.toml`."""

    simulations: int = 0  # playouts before an action is chosen
    plain: bool = False  # playouts are uniform and go to the end, though the game has advice
    blunders: int = 0  # how many actions in a hundred are played at random, on purpose
    exact: bool = False  # use exact values where they are known


NAMES = ("beginner", "casual", "regular", "expert", "master")
DEFAULT = (Level(10, blunders=50), Level(20), Level(100), Level(500), Level(3_000))


@cache
def levels(name: str) -> tuple[Level, ...]:
    """The levels of a game; one that says nothing of them has ordinary ones."""
    file = load(name).folder / "levels.toml"
    if not file.exists():
        return DEFAULT
    return tuple(Level(**row) for row in tomllib.loads(file.read_text(encoding="utf-8"))["levels"])


def title(game: Game, number: int) -> Message:
    """What a level is called; the last of any game is the master."""
    last = number == len(levels(game.name))
    return Message(f"level.{NAMES[-1 if last else number - 1]}")


class LevelBot(Bot):
    """Plays at a level."""

    def __init__(self, game: Game, name: str, number: int) -> None:
        super().__init__(game, name)
        known = levels(game.name)
        if not 1 <= number <= len(known):
            raise BadRequest("error.bot.level", game=game.title(), level=number, high=len(known))
        self.level = known[number - 1]
        self._search: SearchBot | None = None

    @property
    def search(self) -> SearchBot:
        """The search behind it, made when it is first needed."""
        if self._search is None:
            from ludotheque.bots.search import SearchBot, Settings

            settings = Settings(max(self.level.simulations, 1), guided=not self.level.plain)
            self._search = SearchBot(self.game, self.name, settings)
        return self._search

    def begin(self) -> None:
        """Forget the last game."""
        if self._search is not None:
            self._search.begin()

    def warm(self, view: Base, seat: Seat) -> None:
        """Prepare all that any turn may need."""
        self.search.warm(view, seat)
        if self.level.exact:
            exact.warm(self.game, view)

    def choose(self, view: Base, seat: Seat, actions: list[Action], seed: int) -> Action:
        """A blunder, the exact truth, or what the search finds."""
        dice = [seed_of(seed, view.plies + 1)]
        if below(dice, 100) < self.level.blunders:
            return actions[below(dice, len(actions))]
        if self.level.exact:
            best = exact.best(self.game, view)
            if best is not None:
                return best
        return self.search.choose(view, seat, actions, seed)
