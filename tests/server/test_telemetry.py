"""Figures and logs: what an operator sees, and what nobody ever sees there."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.metrics import MetricWrapperBase
from pydantic import BaseModel
from starlette.requests import HTTPConnection

from ludotheque.errors import BadRequest
from ludotheque.server import telemetry
from ludotheque.server.settings import Settings

SECRET = "m0t-de-passe_TRES-secret"  # a token, a name, a payload


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What is written to the log."""
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    root.handlers = []
    stream = io.StringIO()
    telemetry.set_up_logs(stream)
    yield stream
    root.handlers = before
    root.setLevel(level)


def last(lines: io.StringIO) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(lines.getvalue().splitlines()[-1])
    return found


# ---- figures


def test_every_figure_is_in_the_exposition_and_grows() -> None:
    telemetry.moves.labels("some-game").inc()
    telemetry.move_seconds.observe(0.003)
    telemetry.sockets.inc()
    telemetry.live_tables.set(7)
    telemetry.batches.observe(3)
    telemetry.wakes.inc()
    telemetry.rejected.labels("often").inc()
    telemetry.thinking.observe(0.2)
    telemetry.refusals.labels("origin").inc()
    text = telemetry.exposition().decode()
    for line in (
        'ludotheque_moves_total{game="some-game"}',
        'ludotheque_move_seconds_bucket{le="0.005"}',
        "ludotheque_sockets 1.0",
        "ludotheque_live_tables 7.0",
        'ludotheque_batch_events_bucket{le="4.0"}',
        "ludotheque_wakes_total",
        'ludotheque_rejected_frames_total{code="often"}',
        "ludotheque_thinking_seconds_count",
        'ludotheque_refusals_total{code="origin"}',
        "# HELP ludotheque_moves_total actions played and stored",
    ):
        assert line in text
    telemetry.sockets.dec()


def test_every_figure_is_moved_by_the_server() -> None:
    folder = Path(telemetry.__file__).parent
    source = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    figures = [name for name, one in vars(telemetry).items() if isinstance(one, MetricWrapperBase)]
    assert len(figures) > 20
    for name in figures:
        moved = rf"\btelemetry\.{name}\b|\b{name}\.(labels|inc|dec|set|observe)\("
        assert re.search(moved, source), name


WORKER = """
import os, sys
from ludotheque.server import telemetry
telemetry.moves.labels("some-game").inc(int(sys.argv[1]))
telemetry.sockets.set(int(sys.argv[1]))
telemetry.batches.observe(2)
sys.stdout.write(telemetry.exposition().decode())
sys.stdout.flush()
sys.stdin.read()
"""


def worker(folder: Path, moves: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WORKER, str(moves)],
        env=os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(folder)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_several_workers_add_up_and_a_killed_one_has_no_sockets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with worker(tmp_path, 3) as one, worker(tmp_path, 4) as other:
        assert one.stdout
        assert other.stdout
        one.stdout.readline()
        other.stdout.readline()
        monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
        together = telemetry.exposition().decode()
        one.kill()
        one.wait()
        after = telemetry.exposition().decode()
        other.kill()
    assert 'ludotheque_moves_total{game="some-game"} 7.0' in together
    assert "ludotheque_sockets 7.0" in together
    assert "ludotheque_batch_events_count 2.0" in together
    assert 'ludotheque_moves_total{game="some-game"} 7.0' in after
    assert "ludotheque_sockets 4.0" in after


def connection(client: str, **headers: str) -> HTTPConnection:
    raw = [(name.replace("_", "-").encode(), text.encode()) for name, text in headers.items()]
    return HTTPConnection(
        {
            "type": "http",
            "client": (client, 1),
            "headers": raw,
            "scheme": "http",
            "path": "/metrics",
            "server": ("127.0.0.1", 8000),
        }
    )


@pytest.mark.parametrize(
    ("client", "headers", "open_to"),
    [
        ("127.0.0.1", {"host": "127.0.0.1:8000"}, True),
        ("::1", {"host": "localhost:8000"}, True),
        ("::1", {"host": "[::1]:8000"}, True),
        ("127.0.0.1", {}, True),
        ("192.0.2.1", {"host": "127.0.0.1"}, False),
        ("127.0.0.1", {"host": "games.example"}, False),
        ("127.0.0.1", {"host": "127.0.0.1", "x_forwarded_for": "192.0.2.1"}, False),
        ("127.0.0.1", {"host": "127.0.0.1", "forwarded": "for=192.0.2.1"}, False),
        ("testclient", {"host": "testserver"}, False),
    ],
)
def test_without_a_token_the_figures_are_for_this_machine(
    client: str, headers: dict[str, str], open_to: bool
) -> None:
    assert telemetry.may_see(connection(client, **headers), Settings()) is open_to


@pytest.mark.parametrize(
    ("given", "open_to"),
    [(f"Bearer {SECRET}", True), (f"Bearer {SECRET}x", False), (SECRET, False), ("é", False)],
)
def test_with_a_token_the_figures_are_for_who_has_it(given: str, open_to: bool) -> None:
    settings = Settings(metrics_token=SECRET)
    assert telemetry.may_see(connection("192.0.2.1", authorization=given), settings) is open_to
    assert not telemetry.may_see(connection("127.0.0.1", host="127.0.0.1"), settings)


def test_behind_a_proxy_that_says_nothing_the_figures_are_for_nobody_without_a_token() -> None:
    # This is what nginx's plain proxy_pass sends for everybody in the world.
    settings = Settings(public_url="https://games.example")
    assert not telemetry.may_see(connection("127.0.0.1", host="127.0.0.1:8000"), settings)


# ---- the log


def test_a_line_is_one_json_object_with_what_happened_and_where(lines: io.StringIO) -> None:
    telemetry.log.info("played", table="Qp3_x-9aZk2LmN0b", number=12, seat=0, code="stale")
    found = last(lines)
    assert found.pop("time") > 1_700_000_000
    assert found == {
        "event": "played",
        "level": "info",
        "table": "Qp3_x-9aZk2LmN0b",
        "number": 12,
        "seat": 0,
        "code": "stale",
    }


class Frame(BaseModel):
    action: int


def leak(logger: Any, way: str) -> None:
    """Try to get a secret into the log."""
    if way == "another key":
        logger.warning("sat", name=SECRET, token=SECRET, payload={"name": SECRET})
    elif way == "the event":
        logger.warning(f"sat: {SECRET}")
    elif way == "an argument":
        logger.warning("sat %s", SECRET)
    elif way == "a bound key":
        logger.bind(cookie=SECRET).warning("sat")
    elif way == "a listed key":
        logger.warning("sat", code=SECRET, number=SECRET, seat=[SECRET], game=SECRET, at=SECRET)
    elif way == "a token for a table":
        logger.warning("sat", table=SECRET + SECRET)
    elif way == "an error's words":
        logger.error("task", exc_info=ValueError(SECRET))
    elif way == "a traceback":
        try:
            Frame.model_validate({"action": SECRET})
        except ValueError:
            logger.exception("task")
    elif way == "an error's facts":
        logger.error("task", exc_info=BadRequest("error.lang", lang=SECRET, allowed=SECRET))
    else:
        logger.error("task", stack_info=True, extra={"message": SECRET})


WAYS = [
    "another key",
    "the event",
    "an argument",
    "a bound key",
    "a listed key",
    "a token for a table",
    "an error's words",
    "a traceback",
    "an error's facts",
    "the stack",
]


@pytest.mark.parametrize("way", WAYS)
def test_no_secret_gets_into_the_log(way: str, lines: io.StringIO) -> None:
    leak(telemetry.log, way)
    assert last(lines)["level"] in ("warning", "error")
    assert SECRET not in lines.getvalue()


@pytest.mark.parametrize("way", ["the event", "an argument", "a traceback"])
def test_no_secret_gets_in_through_a_library(way: str, lines: io.StringIO) -> None:
    leak(logging.getLogger("uvicorn.error"), way)
    assert last(lines)["event"] == "uvicorn.error"
    assert "test_telemetry.py:" in last(lines)["at"]
    assert SECRET not in lines.getvalue()


def test_an_error_is_told_by_its_class_its_place_and_its_key(lines: io.StringIO) -> None:
    def fail() -> None:
        raise BadRequest("error.lang", lang=SECRET, allowed="")

    try:
        fail()
    except BadRequest:
        telemetry.log.exception("task")
    found = last(lines)
    assert (found["error"], found["code"]) == ("BadRequest", "error.lang")
    assert found["at"].count("test_telemetry.py:") == 2


def test_the_log_is_discreet_before_it_is_set_up(caplog: pytest.LogCaptureFixture) -> None:
    telemetry.log.error("task", name=SECRET)
    assert '"task"' in caplog.text
    assert SECRET not in caplog.text


def test_the_same_line_is_written_once_a_minute_and_then_says_how_often(
    lines: io.StringIO,
) -> None:
    now = [0.0]
    handler = logging.getLogger().handlers[0]
    seldom = telemetry.Seldom(lambda: now[0])
    handler.filters = [seldom]
    library = logging.getLogger("uvicorn.error")

    def said() -> list[tuple[str, int]]:
        found = [json.loads(line) for line in lines.getvalue().splitlines()]
        return [(line["event"], line.get("times", 1)) for line in found]

    def trouble() -> None:
        telemetry.log.warning("socket.gone", code="late")
        library.error("ASGI %s", SECRET)

    for _ in range(1000):
        trouble()
    assert said() == [("socket.gone", 1), ("uvicorn.error", 1)]
    telemetry.log.warning("socket.gone", code="slow")
    telemetry.log.warning("table.stuck", table="a")
    telemetry.log.warning("table.stuck", table="b")
    assert len(said()) == 5, "what is different is told"
    now[0] = 61.0
    telemetry.log.warning("socket.gone", code="late")
    assert said()[-1] == ("socket.gone", 1000)
    telemetry.say_the_rest()
    assert said()[-1] == ("uvicorn.error", 999)
    telemetry.say_the_rest()
    assert len(said()) == 7
    for n in range(5000):
        telemetry.log.warning("table.stuck", table=f"t{n}")
    assert len(seldom.said) <= telemetry.REMEMBERED
