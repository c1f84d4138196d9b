"""`--long` runs the long tests too; Pig, the sixth game, is registered for all of them.

What the tests compile is kept in `.cache` of the checkout, not in the user's own cache, and
without `--long` every index of it is checked: a game's code is then compiled once, not twice.
"""

from __future__ import annotations

import io
import os
import sys
from functools import partial
from pathlib import Path

import httpx
import pytest
from commands import Done, Run
from own_data import Write, write_data
from sharing import BY_FILE, Sharing, in_order
from xdist.remote import Producer

from ludotheque import cli, register
from ludotheque.words.messages import speak

os.environ.setdefault("LUDOTHEQUE_CACHE", str(Path(__file__).parent.parent / ".cache"))
register("pig", "pig")
for verb in ("get", "post", "put", "delete", "head", "request"):  # a busy machine takes its time
    setattr(httpx, verb, partial(getattr(httpx, verb), timeout=60))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long tests too")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Browsers and servers have clocks: on a machine that others use too, one is held up at times.

    What fails there is tried once more; the last line counts how often that was so.
    """
    for item in session.items:
        if item.nodeid.startswith(BY_FILE):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_configure(config: pytest.Config) -> None:
    if not config.getoption("--long"):
        os.environ.setdefault("LUDOTHEQUE_CHECKED", "yes")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        left_out = [item for item in items if item.get_closest_marker("long")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    items[:] = in_order(items)


@pytest.hookimpl(optionalhook=True)  # one process alone needs no scheduler
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Sharing:
    return Sharing(config, log)


@pytest.fixture
def long(request: pytest.FixtureRequest) -> bool:
    """Whether the long tests run: samples are larger then."""
    return bool(request.config.getoption("--long"))


@pytest.fixture(autouse=True)
def _french() -> None:
    speak("fr")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a data file of one's own."""
    return lambda data: write_data(data, tmp_path / "own.toml")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line, with lines to type."""

    def command(*words: str, typed: str = "") -> Done:
        monkeypatch.setattr(sys, "argv", ["ludotheque", *words])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        with pytest.raises(SystemExit) as leaving:
            cli.main()
        out, err = capsys.readouterr()
        return Done(int(leaving.value.code or 0), out, err)

    return command
