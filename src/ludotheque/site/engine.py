"""What plays in a browser: Python for browsers, and the part of this package that tables need.

Python comes as an asset of its own, which the build lays beside the page and no wheel holds.
All files have names that change with what is in them; `engine.json` names them.
"""

from __future__ import annotations

import gzip
import io
import json
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ludotheque.errors import BadRequest

PACKAGE = Path(__file__).parent.parent
STATIC = PACKAGE / "static"
BUILT = STATIC / "engine"  # where the build lays Python for browsers
VERSION = "314.0.7"  # of the npm package `pyodide`, as in web/package.json
INVENTORY = "engine.json"

# The files of that package which are needed, by the names that any host knows how to serve.
PYTHON = {
    "pyodide.mjs": "pyodide.js",
    "pyodide.asm.mjs": "pyodide.asm.js",
    "pyodide.asm.wasm": "pyodide.asm.wasm.packed",  # compressed: not every host does it
    "python_stdlib.zip": "python_stdlib.zip",
}
FACTS = ("package.json", "pyodide-lock.json")  # what is said of them
ELSEWHERE = {"arena", "cli", "fast", "server", "site", "static", "terminal", "__main__.py"}
NEEDED = {".bin", ".json", ".md", ".py", ".toml", ".txt", ".wasm"}
EPOCH = (1980, 1, 1, 0, 0, 0)  # the same files are the same archive, whenever it is made


def sources() -> list[Path]:
    """The files of this package that a table needs in a browser."""
    found = [path for path in PACKAGE.rglob("*") if path.suffix in NEEDED and path.is_file()]
    inside = [path for path in found if path.relative_to(PACKAGE).parts[0] not in ELSEWHERE]
    return sorted(path for path in inside if "__pycache__" not in path.parts)


def packed() -> bytes:
    """Those files as an archive."""
    archive = io.BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as files:
        for path in sources():
            name = ZipInfo(f"ludotheque/{path.relative_to(PACKAGE).as_posix()}", EPOCH)
            name.compress_type = ZIP_DEFLATED
            files.writestr(name, path.read_bytes())
    return archive.getvalue()


def python(folder: Path) -> dict[str, bytes]:
    """Python for browsers, from a folder that holds the npm package."""
    if not all((folder / name).is_file() for name in (*PYTHON, *FACTS)):
        raise BadRequest("site.engine.missing", folder=folder, version=VERSION)
    told = json.loads((folder / "package.json").read_text("utf-8"))
    if (found := told.get("version")) != VERSION:
        raise BadRequest("site.engine.version", folder=folder, version=VERSION, found=found)
    return {
        f"pyodide-{VERSION}/{new}": shipped(new, (folder / old).read_bytes())
        for old, new in PYTHON.items()
    }


def shipped(name: str, content: bytes) -> bytes:
    """A file as it is served."""
    return gzip.compress(content, mtime=0) if name.endswith(".packed") else content


def script_of(page: str) -> str:
    """The name of the script that a page is made of."""
    found = re.search(r'<script[^>]* src="[^"]*/assets/([^"]+)"', page)
    return found[1] if found else ""


def engine(folder: Path, page: str) -> dict[str, bytes]:
    """Every file of the engine by its path, for a page."""
    archive = packed()
    name = f"ludotheque-{sha256(archive).hexdigest()[:12]}.zip"
    files = {**python(folder), name: archive}
    lock = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))["info"]
    return {**files, INVENTORY: inventory(files, name, script_of(page), lock)}


def inventory(files: Mapping[str, bytes], package: str, script: str, lock: object) -> bytes:
    """What the engine is made of, for the page that loads it."""
    told = {
        "page": script,
        "lock": lock,
        "pyodide": f"pyodide-{VERSION}/",
        "package": package,
        "files": {path: len(content) for path, content in files.items()},
    }
    return json.dumps(told, indent=1).encode()


@cache
def own_engine() -> dict[str, bytes]:
    """The engine that the build has laid beside the page; empty where it has not."""
    page = STATIC / "index.html"
    if not BUILT.is_dir() or not page.is_file():
        return {}
    return engine(BUILT, page.read_text("utf-8"))
