"""Which optional parts are installed."""

from __future__ import annotations

from importlib.util import find_spec

from ludotheque.errors import NotInstalled


def is_fast() -> bool:
    """Whether NumPy and Numba are there."""
    try:
        return find_spec("numpy") is not None and find_spec("numba") is not None
    except ModuleNotFoundError:
        return False


def need_fast() -> None:
    """Refuse what cannot be done without NumPy and Numba."""
    if not is_fast():
        raise NotInstalled("error.install", extra="fast")
