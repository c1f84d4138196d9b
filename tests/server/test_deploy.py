"""The files in `deploy/`: the proxies run for real with them, the unit is read by systemd.

Only names, ports and certificates are put in the place of those that are meant to be replaced.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
import websockets
from every import FEWEST_CHOICES, NO_LUCK
from websockets.exceptions import InvalidStatus

from .houses import until
from .running import Server, free_port

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
SOCKETS = 3  # at once from one address, here
TOKEN = "0123456789abcdef"


def replaced(file: str, **others: str) -> str:
    """A file with some of its words replaced, each of which it must have."""
    text = (DEPLOY / file).read_text(encoding="utf-8")
    for old, new in others.items():
        assert old in text
        text = text.replace(old, new)
    return text


class Site(NamedTuple):
    """A server behind a proxy."""

    url: str
    certificate: Path
    server: Server

    def client(self, address: str) -> httpx.Client:
        """Somebody who comes from an address."""
        trust = ssl.create_default_context(cafile=str(self.certificate))
        transport = httpx.HTTPTransport(verify=trust, local_address=address)
        return httpx.Client(base_url=self.url, transport=transport, timeout=30)


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for this machine, and its key."""
    made, key = folder / "site.crt", folder / "site.key"
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    about = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    files = ["-keyout", str(key), "-out", str(made)]
    subprocess.run(["openssl", *words.split(), *about, *files], check=True, capture_output=True)
    return made, key


def nginx(folder: Path, port: int, behind: int) -> list[str]:
    """nginx with our file as its only site."""
    made, key = certificate(folder)
    live = "/etc/letsencrypt/live/games.example"
    site = replaced(
        "nginx.conf",
        **{
            f"{live}/fullchain.pem": str(made),
            f"{live}/privkey.pem": str(key),
            "games.example": "localhost",
            "127.0.0.1:8000": f"127.0.0.1:{behind}",
            "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
            "listen 80": f"listen 127.0.0.1:{free_port()}",
        },
    )
    (folder / "site.conf").write_text(site, encoding="utf-8")
    places = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{place}_temp_path {folder}/{place};\n" for place in places)
    main = f"pid {folder}/pid; error_log {folder}/error.log; daemon off; events {{}}\n"
    main += f"http {{ access_log off;\n{temporary}include {folder}/site.conf; }}\n"
    (folder / "nginx.conf").write_text(main, encoding="utf-8")
    return ["nginx", "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]


def caddy(folder: Path, port: int, behind: int) -> list[str]:
    """Caddy with our file, and a certificate that needs nobody else."""
    made, key = certificate(folder)
    site = replaced(
        "Caddyfile",
        **{
            "{$SITE:localhost} {": f"https://localhost:{port} {{\n\ttls {made} {key}",
            "{$UPSTREAM:127.0.0.1:8000}": f"127.0.0.1:{behind}",
        },
    )
    apart = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(apart + site, encoding="utf-8")
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


PROXIES: dict[str, Callable[[Path, int, int], list[str]]] = {"nginx": nginx, "caddy": caddy}


@pytest.fixture(scope="module", params=list(PROXIES))
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    name = request.param
    if shutil.which(name) is None or shutil.which("openssl") is None:
        pytest.skip(f"{name} and openssl are needed")
    folder = tmp_path_factory.mktemp(name)
    port = free_port()
    server = Server(
        f"sqlite:///{folder}/tables.db",
        folder,
        public_url=f"https://localhost:{port}",
        forwarded_allow_ips="127.0.0.1",
        sockets_per_address=str(SOCKETS),
        metrics_token=TOKEN,
    )
    command = PROXIES[name](folder, port, server.port)
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with server, (folder / "proxy.log").open("wb") as log:
        proxy = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        try:
            found = Site(f"https://localhost:{port}", folder / "site.crt", server)
            with found.client("127.0.0.1") as client:
                until(lambda: proxy.poll() is not None or answers(client))
            assert proxy.poll() is None, (folder / "proxy.log").read_text()
            yield found
        finally:
            proxy.terminate()
            proxy.wait()


def answers(client: httpx.Client) -> bool:
    """Whether the site answers."""
    try:
        return client.get("/readyz").status_code == 200
    except httpx.HTTPError:
        return False


def test_a_game_is_played_through_the_proxy(site: Site) -> None:
    words = [sys.executable, str(ROOT / "examples" / "bot.py"), FEWEST_CHOICES, site.url]
    trusting = {**os.environ, "SSL_CERT_FILE": str(site.certificate)}
    trusting.pop("SSL_CERT_DIR", None)
    done = subprocess.run(
        words, env=trusting, capture_output=True, text=True, timeout=90, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "won by seats" in done.stdout


def test_visitors_are_counted_one_by_one(site: Site) -> None:
    with site.client("127.0.0.2") as client:
        seats = [{"who": "me", "name": "Alice"}, {"who": "open"}]
        laid = client.post("/api/tables", json={"game": NO_LUCK, "seats": seats}).json()
    place = f"wss{site.url[5:]}/api/tables/{laid['table']}/socket"
    asyncio.run(crowd(place, ssl.create_default_context(cafile=str(site.certificate))))


async def crowd(place: str, trust: ssl.SSLContext) -> None:
    """Fill what one address may have, then come from another, then lie about the address."""
    async with AsyncExitStack() as opened:

        async def look(address: str, **told: str) -> str | bytes:
            headers = {name.replace("_", "-"): text for name, text in told.items()}
            coming = websockets.connect(
                place, ssl=trust, local_addr=(address, 0), additional_headers=headers, proxy=None
            )
            return await (await opened.enter_async_context(coming)).recv()

        for _ in range(SOCKETS):
            await look("127.0.0.2")
        assert "news" in str(await look("127.0.0.3"))
        with pytest.raises((InvalidStatus, websockets.ConnectionClosed)):
            await look("127.0.0.2", x_forwarded_for="192.0.2.9")


def test_the_figures_are_for_nobody_out_there(site: Site) -> None:
    with site.client("127.0.0.1") as client:
        for headers in ({}, {"Authorization": f"Bearer {TOKEN}"}):
            assert client.get("/metrics", headers=headers).status_code == 404
    inside = httpx.get(f"{site.server.url}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert inside.status_code == 200


def test_cookies_are_for_https_alone(site: Site) -> None:
    with site.client("127.0.0.1") as client:
        seats = [{"who": "me", "name": "Alice"}, {"who": "open"}]
        laid = client.post("/api/tables", json={"game": NO_LUCK, "seats": seats})
    cookie = laid.headers["set-cookie"]
    assert cookie.startswith("__Host-")
    assert "Secure" in cookie


# ---- the service


def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is needed")
    command = str(Path(sys.executable).with_name("ludotheque"))
    unit = replaced("ludotheque.service", **{"/opt/ludotheque/bin/ludotheque": command})
    file = tmp_path / "ludotheque.service"
    file.write_text(unit, encoding="utf-8")
    words = ["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", str(file)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
