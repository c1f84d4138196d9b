"""The doorkeeper: nobody comes in from another site or with too much, nobody leaves unprotected.

Pure ASGI, so that it sees WebSockets too: browsers let any page open one to any site, with
the cookies of that site, and only the `Origin` tells them apart.

In the literature: CSRF protection by Origin and Sec-Fetch-Site (Barth, Jackson & Mitchell 2008);
cross-site WebSocket hijacking, DNS rebinding (Jackson et al. 2007), clickjacking; CORS, CSP.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludotheque.errors import Refused
from ludotheque.server import telemetry
from ludotheque.server.limits import Limits, address_of, depth_of
from ludotheque.server.refusals import tally
from ludotheque.server.settings import Settings, origin
from ludotheque.server.telemetry import is_here
from ludotheque.site.policy import OF_ITS_FRAME, OF_THE_PAGE
from ludotheque.words.messages import LANGUAGES, message

SAFE = {"GET", "HEAD", "OPTIONS"}
OWN = {"same-origin", "none"}  # what Sec-Fetch-Site says of a page of ours, or of no page
STARTS = {"http.response.start", "websocket.http.response.start"}
POLICY = 1008
WORTH = 4096  # bytes of a body that are as much work as a request
CLOSE = {"connection": "close"}  # who is refused for asking too often has to come again

POLICIES = {
    "content-security-policy": "; ".join(OF_THE_PAGE + OF_ITS_FRAME),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
HTTPS_ONLY = {"strict-transport-security": "max-age=31536000"}
# What a page of a site that may play here is told, so that its browser lets it.
WELCOME = {
    "access-control-allow-credentials": "true",
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "accept-language, authorization, content-type",
    "access-control-max-age": "7200",
    "cross-origin-resource-policy": "cross-origin",
}
NAMELESS = {"/healthz", "/readyz", "/metrics"}  # asked for by machines, which call it by number
UNBELIEVED = (
    "X-Forwarded-For from a peer that LUDOTHEQUE_FORWARDED_ALLOW_IPS does not name: "
    "all its visitors share the limits of one address"
)
CACHE = b"cache-control"
NO_STORE = {"cache-control": "no-store"}


class Guard:
    """The middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits | None = None) -> None:
        self.app, self.settings = app, settings
        self.limits = limits or Limits(settings)
        self.warned = False  # whether somebody was told of a proxy that is not believed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        self.notice(scope, headers)
        send = _dressed(send, self.policies(scope, headers))
        checked = scope["type"] == "websocket" or scope["method"] not in SAFE
        try:
            self.count(scope)
        except Refused as problem:
            told = (problem.code, problem.key, scope, receive, send)
            await refuse(429, *told, seconds=problem.facts["seconds"])
            return
        if not self.is_called_so(scope, headers):
            name = self.settings.public_url
            await refuse(421, "host", "refused.host", scope, receive, send, url=name)
        elif is_preflight(scope, headers) and self.guest(headers):
            await Response(status_code=204)(scope, receive, send)
        elif checked and (stranger := self.stranger(scope, headers)):
            await refuse(403, "origin", "refused.origin", scope, receive, send, origin=stranger)
        elif scope["type"] == "websocket":
            await self.app(scope, receive, send)
        else:
            await self.answer(scope, headers, receive, send)

    def count(self, scope: Scope) -> None:
        """Count what an address asks for, before anything is done about it."""
        limits, address = self.limits, address_of(scope)
        (limits.opened if scope["type"] == "websocket" else limits.work).take(address)

    # ---- who asks

    def home(self, scope: Scope, headers: Headers) -> str | None:
        """The origin that a request is made to."""
        hosts = headers.getlist("host")
        if len(hosts) != 1:
            return None
        public = self.settings.public_url
        if public.startswith("https:") and origin(f"https://{hosts[0]}") == public:
            return public  # a proxy took the encryption off
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        return origin(f"{scheme}://{hosts[0]}")

    def stranger(self, scope: Scope, headers: Headers) -> str | None:
        """The site a request comes from, if it is neither ours nor a welcome one.

        Without any sign of a site it is no browser, which has nobody's cookies to abuse.
        """
        told = headers.getlist("origin")
        if not told:
            site = headers.get("sec-fetch-site", "none")
            return None if site in OWN else site[:100] or "?"
        if len(told) == 1 and (said := origin(told[0])):
            if said in self.settings.origins or said == self.home(scope, headers):
                return None
        return told[0][:100] or "?"

    def guest(self, headers: Headers) -> str | None:
        """The site, other than ours, whose page asks and may play here."""
        said = origin(headers.get("origin", ""))
        return said if said in self.settings.allowed_origins else None

    def is_called_so(self, scope: Scope, headers: Headers) -> bool:
        """Whether a request names this site, once it has a name, or this machine.

        A name of somebody else's that leads here is how a page of theirs gets at a server
        that they cannot reach.
        """
        public = self.settings.public_url
        if not public or scope["path"] in NAMELESS:
            return True
        host = host_of(headers.get("host", ""))
        return host is not None and (host == host_of(urlsplit(public).netloc) or is_here(host))

    def notice(self, scope: Scope, headers: Headers) -> None:
        """Say once that a proxy is not believed: its visitors all count as one."""
        told = headers.get("x-forwarded-for")
        if told is None or self.warned:
            return
        client = (scope.get("client") or ("",))[0]
        if client not in [name.strip() for name in told.split(",")]:
            self.warned = True
            telemetry.log.warning("proxy.unbelieved", why=UNBELIEVED)

    # ---- what is asked

    async def answer(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        """Read the body of a request, then hand it on."""
        if has_body(scope, headers):
            most, depth = self.settings.body_bytes, self.settings.json_depth
            try:
                body = await gathered(receive, headers, most)
            except ClientDisconnect:
                return
            if body is None:
                await refuse(413, "body", "refused.body", scope, receive, send, most=most)
                return
            self.limits.work.charge(address_of(scope), len(body) // WORTH)
            if is_json(headers) and is_deep(body, depth):
                await refuse(400, "invalid", "refused.depth", scope, receive, send, most=depth)
                return
            receive = _again(body, receive)
        await self.hand_on(scope, receive, send)

    async def hand_on(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the application answer; if it fails before it has begun, say so."""
        started = False

        async def noted(event: Message) -> None:
            nonlocal started
            started = True
            await send(event)

        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}  # uvicorn leaves the body out
        try:
            await self.app(scope, receive, noted)
        except Exception:
            if not started:
                await refuse(500, "crash", "refused.crash", scope, receive, send)
            raise

    # ---- what every answer carries

    def policies(self, scope: Scope, headers: Headers) -> dict[str, str]:
        """The headers that protect an answer."""
        found = dict(POLICIES)
        if (self.home(scope, headers) or "").startswith("https:"):
            found |= HTTPS_ONLY
        if scope["path"].removeprefix(scope.get("root_path", "")).startswith("/api/"):
            found |= NO_STORE
        if self.settings.allowed_origins:
            found |= {"vary": "origin, accept-encoding"}
            if (guest := self.guest(headers)) is not None:
                found |= WELCOME | {"access-control-allow-origin": guest}
        return found


def _dressed(send: Send, policies: Mapping[str, str]) -> Send:
    extra = [(name.encode(), value.encode()) for name, value in policies.items()]
    names = {name for name, _ in extra}

    async def sending(event: Message) -> None:
        if event["type"] in STARTS:
            told = event.get("headers", ())
            # What has a tag never changes, and says itself how long it may be kept.
            own = {CACHE} if any(pair[0].lower() == b"etag" for pair in told) else set()
            kept = [pair for pair in told if pair[0].lower() not in names - own]
            added = [pair for pair in extra if pair[0] not in own]
            event = {**event, "headers": [*kept, *added]}
        await send(event)

    return sending


def is_preflight(scope: Scope, headers: Headers) -> bool:
    """Whether a browser asks what a page of another site may do."""
    asked = "access-control-request-method" in headers
    return asked and scope["type"] == "http" and scope["method"] == "OPTIONS"


def host_of(text: str) -> str | None:
    """The name in a Host header, without its port."""
    try:
        return urlsplit(f"//{text}").hostname
    except ValueError:
        return None


# ---- bodies


def has_body(scope: Scope, headers: Headers) -> bool:
    """Whether there may be a body to read."""
    told = "content-length" in headers or "transfer-encoding" in headers
    return told or scope["method"] not in SAFE


async def gathered(receive: Receive, headers: Headers, most: int) -> bytes | None:
    """The whole body, or None as soon as it is known to be too long."""
    length = headers.get("content-length", "")
    if length.isascii() and length.isdecimal() and int(length[:20]) > most:
        return None
    body = bytearray()
    while True:
        event = await receive()
        if event["type"] == "http.disconnect":
            raise ClientDisconnect  # what has come of it so far is not what was meant
        body += event.get("body", b"")
        if len(body) > most:
            return None
        if not event.get("more_body", False):
            return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    waiting = True

    async def receiving() -> Message:
        nonlocal waiting
        if waiting:
            waiting = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return receiving


def is_json(headers: Headers) -> bool:
    """Whether a body will be read as JSON."""
    return "json" in headers.get("content-type", "json").lower()


def is_deep(body: bytes, most: int) -> bool:
    """Whether a JSON text is nested too deep, or hides how deep it is.

    A zero byte is another encoding than UTF-8, in which this would not see the brackets.
    """
    return b"\0" in body or depth_of(body.decode("latin-1")) > most


# ---- refusing


async def refuse(
    status: int,
    code: str,
    key: str,
    scope: Scope,
    receive: Receive,
    send: Send,
    **facts: object,
) -> None:
    """Answer with an error, in the language of who asks."""
    tally.refused(code, address_of(scope))
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get(
        "extensions", {}
    ):
        await send({"type": "websocket.close", "code": POLICY, "reason": code})
        return
    sentence = message(key, language_of(Headers(scope=scope)), **facts)
    told = {"code": code, "key": key, "facts": facts, "sentence": sentence}
    headers = CLOSE if status == 429 else None
    await JSONResponse(told, status, headers)(scope, receive, send)


def language_of(headers: Mapping[str, str]) -> str:
    """The language of ours that a browser would rather have; French if it does not say."""
    best, wanted = 0.0, LANGUAGES[0]
    for part in headers.get("accept-language", "")[:200].split(","):
        name, _, weight = part.partition(";")
        try:
            value = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        lang = name.strip()[:2].lower()
        if lang in LANGUAGES and value > best:
            best, wanted = value, lang
    return wanted
