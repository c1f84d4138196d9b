"""A thinker that only sleeps, for `workers.py`: any action, after as long as a master thinks.

    python bench/sleeper.py think --database URL --processes 4

It must know the games that the server knows and no others, so it imports nothing of the tests.
"""

from __future__ import annotations

import time
from typing import Any

from ludotheque.bots import may_do
from ludotheque.cli import main
from ludotheque.game import load
from ludotheque.server import shutdown, think_worker, thought_queue

NAP = 0.065  # seconds of a thought


def nap(game: str, _: str, view: Any, seat: int, seed: int, *_rest: Any) -> int:
    """Sleep, then do anything that is legal."""
    time.sleep(NAP)
    legal = may_do(load(game), view, seat)
    return legal[seed % len(legal)]


if __name__ == "__main__":
    think_worker.be_ready = shutdown.leave_together  # type: ignore[attr-defined]
    thought_queue.WAYS["choose"] = nap
    main()
