"""A game's kernels, put together: the loops over its verbs, and the search with its advice.

How a module is made to run is up to who puts them together: `bind(source, **given)` gives the
module with the game's rules and verbs in it, and `given` in place of what it imports.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Protocol

from ludotheque.game import Game
from ludotheque.kernels import advice, playout, search, value

ADVICE = ("HORIZON", "ENDS_THERE", "advise", "settled")
FACTS = ("FACTS", "describe")
SHARED = ("playout", "search", "value")


class Bind(Protocol):
    """How a module is made to run with a game's rules."""

    def __call__(self, source: ModuleType, /, **given: object) -> ModuleType:
        """The module, ready to be called."""


def module_of(game: Game, name: str, bind: Bind) -> ModuleType:
    """The kernels of a name: `playout`, `search`, or a module of the game's own folder."""
    if name == "playout":
        return bind(playout)
    if name == "value":
        return judging(game, bind)
    return searching(game, bind) if name == "search" else bind(game.part(name))


def advised(game: Game, bind: Bind) -> dict[str, object]:
    """What a game advises itself, and what is assumed of the rest."""
    play = bind(playout)
    known = vars(bind(advice, pick=play.pick))
    own = game.part("advice")
    return known if own is None else known | vars(bind(own, pick=play.pick))


def judging(game: Game, bind: Bind) -> ModuleType:
    """What a position is worth: `kernels/value.py` with a game's facts."""
    known = advised(game, bind)
    own = game.part("facts")
    if own is not None:
        known = known | vars(bind(own))
    return bind(value, **{name: known[name] for name in (*FACTS, "estimate")})


def searching(game: Game, bind: Bind) -> ModuleType:
    """The search of `kernels/search.py` with a game's rules, its advice and its guess."""
    play = bind(playout)
    plain = bind(advice, pick=play.pick)
    given: dict[str, object] = {"DEAD_END": play.DEAD_END, "choose": play.choose, "draw": play.draw}
    known = advised(game, bind)
    given |= {name: known[name] for name in ADVICE} | {"guess": plain.guess}
    given["judge"] = judging(game, bind).judge
    rules: ModuleType = vars(play)["rules"]  # as they run here
    given |= {"witness": plain.witness, "other_side": plain.other_side}
    if game.has_other_side:
        given["other_side"] = rules.other_side
    if rules.SECRETS:
        given["guess"] = bind(game.part("guess")).guess
        given |= {"SECRETS": True, "witness": rules.witness}
    return bind(search, **given)


def split(kernel: str) -> tuple[str, str]:
    """The module of a kernel and its own name."""
    module, _, name = kernel.rpartition(".")
    return module, name


def find(game: Game, bind: Bind) -> Callable[[str], Callable[..., object]]:
    """What finds a kernel by its name, and puts its module together when first asked."""
    known: dict[str, ModuleType] = {}

    def kernel(name: str) -> Callable[..., object]:
        module, own = split(name)
        if module not in known:
            known[module] = module_of(game, module, bind)
        found: Callable[..., object] = getattr(known[module], own)
        return found

    return kernel
