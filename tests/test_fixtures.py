"""What the page's tests are given is what the tables tell today."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from every import OURS

SCRIPTS = Path(__file__).parent.parent / "scripts"


@pytest.mark.parametrize("name", OURS)
def test_the_positions_that_boards_are_drawn_from_are_fresh(name: str) -> None:
    script = runpy.run_path(str(SCRIPTS / "frames.py"))
    written = (script["FOLDER"] / f"{name}.json").read_text(encoding="utf-8")
    assert written == script["made"](name), "run `make fixtures`"


def test_the_witnessed_game_is_fresh() -> None:
    script = runpy.run_path(str(SCRIPTS / "witness.py"))
    assert script["FILE"].read_text(encoding="utf-8") == script["text"](), "run `make fixtures`"
