"""Bots of a level, from a beginner to the best we have.

Nobody does what is dominated (`dominated.py` of a game), and nobody throws dice for an action.
Who is weak sees less far, and has an eye that is out: every action looks a little better or worse
than it is, so that small things are mistaken often and large ones seldom.  How far the eye is out
is drawn once for a turn, and so is how each action looks; some turns are sharp, some careless.

In the literature: quantal response (McKelvey & Palfrey 1995), drawn by the Gumbel-max trick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque import exact
from ludotheque.bot_names import need_level
from ludotheque.bots.bot import Bot
from ludotheque.game import Game
from ludotheque.luck import below, seed_of
from ludotheque.reals import logarithm
from ludotheque.state import Action, Base, Seat

if TYPE_CHECKING:
    from ludotheque.bots.search import SearchBot

FINE = 1 << 30  # numbers between nothing and all
POINTS = 0.1  # how much of an end goes by points, so that what is decided is played on decently
ALONE = 20.0  # points that somebody alone minds as much as others mind the whole win


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

            level = self.level
            settings = Settings(
                max(level.simulations, 1),
                guided=not level.plain,
                sight=level.sight,
                points=POINTS,
                learned=level.learned,
            )
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
        """What is best, or looks so; `seed` is the same for all actions of a turn."""
        sane = sensible(self.game, view, actions)
        if len(sane) == 1 and not self.game.rules.SECRETS:  # there, time would tell
            return sane[0]
        if self.level.blur > 0:
            found = self.worth(view, seat, seed)
            looked_at = {action: found[action] for action in sane if action in found}
            return seen_by(looked_at, self.level.blur, seed) if looked_at else sane[0]
        if self.level.exact:
            best = exact.best(self.game, view)
            if best in sane:
                return best
        return self.search.choose(view, seat, sane, seed)

    def worth(self, view: Base, seat: Seat, seed: int) -> dict[Action, float]:
        """The share of the win that each action gives the seat, as far as the level knows."""
        known = exact.shares(self.game, view) if self.level.exact else None
        if known is None:
            thoughts = self.search.thoughts(view, seat, seed)
            known = {thought.action: thought.shares for thought in thoughts}
        sign = -1.0 if self.game.other_side(view) else 1.0
        unit = ALONE if view.players == 1 else 1.0
        return {action: sign * shares[seat] / unit for action, shares in known.items()}


def sensible(game: Game, view: Base, actions: list[Action]) -> list[Action]:
    """The actions that are not dominated, or all if the game does not say which are."""
    part = game.part("dominated")
    if part is None:
        return actions
    return [action for action in actions if not part.is_dominated(view, action)] or actions


def seen_by(worth: dict[Action, float], blur: float, turn: int) -> Action:
    """The action that looks best to an eye that is out by so much, in this turn."""
    careless = blur * lateness(seed_of(turn, 0))
    return max(
        worth, key=lambda action: worth[action] + careless * slant(seed_of(turn, action + 1))
    )


def lateness(seed: int) -> float:
    """A number drawn from the exponential distribution: most are small, their mean is 1."""
    return logarithm(FINE / (below([seed], FINE) + 0.5))


def slant(seed: int) -> float:
    """A number drawn from the Gumbel distribution: mostly about nothing, now and then much."""
    late = lateness(seed)
    return logarithm(1 / late) if late < 1 else -logarithm(late)
