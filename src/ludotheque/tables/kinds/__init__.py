"""All that can happen at a table, one class for each kind of event."""

from __future__ import annotations

from ludotheque.tables.kinds.board import Ask, Consent, Draw, Play, Seal, Undo, Unseal
from ludotheque.tables.kinds.ending import Abandon, End, Next
from ludotheque.tables.kinds.gathering import (
    Begin,
    Call,
    Entropy,
    Fewer,
    Fill,
    Leave,
    Open,
    Sit,
    may_shrink,
)
from ludotheque.tables.kinds.kind import Kind
from ludotheque.tables.kinds.people import REACTIONS, Advice, Away, Back, Hand, React, Resign

__all__ = ["CHANGES_SEATS", "KINDS", "REACTIONS", "Abandon", "Advice", "Ask", "Away", "Back"]
__all__ += ["Begin", "Call", "Consent", "Draw", "End", "Entropy", "Fewer", "Fill", "Hand", "Kind"]
__all__ += ["Leave", "Next", "Open", "Play", "React", "Resign", "Seal", "Sit", "Undo", "Unseal"]
__all__ += ["may_shrink"]

ALL: tuple[type[Kind], ...] = (
    *(Open, Sit, Call, Leave, Fill, Fewer, Entropy, Begin),
    *(Play, Draw, Seal, Unseal, Undo, Ask, Consent),
    *(Hand, React, Advice, Resign, Away, Back),
    *(End, Abandon, Next),
)
KINDS: dict[str, type[Kind]] = {kind.NAME: kind for kind in ALL}
CHANGES_SEATS = frozenset(kind.NAME for kind in ALL if kind.CHANGES_SEATS)
