"""The compiled twin of a game: the same source, every function jitted.

The only module that imports Numba.  `twin` executes a module's source a second time in a
module of its own and wraps each function; what it imports from `parts` and `luck` is
replaced by their twins.  The cache folder is named after all sources and data that went
in, because Numba alone would not notice a change in another file.

In the literature: just-in-time compilation through LLVM (Lam, Pitrou & Seibert 2015).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numba
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

from ludotheque.data import CHOSEN, raw_data
from ludotheque.kernels import execute, playout, verbs_of

PACKAGE = Path(__file__).parents[1]
SHARED = ("parts.py", "luck.py", "reals.py", "state.py", "data.py", "fast/compiled.py")


@intrinsic
def _popcount(typingctx: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), code


@intrinsic
def _trailing_zeros(typingctx: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], cgutils.true_bit)

    return types.int64(types.int64), code


UNUSED = 30 * 24 * 3600  # seconds
INTRINSICS = {"size": _popcount, "lowest": _trailing_zeros}


def cache_root() -> Path:
    """Where compiled code is kept between runs."""
    own = os.environ.get("LUDOTHEQUE_CACHE")
    if own:
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludotheque"


def cache_folder(key: str) -> Path:
    """The folder of what is compiled under a key; those unused for a month are thrown away."""
    folder = cache_root() / key
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        for other in folder.parent.iterdir():
            if other.stat().st_mtime < time.time() - UNUSED:
                shutil.rmtree(other, ignore_errors=True)
    except OSError:
        pass  # compiled anew each time, then
    return folder


def _key(checked: bool, files: list[Path], data: bytes = b"") -> str:
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {checked}".encode())
    for file in [PACKAGE / name for name in SHARED] + files:
        digest.update(file.read_bytes())
    digest.update(data)
    return digest.hexdigest()[:24]


def _jit(module: ModuleType, suffix: str, checked: bool) -> None:
    for name, value in list(vars(module).items()):
        if not isinstance(value, FunctionType):
            continue
        home = sys.modules.get(value.__module__)
        if value.__module__ == module.__name__:
            wrap = INTRINSICS.get(name) if module.__name__.startswith("ludotheque.parts") else None
            jitted = wrap or njit(cache=True, boundscheck=checked, nogil=True)(value)
            setattr(module, name, jitted)
        elif home is not None and getattr(home, "COMPILES", False):
            setattr(module, name, getattr(shared_twin(home, suffix, checked), name))


def shared_twin(module: ModuleType, suffix: str, checked: bool) -> ModuleType:
    """The twin of a module that games share, compiled with those of the same suffix."""
    name = f"{module.__name__}@{suffix}"
    if name not in sys.modules:
        _jit(execute(module, name), suffix, checked)
    return sys.modules[name]


def all_is_checked() -> bool:
    """Whether every index of all compiled code is tested, asked for or not: tests want that."""
    return os.environ.get("LUDOTHEQUE_CHECKED") == "yes"


def _store(suffix: str) -> None:
    numba.config.CACHE_DIR = str(cache_folder(suffix))  # type: ignore[attr-defined]


def rules_twin(rules: ModuleType, checked: bool = False) -> tuple[ModuleType, str]:
    """A game's rules, compiled, and the suffix of whatever is compiled with them."""
    return _rules_twin(rules, checked or all_is_checked())


@cache
def _rules_twin(rules: ModuleType, checked: bool) -> tuple[ModuleType, str]:
    source = Path(str(rules.__file__))
    files = sorted((PACKAGE / "kernels").glob("*.py")) + sorted(source.parent.rglob("*.py"))
    suffix = _key(checked, files, raw_data(rules.__name__, str(source)))
    _store(suffix)
    name = f"{rules.__name__}@{suffix}"
    if rules.__name__ in CHOSEN:
        CHOSEN[name] = CHOSEN[rules.__name__]
    compiled_rules = execute(rules, name)
    _jit(compiled_rules, suffix, checked)
    return compiled_rules, suffix


def with_rules(
    source: ModuleType, rules: ModuleType, checked: bool = False, **given: object
) -> ModuleType:
    """A kernel, or another module of the game, compiled with the game's rules.

    It finds the compiled rules under the name `rules` and the verbs under their own.
    """
    checked = checked or all_is_checked()
    compiled_rules, suffix = rules_twin(rules, checked)
    name = f"{source.__name__}@{suffix}"
    if name not in sys.modules:
        _store(suffix)
        given = {**verbs_of(compiled_rules), "rules": compiled_rules, **given}
        _jit(execute(source, name, given), suffix, checked)
    return sys.modules[name]


def twin(rules: ModuleType, checked: bool = False) -> ModuleType:
    """The kernels of `kernels/playout.py`, compiled with a game's rules.

    `checked` tests every index; speed apart it changes nothing.
    """
    return with_rules(playout, rules, checked)


def alone(source: ModuleType, checked: bool = False) -> ModuleType:
    """A module that needs no game, compiled."""
    return _alone(source, checked or all_is_checked())


@cache
def _alone(source: ModuleType, checked: bool) -> ModuleType:
    suffix = _key(checked, [Path(str(source.__file__))])
    _store(suffix)
    return shared_twin(source, suffix, checked)
