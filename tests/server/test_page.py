"""The page: its files as small as a browser can read them, and what its links show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest
from every import OURS, WITH_SECRETS
from starlette.datastructures import Headers

from ludotheque.game import load
from ludotheque.server.page import FOREVER, send
from ludotheque.site.engine import BUILT
from ludotheque.words.messages import LANGUAGES, message

from .guests import OPEN, Guest, me
from .running import Server

LARGE = 150_000  # bytes of a picture that some would not show


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


# ---- what a link shows


@pytest.fixture(scope="module")
def host(one_server: Server) -> Iterator[Guest]:
    found = Guest(one_server.url)
    yield found
    found.close()


def shown(server: Server, path: str, lang: str = "fr") -> dict[str, str]:
    """The tags in the head of a page."""
    page = httpx.get(server.url + path, headers={"accept-language": lang}).text
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)" />', page)
    return {name: unescape(text) for name, text in found}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", OURS)
def test_the_link_to_a_game_shows_its_title_and_cover_in_the_language_asked_for(
    one_server: Server, game: str, lang: str
) -> None:
    for place in ("new", "learn", "rules"):
        tags = shown(one_server, f"/{place}/{game}", lang)
        assert tags["og:title"] == load(game).title().text(lang)
        assert message(f"{game}.about", lang) in tags["og:description"]
        assert shown(one_server, f"/{place}/{game}?lang={lang}", "de") == tags
    picture = httpx.get(tags["og:image"])
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG")
    assert len(picture.content) < LARGE


def test_the_link_to_a_table_says_nothing_of_who_sits_there(
    one_server: Server, host: Guest
) -> None:
    """Two tables that differ in everything but their game show the same."""
    names = "Zenobia", "Quentin"
    tables = [host.lay(WITH_SECRETS, me(name), OPEN)["table"] for name in names]
    one, other = (shown(one_server, f"/t/{table}") for table in tables)
    assert one.pop("og:url") != other.pop("og:url")
    assert one == other
    assert one["og:title"] == load(WITH_SECRETS).title().text("fr")
    running = host.lay(WITH_SECRETS, me(names[0]), me(names[1]))["table"]
    told = " ".join(shown(one_server, f"/t/{running}").values())
    assert not any(name in told for name in names)
    assert message(f"{WITH_SECRETS}.about", "fr") in told


@pytest.mark.parametrize("path", ["/", "/me", "/t/AAAAAAAAAAAAAAAA", "/t/x", '/rules/"><b>'])
def test_what_has_no_game_shows_the_house(one_server: Server, path: str) -> None:
    tags = shown(one_server, path)
    assert tags["og:description"] == message("web.shelf.lead", "fr")
    assert httpx.get(tags["og:image"]).headers["content-type"] == "image/png"


def test_a_page_that_is_only_asked_about_is_answered_without_its_text(one_server: Server) -> None:
    places = ["/", "/me", f"/rules/{OURS[0]}", f"/cover/{OURS[0]}.png", "/icon-192.png", "/healthz"]
    for path in places:
        answer = httpx.head(one_server.url + path)
        assert (answer.status_code, answer.content) == (200, b""), path
    assert httpx.head(f"{one_server.url}/cover/none.png").status_code == 404


def test_the_icons_of_the_installed_page_are_there(one_server: Server) -> None:
    icons = httpx.get(f"{one_server.url}/manifest.webmanifest").json()["icons"]
    assert {"image/png", "image/svg+xml"} == {icon["type"] for icon in icons}
    for icon in icons:
        answer = httpx.get(f"{one_server.url}/{icon['src']}")  # as seen from the manifest
        assert answer.headers["content-type"] == icon["type"]


def test_what_plays_in_a_browser_without_the_server_is_served_beside_the_page(
    one_server: Server,
) -> None:
    if not BUILT.is_dir():
        pytest.skip("the page was built without its engine")
    told = httpx.get(f"{one_server.url}/engine/engine.json")
    assert told.headers["cache-control"] == "no-cache"
    files = told.json()["files"]
    assert sum(files.values()) <= 8_000_000
    for path, size in files.items():
        answer = httpx.get(f"{one_server.url}/engine/{path}")
        assert len(answer.content) == size
        assert "immutable" in answer.headers["cache-control"]
    assert httpx.get(f"{one_server.url}/engine/../index.html").status_code == 404
    assert httpx.get(f"{one_server.url}/engine/package.json").status_code == 404
