"""Matches between bots, and what they prove: `match(game, ["bot:3", "random"], games=1000)`."""

from __future__ import annotations

from ludotheque.arena.matches import Match, match
from ludotheque.arena.standing import Row, Standing

__all__ = ["Match", "Row", "Standing", "match"]
