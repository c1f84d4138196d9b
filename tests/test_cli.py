"""The command line: every command, and every mistake as one sentence and exit status 2."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from commands import Done, Run
from every import FEWEST_CHOICES, FOR_THREE, GAMES, NO_LUCK, OURS, Case, another_way, walk, written
from own_data import shipped, spoilt, write_data, wrong

from ludotheque import CHANCE, extras, load
from ludotheque.effects import tell
from ludotheque.log import Play
from ludotheque.terminal.table import capital
from ludotheque.words.messages import LANGUAGES, Message, message, naming, speak


def recorded(name: str, plies: int | None = None) -> Play:
    case = Case(name, max(2, load(name).seats[0]), ())
    actions = [action for _, action in walk(case, 4) if action >= 0]
    return Play(case.game, case.start(first=4), {0: "Zoé"}, actions[:plies])


# ---- what each command does


@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_lists_every_game(run: Run, lang: str) -> None:
    done = run("games", "--lang", lang)
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    assert len(lines) == 1 + len(GAMES)
    for name, line in zip(GAMES, lines[1:], strict=True):
        low, high = load(name).seats
        assert line.startswith(name)
        assert f"{low}–{high}" in line
        assert message(f"{name}.title", lang) in line


@pytest.mark.parametrize("lang", LANGUAGES)
def test_games_as_json(run: Run, lang: str) -> None:
    done = run("games", "--json", "--lang", lang)
    assert (done.status, done.err) == (0, "")
    rows = json.loads(done.out)
    assert [row["name"] for row in rows] == list(GAMES)
    for row in rows:
        assert list(row) == ["name", "title", "players", "luck", "secrets", "about"]
        for part in ("title", "luck", "secrets", "about"):
            assert row[part] == message(f"{row['name']}.{part}", lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", OURS)
def test_rules_shows_the_whole_page(run: Run, name: str, lang: str) -> None:
    done = run("rules", name, "--lang", lang)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("# ")
    assert "{{" not in done.out
    assert "\x1b" not in done.out
    headings = re.findall(r"^## (.*)$", done.out, re.M)
    assert headings[-1].startswith({"fr": "Crédits", "en": "Credits"}[lang])
    for ruling in load(name).rulings:
        assert f"| {ruling.id} | {message(f'ruling.{ruling.id}.ask', lang)} |" in done.out


@pytest.mark.parametrize("name", GAMES)
def test_replay_shows_a_game_to_its_end(run: Run, name: str, tmp_path: Path) -> None:
    play = recorded(name)
    play.save(tmp_path / "x.play")
    done = run("replay", str(tmp_path / "x.play"))
    assert (done.status, done.err) == (0, "")
    s = play.end()
    assert message("play.over") in done.out
    for seat in range(1, s.players):
        assert f"Joueur {seat + 1}\u00a0: {play.game.score(s, seat)}" in done.out
    assert f"Zoé (joueur 1)\u00a0: {play.game.score(s, 0)}" in done.out
    text = play.game.text
    assert "\n".join(play.game.picture(s)) in done.out
    with naming(lambda seat: "" if seat else "Zoé (joueur 1)"):
        assert all(status.text() in done.out for status in text.status(s))
    quiet = run("replay", str(tmp_path / "x.play"), "--quiet", "--lang", "en")
    assert message("play.over", "en") in quiet.out
    assert len(quiet.out) < len(done.out)
    with naming(lambda seat: "" if seat else "Zoé"):
        wanted = [capital(said.text("en")) for said in sentences(play)]
    lines = iter(quiet.out.splitlines())
    assert all(said in lines for said in wanted), "all is told, and in order"
    assert len(wanted) > 10


def sentences(play: Play) -> Iterator[Message]:
    """What is told of a game, all of it open; what chance does in a row is told together."""
    states, untold = list(play.states()), []
    for before, action, after in zip(states, play.actions, states[1:], strict=False):
        untold += play.game.effects(before, action, after)
        if after.player != CHANCE:
            yield from tell(play.game.name, untold)
            untold = []


def test_replay_says_that_a_game_is_not_finished(run: Run, tmp_path: Path) -> None:
    play = recorded(NO_LUCK, plies=5)
    play.save(tmp_path / "x.play")
    done = run("replay", str(tmp_path / "x.play"))
    prompt = play.game.prompt(play.end())
    assert done.out.endswith(message("replay.unfinished", prompt=prompt) + "\n")
    assert message("play.over") not in done.out


def test_count_is_the_same_by_both_engines(run: Run) -> None:
    line = ("count", NO_LUCK, "--players", "3", "--depth", "6", "--json")
    outs = [run(*line, "--engine", engine) for engine in ("interpreted", "compiled", "auto")]
    facts = json.loads(outs[0].out)
    assert list(facts) == ["game", "players", "counts"]
    assert (facts["game"], facts["players"], len(facts["counts"])) == (NO_LUCK, 3, 6)
    s = load(NO_LUCK).start(3)
    assert facts["counts"][0] == len(load(NO_LUCK).legal_actions(s))
    assert facts["counts"] == sorted(facts["counts"])
    assert outs[0] == outs[1] == outs[2] == Done(0, outs[0].out, "")


def test_count_in_words(run: Run) -> None:
    done = run("count", FEWEST_CHOICES, "--depth", "2", "--engine", "interpreted", "--lang", "en")
    counts = written(FEWEST_CHOICES)[2][:2]
    assert done == Done(0, "depth 1: {}\ndepth 2: {}\n".format(*counts), "")


def test_simulate_as_json(run: Run) -> None:
    line = ("simulate", NO_LUCK, "--players", "3", "--games", "500", "--json")
    first, again, other = (run(*line, "--seed", seed) for seed in ("7", "7", "8"))
    assert (first.status, first.err) == (0, "")
    facts, same, differs = (json.loads(done.out) for done in (first, again, other))
    assert facts["game"] == NO_LUCK
    assert (facts["players"], facts["games"]) == (3, 500)
    assert 0 < facts["least"] <= facts["mean"] <= facts["most"] < facts["bound"]
    assert sum(facts["shares"]) == pytest.approx(1)
    assert facts["dead_end"] is None
    assert facts.pop("seconds") >= 0
    del same["seconds"], differs["seconds"]
    assert facts == same
    assert facts["scores"] != differs["scores"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_simulate_in_words(run: Run, lang: str) -> None:
    done = run("simulate", NO_LUCK, "--games", "10", "--lang", lang)
    assert (done.status, done.err) == (0, "")
    assert done.out.startswith(f"{load(NO_LUCK).title().text(lang)}, ")
    assert len(done.out.splitlines()) == 3


def test_play_resumes_a_game(run: Run, tmp_path: Path) -> None:
    recorded(FEWEST_CHOICES, plies=6).save(tmp_path / "x.play")
    done = run("play", "--resume", str(tmp_path / "x.play"), "--seat", "2=Ana", "--seed", "1")
    assert (done.status, done.err) == (0, "")
    assert message("play.resumed", n=6) in done.out
    assert "Ana (joueur 2)" in done.out or "Zoé (joueur 1)" in done.out


def test_without_a_command_there_is_help(run: Run) -> None:
    done = run()
    assert (done.status, done.err) == (0, "")
    assert done.out == run("--help").out
    for name in ("games", "rules", "play", "replay", "count", "simulate"):
        assert f"\n  {name} " in done.out
        assert run(name, "--help").status == 0


def test_a_person_may_interrupt(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("ludotheque.terminal.screen.Screen.ask", interrupt)
    done = run("play", NO_LUCK)
    assert (done.status, done.err) == (130, "")


# ---- mistakes

TITLE = load(NO_LUCK).title().text("fr")
SEATS = [str(n) for n in load(NO_LUCK).seats]
OPTION, _ = another_way(NO_LUCK)
OPTIONS, VALUES = ", ".join(load(NO_LUCK).options), load(NO_LUCK).options[OPTION].names
WRONG = wrong(NO_LUCK)[0]
TOO_MUCH = [
    (
        f"simulate {name} --option {option.name}={option.high + 1}",
        [option.name, str(option.high + 1), f"{option.low}…{option.high}"],
    )
    for name in OURS
    for option in load(name).options.values()
    if not option.names
]
MISTAKES: list[tuple[str, list[str]]] = [  # a command line, and what the sentence names
    ("rules chess", ["chess", ", ".join(GAMES)]),
    ("play chess", ["chess", ", ".join(GAMES)]),
    ("count chess", ["chess", ", ".join(GAMES)]),
    ("simulate chess", ["chess", ", ".join(GAMES)]),
    (f"play {NO_LUCK} --players 9", [TITLE, "9", *SEATS]),
    (f"play {NO_LUCK} --players 0", [TITLE, "0", *SEATS]),
    (f"count {FOR_THREE} --players 2", ["2", *map(str, load(FOR_THREE).seats)]),
    (f"play {NO_LUCK} --players x", ["--players", "x"]),
    (f"play {NO_LUCK} --players 2.5", ["--players", "2.5"]),
    (f"play {NO_LUCK} --option castling=yes", ["castling", OPTIONS]),
    (f"play {NO_LUCK} --option players=3", ["players", OPTIONS]),
    (f"simulate {NO_LUCK} --option first=1", ["first", OPTIONS]),
    (f"play {NO_LUCK} --option {OPTION}=maybe", ["maybe", ", ".join(VALUES)]),
    *TOO_MUCH,
    (f"play {NO_LUCK} --option {OPTION}", [OPTION, "="]),
    (f"play {NO_LUCK} --option =yes", ["=yes"]),
    (f"play {NO_LUCK} --option {OPTION}=", [f"{OPTION}="]),
    (f"play {NO_LUCK} --seat bob", ["bob", "random", "1", "2"]),
    (f"play {NO_LUCK} --seat 3=bob", ["3=bob", "1", "2"]),
    (f"play {NO_LUCK} --seat 2=", ["2=", "1", "2"]),
    (f"play {NO_LUCK} --first 3", ["--first", "1", "2", "3"]),
    (f"play {NO_LUCK} --first me", ["--first", "1", "2", "me"]),
    (f"play {NO_LUCK} --series 0", ["--series", "1", "99"]),
    (f"play {NO_LUCK} --players 1 --series 3", []),
    (f"play {NO_LUCK} --seed x", ["--seed", "x"]),
    (f"count {NO_LUCK} --depth 0", ["--depth", "1", "99"]),
    (f"count {NO_LUCK} --depth -1", ["--depth", "1", "99", "-1"]),
    (f"count {NO_LUCK} --depth x", ["--depth", "1", "99", "x"]),
    (f"count {NO_LUCK} --engine turbo", ["turbo", "auto, compiled, interpreted"]),
    (f"simulate {NO_LUCK} --games 0", ["--games", "1"]),
    (f"simulate {NO_LUCK} --seed -1", ["--seed", "0", "-1"]),
    ("games --lang de", ["de", "fr, en"]),
    (f"rules {NO_LUCK} --lang de", ["de", "fr, en"]),
    ("dance", ["dance", "ludotheque --help"]),
    (f"count {NO_LUCK} --depht 3", ["--depht", "--depth", "ludotheque count --help"]),
    ("games --bogus", ["--bogus. ", "ludotheque games --help"]),
    ("games chess", ["chess", "ludotheque games --help"]),
    ("rules", ["GAME", "ludotheque rules --help"]),
    ("replay", ["FILE", "ludotheque replay --help"]),
    (f"play {NO_LUCK} --players", ["--players", "ludotheque play --help"]),
    ("games --json=3", ["--json", "ludotheque games --help"]),
    ("person dance", ["dance", "ludotheque person --help"]),
    ("tables show", ["TABLE", "ludotheque tables show --help"]),
    (f"play {NO_LUCK} --seat 2=robot", ["robot", "random, bot:1"]),
    ("replay none.play", ["none.play"]),
    ("replay .", ["."]),
    ("replay corrupt.play", ["corrupt.play", "11"]),
    ("replay text.play", ["text.play", "ludotheque play 1"]),
    ("play --resume none.play", ["none.play"]),
    ("play --resume corrupt.play", ["corrupt.play", "11"]),
    ("play --resume good.play --seat 5=Ana", ["5=Ana", "2"]),
    ("replay good.play --data wrong.toml", [WRONG.what, WRONG.right]),
    ("replay good.play --data other.toml", ["good.play", "--data"]),
    (f"rules {NO_LUCK} --data none.toml", ["none.toml"]),
    (f"rules {NO_LUCK} --data text.play", ["text.play", "TOML"]),
    (f"play {NO_LUCK} --data wrong.toml", [WRONG.what, WRONG.right]),
    (f"simulate {NO_LUCK} --data wrong.toml", [WRONG.what, WRONG.right]),
]


@pytest.fixture
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a good file and some that are not."""
    monkeypatch.chdir(tmp_path)
    play = recorded(NO_LUCK, plies=3)
    play.save(Path("good.play"))
    text = play.text()
    line = text.splitlines()[10]
    Path("corrupt.play").write_text(text.replace(line, line[:2] + "zz"), encoding="utf-8")
    Path("text.play").write_text("hello there\n", encoding="utf-8")
    write_data(spoilt(WRONG), Path("wrong.toml"))
    write_data(shipped(NO_LUCK) | {"note": "Mine."}, Path("other.toml"))


@pytest.mark.usefixtures("_files")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("line", "named"), MISTAKES, ids=[line for line, _ in MISTAKES])
def test_a_mistake_is_one_sentence(run: Run, line: str, named: list[str], lang: str) -> None:
    speak(lang)
    done = run(*line.split())
    assert (done.status, done.out) == (2, "")
    assert done.err.endswith("\n")
    assert done.err.count("\n") == 1
    for word in named:
        assert word in done.err
    assert "Traceback" not in done.err


@pytest.mark.usefixtures("_files")
@pytest.mark.parametrize("line", [line for line, _ in MISTAKES if "--lang" not in line])
def test_a_mistake_is_told_in_the_language_chosen(run: Run, line: str) -> None:
    speak("fr")
    french = run(*line.split()).err
    speak("en")
    assert run(*line.split()).err != french


ENGLISH = ("such", "Missing", "Got", "unexpected", "requires", "does not", "Invalid", "Possible")


@pytest.mark.parametrize("line", [line for line, named in MISTAKES if "--help" in str(named)])
def test_a_command_written_wrongly_is_told_in_french_alone(run: Run, line: str) -> None:
    told = run(*line.split()).err
    assert [word for word in ENGLISH if word in told] == []


def test_a_command_written_wrongly_is_told_in_the_language_that_it_asks_for(run: Run) -> None:
    done = run("games", "--bogus", "--lang", "en")
    assert done.err == "The command is not right: " + (
        "there is no option --bogus. See “ludotheque games --help”.\n"
    )


def test_a_bot_that_there_is_not_is_named_as_it_was_written(run: Run) -> None:
    done = run("play", NO_LUCK, "--seat", "2=Robot", "--lang", "en")
    assert done.err.startswith("No bot is called “Robot”")


def test_what_needs_an_extra_says_which(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "is_fast", lambda: False)
    for line in (f"simulate {NO_LUCK}", f"count {NO_LUCK} --engine compiled"):
        done = run(*line.split())
        assert (done.status, done.out) == (2, "")
        assert 'pip install "ludotheque[fast]"' in done.err
        assert done.err.count("\n") == 1
    assert run("count", NO_LUCK, "--depth", "2").status == 0


# ---- what is loaded


@pytest.mark.parametrize(
    "code",
    [
        "import ludotheque",
        "import ludotheque as l\nfor name in l.PACKAGES: l.load(name).start()",
        "import ludotheque.log, ludotheque.words.rulebook, ludotheque.series",
    ],
)
def test_the_library_loads_nothing_that_is_heavy(code: str) -> None:
    heavy = ("numpy", "numba", "typer", "click", "rich", "pydantic")
    ask = f"import sys\n{code}\nprint([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
