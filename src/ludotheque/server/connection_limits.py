"""The door: so many connections at once for an address, and so many new ones a minute.

It is the cheapest place to refuse anybody: nothing has been read yet.  A proxy that is
believed brings many people through one address, so it is let in however often it comes.
"""

from __future__ import annotations

import time
from collections import Counter
from functools import lru_cache
from ipaddress import ip_address, ip_network

from ludotheque.server.limits import MINUTE, REMEMBERED, Buckets, Clock, key_of
from ludotheque.server.refusals import tally
from ludotheque.server.settings import Settings


class Door:
    """Who is inside, by address."""

    def __init__(self, settings: Settings, clock: Clock = time.monotonic) -> None:
        self.most = settings.connections_per_address
        self.inside: Counter[str] = Counter()
        self.comings = Buckets(settings.connections_per_minute, MINUTE, "refused.opened", clock)
        believed = [ip_network(one) for one in settings.forwarded_allow_ips]

        @lru_cache(REMEMBERED)
        def is_believed(host: str) -> bool:
            address = ip_address(host)
            return any(address in network for network in believed)

        self.is_believed = is_believed

    def enter(self, host: str | None) -> Visit | None:
        """Let a connection in, or refuse it; without a host it comes from this machine."""
        if host is None or self.is_believed(host):
            return Visit(self, "")
        key = key_of(host)
        if self.inside[key] >= self.most:
            tally.refused("connections", key)
            return None
        if not self.comings.bucket(key).take():
            tally.refused("opened", key)
            return None
        self.inside[key] += 1
        return Visit(self, key)


class Visit:
    """One connection that was let in."""

    __slots__ = ("door", "key")

    def __init__(self, door: Door, key: str) -> None:
        self.door, self.key = door, key

    def end(self) -> None:
        """It has left."""
        if self.key:
            self.door.inside[self.key] -= 1
            if not self.door.inside[self.key]:
                del self.door.inside[self.key]
            self.key = ""
