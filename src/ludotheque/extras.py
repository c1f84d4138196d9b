"""Which optional parts are installed."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from ludotheque.errors import NotInstalled


def is_there(*modules: str) -> bool:
    """Whether all of some modules are installed."""
    try:
        return all(find_spec(module) is not None for module in modules)
    except ModuleNotFoundError:
        return False


def is_fast() -> bool:
    """Whether NumPy and Numba are there."""
    return is_there("numpy", "numba")


def need_fast() -> None:
    """Refuse what cannot be done without NumPy and Numba."""
    if not is_fast():
        raise NotInstalled("error.install", extra="fast")


def is_browser() -> bool:
    """Whether this Python runs in a browser, which runs WebAssembly itself."""
    return sys.platform == "emscripten"


def runs_wasm() -> bool:
    """Whether there is something here that runs WebAssembly."""
    return is_browser() or is_there("wasmtime")


def can_think() -> bool:
    """Whether bots can think here in a reasonable time."""
    return runs_wasm() or is_fast()


def need_thought() -> None:
    """Refuse what bots have to think about where they cannot."""
    if not can_think():
        raise NotInstalled("error.install", extra="bots")
