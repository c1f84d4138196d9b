"""What is known of a position of Rolit, for bots and hints."""

from __future__ import annotations

from ludotheque.errors import BadRequest
from ludotheque.game import Game
from ludotheque.games.rolit.rules import State
from ludotheque.games.rolit.solver import solution
from ludotheque.games.rolit.solver.solver import CELLS, shipped_engine
from ludotheque.state import Action, Seat

LATE = 6  # free cells of a position that is solved at once
HINTED = 18  # free cells up to which it is found at once who wins after each action
COUNTED = 12  # alone, those up to which it is found at once by how much
MOST_FREE = (0, COUNTED, HINTED, solution.SHARED, solution.SHARED)  # [players]
INTERPRETED = 6  # free cells where only Python itself can look ahead


def best(game: Game[State], view: State) -> Action | None:
    """The action that is proven best, from the book or by solving; None if it is too early.

    Alone, each colour plays for itself (RO23).
    """
    if solution.empties(view) > most_free():
        return None
    if view.players < 3:
        return solution.best(view)
    known = shares(game, view) or {}
    mine = {action: found[view.player] for action, found in known.items()}
    if len(set(mine.values())) < 2:
        return None  # not known, or all the same: let another way of thinking choose
    return max(mine, key=lambda action: (mine[action], -action))


def shares(game: Game[State], view: State) -> dict[Action, list[float]] | None:
    """Every seat's share of the win after each action, if few cells are free; alone, the score."""
    if solution.empties(view) > min(MOST_FREE[view.players], most_free()):
        return None
    if view.players == 1:
        sign = -1 if game.other_side(view) else 1
        return {action: [float(sign * n)] for action, n in solution.values(view).items()}
    if view.players > 2:
        return solution.shares(game, view)
    result = {}
    for action in solution.legal_actions(view):
        mine = (1 - solution.wins(solution.after(view, action))) / 2
        result[action] = [mine, 1 - mine] if view.player == 0 else [1 - mine, mine]
    return result


def most_free() -> int:
    """The free cells up to which anything can be found at once by what runs the kernel here."""
    return INTERPRETED if shipped_engine().kind == "plain" else CELLS


def choose(game: Game[State], view: State, seat: Seat) -> Action:
    """The action that is proven best; an error where it is too early to say."""
    found = best(game, view)
    if found is None:
        raise BadRequest("error.exact.position", game=game.title())
    return found


def warm(game: Game[State], view: State) -> None:
    """Open the book, and solve a position near the end."""
    best(game, view)
    late = view
    while solution.empties(late) > LATE:
        late = solution.after(late, solution.legal_actions(late)[0])
    best(game, late)
