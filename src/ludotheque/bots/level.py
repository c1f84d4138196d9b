"""Bots of a level, from a beginner to the best we have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque import exact
from ludotheque.bot_names import need_level
from ludotheque.bots.bot import Bot
from ludotheque.game import Game
from ludotheque.luck import below, seed_of
from ludotheque.state import Action, Base, Seat

if TYPE_CHECKING:
    from ludotheque.bots.search import SearchBot


class LevelBot(Bot):
    """Plays at a level."""

    def __init__(self, game: Game, name: str, number: int) -> None:
        super().__init__(game, name)
        self.level = need_level(game, number)
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
