"""The terminal: whole games typed line by line, commands, secrets, saving, series and the menu."""

from __future__ import annotations

import io
import random
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from every import (
    FOR_THREE,
    GAMES,
    MOST_CHOICES,
    NO_LUCK,
    OURS,
    WITH_SECRETS,
    another_way,
    barred,
    cases,
    expected,
    walk,
)
from rich.console import Console
from terminals import Typist, codes, on_a_terminal, play_on, run_cli, says, shown, sit_down, typing

from ludotheque import NOBODY, load
from ludotheque.bot_names import known_names, levels
from ludotheque.errors import BadPlay, BadRequest
from ludotheque.log import Play, read
from ludotheque.terminal import session
from ludotheque.terminal.screen import EndOfInput, Screen
from ludotheque.terminal.table import COMMANDS, Table, command_words
from ludotheque.words.messages import LANGUAGES, message, speak


def thoughtless(name: str) -> dict[str, Any]:
    """The options with which a game played without a thought is short."""
    return expected(name).thoughtless


CALM = load(NO_LUCK)
TITLE = CALM.title().text("fr")
HEAD = CALM.picture(CALM.start(2))[0]  # the first line of its board


def first_moves(wanted: int) -> list[str]:
    """The beginning of a game in which everybody does the first thing that is allowed."""
    s, moves = CALM.start(2), []
    for _ in range(wanted):
        moves.append(CALM.said(s)[0])
        s = CALM.play(s, moves[-1])
    return moves


MOVES, REFUSED = first_moves(3), barred(CALM.start(2), CALM)


# ---- whole games


@pytest.mark.parametrize("opponents", [True, False], ids=["opponents", "hotseat"])
@pytest.mark.parametrize("name", OURS)
def test_a_game_is_played_to_its_end(name: str, opponents: bool) -> None:
    players = max(2, load(name).seats[0])
    names = dict.fromkeys(range(1, players), "random") if opponents else {}
    typist = Typist()
    table = sit_down(name, typist, players, names | {0: "Zoé"}, **thoughtless(name))
    assert play_on(table)
    assert table.game.over(table.s)
    assert table.play.end() == table.s
    assert {s.player for s in typist.states} == set(range(1 if opponents else players))
    text = shown(table)
    assert "\x1b" not in text, "a pipe has no colours"
    assert says(table, "play.over")
    winners = [table.who(seat) for seat in range(players) if table.s.winners >> seat & 1]
    assert says(table, "play.winner" if len(winners) == 1 else "play.shared", who=winners)
    for seat in range(players):
        score = table.game.score(table.s, seat)
        assert says(table, "play.score", who=table.who(seat), n=score)
    assert ("au hasard" in text) == opponents


def test_a_game_alone_ends_with_a_score() -> None:
    typist = Typist()
    table = sit_down(NO_LUCK, typist, 1)
    table.run()
    assert len(typist.typed) == len(table.play.actions) > 10
    assert says(table, "play.solo", n=table.game.score(table.s, 0))
    assert not says(table, "play.scores", scores=[])


def test_a_game_through_a_pipe_is_the_same_game() -> None:
    typist = Typist()
    table = sit_down(NO_LUCK, typist, 2, {1: "random"})
    table.run()
    words = ["play", NO_LUCK, "--players", "2", "--seat", "2=random", "--seed", "1", "--first", "1"]
    done = run_cli(*words, typed="\n".join(typist.typed) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(shown(table))
    assert done.stdout.startswith(message("play.welcome", title=TITLE, n=2))


def test_a_pipe_that_ends_ends_the_game() -> None:
    typed = f"chess\n{NO_LUCK}\n2\n0\nwhy {REFUSED}\n"
    done = run_cli("play", typed=typed, LUDOTHEQUE_LANG="en")
    assert (done.returncode, done.stderr) == (0, "")
    assert "No game is called “chess”" in done.stdout
    refusal = CALM.why_not(CALM.start(2), REFUSED)
    assert refusal is not None
    assert refusal.sentence("en") in done.stdout
    assert message("play.eof", "en") in done.stdout
    assert "\x1b" not in done.stdout


# ---- colours


def test_no_color_takes_the_colours_away(monkeypatch: pytest.MonkeyPatch) -> None:
    text = on_a_terminal(NO_LUCK, monkeypatch, NO_COLOR="1")
    assert not codes(text) & {*range(30, 50), *range(90, 108)}
    assert f"\n{HEAD}" in text


def test_a_dumb_terminal_gets_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in on_a_terminal(NO_LUCK, monkeypatch, TERM="dumb")


# ---- commands


def test_what_cannot_be_played_is_explained_and_asked_again() -> None:
    table = typing(NO_LUCK, REFUSED, "hello", "", MOVES[0])
    refusal = table.game.why_not(table.play.start, REFUSED)
    assert refusal is not None
    assert refusal.sentence() in shown(table)
    prompt, allowed = CALM.prompt(table.play.start), CALM.called(table.play.start)
    assert says(table, "error.action.unreadable", said="hello", prompt=prompt)
    assert shown(table).count(message("play.you_may", allowed=allowed)) == 2
    assert len(table.play.actions) == 1


def test_an_empty_line_shows_the_choices_again() -> None:
    start = CALM.start(2)
    offer = CALM.tell(start, CALM.legal_actions(start)[0]).text()
    assert [shown(typing(NO_LUCK, *lines)).count(offer) for lines in ((), ("", ""))] == [1, 3]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_whatever_is_shown_may_be_typed(name: str, lang: str) -> None:
    for case in cases((name,)):
        if case.options:
            continue
        for s, _ in walk(case, 3):
            for action in case.game.legal_actions(s)[:20] if s.player >= 0 else []:
                for words in (case.game.call(s, action), case.game.tell(s, action)):
                    assert case.game.understand(s, words.text(lang).upper()) == action, words
            if s.plies > 60:
                break


def test_the_notation_is_taught_once_and_again_with_the_help() -> None:
    legend = [line.text() for line in CALM.legend(CALM.start(2))]
    assert [shown(typing(NO_LUCK, *MOVES[:2])).count(line) for line in legend] == [1] * len(legend)
    assert [shown(typing(NO_LUCK, "help")).count(line) for line in legend] == [2] * len(legend)


def test_the_rules_and_the_help_can_be_read_at_the_table() -> None:
    table = typing(NO_LUCK, "?", "help")
    text = shown(table)
    assert f"# {TITLE}" in text
    assert "{{" not in text
    assert f"| {CALM.rulings[0].id} |" not in text, "the rulings are left to the page"
    assert says(table, "play.help")
    start, said = table.play.start, MOVES[0]
    offer = f"  {said}  {CALM.tell(start, CALM.parse(start, said)).text()}"
    assert text.count(offer) == 3, "shown, and after the rules and help"


@pytest.mark.parametrize("name", OURS)
def test_all_that_may_be_written_is_listed(name: str) -> None:
    typist = Typist()
    table = sit_down(name, typist, **thoughtless(name))
    table.run()
    for part, s in zip(typist.parts, typist.states, strict=True):
        if not part.rstrip().endswith(message("play.pass_to", who=table.who(s.player)).rstrip()):
            assert all(called.text() in part for called in table.game.called(s)), part


def test_show_shows_the_position_again() -> None:
    boards = [shown(typing(NO_LUCK, *lines)).count(HEAD) for lines in ((), ("show",))]
    assert boards == [1, 2]


REACTIONS = {
    "rules": f"# {TITLE}",
    "help": "play.help",
    "why": "play.why.ask",  # with the first action for example
    "hint": "play.hint",
    "undo": "play.undo.none",
    "show": HEAD,
    "save": "play.save.ask",
    "quit": "play.quit",
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", COMMANDS)
def test_commands_have_french_and_english_words(name: str, lang: str) -> None:
    speak(lang)
    words = command_words(name)
    assert len(words) >= 2
    quiet = shown(typing(NO_LUCK))
    for word in (*words, words[0].upper()):
        table = typing(NO_LUCK, word)
        wanted = REACTIONS[name]
        example = CALM.called(CALM.start(2))[0]
        wanted = message(wanted, example=example) if wanted.startswith("play.") else wanted
        assert shown(table).count(wanted) == quiet.count(wanted) + 1, word


def evening(*lines: str, **wishes: Any) -> str:
    """What is shown of a game, or a series, for which these lines are typed."""
    out = io.StringIO()
    screen = Screen(out, io.StringIO("".join(f"{line}\n" for line in lines)))
    with suppress(EndOfInput):
        session.play_wishes(session.Wishes(load(NO_LUCK), **wishes), screen, random.Random(4))
    return out.getvalue()


def test_quit_and_the_end_of_the_input_leave_the_table() -> None:
    left = evening(MOVES[0], "quitter", MOVES[1], players=2, first=0)
    assert left.endswith(message("play.quit") + "\n")
    assert MOVES[1] not in left.rpartition(">")[2]
    with pytest.raises(EndOfInput):
        sit_down(NO_LUCK, io.StringIO(f"{MOVES[0]}\n")).run()
    assert len(typing(NO_LUCK, MOVES[0], "quit", MOVES[1]).play.actions) == 1


# ---- undo


def test_undo_goes_back_to_the_start_of_a_game_without_chance() -> None:
    table = typing(NO_LUCK, *MOVES, "undo", "undo", "undo", "undo")
    assert table.play.actions == []
    assert table.states == [table.play.start]
    for said in MOVES:
        assert says(table, "play.undo", said=said)
    assert says(table, "play.undo.none")


def test_undo_goes_back_past_what_the_opponents_did() -> None:
    one, other = CALM.said(CALM.start(3))[:2]
    typed = io.StringIO(f"{one}\nundo\n{other}\n")
    table = sit_down(NO_LUCK, typed, 3, {1: "random", 2: "random"})
    play_on(table)
    assert len(table.play.actions) == 3
    assert table.game.say(table.play.start, table.play.actions[0]) == other
    assert table.play.end() == table.s


# ---- secrets


def test_a_terminal_is_cleared_before_the_next_hand() -> None:
    table = sit_down(WITH_SECRETS, io.StringIO())
    out = table.screen.console.file
    table.screen.hide()
    assert "\x1b" not in shown(table)
    table.screen.console = Console(file=out, force_terminal=True, _environ={"TERM": "xterm"})
    table.screen.hide()
    assert "\x1b[2J" in shown(table)


# ---- saving


def test_a_saved_game_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = sit_down(NO_LUCK, Typist())
    whole.run()
    actions = whole.play.actions
    moves = [whole.game.say(s, a) for s, a in zip(whole.states, actions, strict=False)]
    path = tmp_path / "x.play"
    table = typing(NO_LUCK, *moves[:7], f"save {path}", "quit")
    assert says(table, "play.saved", file=path)
    assert read(path).end() == table.s == whole.states[7]
    out = io.StringIO()
    screen = Screen(out, io.StringIO("\n".join([*moves[7:], ""])))
    session.resume(path, None, ["2=Bob"], screen, random.Random(0))
    assert message("play.resumed", n=7) in out.getvalue()
    assert "Bob (joueur 2)" in out.getvalue()
    ending = "\n".join(shown(whole).splitlines()[-14:])
    assert out.getvalue().replace("Bob (joueur 2)", "Joueur 2").endswith(ending + "\n")


def test_a_game_with_dice_is_resumed_in_the_same_position(tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    table = sit_down(MOST_CHOICES, io.StringIO(f"save {path}\nq\n"), names={0: "Zoé"})
    play_on(table)
    screen = Screen(io.StringIO(), io.StringIO(f"enregistrer {path}\n"))
    with suppress(EndOfInput):
        session.resume(path, None, [], screen, random.Random(5))
    again = read(path)
    assert again == table.play
    assert again.end() == table.s
    assert again.end().player != NOBODY


def test_a_resumed_game_goes_on_with_its_series(tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    screen = Screen(io.StringIO(), io.StringIO(f"save {path}\nquit\n"))
    wishes = session.Wishes(load(NO_LUCK), 2, {0: "Zoé", 1: "random"}, {}, 0, 2)
    session.play_wishes(wishes, screen, random.Random(1))
    out = io.StringIO()
    session.resume(path, None, ["1=random"], Screen(out, io.StringIO()), random.Random(2))
    assert message("play.series", n=2, total=2) in out.getvalue()
    assert message("play.series.sheet") in out.getvalue()


@pytest.mark.parametrize(
    "line", ["2 games", "0 games, keep_colours no, first 1", "2 games, keep_colours no, first 9"]
)
def test_a_series_that_cannot_be_is_refused(line: str, tmp_path: Path) -> None:
    game = load(NO_LUCK)
    path = tmp_path / "x.play"
    Play(game, game.start(2), extra={"series": line}).save(path)
    with pytest.raises(BadPlay) as problem:
        session.resume(path, None, [], Screen(io.StringIO(), io.StringIO()), random.Random(2))
    assert line in str(problem.value)


def test_save_writes_over_its_own_file_and_no_other(tmp_path: Path) -> None:
    own, foreign = tmp_path / "own.play", tmp_path / "foreign.play"
    foreign.write_text("mine")
    saves = (
        f"save {own}",
        MOVES[0],
        f"save {own}",
        f"save {foreign}",
        f"save {tmp_path}/no/x.play",
    )
    table = typing(NO_LUCK, *saves)
    assert len(read(own).actions) == 1
    assert foreign.read_text() == "mine"
    assert says(table, "error.file.exists", file=foreign)
    assert "no/x.play ne peut pas être écrit" in shown(table)
    assert shown(table).count(message("play.saved", file=own)) == 2
    typing(NO_LUCK, f"save {own}")
    assert len(read(own).actions) == 1, "another table's file"


# ---- series


def sheets(text: str) -> list[list[list[int]]]:
    """The rows of every score sheet, game by game and then totals and wins."""
    label = "|".join((r"partie \d+", message("play.series.total"), message("play.series.wins")))
    row = rf"^(?:{label})((?: +\d+)+)$"
    return [
        [[int(n) for n in found.split()] for found in re.findall(row, sheet, re.M)]
        for sheet in text.split(message("play.series.sheet"))[1:]
    ]


def check_sheet(rows: list[list[int]]) -> None:
    *games, totals, wins = rows
    assert totals == [sum(column) for column in zip(*games, strict=True)]
    won = [{i for i, n in enumerate(game) if n == max(game)} for game in games]
    assert wins == [sum(person in best for best in won) for person in range(len(totals))]


@pytest.mark.parametrize("keep", [False, True])
def test_a_series_ends_with_a_sheet_that_adds_up(keep: bool) -> None:
    names = dict.fromkeys(range(3), "random")
    text = evening(players=3, names=names, first=1, games=3, keep_colours=keep)
    last = sheets(text)[-1]
    assert len(last) == 5
    for rows in sheets(text):
        check_sheet(rows)
    called = known_names()[:3]  # each keeps its own, wherever it sits
    begins = re.findall(r"^⚙ (\w+) \(au hasard.* commence\.$", text, re.M)
    assert begins == [called[1], called[2], called[0]]
    told = re.findall(r"^Scores.*$", text, re.M)
    for line, row in zip(told, last[:3], strict=True):
        for person, score in zip(called, row, strict=True):
            assert re.search(rf"{person} \(au hasard, joueur \d\)\u00a0: {score}[,.]", line)
    *_, totals, wins = last
    standing = list(zip(wins, totals, strict=True))
    winners = [called[i] for i in range(3) if standing[i] == max(standing)]
    key = "play.series.winner" if len(winners) == 1 else "play.series.shared"
    assert text.endswith(message(key, who=winners) + "\n")


def test_a_series_that_is_left_names_no_winner() -> None:
    text = evening("q", players=2, games=3)
    assert message("play.series", n=1, total=3) in text
    assert message("play.series.winner", who="").rstrip(".") not in text


def test_a_series_goes_on_with_a_saved_game(tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    typist = Typist()
    sit_down(NO_LUCK, typist).run()
    moves = typist.typed
    whole = evening(*moves, *moves, players=2, first=0, games=2)
    evening(*moves, *moves[:5], f"save {path}", "q", players=2, first=0, games=2)
    out = io.StringIO()
    screen = Screen(out, io.StringIO("\n".join([*moves[5:], ""])))
    session.resume(path, None, [], screen, random.Random(4))
    assert sheets(out.getvalue())[-1] == sheets(whole)[-1]
    assert out.getvalue().splitlines()[-1] == whole.splitlines()[-1]
    first, second = sheets(whole)[-1][:2]
    assert first == second[::-1], "the colours have gone round"


@pytest.mark.parametrize("line", ["series: 3", "series: 3 games, keep_colours no, first 9"])
def test_a_series_that_cannot_be_read_is_not_resumed(line: str, tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    game = load(NO_LUCK)
    name, _, value = line.partition(": ")
    Play(game, game.start(2), extra={name: value}).save(path)
    with pytest.raises(BadPlay) as problem:
        session.resume(path, None, [], Screen(io.StringIO(), io.StringIO()), random.Random(4))
    assert value in problem.value.sentence("fr")
    assert value in problem.value.sentence("en")


# ---- the menu


def choose(*lines: str) -> tuple[session.Wishes | None, str]:
    out = io.StringIO()
    screen = Screen(out, io.StringIO("".join(f"{line}\n" for line in lines)))
    return session.menu(screen), out.getvalue()


def test_yes_may_be_said_in_french() -> None:
    option = next(option for option in CALM.options.values() if option.names == ("no", "yes"))
    assert option.parse("oui") == 1


def test_the_menu_takes_a_number_or_a_name() -> None:
    number = GAMES.index(WITH_SECRETS) + 1
    for said in (str(number), WITH_SECRETS, WITH_SECRETS.upper()):
        wishes, text = choose(said, "4", "1", "3")
        assert wishes is not None
        assert (wishes.game.name, wishes.players, wishes.names) == (WITH_SECRETS, 4, {3: "bot:3"})
        for n, name in enumerate(GAMES, start=1):
            assert f"{n}. {load(name).title().text()}" in text


def test_the_menu_has_defaults_and_asks_no_lone_player_for_opponents() -> None:
    wishes, _ = choose(FOR_THREE, "", "", "")
    assert wishes is not None
    assert (wishes.players, wishes.names) == (3, {1: "bot:2", 2: "bot:2"})
    wishes, text = choose(NO_LUCK, "1")
    assert wishes is not None
    assert (wishes.players, wishes.names) == (1, {})
    assert "robots" not in text


def test_without_the_compiled_search_the_menu_offers_random_bots(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(session, "can_think", lambda: False)
    wishes, _ = choose(NO_LUCK, "2", "1")
    assert wishes is not None
    assert wishes.names == {1: "random"}


def test_the_menu_asks_again_until_it_understands() -> None:
    low, high = CALM.seats
    best = len(levels(NO_LUCK))
    lines = ["chess", "0", "99", NO_LUCK, str(high + 1), "two", "-1", "3", "3", "x", "2"]
    lines += [str(best + 1), "4"]
    wishes, text = choose(*lines)
    assert wishes is not None
    assert (wishes.game.name, wishes.players) == (NO_LUCK, 3)
    assert wishes.names == {1: "bot:4", 2: "bot:4"}
    for said in ("chess", "0", "99"):
        assert message("error.game", game=said, allowed=", ".join(GAMES)) in text
    assert text.count(message("play.menu.ask")) == 4
    assert text.count(message("play.players.ask", low=low, high=high, default=2)) == 4
    assert text.count(message("play.bots.ask", high=2, default=2)) == 3
    assert text.count(message("play.level.ask", high=best, default=2)) == 2


@pytest.mark.parametrize(
    "lines", [["q"], ["quit"], [NO_LUCK, "q"], [NO_LUCK, "2", "Q"], ["quitter"]]
)
def test_the_menu_can_be_left_anywhere(lines: list[str]) -> None:
    assert choose(*lines)[0] is None


def test_a_finished_game_can_be_kept_at_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    moves = []
    game = load(NO_LUCK)
    s = game.start(2)
    while not game.over(s):
        moves.append(game.said(s)[0])
        s = game.play(s, moves[-1])
    foreign = tmp_path / "foreign"
    foreign.write_text("mine")
    lines = [*moves, str(foreign), str(path)]
    table = sit_down(NO_LUCK, io.StringIO("".join(f"{line}\n" for line in lines)))
    table.screen.console = Console(file=io.StringIO(), force_terminal=True)
    table.run()
    assert read(path).end() == s
    assert foreign.read_text() == "mine"


def test_what_one_person_saw_is_cleared_with_what_scrolled_away() -> None:
    out = io.StringIO()
    screen = Screen(out, io.StringIO())
    screen.hide()
    assert out.getvalue() == "", "nobody looks at a pipe"
    screen.console = Console(file=out, force_terminal=True)
    screen.hide()
    assert "\x1b[3J" in out.getvalue()


def test_leaving_says_whether_the_game_is_kept(tmp_path: Path) -> None:
    saved = typing(NO_LUCK, MOVES[0], f"save {tmp_path}/x.play", "quit")
    assert says(saved, "play.quit.saved")
    assert says(typing(NO_LUCK, f"save {tmp_path}/y.play", MOVES[0], "quit"), "play.quit")


@pytest.mark.parametrize("name", OURS)
def test_the_menu_takes_the_titles_it_shows(name: str) -> None:
    number = str(GAMES.index(name) + 1)
    for said in (load(name).title().text(), name.replace("-", " "), number, name.upper()):
        chosen, _ = choose(said, "", "", "")
        assert chosen is not None
        assert chosen.game.name == name


def test_lines_are_folded_at_spaces_and_never_before_a_french_sign() -> None:
    out = io.StringIO()
    screen = Screen(out, io.StringIO())
    screen.console = Console(file=out, force_terminal=True, width=30, color_system=None)
    screen.line("un deux trois quatre cinq six\u202f: sept huit neuf dix onze douze treize\u202f?")
    lines = out.getvalue().splitlines()
    assert len(lines) > 2
    assert all(len(line) <= 30 and line[0].isalpha() for line in lines)


@pytest.mark.parametrize("words", [["--seat", "1=A"], ["--option", "=".join(another_way(NO_LUCK))]])
def test_what_is_given_twice_is_refused(words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ludotheque", "play", NO_LUCK, *words, *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_hints_alone_are_told_as_points() -> None:
    alone = Table(
        Play(load(NO_LUCK), load(NO_LUCK).start(1)),
        Screen(io.StringIO(), io.StringIO("hint\n")),
        random.Random(1),
        None,
    )
    with pytest.raises(EndOfInput):
        alone.run()
    assert message("play.hint.alone") in shown(alone)
    assert "%" not in shown(alone)


@pytest.mark.parametrize("name", ["bot", "foo:3", "bot:x", "exact"])
def test_a_misspelt_bot_is_not_taken_for_a_person(name: str) -> None:
    with pytest.raises(BadRequest) as problem:
        session.parse_seats([f"2={name}"], load(WITH_SECRETS), 2)
    assert "Traceback" not in problem.value.sentence("fr")


def test_a_seat_given_twice_is_named() -> None:
    with pytest.raises(BadRequest) as problem:
        session.parse_seats(["2=bot:3", "2=bot:4"], load(NO_LUCK), 2)
    assert (problem.value.key, problem.value.facts) == ("error.seat.twice", {"seat": 2})


@pytest.mark.parametrize("name", ["⚙ Bot 2", "🤖"])
def test_no_person_carries_the_sign_that_stands_before_every_bot(name: str) -> None:
    with pytest.raises(BadRequest) as problem:
        session.parse_seats([f"1={name}"], load(NO_LUCK), 2)
    assert problem.value.key == "error.seat.sign"
    table = sit_down(NO_LUCK, io.StringIO(""), 2, {0: "Bot 2", 1: "random"})
    shown = [table.who(seat).text() for seat in range(2)]
    assert [text.startswith("⚙ ") for text in shown] == [False, True]


def test_an_interruption_leaves_the_question_on_a_line_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted() -> str:
        raise KeyboardInterrupt

    screen = Screen(io.StringIO(), io.StringIO())
    monkeypatch.setattr(screen, "answers", SimpleNamespace(readline=interrupted))
    with pytest.raises(KeyboardInterrupt):
        screen.ask("play.eof")
    assert screen.console.file.getvalue().endswith("\n")  # type: ignore[attr-defined]
