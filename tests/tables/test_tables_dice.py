"""Honest dice: what they promise, that they are fair, and the vectors that other pages share."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from hmac import HMAC
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import pytest
from every import OURS, walk

from ludotheque.parts import CHANCE
from ludotheque.tables import dice
from tables.driving import some_cases

VECTORS = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))
SEED = bytes(range(32))
STIR = dice.stirred({0: b"a" * 32, 1: b"b" * 32})


def drawn(count: int, n: int, purpose: str = "action 1") -> list[int]:
    return [dice.draw(SEED, "fair", i, purpose, STIR, n) for i in range(count)]


def is_uniform(values: Iterable[object], cells: int) -> bool:
    """Chi-square, four standard deviations from what is expected (Wilson and Hilferty)."""
    counts = Counter(values)
    expected = counts.total() / cells
    chi = sum((counts[value] - expected) ** 2 / expected for value in counts)
    chi += (cells - len(counts)) * expected
    k = cells - 1
    z = ((chi / k) ** (1 / 3) - (1 - 2 / (9 * k))) / math.sqrt(2 / (9 * k))
    return bool(abs(z) < 4)


# ---- promises


def test_a_seed_is_committed_to_with_its_table() -> None:
    shown = dice.commitment("table-1", SEED)
    assert shown == sha256(b"ludotheque-1table-1" + SEED).hexdigest()
    assert len({shown, dice.commitment("table-2", SEED), dice.commitment("table-1", STIR)}) == 3


def test_bytes_are_promised_by_their_hash_and_stirred_in_the_order_of_the_seats() -> None:
    a, b = b"a" * 32, b"b" * 32
    assert dice.promise(a) == sha256(a).hexdigest()
    assert dice.stirred({1: b, 0: a}) == dice.stirred({0: a, 1: b}) == sha256(a + b).digest()
    assert dice.stirred({0: b, 1: a}) != dice.stirred({0: a, 1: b})
    assert dice.stirred({}) == sha256(b"").digest()


# ---- fairness


def ways_of(name: str) -> set[int]:
    """How many ways there are in the draws of a game."""
    found = set()
    for case in some_cases(name, 3):
        for s, _ in walk(case, 1):
            if s.player == CHANCE:
                found.add(sum(case.game.odds(s).values()))
    return found


def test_the_draws_of_the_games_are_among_those_that_are_tested() -> None:
    every = set().union(*(ways_of(name) for name in OURS))
    assert every - {*range(1, 33)} == set(), "test these too"
    assert {6, 32, 14, 30} <= every


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 14, 15, 27, 30, 32])
def test_every_number_is_as_likely_as_any_other(n: int, long: bool) -> None:
    values = drawn(1_000_000 if long else 100_000, n)
    assert set(values) == {*range(n)}
    assert is_uniform(values, n)


@pytest.mark.parametrize("n", [2**62 + 1, 3 * 2**62, 2**63 + 1, 2**64 - 1])
def test_rejection_leaves_large_numbers_fair(n: int, long: bool) -> None:
    """With a plain remainder, numbers below 2**62 would come up half of the time for 3 * 2**62."""
    values = drawn(200_000 if long else 20_000, n)
    assert max(values) < n
    assert is_uniform([value * 12 // n for value in values], 12)


def test_a_number_too_high_is_thrown_away_and_the_next_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def stream(key: bytes, text: bytes, _: str) -> bytes:
        asked.append(text)
        if len(asked) == 1:
            return b"\xff" * 32  # four tries, none below the limit
        return b"\xff" * 8 + (2**64 - 2).to_bytes(8, "big") + bytes(16)

    monkeypatch.setattr(dice, "digest", stream)
    assert dice.draw(SEED, "t", 4, "first", b"!", 3) == (2**64 - 2) % 3
    assert asked == [b"t/4/first/0/!", b"t/4/first/1/!"]


def test_a_draw_depends_on_all_that_names_it_and_on_no_other_draw() -> None:
    right = ("seed" * 8).encode(), "t", 4, "action 9", STIR
    n = 2**60
    others = [
        (b"x" * 32, *right[1:]),
        (right[0], "u", *right[2:]),
        (*right[:2], 5, *right[3:]),
        (*right[:3], "action 8", STIR),
        (*right[:4], SEED),
    ]
    assert len({dice.draw(*each, n) for each in [right, *others]}) == 6
    forward = drawn(50, 6)
    backward = [dice.draw(SEED, "fair", i, "action 1", STIR, 6) for i in reversed(range(50))]
    assert forward == backward[::-1]


def test_neighbouring_draws_tell_nothing_of_one_another(long: bool) -> None:
    values = drawn(400_000 if long else 60_000, 6)
    other = drawn(len(values), 6, "action 2")
    assert is_uniform(pairwise(values), 36)
    assert is_uniform(zip(values, values[7:], strict=False), 36)
    assert is_uniform(zip(values, other, strict=True), 36)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_every_order_of_a_small_deck_is_as_likely(n: int, long: bool) -> None:
    orders = [shuffled(n, i) for i in range(100_000 if long else 12_000)]
    assert set(orders) == {*permutations(range(n))}
    assert is_uniform(orders, math.factorial(n))


def shuffled(n: int, number: int) -> tuple[int, ...]:
    """A deck drawn card by card, as chance does."""
    left, order = dict.fromkeys(range(n), 1), []
    for i in range(n):
        r = dice.draw(SEED, "deck", number * n + i, f"action {i + 1}", STIR, len(left))
        order.append(dice.picked(left, r))
        del left[order[-1]]
    return tuple(order)


def test_an_action_is_picked_as_often_as_it_has_ways() -> None:
    odds = {7: 3, 2: 1, 5: 2}
    assert [dice.picked(odds, r) for r in range(6)] == [2, 5, 5, 7, 7, 7]
    with pytest.raises(ValueError, match="ways"):
        dice.picked(odds, 6)


# ---- vectors


def by_the_book(vector: dict[str, Any]) -> int:
    """A draw as the documentation tells it, with nothing of ours."""
    n, counter = int(vector["n"]), 0
    while True:
        text = f"{vector['table']}/{vector['i']}/{vector['purpose']}/{counter}/".encode()
        text += bytes.fromhex(vector["stir"])
        block = HMAC(bytes.fromhex(vector["seed"]), text, "sha256").digest()
        for at in (0, 8, 16, 24):
            number = int.from_bytes(block[at : at + 8], "big")
            if number < 2**64 - 2**64 % n:
                return number % n
        counter += 1


def test_the_vectors_hold() -> None:
    for one in VECTORS["commitment"]:
        assert dice.commitment(one["table"], bytes.fromhex(one["seed"])) == one["hash"]
    for one in VECTORS["stirred"]:
        parts = {int(seat): bytes.fromhex(text) for seat, text in one["bytes"].items()}
        assert [dice.promise(parts[seat]) for seat in sorted(parts)] == one["promises"]
        assert dice.stirred(parts).hex() == one["stir"]
    for one in VECTORS["draw"]:
        seed, stir = bytes.fromhex(one["seed"]), bytes.fromhex(one["stir"])
        r = dice.draw(seed, one["table"], one["i"], one["purpose"], stir, int(one["n"]))
        assert r == int(one["r"]) == by_the_book(one)


def test_the_vectors_try_every_turn_of_the_way() -> None:
    sizes = {int(one["n"]) for one in VECTORS["draw"]}
    assert {1, 2, 3, 6, 32} <= sizes
    assert any(n > 2**63 for n in sizes), "half of the tries are thrown away"
    assert any(not one["table"].isascii() for one in VECTORS["draw"])
    assert all(isinstance(one["n"], int) == (int(one["n"]) < 2**53) for one in VECTORS["draw"])
