"""The base install is pure Python; the wheel holds everything that is read at run time."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

import httpx
import pytest
from every import FEWEST_CHOICES, NO_LUCK, OURS, WITH_SECRETS, written

from ludotheque import load
from ludotheque.site.engine import BUILT

ROOT = Path(__file__).parent.parent
LARGEST = 3_000_000  # bytes of a wheel
BLOCKED = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numpy", "numba", "llvmlite"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
sys.argv = ["ludotheque", *sys.argv[1:]]
from ludotheque.cli import main
main()
"""


def without_numba(*words: str, answers: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", BLOCKED, *words]
    return subprocess.run(command, input=answers, capture_output=True, text=True, check=False)


def test_the_command_line_works_without_numpy_and_numba() -> None:
    assert without_numba("games").returncode == 0
    assert without_numba("rules", NO_LUCK).returncode == 0
    counted = without_numba("count", NO_LUCK, "--players", "2", "--depth", "3", "--json")
    assert (
        counted.stdout
        == f'{{"game": "{NO_LUCK}", "players": 2, "counts": {written(NO_LUCK)[2][:3]}}}\n'
    )
    seats = ["--seat", "1=random", "--seat", "2=random"]
    for name in (name for name in OURS if load(name).seats[0] <= 2):
        assert without_numba("play", name, "--players", "2", *seats).returncode == 0


def test_what_needs_numba_says_how_to_install_it() -> None:
    for words in (["simulate", NO_LUCK], ["count", NO_LUCK, "--engine", "compiled"]):
        done = without_numba(*words, "--lang", "en")
        assert (done.returncode, done.stdout) == (2, "")
        assert "ludotheque[fast]" in done.stderr
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.long
def test_a_wheel_installs_and_plays_where_there_is_nothing_else(tmp_path: Path) -> None:
    uv = str(Path(sys.executable).with_name("uv"))
    build = [
        uv,
        "build",
        "-q",
        "--wheel",
        "--python",
        sys.executable,
        "-o",
        str(tmp_path),
        str(ROOT),
    ]
    subprocess.run(build, check=True)
    wheel = next(tmp_path.glob("*.whl"))
    inside = set(zipfile.ZipFile(wheel).namelist())
    shipped = [p for p in (ROOT / "src").rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    for path in shipped:
        # Python for browsers is an asset of its own.
        is_part = not path.is_relative_to(BUILT)
        assert (path.relative_to(ROOT / "src").as_posix() in inside) == is_part
    assert wheel.stat().st_size <= LARGEST
    env = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", str(env)], check=True)
    python = env / "bin" / "python"
    subprocess.run([uv, "pip", "install", "-q", "--python", str(python), str(wheel)], check=True)
    clean = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    for words in (["games"], ["rules", WITH_SECRETS], ["count", FEWEST_CHOICES, "--depth", "3"]):
        run = [str(env / "bin" / "ludotheque"), *words]
        assert subprocess.run(run, env=clean, cwd=tmp_path, check=False).returncode == 0
    listed = subprocess.run(
        [uv, "pip", "list", "--python", str(python)], capture_output=True, text=True, check=True
    )
    assert "numpy" not in listed.stdout
    assert "numba" not in listed.stdout


@pytest.mark.long
def test_a_wheel_holds_the_page_and_serves_it_where_there_is_no_node(tmp_path: Path) -> None:
    uv = str(Path(sys.executable).with_name("uv"))
    built = [uv, "build", "-q", "--wheel", "--python", sys.executable, "-o", str(tmp_path)]
    subprocess.run([*built, str(ROOT)], check=True)
    wheel = next(tmp_path.glob("*.whl"))
    inside = set(zipfile.ZipFile(wheel).namelist())
    assert "ludotheque/static/index.html" in inside
    assert any(name.startswith("ludotheque/static/assets/fr-") for name in inside)
    env = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", str(env)], check=True)
    python = env / "bin" / "python"
    wanted = f"{wheel}[server]"
    subprocess.run([uv, "pip", "install", "-q", "--python", str(python), wanted], check=True)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    alone = {"PATH": str(env / "bin"), "HOME": str(tmp_path), "LUDOTHEQUE_PORT": port}
    command = [str(env / "bin" / "ludotheque"), "serve"]
    with subprocess.Popen(command, env=alone, cwd=tmp_path) as server:
        try:
            for _ in range(100):
                time.sleep(0.2)
                with contextlib.suppress(httpx.HTTPError):
                    page = httpx.get(f"http://127.0.0.1:{port}/t/AAAAAAAAAAAAAAAA")
                    break
            asset = re.search(r'src="(/assets/[^"]+)"', page.text)
            assert asset is not None
            assert httpx.get(f"http://127.0.0.1:{port}{asset[1]}").status_code == 200
        finally:
            server.terminate()


@pytest.mark.long
def test_the_source_archive_is_complete_and_its_own_tests_pass(tmp_path: Path) -> None:
    uv = str(Path(sys.executable).with_name("uv"))
    built = [uv, "build", "-q", "--sdist", "--python", sys.executable, "-o", str(tmp_path)]
    subprocess.run([*built, str(ROOT)], check=True)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        archive.extractall(tmp_path, filter="data")
    unpacked = next(path for path in tmp_path.glob("ludotheque-*") if path.is_dir())
    inside = {p.relative_to(unpacked).as_posix() for p in unpacked.rglob("*") if p.is_file()}
    if (ROOT / ".git").exists():
        listed = ["git", "-C", str(ROOT), "ls-files", "-z"]
        kept = subprocess.run(listed, capture_output=True, text=True, check=True).stdout
        assert {name for name in kept.split("\0") if name and (ROOT / name).exists()} <= inside
    assert not [name for name in inside if name.endswith((".db", ".pyc"))]
    env = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", str(env)], check=True)
    python = str(env / "bin" / "python")
    install = [uv, "pip", "install", "-q", "--python", python]
    locked = ["--require-hashes", "-r", str(unpacked / "requirements-dev.lock")]
    subprocess.run([*install, *locked], check=True)
    subprocess.run([*install, "--no-deps", str(unpacked)], check=True)
    tests = ["tests/test_docs.py", "tests/test_rulings.py", "tests/test_log.py"]
    command = [python, "-m", "pytest", "-q", *tests, "tests/server/test_page.py"]
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "PYTEST"))}
    done = subprocess.run(
        command, env=clean, cwd=unpacked, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.long
@pytest.mark.parametrize("needed", [False, True])
def test_a_build_that_needs_the_page_fails_without_it(tmp_path: Path, needed: bool) -> None:
    bare = tmp_path / "bare"  # the sources of the library, without those of the page
    bare.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "hatch_build.py"):
        shutil.copy(ROOT / name, bare)
    shutil.copytree(
        ROOT / "src", bare / "src", ignore=shutil.ignore_patterns("static", "__pycache__")
    )
    uv = str(Path(sys.executable).with_name("uv"))
    words = [uv, "build", "--wheel", "--python", sys.executable, "-o", str(tmp_path), str(bare)]
    environment = {**os.environ, "LUDOTHEQUE_NEED_WEB": "1" if needed else ""}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode != 0) == needed, done.stderr
    assert ("LUDOTHEQUE_NEED_WEB" in done.stderr) == needed
