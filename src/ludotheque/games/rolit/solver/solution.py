"""Two-player Rolit Junior, solved; the end of the game for three and four.

A *value* is the balls of the side to move minus those of the other side when the board is
full and both play perfectly.  The solo game has two sides too, red and grey.
"""

from __future__ import annotations

from functools import cache
from struct import unpack
from typing import NamedTuple

from ludotheque.engines import engine
from ludotheque.errors import BadRequest
from ludotheque.game import Game
from ludotheque.games.rolit.rules import State
from ludotheque.games.rolit.solver import maxn
from ludotheque.games.rolit.solver.book import shipped
from ludotheque.games.rolit.solver.solver import (
    BEYOND,
    CELLS,
    WITHOUT_LIMIT,
    Position,
    Solver,
    action_at,
    rule_of,
    rules_of,
    sides_of,
)
from ludotheque.packing import pack
from ludotheque.parts import NOBODY
from ludotheque.state import Action, clone

SOLVED = 20  # free cells up to which `best` is exact: in bad cases half a second
SHARED = 8  # free cells up to which `shares` answers at once
PATIENCE = 4_000_000  # nodes for a question of `best`


class Solved(NamedTuple):
    """What perfect play comes to."""

    value: int
    action: Action | None  # None when the game is over
    nodes: int


@cache
def solver_for(rule: int) -> Solver:
    """The solver of all games played with the same readings of the rules."""
    return Solver(rule)


def ready(view: State) -> tuple[Solver, Position]:
    """The solver of a view, with room in its table, and the position."""
    p = sides_of(view)
    solver = solver_for(rule_of(view))
    solver.forget_if_full()
    return solver, p


def empties(view: State) -> int:
    """The number of free cells."""
    return CELLS - int(rules_of(view).filled(view).bit_count())


def difference(view: State) -> int:
    """The balls of the side to move minus those of the other."""
    p = sides_of(view)
    return p.mine.bit_count() - p.theirs.bit_count()


def after(view: State, action: Action) -> State:
    """The view after an action."""
    new = clone(view)
    rules_of(view).apply(new, action)
    return new


def value_of(view: State, alpha: int = -BEYOND, beta: int = BEYOND) -> int:
    """The value of a view, exact between the bounds, else a bound."""
    if view.player == NOBODY:
        return difference(view)
    solver, p = ready(view)
    value = solver.search(p, alpha, beta)
    assert value is not None  # nothing limits the search
    return value


def legal_actions(view: State) -> list[Action]:
    """What the side to move may do."""
    rules = rules_of(view)
    return [action for action in range(rules.ACTIONS) if rules.legal(view, action)]


def solve(view: State) -> Solved:
    """The value and a perfect action, however long it takes: above 22 free cells, long."""
    found = solve_within(view, WITHOUT_LIMIT)
    assert found is not None  # nothing limits the search
    return found


def solve_within(view: State, limit: int) -> Solved | None:
    """The value and a perfect action; None if it takes more than `limit` nodes."""
    if view.player == NOBODY:
        return Solved(difference(view), None, 0)
    solver, p = ready(view)
    if view.moves == 0:
        only = rules_of(view).PASS
        return Solved(-value_of(after(view, only)), only, 0)
    before = solver.nodes
    value = solver.search(p, -BEYOND, BEYOND, limit)
    if value is None:
        return None
    cell = solver.reaching(p, value)
    return Solved(value, action_at(cell.bit_length() - 1), solver.nodes - before)


def values(view: State) -> dict[Action, int]:
    """The value of every legal action for the side to move."""
    sides_of(view)
    return {action: -value_of(after(view, action)) for action in legal_actions(view)}


def wins(view: State) -> int:
    """1 if the side to move wins, 0 if it draws, -1 if it loses; quicker than the value."""
    value = value_of(view, -1, 1)
    return (value > 0) - (value < 0)


def best(view: State) -> Action | None:
    """An action that wins if any does, then gains the most balls; None if it is too early to say.

    It answers within a second: from the book, or with few cells left by solving; where that
    takes too long, the win alone is looked for.
    """
    actions = legal_actions(view)
    if len(actions) < 2:
        return actions[0] if actions else None
    cell = 0 if rule_of(view) else shipped().reply(sides_of(view))
    if cell:
        return action_at(cell.bit_length() - 1)
    if empties(view) > SOLVED:
        return None
    found = solve_within(view, PATIENCE)
    return found.action if found is not None else winning(view)


def winning(view: State) -> Action | None:
    """An action that wins, or draws where none wins, or loses; None if it takes too long."""
    solver, p = ready(view)
    value = solver.search(p, -1, 1, PATIENCE)
    if value is None:
        return None
    cell = solver.reaching(p, min(value, 1)) if value >= 0 else solver.moves(p)[0]
    return action_at(cell.bit_length() - 1)


def shares(game: Game[State], view: State) -> dict[Action, list[float]]:
    """Each seat's share of the win after every legal action.

    Each seat plays for its own share alone, and any of equally good actions.
    """
    if empties(view) > SHARED:
        raise BadRequest("exact.rolit.early", most=SHARED, empties=empties(view))
    own = engine(game)
    stack = own.block("states", maxn.LEVELS)
    found = own.block("shares", maxn.LEVELS, view.players)
    result = {}
    for action in legal_actions(view):
        stack[0] = pack(after(view, action))
        own.call("solver.maxn.share_out", stack, 0, found)
        result[action] = list(unpack(f"<{view.players}d", found[0]))
    return result
