"""The rare cases of Rolit Junior."""

from __future__ import annotations

from ludotheque.games.rolit import rules as ro
from ludotheque.parts import NOBODY, size
from ludotheque.rare import Rare, over


def lines(s: ro.State, action: int) -> int:
    """In how many directions a ball captures."""
    if action == ro.PASS:
        return 0
    cell, mine = ro.bit(action), s.ball[ro.colour_of(s, s.side)]
    theirs = ro.filled(s) & ~mine
    n = 0
    for step in ro.STEPS:
        n += ro.line_up(cell, theirs, step) << step & mine != 0
        n += ro.line_down(cell, theirs, step) >> step & mine != 0
    return n


def own(s: ro.State) -> int:
    """The balls of the side to move."""
    return int(s.ball[ro.colour_of(s, s.side)])


def captures(s: ro.State) -> int:
    """Where the side to move could capture."""
    full = ro.filled(s)
    return ro.capturing(own(s), full & ~own(s)) & ~full


def turned(s: ro.State, action: int) -> int:
    """The balls that an action turns."""
    if action == ro.PASS:
        return 0
    return ro.captured(ro.bit(action), own(s), ro.filled(s) & ~own(s))


def mixed(s: ro.State, action: int) -> bool:
    """Whether the balls of a captured line have different colours."""
    cells = turned(s, action)
    return lines(s, action) == 1 and sum(cells & ball != 0 for ball in s.ball) > 1


def neutral(s: ro.State, action: int) -> bool:
    """Whether a capture turns balls of unplayed colours only."""
    cells = turned(s, action)
    played = [ro.COLOURS[s.players][side] for side in range(ro.sides(s))]
    return cells != 0 and not any(cells & s.ball[colour] for colour in played)


RARE = [
    Rare(
        "RO9", "no capture though the colour is there", lambda s, a, t: not captures(s) and own(s)
    ),
    Rare("RO10", "a colour that had vanished comes back", lambda s, a, t: own(s) == 0),
    Rare("RO13", "five lines at once", lambda s, a, t: lines(s, a) >= 5),
    Rare("RO8", "a line of mixed colours", lambda s, a, t: mixed(s, a)),
    Rare("RO17", "a drawn game", lambda s, a, t: size(t.winners) > 1, players=(2, 3, 4)),
    Rare("RO17", "a game drawn by three", lambda s, a, t: size(t.winners) > 2, players=(3, 4)),
    Rare(
        "RO9",
        "everybody passes and the game ends",
        lambda s, a, t: t.player == NOBODY and ro.filled(t) != ro.BOARD,
        {"no_capture_pass": "yes"},
    ),
    Rare(
        "RO12",
        "a capture declined",
        lambda s, a, t: captures(s) != 0 and not captures(s) & ro.bit(a),
        {"capture_optional": "yes"},
    ),
    Rare("RO6", "only neutral balls captured", lambda s, a, t: neutral(s, a), players=(2, 3)),
    Rare(
        "RO23", "grey leads red alone", lambda s, a, t: over(t) and ro.score(t, 0) < 0, players=(1,)
    ),
]
