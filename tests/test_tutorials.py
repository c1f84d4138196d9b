"""The first games: what the page shows step by step is what the rules say, in words that fit."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from every import OURS, WITH_SECRETS

from ludotheque import load
from ludotheque.effects import kinds_of
from ludotheque.tables.told import effects, plain
from ludotheque.words.messages import LANGUAGES, Message, catalogue, knows
from ludotheque.words.rulebook import rules_page

ROOT = Path(__file__).parent.parent
LARGEST = 25_000  # bytes of a file
LONGEST = 180  # characters of a sentence that is read at a glance

Json = dict[str, Any]


def path_of(name: str) -> Path:
    return ROOT / "web" / "src" / "games" / name / "tutorial.json"


def steps(name: str) -> list[Json]:
    """The steps; what never changes is told with the first alone."""
    found: list[Json] = json.loads(path_of(name).read_text(encoding="utf-8"))
    fixed = {field: found[0]["news"][field] for field in ("box", "options")}
    assert not any(fixed.keys() & step["news"].keys() for step in found[1:])
    for step in found:
        step["news"] |= fixed
    return found


def seen(name: str, lesson: Json) -> Any:
    """The position of a step as seat 0 faces it, from nothing but what the page is given."""
    game = load(name)
    s = game.rules.State()
    for field, value in (lesson["news"]["view"] | lesson["news"]["options"]).items():
        setattr(s, field, value)
    return game.facing(s, 0)


def spoken(words: Json) -> Message:
    """A sentence as it travels, to be said again."""

    def fact(value: Any) -> Any:
        if isinstance(value, list):
            return [fact(item) for item in value]
        return spoken(value) if isinstance(value, dict) else value

    return Message(words["key"], {k: fact(v) for k, v in words.get("facts", {}).items()})


def test_the_first_games_are_up_to_date() -> None:
    script = [sys.executable, str(ROOT / "scripts" / "tutorials.py"), "--check"]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, ""), f"make tutorials\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("name", OURS)
def test_a_first_game_takes_about_ten_steps_and_few_are_only_to_look_at(name: str) -> None:
    lessons = steps(name)
    assert 8 <= len(lessons) <= 12
    assert sum(lesson["want"] is None for lesson in lessons) <= 4
    assert lessons[-1]["want"] is None, "the end is there to be looked at"
    assert path_of(name).stat().st_size <= LARGEST


@pytest.mark.parametrize("name", OURS)
def test_the_actions_of_every_step_are_what_the_rules_allow(name: str) -> None:
    game = load(name)
    for lesson in steps(name):
        s = seen(name, lesson)
        legal = game.legal_actions(s) if 0 in game.acting(s) else []
        listed = [(a["id"], a["say"], a["at"]) for a in lesson["news"]["actions"]]
        assert listed == [(a, game.say(s, a), game.at(s, a)) for a in legal]
        assert spoken(lesson["news"]["prompt"]).text("en") == game.prompt(s).text("en")
        assert (lesson["players"], lesson["news"]["box"]) == (s.players, plain(game.box(s)))


@pytest.mark.parametrize("name", OURS)
def test_what_is_wanted_is_legal_and_the_only_action_in_words(name: str) -> None:
    for lesson in steps(name):
        told = [action["say"] for action in lesson["news"]["actions"] if "tell" in action]
        assert told == ([] if lesson["want"] is None else [lesson["want"]])


@pytest.mark.parametrize("name", OURS)
def test_no_step_shows_more_than_two_opponents_at_work(name: str) -> None:
    """Whoever reads must not miss what they do one after another."""
    for lesson in steps(name):
        others = [event["seat"] for event in lesson["news"]["events"] if event.get("seat")]
        assert len(set(others)) <= 2, lesson["words"]["key"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_no_lesson_speaks_in_coordinates(name: str, lang: str) -> None:
    for lesson in steps(name):
        assert not re.search(r"\b[a-i]\d\b", spoken(lesson["words"]).text(lang))


@pytest.mark.parametrize("name", OURS)
def test_what_is_wanted_happens_first_in_the_next_step(name: str) -> None:
    game, lessons = load(name), steps(name)
    for lesson, after in pairwise(lessons):
        events = after["news"]["events"]
        if lesson["want"] is not None and events:  # none where another scene begins
            before = seen(name, lesson)
            action = game.parse(before, lesson["want"])
            done = game.effects(before, action, game.after(before, action), 0)
            assert (events[0]["seat"], events[0]["effects"]) == (0, effects(done))
    numbers = [event["number"] for lesson in lessons for event in lesson["news"]["events"]]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("name", OURS)
def test_every_step_has_its_own_sentence_in_both_languages(name: str) -> None:
    keys = [lesson["words"]["key"] for lesson in steps(name)]
    assert keys == [f"lesson.{name}.{n}" for n in range(1, len(keys) + 1)]
    for lang in LANGUAGES:
        ours = {key for key in catalogue(lang) if key.startswith(f"lesson.{name}.")}
        assert ours == set(keys)
        assert all(len(catalogue(lang)[key]) <= LONGEST for key in keys)


@pytest.mark.parametrize("name", OURS)
def test_all_that_is_told_can_be_said(name: str) -> None:
    kinds = {kind.kind: kind for kind in kinds_of(load(name).part("effects"))}
    for lesson in steps(name):
        for event in lesson["news"]["events"]:
            for effect in event["effects"]:
                key = f"{name}.does.{effect['do']}"
                if knows(key):
                    said = spoken({"key": key, "facts": effect})
                    assert all("{" not in said.text(lang) for lang in LANGUAGES)
                else:
                    assert not kinds[effect["do"]].is_told


def test_nothing_is_shown_that_seat_0_may_not_see() -> None:
    for lesson in steps(WITH_SECRETS):
        view = lesson["news"]["view"]
        others = range(1, lesson["players"])
        assert all(set(view["hand"][seat]) == {-1} for seat in others)
        assert all(view["laid"][seat] == -1 for seat in others)


@pytest.mark.parametrize("name", OURS)
def test_the_essentials_are_five_points_each_with_its_position(name: str) -> None:
    points = json.loads((path_of(name).parent / "essentials.json").read_text(encoding="utf-8"))
    keys = [point["words"]["key"] for point in points]
    assert keys == [f"essential.{name}.{n}" for n in range(1, 6)]
    assert len({json.dumps(point["news"]["view"]) for point in points}) == 5, "a picture twice"
    for lang in LANGUAGES:
        assert all(len(catalogue(lang)[key]) <= LONGEST for key in keys)
        page = rules_page(load(name), lang)
        assert all(f"\n- {catalogue(lang)[key]}\n" in page for key in keys)
