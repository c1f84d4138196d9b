"""Compiled code is kept between runs, under a key that changes with everything that went in."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from every import OURS, QUICKEST, expected

from ludotheque import load
from ludotheque.fast.compiled import (
    PACKAGE,
    SHARED,
    UNUSED,
    cache_folder,
    cache_root,
    rules_twin,
    twin,
)
from ludotheque.fast.records import array_of

RUN = """
import sys
sys.path.append(sys.argv[1])
from every import QUICKEST
from ludotheque import load
from ludotheque.fast.batch import random_games
game = load(*(sys.argv[2:] or [QUICKEST]))
print(int(random_games(game, game.start(2), 100).plies.sum()))
"""


def run(cache: Path, *words: str) -> str:
    env = os.environ | {"LUDOTHEQUE_CACHE": str(cache)}
    command = [sys.executable, "-c", RUN, str(Path(__file__).parent), *words]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


def test_a_second_process_compiles_nothing(tmp_path: Path) -> None:
    first = run(tmp_path)
    files = sorted(path for path in tmp_path.rglob("*.nb?"))
    assert files
    times = [path.stat().st_mtime_ns for path in files]
    assert run(tmp_path) == first
    assert sorted(tmp_path.rglob("*.nb?")) == files
    assert [path.stat().st_mtime_ns for path in files] == times


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in OURS if expected(name).shorter])
def test_other_data_are_compiled_apart(name: str, tmp_path: Path) -> None:
    shipped = (load(name).folder / "data.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(shipped.replace(*expected(name).shorter), encoding="utf-8")
    cache = tmp_path / "cache"
    assert int(run(cache, name, str(own))) < int(run(cache, name))
    assert len(list((tmp_path / "cache").iterdir())) == 2


def test_checked_and_unchecked_code_are_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDOTHEQUE_CHECKED", raising=False)
    rules = load(QUICKEST).rules
    assert rules_twin(rules, checked=True)[1] != rules_twin(rules, checked=False)[1]


@pytest.mark.parametrize("always", [False, True])
def test_an_index_that_is_out_of_bounds_is_noticed_where_it_is_checked(
    always: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_CHECKED", "yes" if always else "no")
    game = load(QUICKEST)
    kernel, tables = twin(game.rules, checked=not always), array_of([game.start()])
    kernel.mask(tables, 0, np.zeros(2, np.int8))
    with pytest.raises(IndexError):
        kernel.mask(tables, 1, np.zeros(2, np.int8))


def test_the_cache_is_where_it_is_asked_to_be(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path / "own"))
    assert cache_root() == tmp_path / "own"
    monkeypatch.delenv("LUDOTHEQUE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_root() == tmp_path / "ludotheque"


def test_what_is_long_unused_is_thrown_away(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path))
    old, recent = tmp_path / "old", tmp_path / "recent"
    for folder, age in ((old, UNUSED + 60), (recent, 60)):
        folder.mkdir()
        os.utime(folder, (time.time() - age, time.time() - age))
    cache_folder("new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "recent"]


def test_every_shared_module_that_compiles_goes_into_the_key() -> None:
    ours = {path.relative_to(PACKAGE).as_posix(): path for path in PACKAGE.rglob("*.py")}
    compiles = {name for name, path in ours.items() if "\nCOMPILES = True\n" in path.read_text()}
    assert {"parts.py", "luck.py"} <= compiles <= set(SHARED)
    assert set(SHARED) <= set(ours)
