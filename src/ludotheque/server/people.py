"""People without accounts: whoever holds a token holds the seats that were taken with it.

Only the hash of a token is stored.  A browser keeps its token in a cookie that no script can
read; bots and scripts send it in the `Authorization` header.  A claim code, which travels in
the fragment of a link, is exchanged for a seat.
"""

from __future__ import annotations

import re
import secrets
from hashlib import sha256

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludotheque.server.settings import Settings

TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")
NAME = re.compile(r"[A-Za-z0-9_-]{16}")  # of a table
YEAR = 365 * 24 * 3600

Owner = bytes  # the hash of a token


def new_token() -> str:
    """192 bits that nobody can guess."""
    return secrets.token_urlsafe(24)


def new_name() -> str:
    """The name of a table, which is all one needs to look on."""
    return secrets.token_urlsafe(12)


def hash_of(secret: str) -> Owner:
    """What is stored of a token or a code."""
    return sha256(secret.encode()).digest()


def cookie_name(settings: Settings) -> str:
    """Browsers accept the `__Host-` prefix only over https."""
    return "__Host-ludotheque" if settings.secure_cookies else "ludotheque"


def token_of(connection: HTTPConnection, settings: Settings) -> str | None:
    """The token that a request came with, if it is one."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer":
        token = connection.cookies.get(cookie_name(settings), "")
    return token if TOKEN.fullmatch(token) else None


def give_cookie(answer: Response, token: str, settings: Settings) -> None:
    """Let the browser remember its token, and bring it from other sites if some may play here.

    Whatever it brings, the guard looks at where a request comes from.
    """
    answer.set_cookie(
        cookie_name(settings),
        token,
        max_age=YEAR,
        path="/",
        secure=settings.secure_cookies,
        httponly=True,
        samesite="none" if settings.allowed_origins and settings.secure_cookies else "lax",
    )
