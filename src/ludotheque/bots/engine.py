"""The search of `kernels/search.py`, compiled with a game's rules, its advice and its guess."""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

from ludotheque.fast.compiled import rules_twin, twin, with_rules
from ludotheque.game import Game
from ludotheque.kernels import advice, search

ADVICE = ("HORIZON", "advise", "settled", "estimate")


@cache
def engine(game: Game, checked: bool = False) -> ModuleType:
    """The search for one game."""
    rules, _ = rules_twin(game.rules, checked)
    play = twin(game.rules, checked)
    plain = with_rules(advice, game.rules, checked, pick=play.pick)
    given: dict[str, Any] = {"DEAD_END": play.DEAD_END, "choose": play.choose, "draw": play.draw}
    given |= {name: getattr(plain, name) for name in (*ADVICE, "guess", "witness")}
    own = game.part("advice")
    if own is not None:
        module = with_rules(own, game.rules, checked, pick=play.pick)
        given |= {name: getattr(module, name) for name in ADVICE if hasattr(module, name)}
    if rules.SECRETS:
        given["guess"] = with_rules(game.part("guess"), game.rules, checked).guess
        given |= {"SECRETS": True, "witness": rules.witness}
    return with_rules(search, game.rules, checked, **given)
