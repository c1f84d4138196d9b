"""Answers that never change while the server runs: made once, and not sent to who has them."""

from __future__ import annotations

from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

ASK_AGAIN = {"cache-control": "no-cache"}  # keep it, but ask whether it is still the same


class Printed:
    """A text with the tag by which it is known again."""

    def __init__(self, text: str, kind: str) -> None:
        self.body, self.kind = text.encode(), kind
        self.tag = f'"{sha256(self.body).hexdigest()[:32]}"'

    def answer(self, request: Request) -> Response:
        """The text, or that nothing has changed."""
        headers = {"etag": self.tag, **ASK_AGAIN}
        known = request.headers.get("if-none-match", "")
        if self.tag in [tag.strip().removeprefix("W/") for tag in known.split(",")]:
            return Response(status_code=304, headers=headers)
        return Response(self.body, headers=headers, media_type=self.kind)
