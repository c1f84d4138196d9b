"""Where the page is found, from this machine and from its neighbours."""

from __future__ import annotations

from socket import AF_INET, AF_INET6, SOCK_DGRAM, socket

from ludotheque.server.settings import Settings

# A host that means "every address of this machine": how one calls it here, and somebody far away.
EVERYWHERE = {"0.0.0.0": ("127.0.0.1", "192.0.2.1"), "::": ("::1", "2001:db8::1")}


def url_of(settings: Settings) -> str:
    """Where the page is, for somebody at this machine."""
    here, _ = EVERYWHERE.get(settings.host, (settings.host, ""))
    return settings.public_url or at(here, settings.port)


def url_nearby(settings: Settings) -> str | None:
    """Where others on the same network find the page, if they do."""
    _, far = EVERYWHERE.get(settings.host, ("", ""))
    if not far or settings.public_url:
        return None
    host = host_nearby(far)
    return None if host is None else at(host, settings.port)


def host_nearby(far: str = EVERYWHERE["0.0.0.0"][1]) -> str | None:
    """The address of this machine in its network, on the way to somebody far away."""
    try:
        with socket(AF_INET6 if ":" in far else AF_INET, SOCK_DGRAM) as probe:
            probe.connect((far, 9))  # sends nothing: it only chooses the way there
            return str(probe.getsockname()[0])
    except OSError:
        return None  # there is no network


def at(host: str, port: int) -> str:
    """The address of a page on a host."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
