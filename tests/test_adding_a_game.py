"""The sixth game: Pig, added as `docs/adding-a-game.md` says, works with every tool.

The laws and the twins play it too (`test_every_game.py`, `test_twins.py`).
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from ludotheque import PACKAGES, load
from ludotheque.cli import main
from ludotheque.log import read

ROOT = Path(__file__).parent.parent
PIG = Path(__file__).parent / "pig"


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["ludotheque", *words])
    with pytest.raises(SystemExit) as leaving:
        main()
    return int(leaving.value.code or 0)


def test_nothing_outside_its_folder_knows_of_it() -> None:
    for path in (ROOT / "src").rglob("*.py"):
        assert "pig" not in path.read_text(encoding="utf-8").lower().split(), path.name


def test_it_needs_few_files_and_few_lines() -> None:
    files = sorted(path.name for path in PIG.iterdir() if path.suffix in (".py", ".toml", ".md"))
    wanted = ["__init__.py", "rules.en.md", "rules.fr.md", "rules.py", "rulings.toml", "text.py"]
    assert files == wanted
    assert len((PIG / "rules.py").read_text(encoding="utf-8").splitlines()) < 150


def test_it_plays_by_its_rules() -> None:
    pig = load("pig")
    s: Any = pig.start()
    assert pig.said(s) == ["roll"]
    refusal = pig.why_not(s, "hold")
    assert refusal is not None
    assert refusal.ruling == "PG2"
    s = pig.play(s, "roll", "6", "roll", "5", "hold", "roll", "4", "roll", "1")
    assert (s.total, s.player) == ([11, 0], 0)
    s.total[0] = 95
    s = pig.play(s, "roll", "5", "hold")
    assert pig.over(s)
    assert [pig.payoff(s, seat) for seat in (0, 1)] == [60, 0]


def test_every_tool_takes_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(monkeypatch, "games") == 0
    assert "pig" in capsys.readouterr().out
    assert run(monkeypatch, "rules", "pig", "--lang", "en") == 0
    assert "| PG1 |" in capsys.readouterr().out
    for engine in ("compiled", "interpreted"):
        words = ["count", "pig", "--depth", "4", "--json", "--engine", engine]
        assert run(monkeypatch, *words) == 0
        counts = json.loads(capsys.readouterr().out)["counts"]
        assert counts == [1, 6, 1 + 5 * 2, 11 * 6 - 5 * 5]
    assert run(monkeypatch, "simulate", "pig", "--games", "2000", "--json") == 0
    assert json.loads(capsys.readouterr().out)["dead_end"] is None
    words = ["play", "pig", "--seat", "1=random", "--seat", "2=random", "--seed", "3"]
    assert run(monkeypatch, *words, "--option", "target=20", "--lang", "fr") == 0
    assert "Victoire" in capsys.readouterr().out
    play_and_save(tmp_path / "pig.play")
    assert run(monkeypatch, "replay", str(tmp_path / "pig.play")) == 0
    assert "Cochon" in capsys.readouterr().out


def play_and_save(path: Path) -> None:
    from ludotheque.log import Play

    pig = load("pig")
    s = start = pig.start(target=10)
    actions = []
    while not pig.over(s):
        actions.append(pig.legal_actions(s)[-1])
        s = pig.after(s, actions[-1])
    Play(pig, start, actions=actions).save(path, notes=True)
    assert read(path).end() == s


def test_it_is_registered_under_its_own_name() -> None:
    assert PACKAGES["pig"] == "pig"
