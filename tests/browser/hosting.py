"""A plain file server, as any web host is one, that can be stopped."""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, and nothing else; nothing is logged."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


class Files(ThreadingHTTPServer):
    """The server itself, which does not mind who hangs up."""

    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing."""


class Host:
    """A folder on this machine's own address; after `stop` nobody answers there."""

    def __init__(self, folder: Path, base: str) -> None:
        self.server = Files(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self.server.server_port}{base}"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Answer nobody any more."""
        self.server.shutdown()
        self.server.server_close()

    def __enter__(self) -> Host:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.stop()
