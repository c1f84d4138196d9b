"""Build `docs/games` from the rules pages, the rulings and the catalogues.

The tables of levels, settings and requests in other pages, and the schema of the socket, come
from the code itself.

python scripts/docs.py [--check]
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import get_args

from pydantic import TypeAdapter

sys.path.insert(0, str(Path(__file__).parent))

from freshness import keep_fresh

from ludotheque import PACKAGES, Game, learned, load
from ludotheque.bot_names import Level, character, levels, title
from ludotheque.server import requests, responses, settings
from ludotheque.words.messages import LANGUAGES, message
from ludotheque.words.rulebook import rules_page

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
    built[bots] = with_learned(with_levels(bots.read_text(encoding="utf-8")))
    server, protocol = DOCS / "server.md", DOCS / "protocol.md"
    built[server] = with_settings(server.read_text(encoding="utf-8"))
    built[protocol] = with_news(with_requests(protocol.read_text(encoding="utf-8")))
    built[DOCS / "protocol.json"] = schema()
    return built


def filled(page: str, mark: str, heads: str, rows: list[str]) -> str:
    """The page with a table between its marks."""
    begin, end = f"<!-- {mark} -->", f"<!-- end {mark} -->"
    block = "\n".join([begin, *heads.split("\n"), *rows, end])
    return re.sub(f"{begin}.*{end}", lambda _: block, page, flags=re.S)


def with_settings(page: str) -> str:
    """The page of the server with all settings."""
    rows = [
        f"| `{row.variable}` | {row.default} | {message(row.meaning, 'en')} |"
        for row in settings.rows()
    ]
    return filled(page, "variables", "| variable | default | |\n|---|---|---|", rows)


def with_requests(page: str) -> str:
    """The page of the protocol with every request a client may send."""
    rows = []
    for kind in (*get_args(requests.Requests), requests.Look, requests.Here):
        usual = {"do", "id"} if kind in (requests.Look, requests.Here) else {"do", "seat", "id"}
        fields = [name for name in kind.model_fields if name not in usual]
        listed = " ".join(f"`{name}`" for name in fields)
        do = kind.model_fields["do"].annotation.__args__[0]
        rows.append(f"| `{do}` | {listed} | {kind.__doc__} |")
    return filled(page, "requests", "| do | with | |\n|---|---|---|", rows)


def with_news(page: str) -> str:
    """The page of the protocol with every field of a piece of news."""
    rows = [
        f"| `{name}` | {'' if field.is_required() else 'if there is one'} | {field.description} |"
        for name, field in responses.News.model_fields.items()
        if name != "type"
    ]
    return filled(page, "news", "| field | | |\n|---|---|---|", rows)


def schema() -> str:
    """The schema of what travels through a socket."""
    sent = requests.FRAME.json_schema()
    frames = responses.News | responses.People | responses.Chat | responses.Done | responses.Failed
    news = TypeAdapter(frames).json_schema()
    whole = {"client": sent, "server": news}
    return json.dumps(whole, indent=1, sort_keys=True) + "\n"


def judgement(game: Game, level: Level) -> str:
    """By what a level tells good positions from bad ones."""
    if level.learned and learned.path_of(game).exists():
        told = "what was learned"
    elif level.plain or game.part("advice") is None:
        told = "uniform playouts"
    else:
        told = "advised playouts"
    return f"what is proven, else {told}" if level.exact else told


def with_learned(page: str) -> str:
    """The page of the bots with what was learned, and from how much."""
    heads = "| game | players | games | simulations a choice | minutes | cores | fair | loss |"
    heads += "\n|---|--:|---|---|---|---|--:|--:|"
    rows = []
    for game in map(load, PACKAGES):
        if not learned.path_of(game).exists():
            continue
        told = tomllib.loads(learned.path_of(game).read_text(encoding="utf-8"))["players"]
        for players, part in told.items():
            lists = [" + ".join(f"{n:,}" for n in part[key]) for key in ("games", "simulations")]
            minutes = " + ".join(f"{seconds / 60:.0f}" for seconds in part["seconds"])
            cores = ", ".join(map(str, part["cores"]))
            losses = [f"{part[key]:.3f}" for key in ("fair", "loss")]
            cells = (game.title().text("en"), players, *lists, minutes, cores, *losses)
            rows.append("| " + " | ".join(cells) + " |")
    return filled(page, "learned", heads, rows)


def with_levels(page: str) -> str:
    """The page of the bots with the table of levels as they are now."""
    heads = (
        "| game | level |  | how it plays | simulations | looks ahead | eye out by | judges by |"
    )
    heads += "\n|---|--:|---|---|--:|--:|--:|---|"
    rows = []
    for name in PACKAGES:
        game = load(name)
        for n, level in enumerate(levels(name), start=1):
            words = [one.text("en") for one in (title(game, n), character(game, n))]
            cells = [game.title().text("en"), str(n), *words, f"{level.simulations:,}"]
            cells += [f"{level.sight or ''}", f"{level.blur or ''}", judgement(game, level)]
            rows.append("| " + " | ".join(cells) + " |")
    return filled(page, "settings", heads, rows)


if __name__ == "__main__":
    sys.exit(keep_fresh(pages().items()))
