"""How much one client may ask for: rates, work, things open at once, the depth of a JSON text.

All of it is counted in this process alone: with n workers an address may have up to n times as
much, because nobody knows beforehand which worker it will reach.  Where that is too much,
set the limits lower or let the proxy count as well.

In the literature: rate limiting by a token bucket (Turner 1986), per IPv4 address or IPv6 /64.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any

from ludotheque.errors import Refused
from ludotheque.server.settings import Settings

Clock = Callable[[], float]  # seconds, never backwards

REMEMBERED = 10_000  # addresses at a time; who has asked for nothing longest is forgotten first
MINUTE, DAY = 60, 86_400


class TokenBucket:
    """Tokens that drip into a bucket; what is done takes one out."""

    __slots__ = ("at", "burst", "clock", "level", "rate")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self.rate, self.burst, self.clock = rate, burst, clock
        self.level, self.at = burst, clock()

    def _drip(self) -> None:
        now = self.clock()
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now

    def wait(self) -> float:
        """Seconds until there is a token."""
        self._drip()
        return max(0.0, (1 - self.level) / self.rate)

    def take(self, cost: float = 1) -> bool:
        """Take tokens out, if there is one; what costs more than there are leaves a debt."""
        self._drip()
        if self.level < 1:
            return False
        self.level -= cost
        return True

    def put_back(self) -> None:
        """Put a token back that was taken in vain."""
        self.level = min(self.burst, self.level + 1)


class Buckets:
    """A bucket for each key, `count` tokens in so many seconds; who has none is refused.

    Only so many are kept.  Who has been forgotten begins with a full bucket: the bound on
    memory comes first, and to make use of it takes thousands of addresses.
    """

    def __init__(
        self,
        count: int,
        seconds: float,
        refusal: str,
        clock: Clock = time.monotonic,
        most: int = REMEMBERED,
    ) -> None:
        self.count, self.seconds, self.refusal = count, seconds, refusal
        self.clock, self.most = clock, most
        self.known: OrderedDict[str, TokenBucket] = OrderedDict()

    def bucket(self, key: str) -> TokenBucket:
        """The bucket of a key, a full one if it is new."""
        found = self.known.get(key)
        if found is None:
            found = TokenBucket(self.count / self.seconds, self.count, self.clock)
            self.known[key] = found
            if len(self.known) > self.most:
                self.known.popitem(last=False)
        self.known.move_to_end(key)
        return found

    def check(self, key: str) -> None:
        """Refuse who has no token left, and take none."""
        wait = self.bucket(key).wait()
        if wait > 0:
            raise _refused(self.refusal, seconds=math.ceil(wait))

    def take(self, key: str, cost: float = 1) -> None:
        """Take a token or more, or refuse who has none."""
        self.check(key)
        self.bucket(key).take(cost)

    def has_plenty(self, key: str) -> bool:
        """Whether half of the tokens are there, so that who takes one goes without nothing else."""
        bucket = self.bucket(key)
        bucket.wait()  # what has dripped in since
        return bucket.level >= bucket.burst / 2

    def charge(self, key: str, cost: float) -> None:
        """Take tokens for what is being done already, into debt if there are not enough."""
        self.bucket(key).level -= cost

    def put_back(self, key: str) -> None:
        """Put a token back that was taken in vain."""
        self.bucket(key).put_back()


class Open:
    """What is open now for each key, at most so many."""

    def __init__(self, most: int, refusal: str) -> None:
        self.most, self.refusal = most, refusal
        self.now: Counter[str] = Counter()

    @contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """Have one open for a while, or refuse it."""
        if self.now[key] >= self.most:
            raise _refused(self.refusal, most=self.most)
        self.now[key] += 1
        try:
            yield
        finally:
            self.now[key] -= 1
            if not self.now[key]:
                del self.now[key]


class Turns:
    """One after another for each key: long answers, of which everybody gets one at a time."""

    def __init__(self) -> None:
        self.locks: dict[str, asyncio.Lock] = {}
        self.wanted: Counter[str] = Counter()

    @asynccontextmanager
    async def take(self, key: str) -> AsyncIterator[None]:
        """Wait for one's turn, and have it for a while."""
        self.wanted[key] += 1
        lock = self.locks.setdefault(key, asyncio.Lock())
        try:
            async with lock:
                yield
        finally:
            self.wanted[key] -= 1
            if not self.wanted[key]:
                del self.wanted[key], self.locks[key]


class Limits:
    """Everything that is counted per address, as the settings say."""

    def __init__(self, settings: Settings, clock: Clock = time.monotonic) -> None:
        self.settings, self.clock = settings, clock
        self.sockets = Open(settings.sockets_per_address, "refused.sockets")
        self.thoughts = Open(settings.bots_per_address, "refused.thoughts")
        self.hints = Buckets(settings.hints_per_minute, MINUTE, "refused.hints", clock)
        self.requests = Buckets(settings.requests_per_minute, MINUTE, "refused.requests", clock)
        self.invites = Buckets(settings.invites_per_minute, MINUTE, "refused.invites", clock)
        self.claims = Buckets(settings.claims_per_minute, MINUTE, "refused.claims", clock)
        self.opened = Buckets(settings.sockets_per_minute, MINUTE, "refused.opened", clock)
        self.work = Buckets(settings.work_per_minute, MINUTE, "refused.work", clock)
        self.talk = Buckets(settings.frames_per_address, 1, "refused.often", clock)
        self.turns = Turns()
        self._minute = Buckets(settings.tables_per_minute, MINUTE, "refused.tables", clock)
        self._day = Buckets(settings.tables_per_day, DAY, "refused.tables", clock)

    def lay_table(self, address: str) -> None:
        """Count a new table for an address, or refuse it."""
        self._minute.check(address)
        self._day.take(address)
        self._minute.take(address)

    def frames(self) -> TokenBucket:
        """The bucket of a new socket."""
        settings = self.settings
        return TokenBucket(settings.frames_per_second, settings.frames_burst, self.clock)


def _refused(key: str, **facts: object) -> Refused:
    return Refused(key.rpartition(".")[2], key, **facts)


def address_of(scope: Mapping[str, Any]) -> str:
    """Who a client is, for counting: an IPv4 address, or the /64 that an IPv6 address is in.

    One household or one rented machine has a whole /64 to itself.
    """
    client = scope.get("client")
    return key_of(str(client[0])) if client else "local"  # a Unix socket


@lru_cache(REMEMBERED)
def key_of(host: str) -> str:
    """What an address is counted under."""
    try:
        address = ip_address(host)
    except ValueError:
        return host[:64]
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Network((int(address) >> 64 << 64, 64)))


# A string is read to its end or to the end of the text, never twice: no input takes longer
# than its length.
_STRINGS = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_BRACKETS = re.compile(r"[\[{]+|[\]}]+")


def depth_of(text: str) -> int:
    """How deep arrays and objects of a JSON text are nested, whether or not it is valid."""
    depth = deepest = 0
    for run in _BRACKETS.findall(_STRINGS.sub("", text)):
        depth += len(run) if run[0] in "[{" else -len(run)
        deepest = max(deepest, depth)
    return deepest
