"""Going back: what a seat may take back now, how, and why not."""

from __future__ import annotations

from ludotheque.errors import Refused
from ludotheque.state import Seat
from ludotheque.tables import kinds
from ludotheque.tables.events import Json
from ludotheque.tables.standing import Standing
from ludotheque.tables.told import words

MOST_BACK = 50  # times a seat goes or asks back before the game has gone further

FREELY, ASKING, NOT = "freely", "asking", "not"


def step_back(table: Standing, seat: Seat) -> kinds.Unseal | kinds.Undo | kinds.Ask:
    """What happens when a seat wants to go back to its last choice; refused where it may not."""
    if seat not in table.people():
        raise Refused("resigned")
    if table.back.get(seat, 0) >= MOST_BACK:
        raise Refused("often", "refused.often.back", most=MOST_BACK)
    if seat in table.sealed:
        return kinds.Unseal(seat)
    choice = table.last_choice(seat)
    if choice is None:
        is_whole = len(table.trail) == len(table.actions)  # nothing was drawn or shown since
        raise Refused("undo", "refused.undo.early" if is_whole and not table.sealed else None)
    if choice.freely:
        return kinds.Undo(seat, choice.to)
    if table.asked is not None:
        raise Refused("asked")
    return kinds.Ask(seat, choice.to)


def way_back(table: Standing, seat: Seat) -> Json:
    """How a seat may go back, as it is sent: freely, by asking the others, or why not."""
    try:
        step = step_back(table, seat)
    except Refused as problem:
        return {"how": NOT, "why": words(problem.message)}
    return {"how": ASKING if isinstance(step, kinds.Ask) else FREELY}
