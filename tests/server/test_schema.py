"""The server does what its own description says: no crash, no answer it does not tell of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from every import FEWEST_CHOICES, NO_LUCK
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import positive_data_acceptance

import ludotheque
from ludotheque.server.app import HTTP, create
from ludotheque.server.settings import Settings
from ludotheque.tables.answers import STATUS
from ludotheque.tables.evidence import verify

from .frames import documented
from .guests import OPEN, Guest, me
from .running import Server

OPERATIONS = [
    (method.upper(), path)
    for path, methods in create(Settings(database="sqlite:////nowhere")).openapi()["paths"].items()
    for method in methods
]
ASKED = [  # what has something to fill in
    (method, path)
    for method, path in OPERATIONS
    if "{" in path or (method, path) in (("POST", "/api/tables"), ("POST", "/api/home"))
]
BARE = [operation for operation in OPERATIONS if operation not in ASKED]
MODES = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]

# A schema cannot say which games there are or whose seat it is; and 0.0 is no seat here.
LEFT_OUT: list[Any] = [positive_data_acceptance]


@pytest.fixture(scope="module")
def host(one_server: Server) -> Iterator[Guest]:
    guest = Guest(one_server.url)
    yield guest
    guest.close()


@pytest.fixture(scope="module")
def schema(one_server: Server) -> Any:
    return schemathesis.openapi.from_url(f"{one_server.url}/openapi.json")


def names(host: Guest, path: str) -> list[dict[str, Any]]:
    """What to fill an address in with: tables of each sort, and anything."""
    if "tables/{name}" not in path:
        return [{}, {"name": NO_LUCK}] if "{name}" in path else [{}]
    waiting = host.lay(FEWEST_CHOICES, me(), OPEN, listed=True)["table"]
    playing = host.lay(FEWEST_CHOICES, me(), me("Ben"))["table"]
    given_up = host.lay(FEWEST_CHOICES, me(), OPEN)["table"]
    host.do(given_up, 0, "leave")
    found: list[dict[str, Any]] = [{"name": name} for name in (waiting, playing, given_up)]
    if "{actions}" in path:
        found = [{**one, "actions": n} for one in found for n in (0, 3)]
    return [{}, *found]


def try_all(
    schema: Any, host: Guest, method: str, path: str, mode: Any, count: int
) -> Counter[int]:
    """Send what the description allows, or forbids; how often each status came back."""
    seen: Counter[int] = Counter()
    for name in names(host, path):
        operation = schema[path][method]
        cases = operation.as_strategy(mode, path_parameters=name or None)

        @settings(
            max_examples=count,
            deadline=None,
            database=None,
            derandomize=True,  # five of them: the same ones every time
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        )
        @given(case=cases)
        def check(case: Any) -> None:
            answer = case.call(headers=host.headers)
            seen[answer.status_code] += 1
            case.validate_response(answer, headers=host.headers, excluded_checks=LEFT_OUT)

        check()
    return seen


@pytest.mark.parametrize("mode", MODES, ids=["right", "wrong"])
@pytest.mark.parametrize(("method", "path"), ASKED)
def test_no_request_gets_an_answer_that_is_not_described(
    schema: Any, host: Guest, long: bool, method: str, path: str, mode: Any
) -> None:
    seen = try_all(schema, host, method, path, mode, 100 if long else 5)
    assert max(seen) < 500
    if mode is GenerationMode.NEGATIVE:
        assert min(seen, key=lambda status: -seen[status]) in (400, 404, 422)


@pytest.mark.parametrize(("method", "path"), BARE)
def test_an_address_without_anything_to_fill_in_answers(
    schema: Any, host: Guest, method: str, path: str
) -> None:
    assert set(try_all(schema, host, method, path, GenerationMode.POSITIVE, 1)) <= {200, 201}


def test_what_was_tried_on_the_tables_has_left_them_whole(host: Guest) -> None:
    for one in host.http.get("/api/tables/mine").json():
        table, seats = one["table"], one["seats"]
        if one["status"] in ("waiting", "playing"):
            assert host.do(table, seats[0], "abandon").status_code in (200, 403, 409)
        if host.look(table)["status"] in ("over", "abandoned"):
            assert verify(host.http.get(f"/api/tables/{table}/play").text).table == table


def test_the_description_is_of_this_version() -> None:
    told = create(Settings(database="sqlite:////nowhere")).openapi()["info"]
    assert told["version"] == ludotheque.__version__


def test_the_description_names_every_problem_with_its_shape() -> None:
    paths = create(Settings(database="sqlite:////nowhere")).openapi()["paths"]
    for path, methods in paths.items():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                if re.fullmatch("[45]..", status):
                    content = answer["content"]["application/json"]["schema"]
                    assert content == {"$ref": "#/components/schemas/Problem"}, (path, status)


def test_the_protocol_tells_of_every_code() -> None:
    folder = Path(ludotheque.__file__).parent
    sources = [*(folder / "server").glob("*.py"), *(folder / "tables").glob("*.py")]
    text = "\n".join(source.read_text(encoding="utf-8") for source in sources)
    codes = re.findall(r'Refused\(\s*"(\w+)"|refuse\(\d+, "(\w+)"', text)
    used = {"".join(pair) for pair in codes} | {*STATUS} | {code for code, _ in HTTP.values()}
    assert used <= documented()
    assert documented() - used <= {"late"}, "said by `need_own_hand`"
