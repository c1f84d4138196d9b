"""What nobody in their right mind does in Rafletout, argued and not proven.

Tokens win rounds, so more of them in one's hand are better than fewer, and the strongest rival
should have fewest.  It holds under every option:

- who may take everything of a player takes it of one who has most;
- who may take all tokens of a value takes one of which most come, unless another empties a hand,
  for then one rolls again;
- who must give everything away does not give it to somebody who wins the round by it;
- who lets two players exchange does not lose by it.
"""

from __future__ import annotations

from ludotheque.games.rafletout import rules
from ludotheque.games.rafletout.equipment import EXCHANGE, LOSE_TO_ONE, ROB, TOKENS
from ludotheque.parts import has, size
from ludotheque.state import Action


def is_dominated(s: rules.State, action: Action) -> bool:
    """Whether another action is plainly better."""
    if s.phase in (rules.VALUING, rules.PAIRING):
        mine = gain(s, action)
        return any(is_more(gain(s, other), mine) for other in choices(s))
    if s.phase != rules.NAMING:
        return False
    player, kind = action - rules.PLAYER, rules.KIND[s.face]
    if kind == ROB:
        return any(held(s, other) > held(s, player) for other in players(s))
    if kind == LOSE_TO_ONE:
        return held(s, player) + held(s, s.seat) == TOKENS and len(players(s)) > 1
    return kind == EXCHANGE and loses(s, player)


def choices(s: rules.State) -> list[Action]:
    """The values, or pairs of values, that may be chosen."""
    return [action for action in range(rules.VALUE, rules.PLAYER) if rules.legal(s, action)]


def gain(s: rules.State, action: Action) -> tuple[int, int]:
    """The tokens that a value brings, and the hands it empties."""
    all_of = rules.one if action < rules.PAIR else rules.two
    tokens = all_of(action - (rules.VALUE if action < rules.PAIR else rules.PAIR))
    rivals = [s.held[seat] for seat in range(s.players) if seat != s.seat]
    emptied = sum(hand != 0 and hand & ~tokens == 0 for hand in rivals)
    return size(tokens & ~s.held[s.seat]), emptied


def is_more(this: tuple[int, int], that: tuple[int, int]) -> bool:
    """Whether something brings more, and empties no fewer hands."""
    return this[0] > that[0] and this[1] >= that[1]


def players(s: rules.State) -> list[int]:
    """Those who may be named."""
    return [seat for seat in range(s.players) if rules.legal(s, rules.PLAYER + seat)]


def held(s: rules.State, player: int) -> int:
    """How many tokens a player has."""
    return size(s.held[player])


def loses(s: rules.State, player: int) -> bool:
    """Whether to name a player for an exchange makes one's own hand poorer."""
    mine = held(s, s.seat)
    if s.exchange_with_self == 1:
        return held(s, player) < mine and any(held(s, other) >= mine for other in players(s))
    if s.named == 0:  # whoever names oneself gets what the other has
        return player == s.seat and all(
            held(s, other) < mine for other in players(s) if other != player
        )
    if has(s.named, s.seat):
        return held(s, player) < mine and any(held(s, other) >= mine for other in players(s))
    other = next(seat for seat in range(s.players) if has(s.named, seat))
    return player == s.seat and held(s, other) < mine
