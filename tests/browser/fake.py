"""A server that is not there: the page's socket is answered from here."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

Json = dict[str, Any]
Answer = Callable[[Json | None], list[Json]]


def answered(page: Page, answer: Answer) -> list[WebSocketRoute]:
    """Answer the page's sockets; `answer` gets each request, and None when the page has come."""
    lines: list[WebSocketRoute] = []

    def serve(line: WebSocketRoute) -> None:
        lines.append(line)

        def send(request: Json | None) -> None:
            if request is not None and request["do"] == "here":
                return  # nobody else is there to be told of
            for frame in answer(request):
                line.send(json.dumps(frame))

        line.on_message(lambda text: send(json.loads(text)))
        send(None)

    page.route_web_socket("**/socket?*", serve)
    return lines
