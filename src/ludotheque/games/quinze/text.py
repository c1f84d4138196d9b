"""Quitte ou Quinze in words: `turn` and `stop`; cards are `+3`, `x2`, `shield`, `bust`."""

from __future__ import annotations

from typing import Literal, TypedDict

from ludotheque.games.quinze import rules
from ludotheque.games.quinze.equipment import BUST
from ludotheque.parts import CHANCE
from ludotheque.state import clone
from ludotheque.words.messages import Message

PICTURED = frozenset({"down", "points", "kept"})
STYLES = {r"\bbust\b": "bold red", r"\bshield\b": "bold cyan"}

Kind = Literal["plus", "times", "shield", "bust"]
KINDS: tuple[Kind, ...] = ("plus", "times", "shield", "bust")  # as the equipment numbers them
Fate = Literal["saved", "locked", "bust"]


def label(s: rules.State, card: int) -> str:
    """The name of a card of the set in play; `-` beyond its last."""
    labels = rules.EQUIPMENT.labels[s.cards]
    return labels[card] if card < len(labels) else f"-{card}"


def face_down(s: rules.State) -> list[int]:
    """The cards that lie face down."""
    return [card for card in range(rules.COUNT[s.cards]) if s.down >> card & 1]


def picture(s: rules.State) -> list[str]:
    """The cards face down, the turn's points and what is kept."""
    down = [label(s, card) for card in face_down(s)]
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


class Card(TypedDict):
    """A card, and what it does."""

    kind: Kind
    n: int  # by how much
    name: Message


class Box(TypedDict):
    """The cards of the set in play, and what is to be reached."""

    cards: list[Card]
    target: int  # 0: there is none


class Figures(TypedDict):
    """How far the turn has come, and what its next card may be."""

    before: int  # what the turn's points are added to
    reached: bool  # whether both together reach the target
    stars: list[int]  # the seats that have kept as much
    idle: list[int]  # those that have kept points which count for nothing
    best: int  # kept by anybody
    next: list[int]  # the cards one of which is turned next
    losing: int  # how many of them are Lose everything
    fate: Fate  # what that would do


def box(s: rules.State) -> Box:
    """What a page needs to draw a position."""
    cards = [card_of(s, card) for card in range(rules.COUNT[s.cards])]
    return {"cards": cards, "target": target(s)}


def card_of(s: rules.State, card: int) -> Card:
    """What a card of the set in play does."""
    kind, n = KINDS[rules.KIND[s.cards][card]], rules.AMOUNT[s.cards][card]
    return {"kind": kind, "n": n, "name": Message(f"quinze.card.{kind}", {"n": n})}


def figures(s: rules.State) -> Figures:
    """What a page shows of the turn."""
    ahead = clone(s)
    if ahead.down == 0:
        rules.shuffle(ahead)  # going on begins with all cards
    coming = face_down(ahead)
    kept, goal = s.kept[: s.players], target(s)
    return {
        "before": rules.total(s, 0),
        "reached": rules.reached(s),
        "stars": [seat for seat, n in enumerate(kept) if goal and n >= goal],
        "idle": idle(s),
        "best": max(kept),
        "next": coming,
        "losing": sum(rules.KIND[s.cards][card] == BUST for card in coming),
        "fate": fate(ahead),
    }


def target(s: rules.State) -> int:
    """The points to be reached; 0 alone."""
    return rules.TARGET if s.players > 1 else 0


def fate(s: rules.State) -> Fate:
    """What Lose everything would do now."""
    if s.shields > 0:
        return "saved"
    return "locked" if s.lock_at_target and rules.reached(s) else "bust"


def call(s: rules.State, action: int) -> Message:
    """A card for chance, to go on or to stop for a seat."""
    if s.player != CHANCE:
        return Message(f"quinze.call.{say(s, action)}")
    if action < rules.COUNT[s.cards]:
        return card_of(s, action)["name"]
    return Message("said", {"said": label(s, action)})


def tell(s: rules.State, action: int) -> Message:
    """An action in words."""
    if s.player != CHANCE:
        return Message(f"quinze.tell.{say(s, action)}", {"n": s.points})
    card = card_of(s, action)
    if card["kind"] == "bust":
        why = fate(s)
        return Message(f"quinze.tell.{why}", {"n": rules.TARGET if why == "locked" else s.points})
    if card["kind"] == "shield":
        return Message("quinze.tell.shield")
    return Message("quinze.tell.card", {"card": card["name"], "n": rules.points_with(s, action)})


def prompt(s: rules.State) -> Message:
    """What is to be done now."""
    if s.player == CHANCE:
        return Message("quinze.prompt.card")
    key = "quinze.prompt.choose" if s.down else "quinze.prompt.shuffle"
    return Message(key, {"n": s.points})


def idle(s: rules.State) -> list[int]:
    """The seats that have kept points which count for nothing: below the target of one turn."""
    if s.players == 1 or s.cumulative == 1:  # QQ2
        return []
    return [seat for seat in range(s.players) if 0 < s.kept[seat] < target(s)]


def status(s: rules.State) -> list[Message]:
    """The turn, and what each seat has kept."""
    down = [card_of(s, card)["name"] for card in face_down(s)]
    words = [Message("quinze.status.down", {"cards": down or "—"})]
    facts = {"n": s.points, "shields": s.shields, "target": target(s)}
    words.append(Message("quinze.status.points", facts))
    words += [
        Message(
            "quinze.status.kept",
            {"seat": seat + 1, "n": s.kept[seat], "lost": "yes" if seat in idle(s) else "no"},
        )
        for seat in range(s.players)
    ]
    return words


def board(s: rules.State) -> list[str]:
    """Nothing that the status does not say."""
    return []


def reason(s: rules.State, action: int, code: int) -> tuple[list[str], dict[str, object]]:
    """No action of this game is refused for a reason of its own."""
    return [], {}
