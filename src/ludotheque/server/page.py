"""A plain page that lists the games."""

from __future__ import annotations

from html import escape

from ludotheque.game import load
from ludotheque.games import PACKAGES
from ludotheque.messages import message


def shelf(lang: str) -> str:
    """All games with their rules, in one language."""
    rows = []
    for name in PACKAGES:
        game = load(name)
        low, high = game.seats
        about = message(f"{name}.about", lang)
        players = message("play.players.range", lang, low=low, high=high)
        rules = f"/api/games/{name}/rules?lang={lang}"
        title = escape(game.title().text(lang))
        rows.append(f'<li><a href="{rules}">{title}</a> ({players})<br>{escape(about)}</li>')
    words = {key: escape(message(f"page.shelf.{key}", lang)) for key in ("title", "lead", "api")}
    return (
        f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{words['title']}</title></head><body><main><h1>{words['title']}</h1>"
        f"<p>{words['lead']}</p><ul>{''.join(rows)}</ul>"
        f'<p><a href="/openapi.json">{words["api"]}</a></p></main></body></html>'
    )
