"""At a table: what is sent to a seat does not depend on what that seat may not know.

An evening is dealt again: other cards for the others, wherever they never showed them, and
other cards under their hands.  Whoever looks on must be sent the same, byte by byte.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from every import WITH_SECRETS, cases

from ludotheque.errors import BadEvent, IllegalAction, LudothequeError, Refused
from ludotheque.parts import SPECTATOR
from ludotheque.server.frames import Drawn, texts
from ludotheque.tables import commands, evidence, views
from ludotheque.tables.table import PLAYING, Table, Told
from ludotheque.tables.told import words
from ludotheque.words.messages import Message
from tables.dealing import dealt_again
from tables.driving import NOON, Evening, drafted

QUICK, LONG = 400, 10_000  # positions in which something hidden really was another


# ---- what a seat is sent


# A salted hash is another for another card, and tells nothing to who does not know the salt.
SEAL = re.compile(r', ?\\*"seal\\*": ?\\*"[0-9a-f]{64}\\*"')


def masked(text: str) -> str:
    return SEAL.sub("", text)


def as_bytes(*facts: Any) -> bytes:
    return masked(json.dumps(facts, ensure_ascii=False)).encode()


def problem_of(problem: LudothequeError) -> Any:
    """A refusal as it is sent, with its sentence."""
    code = problem.code if isinstance(problem, Refused) else type(problem).__name__
    places = problem.refusal.places if isinstance(problem, IllegalAction) else ()
    facts = words(Message(problem.key, problem.facts))
    return [code, places, facts, problem.sentence("fr"), problem.sentence("en")]


def answer(table: Table, seat: int, command: Any, *args: Any) -> Any:
    """What a seat is answered, and sent if it is done."""
    try:
        draft = drafted(command, table, *args)
    except LudothequeError as problem:
        return problem_of(problem)
    return views.frame(draft.table, draft.told, seat, NOON) if draft.told else None


def answers(table: Table, seat: int) -> Iterator[Any]:
    """All that a seat might ask for; of what it may do itself, only that it may."""
    game, view = table.game, table.game.facing(table.s, seat)
    every = range(game.rules.ACTIONS)
    said = (game.say(view, action) for action in (every[0], *every[-2:]))
    for action in (*range(-1, len(every) + 1), *said, "?", ""):
        refusal = game.why_not(view, action, seat)
        yield None if refusal is None else [refusal.ruling, refusal.sentence("fr"), refusal.places]
        if refusal is not None or seat in table.sealed:
            yield answer(table, seat, commands.play, seat, action, table.ply, NOON)
    yield answer(table, seat, commands.play, seat, 0, table.ply - 1, NOON)
    yield answer(table, seat, commands.undo, seat, NOON)
    for other in range(table.players):
        yield answer(table, seat, commands.stand_in, other, NOON)
        yield answer(table, seat, commands.stand_in, other, NOON + 10**9)
    yield answer(table, seat, commands.come_back, seat, NOON)
    yield answer(table, seat, commands.consent, seat, True, NOON)
    yield answer(table, seat, commands.react, seat, "hello", NOON)


def all_sent(table: Table, told: list[Told], seat: int) -> bytes:
    """Everything that a seat can get out of a table."""
    whole = views.frame(table, told, seat, NOON, whole=True)
    asked = [*answers(table, seat)] if seat in table.people() else []
    return as_bytes(whole, asked, evidence.seen_text(table, seat))


# ---- the law


def check(evening: Evening, last: int, seat: int, whim: random.Random) -> int:
    """Compare all that was sent, decision by decision; how often something hidden differed."""
    told = [one for batch in evening.batches[: last + 1] for one in batch]
    again = dealt_again(told, seat, whim)
    others: list[Told] = []
    drawn, drawn_again = Drawn(), Drawn()
    different = 0
    for table, batch in zip(evening.tables[: last + 1], evening.batches, strict=False):
        try:
            taken = [next(again) for _ in batch]
        except BadEvent:  # so far it was another evening that might have been
            return different
        other = taken[-1][0]
        others += [one for _, one in taken]
        different += other.s != table.s or other.sealed != table.sealed
        frames = [
            as_bytes(views.frame(table, batch, seat, NOON)),
            as_bytes(views.frame(other, [one for _, one in taken], seat, NOON)),
        ]
        assert frames[0] == frames[1]
        seats = [SPECTATOR, *range(table.players)]
        sent = texts(table, batch, seats, NOON, drawn)
        sent_again = texts(other, [one for _, one in taken], seats, NOON, drawn_again)
        assert masked(sent[seat]) == masked(sent_again[seat])
        if table is evening.tables[last] or (table.status == PLAYING and whim.random() < 0.1):
            assert all_sent(table, told[: len(others)], seat) == all_sent(other, others, seat)
    return different


def test_what_a_seat_is_sent_does_not_depend_on_what_it_may_not_know(long: bool) -> None:
    whim, every = random.Random(7), cases((WITH_SECRETS,))
    different = number = 0
    while different < (LONG if long else QUICK):
        evening = Evening(every[number % len(every)], number, clock=(3600, 5)).spent(fuss=0.2)
        playing = [i for i, table in enumerate(evening.tables) if table.status == PLAYING]
        for seat in (*range(evening.tables[-1].players), SPECTATOR):
            if playing:
                different += check(evening, whim.choice(playing), seat, whim)
        number += 1


def prompt_of_the_player(table: Table, seat: int, whole: bool = False) -> Any:
    """What is to be done, as whoever is to do it knows."""
    return {"prompt": words(table.game.prompt(table.s))}


LEAKS = {
    "events": ("envelope", lambda told: told.event.body | told.event.aside),
    "hands": ("view_for", lambda table, _: views.fields_of(table.s)),
    "prompts": ("board_for", prompt_of_the_player),
    "cards laid": ("standing", lambda table, _: {"sealed": table.sealed}),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_the_comparison_notices_a_leak(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, *LEAKS[leak])
    with pytest.raises(AssertionError):
        test_what_a_seat_is_sent_does_not_depend_on_what_it_may_not_know(False)
