"""Commands as a person would type them, run in this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple


class Done(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


Run = Callable[..., Done]  # run("count", NAME, typed="what is typed\n")
