"""The tables of Raise's rules page: the memo card."""

from __future__ import annotations

from ludotheque.games.raise_ import rules
from ludotheque.words.messages import knows, message


def memo(lang: str) -> list[list[str]]:
    """How often each symbol is on each die and on the cards; the first row is the head."""
    stock = rules.EQUIPMENT
    star = max(stock.worth)
    dice = [f"d{i + 1}" for i in range(len(stock.faces))]
    heads = message("page.memo.dice", lang), message("page.memo.cards", lang, n=star)
    rows = [[message("page.memo.symbol", lang), *dice, *heads]]
    for i, name in enumerate((*stock.symbols, "blank")):
        faces = [die[i] for die in stock.faces]
        cards = [
            str(stock.number[card]) + ("★" if stock.worth[card] == star else "")
            for card in range(len(stock.labels))
            for _ in range(stock.copies[card])
            if i < len(stock.symbols) and stock.symbol[card] == i
        ]
        shown = [str(n) if n else "–" for n in faces]
        key = f"raise.symbol.{name}"
        word = message(key, lang) if knows(key) else name
        rows.append([word, *shown, str(sum(faces)), " ".join(cards) or "–"])
    return rows
