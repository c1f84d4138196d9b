"""Many games of the exact policy, the policy as arrays and the rules compiled: a kernel."""

from __future__ import annotations

from ludotheque.kernels.verbs import DRAWS, apply, odds
from ludotheque.luck import below, seed_of
from ludotheque.parts import CHANCE, NOBODY, has, lowest, size

TURN, STOP = 0, 1
MISSING = -1


def look_up(key, begin, end, keys, does):  # type: ignore[no-untyped-def]
    """What a table says of a key; its part of `keys` is sorted."""
    low, high = begin, end
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    if low < end and keys[low] == key:
        return does[low]
    return MISSING


def decide(s, target, begins, keys, does):  # type: ignore[no-untyped-def]
    """The exact policy: tables of fresh places, then of places ahead, then of ties."""
    n = s.players
    place = (s.seat - s.first) % n
    best, leaders = 0, 0
    for i in range(place):
        kept = s.kept[(s.first + i) % n]
        if kept >= target and kept > best:
            best, leaders = kept, 0
        if kept >= target and kept == best:
            leaders += 1
    if s.points < best:
        return TURN
    if place == n - 1 and s.points > max(best, target - 1):
        return STOP  # it has won
    table = place
    if best > 0:
        table = n + place if s.points > best else 2 * n + place * n + leaders - 1
    key = (((s.points * 1024 + s.down) * 16 + s.shields) * 64 + s.passes) * 2 + 1
    return look_up(key, begins[table], begins[table + 1], keys, does)  # type: ignore[no-untyped-call]


def play(start, stage, rng, run, target, begins, keys, does, rebel, stops, winners):  # type: ignore[no-untyped-def]
    """Play `len(winners)` games; of several winners one is drawn.

    The seat `rebel`, if there is one, stops with at least `stops` points and no sooner.
    False if a table had no answer though there is none.
    """
    s = stage[0]
    for i in range(len(winners)):
        stage[0] = start[0]
        rng[0] = seed_of(run, i)
        while s.player != NOBODY:
            if s.player == CHANCE:
                total = 0
                for card in range(DRAWS):
                    total += odds(s, card)
                ticket = below(rng, total)
                action = 0
                while ticket >= odds(s, action):
                    ticket -= odds(s, action)
                    action += 1
            elif s.player == rebel:
                action = STOP if s.points >= stops else TURN
            else:
                action = decide(s, target, begins, keys, does)  # type: ignore[no-untyped-call]
                if action == MISSING and rebel < 0:
                    return False
                if action == MISSING:
                    action = STOP  # a rebel's score lies beyond the tables
            apply(s, action)
        nth = below(rng, size(s.winners))
        seat = lowest(s.winners)
        while nth > 0 or not has(s.winners, seat):
            if has(s.winners, seat):
                nth -= 1
            seat += 1
        winners[i] = seat
    return True
