"""People without accounts: whoever holds a token holds the seats that were taken with it.

A token is 24 bytes that nobody can guess and a seal that only this server can put on them, so
that nobody brings one of their own making; only its hash is stored.  A browser keeps its token
in a cookie that no script can read; bots and scripts send it in the `Authorization` header.  A
claim code, which travels in the fragment of a link, is exchanged for a seat until it expires.

In the literature: bearer tokens (RFC 6750), authenticated by HMAC (RFC 2104), of which only the
hash is stored; capability URLs (W3C 2014) for the links.
"""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import NamedTuple

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ludotheque.server.settings import Settings

TOKEN = re.compile(r"[A-Za-z0-9_-]{48}")
OLD_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")  # without a seal: good only where it holds a seat
RANDOM, SEAL = 24, 12  # bytes
NAME = re.compile(r"[A-Za-z0-9_-]{16}")  # of a table
YEAR = 365 * 24 * 3600

Owner = bytes  # the hash of a token


def new_token(secret: bytes) -> str:
    """192 bits that nobody can guess, under our seal."""
    drawn = secrets.token_bytes(RANDOM)
    return urlsafe_b64encode(drawn + seal(secret, drawn)).decode()


def seal(secret: bytes, drawn: bytes) -> bytes:
    """What only who knows the secret can add to a token."""
    return hmac.digest(secret, drawn, "sha256")[:SEAL]


def is_ours(secret: bytes, token: str) -> bool:
    """Whether we have made a token."""
    if not TOKEN.fullmatch(token):
        return False
    whole = urlsafe_b64decode(token)
    return hmac.compare_digest(whole[RANDOM:], seal(secret, whole[:RANDOM]))


def new_code() -> str:
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


class Shown(NamedTuple):
    """The token that a request came with."""

    token: str
    is_cookie: bool  # which a browser has kept, and which is replaced if it is not ours


def shown_by(connection: HTTPConnection, settings: Settings) -> Shown | None:
    """The token that a request came with, ours or not."""
    kind, _, token = connection.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return Shown(token, False)
    kept = connection.cookies.get(cookie_name(settings))
    return Shown(kept, True) if kept else None


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
