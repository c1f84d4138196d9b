"""WebAssembly by the browser in which Python itself runs, through Pyodide."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any


@cache
def module(file: Path) -> Any:
    """A file, compiled by the browser."""
    import js  # type: ignore[import-not-found]  # the browser's own names, in Pyodide

    raw = file.read_bytes()
    bytes_there = js.Uint8Array.new(len(raw))
    bytes_there.assign(raw)
    return js.WebAssembly.Module.new(bytes_there)


class BrowserMachine:
    """An instance of a file."""

    def __init__(self, file: Path) -> None:
        import js

        self.js = js
        self.exports = js.WebAssembly.Instance.new(module(file)).exports

    def heap(self) -> int:
        """Where memory is free."""
        return int(getattr(self.exports, "__heap_base").value)

    def size(self) -> int:
        """How many bytes of memory there are."""
        return int(self.exports.memory.buffer.byteLength)

    def grow(self, pages: int) -> None:
        """Have more memory, all zero."""
        self.exports.memory.grow(pages)

    def read(self, at: int, n: int) -> bytes:
        """Some bytes of it."""
        found: bytes = self.js.Uint8Array.new(self.exports.memory.buffer, at, n).to_bytes()
        return found

    def write(self, at: int, raw: bytes) -> None:
        """Write some bytes."""
        self.js.Uint8Array.new(self.exports.memory.buffer, at, len(raw)).assign(raw)

    def call(self, name: str, *args: float) -> float:
        """Run what is exported under a name."""
        found: float = getattr(self.exports, name)(*args)
        return found
