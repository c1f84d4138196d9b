"""What a link shows before it is opened: title, a sentence and the cover, in the head of the page.

Of a table it tells the game and how far it has come, which its name alone gives to anybody: never
who sits there, nor anything of the position.

In the literature: the Open Graph protocol.
"""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from starlette.requests import Request

from ludotheque.errors import LudothequeError
from ludotheque.game import load
from ludotheque.games import PACKAGES, cover_of
from ludotheque.server.guard import language_of
from ludotheque.server.identity import NAME
from ludotheque.server.store import Store
from ludotheque.words.messages import LANGUAGES, message

TITLE = "<title>Ludothèque</title>"  # of the page as it was built


class Preview(NamedTuple):
    """What is shown of a link."""

    title: str
    about: str
    picture: str  # a path of this server


async def preview_of(request: Request) -> Preview:
    """What to show of the address that is asked for."""
    lang = asked_language(request)
    kind, _, name = request.url.path.strip("/").partition("/")
    if kind == "t":
        game, what = await table_facts(request, name)
    else:
        game, what = (name, kind) if name in PACKAGES else ("", "")
    if not game:
        return Preview(message("web.title", lang), message("web.shelf.lead", lang), "/icon-512.png")
    about = message(f"{game}.about", lang)
    key = f"page.preview.{what}"
    picture = f"/cover/{game}.png" if cover_of(game).is_file() else "/icon-512.png"
    return Preview(load(game).title().text(lang), message(key, lang, about=about), picture)


async def table_facts(request: Request, name: str) -> tuple[str, str]:
    """The game of a table and how far it has come; nothing if there is none."""
    store: Store = request.app.state.store
    if not NAME.fullmatch(name):
        return "", ""
    try:
        row = await store.table(name)
    except LudothequeError:
        return "", ""  # the page itself will say so
    return (row.game, row.status) if row and row.game in PACKAGES else ("", "")


def asked_language(request: Request) -> str:
    """The language that the address asks for, else that of the browser."""
    asked = request.query_params.get("lang", "")
    return asked if asked in LANGUAGES else language_of(request.headers)


def with_preview(page: str, preview: Preview, request: Request) -> str:
    """The page with a head that tells what it is about."""
    home = str(request.base_url).rstrip("/")
    facts = {
        "og:site_name": "Ludothèque",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.about,
        "og:url": home + request.url.path,
        "og:image": home + preview.picture,
        "twitter:card": "summary_large_image",
    }
    tags = "".join(
        f'<meta property="{name}" content="{escape(text)}" />' for name, text in facts.items()
    )
    about = f'<meta name="description" content="{escape(preview.about)}" />'
    return page.replace(TITLE, TITLE + about + tags, 1)
