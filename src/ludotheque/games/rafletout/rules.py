"""Rafletout: a die of 32 faces and 27 tokens, 3 to 6 players.

Roll, and take, give or exchange tokens as the face says; the tokens that were not dealt
are the pool and are taken first.  Who takes a player's last token rolls again.  Whoever
holds all 27 tokens wins the round; the first to win five rounds wins the game.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.data import data_of
from ludotheque.games.rafletout.equipment import (
    ALL_OF,
    ALL_OF_TWO,
    EXCHANGE,
    LOSE_TO_ONE,
    LOSE_TO_SEVERAL,
    ROB,
    SWEEP,
    TAKE,
    TOKENS,
    equipment,
)
from ludotheque.parts import (
    CHANCE,
    GAME_OVER,
    LEGAL,
    NO_SUCH_ACTION,
    NOBODY,
    NOT_NOW,
    UNKNOWN,
    end,
    has,
    left_of,
    lowest,
    share,
    size,
    tick,
)
from ludotheque.state import Base, each, ints, num, option

SEATS = (3, 6)  # RT36
# A token, a value, a pair of values (named by the third of its trait), or a player.
TOKEN, VALUE, PAIR, PLAYER = 0, 27, 36, 45
ACTIONS = 51
DRAWS = 36  # a token to deal, or a face of the die
SECRETS = False  # RT34

# Each roll ends the round with a chance of 2 in 32 (with a user's own die, at least 1 in 36),
# a game has at most 6 x 8 + 1 rounds (RT35), and a roll brings at most 27 further plies: more
# than 4,200 rolls, hence 49 x 27 + 4,200 x 28 plies, are less likely than 1e-12.
PLIES = 120_000

# Tokens are numbered 9 x colour + 3 x figure + currency, one of each combination.  Values
# are numbered 0-2 colours, 3-5 figures, 6-8 currencies; nine tokens bear each.  RT1, RT37
ALL = (1 << TOKENS) - 1
BEARING = (
    *(0b111111111 << 9 * colour for colour in range(3)),
    *(0b000000111_000000111_000000111 << 3 * figure for figure in range(3)),
    *(0b001001001_001001001_001001001 << currency for currency in range(3)),
)
POOL = 6  # the holder of the tokens that were not dealt

EQUIPMENT = equipment(data_of(__name__, __file__))
FACES = len(EQUIPMENT.labels)
KIND = EQUIPMENT.kind  # [face]  # RT3
NUMBER = EQUIPMENT.number  # [face]
WORD = EQUIPMENT.value  # [face] -> the value it takes, or the trait it lets choose from
AGAIN = EQUIPMENT.again  # [face]
DEAL = EQUIPMENT.deal  # [players] -> tokens each

DEALING, ROLLING, TAKING, VALUING, PAIRING, NAMING, GIVING = range(7)

# Why not?
NO_SUCH_PLAYER = 1
NOT_BEARING, OWN_TOKEN, POOL_FIRST, ONE_VICTIM = 70, 71, 90, 80
OTHER_TRAIT, TAKES_NOTHING = 380, 381
TWO_PLAYERS, WITH_SELF, NOT_YOURSELF, NO_TOKENS, ANOTHER, SECOND_RECEIVER = (
    220,
    200,
    240,
    280,
    290,
    250,
)


@dataclass(slots=True)
class State(Base):
    """Who holds which tokens, the face that lies up, and what is still owed to it."""

    phase: int = num(DEALING, bits=8)
    seat: int = num(bits=8)  # whose turn it is
    held: list[int] = ints(7, bits=32)  # [holder] -> set of tokens; the pool is the last
    dealt: int = num(bits=8)  # tokens dealt this round
    wins: list[int] = each(6)  # [seat] -> rounds won
    face: int = num(UNKNOWN, bits=8)  # the face that lies up
    owed: int = num(bits=8)  # tokens still to take, or players still to name
    again: int = num(bits=8)  # 1 if another roll follows  # RT17
    had: int = num(bits=8)  # the seats with tokens when the die fell
    named: int = num(bits=8)  # the players named so far, or who have been given a token
    victim: int = num(UNKNOWN, bits=8)  # the one opponent that may be taken from (RT8)
    single_victim: int = option()  # RT8
    pool_optional: int = option()  # RT9
    pool_with_player_takes: int = option()  # RT11
    replay_only_full_takes: int = option()  # RT16
    exchange_with_self: int = option()  # RT20
    even_split: int = option()  # RT25
    rounds_to_win: int = option(5)  # RT35


# ---- start


def setup(s: State) -> None:
    """Deal the first round."""
    begin_round(s, s.first)  # RT5


def begin_round(s: State, seat: int) -> None:
    """All tokens back in the middle, to be dealt; the seat will roll first."""
    for holder in range(POOL):
        s.held[holder] = 0
    s.held[POOL] = ALL  # RT33
    s.dealt = 0
    s.seat = seat
    s.phase = DEALING
    s.player = CHANCE


# ---- what one may do


def refusal(s: State, action: int) -> int:
    """0 if the action is legal now, else why it is not."""
    if s.player == NOBODY:
        return GAME_OVER
    if s.player == CHANCE:
        return LEGAL if odds(s, action) > 0 else NOT_NOW
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION
    if action < VALUE:
        return cannot_take(s, action) if s.phase == TAKING else NOT_NOW
    if action < PAIR:
        value = action - VALUE
        return cannot_choose(s, value, one(value)) if s.phase == VALUING else NOT_NOW
    if action < PLAYER:
        value = action - PAIR
        return cannot_choose(s, value, two(value)) if s.phase == PAIRING else NOT_NOW
    if s.phase == NAMING or s.phase == GIVING:
        return cannot_name(s, action - PLAYER)
    return NOT_NOW


def legal(s: State, action: int) -> bool:
    """Whether the action is legal now."""
    return refusal(s, action) == LEGAL


def odds(s: State, action: int) -> int:
    """A token not yet dealt, or a face: each as likely as another."""
    if s.player != CHANCE or action < 0:
        return 0
    if s.phase == DEALING:
        return s.held[POOL] >> action & 1 if action < TOKENS else 0  # RT4
    return 1 if action < FACES else 0  # RT2


def cannot_take(s: State, token: int) -> int:
    """Why a token may not be taken, or 0."""
    if has(takeable(s), token):
        return LEGAL
    if not has(BEARING[WORD[s.face]], token):
        return NOT_BEARING
    if has(s.held[s.seat], token):
        return OWN_TOKEN
    if s.victim != UNKNOWN:
        return ONE_VICTIM
    return POOL_FIRST


def takeable(s: State) -> int:
    """The tokens that the face lets the roller take next."""
    wanted = BEARING[WORD[s.face]] & ~s.held[s.seat]  # RT7
    pool = wanted & s.held[POOL]
    if pool != 0 and s.pool_optional == 0:  # RT9
        return pool
    if s.victim != UNKNOWN:
        return pool | wanted & s.held[s.victim]  # RT8
    return wanted


def cannot_choose(s: State, value: int, tokens: int) -> int:
    """Why a value, or a pair, may not be chosen, or 0."""
    if value // 3 != WORD[s.face]:
        return OTHER_TRAIT
    if tokens & ~s.held[s.seat] == 0:  # RT38
        return TAKES_NOTHING
    return LEGAL


def cannot_name(s: State, player: int) -> int:
    """Why a player may not be named, or 0."""
    if player >= s.players:
        return NO_SUCH_PLAYER
    if KIND[s.face] == EXCHANGE:
        if s.exchange_with_self == 1 and player == s.seat:  # RT20
            return WITH_SELF
        return TWO_PLAYERS if has(s.named, player) else LEGAL  # RT22
    if player == s.seat:  # RT24
        return NOT_YOURSELF
    if KIND[s.face] == ROB:
        if has(s.named, player):  # RT29
            return ANOTHER
        return LEGAL if s.held[player] != 0 else NO_TOKENS  # RT28
    if s.phase == GIVING and s.named == 1 << player and size(s.held[s.seat]) == 1:  # RT25, RT26
        return SECOND_RECEIVER
    return LEGAL


# ---- what it does


def apply(s: State, action: int) -> None:
    """Play a legal action."""
    if s.phase == DEALING:
        do_deal(s, action)
    elif s.phase == ROLLING:
        do_roll(s, action)
    elif s.phase == TAKING:
        do_take(s, action)
    elif s.phase == VALUING:
        move(s, one(action - VALUE), s.seat)  # RT10
        settle(s)
    elif s.phase == PAIRING:
        move(s, two(action - PAIR), s.seat)  # RT10
        settle(s)
    elif s.phase == NAMING:
        do_name(s, action - PLAYER)
    else:
        do_give(s, action - PLAYER)
    tick(s, PLIES)


def do_deal(s: State, token: int) -> None:
    """Deal one token, to each in turn."""
    move(s, 1 << token, s.dealt % s.players)
    s.dealt += 1
    if s.dealt == s.players * DEAL[s.players]:
        ready(s)


def ready(s: State) -> None:
    """The seat whose turn it is rolls."""
    s.phase = ROLLING
    s.player = CHANCE
    s.face = UNKNOWN
    s.owed = 0
    s.again = 0
    s.had = 0
    s.named = 0
    s.victim = UNKNOWN


def do_roll(s: State, face: int) -> None:
    """Do what the face says, or ask the roller what it leaves open."""
    s.face = face
    s.again = AGAIN[face]  # RT18
    s.had = holders(s)
    kind = KIND[face]
    mine = s.held[s.seat]
    if kind == TAKE and takeable(s) != 0:  # RT14
        s.owed = NUMBER[face]
        ask(s, TAKING)
    elif kind == ALL_OF or kind == ALL_OF_TWO:
        ask(s, VALUING if kind == ALL_OF else PAIRING)  # some value always takes a token
    elif kind == EXCHANGE:
        s.owed = 2 - s.exchange_with_self  # RT20
        ask(s, NAMING)
    elif kind == LOSE_TO_ONE and mine != 0:  # RT27
        s.owed = 1
        ask(s, NAMING)
    elif kind == LOSE_TO_SEVERAL and mine != 0 and s.even_split == 0:  # RT25, RT27
        ask(s, GIVING)
    elif kind == ROB and others(s) != 0:  # RT28
        s.owed = min(NUMBER[face], size(others(s)))  # RT29
        ask(s, NAMING)
    else:
        no_choice(s, kind)


def no_choice(s: State, kind: int) -> None:
    """What a face does without asking: the sweep, the even split, or nothing at all."""
    if kind == SWEEP:
        move(s, ALL, s.seat)  # RT12
    elif kind == LOSE_TO_SEVERAL:
        split_evenly(s)
    elif kind == ROB and s.pool_with_player_takes == 1:  # RT11: nobody holds a token
        move(s, s.held[POOL], s.seat)
    settle(s)


def ask(s: State, phase: int) -> None:
    """The roller has a choice to make."""
    s.phase = phase
    s.player = s.seat


def do_take(s: State, token: int) -> None:
    """Take one token; the face is done when it has its number or nothing is left to take."""
    if s.single_victim == 1 and not has(s.held[POOL], token):  # RT8
        s.victim = holder_of(s, token)
    move(s, 1 << token, s.seat)
    s.owed -= 1
    if s.owed == 0 or takeable(s) == 0:  # RT13, RT15
        settle(s)


def do_name(s: State, player: int) -> None:
    """Name a player; when all are named, tokens pass."""
    s.named |= 1 << player
    s.owed -= 1
    if s.owed > 0:
        return
    if KIND[s.face] == EXCHANGE:
        exchange(s)
    elif KIND[s.face] == ROB:
        rob(s)
    else:
        move(s, s.held[s.seat], player)  # RT24
    settle(s)


def exchange(s: State) -> None:
    """The two named players, or the roller and the one named, exchange all they hold."""
    both = s.named | s.exchange_with_self << s.seat
    this = lowest(both)
    that = lowest(both & ~(1 << this))
    tokens = s.held[this]
    s.held[this] = s.held[that]
    s.held[that] = tokens


def rob(s: State) -> None:
    """Take everything of the named players."""
    for player in range(s.players):
        if has(s.named, player):
            move(s, s.held[player], s.seat)
    if s.pool_with_player_takes == 1:  # RT11
        move(s, s.held[POOL], s.seat)


def do_give(s: State, player: int) -> None:
    """Give the lowest token in hand to a player."""
    s.named |= 1 << player
    move(s, 1 << lowest(s.held[s.seat]), player)
    if s.held[s.seat] == 0:
        settle(s)


def split_evenly(s: State) -> None:
    """Deal the roller's tokens out in their order, one each, from the left."""
    receiver = s.seat
    while s.held[s.seat] != 0:  # RT25
        receiver = left_of(s, receiver)
        if receiver != s.seat:
            move(s, 1 << lowest(s.held[s.seat]), receiver)


def settle(s: State) -> None:
    """After an effect: the round is won, the roller rolls again, or the turn passes."""
    for seat in range(s.players):
        if s.held[seat] == ALL:  # RT30
            win_round(s, seat)  # RT31
            return
    again = s.again == 1 or emptied(s)  # RT17
    if not again:  # RT23
        s.seat = left_of(s, s.seat)  # RT32: also to a player without tokens
    ready(s)


def emptied(s: State) -> bool:
    """Whether a take has left an opponent without tokens."""
    kind = KIND[s.face]
    if kind == EXCHANGE or kind == LOSE_TO_ONE or kind == LOSE_TO_SEVERAL:  # RT21
        return False
    if s.replay_only_full_takes == 1 and kind != ROB:  # RT16
        return False
    return s.had & ~holders(s) & ~(1 << s.seat) != 0  # RT16, RT19


def win_round(s: State, seat: int) -> None:
    """One more round won: the game, or a new deal."""
    s.wins[seat] += 1
    ready(s)
    if s.wins[seat] == s.rounds_to_win:  # RT35
        end(s, 1 << seat)
    else:
        begin_round(s, left_of(s, seat))  # RT6


# ---- end


def payoff(s: State, seat: int) -> int:
    """The share of the win."""
    return share(s, seat)


def score(s: State, seat: int) -> int:
    """The rounds won."""
    return s.wins[seat]


# ---- helpers


def one(value: int) -> int:
    """The tokens that bear a value."""
    return BEARING[value]


def two(value: int) -> int:
    """The tokens that bear one of the two other values of the same trait."""
    return ALL & ~BEARING[value]


def move(s: State, tokens: int, to: int) -> None:
    """Tokens pass from wherever they are to one holder."""
    for holder in range(7):  # RT10: from the pool too
        s.held[holder] &= ~tokens
    s.held[to] |= tokens


def holder_of(s: State, token: int) -> int:
    """Who holds a token."""
    for holder in range(POOL):
        if has(s.held[holder], token):
            return holder
    return POOL


def holders(s: State) -> int:
    """The players who hold a token."""
    seats = 0
    for seat in range(s.players):
        if s.held[seat] != 0:
            seats |= 1 << seat
    return seats


def others(s: State) -> int:
    """The opponents who hold a token."""
    return holders(s) & ~(1 << s.seat)
