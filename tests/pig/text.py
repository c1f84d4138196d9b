"""Pig in words: `roll` and `hold`; the die is `1` to `6`."""

from __future__ import annotations

from ludotheque.parts import CHANCE
from ludotheque.words.messages import Message
from pig import rules

PICTURED = frozenset({"points", "total"})
STYLES: dict[str, str] = {}


def picture(s: rules.State) -> list[str]:
    """The turn and the totals."""
    return [f"turn: {s.points}", f"total: {s.total[0]} {s.total[1]}"]


def scan(s: rules.State, lines: list[str]) -> None:
    """Read a picture."""
    turn, total = lines
    s.points = int(turn.split()[1])
    s.total[:] = [int(n) for n in total.split()[1:3]]


def say(s: rules.State, action: int) -> str:
    """An action in the notation above."""
    return str(action + 1) if s.player == CHANCE else ("roll", "hold")[action]


def tell(s: rules.State, action: int) -> Message:
    """An action in words."""
    key = "die" if s.player == CHANCE else say(s, action)
    return Message(f"pig.tell.{key}", {"n": action + 1})


def prompt(s: rules.State) -> Message:
    """What is to be done now."""
    return Message("pig.prompt.die" if s.player == CHANCE else "pig.prompt.choose")


def status(s: rules.State) -> list[Message]:
    """The totals."""
    return [Message("pig.status", {"seat": seat + 1, "n": s.total[seat]}) for seat in (0, 1)]


def reason(s: rules.State, action: int, code: int) -> tuple[list[str], dict[str, object]]:
    """Nothing but the turn itself."""
    return ["turn"], {}
