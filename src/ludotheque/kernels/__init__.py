"""Loops over a game's verbs, loaded once per game so that they compile with its rules."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from types import ModuleType

VERBS = ("ACTIONS", "DRAWS", "setup", "legal", "apply", "odds", "payoff", "score")


def execute(source: ModuleType, name: str, given: dict[str, object] | None = None) -> ModuleType:
    """Execute a module's source once more, as a module of another name.

    `given` takes the place of what the source imports or defines under the same names.
    """
    path = Path(str(source.__file__))
    module = ModuleType(name, source.__doc__)
    module.__file__ = str(path)
    sys.modules[name] = module
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), module.__dict__)
    module.__dict__.update(given or {})
    return module


def verbs_of(rules: ModuleType) -> dict[str, object]:
    """What a kernel needs of a game."""
    return {verb: getattr(rules, verb) for verb in VERBS}


@cache
def bound(rules: ModuleType) -> ModuleType:
    """The kernels of `playout.py`, interpreted, on a game's rules."""
    from ludotheque.kernels import playout

    return execute(playout, f"{playout.__name__}@{rules.__name__}", verbs_of(rules))
