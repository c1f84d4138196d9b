"""The guard: other sites, large bodies, and the headers that every answer carries."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from ludotheque.server.guard import POLICIES, Guard, language_of
from ludotheque.server.identity import give_cookie
from ludotheque.server.settings import Settings
from ludotheque.words.messages import message

ELSEWHERE = "https://elsewhere.example"
ENCODED = {(name.encode(), policy.encode()) for name, policy in POLICIES.items()}


def house() -> FastAPI:
    """An application with nothing in it but doors."""
    app = FastAPI()

    @app.get("/")
    async def page() -> PlainTextResponse:
        return PlainTextResponse("hello", headers={"content-security-policy": "default-src *"})

    @app.post("/api/echo")
    async def echo(request: Request) -> dict[str, int]:
        return {"length": len(await request.body())}

    @app.api_route("/api/read", methods=["GET", "PUT", "PATCH", "DELETE"])
    async def read() -> dict[str, str]:
        return {}

    @app.get("/api/fail")
    async def fail() -> None:
        raise ZeroDivisionError

    @app.websocket("/api/socket")
    async def socket(ws: WebSocket) -> None:
        await ws.accept()
        await ws.send_text("hello")
        await ws.close()

    @app.websocket("/api/closed")
    async def closed(ws: WebSocket) -> None:
        await ws.send_denial_response(PlainTextResponse("full", 429))

    return app


def guarded(settings: Settings | None = None) -> ASGIApp:
    app = house()
    app.add_middleware(Guard, settings=settings or Settings())
    return app


def ask(
    method: str,
    path: str,
    settings: Settings | None = None,
    url: str = "http://here.example",
    **more: Any,
) -> httpx.Response:
    """What the house answers."""

    async def asking() -> httpx.Response:
        transport = httpx.ASGITransport(guarded(settings), raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=url) as client:
            return await client.request(method, path, **more)

    return asyncio.run(asking())


def talk(app: ASGIApp, scope: Scope, *events: Message) -> list[Message]:
    """What an application sends when it receives these events and then no more."""
    waiting, sent = list(events), []

    async def receive() -> Message:
        return waiting.pop(0)

    async def send(event: Message) -> None:
        sent.append(event)

    asyncio.run(app(scope, receive, send))  # type: ignore[arg-type]
    return sent


def scope_of(kind: str, *headers: tuple[str, str], **more: Any) -> Scope:
    raw = [(name.encode(), text.encode()) for name, text in headers]
    scheme = "ws" if kind == "websocket" else "http"
    return {"type": kind, "path": "/api/x", "scheme": scheme, "headers": raw, **more}


def handshake(settings: Settings, *headers: tuple[str, str], path: str = "/api/socket") -> Any:
    """What the house answers to a handshake."""
    more: dict[str, Any] = {"path": path, "query_string": b"", "subprotocols": []}
    more["extensions"] = {"websocket.http.response": {}}
    scope = scope_of("websocket", ("host", "here.example"), *headers, **more)
    return talk(guarded(settings), scope, {"type": "websocket.connect"})


async def never(scope: Scope, receive: Receive, send: Send) -> None:
    raise AssertionError("should not have come here")


# ---- headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("HEAD", "/api/read", 200),
        ("GET", "/api/read", 200),
        ("POST", "/api/echo", 200),
        ("GET", "/nowhere", 404),
        ("DELETE", "/", 405),
        ("GET", "/api/fail", 500),
    ],
)
def test_every_answer_carries_every_policy_once(method: str, path: str, status: int) -> None:
    answer = ask(method, path)
    assert answer.status_code == status
    for name, policy in POLICIES.items():
        assert answer.headers.get_list(name) == [policy]
    assert ("cache-control" in answer.headers) == path.startswith("/api/")
    assert answer.headers.get("cache-control", "no-store") == "no-store"


def test_refusals_carry_every_policy_too() -> None:
    answers = [
        ask("POST", "/api/echo", headers={"origin": ELSEWHERE}),
        ask("POST", "/api/echo", Settings(body_bytes=256), content=b"x" * 257),
    ]
    assert [answer.status_code for answer in answers] == [403, 413]
    for answer in answers:
        assert POLICIES.items() <= dict(answer.headers).items()


def test_the_policy_lets_nothing_in_from_elsewhere() -> None:
    policy = POLICIES["content-security-policy"]
    parts = dict(part.split(" ", 1) for part in policy.split("; "))
    assert parts["default-src"] == parts["object-src"] == parts["base-uri"] == "'none'"
    assert parts["frame-ancestors"] == "'none'"
    assert parts["style-src"] == parts["connect-src"] == "'self'"
    # WebAssembly may be compiled, for tables on this device; scripts still come from files alone.
    assert parts["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert policy.count("unsafe") == 1


@pytest.mark.parametrize(
    ("public_url", "url", "strict"),
    [
        ("", "http://here.example", False),
        ("", "https://here.example", True),
        ("https://here.example", "http://here.example", True),  # as a proxy passes it on
        ("https://here.example", "http://192.0.2.1:8000", False),
    ],
)
def test_https_is_demanded_only_where_there_is_https(
    public_url: str, url: str, strict: bool
) -> None:
    answer = ask("GET", "/", Settings(public_url=public_url), url)
    assert ("strict-transport-security" in answer.headers) is strict


def test_a_failure_is_told_in_the_usual_shape() -> None:
    answer = ask("GET", "/api/fail", headers={"accept-language": "en"})
    assert answer.json() == {
        "code": "crash",
        "key": "refused.crash",
        "facts": {},
        "sentence": message("refused.crash", "en"),
    }


def test_a_failure_is_protected_wherever_the_guard_stands() -> None:
    async def failing(scope: Scope, receive: Receive, send: Send) -> None:
        raise ZeroDivisionError

    sent: list[Message] = []

    async def send(event: Message) -> None:
        sent.append(event)

    for app in (house(), failing):
        scope = scope_of("http", method="GET", path="/api/fail", query_string=b"")
        with pytest.raises(ZeroDivisionError):
            asyncio.run(Guard(app, Settings())(scope, None, send))  # type: ignore[arg-type]
    starts = [event for event in sent if event["type"] == "http.response.start"]
    assert [start["status"] for start in starts] == [500, 500]
    assert all(set(start["headers"]) >= ENCODED for start in starts)


# ---- other sites

WELCOMING = Settings(allowed_origins=("https://games.example", "http://friend.example"))

ORIGINS: list[tuple[dict[str, str], bool]] = [
    ({}, True),
    ({"origin": "http://here.example"}, True),
    ({"origin": "http://HERE.example:80"}, True),
    ({"origin": "https://games.example"}, True),
    ({"origin": "http://friend.example"}, True),
    ({"origin": "http://friend.example", "sec-fetch-site": "cross-site"}, True),
    ({"sec-fetch-site": "same-origin"}, True),
    ({"sec-fetch-site": "none"}, True),
    ({"origin": "https://here.example"}, False),
    ({"origin": "http://here.example:8000"}, False),
    ({"origin": "http://here.example.evil.example"}, False),
    ({"origin": "http://sub.here.example"}, False),
    ({"origin": ELSEWHERE}, False),
    ({"origin": "null"}, False),
    ({"origin": ""}, False),
    ({"origin": "http://here.example, http://elsewhere.example"}, False),
    ({"origin": ELSEWHERE, "sec-fetch-site": "same-origin"}, False),
    ({"sec-fetch-site": "cross-site"}, False),
    ({"sec-fetch-site": "same-site"}, False),
]


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
@pytest.mark.parametrize(("headers", "welcome"), ORIGINS, ids=str)
def test_other_sites_may_change_nothing(
    method: str, headers: dict[str, str], welcome: bool
) -> None:
    path = "/api/echo" if method == "POST" else "/api/read"
    answer = ask(method, path, WELCOMING, headers=headers)
    assert answer.status_code == (200 if welcome else 403)
    if not welcome:
        told = answer.json()
        assert set(told) == {"code", "key", "facts", "sentence"}
        assert (told["code"], told["key"]) == ("origin", "refused.origin")


@pytest.mark.parametrize(("headers", "welcome"), ORIGINS, ids=str)
def test_other_sites_may_open_no_socket(headers: dict[str, str], welcome: bool) -> None:
    first, second, *_ = handshake(WELCOMING, *headers.items())
    if welcome:
        assert first["type"] == "websocket.accept"
    else:
        assert (first["type"], first["status"]) == ("websocket.http.response.start", 403)
        assert set(first["headers"]) >= ENCODED
        assert json.loads(second["body"])["code"] == "origin"


def test_a_socket_that_the_application_refuses_carries_the_policies() -> None:
    first, *_ = handshake(Settings(), path="/api/closed")
    assert (first["type"], first["status"]) == ("websocket.http.response.start", 429)
    assert set(first["headers"]) >= ENCODED


def test_other_sites_may_read_what_is_open_to_all() -> None:
    assert ask("GET", "/api/read", headers={"origin": ELSEWHERE}).status_code == 200


def test_a_server_that_cannot_answer_a_handshake_closes_it() -> None:
    scope = scope_of("websocket", ("host", "here.example"), ("origin", ELSEWHERE))
    sent = talk(Guard(never, Settings()), scope, {"type": "websocket.connect"})
    assert sent == [{"type": "websocket.close", "code": 1008, "reason": "origin"}]


@pytest.mark.parametrize(
    "headers",
    [
        [("host", "here.example"), ("origin", "http://here.example"), ("origin", ELSEWHERE)],
        [("host", "here.example"), ("host", "x.example"), ("origin", "http://x.example")],
        [("host", "here.example"), ("host", "x.example"), ("origin", "http://here.example")],
        [("origin", "http://here.example")],
    ],
    ids=["two origins", "two hosts", "two hosts, the first", "no host"],
)
def test_headers_that_contradict_one_another_are_refused(headers: list[tuple[str, str]]) -> None:
    scope = scope_of("http", *headers, method="POST")
    sent = talk(Guard(never, Settings()), scope)
    assert sent[0]["status"] == 403


# ---- bodies


@pytest.mark.parametrize(("length", "status"), [(0, 200), (256, 200), (257, 413), (10_000, 413)])
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_has_a_largest_size_announced_or_not(
    length: int, status: int, chunked: bool
) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for at in range(0, length, 100):
            yield b"x" * min(100, length - at)

    content = pieces() if chunked else b"x" * length
    headers = {"content-type": "text/plain"}
    answer = ask("POST", "/api/echo", Settings(body_bytes=256), content=content, headers=headers)
    assert answer.status_code == status
    told = answer.json()
    assert told.get("length", length) == length
    if status == 413:
        assert (told["code"], told["facts"]) == ("body", {"most": 256})
        assert "256" in told["sentence"]


def test_an_endless_body_is_refused_as_soon_as_it_is_too_long() -> None:
    taken = 0

    async def receive() -> Message:
        nonlocal taken
        taken += 1
        return {"type": "http.request", "body": b"x" * 100, "more_body": True}

    sent: list[Message] = []

    async def send(event: Message) -> None:
        sent.append(event)

    scope = scope_of("http", ("transfer-encoding", "chunked"), method="POST")
    asyncio.run(Guard(never, Settings(body_bytes=256))(scope, receive, send))
    assert sent[0]["status"] == 413
    assert taken == 3


def test_a_body_that_breaks_off_is_not_taken_for_a_whole_one() -> None:
    scope = scope_of("http", method="POST")
    part = {"type": "http.request", "body": b'{"a": 1}', "more_body": True}
    assert talk(Guard(never, Settings()), scope, part, {"type": "http.disconnect"}) == []


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"[" * 8 + b"]" * 8, "application/json", 200),
        (b"[" * 9 + b"]" * 9, "application/json", 400),
        (b"[" * 50_000, "application/problem+JSON; charset=utf-8", 400),
        (json.dumps("[" * 100).encode(), "application/json", 200),
        (json.dumps({"é": "[" * 100}, ensure_ascii=False).encode(), "application/json", 200),
        (("[" * 9).encode("utf-16"), "application/json", 400),
        (b"[" * 9, "text/plain", 200),
    ],
    ids=["deep enough", "too deep", "far too deep", "string", "accents", "utf-16", "text"],
)
def test_a_json_body_has_a_largest_depth(content: bytes, kind: str, status: int) -> None:
    answer = ask("POST", "/api/echo", content=content, headers={"content-type": kind})
    assert answer.status_code == status
    if status == 400:
        assert (answer.json()["code"], answer.json()["key"]) == ("invalid", "refused.depth")


# ---- language


@pytest.mark.parametrize(
    ("asked", "lang"),
    [
        ("", "fr"),
        ("en", "en"),
        ("en-GB,en;q=0.9,fr;q=0.8", "en"),
        ("fr-CH, en;q=0.9", "fr"),
        ("en;q=0.3, fr;q=0.7", "fr"),
        ("de, en;q=0.5", "en"),
        ("de", "fr"),
        ("en;q=0", "fr"),
        ("en;q=x, fr", "fr"),
        ("*", "fr"),
        (",;,q=", "fr"),
    ],
)
def test_the_browser_chooses_the_language(asked: str, lang: str) -> None:
    assert language_of({"accept-language": asked} if asked else {}) == lang


def test_a_refusal_is_in_the_language_of_who_asks() -> None:
    for lang in ("fr", "en"):
        headers = {"origin": ELSEWHERE, "accept-language": lang}
        told = ask("POST", "/api/echo", headers=headers).json()
        assert told["sentence"] == message("refused.origin", lang, origin=ELSEWHERE)


def test_what_is_neither_http_nor_socket_passes() -> None:
    seen = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["type"])

    talk(Guard(app, Settings()), {"type": "lifespan"})
    assert seen == ["lifespan"]


# ---- by which name


HOSTS = {
    "the public name": ("https://here.example", 200),
    "the same with a port": ("http://here.example:8000", 200),
    "this machine": ("http://127.0.0.1:8000", 200),
    "this machine by name": ("http://localhost:8000", 200),
    "this machine in IPv6": ("http://[::1]:8000", 200),
    "somebody else's name that leads here": ("http://rebound.example:8000", 421),
    "a number": ("http://192.0.2.7", 421),
}


@pytest.mark.parametrize(("url", "status"), HOSTS.values(), ids=HOSTS)
def test_once_it_has_a_name_a_site_answers_to_no_other(url: str, status: int) -> None:
    settings = Settings(public_url="https://here.example")
    assert ask("GET", "/", settings, url=url).status_code == status
    assert ask("GET", "/", url=url).status_code == 200


def test_who_comes_by_another_name_is_told_the_right_one() -> None:
    settings = Settings(public_url="https://here.example")
    told = ask("GET", "/", settings, url="http://rebound.example").json()
    assert told["code"] == "host"
    assert "https://here.example" in told["sentence"]


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_machines_may_ask_by_number(path: str) -> None:
    settings = Settings(public_url="https://here.example")
    assert ask("GET", path, settings, url="http://192.0.2.7").status_code == 404  # not refused


# ---- sites that may play here


FRIEND = "https://friend.example"
PREFLIGHT = {
    "origin": FRIEND,
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type",
}


def test_a_page_of_a_friendly_site_is_let_in_by_its_browser() -> None:
    settings = Settings(public_url="https://here.example", allowed_origins=(FRIEND,))
    here = partial(ask, settings=settings, url="https://here.example")
    asked = here("OPTIONS", "/api/echo", headers=PREFLIGHT)
    assert (asked.status_code, asked.content) == (204, b"")
    allowed = asked.headers["access-control-allow-headers"]
    assert {"authorization", "content-type"} <= set(allowed.split(", "))
    done = here("POST", "/api/echo", headers={"origin": FRIEND}, json={})
    for answer in (asked, done):
        assert answer.headers["access-control-allow-origin"] == FRIEND
        assert answer.headers["access-control-allow-credentials"] == "true"
        assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
        assert "origin" in answer.headers["vary"]


def test_a_page_of_any_other_site_is_not() -> None:
    settings = Settings(public_url="https://here.example", allowed_origins=(FRIEND,))
    here = partial(ask, settings=settings, url="https://here.example")
    asked = here("OPTIONS", "/api/echo", headers=PREFLIGHT | {"origin": ELSEWHERE})
    read = here("GET", "/api/read", headers={"origin": ELSEWHERE})
    assert asked.status_code == 405
    for answer in (asked, read):
        assert not any(name.startswith("access-control-") for name in answer.headers)
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"


COOKIES = {
    "for us alone": (Settings(public_url="https://here.example"), "lax"),
    "for friends": (Settings(public_url="https://here.example", allowed_origins=(FRIEND,)), "none"),
    "without https": (Settings(allowed_origins=(FRIEND,)), "lax"),
}


@pytest.mark.parametrize(("settings", "reach"), COOKIES.values(), ids=COOKIES)
def test_cookies_travel_as_far_as_they_must(settings: Settings, reach: str) -> None:
    answer = PlainTextResponse()
    give_cookie(answer, "token", settings)
    cookie = answer.headers["set-cookie"].lower()
    assert f"samesite={reach}" in cookie
    assert ("secure" in cookie) == settings.secure_cookies


# ---- proxies, monitors


PROXIES = {"not believed": ("127.0.0.1", 1), "believed": ("192.0.2.7", 0)}


@pytest.mark.parametrize(("client", "count"), PROXIES.values(), ids=PROXIES)
def test_a_proxy_that_is_not_believed_is_told_of_once(
    client: str, count: int, caplog: pytest.LogCaptureFixture
) -> None:
    # uvicorn puts the visitor in the place of a proxy that is believed.
    scope = scope_of("http", method="GET", path="/", client=(client, 1))
    scope["headers"] = [*scope["headers"], (b"x-forwarded-for", b"198.51.100.1, 192.0.2.7")]
    guard = Guard(house(), Settings())
    for _ in range(2):
        guard.notice(scope, Headers(scope=scope))
    told = [json.loads(record.getMessage()) for record in caplog.records]
    assert [entry["event"] for entry in told] == ["proxy.unbelieved"] * count
    assert all("LUDOTHEQUE_FORWARDED_ALLOW_IPS" in entry["why"] for entry in told)


@pytest.mark.parametrize("path", ["/", "/api/read", "/nothing"])
def test_head_is_answered_like_get(path: str) -> None:
    head, get = ask("HEAD", path), ask("GET", path)
    assert head.status_code == get.status_code
    assert head.headers == get.headers
