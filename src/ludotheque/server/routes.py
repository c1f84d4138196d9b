"""The HTTP routes of the API."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse, StreamingResponse
from pydantic import TypeAdapter
from starlette.requests import HTTPConnection

from ludotheque.errors import Refused
from ludotheque.extras import can_think
from ludotheque.game import load
from ludotheque.games import PACKAGES
from ludotheque.server import album, identity, requests, responses
from ludotheque.server.fixed_answers import Printed
from ludotheque.server.home import House
from ludotheque.server.hub import Live, now_ms
from ludotheque.server.limits import address_of
from ludotheque.server.service import Caller, Desk
from ludotheque.server.settings import Settings
from ludotheque.server.telemetry import is_from_here
from ludotheque.tables.shelf import facts_of, need_game
from ludotheque.tables.shelf import own_words as shelf_words
from ludotheque.tables.views import picture_for
from ludotheque.words.messages import LANGUAGES
from ludotheque.words.rulebook import rules_page

MOST_LISTED = 50
LARGEST = 2**31 - 1
JSON, MARKDOWN = "application/json", "text/markdown"
SHELF = TypeAdapter(list[responses.GameFacts])

TableName = Annotated[
    str, Path(pattern=f"^{identity.NAME.pattern}$", examples=["k3Yz0aB9_x-QwErT"])
]
GameName = Annotated[str, Path(max_length=20, examples=list(PACKAGES))]
Language = Annotated[str, Query(pattern=f"^({'|'.join(LANGUAGES)})$")]
OneSeat = Annotated[int | None, Query(ge=0, le=5, description="one of mine; else the first")]
Known = Annotated[
    int, Query(ge=-1, le=LARGEST, description="number of an event that has been acknowledged")
]
Before = Annotated[
    str | None,
    Query(pattern=f"^{identity.NAME.pattern}$", description="the last table that is known"),
]
Away = Annotated[bool, Query(description="those that I have put away as well")]
Since = Annotated[int, Query(ge=-1, le=LARGEST, description="number of the last event known")]

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": responses.Problem, "description": text}
    for status, text in {
        400: "Not JSON, or not HTTP",
        401: "A token is needed",
        403: "Not your seat, a wrong code, or a request from another site",
        404: "No such table, game or page",
        405: "Not this method",
        409: "Not as things stand at the table",
        413: "More than may be sent",
        422: "Not what is expected, or against the rules",
        429: "Too often",
        503: "Too much to do, or nothing can be stored now",
    }.items()
}

PROBLEM = {"schema": {"$ref": "#/components/schemas/Problem"}}
# Where the answer is text, a problem is JSON all the same.
TEXT_PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"description": told["description"], "content": {"application/json": PROBLEM}}
    for status, told in PROBLEMS.items()
}

api = APIRouter(prefix="/api", responses=PROBLEMS)


class Markdown(PlainTextResponse):
    """Text with headings and lists."""

    media_type = MARKDOWN


class Zip(StreamingResponse):
    """An archive that is sent while it is written."""

    media_type = "application/zip"


def settings_of(connection: HTTPConnection) -> Settings:
    """The settings of this server."""
    found: Settings = connection.app.state.settings
    return found


def desk_of(connection: HTTPConnection) -> Desk:
    """Where requests are answered."""
    found: Desk = connection.app.state.desk
    return found


async def caller_of(connection: HTTPConnection) -> Caller:
    """Who asks."""
    shown = identity.shown_by(connection, settings_of(connection))
    owner = await desk_of(connection).owner_of(shown.token) if shown else None
    is_refused = shown is not None and owner is None and not shown.is_cookie
    return Caller(owner, address_of(connection.scope), is_refused)


TheDesk = Annotated[Desk, Depends(desk_of)]
TheCaller = Annotated[Caller, Depends(caller_of)]
TheSettings = Annotated[Settings, Depends(settings_of)]


async def count_request(desk: TheDesk, caller: TheCaller) -> None:
    """Refuse an address that asks too often, before anything is looked up for it."""
    desk.limits.requests.take(caller.address)


async def count_invite(desk: TheDesk, caller: TheCaller) -> None:
    """Refuse an address that makes too many codes, each of which is kept."""
    desk.limits.invites.take(caller.address)


async def live_of(name: TableName, desk: TheDesk, caller: TheCaller) -> Live:
    """The table that a path names."""
    return await desk.hub.live(name, caller.address)


async def view_of(name: TableName, desk: TheDesk, caller: TheCaller, known: Known = -1) -> Live:
    """The table that a path names, at least as it stood after an event that one knows of."""
    return await desk.hub.live(name, caller.address, known)


TheTable = Annotated[Live, Depends(live_of)]
TheView = Annotated[Live, Depends(view_of)]


def known(caller: Caller, desk: Desk, settings: Settings, answer: Response) -> Caller:
    """Whoever asks, with a cookie from now on if there was no token."""
    if caller.owner is not None:
        return caller
    if caller.is_refused:  # a script that would never look for a cookie
        raise Refused("token", "refused.token.other")
    token = identity.new_token(desk.hub.store.secret)
    identity.give_cookie(answer, token, settings)
    return Caller(identity.hash_of(token), caller.address)


def needed(caller: Caller) -> identity.Owner:
    """Whoever asks, who must have a token."""
    if caller.owner is None:
        raise Refused("token")
    return caller.owner


# ---- the shelf


@cache
def shelf() -> Printed:
    """All games, as they are sent."""
    found = [responses.GameFacts(**facts_of(load(name), can_think())) for name in PACKAGES]
    return Printed(SHELF.dump_json(found).decode(), JSON)


@cache
def sheet(name: str, lang: str) -> Printed:
    """The rules of a game in a language, as they are sent."""
    return Printed(rules_page(load(name), lang), MARKDOWN)


@cache
def own_words(name: str, lang: str) -> Printed:
    """The sentences of a game in a language, as they are sent."""
    return Printed(shelf_words(name, lang), JSON)


@api.get("/games", response_model=list[responses.GameFacts])
async def games(request: Request) -> Response:
    """All games: their players, options and bots."""
    return shelf().answer(request)


@api.get("/games/{name}/rules", response_class=Markdown, responses=TEXT_PROBLEMS)
async def rules(
    request: Request,
    name: GameName,
    lang: Language = "fr",
) -> Response:
    """The rules of a game as Markdown."""
    need_game(name)
    return sheet(name, lang).answer(request)


@api.get("/games/{name}/words", response_model=dict[str, str], responses=PROBLEMS)
async def sentences(
    request: Request,
    name: GameName,
    lang: Language = "fr",
) -> Response:
    """The sentences of a game: a page carries those of the games that it was built with."""
    need_game(name)
    return own_words(name, lang).answer(request)


@api.post("/token", status_code=201, dependencies=[Depends(count_request)])
async def token(desk: TheDesk) -> responses.Token:
    """A token for a bot or a script, to be sent as `Authorization: Bearer …`."""
    return responses.Token(token=identity.new_token(desk.hub.store.secret))


# ---- at home


def home_of(request: Request) -> responses.Home:
    """How the door to the house's network stands, for somebody at this machine."""
    house: House = request.app.state.house
    if house.door is None or not is_from_here(request):
        return responses.Home(switch=False, kept=False)
    url = house.door.url
    return responses.Home(switch=True, open=url is not None, kept=house.is_kept, url=url)


@api.get("/home")
async def home(request: Request) -> responses.Home:
    """Whether the tables of this machine are open to the house's network, and where they are."""
    return home_of(request)


@api.post("/home", dependencies=[Depends(count_request)])
async def open_home(wish: requests.HomeWish, request: Request) -> responses.Home:
    """Open the tables of this machine to the house's network, or close them; from here alone."""
    if not home_of(request).switch:
        raise Refused("unknown", "refused.page")
    await request.app.state.house.set(wish.open, wish.keep)
    return home_of(request)


# ---- tables


@api.post("/tables", status_code=201)
async def lay(
    wish: requests.TableWish,
    desk: TheDesk,
    caller: TheCaller,
    settings: TheSettings,
    answer: Response,
) -> responses.Laid:
    """Lay a new table and sit down."""
    live, seats, code = await desk.lay(wish, known(caller, desk, settings, answer))
    return responses.Laid(table=live.table.name, seats=seats, code=code or None)


@api.get("/tables")
async def lobby(desk: TheDesk) -> list[responses.TableLine]:
    """The open lobby: listed tables where somebody waits for players."""
    since = now_ms() - 60_000 * desk.hub.settings.lobby_minutes
    found = await desk.hub.store.lobby(MOST_LISTED, since)
    return [responses.TableLine(**album.facts_of(row)) for row in found]


@api.get("/tables/mine")
async def mine(
    desk: TheDesk, caller: TheCaller, before: Before = None, away: Away = False
) -> list[responses.MyTable]:
    """My own tables, the newest first, some at a time."""
    if caller.owner is None:
        return []
    return await album.lines(desk.hub.store, caller.owner, before, all_of_them=away)


@api.put("/tables/{name}/away", status_code=204, dependencies=[Depends(count_request)])
async def put_away(
    wanted: requests.Shelving, live: TheTable, desk: TheDesk, caller: TheCaller
) -> Response:
    """Put a table of mine away, or lay it on my shelf again."""
    await desk.need_guest(live, None, caller)
    await album.put_away(desk.hub.store, needed(caller), live.table.name, wanted.away)
    return Response(status_code=204)


@api.get("/tables/{name}", response_model=responses.News)
async def look(
    live: TheView, desk: TheDesk, caller: TheCaller, seat: OneSeat = None, since: Since = -1
) -> Response:
    """How a table stands, as my seat sees it, and the events after a number."""
    if live.table.number < since:
        await desk.hub.reread(live)
    seen = await desk.seat_for(live, seat, caller)
    return Response(await desk.shown(live, seen, caller, since), media_type=JSON)


@api.post("/tables/{name}/claim")
async def claim(
    wanted: requests.Claim,
    live: TheTable,
    desk: TheDesk,
    caller: TheCaller,
    settings: TheSettings,
    answer: Response,
) -> responses.Seated:
    """Take a seat, with the code of a link or at a listed table."""
    seat = await desk.claim(live, wanted, known(caller, desk, settings, answer))
    live.attend(caller.address)
    return responses.Seated(table=live.table.name, seat=seat, number=live.table.number)


@api.post("/tables/{name}/invite", status_code=201, dependencies=[Depends(count_invite)])
async def invite(
    wanted: requests.InviteWish, live: TheTable, desk: TheDesk, caller: TheCaller
) -> responses.Invited:
    """A new code for a link to this table, or to one of my seats."""
    return responses.Invited(code=await desk.invite(live, wanted, caller))


@api.delete("/tables/{name}/invite", status_code=204, dependencies=[Depends(count_request)])
async def revoke(
    live: TheTable, desk: TheDesk, caller: TheCaller, seat: OneSeat = None
) -> Response:
    """Take back all codes for free seats; with a seat of mine, those that hand it over."""
    await desk.revoke(live, seat, caller)
    return Response(status_code=204)


@api.post("/tables/{name}/do", response_model=responses.Done, dependencies=[Depends(count_request)])
async def do(
    wanted: requests.Request, live: TheTable, desk: TheDesk, caller: TheCaller
) -> JSONResponse:
    """Do something at the table: the same requests as on the socket."""
    done = await desk.answer(live, wanted, caller)
    return JSONResponse({"type": "done", "id": wanted.id, **done})


@api.get("/tables/{name}/at/{actions}", response_model=responses.Moment)
async def moment(
    live: TheView,
    desk: TheDesk,
    caller: TheCaller,
    actions: Annotated[int, Path(ge=0, le=LARGEST)],
    seat: OneSeat = None,
) -> JSONResponse:
    """The position after so many actions, as my seat saw it: to replay a game."""
    seen = await desk.seat_for(live, seat, caller)
    return JSONResponse(await desk.moment(live, seen, caller, actions))


@api.get("/tables/{name}/picture", response_class=PlainTextResponse, responses=TEXT_PROBLEMS)
async def picture(
    live: TheView,
    desk: TheDesk,
    caller: TheCaller,
    seat: OneSeat = None,
    lang: Language = "fr",
) -> PlainTextResponse:
    """The position as text, as my seat sees it, in a language."""
    seen = await desk.seat_for(live, seat, caller)
    return PlainTextResponse(picture_for(live.table, seen, lang))


@api.get("/tables/{name}/play", response_class=PlainTextResponse, responses=TEXT_PROBLEMS)
async def play(
    live: TheView, desk: TheDesk, caller: TheCaller, seat: OneSeat = None
) -> PlainTextResponse:
    """The game as a `.play` file; once it is over, with the evidence for `ludotheque verify`."""
    seen = await desk.seat_for(live, seat, caller)
    text = await desk.file(live, seen, caller)
    name = f'attachment; filename="{live.table.game.name}-{live.table.name}.play"'
    return PlainTextResponse(text, headers={"Content-Disposition": name})


# ---- what one keeps


@api.get("/me", dependencies=[Depends(count_request)])
async def statistics(desk: TheDesk, caller: TheCaller) -> responses.Statistics:
    """How often I have played each game and won; of games that are over alone."""
    if caller.owner is None:
        return responses.Statistics(played=0, favourite=None, games=[])
    return await album.statistics(desk.hub.store, caller.owner)


@api.get(
    "/me/file",
    response_class=Zip,
    responses=TEXT_PROBLEMS,
    dependencies=[Depends(count_request)],
)
async def export(desk: TheDesk, caller: TheCaller) -> StreamingResponse:
    """All that is kept of me: a zip with every game as a `.play` file, and a list of them."""
    owner = needed(caller)
    found = album.exported(desk.hub.store, desk.limits, owner, caller.address)
    headers = {"Content-Disposition": 'attachment; filename="ludotheque.zip"'}
    return Zip(found, headers=headers)


@api.delete("/me", dependencies=[Depends(count_request)])
async def forget(desk: TheDesk, caller: TheCaller) -> responses.Forgotten:
    """Erase my names, seats and codes at my tables, some at a time; they still verify."""
    return responses.Forgotten(left=await album.forget(desk.hub, needed(caller)))
