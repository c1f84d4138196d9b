"""A desk needs the standard library and nothing else, and plays every game with it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from every import OURS


def test_every_game_is_played_where_there_is_only_the_standard_library() -> None:
    script = Path(__file__).with_name("bare.py")
    asked = [sys.executable, "-W", "error", str(script)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    *played, strange = done.stdout.splitlines()
    assert played == [*OURS]
    assert strange == "strange:"
