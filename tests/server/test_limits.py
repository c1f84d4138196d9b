"""Limits: buckets that drip, things open at once, addresses, and the depth of a JSON text."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.errors import Refused
from ludotheque.server.limits import (
    Buckets,
    Limits,
    Open,
    TokenBucket,
    Turns,
    address_of,
    depth_of,
)
from ludotheque.server.settings import Settings
from ludotheque.words.messages import LANGUAGES


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


# ---- buckets


def test_a_full_bucket_gives_its_burst_and_then_drips() -> None:
    clock = Clock()
    bucket = TokenBucket(20, 40, clock)
    assert [bucket.take() for _ in range(41)] == [True] * 40 + [False]
    assert bucket.wait() == pytest.approx(0.05)
    clock.now += 0.06
    assert [bucket.take(), bucket.take()] == [True, False]


def test_a_bucket_holds_no_more_than_its_burst_however_long_one_waits() -> None:
    clock = Clock()
    bucket = TokenBucket(20, 40, clock)
    clock.now += 1_000_000
    assert sum(bucket.take() for _ in range(100)) == 40


def test_each_key_has_a_bucket_of_its_own() -> None:
    buckets = Buckets(1, 60, "refused.hints", Clock())
    buckets.take("a")
    buckets.take("b")
    with pytest.raises(Refused) as caught:
        buckets.take("a")
    assert (caught.value.code, caught.value.facts) == ("hints", {"seconds": 60})


def test_checking_takes_nothing() -> None:
    buckets = Buckets(1, 60, "refused.claims", Clock())
    for _ in range(3):
        buckets.check("a")
    buckets.take("a")
    with pytest.raises(Refused):
        buckets.check("a")


def test_only_so_many_keys_are_kept_and_who_asked_longest_ago_is_forgotten() -> None:
    buckets = Buckets(1, 60, "refused.hints", Clock(), most=3)
    for key in "abc":
        buckets.take(key)
    with pytest.raises(Refused):
        buckets.take("a")  # asked again: now `b` is the oldest
    buckets.take("d")
    assert list(buckets.known) == ["c", "a", "d"]


def test_tables_are_limited_by_the_minute_and_by_the_day() -> None:
    clock = Clock()
    limits = Limits(Settings(tables_per_minute=8, tables_per_day=20), clock)
    laid = 0
    for _ in range(200):
        with suppress(Refused):
            limits.lay_table("a")
            laid += 1
        clock.now += 1
    assert laid == 20  # 8 at once, then one in 7.5 s, until the day's share is spent
    with pytest.raises(Refused, match="tables"):
        limits.lay_table("a")
    limits.lay_table("b")


def test_every_refusal_has_a_sentence_in_both_languages() -> None:
    limits = Limits(Settings(), Clock())
    counted_at_all = (limits.requests, limits.invites, limits.hints, limits.claims)
    for counted in (*counted_at_all, limits.work, limits.opened):
        for _ in range(counted.count):
            counted.take("a")
        with pytest.raises(Refused) as caught:
            counted.take("a")
        assert all(caught.value.sentence(lang) for lang in LANGUAGES)
    for opened in (limits.sockets, limits.thoughts):
        opened.now["a"] = opened.most
        with pytest.raises(Refused) as caught, opened.hold("a"):
            pass
        assert all(caught.value.sentence(lang) for lang in LANGUAGES)


def test_what_costs_more_than_there_is_leaves_a_debt() -> None:
    clock = Clock()
    buckets = Buckets(60, 60, "refused.work", clock)
    buckets.take("a", 100)
    with pytest.raises(Refused) as caught:
        buckets.take("a")
    assert caught.value.facts == {"seconds": 41}
    clock.now += 41
    buckets.take("a")
    buckets.charge("b", 70)
    with pytest.raises(Refused):
        buckets.take("b")


def test_a_token_may_be_put_back_but_a_full_bucket_stays_full() -> None:
    buckets = Buckets(1, 60, "refused.claims", Clock())
    for _ in range(5):
        buckets.take("a")
        buckets.put_back("a")
    buckets.put_back("a")
    buckets.take("a")
    with pytest.raises(Refused):
        buckets.take("a")


@pytest.mark.anyio
async def test_everybody_has_one_turn_at_a_time() -> None:
    turns, done = Turns(), []

    async def work(key: str, n: int) -> None:
        async with turns.take(key):
            done.append((key, n, "begin"))
            await asyncio.sleep(0)
            done.append((key, n, "end"))

    await asyncio.gather(*(work(key, n) for key in "ab" for n in range(3)))
    for key in "ab":
        mine = [one[1:] for one in done if one[0] == key]
        assert mine == [(n, what) for n in range(3) for what in ("begin", "end")]
    assert done[0][0] != done[1][0], "others do not wait"
    assert not turns.locks and not turns.wanted


def test_a_socket_has_the_frames_of_the_settings() -> None:
    frames = Limits(Settings(), Clock()).frames()
    assert (frames.rate, frames.burst) == (20, 40)


# ---- open at once


def test_so_many_may_be_open_at_once_and_closing_makes_room() -> None:
    sockets = Open(2, "refused.sockets")
    with sockets.hold("a"), sockets.hold("b"):
        with sockets.hold("a"), pytest.raises(Refused), sockets.hold("a"):
            pass
        with sockets.hold("a"):
            pass
    assert not sockets.now


def test_what_ends_in_an_error_is_closed_too() -> None:
    sockets = Open(1, "refused.sockets")
    with pytest.raises(ZeroDivisionError), sockets.hold("a"):
        raise ZeroDivisionError
    with sockets.hold("a"):
        assert sockets.now == {"a": 1}


# ---- addresses


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
        ("x" * 500, "x" * 64),
    ],
)
def test_clients_are_told_apart_by_address(host: str, address: str) -> None:
    assert address_of({"client": (host, 1234)}) == address


@pytest.mark.parametrize("scope", [{}, {"client": None}])
def test_a_client_without_an_address_is_local(scope: dict[str, Any]) -> None:
    assert address_of(scope) == "local"


# ---- depth


def plain_depth(value: object) -> int:
    if isinstance(value, dict | list):
        items = value.values() if isinstance(value, dict) else value
        return 1 + max(map(plain_depth, items), default=0)
    return 0


JSON = st.recursive(
    st.none() | st.integers() | st.text('[]{}"\\ aé'),
    lambda inner: st.lists(inner) | st.dictionaries(st.text('[{"\\'), inner),
)


@given(JSON, st.booleans())
def test_the_depth_is_that_of_the_value(value: object, ascii_only: bool) -> None:
    assert depth_of(json.dumps(value, ensure_ascii=ascii_only)) == plain_depth(value)


@pytest.mark.parametrize(
    ("text", "depth"),
    [("", 0), ("]]]]", 0), ("[" * 100_000, 100_000), ('"[[[', 0), ('["\\', 1), ('["\n[", [', 2)],
)
def test_what_is_no_json_has_a_depth_too(text: str, depth: int) -> None:
    assert depth_of(text) == depth


@pytest.mark.parametrize(
    "text", ['"' + '\\"' * 30_000, '\\"' * 30_000, "[]" * 30_000, '"' * 60_000]
)
def test_no_text_of_the_largest_size_takes_long(text: str) -> None:
    begin = time.process_time()
    depth_of(text)
    assert time.process_time() - begin < 0.5
