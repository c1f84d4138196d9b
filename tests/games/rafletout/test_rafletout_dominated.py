"""What nobody does in Rafletout: take less than there is to take, or make oneself poorer."""

from __future__ import annotations

from typing import Any

from ludotheque import load
from ludotheque.bots.level import sensible

game = load("rafletout")

TOKENS = """
pool: -
p1 0: rtd btp bcd bsd
p2 0: gtd gtp gte gcd gcp gce gsd gsp gse rtp rte rcd rcp rce rsd rsp rse btd bte bcp bce bsp bse
p3 0: {}
players=3 dealt=27
"""


def after(drawn: str, face: str) -> Any:
    """The position once the die shows a face."""
    return game.play(game.read(f"{drawn}\nphase={game.rules.ROLLING}"), face)


def left(s: Any) -> list[str]:
    """What is left to do."""
    return [game.say(s, action) for action in sensible(game, s, game.legal_actions(s))]


def test_all_of_a_value_is_of_the_one_that_brings_most() -> None:
    s = after(TOKENS.format("-"), "all-of currency")
    assert game.said(s) == ["all d", "all p", "all e"]
    assert left(s) == ["all e"]


def test_fewer_that_empty_a_hand_may_be_worth_it() -> None:
    drawn = TOKENS.replace(" btd", "").format("btd")
    assert left(after(drawn, "all-of currency")) == ["all d", "all e"]


def test_whoever_has_most_is_robbed() -> None:
    s = after(TOKENS.replace(" btd bte", "").format("btd bte"), "rob one")
    assert len(game.said(s)) == 2
    assert left(s) == game.said(s)[:1]


def test_everything_is_not_given_to_whoever_wins_by_it() -> None:
    s = after(
        TOKENS.replace("rtd btp bcd bsd", "rtd btp").replace(" bte", "").format("bte bcd bsd"),
        "lose-to one",
    )
    assert left(s) == game.said(s)


def test_nobody_exchanges_themselves_poorer() -> None:
    poorer = TOKENS.replace("rtd btp bcd bsd", "btp").format("rtd bcd bsd")
    s = after(poorer, "exchange")
    assert left(s) == game.said(s)  # everybody else has more
    s = after(poorer + "seat=1", "exchange")
    assert len(left(s)) < len(game.said(s))
