"""Raise's cards, dice and point cards, from `data.toml`."""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.data import demand, whole, words

DECK = 30  # cards of a player
TYPES = 30  # different cards a deck may have
DICE = 7
SYMBOLS = 5
BLANK = 5  # the face without a symbol
POINT_CARDS = 14


class Equipment(NamedTuple):
    """What the rules take from the data."""

    symbols: tuple[str, ...]
    symbol: tuple[int, ...]  # [card] -> symbol; cards are kinds of card, padded to TYPES
    number: tuple[int, ...]  # [card] -> 1 to 6
    worth: tuple[int, ...]  # [card] -> victory points
    copies: tuple[int, ...]  # [card] -> how many a deck has
    labels: tuple[str, ...]  # [card] -> its name, as in bell2 or diamond6*
    faces: tuple[tuple[int, ...], ...]  # [die][symbol or BLANK] -> faces of six
    points: tuple[int, ...]  # [point card] -> victory points
    rounds: tuple[int, ...]  # [players] -> rounds


def cards_of(data: dict[str, object], symbols: list[str]) -> list[tuple[int, int, int, int, str]]:
    """The kinds of card: symbol, number, victory points, copies, label."""
    table, worth = data.get("cards"), data.get("worth")
    demand(isinstance(table, dict) and set(table) == set(symbols), "cards", symbols, table)
    demand(isinstance(worth, dict), "worth", "plain, star", worth)
    assert isinstance(table, dict) and isinstance(worth, dict)
    plain = whole(worth.get("plain"), "worth.plain", 0, 99)
    star = whole(worth.get("star"), "worth.star", 0, 99)
    kinds = []
    for symbol, name in enumerate(symbols):
        cards = words(table[name], f"cards.{name}")
        for card in sorted(set(cards)):
            fits = card[:1] in set("123456") and card[1:] in ("", "*")
            demand(fits, f"cards.{name}", "1…6, 1*…6*", card)
            points = star if card.endswith("*") else plain
            kinds.append((symbol, int(card[0]), points, cards.count(card), name + card))
    total = sum(kind[3] for kind in kinds)
    demand(total == DECK, "cards", f"{DECK} cards", total)
    return kinds


def dice_of(data: dict[str, object], symbols: list[str]) -> tuple[tuple[int, ...], ...]:
    """Each die as the number of faces of each symbol and of blank ones."""
    dice = data.get("dice")
    faces = dice.get("faces") if isinstance(dice, dict) else None
    demand(isinstance(faces, list) and len(faces) == DICE, "dice.faces", f"{DICE} dice", faces)
    assert isinstance(faces, list)
    rows = []
    for i, die in enumerate(faces):
        sides = words(die, f"dice.faces[{i}]")
        fits = len(sides) == 6 and set(sides) <= {*symbols, "-"}
        demand(fits, f"dice.faces[{i}]", f"6 x {[*symbols, '-']}", sides)
        rows.append(tuple(sides.count(side) for side in [*symbols, "-"]))
    return tuple(rows)


def equipment(data: dict[str, object]) -> Equipment:
    """Check the data and turn it into tables."""
    symbols = words(data.get("symbols"), "symbols")
    fits = len(set(symbols)) == len(symbols) == SYMBOLS
    fits = fits and all(name.isalpha() and name != "blank" for name in symbols)
    demand(fits, "symbols", f"{SYMBOLS} names", symbols)
    kinds = cards_of(data, symbols)
    points = data.get("points")
    demand(isinstance(points, dict), "points", "values, removed", points)
    assert isinstance(points, dict)
    values, removed = points.get("values"), points.get("removed")
    fits = isinstance(values, list) and len({str(n) for n in values}) == len(values) == POINT_CARDS
    demand(fits, "points.values", f"{POINT_CARDS} different values", values)
    fits = isinstance(removed, dict) and set(removed) == set("2345")
    demand(fits, "points.removed", "2…5", removed)
    assert isinstance(values, list) and isinstance(removed, dict)
    most = POINT_CARDS - 1
    out = [whole(removed[str(n)], f"points.removed.{n}", 0, most) for n in range(2, 6)]
    symbol, number, worth, copies, labels = zip(*kinds, strict=True)
    padding = (0,) * (TYPES - len(kinds))
    return Equipment(
        tuple(symbols),
        symbol + padding,
        number + padding,
        worth + padding,
        copies + padding,
        labels,
        dice_of(data, symbols),
        tuple(whole(value, "points.values", 0, 999) for value in values),
        (0, 0, *(POINT_CARDS - n for n in out)),
    )
