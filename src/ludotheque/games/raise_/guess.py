"""What a seat cannot see at Raise, dealt again by the odds.

A hidden hand is a uniform draw from the cards of its deck that have not been played; so is
the card that lies face down before it, and, where no record is kept, what was played in the
rounds before.  Who is in the middle of a raise has a hand that can end it.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from ludotheque.games.raise_ import rules
from ludotheque.games.raise_.equipment import DECK, POINT_CARDS
from ludotheque.luck import below
from ludotheque.parts import NOBODY, UNKNOWN, has, size

TRIES = 200  # hands dealt to somebody who raises, before the best is taken: one will nearly do


def guess(s: rules.State, seat: int, rng: MutableSequence[int]) -> None:
    """Fill a view of the seat (or a spectator) with what may lie behind it."""
    if s.open_record == 0 and s.player != NOBODY:  # RA35
        recall_turned(s, rng)
        for other in range(s.players):
            if other != seat:
                recall_played(s, other, rng)
        recall_won(s, seat, rng)
    for other in range(s.players):
        if other != seat:
            deal_unseen(s, other, rng)
            if s.phase == rules.RAISING and s.player == other:
                finish_raise(s, other, rng)


def deal_unseen(s: rules.State, other: int, rng: MutableSequence[int]) -> None:
    """A hand, and a card face down, from what the deck still holds."""
    s.laid[other] = UNKNOWN
    for card in range(len(s.hand[other])):
        s.hand[other][card] = 0
    for _ in range(s.cards[other]):
        s.hand[other][draw_unseen(s, other, rng)] += 1
    if has(s.has_laid, other):
        s.laid[other] = draw_unseen(s, other, rng)


def finish_raise(s: rules.State, other: int, rng: MutableSequence[int]) -> None:
    """Deal again until the hand can carry the raise through (RA12); in the end, the best one."""
    for _ in range(TRIES):
        if rules.can_raise(s, other):
            return
        deal_unseen(s, other, rng)
    for card in range(len(s.hand[other])):
        s.hand[other][card] = 0
    for _ in range(s.cards[other]):
        best = UNKNOWN
        for card in range(rules.CARDS):
            if left(s, other, card) > 0:
                if best == UNKNOWN or rules.value(s, card) > rules.value(s, best):
                    best = card
        s.hand[other][best] += 1


# ---- what no record is kept of


def recall_turned(s: rules.State, rng: MutableSequence[int]) -> None:
    """As many point cards as rounds have begun, this round's among them."""
    s.turned = 0 if s.stake == UNKNOWN else 1 << s.stake
    for _ in range(rules.ROUNDS[s.players] - s.rounds - size(s.turned)):
        ticket = below(rng, POINT_CARDS - size(s.turned))
        for card in range(POINT_CARDS):
            if not has(s.turned, card):
                if ticket == 0:
                    s.turned |= 1 << card
                    break
                ticket -= 1


def recall_played(s: rules.State, other: int, rng: MutableSequence[int]) -> None:
    """As many cards as have left the deck, this round's among them."""
    for card in range(len(s.played[other])):
        s.played[other][card] = 0
        s.hand[other][card] = 0
    past = DECK - s.pile[other] - s.cards[other]
    if has(s.has_laid, other):
        past -= 1
    for n in range(rules.HAND):
        if s.open[other][n] != UNKNOWN:
            s.played[other][s.open[other][n]] += 1
            past -= 1
    for _ in range(past):
        s.played[other][draw_unseen(s, other, rng)] += 1


def recall_won(s: rules.State, seat: int, rng: MutableSequence[int]) -> None:
    """What the rounds before were worth and the seat has not won, round by round to the others."""
    points, rounds = -s.pot, 0
    for card in range(POINT_CARDS):
        if has(s.turned, card) and card != s.stake:
            points += rules.POINTS[card]
            rounds += 1
    for other in range(s.players):
        for card in range(rules.CARDS):
            points += rules.WORTH[card] * s.played[other][card]
        if other == seat:
            points -= s.won[other]
        else:
            s.won[other] = 0
    for n in range(rounds):
        part = max(0, points) // (rounds - n)
        other = below(rng, s.players)
        if other == seat:
            other = (other + 1) % s.players
        s.won[other] += part
        points -= part


def draw_unseen(s: rules.State, other: int, rng: MutableSequence[int]) -> int:
    """A card that is neither played nor in the hand dealt so far."""
    total = 0
    for card in range(rules.CARDS):
        total += left(s, other, card)
    ticket = below(rng, total)
    for card in range(rules.CARDS):
        ticket -= left(s, other, card)
        if ticket < 0:
            return card
    return UNKNOWN


def left(s: rules.State, other: int, card: int) -> int:
    """Copies of a card in the deck."""
    return rules.COPIES[card] - s.played[other][card] - s.hand[other][card]
