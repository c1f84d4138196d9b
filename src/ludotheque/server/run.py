"""Start the server."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from socket import SO_REUSEADDR, SOCK_STREAM, SOL_SOCKET, getaddrinfo, socket

import uvicorn
from uvicorn.config import STARTUP_FAILURE

from ludotheque.errors import BadRequest
from ludotheque.server.address import url_nearby, url_of
from ludotheque.server.app import create
from ludotheque.server.db import is_exposed, need_database, read_url
from ludotheque.server.home import Door, House, has_door
from ludotheque.server.protocols import attentive, patient
from ludotheque.server.settings import Settings, from_environment, strangers
from ludotheque.server.shutdown import Ending, Team, leave_together
from ludotheque.server.stderr_log import catch_strays
from ludotheque.server.store import Store
from ludotheque.server.telemetry import SHARED
from ludotheque.words.messages import LANGUAGES, message

FILES = 4096  # a connection each: what 2,000 people with a page and a socket come to


def serve_tables(settings: Settings, workers: int = 1, browser: bool = False) -> None:
    """Serve until stopped; with several workers only on Postgres."""
    if workers > 1 and not settings.database.startswith("postgres"):
        raise BadRequest("error.store.workers")
    ending = Ending()
    ending.listen()
    try:
        asyncio.run(try_store(settings))
        try_port(settings)
        if workers > 1 and SHARED not in os.environ:
            os.environ[SHARED] = ending.own_folder()
        serve = prepared(configured(settings, workers), ending, settings, browser)
        for line in opening(settings):
            print(line, flush=True)
        if browser:
            threading.Thread(target=open_browser, args=(settings,), daemon=True).start()
        catch_strays()
        serve()
    except KeyboardInterrupt:
        pass  # before it could serve; afterwards it ends by itself
    finally:
        ending.tidy()


def opening(settings: Settings) -> Iterator[str]:
    """What is said at the start: where the tables are, and what an operator should see to."""
    yield message("serve.at", url=url_of(settings))
    if (near := url_nearby(settings)) is not None:
        yield message("serve.near", url=near)
    lang = os.environ.get("LUDOTHEQUE_LANG", "")
    if lang and lang[:2].lower() not in LANGUAGES:
        yield message("serve.lang", given=lang, allowed=", ".join(LANGUAGES))
    for variable in strangers():
        yield message("serve.stranger", variable=variable)
    if is_exposed(url := read_url(settings.database)):
        yield message("serve.readable", file=url.database)
    if settings.public_url and not settings.forwarded_allow_ips:
        yield message("serve.proxy")
    if (files := raise_limit()) < FILES:
        yield message("serve.files", n=files)


def raise_limit() -> int:
    """Open as many files as this process may; how many that is."""
    try:
        import resource
    except ModuleNotFoundError:
        return FILES  # a system without such a limit
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (OSError, ValueError):
        return now  # a system that promises more than it keeps
    return FILES if most == resource.RLIM_INFINITY else most


def prepared(
    config: uvicorn.Config, ending: Ending, settings: Settings, browser: bool = False
) -> Callable[[], None]:
    """What serves, in one process or in several, and from now on is what Ctrl-C ends."""
    if config.workers > 1:
        team = Team(config, [config.bind_socket()])
        ending.gently = team.end
        return team.run
    server = uvicorn.Server(config)
    if has_door(settings, config.workers, browser):
        House.door = Door(server, settings)
    ending.gently = partial(setattr, server, "should_exit", True)
    return partial(serve_alone, server)


def serve_alone(server: uvicorn.Server) -> None:
    """Serve in this process."""
    server.run()
    if not server.started:
        sys.exit(STARTUP_FAILURE)


def configured(settings: Settings, workers: int) -> uvicorn.Config:
    """The settings as uvicorn has them."""
    return uvicorn.Config(
        "ludotheque.server.run:application",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=workers,
        loop="auto",
        http=patient(settings),
        ws=attentive(settings),
        ws_per_message_deflate=False,
        ws_max_size=settings.frame_bytes,
        ws_ping_interval=settings.ping_seconds,
        ws_ping_timeout=settings.pong_seconds,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=10,
        proxy_headers=bool(settings.forwarded_allow_ips),
        forwarded_allow_ips=list(settings.forwarded_allow_ips),
        server_header=False,
        log_config=None,
        access_log=False,
    )


def try_port(settings: Settings) -> None:
    """Listen once, so that a port that is taken is said in a sentence."""
    host, port = settings.host, settings.port
    try:
        family, kind, _, _, address = getaddrinfo(host, port, type=SOCK_STREAM)[0]
        with socket(family, kind) as probe:
            probe.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen()
    except OSError as problem:
        raise BadRequest("error.port", host=host, port=port, why=problem.strerror) from None


async def try_store(settings: Settings) -> None:
    """Open the database once, so that what is wrong with it is said in a sentence."""
    need_database(read_url(settings.database))
    store = Store(settings.database)
    await store.start()
    await store.stop()


def application() -> object:
    """The application of a worker, with the settings of the environment."""
    leave_together()
    # The writer's thread asks for the interpreter after every row: let it have it soon.
    sys.setswitchinterval(0.0002)
    # A search for circles through all that the tables hold would stop them for half a second, and
    # one through what the last few seconds have left for a tenth: here only the youngest objects
    # are looked through, the rest when nobody plays (`housekeeping.py`).
    gc.freeze()
    gc.set_threshold(10_000, 1_000_000, 1_000_000)
    catch_strays()
    return create(from_environment())


def open_browser(settings: Settings) -> None:
    """Open the page once the server answers."""
    url = url_of(settings)
    for _ in range(100):
        time.sleep(0.1)
        try:
            urllib.request.urlopen(url, timeout=1).close()
        except (urllib.error.URLError, OSError):
            continue
        webbrowser.open(url)
        return


def on_free_port(settings: Settings) -> Settings:
    """The settings with a port that nobody uses, if theirs is taken."""
    with socket() as probe:
        probe.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError:
            probe.bind((settings.host, 0))
        return replace(settings, port=probe.getsockname()[1])
