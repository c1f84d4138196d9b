"""The command: a table, JSON, and every mistake as one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Run

from ludotheque import extras
from ludotheque.cli import arena
from ludotheque.words.messages import LANGUAGES, message, speak


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_match_ends_in_a_table(run: Run, lang: str) -> None:
    done = run("arena", "rolit", "random", "random", "--games", "20", "--jobs", "1", "--lang", lang)
    assert (done.status, done.err) == (0, "")
    title, seating, heads, *rows = done.out.splitlines()
    assert title.startswith("Rolit Junior")
    assert "20" in title
    assert "random" in seating
    assert message("arena.head.share", lang) in heads
    assert message("arena.head.rating", lang) not in heads
    assert len(rows) == 2
    for row in rows:
        assert row.startswith("random")
        assert {"fr": " 50,0 ", "en": " 50.0 "}[lang] in row
        assert "±" in row


@pytest.mark.parametrize("lang", LANGUAGES)
def test_of_more_than_two_bots_there_are_ratings(run: Run, lang: str) -> None:
    words = ("rolit", "random", "random", "random", "--games", "7", "--jobs", "1")
    done = run("arena", *words, "--lang", lang)
    rounded, _, _, heads, *rows = done.out.splitlines()
    assert rounded == message("arena.rounded", lang, total=12, asked=7, a_deal=6)
    assert message("arena.head.rating", lang) in heads
    assert len(rows) == 3


def test_a_game_for_one_has_no_shares(run: Run) -> None:
    done = run("arena", "quinze", "random", "--players", "1", "--games", "5", "--jobs", "1")
    assert done.status == 0
    assert message("arena.head.share") not in done.out


def test_json_has_what_tools_need(run: Run, tmp_path: Path) -> None:
    words = ["rolit", "random", "random", "--players", "3", "--games", "12", "--seed", "4"]
    words += ["--option", "capture_optional=yes", "--jobs", "1", "--json"]
    done = run("arena", *words, "--keep", str(tmp_path / "kept"))
    assert (done.status, done.err) == (0, "")
    facts = json.loads(done.out)
    bots = facts.pop("bots")
    assert facts.pop("plies") >= 12 * 32
    assert facts.pop("fair") == pytest.approx(1 / 3)
    assert facts == {
        "game": "rolit",
        "players": 3,
        "options": {"no_capture_pass": "no", "capture_optional": "yes"},
        "seed": 4,
        "games": 12,
        "deals": 4,
        "asked": 12,
    }
    assert [bot["name"] for bot in bots] == ["random", "random"]
    spans = ["share", "low", "high"]
    for name in ("score", "margin", "rating"):
        spans += [name, f"{name}_low", f"{name}_high"]
    assert list(bots[0]) == ["name", "games", *spans, "turns", "mean_ms", "max_ms"]
    assert bots[0]["low"] <= bots[0]["share"] <= bots[0]["high"]
    assert run("arena", *words, "--keep", str(tmp_path / "kept")).out == done.out


MISTAKES: list[tuple[str, list[str]]] = [
    ("chess random random", ["chess"]),
    ("rolit random nobody", ["nobody", "random"]),
    ("rolit random bot:99", ["99"]),
    ("rolit random search:x", ["search:x"]),
    ("rolit random", ["2", "1"]),
    ("rolit", ["BOT"]),
    ("rolit random random --games 0", ["--games", "1"]),
    ("rolit random random --games x", ["--games", "x"]),
    ("rolit random random --players 9", ["9", "1", "4"]),
    ("rafletout random random --players 2", ["3", "6"]),
    ("rolit random random --seed -1", ["--seed", "-1"]),
    ("rolit random random --jobs 0", ["--jobs", "0"]),
    ("rolit random random --option castling=yes", ["castling"]),
    ("rolit random random --option first=1", ["first"]),
    ("rolit random random --keep text", ["text", "ludotheque arena 1"]),
    ("rolit random random --keep other", ["other", "seed", "0", "9"]),
    ("rolit random random --keep damaged", ["damaged", "2"]),
    ("rolit random random --keep .", ["."]),
    ("rolit random random --data none.toml", ["none.toml"]),
]


@pytest.fixture
def _files(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("hello\n", encoding="utf-8")
    for name, seed in (("other", "9"), ("damaged", "0")):
        words = ("--games", "2", "--jobs", "1", "--seed", seed, "--keep", name)
        assert run("arena", "rolit", "random", "random", *words).status == 0
    lines = Path("damaged").read_text(encoding="utf-8").splitlines(keepends=True)
    Path("damaged").write_text(lines[0] + "{\n" + lines[1], encoding="utf-8")


@pytest.mark.usefixtures("_files")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("line", "named"), MISTAKES, ids=[line for line, _ in MISTAKES])
def test_a_mistake_is_one_sentence(run: Run, line: str, named: list[str], lang: str) -> None:
    speak(lang)
    done = run("arena", *line.split())
    assert (done.status, done.out) == (2, "")
    assert done.err.count("\n") == 1
    for word in named:
        assert word in done.err
    speak("en" if lang == "fr" else "fr")
    assert run("arena", *line.split()).err != done.err


def test_what_needs_an_extra_says_which(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.arena.ray.find_spec", lambda _: None)
    for words in (("--ray",), ("--ray", "10.0.0.1:6379"), ("--ray", "--json"), ("--ray=auto",)):
        done = run("arena", "rolit", "random", "random", *words)
        assert (done.status, 'pip install "ludotheque[ray]"' in done.err) == (2, True)
    monkeypatch.setattr(extras, "is_fast", lambda: False)
    done = run("arena", "rolit", "random", "random")
    assert (done.status, 'pip install "ludotheque[fast]"' in done.err) == (2, True)


def test_ray_may_stand_with_and_without_an_address(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []

    def note(game: object, match: object, jobs: object, ray: str | None) -> bool:
        asked.append(ray)
        return False

    monkeypatch.setattr(arena, "played", note)
    for words in ("", "--ray", "--ray 10.0.0.1:6379", "--ray --json", "--ray=auto"):
        assert run("arena", "rolit", "random", "random", *words.split()).status == 130
    assert asked == [None, "local", "10.0.0.1:6379", "local", "auto"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_interrupts_is_told_what_was_played(
    run: Run, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ludotheque.arena import matches

    real = matches.batches

    def interrupted(*given: object) -> object:
        for n, results in enumerate(real(*given)):  # type: ignore[arg-type]
            if n == 2:
                raise KeyboardInterrupt
            yield results

    monkeypatch.setattr(matches, "batches", interrupted)
    words = ("rolit", "random", "random", "--games", "1000", "--jobs", "1", "--lang", lang)
    done = run("arena", *words)
    assert (done.status, done.err) == (130, "")
    assert message("arena.stopped", lang, games=5, asked=1000) in done.out
    assert len(done.out.splitlines()) == 6


def test_a_line_of_a_table_is_never_cut_in_a_pipe(run: Run) -> None:
    words = ("quinze", "random", "random", "random", "--players", "3", "--games", "3")
    done = run("arena", *words, "--jobs", "1", "--lang", "en")
    assert (done.status, done.err) == (0, "")
    assert "…" not in done.out
    assert message("arena.head.rating", "en") in done.out
