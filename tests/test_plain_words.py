"""Nothing that people read is in the notation: every golden play, told in both languages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from every import OURS

from ludotheque import Game, load
from ludotheque.effects import tell
from ludotheque.log import Play, read
from ludotheque.state import Base
from ludotheque.words.messages import LANGUAGES, Message, message, naming
from ludotheque.words.rulebook import rules_page

PLAYS = Path(__file__).parent / "plays"
LOOKS = 12  # plies of a play at which all that can be touched is touched, in the long run
FEW_LOOKS = 3  # the same at once: there are many plays
PEOPLE = ("Ana", "Émile", "Zoé", "Basile", "Inès", "Oscar")
SQUARE = re.compile(r"[a-i]\d")  # squares are written on the boards, and called so
WORD = re.compile(r"[^\W_]+[*]?(?:[-+][^\W_]+)*")
OPTION = re.compile(r"\b[a-z]+_[a-z_]+\b|\w=\w")
SEAT = re.compile(r"\b(?:Joueur|Player|[Pp]lace|[Ss]eat) \d")


@cache
def plays(name: str) -> list[Play]:
    """The golden plays of a game."""
    return [read(path) for path in sorted((PLAYS / name).glob("*.play"))]


@cache
def vocabulary(name: str, lang: str) -> frozenset[str]:
    """The words of the sentences that a game says, but for those that teach its notation."""
    path = load(name).folder / "locales" / f"{lang}.json"
    sentences = json.loads(path.read_text(encoding="utf-8"))
    teaching = re.compile(rf"{name}\.(?:alias|legend)")
    texts = (
        re.sub(r"\{\w+|\w+ (?=\{)", " ", text)
        for key, text in sentences.items()
        if not teaching.match(key)
    )
    return frozenset(word for text in texts for word in WORD.findall(text.lower()))


@cache
def notation(name: str) -> frozenset[str]:
    """The words of the notation that the plays of a game could have been written with."""
    game, found = load(name), set[str]()
    for play in plays(name):
        for s in play.states():
            for said in game.said(s):
                found |= {said.lower(), *said.lower().split()}
    return frozenset(found)


def codes(name: str, lang: str) -> set[str]:
    """The words of the notation that no sentence of the game says in a language."""
    return {
        code
        for code in notation(name) - vocabulary(name, lang)
        if WORD.fullmatch(code) and not SQUARE.fullmatch(code) and not code.isdecimal()
    }


def told(play: Play, looks: int) -> Iterator[Message]:
    """All that is told in a play: what happens, what is asked, how it stands, what is refused."""
    game, states = play.game, list(play.states())
    for before, action, after in zip(states, play.actions, states[1:], strict=False):
        yield from tell(game.name, game.effects(before, action, after))
    places = {place for s in states[:: max(1, len(states) // 40)] for place in touchable(game, s)}
    for s in states[:: max(1, len(states) // looks)]:
        yield game.prompt(s)
        yield from game.status(s)
        for action in game.legal_actions(s):
            yield game.tell(s, action)
            if s.player >= 0:
                yield game.call(s, action)
        for seat in game.acting(s):
            view = game.facing(s, seat)
            yield from refusals(game, view, places)


def touchable(game: Game, s: Base) -> Iterator[str]:
    """The places that are touched for what may be done."""
    if s.player >= 0:
        yield from (place for action in game.legal_actions(s) for place in game.at(s, action))


def refusals(game: Game, view: Base, places: set[str]) -> Iterator[Message]:
    """Why not, wherever one touches, whatever one types, and out of turn."""
    for place in sorted(places):
        if (why := game.why_not(view, game.meaning(view, [place]))) is not None:
            yield why.message
            yield from why.allowed
    for action in game.codes(view):
        if (why := game.why_not(view, action)) is not None:
            yield why.message
    other = (view.player + 1) % view.players
    if other != view.player and (why := game.why_not(view, 0, other)) is not None:
        yield why.message


def slips(text: str, code: re.Pattern[str]) -> list[str]:
    """What a sentence should not hold: codes, options, braces, a seat by its number."""
    found = [*code.findall(text.lower()), *OPTION.findall(text), *SEAT.findall(text)]
    return found + [sign for sign in "{}#`" if sign in text]


def forbidden(name: str, lang: str) -> re.Pattern[str]:
    """What finds a code of a game's notation in a sentence."""
    words = sorted(codes(name, lang), key=len, reverse=True) or ["#"]
    return re.compile(rf"(?<![\w’])(?:{'|'.join(map(re.escape, words))})(?![\w*])")


@pytest.mark.parametrize("name", OURS)
def test_no_code_of_the_notation_reaches_a_sentence(name: str, long: bool) -> None:
    looks = LOOKS if long else FEW_LOOKS
    once = {repr(said): said for play in plays(name) for said in told(play, looks)}
    for lang in LANGUAGES:
        found = forbidden(name, lang)
        with naming(PEOPLE.__getitem__):
            texts = {said.text(lang): said.key for said in once.values()}
        bad = {f"{key}: {text}": slips(text, found) for text, key in texts.items()}
        assert {text: wrong for text, wrong in bad.items() if wrong} == {}
        assert len(texts) > 30, "hardly anything was told"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_a_rules_page_has_codes_only_where_it_teaches_the_console(name: str, lang: str) -> None:
    page = rules_page(load(name), lang)
    before, _, after = page.partition(f"\n## {message('page.console', lang)}\n")
    assert after, "the notation is taught"
    rest = before + after.partition("\n## ")[2]
    found = re.findall(r"`([^`\n]+)`", re.sub(r"(?s)```.*?```", "", rest))
    if lang == "fr":
        assert [code for code in found if not SQUARE.fullmatch(code)] == []
    assert not OPTION.search(rest)


@pytest.mark.parametrize("name", OURS)
def test_what_is_written_in_a_file_would_be_found(name: str) -> None:
    written = {
        said for s in plays(name)[0].states() if s.player >= 0 for said in load(name).said(s)
    }
    found = codes(name, "fr")
    assert all({*said.split(), said} & found or SQUARE.fullmatch(said) for said in written)
