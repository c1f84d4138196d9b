"""Build `docs/games` from the rules pages, the rulings and the catalogues.

python scripts/docs.py [--check]
"""

from __future__ import annotations

import sys
from pathlib import Path

from ludotheque import PACKAGES, load
from ludotheque.messages import LANGUAGES, message
from ludotheque.pages import rules_page

FOLDER = Path(__file__).parent.parent / "docs" / "games"


def pages() -> dict[Path, str]:
    """Every page by its file."""
    built = {}
    for name in PACKAGES:
        for lang in LANGUAGES:
            page = rules_page(load(name), lang).rstrip()
            made = message("page.generated", lang)
            built[FOLDER / f"{name}.{lang}.md"] = f"{page}\n\n*{made}*\n"
    return built


def main(check: bool) -> int:
    """Write the pages, or only say which are not up to date."""
    stale = [
        path
        for path, text in pages().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path in stale:
        print(f"{'not up to date' if check else 'written'}: docs/games/{path.name}")
        if not check:
            FOLDER.mkdir(parents=True, exist_ok=True)
            path.write_text(pages()[path], encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
