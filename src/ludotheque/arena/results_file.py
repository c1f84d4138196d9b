"""Results kept as they come: a file with a line for the match, then one for each game.

Lines are JSON.  A match that was broken off goes on from its file; a line cut short by a
sudden end is left out, and its game played again.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from pathlib import Path

from ludotheque.arena.games import Key, Result, Spec, Thought
from ludotheque.arena.seating import rotated
from ludotheque.errors import BadRequest
from ludotheque.parts import WHOLE

FORMAT = "ludotheque arena 1"


def header_of(spec: Spec) -> dict[str, object]:
    """What the first line says of a match; how many games are wanted is no part of it."""
    return {
        "format": FORMAT,
        "game": spec.game,
        "rules": spec.rules,
        "data": spec.data,
        "players": spec.players,
        "options": dict(spec.options),
        "bots": list(spec.bots),
        "tables": [list(table) for table in spec.tables],
        "seed": spec.seed,
    }


class Keeper:
    """The file of a match."""

    def __init__(self, path: Path, spec: Spec, data_names: Collection[str] = ()) -> None:
        """`data_names` is all that the file may call the equipment."""
        self.path = path
        self.spec = spec
        self.data_names = data_names

    def read(self) -> list[Result]:
        """The games in the file, which is begun if it is not there."""
        try:
            raw = self.path.read_bytes() if self.path.exists() else b""
        except OSError as problem:
            raise self.wrong("error.file.unreadable", why=problem.strerror) from None
        first = line_of(header_of(self.spec))
        whole, newline, rest = raw.rpartition(b"\n")
        if not newline and first.startswith(rest):  # new, or not even begun
            self.write(first, 0)
            return []
        head, *lines = whole.split(b"\n")
        self.compare(head)
        results = [self.result(n, line) for n, line in enumerate(lines, start=2)]
        if rest:
            self.write(b"", len(raw) - len(rest))
        return results

    def add(self, results: Iterable[Result]) -> None:
        """Write some games at the end, in one go."""
        self.write(b"".join(line_of(self.facts(result)) for result in results))

    def write(self, raw: bytes, at: int | None = None) -> None:
        """Write at the end of the file, or cut it there first."""
        try:
            with self.path.open("ab") as file:
                if at is not None:
                    file.truncate(at)
                file.write(raw)
        except OSError as problem:
            raise self.wrong("error.file.unwritable", why=problem.strerror) from None

    def compare(self, head: bytes) -> None:
        """Refuse a file that is not one of ours, or is of another match."""
        try:
            found = json.loads(head)
        except ValueError:
            found = None
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise self.wrong("error.arena.format", right=FORMAT)
        if found.get("data") in self.data_names:
            found["data"] = self.spec.data
        for name, right in header_of(self.spec).items():
            if found.get(name) != right:
                shown = (json.dumps(x, ensure_ascii=False) for x in (found.get(name), right))
                facts = dict(zip(("found", "right"), shown, strict=True))
                raise self.wrong("error.arena.other", what=name, **facts)

    def facts(self, result: Result) -> dict[str, object]:
        """A game as its line says it."""
        key = result.key
        seats = rotated(self.spec.tables[key.table], key.rotation)
        return {
            **key._asdict(),
            "bots": [self.spec.bots[n] for n in seats],
            "payoffs": result.payoffs,
            "scores": result.scores,
            "plies": result.plies,
            "thought": [list(seat) for seat in result.thought],
        }

    def result(self, number: int, line: bytes) -> Result:
        """The game of a line."""
        try:
            facts = json.loads(line)
            key = Key(facts["deal"], facts["table"], facts["rotation"])
            thought = [Thought(*seat) for seat in facts["thought"]]
            result = Result(key, facts["payoffs"], facts["scores"], facts["plies"], thought)
            if not self.fits(result) or self.facts(result) != facts:
                raise ValueError
        except (ValueError, TypeError, LookupError):
            raise self.wrong("error.arena.line", line=number) from None
        return result

    def fits(self, result: Result) -> bool:
        """Whether a game may be one of this match."""
        seats = self.spec.players
        lists = (result.payoffs, result.scores, result.thought)
        whole = seats == 1 or sum(result.payoffs) == WHOLE
        seen = result.key.deal >= 0 <= result.key.table and 0 <= result.key.rotation < seats
        return whole and seen and all(len(list_) == seats for list_ in lists)

    def wrong(self, key: str, **facts: object) -> BadRequest:
        """An error about the file."""
        return BadRequest(key, file=str(self.path), **facts)


def line_of(facts: dict[str, object]) -> bytes:
    """A line of the file."""
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
