"""The search of `kernels/search.py`, compiled with a game's rules, its advice and its guess."""

from __future__ import annotations

from functools import cache
from types import ModuleType

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
    given: dict[str, object] = {"DEAD_END": play.DEAD_END, "choose": play.choose, "draw": play.draw}
    known = vars(plain)
    own = game.part("advice")
    if own is not None:  # what the game advises itself hides what is assumed
        known = known | vars(with_rules(own, game.rules, checked, pick=play.pick))
    given |= {name: known[name] for name in ADVICE} | {"guess": plain.guess}
    given |= {"witness": plain.witness, "other_side": plain.other_side}
    if game.has_other_side:
        given["other_side"] = rules.other_side
    if rules.SECRETS:
        given["guess"] = with_rules(game.part("guess"), game.rules, checked).guess
        given |= {"SECRETS": True, "witness": rules.witness}
    return with_rules(search, game.rules, checked, **given)
