"""The page: what was built of `web/`, or a plain list of the games where nothing was."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from html import escape
from mimetypes import guess_type
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.datastructures import Headers
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope

from ludotheque.errors import Refused
from ludotheque.game import load
from ludotheque.games import PACKAGES, cover_of
from ludotheque.server.guard import language_of
from ludotheque.server.preview import Preview, preview_of, with_preview
from ludotheque.site.engine import INVENTORY, own_engine
from ludotheque.words.messages import message

BUILT = Path(__file__).parent.parent / "static"
PLACES = ("/", "/me", "/t/{name}", "/new/{name}", "/learn/{name}", "/rules/{name}")
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}  # the names hold a hash
FRESH = {"cache-control": "no-cache"}
A_DAY = {"cache-control": "public, max-age=86400"}
SMALLER = {"br": ".br", "gzip": ".gz"}  # what the build has laid beside a text


class Assets(StaticFiles):
    """Files whose names change with what is in them."""

    def file_response(
        self, full_path: PathLike, _: object, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file that need never be asked for again."""
        return send(Path(full_path), Headers(scope=scope), FOREVER, status_code)


def send(file: Path, asked: Headers, headers: dict[str, str], status: int = 200) -> FileResponse:
    """A file, as small as whoever asks can read it."""
    headers = headers | {"vary": "accept-encoding"}
    accepted = {
        word.partition(";")[0].strip() for word in asked.get("accept-encoding", "").split(",")
    }
    for coding, ending in SMALLER.items():
        small = file.with_name(file.name + ending)
        if coding in accepted and small.is_file():
            kind = guess_type(file.name)[0]
            headers["content-encoding"] = coding
            return FileResponse(small, status, headers=headers, media_type=kind)
    return FileResponse(file, status, headers=headers)


def serve_page(app: FastAPI) -> None:
    """Serve the page at every place that it knows."""
    for place in PLACES:
        app.add_api_route(place, anywhere, include_in_schema=False)
    app.add_api_route("/cover/{name}.png", cover, include_in_schema=False)
    app.add_api_route("/engine/{path:path}", engine, include_in_schema=False)
    if BUILT.is_dir():
        app.mount("/assets", Assets(directory=BUILT / "assets"))
        for file in BUILT.iterdir():
            if file.is_file() and not file.name.startswith(("index.html", ".")):
                app.add_api_route(f"/{file.name}", extra(file), include_in_schema=False)


async def anywhere(request: Request) -> Response:
    """The page, wherever one is on it, with what its link shows."""
    return page(request, preview=await preview_of(request))


def page(request: Request, status: int = 200, preview: Preview | None = None) -> Response:
    """The page; where nothing was built, a list of the games."""
    if not (BUILT / "index.html").is_file():
        return HTMLResponse(shelf(language_of(request.headers)), status)
    if preview is None:
        return send(BUILT / "index.html", request.headers, FRESH, status)
    text = (BUILT / "index.html").read_text(encoding="utf-8")
    headers = FRESH | {"vary": "accept-language"}
    return HTMLResponse(with_preview(text, preview, request), status, headers)


async def cover(name: str) -> Response:
    """The picture of a game's cover."""
    if name not in PACKAGES or not cover_of(name).is_file():
        raise Refused("unknown", "refused.page")
    return FileResponse(cover_of(name), headers=A_DAY)


def engine(path: str) -> Response:
    """A file of what plays in the browser when the server is gone; made when first asked for."""
    if (content := own_engine().get(path)) is None:
        raise Refused("unknown", "refused.page")
    kind = guess_type(path)[0] or "application/octet-stream"
    headers = FRESH if path == INVENTORY else FOREVER
    return Response(content, headers=headers, media_type=kind)


def wants_page(request: Request) -> bool:
    """Whether a person has come to an address that leads nowhere."""
    accepted = request.headers.get("accept", "")
    return "text/html" in accepted and not request.url.path.startswith("/api")


def extra(file: Path) -> Callable[[], Awaitable[FileResponse]]:
    """A file beside the page: its icon, its manifest, what works offline."""

    async def send() -> FileResponse:
        return FileResponse(file, headers=FRESH)

    return send


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
