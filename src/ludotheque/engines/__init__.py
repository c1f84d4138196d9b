"""What runs a game's kernels: WebAssembly where it can, else machine code, else Python itself.

| engine   | runs                                       | needs                                 |
| -------- | ------------------------------------------ | ------------------------------------- |
| `wasm`   | `twin.wasm` of the game's folder           | wasmtime, or a browser                |
| `native` | the same kernels, compiled here by Numba   | the extra `fast`, and time to compile |
| `plain`  | the same kernels, interpreted              | nothing, and patience                 |

All three give the same results for the same seeds, to the bit.  A file of WebAssembly stands for
the rules and the equipment that it was made from; a game with a user's data, or whose sources
have been changed since, runs by one of the others.
"""

from __future__ import annotations

import os

from ludotheque.engines import wasm
from ludotheque.engines.engine import Block, Engine
from ludotheque.errors import BadRequest
from ludotheque.extras import is_fast
from ludotheque.game import Game

__all__ = ["Block", "Engine", "engine", "kind_for"]

KINDS = ("wasm", "native", "plain")


def kind_for(game: Game) -> str:
    """The engine that a game gets here; LUDOTHEQUE_ENGINE names another for all."""
    wish = os.environ.get("LUDOTHEQUE_ENGINE", "")
    if wish and wish not in KINDS:
        raise BadRequest("error.engine", name=wish, allowed=", ".join(KINDS))
    if wish == "wasm" and not wasm.is_ready(game):
        raise BadRequest("error.engine.wasm", game=game.title())
    if wish:
        return wish
    if wasm.is_ready(game):
        return "wasm"
    return "native" if is_fast() else "plain"


def engine(game: Game, kind: str = "") -> Engine:
    """An engine with memory of its own for a game's kernels."""
    kind = kind or kind_for(game)
    if kind == "wasm":
        return wasm.WasmEngine(game)
    if kind == "native":
        from ludotheque.engines.native import NativeEngine

        return NativeEngine(game)
    from ludotheque.engines.plain import PlainEngine

    return PlainEngine(game)
