"""Hints: what each action is worth, in Python, on the command line and at the table."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Run
from every import FEWEST_CHOICES, GAMES, NO_LUCK, OURS, WITH_SECRETS, Case, walk
from hinting import FEW, asked, best_first, hint_quickly, lines_of, reached, saved, worth

from ludotheque import CHANCE, exact, extras, load
from ludotheque.bots import hints, levels
from ludotheque.errors import BadRequest, NotInstalled
from ludotheque.examples import examples
from ludotheque.log import Play, read
from ludotheque.terminal import session
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.table import HINTS
from ludotheque.words.messages import LANGUAGES, message, speak

# ---- in Python


@pytest.mark.parametrize("name", GAMES)
def test_every_action_has_a_hint_and_the_best_is_first(name: str) -> None:
    low, high = load(name).seats
    for players in {low, min(high, 4)}:
        play = reached(name, players)
        s = play.end()
        found = worth(play.game, s)
        assert sorted(hint.action for hint in found) == play.game.legal_actions(s)
        assert best_first(found, s.player)
        for hint in found:
            assert len(hint.shares) == players
            assert (hint.error is None) == (exact.shares(play.game, s) is not None)
            if players > 1:
                assert sum(hint.shares) == pytest.approx(1)
        assert found == worth(play.game, s), "the same seed, the same hints"


def test_many_actions_are_all_tried_however_few_the_simulations() -> None:
    play = reached(NO_LUCK, 4, plies=12)
    found = worth(play.game, play.end(), simulations=1)
    assert len(found) == len(play.game.legal_actions(play.end()))


def test_hints_tell_nothing_that_is_hidden() -> None:
    play = reached(WITH_SECRETS, 3, plies=60)
    game, s = play.game, play.end()
    other = game.guess(game.observe(s, s.player), s.player, random.Random(2))
    assert other != s
    assert worth(game, s) == worth(game, other) == hints.hints(game, s, s.player, FEW)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_the_compiled_search_there_are_no_hints(
    lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "is_there", lambda *_: False)
    for plies in (0, 26):
        play = reached(NO_LUCK, 2, plies)
        with pytest.raises(NotInstalled) as problem:
            worth(play.game, play.end())
        assert 'pip install "ludotheque[bots]"' in problem.value.sentence(lang)


def test_nobody_gets_hints_out_of_turn() -> None:
    calm, lucky = load(NO_LUCK), load(FEWEST_CHOICES)
    over = Play(calm, calm.start(2), {}, [a for _, a in walk(Case(NO_LUCK, 2, ()), 0)][:-1]).end()
    for game, s, seat, key in (
        (calm, over, 0, "error.bot.over"),
        (calm, calm.start(2), 1, "error.bot.turn"),
        (lucky, lucky.start(2), CHANCE, "error.bot.chance"),
        (lucky, lucky.start(2), 0, "error.bot.chance"),
    ):
        with pytest.raises(BadRequest) as problem:
            hints.hints(game, s, seat, FEW)
        assert problem.value.key == key


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_a_hint_in_words_names_the_action_and_every_chance(name: str, lang: str) -> None:
    speak(lang)
    play = reached(name, max(2, load(name).seats[0]))
    game, s = play.game, play.end()
    found = worth(game, s)
    lines = hints.tell_hints(game, s, found)
    for hint, line in zip(found, lines, strict=True):
        assert line.startswith(f"  {game.call(s, hint.action).text()}")
        assert game.tell(s, hint.action).text() in line
        assert line.count("%") == s.players + (hint.error is not None)
        assert ("±" in line) == (hint.error is not None)
        number = f"{100 * hint.shares[0]:.1f}"
        assert (number.replace(".", ",") if lang == "fr" else number) in line


def test_alone_hints_are_points() -> None:
    play = reached(FEWEST_CHOICES, 1)
    lines = hints.tell_hints(play.game, play.end(), worth(play.game, play.end()))
    assert lines
    assert all("%" not in line for line in lines)


# ---- on the command line

TITLE = load(NO_LUCK).title().text("fr")
LEVELS = ["1", str(len(levels(NO_LUCK)))]


@pytest.mark.parametrize("name", GAMES)
def test_hint_as_json(run: Run, name: str, tmp_path: Path) -> None:
    play = reached(name, max(2, load(name).seats[0]))
    s = play.end()
    line = ("hint", saved(play, tmp_path), "--json", "--simulations", str(FEW), "--seed", "3")
    done = run(*line)
    assert (done.status, done.err) == (0, "")
    facts = json.loads(done.out)
    rows = facts.pop("hints")
    assert facts == {"game": name, "players": s.players, "seat": s.player + 1}
    assert sorted(row["action"] for row in rows) == sorted(play.game.said(s))
    for row in rows:
        assert list(row) == ["action", "shares", "exact", "error"]
        assert sum(row["shares"]) == pytest.approx(1)
        assert row["exact"] == (row["error"] is None)
    mine = [row["shares"][s.player] for row in rows]
    assert mine == sorted(mine, reverse=True)
    assert run(*line).out == done.out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hint_in_words(run: Run, lang: str, tmp_path: Path) -> None:
    play = reached(NO_LUCK, 2)
    s = play.end()
    file = saved(play, tmp_path)
    done = run("hint", file, "--simulations", str(FEW), "--lang", lang)
    assert (done.status, done.err) == (0, "")
    first, *lines = done.out.splitlines()
    title = play.game.title().text(lang)
    assert first == message("hint.title", lang, title=title, seat=s.player + 1)
    assert len(lines) == len(play.game.legal_actions(s))
    assert {"fr": "estimé", "en": "estimate"}[lang] in lines[0]


def test_hint_does_not_show_what_is_hidden(run: Run, tmp_path: Path) -> None:
    """Two games that look the same to the seat: other cards drawn and laid by the others."""
    play = reached(WITH_SECRETS, 2)
    game, seat = play.game, play.end().player
    states = list(play.states())
    drawn = [
        n
        for n, s in enumerate(states[:-1])
        if s.player == CHANCE and game.witness(s) not in (None, seat)
    ]
    other = Play(game, play.start, {}, list(play.actions))
    other.actions[drawn[0]], other.actions[drawn[-1]] = (
        other.actions[drawn[-1]],
        other.actions[drawn[0]],
    )
    s = states[drawn[0]]
    other.actions[drawn[1]] = next(
        card for card in game.legal_actions(s) if card not in [play.actions[n] for n in drawn]
    )
    assert other.end() != play.end()
    assert game.observe(other.end(), seat) == game.observe(play.end(), seat)
    outs = [run("hint", saved(p, tmp_path), "--simulations", str(FEW)).out for p in (play, other)]
    assert outs[0] == outs[1] != ""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("hint none.play", ["none.play"]),
        ("hint", ["FILE"]),
        ("hint over.play", []),
        ("hint chance.play", []),
        ("hint good.play --simulations 0", ["--simulations", "1"]),
        ("hint good.play --simulations x", ["--simulations", "x"]),
        ("hint good.play --simulations 10000001", ["--simulations", "10000000"]),
        ("hint good.play --seed -1", ["--seed", "-1"]),
        (f"play {NO_LUCK} --seat 2=bot:9", [TITLE, "9", *LEVELS]),
        (f"play {NO_LUCK} --seat 2=bot:0", [TITLE, "0", *LEVELS]),
        (f"play {NO_LUCK} --seat 2=bot:x", ["bot:x", "random"]),
        (f"play {NO_LUCK} --seat 2=robot:9", [TITLE, "9"]),
        (f"play {NO_LUCK} --seat 2=search:0", ["0", "1"]),
        ("play --resume ninth.play", [TITLE, "9"]),
        (f"arena {NO_LUCK} random bot:9", [TITLE, "9"]),
        (f"arena {NO_LUCK} random robocop", ["robocop", "random"]),
    ],
)
def test_a_mistake_about_bots_is_one_sentence(
    run: Run,
    line: str,
    named: list[str],
    lang: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    speak(lang)
    monkeypatch.chdir(tmp_path)
    calm, lucky = load(NO_LUCK), load(FEWEST_CHOICES)
    reached(NO_LUCK, 2).save("good.play")
    whole = [action for _, action in walk(Case(NO_LUCK, 2, ()), 0)][:-1]
    Play(calm, calm.start(2), {}, whole).save("over.play")
    Play(lucky, lucky.start(2)).save("chance.play")
    Play(calm, calm.start(2, 1), {1: "bot:9"}).save("ninth.play")
    done = run(*line.split())
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
    assert "Traceback" not in done.err
    for word in named:
        assert word in done.err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bots_and_hints_that_need_an_extra_say_which(
    run: Run, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(lang)
    file = saved(reached(NO_LUCK, 2), tmp_path)
    monkeypatch.setattr(extras, "is_there", lambda *_: False)
    for line in (
        ("play", NO_LUCK, "--seat", "2=bot:3"),
        ("play", "--resume", file, "--seat", "2=bot:3"),
        ("arena", NO_LUCK, "random", "bot:3"),
        ("hint", file),
    ):
        done = run(*line)
        assert (done.status, done.out) == (2, ""), line
        extra = "fast" if line[0] == "arena" else "bots"
        assert f'pip install "ludotheque[{extra}]"' in done.err
        assert done.err.count("\n") == 1


# ---- at the table


@pytest.fixture
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    hint_quickly(monkeypatch)


@pytest.mark.usefixtures("_few")
@pytest.mark.parametrize("word", ["hint", "conseil", "CONSEIL"])
@pytest.mark.parametrize("name", OURS)
def test_hints_can_be_asked_for_at_the_table(name: str, word: str) -> None:
    play = reached(name, max(2, load(name).seats[0]))
    game, s = play.game, play.end()
    before = list(play.actions)
    passing = [""] if game.rules.SECRETS else []
    text = asked(play, *passing, word)
    shown = lines_of(text)
    wanted = worth(game, s)[:HINTS]
    assert shown == hints.tell_hints(game, s, wanted)
    more = len(game.legal_actions(s)) - HINTS
    assert (message("hint.more", n=more) in text) == (more > 0)
    assert play.actions == before


@pytest.mark.usefixtures("_few")
def test_hints_at_the_table_show_nothing_that_is_hidden() -> None:
    play = reached(WITH_SECRETS, 2)
    game, s = play.game, play.end()
    names = {1 - s.player: "random"}
    texts = []
    for start in (s, game.guess(game.observe(s, s.player), s.player, random.Random(5))):
        texts.append(asked(Play(game, start, dict(names)), "hint"))
    assert lines_of(texts[0])
    assert texts[0] == texts[1]


def test_without_the_compiled_search_the_table_says_why_there_is_no_hint(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(extras, "is_there", lambda *_: False)
    text = asked(reached(NO_LUCK, 2), "hint")
    assert message("error.install", extra="bots") in text
    assert message("play.hint") not in text


# ---- bots at the table


def run_cli(*words: str, typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ludotheque", *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONIOENCODING": "utf-8", "LUDOTHEQUE_LANG": "fr"},
        check=False,
    )


CALM = load(NO_LUCK)
FIRST = CALM.said(CALM.start(2))[0]
ANY = "".join(f"{CALM.say(CALM.start(2), n)}\n" for n in range(CALM.rules.ACTIONS))


def test_a_game_against_a_bot_plays_through_in_a_pipe() -> None:
    words = ("play", NO_LUCK, "--seat", "2=bot:1", "--seed", "1", "--first", "1")
    done = run_cli(*words, typed=ANY * 16)
    assert (done.returncode, done.stderr) == (0, "")
    assert message("play.over") in done.stdout
    assert "⚙ Filou (débutant)" in done.stdout
    assert run_cli(*words, typed=ANY * 16).stdout == done.stdout


def test_robot_is_understood_for_bot(run: Run) -> None:
    outs = [
        run("play", NO_LUCK, "--seat", seat, "--seed", "2", "--first", "1", typed=f"{FIRST}\nq\n")
        for seat in ("2=bot:3", "2=robot:3", "2=ROBOT:3")
    ]
    assert {(done.status, done.err) for done in outs} == {(0, "")}
    assert "⚙ Filou (habitué)" in outs[0].out
    assert outs[0].out == outs[1].out == outs[2].out


def test_a_saved_game_goes_on_with_its_bot(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    first = ("play", NO_LUCK, "--seat", "2=robot:1", "--seed", "1", "--first", "1")
    assert run(*first, typed=f"{FIRST}\nsave {path}\nq\n").status == 0
    assert "\nseat 2: bot:1\n" in path.read_text(encoding="utf-8")
    play = read(path)
    assert play.names == {1: "bot:1"}
    assert len(play.actions) == 2, "the bot has answered"
    said = play.game.said(play.end())[0]
    done = run("play", "--resume", str(path), "--seed", "5", typed=f"{said}\nq\n")
    assert (done.status, done.err) == (0, "")
    assert message("play.resumed", n=2) in done.out
    told = [line for line in done.out.splitlines() if line.startswith("⚙ Filou (débutant) ")]
    assert len(told) == 1, "it has played once more"


def test_a_series_with_a_bot_has_its_name_in_every_game() -> None:
    out = io.StringIO()
    names = {0: "random", 1: "bot:1"}
    wishes = session.Wishes(load(FEWEST_CHOICES), 2, names, examples(FEWEST_CHOICES).short, 0, 2)
    session.play_wishes(wishes, Screen(out, io.StringIO()), random.Random(4))
    for game in out.getvalue().split(message("play.over"))[:2]:
        assert "⚙ Filou (débutant" in game
