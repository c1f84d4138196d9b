"""Strays: whatever else this process would write to stderr becomes lines of the log as well.

Warnings, errors of threads and of the interpreter, tracebacks that a library prints: each is
told by its class and its places, never by its words, which may quote anybody.
"""

from __future__ import annotations

import io
import re
import sys
import threading
import traceback
import warnings
from pathlib import Path
from typing import Any, TextIO

from ludotheque.server.telemetry import FRAMES, log, set_up_logs

PLACE = re.compile(r'  File "([^"]+)", line (\d+)')
ERROR = re.compile(r"(?:\w+\.)*([A-Z]\w*)(?::.*)?")
# Another process of Python's cleans up what ours leave; what it says is of no use to anybody.
HUSH = "ignore::UserWarning:multiprocessing.resource_tracker"


def catch_strays() -> None:
    """Set up the log, and send everything there that has another way to stderr."""
    set_up_logs(sys.__stderr__)
    warnings.showwarning = show_warning  # type: ignore[assignment]  # by place alone
    sys.excepthook = excepthook
    threading.excepthook = thread_excepthook
    sys.unraisablehook = unraisablehook
    if not isinstance(sys.stderr, Stray):
        sys.stderr = Stray()
    hush_cleaners()


def hush_cleaners() -> None:
    """Let the process that cleans up after ours, once it is started, do so without a word."""
    if HUSH not in sys.warnoptions:
        sys.warnoptions.append(HUSH)


def show_warning(
    _: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    _file: TextIO | None = None,
    _line: str | None = None,
) -> None:
    """Log a warning by its kind and place."""
    log.warning("warning", kind=category.__name__, at=f"{Path(filename).name}:{lineno}")


def excepthook(_: type[BaseException], problem: BaseException, _where: Any) -> None:
    """Log what ends the process."""
    if not isinstance(problem, KeyboardInterrupt):
        log.critical("crash", exc_info=problem)


def thread_excepthook(told: threading.ExceptHookArgs) -> None:
    """Log what ends a thread."""
    log.error("thread", exc_info=told.exc_value)


def unraisablehook(told: sys.UnraisableHookArgs) -> None:
    """Log what went wrong where nobody could be told."""
    log.error("unraisable", exc_info=told.exc_value)


class Stray(io.TextIOBase):
    """In the place of stderr: one line of the log for each traceback or other text."""

    def __init__(self) -> None:
        super().__init__()
        self.rest = ""
        self.places: list[str] = []
        self.lock = threading.RLock()

    def writable(self) -> bool:
        """Whether one may write."""
        return True

    def write(self, text: str) -> int:
        """Take in some text, line by line."""
        with self.lock:
            *lines, self.rest = (self.rest + text).split("\n")
            for line in lines:
                self.hear(line)
        return len(text)

    def hear(self, line: str) -> None:
        """Take in a line; a traceback ends with the first that is not indented."""
        if found := PLACE.match(line):
            self.places.append(f"{Path(found[1]).name}:{found[2]}")
        elif line.strip() and not line.startswith((" ", "Traceback ")):
            self.say(line)

    def say(self, line: str) -> None:
        """Log what has come so far."""
        error = ERROR.fullmatch(line)
        if self.places:
            kind = error[1] if error else "?"
            log.error("stray", kind=kind, at=" < ".join(self.places[: -FRAMES - 1 : -1]))
        else:
            caller = traceback.extract_stack(limit=6)
            places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in caller]
            ours = Path(__file__).name
            outside = [place for place in places if not place.startswith(f"{ours}:")]
            log.warning("stray", at=outside[-1] if outside else "?")
        self.places.clear()
