"""The kinds of blocks that kernels work on, and how an entry of each lies in memory.

A kernel module names in `ENTRIES` what is called from outside, each with the kinds of its
arguments in a row: `int` for a whole number, else one of these.

| kind     | an entry is                                | dimensions |
| -------- | ------------------------------------------ | ---------- |
| `states` | a position of the game (`packing.py`)      | 1          |
| `nodes`  | a node of a search's tree (`NODE`)         | 1          |
| `ways`   | how to think (`WAYS`)                      | 1          |
| `words`  | a whole number of 64 bits                  | 1          |
| `reals`  | a real number of 64 bits                   | 1          |
| `rows`   | the bytes of an entry of another block     | 2          |
| `grid`   | a whole number                             | 2          |
| `shares` | a real number                              | 2          |
"""

from __future__ import annotations

import struct
from math import prod

from ludotheque.game import Game
from ludotheque.kernels.tree import NODE, WAYS, Fields
from ludotheque.packing import packer

FLAT = {"words": "q", "reals": "d"}
DEEP = {"rows": "B", "grid": "q", "shares": "d"}
_LETTERS = {"i4": "i", "i8": "q", "f8": "d"}


def struct_of(fields: Fields) -> struct.Struct:
    """What reads and writes a record, which lies in memory as its fields are listed."""
    letters = [f"{prod(shape)}{_LETTERS[kind]}" for _, kind, shape in fields]
    return struct.Struct("<" + "".join(letters))


STRUCTS = {kind: struct.Struct(f"<{letter}") for kind, letter in (FLAT | DEEP).items()}
STRUCTS |= {"nodes": struct_of(NODE), "ways": struct_of(WAYS)}


def size_of(game: Game, kind: str) -> int:
    """The bytes of an entry."""
    return packer(game.rules.State).size if kind == "states" else STRUCTS[kind].size
