"""At the terminal: no hand is seen by another."""

from __future__ import annotations

import io
import re
from typing import Any

from terminals import Typist, play_on, says, shown, sit_down

from ludotheque import load
from ludotheque.terminal.table import Table
from ludotheque.words.messages import message


def now(table: Table) -> Any:
    """The state, whose fields are the game's own."""
    return table.s


def laying(typed: str) -> Table:
    """Two people at Raise, about to lay their first cards."""
    table = sit_down("raise", io.StringIO(typed))
    rules = table.game.rules
    while now(table).phase != rules.LAYING:
        table.act(table.game.legal_actions(table.s)[0])
    return table


def test_a_first_card_not_yet_revealed_can_be_taken_back_unseen() -> None:
    table = laying("")
    card = table.game.said(table.s)[0]
    table.screen.answers = io.StringIO(f"\n{card}\n\nundo\n\n")
    seat, before = table.s.player, len(table.states)
    assert not play_on(table)
    assert (len(table.states), table.s.player) == (before, seat)
    assert says(table, "play.undo", said="…")
    after = shown(table).partition(message("play.undo", said="…"))[2]
    assert after.strip().startswith(message("play.pass_to", who=table.who(seat)))


def test_the_card_that_reveals_all_cannot_be_taken_back() -> None:
    table = laying("")
    rules = table.game.rules
    while now(table).phase == rules.LAYING:
        table.act(table.game.legal_actions(table.s)[0])
    before = len(table.states)
    table.undo("")
    assert says(table, "play.undo.none")
    assert len(table.states) == before


def cards_in(text: str) -> set[str]:
    """The cards that a text names, but for those that lie open."""
    is_open = re.compile(" a joué| révèle | relance avec |s’écrit par")
    lines = [line for line in text.splitlines() if not is_open.search(line)]
    return set(re.findall(r"(?:diamant|engrenage|nuage|sablier|cloche) \d", "\n".join(lines)))


def hand(s: Any, seat: int) -> set[str]:
    game = load("raise")
    cards = [game.text.card(number) for number, n in enumerate(s.hand[seat]) if n > 0]
    return {card.text("fr").partition(" (")[0] for card in cards}


def test_the_keyboard_passes_before_each_hidden_hand() -> None:
    typist = Typist()
    table = sit_down("raise", typist)
    table.run()
    looking, passed, hands = -1, 0, 0
    for part, s in zip(typist.parts, typist.states, strict=True):
        if part.rstrip().endswith(message("play.pass_to", who=table.who(s.player)).rstrip()):
            assert s.player != looking
            assert cards_in(part) == set(), "a hand is shown before the keyboard has passed"
            assert ", en main\u00a0:" not in part
            assert "poser" not in part, "a first card is told"
            looking = s.player
            passed += 1
        else:
            assert s.player == looking
            assert set(re.findall(r"Joueur (\d), en main", part)) <= {str(looking + 1)}
            assert cards_in(part) <= hand(s, looking)
            hands += bool(cards_in(part))
    assert passed > 15
    assert hands > 15
    rest = shown(table)[len("".join(typist.parts)) :].splitlines()
    open_at_last = re.compile("compte sa main|, face cachée")  # the end opens all
    others = "\n".join(line for line in rest if not open_at_last.search(line))
    assert cards_in(others) == set(), "hands stay hidden until they are counted"


def test_one_person_sees_its_own_hand_and_no_other() -> None:
    typist = Typist()
    table = sit_down("raise", typist, 3, {1: "random", 2: "random"})
    table.run()
    assert "Passez le clavier" not in shown(table)
    laid = re.findall(r"^⚙ Filou.* pose (.*), face cachée\.$", shown(table), re.M)
    assert len(laid) > 5
    assert cards_in("\n".join(laid)) == set(), "that a card is laid is told, and not which"
    assert len(typist.parts) > 8
    for part, s in zip(typist.parts, typist.states, strict=True):
        before = re.sub(
            r"(?m)^Joueur 1 (?:pose|pioche) .*$", "", part
        )  # it has left the hand since
        assert cards_in(before) <= hand(s, 0)


def test_actions_may_be_typed_in_french() -> None:
    game = load("raise")
    s = game.start(2)
    assert game.parse(s, "cloche2") == game.parse(s, "bell2")
    assert game.parse(s, "Diamant6*") == game.parse(s, "diamond6*")
