"""A game with hidden hands as one seat saw it, and its file: what the page's tests forge.

    python scripts/witness.py

Two people play until one gives up; the page of the other keeps what it is shown.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from itertools import count
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from every import OURS, Case  # noqa: E402
from tables.driving import NAMES, Evening  # noqa: E402

from ludotheque import load  # noqa: E402
from ludotheque.tables import commands, dice, views  # noqa: E402
from ludotheque.tables.evidence import full_text  # noqa: E402

FILE = ROOT / "web" / "tests" / "witness.json"
SECRET = next(name for name in OURS if load(name).rules.SECRETS)
SALT = "ludotheque.tables.salted.secrets.token_hex"  # with which names are hidden
STIRRED = [sha256(name.encode()).digest() for name in NAMES[:2]]
ACTIONS = 32  # after which it comes to its end


def evening() -> Evening:
    """All of it, with a wave after the end."""
    found = Evening(Case(SECRET, 2, ()), 11)
    for seat in range(2):
        assert found.do(commands.sit, seat, NAMES[seat], dice.promise(STIRRED[seat]))
    for seat in range(2):
        assert found.do(commands.stir, seat, STIRRED[seat])
    found.until(lambda table: len(table.actions) > ACTIONS)
    found.do(commands.react, 1, "oops")
    found.until(lambda table: len(table.actions) > ACTIONS + 3)
    found.do(commands.resign, 1)
    found.do(commands.react, 1, "bravo")
    return found


def told(found: Evening, seat: int) -> list[dict[str, object]]:
    """What a page in a seat hears, decision by decision."""
    frames = []
    for table, batch in zip(found.tables, found.batches, strict=True):
        frame = views.frame(table, batch, seat, found.now)
        kept = {name: frame.get(name) for name in ("seat", "number", "status", "events")}
        frames.append(kept)
    return frames


def text() -> str:
    """What the file says: the same every time."""
    numbers = count()
    with patch(SALT, lambda size: sha256(str(next(numbers)).encode()).hexdigest()[: 2 * size]):
        found = evening()
    facts = {
        "table": found.table.name,
        "seat": 0,
        "bytes": STIRRED[0].hex(),
        "chain": found.table.chain.hex(),
        "frames": told(found, 0),
        "text": full_text(found.table, found.events),
    }
    return json.dumps(facts, separators=(",", ":"), sort_keys=True) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
