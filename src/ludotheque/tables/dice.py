"""Honest dice: the table commits itself before anybody sits down, and every seat may stir.

1. The table draws a secret seed and publishes its hash in the first event.
2. A seat that wants to stir sends the hash of 32 bytes of its own as it sits down, and the
   bytes once everybody sits: nobody can choose them knowing those of the others.
3. Draw number i is HMAC-SHA256 with the seed as key over the table's name, i, what it is for
   and the hash of all seats' bytes; a number below n is taken from it by rejection.
4. When the game has ended or is given up, the seed is published, and anyone can draw again.

What this cannot do: keep whoever runs the table from reading the seed and telling a friend.

In the literature: commit-reveal, coin flipping by telephone (Blum 1981); HMAC as a pseudo-random
function (RFC 2104); rejection sampling (von Neumann 1951).
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from hmac import digest
from typing import NamedTuple

from ludotheque.luck import pick_by_odds
from ludotheque.state import Action, Seat

LABEL = b"ludotheque-1"
BYTES = 32  # of a seed, and of what a seat stirs with
WORD = 8  # bytes of the stream that make one try


class Lot(NamedTuple):
    """A number that was drawn."""

    i: int  # the number of the draw
    n: int  # among how many
    r: int  # what came, below n


def commitment(table: str, seed: bytes) -> str:
    """What is published of a seed before the game."""
    return sha256(LABEL + table.encode() + seed).hexdigest()


def promise(entropy: bytes) -> str:
    """What a seat publishes of its bytes before it shows them."""
    return sha256(entropy).hexdigest()


def stirred(entropy: Mapping[Seat, bytes]) -> bytes:
    """All seats' bytes as one, in the order of the seats."""
    return sha256(b"".join(entropy[seat] for seat in sorted(entropy))).digest()


def draw(seed: bytes, table: str, i: int, purpose: str, stir: bytes, n: int) -> int:
    """Draw number i: a number from 0 to n - 1, all equally likely."""
    limit = 256**WORD // n * n
    counter = 0
    while True:
        text = f"{table}/{i}/{purpose}/{counter}/".encode() + stir
        block = digest(seed, text, "sha256")
        for at in range(0, len(block), WORD):
            number = int.from_bytes(block[at : at + WORD], "big")
            if number < limit:
                return number % n
        counter += 1


def picked(odds: Mapping[Action, int], number: int) -> Action:
    """The first action, in their order, whose summed ways exceed the number."""
    return pick_by_odds({action: odds[action] for action in sorted(odds)}, number)
