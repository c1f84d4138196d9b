"""All that can happen at a table, one class for each kind of event."""

from __future__ import annotations

from ludotheque.tables.kinds.board import Ask, Consent, Draw, Play, Seal, Undo, Unseal
from ludotheque.tables.kinds.ending import Abandon, End, Next
from ludotheque.tables.kinds.gathering import Begin, Entropy, Fill, Leave, Open, Sit
from ludotheque.tables.kinds.kind import Kind
from ludotheque.tables.kinds.people import REACTIONS, Away, Back, Hand, React, Resign

__all__ = ["CHANGES_SEATS", "KINDS", "REACTIONS", "Abandon", "Ask", "Away", "Back", "Begin"]
__all__ += ["Consent", "Draw", "End", "Entropy", "Fill", "Hand", "Kind", "Leave", "Next", "Open"]
__all__ += ["Play", "React", "Resign", "Seal", "Sit", "Undo", "Unseal"]

ALL: tuple[type[Kind], ...] = (
    *(Open, Sit, Leave, Fill, Entropy, Begin),
    *(Play, Draw, Seal, Unseal, Undo, Ask, Consent),
    *(Hand, React, Resign, Away, Back),
    *(End, Abandon, Next),
)
KINDS: dict[str, type[Kind]] = {kind.NAME: kind for kind in ALL}
CHANGES_SEATS = frozenset(kind.NAME for kind in ALL if kind.CHANGES_SEATS)
