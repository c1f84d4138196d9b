"""Everything that can be set from outside, each with its default.

A setting `name` is read from the variable `LUDOTHEQUE_NAME`; only the database keeps the name
that everybody gives it, `DATABASE_URL`.  An empty variable counts as absent.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from ipaddress import ip_network
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from ludotheque.errors import BadRequest
from ludotheque.words.messages import Message

PREFIX = "LUDOTHEQUE_"
OTHERS = {f"{PREFIX}{name}" for name in ("LANG", "CACHE", "CHECKED", "ENGINE", "GAMES", "NEED_WEB")}
PORTS = {"http": 80, "https": 443}
DATABASES = ("sqlite", "postgresql", "postgresql+psycopg")
SHORTEST_TOKEN = 16


# ---- how a value is read: what it is, or a Message saying what would be right


Reader = Callable[[str], Any]


def _whole(low: int, high: int) -> Reader:
    def read(text: str) -> int | Message:
        good = text.isascii() and text.isdecimal() and len(text) < 12 and low <= int(text) <= high
        return int(text) if good else Message("error.setting.whole", {"low": low, "high": high})

    return read


def _seconds(low: float, high: float) -> Reader:
    wrong = Message("error.setting.seconds", {"low": f"{low:g}", "high": f"{high:g}"})

    def read(text: str) -> float | Message:
        try:
            value = float(text)
        except ValueError:
            return wrong
        return value if low <= value <= high else wrong

    return read


def origin(text: str) -> str | None:
    """An address of the web as browsers write an Origin: lower case, no usual port, no path."""
    try:
        parts = urlsplit(text.strip().lower())
        port = parts.port
    except ValueError:
        return None
    extra = parts.path.strip("/") or parts.query or parts.fragment or parts.username is not None
    if parts.scheme not in PORTS or not parts.hostname or extra:
        return None
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = port is None or port == PORTS[parts.scheme]
    return f"{parts.scheme}://{host}" if usual else f"{parts.scheme}://{host}:{port}"


def _origin(text: str) -> str | Message:
    return origin(text) or Message("error.setting.origin")


def _origins(text: str) -> tuple[str, ...] | Message:
    found = [origin(part) for part in text.split(",") if part.strip()]
    return tuple(filter(None, found)) if all(found) else Message("error.setting.origins")


def _networks(text: str) -> tuple[str, ...] | Message:
    # `*` is refused on purpose: whoever may name their own address escapes every limit.
    found = [part.strip() for part in text.split(",") if part.strip()]
    try:
        for part in found:
            ip_network(part)
    except ValueError:
        return Message("error.setting.networks")
    return tuple(found)


def _yes_or_no(text: str) -> bool | Message:
    known = {"yes": True, "no": False}
    return known.get(text.lower(), Message("error.setting.yes"))


def _word(text: str) -> str | Message:
    return text if text.isprintable() and " " not in text else Message("error.setting.word")


def _token(text: str) -> str | Message:
    good = len(text) >= SHORTEST_TOKEN and text.isascii() and text.isprintable()
    return text if good else Message("error.setting.token", {"low": SHORTEST_TOKEN})


def database_url(text: str) -> str | Message:
    """The address of a database; a path alone is a SQLite file."""
    scheme, colons, rest = text.partition("://")
    if not colons:
        return f"sqlite:///{Path(text).expanduser().absolute()}"
    scheme = "postgresql" if scheme == "postgres" else scheme
    good = scheme in DATABASES and rest and (scheme != "sqlite" or rest.startswith("/"))
    return f"{scheme}://{rest}" if good else Message("error.setting.database")


def own_file(environment: Mapping[str, str] = os.environ) -> str:
    """The database of somebody who has said nothing: a file among the user's own."""
    folder = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(folder) / 'ludotheque' / 'tables.db'}"


# ---- the settings


def _set(default: Any, read: Reader, meaning: str, secret: bool = False, **more: Any) -> Any:
    about = {"read": read, "meaning": meaning, "secret": secret, **more}
    # What is secret stays out of `repr`, hence out of tracebacks and logs.
    if callable(default):
        return field(default_factory=default, repr=not secret, metadata=about)
    return field(default=default, repr=not secret, metadata=about)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How this server is set up."""

    database: str = _set(
        own_file,
        database_url,
        "setting.database",
        secret=True,  # its address may hold a password
        variable="DATABASE_URL",
        shown="~/.local/share/ludotheque/tables.db",
    )
    host: str = _set("127.0.0.1", _word, "setting.host")
    port: int = _set(8000, _whole(0, 65_535), "setting.port")
    public_url: str = _set("", _origin, "setting.public_url")
    allowed_origins: tuple[str, ...] = _set((), _origins, "setting.allowed_origins")
    secure: bool | None = _set(None, _yes_or_no, "setting.secure")
    forwarded_allow_ips: tuple[str, ...] = _set((), _networks, "setting.forwarded_allow_ips")
    log_clients: bool = _set(False, _yes_or_no, "setting.log_clients", shown="no")
    metrics_token: str = _set("", _token, "setting.metrics_token", secret=True)

    # What one frame, one request, one address may ask for.
    frame_bytes: int = _set(16_384, _whole(256, 1 << 20), "setting.frame_bytes")
    frames_per_second: int = _set(20, _whole(1, 10_000), "setting.frames_per_second")
    frames_burst: int = _set(40, _whole(1, 10_000), "setting.frames_burst")
    frames_per_address: int = _set(100, _whole(1, 1_000_000), "setting.frames_per_address")
    pings_per_second: int = _set(4, _whole(1, 10_000), "setting.pings_per_second")
    pings_burst: int = _set(40, _whole(1, 10_000), "setting.pings_burst")
    json_depth: int = _set(8, _whole(2, 100), "setting.json_depth")
    head_bytes: int = _set(65_536, _whole(1024, 1 << 20), "setting.head_bytes")
    head_lines: int = _set(100, _whole(10, 10_000), "setting.head_lines")
    body_bytes: int = _set(65_536, _whole(256, 1 << 24), "setting.body_bytes")
    work_per_minute: int = _set(3_000, _whole(1, 100_000_000), "setting.work_per_minute")
    connections_per_address: int = _set(64, _whole(1, 1_000_000), "setting.connections_per_address")
    connections_per_minute: int = _set(300, _whole(1, 10_000_000), "setting.connections_per_minute")
    sockets_per_address: int = _set(20, _whole(1, 100_000), "setting.sockets_per_address")
    sockets_per_minute: int = _set(120, _whole(1, 1_000_000), "setting.sockets_per_minute")
    tables_per_minute: int = _set(8, _whole(1, 100_000), "setting.tables_per_minute")
    tables_per_day: int = _set(300, _whole(1, 1_000_000), "setting.tables_per_day")
    requests_per_minute: int = _set(600, _whole(1, 1_000_000), "setting.requests_per_minute")
    invites_per_minute: int = _set(30, _whole(1, 100_000), "setting.invites_per_minute")
    claims_per_minute: int = _set(10, _whole(1, 100_000), "setting.claims_per_minute")
    hints_per_minute: int = _set(20, _whole(1, 100_000), "setting.hints_per_minute")

    # How long, and how much waits meanwhile.
    send_queue: int = _set(64, _whole(2, 10_000), "setting.send_queue")
    send_bytes: int = _set(1 << 20, _whole(1024, 1 << 30), "setting.send_bytes")
    events_per_frame: int = _set(2_000, _whole(10, 100_000), "setting.events_per_frame")
    table_events: int = _set(20_000, _whole(100, 10_000_000), "setting.table_events")
    silent_seconds: float = _set(3.0, _seconds(0.1, 600), "setting.silent_seconds")
    handshake_seconds: float = _set(10.0, _seconds(0.1, 600), "setting.handshake_seconds")
    ping_seconds: float = _set(25.0, _seconds(1, 600), "setting.ping_seconds")
    pong_seconds: float = _set(60.0, _seconds(1, 600), "setting.pong_seconds")
    entropy_seconds: float = _set(10.0, _seconds(0, 600), "setting.entropy_seconds")
    poll_seconds: float = _set(15.0, _seconds(0.1, 3600), "setting.poll_seconds")
    evict_minutes: int = _set(10, _whole(1, 100_000), "setting.evict_minutes")
    idle_tables: int = _set(500, _whole(1, 1_000_000), "setting.idle_tables")
    idle_megabytes: int = _set(64, _whole(1, 1_000_000), "setting.idle_megabytes")
    lobby_minutes: int = _set(5, _whole(1, 100_000), "setting.lobby_minutes")
    lobby_per_address: int = _set(3, _whole(1, 1_000), "setting.lobby_per_address")
    invite_days: int = _set(7, _whole(1, 100_000), "setting.invite_days")
    waiting_days: int = _set(3, _whole(1, 100_000), "setting.waiting_days")
    archive_days: int = _set(30, _whole(1, 100_000), "setting.archive_days")
    keep_days: int = _set(0, _whole(0, 100_000), "setting.keep_days")

    # The bots.
    bot_processes: int = _set(1, _whole(1, 256), "setting.bot_processes")
    bot_queue: int = _set(64, _whole(1, 10_000), "setting.bot_queue")
    bot_seconds: float = _set(5.0, _seconds(0.1, 600), "setting.bot_seconds")
    bot_pace: float = _set(0.4, _seconds(0, 10), "setting.bot_pace")
    bots_per_address: int = _set(4, _whole(1, 10_000), "setting.bots_per_address")
    warm_up: bool = _set(True, _yes_or_no, "setting.warm_up", shown="yes")

    @property
    def secure_cookies(self) -> bool:
        """Whether cookies travel over https alone: as said, else as the public address is."""
        return self.public_url.startswith("https:") if self.secure is None else self.secure

    def changed(self) -> dict[str, object]:
        """The settings that are not the usual ones, for the log: what is secret only by name."""
        return {
            setting.name: "..." if setting.metadata["secret"] else getattr(self, setting.name)
            for setting in fields(self)
            if setting.name != "database" and getattr(self, setting.name) != setting.default
        }

    @property
    def origins(self) -> frozenset[str]:
        """The origins that are welcome besides the one a request is made to."""
        return frozenset(filter(None, (self.public_url, *self.allowed_origins)))


def variable_of(setting: Field[object]) -> str:
    """The variable that a field of `Settings` is read from."""
    return str(setting.metadata.get("variable") or PREFIX + setting.name.upper())


def from_environment(
    environment: Mapping[str, str] = os.environ, options: Mapping[str, str] | None = None
) -> Settings:
    """The settings as the environment has them; `options` tells which came from an option."""
    values: dict[str, Any] = {"database": own_file(environment)}
    for setting in fields(Settings):
        variable = variable_of(setting)
        given = environment.get(variable, "").strip()
        if not given:
            continue
        value = setting.metadata["read"](given)
        if isinstance(value, Message):
            shown = "…" if setting.metadata["secret"] else given
            named = (options or {}).get(variable, variable)
            raise BadRequest("error.setting", variable=named, given=shown, right=value)
        values[setting.name] = value
    return Settings(**values)


def strangers(environment: Mapping[str, str] = os.environ) -> list[str]:
    """The variables that are named like ours, and that nothing reads."""
    known = {variable_of(setting) for setting in fields(Settings)} | OTHERS
    return sorted(name for name in environment if name.startswith(PREFIX) and name not in known)


class Row(NamedTuple):
    """A setting, for the table in the manual."""

    variable: str
    default: str
    meaning: str  # a key of the catalogues


def rows() -> list[Row]:
    """All settings."""
    return [
        Row(variable_of(setting), _shown(setting), setting.metadata["meaning"])
        for setting in fields(Settings)
    ]


def _shown(setting: Field[object]) -> str:
    default = setting.metadata.get("shown", setting.default)
    if isinstance(default, float):
        return f"{default:g}"
    return "" if default in (None, ()) else str(default)
