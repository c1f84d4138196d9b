"""Quitte ou Quinze's card sets, from `data.toml`."""

from __future__ import annotations

from math import prod
from typing import NamedTuple

from ludotheque.data import demand, name_of, whole, words

PLUS, TIMES, SHIELD, BUST = range(4)  # what a card does
MOST = 10  # cards a set may have
MOST_PASSES = 40  # of a turn (QQ17)


class Equipment(NamedTuple):
    """What the rules take from the data."""

    target: int
    names: tuple[str, ...]  # [set] -> its name, as the option calls it
    sizes: tuple[int, ...]  # [set] -> number of cards
    kinds: tuple[tuple[int, ...], ...]  # [set][card] -> what it does, padded with BUST
    amounts: tuple[tuple[int, ...], ...]  # [set][card] -> by how much, padded with 0
    labels: tuple[tuple[str, ...], ...]  # [set][card] -> its name
    best: tuple[tuple[int, ...], ...]  # [set][passes] -> what a turn is worth at most


def card_of(label: str, what: str) -> tuple[int, int]:
    """What a card does and by how much: `+3`, `x2`, `shield` or `bust`."""
    if label in ("shield", "bust"):
        return (SHIELD if label == "shield" else BUST), 0
    fits = label[:1] in ("+", "x") and label[1:].isdecimal() and 1 <= int(label[1:]) <= 9
    demand(fits, what, "+1…+9, x1…x9, shield, bust", label)
    return (PLUS if label[0] == "+" else TIMES), int(label[1:])


def best_turns(pairs: list[tuple[int, int]], what: str) -> tuple[int, ...]:
    """What a turn of 0, 1, … passes is worth at most: all sums first, then all products.

    Without a protection no pass can be finished, so that there is only one.
    """
    gain = sum(amount for kind, amount in pairs if kind == PLUS)
    factor = prod(amount for kind, amount in pairs if kind == TIMES)
    finished = any(kind == SHIELD for kind, _ in pairs)
    best = [0]
    for passes in range(1, MOST_PASSES + 1):
        again = passes == 1 or finished
        best.append((best[-1] + gain) * factor if again else best[-1])
    demand(gain > 0, what, "a card +1…+9", "-")
    demand(best[-1] < 1 << 62, what, f"{MOST_PASSES} passes < 2^62", best[-1])
    return tuple(best)


def equipment(data: dict[str, object]) -> Equipment:
    """Check the data and turn it into tables."""
    sets = data.get("set")
    demand(isinstance(sets, list) and 1 <= len(sets) <= 9, "set", "1…9 [[set]]", sets)
    assert isinstance(sets, list)
    names, count, kinds, amounts, labels, best = [], [], [], [], [], []
    for i, row in enumerate(sets):
        names.append(name_of(row, f"set[{i}]"))
        cards = words(row.get("cards"), f"set[{i}].cards")
        demand(2 <= len(cards) <= MOST, f"set[{i}].cards", f"2…{MOST}", cards)
        demand(len(set(cards)) == len(cards), f"set[{i}].cards", "no card twice", cards)
        demand("bust" in cards, f"set[{i}].cards", "bust", cards)
        pairs = [card_of(card, f"set[{i}].cards") for card in cards]
        pairs += [(BUST, 0)] * (MOST - len(pairs))
        count.append(len(cards))
        kinds.append(tuple(kind for kind, _ in pairs))
        amounts.append(tuple(amount for _, amount in pairs))
        labels.append(tuple(cards))
        best.append(best_turns(pairs[: len(cards)], f"set[{i}].cards"))
    demand(len(set(names)) == len(names), "set.name", "no name twice", names)
    target = whole(data.get("target"), "target", 1, 999)
    return Equipment(
        target,
        tuple(names),
        tuple(count),
        tuple(kinds),
        tuple(amounts),
        tuple(labels),
        tuple(best),
    )
