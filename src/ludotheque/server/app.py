"""The server, put together."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from sqlalchemy import URL
from starlette.exceptions import HTTPException

from ludotheque.errors import LudothequeError, Refused
from ludotheque.extras import can_think
from ludotheque.server import gauges, socket, telemetry
from ludotheque.server.address import url_of
from ludotheque.server.bot_pool import Thinkers, be_ready
from ludotheque.server.bus import Bus, bus_for
from ludotheque.server.control import window
from ludotheque.server.db import GONE, is_sqlite
from ludotheque.server.fixed_answers import Printed
from ludotheque.server.guard import Guard, language_of
from ludotheque.server.home import House
from ludotheque.server.housekeeping import keep_house
from ludotheque.server.hub import Hub
from ludotheque.server.limits import Limits, address_of
from ludotheque.server.page import page, serve_page, wants_page
from ludotheque.server.refusals import tally
from ludotheque.server.remote_bots import Elsewhere
from ludotheque.server.routes import PROBLEMS, api
from ludotheque.server.service import Desk
from ludotheque.server.settings import Settings, from_environment
from ludotheque.server.shutdown import leave_together
from ludotheque.server.store import Store, StoreDown
from ludotheque.server.thought_queue import is_installed
from ludotheque.tables.answers import STATUS, invalid_at, problem_of
from ludotheque.words.messages import speaking

HTTP = {404: ("unknown", "refused.page"), 405: ("method", "refused.method")}


def create(settings: Settings | None = None) -> FastAPI:
    """The application."""
    settings = settings or from_environment()
    app = FastAPI(
        title="Ludothèque",
        version=version("ludotheque"),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        responses=PROBLEMS,
    )
    limits = Limits(settings)
    app.state.settings, app.state.limits = settings, limits
    app.include_router(api)
    app.router.routes.append(socket.route)
    serve_page(app)
    app.add_api_route("/openapi.json", schema, include_in_schema=False)
    app.add_api_route("/healthz", healthy, include_in_schema=False)
    app.add_api_route("/readyz", ready, include_in_schema=False)
    app.add_api_route("/metrics", metrics, include_in_schema=False)
    app.add_exception_handler(LudothequeError, refuse)
    app.add_exception_handler(RequestValidationError, refuse_invalid)
    app.add_exception_handler(HTTPException, refuse_http)
    app.add_middleware(Guard, settings=settings, limits=limits)
    return app


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the store, the bus and the bots' processes; close them in the end."""
    settings: Settings = app.state.settings
    store = await open_store(settings.database)
    if settings.port:  # else only the system knows it
        store.sign(url_of(settings))
    limits: Limits = app.state.limits
    thinkers = Thinkers(limits, be_ready if settings.warm_up else leave_together)
    bus = bus_for(settings.database)
    hub = Hub(store, thinkers, settings, bus)
    others = others_for(store.url, bus, thinkers)
    await bus.start(hub.wake)
    store.on_commit = bus.tell
    app.state.store, app.state.hub = store, hub
    app.state.desk = Desk(hub, limits)
    app.state.house = house = House(store.url)
    hub.spawn(house.reopen())
    if settings.warm_up and can_think():
        hub.spawn(thinkers.get_ready())
    chores = asyncio.create_task(keep_house(hub))
    tally.names_clients = settings.log_clients
    gauges.begin(hub)
    try:
        async with window(hub):
            yield
    finally:
        gauges.end()
        chores.cancel()
        await asyncio.gather(chores, return_exceptions=True)
        await hub.stop()
        thinkers.stop()
        if others is not None:
            await others.stop()
        await bus.stop()
        await store.stop()


def others_for(url: URL, bus: Bus, thinkers: Thinkers) -> Elsewhere | None:
    """The thinkers on other machines, where the database lets one find them."""
    if is_sqlite(url) or not is_installed():
        return None
    thinkers.others = others = Elsewhere(url, bus, thinkers.others_take)
    return others


async def open_store(database: str) -> Store:
    """The store; a worker that is started while the database is away waits for it."""
    while True:
        store = Store(database)
        try:
            await store.start()
        except StoreDown as problem:
            if problem.key != GONE:
                raise
            await asyncio.sleep(1.0)
        else:
            return store


# ---- what is not a table


async def schema(request: Request) -> Response:
    """The HTTP half of the protocol, as OpenAPI."""
    app = request.app
    if not hasattr(app.state, "schema"):
        app.state.schema = Printed(json.dumps(app.openapi()), "application/json")
    printed: Printed = app.state.schema
    return printed.answer(request)


async def healthy() -> PlainTextResponse:
    """Say that the process is alive."""
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> PlainTextResponse:
    """Say whether moves can be stored."""
    try:
        await request.app.state.store.ping()
    except StoreDown as problem:
        return PlainTextResponse(f"{problem.key}\n", status_code=503)
    return PlainTextResponse("ok\n")


async def metrics(request: Request) -> Response:
    """Figures for Prometheus: for this machine, or with the token of the settings."""
    if not telemetry.may_see(request, request.app.state.settings):
        return answer_with(request, Refused("unknown", "refused.page"))
    gauges.take(request.app.state.hub)
    return Response(telemetry.exposition(), media_type=telemetry.CONTENT_TYPE)


# ---- errors


def answer_with(request: Request, problem: LudothequeError) -> JSONResponse:
    """An error as JSON, with a sentence in the language of whoever asks."""
    told = problem_of(problem)
    with speaking(language_of(request.headers)):
        told["sentence"] = str(problem)
    status = STATUS.get(told["code"], 409)
    if status == 429:
        tally.refused(told["code"], address_of(request.scope))
    else:
        telemetry.refusals.labels(told["code"]).inc()
    return JSONResponse(told, status, {"WWW-Authenticate": "Bearer"} if status == 401 else None)


async def refuse(request: Request, problem: Exception) -> JSONResponse:
    """Something that cannot be done."""
    assert isinstance(problem, LudothequeError)
    return answer_with(request, problem)


async def refuse_invalid(request: Request, problem: Exception) -> JSONResponse:
    """A request that is not what is expected."""
    assert isinstance(problem, RequestValidationError)
    return answer_with(request, invalid_at(*problem.errors()[0]["loc"]))


async def refuse_http(request: Request, problem: Exception) -> Response:
    """No such page, not this method, or a body that cannot be read."""
    assert isinstance(problem, HTTPException)
    if problem.status_code == 404 and wants_page(request):
        return page(request, 404)
    code, key = HTTP.get(problem.status_code, ("invalid", "refused.invalid"))
    found = answer_with(request, Refused(code, key))
    found.status_code = problem.status_code
    found.headers.update(problem.headers or {})
    return found
