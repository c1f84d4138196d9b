"""Frames that a client might send: right ones, wrong ones, and rubbish."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

from hypothesis import strategies as st

from ludotheque.server import requests
from ludotheque.tables.kinds import REACTIONS

KINDS = {
    get_args(model.model_fields["do"].annotation)[0]: model
    for model in (*get_args(requests.Requests), requests.Look, requests.Here)
}
PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"

whole = st.integers(0, 5)
values: dict[str, st.SearchStrategy[Any]] = {
    "seat": whole,
    "id": st.none() | st.integers(0, 2**31 - 2),
    "action": st.integers(0, 40) | st.integers(0, 2**31 - 1) | st.text(min_size=1, max_size=60),
    "ply": st.integers(0, 60),
    "what": st.sampled_from(REACTIONS) | st.text(max_size=20),
    "yes": st.booleans(),
    "bytes": st.binary(min_size=32, max_size=32).map(bytes.hex),
    "free": whole,
    "away": whole,
    "bot": st.sampled_from(("random", "bot:1", "bot:9")),
    "name": st.none() | st.text(min_size=1, max_size=30),
    "text": st.text(min_size=1, max_size=400),
    "hidden": st.booleans(),
    "since": st.none() | st.integers(-1, 60),
}
rubbish = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


def right(kinds: tuple[str, ...] = tuple(KINDS)) -> st.SearchStrategy[dict[str, Any]]:
    """Frames that fit the schema."""

    def of_kind(kind: str) -> st.SearchStrategy[dict[str, Any]]:
        fields = KINDS[kind].model_fields
        needed = {name: values[name] for name in fields if name != "do" and name != "id"}
        optional = {"id": values["id"]}
        return st.fixed_dictionaries({"do": st.just(kind), **needed}, optional=optional)

    return st.sampled_from(kinds).flatmap(of_kind)


@st.composite
def spoilt(draw: st.DrawFn) -> dict[str, Any]:
    """Frames in which something is missing, too much or wrong."""
    frame = draw(right())
    name = draw(st.sampled_from(sorted(frame)))
    how = draw(st.sampled_from(("drop", "add", "change")))
    if how == "drop":
        del frame[name]
    elif how == "add":
        frame[draw(st.text(max_size=8))] = draw(rubbish)
    else:
        frame[name] = draw(rubbish)
    return frame


def texts() -> st.SearchStrategy[str | bytes]:
    """What is sent: JSON, nearly JSON, text, bytes."""
    whole_text = (right(QUICK) | spoilt().filter(is_quick) | rubbish).map(json.dumps)
    cut = whole_text.map(lambda text: text[: len(text) // 2])
    deep = st.integers(1, 200).map(lambda n: "[" * n + "]" * n)
    return st.one_of(whole_text, whole_text, cut, deep, st.text(max_size=50), st.binary())


QUICK = tuple(kind for kind in KINDS if kind != "hint")  # the first hint of a game takes seconds


def is_quick(frame: dict[str, Any]) -> bool:
    """Whether a frame asks for no long thought."""
    return frame.get("do") != "hint"


def documented() -> set[str]:
    """The codes of errors that the protocol tells of."""
    text = PROTOCOL.read_text(encoding="utf-8").partition("### Codes")[2]
    rows = [line for line in text.split("\n## ")[0].splitlines() if line.startswith("| `")]
    return {code for row in rows for code in re.findall(r"`(\w+)`", row.split("|")[1])}
