"""What an operator sees: figures for Prometheus, and a log that holds no secret.

The log keeps only the keys below, and of each only what looks like itself: no name, no token
and nothing that a client wrote can get into it, not even through an error's message.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, MutableMapping
from hmac import compare_digest
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal, TextIO, cast

import structlog
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from starlette.requests import HTTPConnection

from ludotheque.errors import LudothequeError
from ludotheque.server.settings import Settings
from ludotheque.words.messages import message

# ---- figures

CONTENT_TYPE = CONTENT_TYPE_LATEST
SHARED = "PROMETHEUS_MULTIPROC_DIR"  # set before this module is imported: workers add up there
MOMENTS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
THOUGHTS = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30)
SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)

registry = CollectorRegistry()
ProcessCollector(registry=registry)


def _about(key: str) -> str:
    return message(key, "en")  # a figure is read by machines, which know one language


moves = Counter("ludotheque_moves", _about("metric.moves"), ["game"], registry=registry)
move_seconds = Histogram(
    "ludotheque_move_seconds", _about("metric.move_seconds"), buckets=MOMENTS, registry=registry
)
sockets = Gauge(
    "ludotheque_sockets", _about("metric.sockets"), multiprocess_mode="livesum", registry=registry
)
live_tables = Gauge(
    "ludotheque_live_tables",
    _about("metric.live_tables"),
    multiprocess_mode="livesum",
    registry=registry,
)
batches = Histogram(
    "ludotheque_batch_events", _about("metric.batches"), buckets=SIZES, registry=registry
)
wakes = Counter("ludotheque_wakes", _about("metric.wakes"), registry=registry)
rejected = Counter(
    "ludotheque_rejected_frames", _about("metric.rejected"), ["code"], registry=registry
)
thinking = Histogram(
    "ludotheque_thinking_seconds", _about("metric.thinking"), buckets=THOUGHTS, registry=registry
)
bot_wait = Histogram(
    "ludotheque_bot_wait_seconds", _about("metric.bot_wait"), buckets=THOUGHTS, registry=registry
)
bots_waiting = Gauge(
    "ludotheque_bots_waiting",
    _about("metric.bots_waiting"),
    multiprocess_mode="livesum",
    registry=registry,
)
thinkers = Gauge(
    "ludotheque_thinkers_elsewhere",
    _about("metric.thinkers"),
    multiprocess_mode="livemax",
    registry=registry,
)
thoughts = Counter("ludotheque_thoughts", _about("metric.thoughts"), ["where"], registry=registry)
refusals = Counter("ludotheque_refusals", _about("metric.refusals"), ["code"], registry=registry)
store_errors = Counter(
    "ludotheque_store_errors", _about("metric.store_errors"), ["code"], registry=registry
)
conflicts = Counter("ludotheque_conflicts", _about("metric.conflicts"), registry=registry)


def _gauge(name: str, mode: Literal["livesum", "livemax", "liveall", "max"]) -> Gauge:
    about = _about(f"metric.{name}")
    return Gauge(f"ludotheque_{name}", about, multiprocess_mode=mode, registry=registry)


# Taken now and then (`gauges.py`), in each worker.
connections = _gauge("connections", "livesum")
write_queue = _gauge("write_queue", "livesum")
send_queue = _gauge("send_queue", "livesum")
send_queue_longest = _gauge("send_queue_longest", "livemax")
database_bytes = _gauge("database_bytes", "max")
worker_cpu = _gauge("worker_cpu_seconds", "liveall")
worker_memory = _gauge("worker_resident_bytes", "liveall")
worker_files = _gauge("worker_open_files", "liveall")
worker_most_files = _gauge("worker_most_files", "liveall")
worker_started = _gauge("worker_started", "liveall")
build = Gauge(
    "ludotheque_build",
    _about("metric.build"),
    ["version", "python", "database"],
    multiprocess_mode="max",
    registry=registry,
)


def exposition() -> bytes:
    """All figures, of all workers where they share a folder."""
    folder = os.environ.get(SHARED)
    if not folder:
        return generate_latest(registry)
    _forget_the_dead(Path(folder))
    together = CollectorRegistry()
    MultiProcessCollector(together, folder)  # type: ignore[no-untyped-call]
    return generate_latest(together)


def _forget_the_dead(folder: Path) -> None:
    # A worker that was killed has no time to say that its sockets are closed.
    for file in folder.glob("gauge_live*_*.db"):
        process = int(file.stem.rpartition("_")[2])
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            mark_process_dead(process, str(folder))  # type: ignore[no-untyped-call]
        except PermissionError:
            continue


def may_see(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether the figures are for this client: one with the token; without one, on this machine."""
    headers = connection.headers
    if settings.metrics_token:
        wanted = f"Bearer {settings.metrics_token}"
        return compare_digest(headers.get("authorization", "").encode(), wanted.encode())
    if settings.public_url:
        return False  # a proxy that says nothing of whom it speaks for cannot be told from us
    return is_from_here(connection)


def is_from_here(connection: HTTPConnection) -> bool:
    """Whether somebody at this machine asks.

    Behind a proxy everybody seems to be on this machine; a page of another site whose name leads
    here brings that name along.
    """
    headers = connection.headers
    passed_on = "x-forwarded-for" in headers or "forwarded" in headers
    client = connection.client.host if connection.client else None
    return not passed_on and is_here(client) and is_here(connection.url.hostname)


def is_here(host: str | None) -> bool:
    """Whether a name is one of this machine for itself."""
    try:
        return host == "localhost" or ip_address(host or "").is_loopback
    except ValueError:
        return False


# ---- the log

WORD = re.compile(r"[a-z]+(?:[._:-][a-z0-9]+)*|[A-Z]+[a-z]*(?:[A-Z][a-z]+)*")  # a code, a class
LONGEST = 40
NAME = re.compile(r"[A-Za-z0-9_-]{1,24}")  # of a table; tokens are longer
PLACE = re.compile(r"\w+\.py:\d+(?: < \w+\.py:\d+)*", re.ASCII)
CLIENT = re.compile(r"[0-9a-f]{12}")  # an address under a key that is forgotten every day
VERSION = re.compile(r"[0-9][0-9a-z.+]*")
REASON = re.compile(r"[ -~\n]{1,400}")  # the database's own words, already without a password
FRAMES = 5  # of an error's way through the sources

# What may be logged: a pattern for words, a type for numbers.
KEPT: dict[str, re.Pattern[str] | type] = {
    "event": WORD,
    "level": WORD,
    "table": NAME,
    "number": int,
    "seat": int,
    "code": WORD,
    "game": WORD,
    "kind": WORD,
    "status": int,
    "count": int,
    "seconds": float,
    "at": PLACE,
    "why": REASON,
    "client": CLIENT,
    "version": VERSION,
    "process": int,
    "times": int,  # how often, where the same is said only once a minute
    "settings": dict,  # only those that are no secret
}

Entry = MutableMapping[str, Any]


def _fits(value: object, wanted: re.Pattern[str] | type) -> bool:
    if isinstance(wanted, re.Pattern):
        short = isinstance(value, str) and (len(value) <= LONGEST or wanted in (REASON, PLACE))
        return short and bool(wanted.fullmatch(str(value)))
    return isinstance(value, int | wanted)


def _where(problem: BaseException) -> dict[str, str]:
    """An error's class, its last places and its catalogue key, never its words."""
    found = {"error": type(problem).__name__}
    frames = traceback.extract_tb(problem.__traceback__)[-FRAMES:]
    if frames:
        places = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in reversed(frames)]
        found["at"] = " < ".join(places)
    if isinstance(problem, LudothequeError):
        found["code"] = problem.key
    return found


def _problem(told: object) -> BaseException | None:
    """The exception that `exc_info` means, in each of its forms."""
    if told is True:
        told = sys.exc_info()
    if isinstance(told, tuple):
        told = told[1]
    return told if isinstance(told, BaseException) else None


def discreet(_logger: object, _method: str, entry: Entry) -> Entry:
    """Drop every key that is not listed, and every value that does not look like its key."""
    problem = _problem(entry.get("exc_info"))
    kept = {key: entry[key] for key, wanted in KEPT.items() if _fits(entry.get(key), wanted)}
    found = _where(problem) if problem else {}
    return {"time": round(time.time(), 3), "event": "?", **kept, **found}


log = cast(
    "structlog.stdlib.BoundLogger",
    structlog.wrap_logger(
        logging.getLogger("ludotheque"),
        processors=[
            structlog.stdlib.add_log_level,
            discreet,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
    ),
)


class Discreet(logging.Formatter):
    """Lines of our own as they are, those of libraries reduced to where they were written.

    Their messages are not ours to trust: they may quote what a client sent.
    """

    def format(self, record: logging.LogRecord) -> str:
        """One line of JSON."""
        times = getattr(record, "times", 1)
        more = {"times": times} if times > 1 else {}
        if record.name == "ludotheque":
            text = record.getMessage()
            return json.dumps(json.loads(text) | more) if more else text
        entry = {"event": record.name, "level": record.levelname.lower(), **more}
        place = {"at": f"{record.filename}:{record.lineno}", "exc_info": record.exc_info}
        return json.dumps(discreet(None, "", {**entry, **place}))


class Seldom(logging.Filter):
    """The same line at most once a minute, with how often it would have been written.

    Whoever makes a server complain again and again must not fill its disk.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self.said: OrderedDict[tuple[object, ...], float] = OrderedDict()
        self.unsaid: dict[tuple[object, ...], tuple[int, logging.LogRecord]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is written now; otherwise it is counted."""
        key, now = told_by(record), self.clock()
        times, _ = self.unsaid.pop(key, (0, record))
        if now - self.said.get(key, now - MINUTE) < MINUTE:
            self.unsaid[key] = (times + 1, record)
            return False
        self.said[key] = now
        self.said.move_to_end(key)
        if len(self.said) > REMEMBERED:
            oldest, _ = self.said.popitem(last=False)
            self.unsaid.pop(oldest, None)
        record.times = times + 1
        return True

    def overdue(self) -> list[logging.LogRecord]:
        """Lines that were only counted, and whose minute is over."""
        now = self.clock()
        due = [key for key in self.unsaid if now - self.said.get(key, 0.0) >= MINUTE]
        found = []
        for key in due:
            times, record = self.unsaid.pop(key)
            record.times = times
            self.said[key] = now
            found.append(record)
        return found


def told_by(record: logging.LogRecord) -> tuple[object, ...]:
    """What makes a line the same as another."""
    if record.name != "ludotheque":
        return record.name, record.filename, record.lineno
    entry = json.loads(record.getMessage())
    return tuple(str(entry.get(key)) for key in SAME)


SAME = ("event", "client", "table", "code", "kind", "game", "error", "at", "process")
MINUTE = 60.0
REMEMBERED = 1000  # different lines at a time


def set_up_logs(stream: TextIO | None = None) -> None:
    """Write the log of this process, one JSON object a line."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Discreet())
    handler.addFilter(Seldom())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("ludotheque").setLevel(logging.INFO)
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # the writer says what it means


def say_the_rest() -> None:
    """Write the lines that were held back, once their minute is over."""
    for handler in logging.getLogger().handlers:
        for seldom in handler.filters:
            if isinstance(seldom, Seldom):
                for record in seldom.overdue():
                    handler.emit(record)
