"""What is answered to whoever asks something at a table: why not, what it is worth, what is wrong.

Each answer is JSON with codes to act on, and sentences that are not yet in a language.
"""

from __future__ import annotations

from ludotheque.errors import IllegalAction, LudothequeError, Refusal, Refused
from ludotheque.state import Action, Base, Seat
from ludotheque.tables import commands
from ludotheque.tables.events import Json
from ludotheque.tables.standing import Standing
from ludotheque.tables.told import words

WHERE = 100  # characters of a place in a message

# [code] -> HTTP status; all others are 409: not as things stand
STATUS = {"unknown": 404, "token": 401, "seat": 403, "code": 403, "busy": 503, "store": 503}
STATUS |= {"storage": 507}
OFTEN = (
    *("often", "requests", "invites", "tables", "claims", "hints", "thoughts", "sockets"),
    *("work", "opened"),
)
STATUS |= dict.fromkeys(OFTEN, 429)
WRONG = (
    *("bad", "illegal", "invalid", "name", "reaction", "seats", "series", "side", "nobody"),
    *("chat", "alone", "open"),
)
STATUS |= dict.fromkeys(WRONG, 422)


def why(table: Standing, seat: Seat, action: Action | str | list[str]) -> Json:
    """Whether a seat may do something now, or touch these places; if not, why not."""
    commands.need_playing(table)
    view = table.facing(seat)
    meant = table.game.meaning(view, action) if isinstance(action, list) else action
    refusal = table.game.why_not(view, meant, seat)
    return {"legal": True} if refusal is None else {"legal": False, **refused(refusal)}


def worth(
    table: Standing, view: Base, action: Action, shares: list[float], error: float | None
) -> Json:
    """A hint as it is sent."""
    said = table.game.say(view, action)
    return {"action": action, "say": said, "shares": shares, "error": error}


def refused(refusal: Refusal) -> Json:
    """Why not, with the ruling and the places involved."""
    told = words(refusal.message)
    return {"ruling": refusal.ruling, "places": list(refusal.places), **told}


def problem_of(problem: LudothequeError) -> Json:
    """An error as it is sent: a code to act on, a sentence's key and facts to tell."""
    if isinstance(problem, IllegalAction):
        return {"code": "illegal", **refused(problem.refusal)}
    code = problem.code if isinstance(problem, Refused) else "bad"
    return {"code": code, **words(problem.message)}


def status_of(problem: LudothequeError) -> int:
    """The HTTP status of an error."""
    return STATUS.get(problem_of(problem)["code"], 409)


def invalid_at(*where: object) -> Refused:
    """What is wrong with a message: the place in it that is not as expected."""
    found = ".".join(map(str, where))[:WHERE]
    plain = "".join(c if c.isprintable() else "?" for c in found)  # it may be a client's word
    return Refused("invalid", "refused.invalid.at", where=plain or "-")
