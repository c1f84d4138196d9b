"""Ready at once: how soon bots answer in a real browser, at a fresh server and without any.

At a server, each round starts one with an empty home, as `make play` does on a new machine, and
plays a game of each kind against the best bots until the first of them has answered.  On one
device the page is a folder of files at a plain file server, whose games were kept before; each
game is opened in a new tab and played against the best bots for some turns.  Times are those of
the frames as they come to the page.

    python bench/ready.py [server] [device] [--json]
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import httpx
from browser.conftest import FLAGS
from browser.finding import browser_path
from browser.hosting import Host
from browser.playing import is_over, touch_something
from every import OURS
from playwright.sync_api import Browser, BrowserContext, Page, Response, sync_playwright
from server.running import free_port

from ludotheque import load
from ludotheque.bot_names import levels

BARS = {
    "first answer, s": 1.0,
    "engine, MB": 8.0,
    "shelf, kB": 150.0,
    "tap to first move, s": 4.0,
    "best level's answer, s": 1.5,
    "task while bots think, ms": 50.0,
    "memory of the tab, MB": 400.0,
}
ROUNDS = 5  # at a server: the median counts
TRIES = 3  # on one device: likewise, but of tasks the shortest, as others hold this machine up
TURNS = 6  # of the person, in each game on one device
WATCHED = 120  # seconds in which a fresh server's time is counted
BASE = "/jeux/"
PATIENCE = 120_000  # milliseconds

# Notes when each news came to the page, by socket or worker, and what held the page up.
LISTEN = """
window.heard = []; window.tasks = [];
const note = (text) => {
  const news = JSON.parse(text);
  if (news.type !== 'news') return;
  const deeds = news.events.filter((one) => one.kind === 'play' || one.kind === 'seal');
  heard.push({at: performance.now(), acting: news.acting, did: deeds.map((one) => one.seat)});
};
window.WebSocket = class extends WebSocket {
  constructor(...how) {
    super(...how);
    this.addEventListener('message', ({data}) => note(data));
  }
};
window.Worker = class extends Worker {
  constructor(...how) {
    super(...how);
    this.addEventListener('message', ({data}) => data.kind === 'frame' && note(data.text));
  }
};
const keep = (list) => tasks.push(...list.getEntries().map((one) => [one.startTime, one.duration]));
new PerformanceObserver(keep).observe({entryTypes: ['longtask']});
try { localStorage.setItem('ludotheque.pace', 'fast') } catch {}
"""
LAY = """async (wish) => {
  const answer = await fetch('/api/tables', {
    method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(wish)});
  return (await answer.json()).table;
}"""
CONTROLLED = "navigator.serviceWorker.ready.then(() => true)"
OWN_TURN = ".board [data-lit], #result"

Figures = dict[str, Any]


def best(game: str) -> str:
    """The best level of a game."""
    return f"bot:{len(levels(game))}"


def answers(page: Page) -> Iterator[tuple[float, float]]:
    """When each turn of a bot began, and when it was played, in milliseconds of the page."""
    since: dict[int, float] = {}
    for news in page.evaluate("heard"):
        for seat in news["did"]:
            if seat != 0 and seat in since:
                yield since.pop(seat), news["at"]
        for seat in news["acting"]:
            since.setdefault(seat, news["at"])


def play(page: Page, done: Callable[[], bool]) -> None:
    """Touch what glows until it is enough, or the game is over."""
    end, dice = time.monotonic() + PATIENCE / 1000, random.Random(1)
    while not done() and not is_over(page):
        assert time.monotonic() < end, "nobody answers"
        touch_something(page, dice)
        page.wait_for_timeout(30)


# ---- at a server


@contextmanager
def fresh_server() -> Iterator[tuple[str, int]]:
    """A server as on a machine that never had one: where it answers, and its process."""
    with tempfile.TemporaryDirectory() as home:
        port = free_port()
        environment = {k: v for k, v in os.environ.items() if not k.startswith("LUDOTHEQUE")}
        environment |= {"HOME": home, "XDG_CACHE_HOME": f"{home}/.cache"}
        environment |= {"DATABASE_URL": f"sqlite:///{home}/tables.db"}
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", str(port)]
        nowhere = subprocess.DEVNULL
        server = subprocess.Popen(command, env=environment, stdout=nowhere, stderr=nowhere)
        url = f"http://127.0.0.1:{port}"
        while not is_up(url):
            time.sleep(0.02)
        yield url, server.pid
        server.terminate()
        server.wait()


def is_up(url: str) -> bool:
    """Whether a server answers."""
    try:
        return httpx.get(f"{url}/readyz", timeout=1).status_code == 200
    except httpx.HTTPError:
        return False


def seconds_of(pid: int) -> float:
    """The processor time of a process and all that it has started."""
    words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(seconds_of(int(child)) for child in children)


def first_answer(browser: Browser, url: str, game: str) -> float:
    """How long the first bot of a table thinks, in seconds."""
    page = browser.new_page()
    page.add_init_script(LISTEN)
    page.goto(url)
    players = load(game).seats[0]
    seats: list[Figures] = [{"who": "me", "name": "Ana"}]
    seats += [{"who": "bot", "bot": best(game)}] * (max(players, 2) - 1)
    found: list[tuple[float, float]] = []
    while not found:  # a game may be over before
        table = page.evaluate(LAY, {"game": game, "seats": seats})
        page.goto(f"{url}/t/{table}")
        page.locator(".board").wait_for()
        play(page, lambda: any(True for _ in answers(page)))
        found = list(answers(page))
    page.close()
    begin, end = found[0]
    return (end - begin) / 1000


def at_a_server(browser: Browser) -> Figures:
    """The first answers of every game at fresh servers, and what such a server costs."""
    took: dict[str, list[float]] = {game: [] for game in OURS}
    cost = 0.0
    for number in range(ROUNDS):
        with fresh_server() as (url, pid):
            begin = time.monotonic()
            for game, times in took.items():
                times.append(first_answer(browser, url, game))
            if number == 0:
                time.sleep(max(0.0, WATCHED - (time.monotonic() - begin)))
                cost = seconds_of(pid)
    found: Figures = {f"{game}: first answer, s": median(times) for game, times in took.items()}
    found[f"processor time of a fresh server in {WATCHED} s, with a table of each game, s"] = cost
    return found


# ---- on one device


def load_shelf(browser: Browser, host: Host) -> float:
    """The kilobytes of the first load, each file compressed as most hosts do."""
    page = browser.new_page(locale="fr-FR", service_workers="block")
    came: list[Response] = []
    page.on("response", lambda one: came.append(one))  # noqa: PLW0108
    page.goto(host.url, wait_until="networkidle")
    page.locator("[data-game]").first.wait_for()
    bodies = ((one.url, one.body()) for one in came)
    small = (body if url.endswith(".woff2") else gzip.compress(body) for url, body in bodies)
    kilobytes = sum(map(len, small)) / 1000
    page.close()
    return kilobytes


def keep_games(context: BrowserContext, host: Host) -> None:
    """Let the device keep everything."""
    page = context.new_page()
    page.goto(host.url)
    page.evaluate(CONTROLLED)
    page.locator("[data-keep]").click()
    page.locator("[data-kept]").wait_for(timeout=PATIENCE)
    page.close()


def device_game(context: BrowserContext, browser: Browser, host: Host, game: str) -> Figures:
    """One game in a tab of its own, from the tap that begins it."""
    page = context.new_page()
    page.add_init_script(LISTEN)
    page.goto(f"{host.url}new/{game}")
    start = page.locator("main form button.main, main button.main").first
    start.wait_for()
    if page.locator("main select").count():
        for select in page.locator("main select").all():
            if select.locator(f"option[value='{best(game)}']").count():
                select.select_option(best(game))
                break
    begin = time.monotonic()
    start.click()
    page.locator(OWN_TURN).first.wait_for(timeout=PATIENCE)
    ready, drawn = time.monotonic() - begin, page.evaluate("performance.now()")
    play(page, lambda: sum(1 for _ in answers(page)) >= TURNS)
    turns = list(answers(page))
    tasks = page.evaluate("tasks")
    held = [
        length
        for at, length in tasks
        for begin, end in turns
        if begin <= at + length and drawn <= at <= end  # drawing the page for the first time apart
    ]
    found = {
        f"{game}: tap to first move, s": ready,
        f"{game}: best level's answer, s": max((end - begin) / 1000 for begin, end in turns),
        f"{game}: task while bots think, ms": max(held, default=0.0),
        f"{game}: memory of the tab, MB": memory(browser),
    }
    page.close()
    return found


def memory(browser: Browser) -> float:
    """The megabytes of the largest tab's process, what it shares counted in part."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    tabs = [one["id"] for one in told if one["type"] == "renderer"]
    return max(map(shared_fairly, tabs)) / 1000


def shared_fairly(pid: int) -> float:
    """The kilobytes of a process (PSS)."""
    rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(float(row.split()[1]) for row in rows if row.startswith("Pss:"))


def fairly(name: str, figures: list[float]) -> float:
    """What counts of several tries."""
    return min(figures) if "task" in name else median(figures)


def on_one_device(browser: Browser) -> Figures:
    """What a folder of files weighs, and how it plays."""
    with tempfile.TemporaryDirectory() as root:
        folder = str(Path(root) / BASE.strip("/"))
        command = [sys.executable, "-m", "ludotheque", "site", folder, "--base", BASE, "--json"]
        written = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        with Host(Path(root), BASE) as host:
            found: Figures = {
                "engine, MB": written["engine"] / 1e6,
                "shelf, kB": load_shelf(browser, host),
            }
            context = browser.new_context(locale="fr-FR")
            keep_games(context, host)
            for game in OURS:
                rows = [device_game(context, browser, host, game) for _ in range(TRIES)]
                found |= {name: fairly(name, [row[name] for row in rows]) for name in rows[0]}
            context.close()
    return found


def bar_of(name: str) -> float | None:
    """What a figure may be at most."""
    return next((bar for kind, bar in BARS.items() if name.endswith(kind)), None)


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("where", nargs="*", choices=[[], "server", "device"])
    asked.add_argument("--json", action="store_true")
    words = asked.parse_args()
    found: Figures = {}
    with sync_playwright() as machine:
        browser = machine.chromium.launch(executable_path=browser_path(), args=FLAGS)
        if not words.where or "server" in words.where:
            found |= at_a_server(browser)
        if not words.where or "device" in words.where:
            found |= on_one_device(browser)
        browser.close()
    if words.json:
        print(json.dumps(found))
        return
    for name, figure in found.items():
        bar = bar_of(name)
        told = "" if bar is None else f"  (bar {bar:g})  {'met' if figure <= bar else 'MISSED'}"
        print(f"{name:<70} {figure:8.2f}{told}")


if __name__ == "__main__":
    main()
