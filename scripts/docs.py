"""Build `docs/games` from the rules pages, the rulings and the catalogues.

The table of levels in `docs/bots.md` comes from the levels themselves.

python scripts/docs.py [--check]
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from ludotheque import PACKAGES, load
from ludotheque.bots.levels import levels, title
from ludotheque.messages import LANGUAGES, message
from ludotheque.pages import rules_page

DOCS = Path(__file__).parent.parent / "docs"
FOLDER = DOCS / "games"


def pages() -> dict[Path, str]:
    """Every page by its file."""
    built = {}
    for name in PACKAGES:
        for lang in LANGUAGES:
            page = rules_page(load(name), lang).rstrip()
            made = message("page.generated", lang)
            built[FOLDER / f"{name}.{lang}.md"] = f"{page}\n\n*{made}*\n"
    bots = DOCS / "bots.md"
    built[bots] = with_levels(bots.read_text(encoding="utf-8"))
    return built


def with_levels(page: str) -> str:
    """The page of the bots with the table of levels as they are now."""
    heads = ("game", "level", "", "simulations", "playouts", "blunders", "exact")
    rows = ["| " + " | ".join(heads) + " |", "|---|--:|---|--:|---|--:|---|"]
    for name in PACKAGES:
        game = load(name)
        for n, level in enumerate(levels(name), start=1):
            plain = level.plain or game.part("advice") is None
            name_of_it = (game.title().text("en"), str(n), title(game, n).text("en"))
            blunders = f"{level.blunders} %" if level.blunders else ""
            exact = "where known" if level.exact else ""
            thinks = (f"{level.simulations:,}", "uniform" if plain else "advised")
            cells = (*name_of_it, *thinks, blunders, exact)
            rows.append("| " + " | ".join(cells) + " |")
    block = "\n".join(["<!-- settings -->", *rows, "<!-- end settings -->"])
    return re.sub("<!-- settings -->.*<!-- end settings -->", lambda _: block, page, flags=re.S)


def main(check: bool) -> int:
    """Write the pages, or only say which are not up to date."""
    stale = [
        path
        for path, text in pages().items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    for path in stale:
        print(f"{'not up to date' if check else 'written'}: {path.relative_to(DOCS.parent)}")
        if not check:
            FOLDER.mkdir(parents=True, exist_ok=True)
            path.write_text(pages()[path], encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv))
