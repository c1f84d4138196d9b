"""Quitte ou Quinze in words: `turn` and `stop`; cards are `+3`, `x2`, `shield`, `bust`."""

from __future__ import annotations

from typing import TypedDict

from ludotheque.games.quinze import rules
from ludotheque.parts import CHANCE
from ludotheque.words.messages import Message

PICTURED = frozenset({"down", "points", "kept"})
STYLES = {r"\bbust\b": "bold red", r"\bshield\b": "bold cyan"}


def label(s: rules.State, card: int) -> str:
    """The name of a card of the set in play; `-` beyond its last."""
    labels = rules.EQUIPMENT.labels[s.cards]
    return labels[card] if card < len(labels) else f"-{card}"


def picture(s: rules.State) -> list[str]:
    """The cards face down, the turn's points and what is kept."""
    down = [label(s, card) for card in range(rules.COUNT[s.cards]) if s.down >> card & 1]
    return [
        f"down: {' '.join(down) or '-'}",
        f"points: {s.points}",
        f"kept: {' '.join(str(n) for n in s.kept[: s.players])}",
    ]


def scan(s: rules.State, lines: list[str]) -> None:
    """Read a picture; the turn's points and what is kept may be left out if 0."""
    rows = {line.partition(":")[0]: line.partition(":")[2].split() for line in lines}
    labels = rules.EQUIPMENT.labels[s.cards]
    for card in rows.pop("down"):
        if card != "-":
            s.down |= 1 << labels.index(card)
    s.points = int(rows.pop("points", ["0"])[0])
    for seat, points in enumerate(rows.pop("kept", [])):
        s.kept[seat] = int(points)
    if rows:
        raise ValueError(", ".join(rows))


def say(s: rules.State, action: int) -> str:
    """A card for chance, `turn` or `stop` for a seat."""
    if s.player == CHANCE:
        return label(s, action)
    return ("turn", "stop")[action]


class Box(TypedDict):
    """The cards of the set in play, what is to be reached, and what reaching it means."""

    cards: list[str]
    target: int  # 0: there is none
    adds_up: bool
    sudden_death: bool
    lock_at_target: bool
    rounds: int  # 0: no limit


def box(s: rules.State) -> Box:
    """What a page needs to draw a position."""
    return {
        "cards": list(rules.EQUIPMENT.labels[s.cards]),
        "target": rules.TARGET if s.players > 1 else 0,  # 0: there is none
        "adds_up": rules.adds_up(s),
        "sudden_death": s.sudden_death == 1,
        "lock_at_target": s.lock_at_target == 1,
        "rounds": s.solo_rounds if s.players == 1 else s.round_limit,  # 0: no limit
    }


def tell(s: rules.State, action: int) -> Message:
    """An action in words."""
    if s.player != CHANCE:
        return Message(f"quinze.tell.{say(s, action)}", {"n": s.points})
    card = label(s, action)
    if card == "bust" and s.shields > 0:
        return Message("quinze.tell.saved")
    if card == "bust" and s.lock_at_target and rules.reached(s):
        return Message("quinze.tell.locked", {"n": rules.TARGET})
    if card in ("bust", "shield"):
        return Message(f"quinze.tell.{card}", {"n": s.points})
    facts = {"card": card.replace("x", "×"), "n": rules.points_with(s, action)}
    return Message("quinze.tell.card", facts)


def prompt(s: rules.State) -> Message:
    """What is to be done now."""
    if s.player == CHANCE:
        return Message("quinze.prompt.card")
    key = "quinze.prompt.choose" if s.down else "quinze.prompt.shuffle"
    return Message(key, {"n": s.points})


def status(s: rules.State) -> list[Message]:
    """The turn, and what each seat has kept."""
    down = [label(s, card).replace("x", "×") for card in range(10) if s.down >> card & 1]
    words = [Message("quinze.status.down", {"cards": [_card(card) for card in down] or "—"})]
    target = rules.TARGET if s.players > 1 else 0
    facts = {"n": s.points, "shields": s.shields, "target": target}
    words.append(Message("quinze.status.points", facts))
    words += [
        Message("quinze.status.kept", {"seat": seat + 1, "n": s.kept[seat]})
        for seat in range(s.players)
    ]
    return words


def board(s: rules.State) -> list[str]:
    """Nothing that the status does not say."""
    return []


def _card(card: str) -> Message | str:
    return Message(f"quinze.card.{card}") if card.isalpha() else card


def news(before: rules.State, after: rules.State) -> list[Message]:
    """What the rules did of themselves: a turn ended, and a round."""
    words = []
    if after.seat != before.seat or after.rounds != before.rounds or after.winners:
        facts = {"seat": before.seat + 1, "n": after.kept[before.seat]}
        words.append(Message("quinze.news.kept", facts | {"total": int(rules.adds_up(before))}))
    if after.rounds != before.rounds and before.players == 1:
        facts = {"n": after.rounds, "total": after.solo_rounds}
        words.append(Message("quinze.news.solo", facts))
    elif after.rounds != before.rounds and not after.winners:
        words.append(Message("quinze.news.round", {"n": after.rounds}))
    return words


def reason(s: rules.State, action: int, code: int) -> tuple[list[str], dict[str, object]]:
    """No action of this game is refused for a reason of its own."""
    return [], {}
