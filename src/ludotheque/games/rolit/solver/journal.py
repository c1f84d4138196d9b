"""Results kept in a file as they come, so that a long computation may be stopped and resumed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ludotheque.errors import BadRequest


class Journal:
    """A text file: a title, then one result a line, as hexadecimal numbers."""

    def __init__(self, path: Path, title: str, *before: str) -> None:
        """Open a file, or begin it; one with another title, now or before, is refused."""
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
        if lines and lines[0] not in [f"{known}\n".encode() for known in (title, *before)]:
            raise BadRequest("solve.resume.other", file=path.name, title=title)
        whole = [line for line in lines if line.endswith(b"\n")]  # the last may be cut short
        self._rows = [tuple(int(word, 16) for word in line.split()) for line in whole[1:]]
        if not whole:
            path.write_text(f"{title}\n", encoding="ascii")
        elif len(whole) < len(lines):
            path.write_bytes(b"".join(whole))

    def rows(self) -> Iterator[tuple[int, ...]]:
        """The results of earlier runs."""
        return iter(self._rows)

    def add(self, *row: int) -> None:
        """Write down a result at once."""
        with self.path.open("a", encoding="ascii") as file:
            file.write(" ".join(f"{number:x}" for number in row) + "\n")
