"""What is known of a position of Rolit, for bots and hints."""

from __future__ import annotations

from typing import Any

from ludotheque.exact import rolit
from ludotheque.game import Game
from ludotheque.state import Action

LATE = 6  # free cells of a position that is solved at once
HINTED = 18  # free cells up to which it is found at once who wins after each action


def best(game: Game, view: Any) -> Action | None:
    """The action that is proven best, from the book or by solving; None if it is too early.

    Alone, one person plays for both colours, which no solver of two sides can advise.
    """
    if view.players == 1:
        return None
    if view.players == 2:
        return rolit.best(view)
    known = shares(game, view) or {}
    mine = {action: found[view.player] for action, found in known.items()}
    if len(set(mine.values())) < 2:
        return None  # not known, or all the same: let another way of thinking choose
    return max(mine, key=lambda action: (mine[action], -action))


def shares(game: Game, view: Any) -> dict[Action, list[float]] | None:
    """Every seat's share of the win after each action, if few cells are free."""
    free = rolit.empties(view)
    if view.players == 1 or free > (HINTED if view.players == 2 else rolit.SHARED):
        return None
    if view.players > 2:
        return rolit.shares(view)
    result = {}
    for action in rolit.legal_actions(view):
        mine = (1 - rolit.wins(rolit.after(view, action))) / 2
        result[action] = [mine, 1 - mine] if view.player == 0 else [1 - mine, mine]
    return result


def warm(game: Game, view: Any) -> None:
    """Open the book, and solve a position near the end."""
    best(game, view)
    late = view
    while rolit.empties(late) > LATE:
        late = rolit.after(late, rolit.legal_actions(late)[0])
    best(game, late)
