"""A machine for WebAssembly that is a browser's page, driven from here."""

from __future__ import annotations

from base64 import b64decode, b64encode
from pathlib import Path

from playwright.sync_api import Page

BEGIN = """(code) => {
  const raw = Uint8Array.from(atob(code), (c) => c.charCodeAt(0));
  globalThis.machines ??= [];
  machines.push(new WebAssembly.Instance(new WebAssembly.Module(raw)).exports);
  return machines.length - 1;
}"""
HEAP = "(i) => machines[i].__heap_base.value"
SIZE = "(i) => machines[i].memory.buffer.byteLength"
GROW = "([i, pages]) => machines[i].memory.grow(pages)"
READ = """([i, at, n]) => {
  const raw = new Uint8Array(machines[i].memory.buffer, at, n);
  let text = "";
  for (let k = 0; k < n; k += 32768) text += String.fromCharCode(...raw.subarray(k, k + 32768));
  return btoa(text);
}"""
WRITE = """([i, at, text]) => {
  const raw = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  new Uint8Array(machines[i].memory.buffer, at, raw.length).set(raw);
}"""
CALL = "([i, name, args]) => machines[i][name](...args)"


class PageMachine:
    """An instance of a file in a page."""

    def __init__(self, page: Page, file: Path) -> None:
        self.page = page
        self.i: int = page.evaluate(BEGIN, b64encode(file.read_bytes()).decode())

    def heap(self) -> int:
        return int(self.page.evaluate(HEAP, self.i))

    def size(self) -> int:
        return int(self.page.evaluate(SIZE, self.i))

    def grow(self, pages: int) -> None:
        self.page.evaluate(GROW, [self.i, pages])

    def read(self, at: int, n: int) -> bytes:
        return b64decode(self.page.evaluate(READ, [self.i, at, n]))

    def write(self, at: int, raw: bytes) -> None:
        self.page.evaluate(WRITE, [self.i, at, b64encode(raw).decode()])

    def call(self, name: str, *args: float) -> float:
        return float(self.page.evaluate(CALL, [self.i, name, list(args)]))
