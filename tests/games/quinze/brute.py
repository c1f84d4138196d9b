"""Quitte ou Quinze by plain recursion over whole states, in fractions: slow, and nothing clever."""

from __future__ import annotations

from dataclasses import astuple
from fractions import Fraction
from typing import Any

from ludotheque import Game
from ludotheque.parts import CHANCE, WHOLE
from ludotheque.state import clone

TURN, STOP = 0, 1
Shares = list[Fraction]


class Brute:
    """The value of every state; `anew` is what a second round is worth, None to play it."""

    def __init__(self, game: Game, anew: Shares | None = None) -> None:
        self.game, self.anew = game, anew
        self.choices: dict[tuple[Any, ...], tuple[Any, dict[int, Shares]]] = {}
        self._known: dict[tuple[Any, ...], Shares] = {}

    def after(self, s: Any, action: int) -> Shares:
        new = clone(s)
        self.game.rules.apply(new, action)
        new.plies = 0
        return self.value(new)

    def value(self, s: Any) -> Shares:
        """The share of each seat."""
        if self.game.over(s):
            return [Fraction(self.game.payoff(s, seat), WHOLE) for seat in range(s.players)]
        if s.rounds and self.anew is not None:
            return self.anew
        key = tuple(map(str, astuple(s)))
        if key not in self._known:
            if s.player == CHANCE:
                ways = self.game.odds(s)
                parts = [(n, self.after(s, card)) for card, n in ways.items()]
                total = sum(ways.values())
                self._known[key] = [
                    sum((n * shares[seat] for n, shares in parts), Fraction()) / total
                    for seat in range(s.players)
                ]
            else:
                found = {action: self.after(s, action) for action in (TURN, STOP)}
                goes = found[TURN][s.player] > found[STOP][s.player]
                self.choices[key] = (clone(s), found)
                self._known[key] = found[TURN if goes else STOP]
        return self._known[key]


def settled(game: Game, start: Any) -> Brute:
    """The same when rounds have no limit: until a round is worth what follows it."""
    anew = [Fraction(1, start.players)] * start.players
    while True:
        once = Brute(game, anew).value(start)
        if close(once, anew):
            return Brute(game, anew)
        twice = Brute(game, once).value(start)
        # Each round brings them nearer by the same factor, so that one sees where they go.
        anew = [
            (a - (b - a) ** 2 / (c - 2 * b + a) if c - 2 * b + a else b).limit_denominator(10**18)
            for a, b, c in zip(anew, once, twice, strict=True)
        ]


def close(some: Shares, others: Shares) -> bool:
    """Whether shares are the same up to 15 digits."""
    return all(abs(a - b) < Fraction(1, 10**15) for a, b in zip(some, others, strict=True))
