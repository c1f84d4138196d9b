"""The files of the page: as small as a browser can read them, and never the wrong way."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.datastructures import Headers

from ludotheque.server.page import FOREVER, send


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """A script, with the two smaller ones beside it."""
    for ending in ("", ".br", ".gz"):
        (tmp_path / f"a.js{ending}").write_bytes(b"x")
    return tmp_path / "a.js"


@pytest.mark.parametrize(
    ("asked", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip;q=0.8", "gzip"),
        ("deflate, brotli", None),
        ("", None),
    ],
)
def test_a_file_is_sent_as_small_as_it_can_be_read(
    script: Path, asked: str, coding: str | None
) -> None:
    answer = send(script, Headers({"accept-encoding": asked}), FOREVER)
    assert answer.headers.get("content-encoding") == coding
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["vary"] == "accept-encoding"
    assert "immutable" in answer.headers["cache-control"]


def test_a_file_with_nothing_smaller_beside_it_is_sent_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.woff2").write_bytes(b"x")
    answer = send(tmp_path / "a.woff2", Headers({"accept-encoding": "br"}), FOREVER)
    assert "content-encoding" not in answer.headers
    assert FOREVER == {"cache-control": "public, max-age=31536000, immutable"}
