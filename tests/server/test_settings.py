"""Settings: the defaults, the environment, and one clear sentence for what is wrong."""

from __future__ import annotations

import re
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest
from commands import Run

import ludotheque
from ludotheque.errors import BadRequest
from ludotheque.server.address import url_nearby, url_of
from ludotheque.server.settings import Settings, from_environment, origin, rows, strangers
from ludotheque.words.messages import LANGUAGES, message

LIMITS = {
    "frame_bytes": 16_384,
    "frames_per_second": 20,
    "frames_burst": 40,
    "sockets_per_address": 20,
    "tables_per_minute": 8,
    "tables_per_day": 300,
    "send_queue": 64,
    "handshake_seconds": 10,
    "json_depth": 8,
    "evict_minutes": 10,
    "idle_tables": 500,
    "archive_days": 30,
    "keep_days": 0,
    "body_bytes": 65_536,
    "bot_processes": 1,
    "bot_queue": 64,
    "bot_seconds": 5,
    "bots_per_address": 4,
    "hints_per_minute": 20,
    "claims_per_minute": 10,
    "entropy_seconds": 10,
    "poll_seconds": 15,
    "ping_seconds": 25,
    "pong_seconds": 60,
}


def test_every_limit_has_its_default() -> None:
    settings = Settings()
    assert {name: getattr(settings, name) for name in LIMITS} == LIMITS


def test_an_empty_environment_gives_the_defaults() -> None:
    assert from_environment({"XDG_DATA_HOME": "/d"}) == Settings(
        database="sqlite:////d/ludotheque/tables.db"
    )


def test_an_empty_variable_counts_as_absent() -> None:
    assert from_environment({"LUDOTHEQUE_PORT": " ", "LUDOTHEQUE_METRICS_TOKEN": ""}).port == 8000


def test_every_default_can_be_given_in_its_variable() -> None:
    given = {row.variable: row.default for row in rows()}
    defaults = from_environment(given)
    assert {name: getattr(defaults, name) for name in LIMITS} == LIMITS
    assert defaults.database == from_environment({}).database


def test_every_setting_is_read_from_its_variable() -> None:
    settings = from_environment(
        {
            "DATABASE_URL": "postgres://me:word@db/tables",
            "LUDOTHEQUE_HOST": "::",
            "LUDOTHEQUE_PORT": "0",
            "LUDOTHEQUE_PUBLIC_URL": "HTTPS://Games.example:443/",
            "LUDOTHEQUE_ALLOWED_ORIGINS": "http://a.example:8080, https://[2001:DB8::1]",
            "LUDOTHEQUE_FORWARDED_ALLOW_IPS": "10.0.0.0/24, ::1",
            "LUDOTHEQUE_METRICS_TOKEN": "a token of 24 letters...",
            "LUDOTHEQUE_HANDSHAKE_SECONDS": "0.5",
        }
    )
    assert settings.database == "postgresql://me:word@db/tables"
    assert (settings.host, settings.port) == ("::", 0)
    assert settings.public_url == "https://games.example"
    assert settings.allowed_origins == ("http://a.example:8080", "https://[2001:db8::1]")
    assert settings.origins == {settings.public_url, *settings.allowed_origins}
    assert settings.forwarded_allow_ips == ("10.0.0.0/24", "::1")
    assert settings.handshake_seconds == 0.5


@pytest.mark.parametrize(
    ("public_url", "secure", "cookies"),
    [
        ("", "", False),
        ("http://a.example", "", False),
        ("https://a.example", "", True),
        ("https://a.example", "no", False),
        ("", "yes", True),
    ],
)
def test_cookies_are_secure_where_the_public_address_is(
    public_url: str, secure: str, cookies: bool
) -> None:
    given = {"LUDOTHEQUE_PUBLIC_URL": public_url, "LUDOTHEQUE_SECURE": secure}
    assert from_environment(given).secure_cookies is cookies


@pytest.mark.parametrize(
    ("given", "database"),
    [
        ("/srv/tables.db", "sqlite:////srv/tables.db"),
        ("sqlite:////srv/tables.db", "sqlite:////srv/tables.db"),
        ("postgresql+psycopg://db/x", "postgresql+psycopg://db/x"),
    ],
)
def test_a_path_alone_is_a_sqlite_file(given: str, database: str) -> None:
    assert from_environment({"DATABASE_URL": given}).database == database


BAD = [
    ("LUDOTHEQUE_PORT", "65536"),
    ("LUDOTHEQUE_PORT", "-1"),
    ("LUDOTHEQUE_PORT", "8e3"),
    ("LUDOTHEQUE_PORT", "٣"),
    ("LUDOTHEQUE_FRAME_BYTES", "9" * 5000),
    ("LUDOTHEQUE_JSON_DEPTH", "1"),
    ("LUDOTHEQUE_HANDSHAKE_SECONDS", "nan"),
    ("LUDOTHEQUE_HANDSHAKE_SECONDS", "soon"),
    ("LUDOTHEQUE_PING_SECONDS", "inf"),
    ("LUDOTHEQUE_PUBLIC_URL", "games.example"),
    ("LUDOTHEQUE_PUBLIC_URL", "https://games.example/play"),
    ("LUDOTHEQUE_PUBLIC_URL", "https://me@games.example"),
    ("LUDOTHEQUE_PUBLIC_URL", "https://games.example:99999"),
    ("LUDOTHEQUE_ALLOWED_ORIGINS", "https://a.example, *"),
    ("LUDOTHEQUE_FORWARDED_ALLOW_IPS", "*"),
    ("LUDOTHEQUE_FORWARDED_ALLOW_IPS", "10.0.0.1/8"),
    ("LUDOTHEQUE_SECURE", "maybe"),
    ("LUDOTHEQUE_HOST", "a host"),
    ("LUDOTHEQUE_METRICS_TOKEN", "short"),
    ("DATABASE_URL", "mysql://me:word@db/tables"),
    ("DATABASE_URL", "sqlite://tables.db"),
    ("DATABASE_URL", "postgresql://"),
]


@pytest.mark.parametrize(("variable", "given"), BAD, ids=lambda text: text[:30])
def test_a_bad_value_is_named_with_what_would_be_right(variable: str, given: str) -> None:
    with pytest.raises(BadRequest) as caught:
        from_environment({variable: given})
    for lang in LANGUAGES:
        sentence = caught.value.sentence(lang)
        assert variable in sentence
        assert sentence.endswith(".")
        assert "{" not in sentence
        assert "Message" not in sentence


def test_what_is_secret_is_neither_shown_nor_told() -> None:
    settings = Settings(database="postgresql://me:word@db/x", metrics_token="hush" * 8)
    assert "word" not in repr(settings)
    assert "hush" not in repr(settings)
    with pytest.raises(BadRequest) as caught:
        from_environment({"DATABASE_URL": "mysql://me:word@db/tables"})
    assert "word" not in str(caught.value)


def test_settings_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings().port = 1  # type: ignore[misc]


def test_every_setting_has_a_row_and_every_row_a_meaning_in_both_languages() -> None:
    table = rows()
    assert len({row.variable for row in table}) == len(fields(Settings)) == len(table)
    for row in table:
        for lang in LANGUAGES:
            assert message(row.meaning, lang)
        assert "/home" not in row.default
        assert "/root" not in row.default


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("http://a.example:80", "http://a.example"),
        ("http://A.example:443", "http://a.example:443"),
        ("https://[::1]:8443/", "https://[::1]:8443"),
        ("null", None),
        ("", None),
        ("file:///etc", None),
        ("http://", None),
        ("http://[::1", None),
        ("https://a.example?x", None),
    ],
)
def test_origins_are_written_in_one_way(text: str, same: str | None) -> None:
    assert origin(text) == same


def test_a_server_for_the_whole_network_says_where_each_finds_it() -> None:
    everywhere = Settings(host="0.0.0.0", port=8000)
    assert url_of(everywhere) == "http://127.0.0.1:8000/"
    assert url_of(Settings(host="::", port=8000)) == "http://[::1]:8000/"
    near = url_nearby(everywhere)
    assert near is None or (near.startswith("http://") and "0.0.0.0" not in near)
    assert url_nearby(Settings()) is None
    assert url_nearby(Settings(host="0.0.0.0", public_url="https://a.example")) is None


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("serve --port x", "--port"),
        ("serve --host 1\u00a02", "--host"),
        ("serve --database mysql://x", "--database"),
        ("tables --database mysql://x", "--database"),
        ("think --database mysql://x", "--database"),
    ],
)
def test_the_option_that_was_used_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, line: str, named: str
) -> None:
    for variable in ("DATABASE_URL", "LUDOTHEQUE_HOST", "LUDOTHEQUE_PORT"):
        monkeypatch.setenv(variable, "")
    done = run(*line.split(" "))
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"{named} ")
    assert "DATABASE_URL" not in done.err


def test_every_variable_that_the_sources_read_is_known() -> None:
    folder = Path(ludotheque.__file__).parent
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py")))
    named = set(re.findall(r'"(LUDOTHEQUE_[A-Z_]+)"', text))
    assert len(named) > 3
    assert strangers(dict.fromkeys(named, "")) == []
    assert strangers({"LUDOTHEQUE_PROT": "1", "PATH": ""}) == ["LUDOTHEQUE_PROT"]
