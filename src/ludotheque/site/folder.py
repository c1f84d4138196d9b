"""Writing the page into a folder that any web host serves.

The folder remembers what was written, so that writing again replaces it and nothing else.  The
page itself is taken away first and written last: a folder that is half written shows none.
"""

from __future__ import annotations

import asyncio
import json
import re
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ludotheque.errors import BadRequest
from ludotheque.games import PACKAGES
from ludotheque.offline.desk import Desk
from ludotheque.offline.store import MemoryStore
from ludotheque.site.engine import BUILT, STATIC, engine
from ludotheque.site.policy import OF_THE_PAGE
from ludotheque.words.messages import LANGUAGES

OURS = "ludotheque-site.json"  # what says that a folder is ours, and what we have written there
PAGE = "index.html"
PAGES = (PAGE, "404.html")  # hosts show the second where there is no such file
KEEPER = "offline.js"
LIST = "files.json"  # what the keeper keeps
LATER = ("assets/", "engine/")  # what somebody who came before the change may still ask for
BASE = re.compile(r"/((?!\.+/)[A-Za-z0-9_.~-]+/)*")
CHARSET = '<meta charset="utf-8" />'


class Written(NamedTuple):
    """What was written."""

    folder: Path
    files: int
    page: int  # bytes that are kept after the first visit
    engine: int  # bytes that come with the first game


def write_site(folder: Path, base: str = "/", python: Path | None = None) -> Written:
    """Write the page, to lie at a path of its host."""
    asked, base = base, f"/{base.strip('/')}/" if base.strip("/") else "/"
    if not BASE.fullmatch(base):
        raise BadRequest("site.base", base=asked)
    if not (STATIC / PAGE).is_file():
        raise BadRequest("site.page")
    before = marks(folder)
    files = contents(base, python or BUILT)
    replace(folder, files, before)
    kept = json.loads(files[LIST])
    later = sum(len(content) for path, content in files.items() if path.startswith("engine/"))
    return Written(folder, len(files), sum(len(files[path or PAGE]) for path in kept), later)


# ---- what is in it


def contents(base: str, python: Path) -> dict[str, bytes]:
    """Every file of a site by its path."""
    text = (STATIC / PAGE).read_text("utf-8")
    files = {path: (STATIC / path).read_bytes() for path in built()}
    files |= {f"engine/{path}": content for path, content in engine(python, text).items()}
    files |= asyncio.run(answers())
    kept = sorted(path for path in files if not is_later(path))
    files[LIST] = json.dumps(["", *kept]).encode()
    version = version_of({**files, PAGE: page(text, base)})
    keeper = (STATIC / "offline-site.js").read_text("utf-8")
    files[KEEPER] = keeper.replace("UNVERSIONED", version).encode()
    files[".nojekyll"] = b""  # GitHub's pages are served as they are
    return files | dict.fromkeys(PAGES, page(text, base))


def built() -> list[str]:
    """The files of the page, without those that a site has of its own and those compressed."""
    own = {PAGE, KEEPER, "offline-site.js"}
    paths = [path.relative_to(STATIC) for path in sorted(STATIC.rglob("*")) if path.is_file()]
    names = [path.as_posix() for path in paths if path.parts[0] != "engine"]
    left_out = (".br", ".gz")
    return [
        name
        for name in names
        if name not in own and not name.startswith(".") and not name.endswith(left_out)
    ]


def is_later(path: str) -> bool:
    """Whether a file comes with the first game, and not with the first visit."""
    return path.startswith("engine/") and path != "engine/engine.json"


async def answers() -> dict[str, bytes]:
    """What a server would answer about the games, as files."""

    async def asked(path: str) -> str:
        status, _, text = await desk.ask("GET", path)
        assert status == 200, (path, status, text)
        return text

    desk = Desk(MemoryStore(), lambda _line, _text: None)
    ours = {name for name, package in PACKAGES.items() if package.startswith("ludotheque.")}
    games = [game for game in json.loads(await asked("/api/games")) if game["name"] in ours]
    found = {"data/games.json": json.dumps(games, ensure_ascii=False)}
    for name in sorted(ours):
        for lang in LANGUAGES:
            found[f"data/{name}.{lang}.md"] = await asked(f"/api/games/{name}/rules?lang={lang}")
    return {path: text.encode() for path, text in found.items()}


def page(text: str, base: str) -> bytes:
    """The page, which says itself what it may do, where it lies, and that there is no server."""
    policy = "; ".join(OF_THE_PAGE)
    metas = [
        CHARSET,
        f'<meta http-equiv="Content-Security-Policy" content="{policy}" />',
        f'<meta name="ludotheque-site" content="{base}" />',
        '<meta name="referrer" content="no-referrer" />',
    ]
    moved = re.sub(r'(src|href)="/', rf'\1="{base}', text)
    return moved.replace(CHARSET, "\n    ".join(metas), 1).encode()


def version_of(files: dict[str, bytes]) -> str:
    """A name for all of it, which changes with anything that is in it."""
    digest = sha256()
    for path in sorted(files):
        digest.update(f"{path} {len(files[path])} ".encode() + files[path])
    return digest.hexdigest()[:16]


# ---- writing it


class Marks(NamedTuple):
    """What was written into a folder before."""

    files: list[str]
    older: list[str]  # of the version before that


def marks(folder: Path) -> Marks:
    """What we have written into a folder; one that holds something else is refused."""
    if not folder.exists():
        return Marks([], [])
    if not folder.is_dir():
        raise BadRequest("site.folder", folder=folder)
    try:
        told = json.loads((folder / OURS).read_text("utf-8"))
        return Marks(inside(told["files"]), inside(told["older"]))
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        if any(folder.iterdir()):
            raise BadRequest("site.folder", folder=folder) from None
        return Marks([], [])


def inside(paths: list[object]) -> list[str]:
    """Those of some paths that lead nowhere but into the folder."""
    names = [PurePosixPath(str(path)) for path in paths]
    return [str(one) for one in names if not one.is_absolute() and ".." not in one.parts]


def replace(folder: Path, files: dict[str, bytes], before: Marks) -> None:
    """Write everything; what only the version before had stays once more, for who is there."""
    gone = [path for path in before.files if path not in files]
    stay = [path for path in gone if path.startswith(LATER)]
    folder.mkdir(parents=True, exist_ok=True)
    mark(folder, [*files, *gone], before.older, is_whole=False)
    for name in PAGES:
        (folder / name).unlink(missing_ok=True)
    for path in sorted(files, key=lambda path: path in PAGES):
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(files[path])
    for path in {*gone, *before.older} - {*stay, *files}:
        (folder / path).unlink(missing_ok=True)
    mark(folder, list(files), stay, is_whole=True)


def mark(folder: Path, files: list[str], older: list[str], *, is_whole: bool) -> None:
    """Remember in a folder what is ours there."""
    told = {"whole": is_whole, "files": sorted(files), "older": sorted(older)}
    (folder / OURS).write_text(json.dumps(told, indent=1) + "\n", "utf-8")
