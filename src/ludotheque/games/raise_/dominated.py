"""What nobody in their right mind does in Raise.

To pass a round that one card wins for sure: nobody else on the track has a card left, so whoever
passes the pawn before it wins, at once or when the others have passed.  In the last round that is
proven: the points of the card come back with those of the round, and nothing else can be done
with it.  Before, it is argued: the card comes back in points, with six or more for the round, and a
card in the hand is worth five at most and what it may win later.  It holds under every option.

To lay a card that does not pass where one is enough, without wanting more, is no blunder: it may
be the weaker card that one gets rid of.
"""

from __future__ import annotations

from ludotheque.games.raise_ import rules
from ludotheque.state import Action


def is_dominated(s: rules.State, action: Action) -> bool:
    """Whether a pass gives away a round that one card wins for sure."""
    if s.phase != rules.BIDDING or action != rules.PASS:
        return False
    others = [seat for seat in range(s.players) if seat != s.player and s.square[seat] > 0]
    if any(s.cards[seat] > 0 for seat in others):
        return False
    foremost = max(s.square[seat] for seat in others)
    return any(wins(s, card, foremost) for card in range(rules.CARDS) if s.hand[s.player][card] > 0)


def wins(s: rules.State, card: int, foremost: int) -> bool:
    """Whether a card alone wins the round, where nobody else has any."""
    me = s.player
    reached = s.square[me] + rules.value(s, card)
    if s.cards[me] > 1:  # the others must pass, one after another
        return reached > rules.target(s, me)
    return reached > foremost
