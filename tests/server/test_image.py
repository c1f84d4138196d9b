"""The image, built from the Dockerfile and run, where podman, runc and debootstrap can be had.

The usual base cannot be pulled everywhere, so a Debian of ours with its own Python 3.11 stands in
for it.  Containers share this machine's network: shown are the image, its user, its read-only
root, its volume, its health check and its end, not compose.yaml's networks and published ports.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import yaml
from every import FEWEST_CHOICES, NO_LUCK, WITH_SECRETS

from .guests import Guest, bot, me
from .houses import until
from .running import free_port
from .test_deploy import caddy

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".cache" / "image"  # the base and the layers, for the next time
TOOLS = ("podman", "runc", "debootstrap", "tar")
BASE, IMAGE = "localhost/python-standin:3.11", "localhost/ludotheque:test"
TRUST = Path("/etc/ssl/certs/ca-certificates.crt")
LOCKED = "--read-only --cap-drop ALL --security-opt no-new-privileges --tmpfs /tmp --network host"
LIMITS = "--ulimit nofile=4096:4096 --ulimit nproc=4096:4096"  # none above this machine's own

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        os.geteuid() != 0 or any(shutil.which(tool) is None for tool in TOOLS),
        reason=f"root and {', '.join(TOOLS)} are needed",
    ),
]


def podman(*words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """podman with a store of its own."""
    store = ["--root", str(KEPT / "store"), "--runroot", str(KEPT / "run")]
    plain = ["--storage-driver", "vfs", "--cgroup-manager", "cgroupfs", "--runtime", "runc"]
    command = ["podman", *store, *plain, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not check or done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done


def make_base() -> None:
    """A small Debian with Python, which trusts whom this machine trusts."""
    folder = KEPT / "base"
    shutil.rmtree(folder, ignore_errors=True)
    wanted = "--include=python3,python3-venv,ca-certificates"
    subprocess.run(
        ["debootstrap", "--variant=minbase", wanted, "bookworm", str(folder)],
        check=True,
        capture_output=True,
    )
    (folder / "usr/bin/python").symlink_to("python3")
    shutil.copy(TRUST, folder / TRUST.relative_to("/"))
    (folder / "etc/pip.conf").write_text(f"[global]\ncert = {TRUST}\n", encoding="utf-8")
    (folder / "root/.npmrc").write_text(f"cafile={TRUST}\n", encoding="utf-8")
    archive = KEPT / "base.tar"
    subprocess.run(["tar", "-C", str(folder), "-cf", str(archive), "."], check=True)
    shutil.rmtree(folder)
    podman("import", str(archive), BASE)
    archive.unlink()


@pytest.fixture(scope="module")
def image() -> str:
    """The image, built from this tree."""
    KEPT.mkdir(parents=True, exist_ok=True)
    if podman("image", "exists", BASE, check=False).returncode:
        make_base()
    how = "--format docker --isolation chroot --network host --ulimit nofile=4096:4096"
    podman("build", *how.split(), "--build-arg", f"BASE={BASE}", "-t", IMAGE, str(ROOT))
    return IMAGE


@contextmanager
def running(image: str, *words: str, **settings: str) -> Iterator[str]:
    """A container of the image, locked down as in compose.yaml; its name."""
    name = f"ludotheque-{os.getpid()}-{free_port()}"
    given = [f"--env={key}={value}" for key, value in settings.items()]
    podman(
        "run",
        "-d",
        "--name",
        name,
        *LOCKED.split(),
        *LIMITS.split(),
        *given,
        image,
        *words,
    )
    try:
        yield name
    finally:
        podman("rm", "-f", "-v", "-t", "0", name, check=False)


def ready(url: str, name: str) -> None:
    """Wait until a container answers."""

    def answers() -> bool:
        try:
            return httpx.get(f"{url}/readyz", timeout=2).status_code == 200
        except httpx.HTTPError:
            state = podman("inspect", "-f", "{{.State.Status}}", name).stdout.strip()
            assert state == "running", podman("logs", name).stderr
            return False

    until(answers)


def test_it_runs_locked_down_on_a_fresh_volume(image: str) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with running(image, LUDOTHEQUE_PORT=str(port)) as name:
        ready(url, name)
        page = httpx.get(url)
        script = re.search(r'src="(/assets/[^"]+)"', page.text)
        assert script is not None, "the page is not in it"
        assert httpx.get(url + script[1]).status_code == 200
        assert podman("exec", name, "id", "-u").stdout.strip() == "10001"
        assert podman("exec", name, "touch", "/opt/x", check=False).returncode != 0
        check = json.loads(
            podman("inspect", "-f", "{{json .Config.Healthcheck.Test}}", name).stdout
        )
        podman("exec", name, *check[1:])
        begin = time.monotonic()
        alice = Guest(url)
        table = alice.lay(NO_LUCK, me(), bot("bot:5"))["table"]
        until(lambda: alice.look(table)["status"] == "playing")
        play_until_the_bot_has(alice, table)
        print(f"the first bot's move after {time.monotonic() - begin:.1f} s, its dice included")
        alice.close()
        begin = time.monotonic()
        podman("kill", "--signal", "INT", name)
        assert podman("wait", name).stdout.strip() == "0"
        assert time.monotonic() - begin < 5, "podman takes a part of it"
        podman("start", name)
        ready(url, name)
        assert httpx.get(f"{url}/api/tables/{table}").status_code == 200
        podman("stop", "-t", "15", name)
        assert podman("inspect", "-f", "{{.State.ExitCode}}", name).stdout.strip() in ("0", "143")


def play_until_the_bot_has(alice: Guest, table: str) -> None:
    """Move once if it is our turn, and wait for the bot."""

    def has_moved() -> bool:
        seen = alice.look(table, seat=0)
        if seen["actions"]:
            alice.do(table, 0, "play", action=seen["actions"][0]["id"], ply=seen["ply"])
        return any(event["kind"] == "play" and event["seat"] == 1 for event in seen["events"])

    until(has_moved)


def test_a_bot_is_ready_at_once_and_no_compiler_is_there(image: str) -> None:
    script = (
        "import importlib.util as found, time; "
        "from ludotheque.server.bot_pool import prepare; t = time.time(); "
        f"prepare({WITH_SECRETS!r}); "
        "print(time.time() - t, found.find_spec('numba'), found.find_spec('numpy'))"
    )
    words = ["run", "--rm", *LOCKED.split(), *LIMITS.split(), "--entrypoint", "python"]
    took, *compilers = podman(*words, image, "-c", script).stdout.split()
    assert compilers == ["None", "None"]
    assert float(took) < 1


# The socket of the tests' Postgres is in a folder that is open to nobody else: it is passed on.
PASS_ON = """
import asyncio, sys

async def pump(source, sink):
    while data := await source.read(65536):
        sink.write(data)
        await sink.drain()
    sink.close()

async def meet(reader, writer):
    there, back = await asyncio.open_unix_connection(sys.argv[2])
    await asyncio.gather(pump(reader, back), pump(there, writer), return_exceptions=True)

async def main():
    await (await asyncio.start_server(meet, "127.0.0.1", int(sys.argv[1]))).serve_forever()

asyncio.run(main())
"""


@contextmanager
def over_tcp(database: str) -> Iterator[str]:
    """A database that listens at a socket, by an address of the network."""
    found = re.fullmatch(r"(.*@)/(\w+)\?host=(.*)", database)
    assert found is not None, database
    port = free_port()
    words = [sys.executable, "-c", PASS_ON, str(port), f"{found[3]}/.s.PGSQL.5432"]
    with subprocess.Popen(words, stderr=subprocess.DEVNULL) as passing:
        try:
            yield f"{found[1]}127.0.0.1:{port}/{found[2]}"
        finally:
            passing.kill()


def test_two_workers_on_postgres_play_behind_a_proxy(
    image: str, postgres: Callable[[], str], tmp_path: Path
) -> None:
    if shutil.which("caddy") is None:
        pytest.skip("caddy is needed")
    port, outside = free_port(), free_port()
    settings = {
        "LUDOTHEQUE_PORT": str(port),
        "LUDOTHEQUE_HOST": "127.0.0.1",
        "LUDOTHEQUE_PUBLIC_URL": f"https://localhost:{outside}",
        "LUDOTHEQUE_FORWARDED_ALLOW_IPS": "127.0.0.1",
    }
    words = ("serve", "--workers", "2")
    with (
        over_tcp(postgres()) as database,
        running(image, *words, DATABASE_URL=database, **settings) as name,
    ):
        ready(f"http://127.0.0.1:{port}", name)
        environment = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
        command = caddy(tmp_path, outside, port)
        proxy = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        try:
            play = [sys.executable, str(ROOT / "examples" / "bot.py"), FEWEST_CHOICES]
            trusting = {**os.environ, "SSL_CERT_FILE": str(tmp_path / "site.crt")}
            trusting.pop("SSL_CERT_DIR", None)
            url = f"https://localhost:{outside}"
            time.sleep(2)
            done = subprocess.run(
                [*play, url], env=trusting, capture_output=True, text=True, timeout=120, check=False
            )
            assert done.returncode == 0, done.stderr
        finally:
            proxy.terminate()
            proxy.wait()
        begin = time.monotonic()
        podman("kill", "--signal", "INT", name)
        assert podman("wait", name).stdout.strip() == "0"
        assert time.monotonic() - begin < 5


def test_the_services_of_compose_use_only_what_the_image_knows(image: str) -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    for name in ("ludotheque", "workers"):
        words = services[name]["command"]
        told = podman(
            "run", "--rm", *LOCKED.split(), *LIMITS.split(), image, *words, "--help"
        ).stdout
        assert all(word in told for word in words if word.startswith("--"))
