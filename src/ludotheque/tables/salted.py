"""What is chained only as a salted hash: names, and choices made in secret.

Beside such an event, in its `aside`, lie the words and the salt; they are not hashed, so a
name can be taken away for good and the log still holds.  The salt of a name is random, for the
seed of the dice is shown in the end and nobody shall guess an erased name with it.  The salt
of a choice comes from that seed, and is shown when the choice is.

In the literature: a hash commitment, hiding by its salt (Halevi & Micali 1996).
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from hashlib import sha256
from hmac import digest

from ludotheque.state import Action, Seat
from ludotheque.tables.events import Event, Json

SALT = re.compile(r"[0-9a-f]{32}")  # 16 bytes: of one length, so that no salt runs into its words
NAMING = ("sit", "call")  # the events with which people say what they are called
ERASED = "—"  # instead of a name that was taken away; no person is called so

Named = tuple[str, str]  # a name and its salt


def hashed(salt: str, words: str) -> str:
    """What is chained of words."""
    if not SALT.fullmatch(salt):
        raise ValueError(salt)
    return sha256(bytes.fromhex(salt) + words.encode()).hexdigest()


# ---- names


def with_salt(name: str) -> Named:
    """A name, and a salt that nobody can guess."""
    return name, secrets.token_hex(16)


def name_of(who: str, named: Sequence[str] | None) -> str:
    """The name that was chained as `who`; a ValueError if it was another."""
    if named is None:
        return ERASED
    name, salt = named
    if name.splitlines() not in ([], [name]) or hashed(salt, name) != who:
        raise ValueError(name)
    return name


def erased(event: Event, gone: Callable[[Seat, str], bool]) -> Event:
    """An event without the names that shall be gone, by seat and name; its hash is the same."""
    aside = event.aside
    if event.kind in NAMING and aside and event.seat is not None:
        return event._replace(aside={}) if gone(event.seat, aside["name"]) else event
    if event.kind == "open" and "names" in aside:
        names = [
            None if named is None or gone(seat, named[0]) else named
            for seat, named in enumerate(aside["names"])
        ]
        return event._replace(aside=aside | {"names": names})
    return event


# ---- choices


def salt_of(seed: bytes, table: str, number: int) -> str:
    """The salt of what happens in secret as event `number`."""
    return digest(seed, f"{table}/salt/{number}".encode(), "sha256")[:16].hex()


def sealed(salt: str, action: Action) -> str:
    """What all may know of a choice before it is shown."""
    return hashed(salt, str(action))


def opened(body: Json, aside: Json) -> Json:
    """A sealed choice with what lies beside it; a ValueError if that is another."""
    if sealed(aside["salt"], aside["a"]) != body["seal"]:
        raise ValueError(body["seal"])
    return aside
