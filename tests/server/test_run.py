"""The start: what is said, what is asked of the system, what is left behind."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from ludotheque.server.page import BUILT
from ludotheque.server.run import FILES, opening, raise_limit
from ludotheque.server.settings import Settings
from ludotheque.words.messages import message

from .running import Server, free_port


@pytest.fixture
def files() -> Iterator[tuple[int, int]]:
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield limits
    resource.setrlimit(resource.RLIMIT_NOFILE, limits)


@pytest.mark.parametrize(
    ("settings", "warned"),
    [
        (Settings(), False),
        (Settings(public_url="https://games.example"), True),
        (Settings(public_url="https://games.example", forwarded_allow_ips=("127.0.0.1",)), False),
    ],
    ids=["alone", "not believed", "believed"],
)
def test_a_site_behind_a_proxy_that_is_not_believed_is_warned_of(
    settings: Settings, warned: bool, files: tuple[int, int]
) -> None:
    assert (message("serve.proxy") in opening(settings)) is warned


def test_it_opens_as_many_files_as_it_may(files: tuple[int, int]) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, files[1]))
    raise_limit()
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == files[1]


def test_few_files_are_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.server.run.raise_limit", lambda: FILES - 1)
    assert message("serve.files", n=FILES - 1) in opening(Settings())
    monkeypatch.setattr("ludotheque.server.run.raise_limit", lambda: FILES)
    assert message("serve.files", n=FILES) not in opening(Settings())


def test_a_variable_that_nothing_reads_and_an_unknown_language_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = list(opening(Settings()))
    monkeypatch.setenv("LUDOTHEQUE_PROT", "8080")
    monkeypatch.setenv("LUDOTHEQUE_LANG", "de")
    told = [line for line in opening(Settings()) if line not in usual]
    assert told == [
        message("serve.lang", given="de", allowed="fr, en"),
        message("serve.stranger", variable="LUDOTHEQUE_PROT"),
    ]


def test_what_workers_count_together_is_not_left_behind(
    postgres: Callable[[], str], tmp_path: Path
) -> None:
    server = Server(postgres(), tmp_path)
    server.environment["TMPDIR"] = str(tmp_path)
    server.environment.pop("PROMETHEUS_MULTIPROC_DIR", None)
    server.start("--workers", "2")
    assert list(tmp_path.glob("ludotheque-*"))
    server.stop()
    assert not list(tmp_path.glob("ludotheque-*"))


def test_monitors_are_answered_and_the_builder_s_notes_are_not_shown(
    sqlite: str, tmp_path: Path
) -> None:
    with Server(sqlite, tmp_path) as server:
        for path in ("/", "/healthz", "/readyz", "/api/games", "/openapi.json", "/metrics"):
            head, get = (httpx.request(how, server.url + path) for how in ("HEAD", "GET"))
            assert (head.status_code, head.content) == (200, b""), path
            assert head.headers["content-type"] == get.headers["content-type"]
        assert (BUILT / ".stamp").is_file()
        assert httpx.get(f"{server.url}/.stamp").status_code == 404


def test_a_second_server_says_where_the_tables_are(sqlite: str, tmp_path: Path) -> None:
    with Server(sqlite, tmp_path) as first:
        for port in (first.port, free_port()):  # as often as one tries, and wherever
            folder = tmp_path / str(port)  # a log for each try
            folder.mkdir()
            second = Server(sqlite, folder)
            second.environment |= {"LUDOTHEQUE_PORT": str(port), "LUDOTHEQUE_LANG": "en"}
            second.launch()
            assert second.process is not None
            assert second.process.wait(60) == 2
            told = second.log.read_text(encoding="utf-8").splitlines()
            assert len(told) == 1
            assert f"are already open: {first.url}/" in told[0]


def test_a_file_that_is_no_database_is_said_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "b.py"
    file.write_text("print('hello')\n", encoding="utf-8")
    server = Server(f"sqlite:///{file}", tmp_path, lang="en")
    server.launch()
    assert server.process is not None
    assert server.process.wait(60) == 2
    told = server.log.read_text(encoding="utf-8")
    assert told == message("error.store.none", "en", file=file) + "\n"
    assert file.read_text(encoding="utf-8") == "print('hello')\n"
    assert list(tmp_path.glob("b.py?*")) == []
