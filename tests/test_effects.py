"""What is told of an action is what happened: for every game, to every onlooker."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from every import GAMES, OURS, Case, cases, walk

from ludotheque import CHANCE, SPECTATOR, load
from ludotheque.effects import Effect, Silent, kinds_of, tell
from ludotheque.log import read
from ludotheque.state import clone
from ludotheque.tables.pauses import held
from ludotheque.tables.told import effects as on_the_wire
from ludotheque.words.messages import LANGUAGES, catalogue, message

FEW, MANY = 20, 2_000  # games of each game


def games_of(name: str, long: bool) -> list[tuple[Case, int]]:
    """So many games, all cases in turn."""
    every = cases((name,))
    return [(every[n % len(every)], n) for n in range(MANY if long else FEW)]


def steps(case: Case, number: int) -> Iterator[tuple[Any, int, Any]]:
    """A random game, action by action: the state before, the action, the state after."""
    before, last = None, -1
    for s, action in walk(case, number):
        if before is not None:
            yield before, last, s
        before, last = clone(s), action


def carried_out(game: Any, view: Any, effects: list[Effect]) -> dict[str, Any]:
    """The fields that are drawn, after some effects on a view."""
    part, view = game.part("effects"), clone(view)
    for effect in effects:
        part.carry_out(view, effect)
    return {name: getattr(view, name) for name in part.DRAWN}


@pytest.mark.parametrize("name", OURS)
def test_the_effects_lead_from_the_view_before_to_the_view_after(name: str, long: bool) -> None:
    for case, number in games_of(name, long):
        game = case.game
        drawn = game.part("effects").DRAWN
        for before, action, after in steps(case, number):
            for seat in (*range(after.players), SPECTATOR):
                new = game.observe(after, seat)
                effects = game.effects(before, action, after, seat)
                wanted = {field: getattr(new, field) for field in drawn}
                assert carried_out(game, game.observe(before, seat), effects) == wanted, effects
                if game.is_open:
                    break  # all see the same


def sent(effects: list[Effect]) -> bytes:
    """Effects as they travel."""
    return json.dumps(on_the_wire(effects), ensure_ascii=False).encode()


SECRET = [name for name in OURS if load(name).rules.SECRETS]


@pytest.mark.parametrize("name", SECRET)
def test_what_a_seat_is_told_does_not_depend_on_what_it_cannot_see(name: str, long: bool) -> None:
    dice, compared, hidden = random.Random(5), 0, 0
    for case, number in games_of(name, long):
        game = case.game
        for s, action in walk(case, number):
            if action < 0 or dice.random() > 0.3:
                continue
            seat = dice.choice((*range(s.players), SPECTATOR))
            is_hidden = game.witness(s) not in (None, seat)
            other = game.guess(game.observe(s, seat), seat, dice)
            legal = game.legal_actions(other)
            if not is_hidden and action not in legal:
                continue  # what somebody else did shows what it held
            played = dice.choice(legal) if is_hidden else action
            after, others = game.after(s, action), game.after(other, played)
            if game.over(after):
                continue  # all is open
            if game.observe(after, seat) == game.observe(others, seat):
                told = game.effects(s, action, after, seat)
                again = game.effects(other, played, others, seat)
                assert repr(told).encode() == repr(again).encode()
                assert sent(told) == sent(again), "on the wire, to the byte"
                views = held(game, game.observe(s, seat), told)
                same = held(game, game.observe(other, seat), again)
                assert list(views) == list(same), "where the board is held"
                compared, hidden = compared + 1, hidden + (is_hidden and played != action)
    assert compared > 200
    assert hidden > 50, "hardly anything was hidden"


@pytest.mark.parametrize("name", GAMES)
def test_who_is_not_the_witness_is_told_what_a_spectator_is_told(name: str, long: bool) -> None:
    """So that one text does for all of them."""
    hidden = 0
    for case, number in games_of(name, long):
        game = case.game
        for before, action, after in steps(case, number):
            witness = game.witness(before)
            hidden += witness is not None
            told = sent(game.effects(before, action, after, SPECTATOR))
            for seat in range(after.players):
                if seat != witness:
                    assert sent(game.effects(before, action, after, seat)) == told
    assert bool(hidden) == load(name).rules.SECRETS


@pytest.mark.parametrize("name", SECRET)
def test_the_end_of_a_game_opens_all(name: str, long: bool) -> None:
    for case, number in games_of(name, long):
        game = case.game
        *_, (before, action, after) = steps(case, number)
        told = sent(game.effects(before, action, after))
        for seat in (*range(after.players), SPECTATOR):
            assert sent(game.effects(before, action, after, seat)) == told


@pytest.mark.parametrize("name", OURS)
def test_what_the_board_is_held_at_has_a_banner_in_every_language(name: str) -> None:
    shown: set[str] = set()
    for file in sorted((Path(__file__).parent / "plays" / name).glob("*.play")):
        play = read(file)
        states = list(play.states())
        for before, action, after in zip(states, play.actions, states[1:], strict=False):
            for effect in play.game.effects(before, action, after):
                if effect.is_held:
                    key = f"{name}.banner.{effect.kind}"
                    shown.add(key)
                    for lang in LANGUAGES:
                        assert "{" not in message(key, lang, **effect.facts())
    assert {key for key in catalogue("fr") if key.startswith(f"{name}.banner.")} == shown


@pytest.mark.parametrize("name", OURS)
def test_every_kind_of_effect_is_seen_and_has_its_sentence(name: str) -> None:
    part = load(name).part("effects")
    kinds = set(kinds_of(part))
    seen: set[type[Effect]] = set()
    for file in sorted((Path(__file__).parent / "plays" / name).glob("*.play")):
        play = read(file)
        states = list(play.states())
        for before, action, after in zip(states, play.actions, states[1:], strict=False):
            seen |= {type(effect) for effect in play.game.effects(before, action, after)}
    assert seen == kinds
    told = {f"{name}.does.{kind.kind}" for kind in kinds if kind.is_told}
    known = {key for key in catalogue("fr") if key.startswith(f"{name}.does.")}
    many = {key for key in known if key.endswith(".many")}
    assert known - many == told
    for key in many:
        assert key.removesuffix(".many") in told, "many of what is never told of one"
        (kind,) = (kind for kind in kinds if key == f"{name}.does.{kind.kind}.many")
        assert "what" in kind.__match_args__, "what a run is told by"


# ---- sentences


@dataclass(frozen=True, slots=True)
class Found(Effect):
    """A seat finds something."""

    seat: int
    what: str


@dataclass(frozen=True, slots=True)
class Lost(Effect):
    """A seat loses something."""

    seat: int
    what: str


@dataclass(frozen=True, slots=True)
class Rested(Silent):
    """A seat does nothing that is told."""

    seat: int


HAPPENED = [Found(0, "a"), Rested(0), Found(0, "b"), Found(1, "c"), Lost(1, "d"), Lost(1, "e")]


def told_of(effects: list[Effect], *known: str) -> list[tuple[str, object, object]]:
    """The sentences of some effects of a game whose catalogue knows some keys."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ludotheque.effects.knows", lambda key: key in known)
        said = list(tell("chess", effects))
    return [(one.key, one.facts["what"], one.facts.get("n")) for one in said]


def test_a_run_of_one_kind_and_seat_is_told_in_one_line_where_there_are_words_for_many() -> None:
    assert told_of(HAPPENED, "chess.does.found.many") == [
        ("chess.does.found.many", ("a", "b"), 2),  # what is not told does not stand between
        ("chess.does.found", "c", None),  # one is not many, and another seat another run
        ("chess.does.lost", "d", None),  # there are no words for many
        ("chess.does.lost", "e", None),
    ]
    both = told_of(HAPPENED, "chess.does.found.many", "chess.does.lost.many")
    assert both[-1] == ("chess.does.lost.many", ("d", "e"), 2)


def test_what_stands_between_ends_a_run() -> None:
    mixed: list[Effect] = [Found(0, "a"), Lost(0, "b"), Found(0, "c")]
    known = ("chess.does.found.many", "chess.does.lost.many")
    assert [key for key, _, _ in told_of(mixed, *known)] == [
        "chess.does.found",
        "chess.does.lost",
        "chess.does.found",
    ]


def test_a_run_is_told_with_the_other_facts_of_its_last() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ludotheque.effects.knows", lambda _: True)
        (said,) = tell("chess", [Found(3, "a"), Found(3, "b"), Found(3, "c")])
    assert said.facts == {"seat": 3, "what": ("a", "b", "c"), "n": 3}


def test_what_a_game_without_effects_of_its_own_tells_is_never_merged() -> None:
    pig = load("pig")
    s = pig.start()
    done = pig.effects(s, 0, pig.after(s, 0))
    assert [said.key for said in tell("pig", [*done, *done])] == ["does.did", "does.did"]


@pytest.mark.parametrize("name", OURS)
def test_in_a_run_every_sentence_for_many_can_be_said(name: str) -> None:
    """Whatever a game says of many is said in the course of its recorded plays."""
    many = {key for key in catalogue("fr") if re.fullmatch(rf"{name}\.does\..*\.many", key)}
    seen: set[str] = set()
    for file in sorted((Path(__file__).parent / "plays" / name).glob("*.play")):
        play, run = read(file), list[Effect]()
        states = list(play.states())
        for before, action, after in zip(states, play.actions, states[1:], strict=False):
            run += play.game.effects(before, action, after)
            if after.player != CHANCE:
                for said in tell(name, run):
                    if said.key in many:
                        seen.add(said.key)
                        assert all("{" not in said.text(lang) for lang in LANGUAGES)
                run = []
    assert seen == many
