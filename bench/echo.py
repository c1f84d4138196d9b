"""A server that knows no game: the yardstick beside the tables of `load.py`.

    python bench/echo.py PORT BYTES

The same uvicorn and the same protocol.  Whatever is asked at a socket, all sockets of its
table are sent BYTES that look like news, and the asker that it is done.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludotheque.server.protocols import attentive, patient
from ludotheque.server.settings import Settings

DONE = json.dumps({"type": "done", "id": None, "number": 0, "ply": 0})
ROOMY = Settings(connections_per_address=1_000_000, connections_per_minute=10_000_000)
tables: defaultdict[str, list[WebSocket]] = defaultdict(list)


def news(size: int) -> str:
    """A frame of that many bytes, in which the first seat may do one thing."""
    frame = {"type": "news", "ply": 0, "status": "playing", "acting": [0], "padding": ""}
    frame["actions"] = [{"id": 0, "say": ""}]
    frame["padding"] = "x" * (size - len(json.dumps(frame, separators=(",", ":"))))
    return json.dumps(frame, separators=(",", ":"))


async def socket(ws: WebSocket) -> None:
    """Tell the whole table whatever one of it says."""
    await ws.accept()
    table = tables[ws.path_params["name"]]
    table.append(ws)
    try:
        await ws.send_text(NEWS)
        while True:
            await ws.receive_text()
            for one in table:
                await one.send_text(NEWS)
            await ws.send_text(DONE)
    except WebSocketDisconnect:
        table.remove(ws)


if __name__ == "__main__":
    NEWS = news(int(sys.argv[2]))
    uvicorn.run(
        Starlette(routes=[WebSocketRoute("/api/tables/{name}/socket", socket)]),
        port=int(sys.argv[1]),
        loop="auto",
        http=patient(ROOMY),
        ws=attentive(ROOMY),
        ws_per_message_deflate=False,
        log_level="error",
    )
