"""`ludotheque site`: a folder of files that any host serves; nothing of anybody else is lost."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from commands import Run
from every import OURS

from ludotheque.errors import BadRequest
from ludotheque.site import engine
from ludotheque.site.folder import OURS as MARK
from ludotheque.site.folder import PAGE, contents, write_site
from ludotheque.site.policy import OF_ITS_FRAME, OF_THE_PAGE

ROOT = Path(__file__).parent.parent
BROWSER = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numpy", "numba", "typer", "pydantic", "fastapi", "sqlalchemy"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
sys.path[:] = [sys.argv[1], *(path for path in sys.path if "site-packages" not in path)]
import asyncio
from ludotheque.offline.desk import Desk
from ludotheque.offline.store import MemoryStore
import ludotheque
assert ludotheque.__file__.startswith(sys.argv[1])
status, _, text = asyncio.run(Desk(MemoryStore(), print).ask("GET", "/api/games"))
assert status == 200
print(text)
"""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder like that of Python for browsers, without its weight."""
    folder = tmp_path_factory.mktemp("pyodide")
    for name in engine.PYTHON:
        (folder / name).write_bytes(name.encode())
    (folder / "package.json").write_text(json.dumps({"version": engine.VERSION}))
    (folder / "pyodide-lock.json").write_text(json.dumps({"info": {"arch": "wasm32"}}))
    return folder


@pytest.fixture(scope="module")
def files(python: Path) -> dict[str, bytes]:
    return contents("/jeux/", python)


def test_every_path_of_the_page_lies_below_its_base(files: dict[str, bytes]) -> None:
    page = files[PAGE].decode()
    paths = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(paths) >= 5
    for path in paths:
        assert path.startswith("/jeux/")
        assert path.removeprefix("/jeux/") in files
    assert files["404.html"] == files[PAGE]
    scripts = [files[name].decode() for name in files if name.endswith(".js")]
    assert not [one for one in scripts if '"/assets/' in one]


def test_the_page_says_itself_what_it_may_do(files: dict[str, bytes]) -> None:
    page = files[PAGE].decode()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert policy[1].split("; ") == list(OF_THE_PAGE)
    assert not {*OF_THE_PAGE} & {*OF_ITS_FRAME}  # which a page cannot say of itself
    assert policy.start() < page.index("<script") and policy.start() < page.index("<link")
    assert not re.search(r"<script(?![^>]*src=)|<style|style=|\son\w+=", page)


def test_the_keeper_keeps_the_page_and_not_the_engine(files: dict[str, bytes]) -> None:
    kept = json.loads(files["files.json"])
    assert kept[0] == ""  # the page itself
    assert {path for path in kept[1:] if path not in files} == set()
    assert [path for path in kept if path.startswith("engine/")] == ["engine/engine.json"]
    for name in OURS:
        assert {f"data/{name}.fr.md", f"data/{name}.en.md"} <= {*kept}
    assert b"UNVERSIONED" not in files["offline.js"]


def test_a_change_anywhere_is_another_version(python: Path, files: dict[str, bytes]) -> None:
    assert contents("/jeux/", python) == files
    assert contents("/", python)["offline.js"] != files["offline.js"]


def test_the_inventory_names_every_file_and_the_page_it_belongs_to(files: dict[str, bytes]) -> None:
    told = json.loads(files["engine/engine.json"])
    assert {path: len(files[f"engine/{path}"]) for path in told["files"]} == told["files"]
    assert f"assets/{told['page']}" in files
    assert told["package"] in told["files"]


def test_what_goes_to_the_browser_answers_there_without_any_package(
    files: dict[str, bytes], tmp_path: Path
) -> None:
    name = json.loads(files["engine/engine.json"])["package"]
    with zipfile.ZipFile(BytesIO(files[f"engine/{name}"])) as archive:
        inside = archive.namelist()
        archive.extractall(tmp_path)
    assert not [path for path in inside if "/server/" in path or path.endswith((".png", ".pyc"))]
    command = [sys.executable, "-c", BROWSER, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {game["name"] for game in json.loads(done.stdout)} == {*OURS}


def test_the_version_that_is_asked_for_is_the_one_that_is_built() -> None:
    wanted = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    assert wanted["devDependencies"]["pyodide"] == engine.VERSION


# ---- writing


def test_writing_again_replaces_what_was_written_and_nothing_else(
    python: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "site"
    first = write_site(folder, "/a/", python)
    (folder / "CNAME").write_text("games.example")
    old = folder / "assets" / "old-1.js"
    mark = json.loads((folder / MARK).read_text("utf-8"))
    mark["files"] += ["assets/old-1.js", "gone.txt"]
    (folder / MARK).write_text(json.dumps(mark))
    old.write_text("")
    (folder / "gone.txt").write_text("")
    assert write_site(folder, "a", python) == first
    assert (folder / "CNAME").exists() and not (folder / "gone.txt").exists()
    assert old.exists()  # once more, for whoever has come before the change
    write_site(folder, "/a", python)
    assert not old.exists()


def test_a_site_that_is_half_written_has_no_page_and_is_mended(
    python: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    write_site(folder, "/", python)
    write = Path.write_bytes

    def full(path: Path, content: bytes) -> int:
        if path.name == "manifest.webmanifest":
            raise OSError(28, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space"):
        write_site(folder, "/", python)
    monkeypatch.undo()
    assert not (folder / PAGE).exists()
    assert json.loads((folder / MARK).read_text("utf-8"))["whole"] is False
    write_site(folder, "/", python)
    assert (folder / PAGE).exists()


def test_nothing_outside_the_folder_is_ever_taken_away(python: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write_site(folder, "/", python)
    (tmp_path / "mine.txt").write_text("")
    mark = json.loads((folder / MARK).read_text("utf-8"))
    (folder / MARK).write_text(json.dumps(mark | {"files": ["../mine.txt", str(tmp_path)]}))
    write_site(folder, "/", python)
    assert (tmp_path / "mine.txt").exists()


def test_a_folder_of_somebody_elses_is_refused(python: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("")
    for folder in (tmp_path, tmp_path / "letter.txt"):
        with pytest.raises(BadRequest, match=r"letter|test_"):
            write_site(folder, "/", python)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize("base", ["/a b/", "/a//b/", "/a/../b", "/<script>/", "https://x/"])
def test_what_is_no_path_is_refused(base: str, python: Path, tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match=re.escape(base)):
        write_site(tmp_path / "site", base, python)


def test_without_python_for_browsers_it_says_how_to_get_it(
    python: Path, tmp_path: Path, run: Run
) -> None:
    done = run("site", str(tmp_path / "site"), "--engine", str(tmp_path), "--lang", "en")
    assert done.status == 2
    assert f"npm pack pyodide@{engine.VERSION}" in done.err
    assert not (tmp_path / "site").exists()
    other = tmp_path / "other"
    other.mkdir()
    for path in python.iterdir():
        (other / path.name).write_bytes(path.read_bytes())
    (other / "package.json").write_text('{"version": "0.1"}')
    with pytest.raises(BadRequest, match=r"0\.1"):
        write_site(tmp_path / "site", "/", other)
