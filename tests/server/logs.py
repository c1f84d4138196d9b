"""What the server has written to its log."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def captured() -> Iterator[list[dict[str, Any]]]:
    """The lines that are logged meanwhile, in this process."""
    found: list[dict[str, Any]] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(json.loads(record.getMessage()))

    logger, keep = logging.getLogger("ludotheque"), Keep()
    logger.addHandler(keep)
    try:
        yield found
    finally:
        logger.removeHandler(keep)
