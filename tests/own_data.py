"""Data files of one's own: shipped ones with something changed, and games played with them."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from every import folder_of

from ludotheque import Game, load
from ludotheque.log import Play
from ludotheque.luck import seed_of

Write = Callable[[dict[str, Any]], Path]


def shipped_text(name: str) -> str:
    """A game's own data file."""
    return (load(name).folder / "data.toml").read_text(encoding="utf-8")


def shipped(name: str) -> dict[str, Any]:
    return tomllib.loads((load(name).folder / "data.toml").read_text(encoding="utf-8"))


def inline(value: object) -> str:
    """A value as TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(k)} = {inline(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def write_data(data: dict[str, Any], path: Path) -> Path:
    """Write a data file."""
    lines = [f"{name} = {inline(value)}" for name, value in data.items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def random_play(game: Game, start: Any, seed: int = 0) -> Play:
    """A random game, to its end."""
    play, rng, s = Play(game, start), [seed_of(seed, 0)], start
    while not game.over(s):
        play.actions.append(game.playout.choose(s, rng))
        s = game.after(s, play.actions[-1])
    return play


class Wrong(NamedTuple):
    """What may be wrong with a game's data file: `wrong_data.toml` beside its own tests."""

    name: str
    at: str  # where its file is changed
    what: str  # the sentence names
    right: str  # it names as well
    to: object = None  # what it is changed to; None: it is left out


def wrong(name: str) -> list[Wrong]:
    """All that may be wrong with the data of a game."""
    rows = tomllib.loads((folder_of(name) / "wrong_data.toml").read_text(encoding="utf-8"))
    return [Wrong(name, **row) for row in rows["wrong"]]


def spoilt(case: Wrong) -> dict[str, Any]:
    """The shipped data with one thing changed."""
    data = shipped(case.name)
    inner: Any = data
    *way, last = (int(step) if step.isdecimal() else step for step in case.at.split("."))
    keys = [step if isinstance(step, str) else str(step) for step in (*way, last)]
    for step, key in zip(way, keys, strict=False):
        inner = inner[step if isinstance(inner, list) else key]
    at = last if isinstance(inner, list) else keys[-1]
    if case.to is None:
        del inner[at]
    else:
        inner[at] = case.to
    return data
