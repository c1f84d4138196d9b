"""Files that scripts make: written, or with `--check` only compared with what is there."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent
CHECK = "--check"


def keep_fresh(files: Iterable[tuple[Path, str]]) -> int:
    """Write those that are not up to date, or only say which; the exit status of the script."""
    is_check, is_stale = CHECK in sys.argv, False
    for path, text in files:
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        is_stale = True
        print(f"{'not up to date' if is_check else 'written'}: {path.relative_to(ROOT)}")
        if not is_check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return 1 if is_check and is_stale else 0


def asked_for() -> list[str]:
    """What the command line names: games, most often."""
    return [word for word in sys.argv[1:] if word != CHECK]
