"""The command: a table, JSON, and every mistake as one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Run
from every import FEWEST_CHOICES, FOR_THREE, NO_LUCK, settings

from ludotheque import extras, load
from ludotheque.cli import arena
from ludotheque.words.messages import LANGUAGES, message, speak


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_match_ends_in_a_table(run: Run, lang: str) -> None:
    done = run("arena", NO_LUCK, "random", "random", "--games", "20", "--jobs", "1", "--lang", lang)
    assert (done.status, done.err) == (0, "")
    title, seating, heads, *rows = done.out.splitlines()
    assert title.startswith(load(NO_LUCK).title().text(lang))
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
    words = (NO_LUCK, "random", "random", "random", "--games", "7", "--jobs", "1")
    done = run("arena", *words, "--lang", lang)
    rounded, _, _, heads, *rows = done.out.splitlines()
    assert rounded == message("arena.rounded", lang, total=12, asked=7, a_deal=6)
    assert message("arena.head.rating", lang) in heads
    assert len(rows) == 3


def test_a_game_for_one_has_no_shares(run: Run) -> None:
    done = run("arena", FEWEST_CHOICES, "random", "--players", "1", "--games", "5", "--jobs", "1")
    assert done.status == 0
    assert message("arena.head.share") not in done.out


def test_json_has_what_tools_need(run: Run, tmp_path: Path) -> None:
    chosen = dict(list(settings(load(NO_LUCK)))[1])  # an option that is not as usual
    words = [NO_LUCK, "random", "random", "--players", "3", "--games", "12", "--seed", "4"]
    words += ["--option", *("=".join(one) for one in chosen.items()), "--jobs", "1", "--json"]
    done = run("arena", *words, "--keep", str(tmp_path / "kept"))
    assert (done.status, done.err) == (0, "")
    facts = json.loads(done.out)
    bots = facts.pop("bots")
    kept = [json.loads(line) for line in (tmp_path / "kept").read_text("utf-8").splitlines()[1:]]
    assert facts.pop("plies") == sum(one["plies"] for one in kept) > 12 * 10
    assert facts.pop("fair") == pytest.approx(1 / 3)
    assert facts == {
        "game": NO_LUCK,
        "players": 3,
        "options": load(NO_LUCK).chosen(load(NO_LUCK).start(3)) | chosen,
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
    (f"{NO_LUCK} random nobody", ["nobody", "random"]),
    (f"{NO_LUCK} random bot:99", ["99"]),
    (f"{NO_LUCK} random search:x", ["search:x"]),
    (f"{NO_LUCK} random", ["2", "1"]),
    (NO_LUCK, ["BOT"]),
    (f"{NO_LUCK} random random --games 0", ["--games", "1"]),
    (f"{NO_LUCK} random random --games x", ["--games", "x"]),
    (f"{NO_LUCK} random random --players 9", ["9", *map(str, load(NO_LUCK).seats)]),
    (f"{FOR_THREE} random random --players 2", [str(n) for n in load(FOR_THREE).seats]),
    (f"{NO_LUCK} random random --seed -1", ["--seed", "-1"]),
    (f"{NO_LUCK} random random --jobs 0", ["--jobs", "0"]),
    (f"{NO_LUCK} random random --option castling=yes", ["castling"]),
    (f"{NO_LUCK} random random --option first=1", ["first"]),
    (f"{NO_LUCK} random random --keep text", ["text", "ludotheque arena 1"]),
    (f"{NO_LUCK} random random --keep other", ["other", "seed", "0", "9"]),
    (f"{NO_LUCK} random random --keep damaged", ["damaged", "2"]),
    (f"{NO_LUCK} random random --keep .", ["."]),
    (f"{NO_LUCK} random random --data none.toml", ["none.toml"]),
]


@pytest.fixture
def _files(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("hello\n", encoding="utf-8")
    for name, seed in (("other", "9"), ("damaged", "0")):
        words = ("--games", "2", "--jobs", "1", "--seed", seed, "--keep", name)
        assert run("arena", NO_LUCK, "random", "random", *words).status == 0
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
        done = run("arena", NO_LUCK, "random", "random", *words)
        assert (done.status, 'pip install "ludotheque[ray]"' in done.err) == (2, True)
    monkeypatch.setattr(extras, "is_fast", lambda: False)
    done = run("arena", NO_LUCK, "random", "random")
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
        assert run("arena", NO_LUCK, "random", "random", *words.split()).status == 130
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
    words = (NO_LUCK, "random", "random", "--games", "1000", "--jobs", "1", "--lang", lang)
    done = run("arena", *words)
    assert (done.status, done.err) == (130, "")
    assert message("arena.stopped", lang, games=5, asked=1000) in done.out
    assert len(done.out.splitlines()) == 6


def test_a_line_of_a_table_is_never_cut_in_a_pipe(run: Run) -> None:
    words = (FEWEST_CHOICES, "random", "random", "random", "--players", "3", "--games", "3")
    done = run("arena", *words, "--jobs", "1", "--lang", "en")
    assert (done.status, done.err) == (0, "")
    assert "…" not in done.out
    assert message("arena.head.rating", "en") in done.out
