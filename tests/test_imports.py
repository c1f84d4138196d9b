"""Imports point one way: games know state and parts, tools know games, nobody knows the tools."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "ludotheque"
MODULES = sorted(SOURCE.rglob("*.py"))

# Who may import what, by the first part of the name below `ludotheque`; the most particular
# rule that fits counts.  Within its own package a module may import what it likes.
CORE = {"state", "parts", "luck", "data", "errors", "words", "rulings"}
CORE |= {"kernels", "drawing", "extras", "contract", "packing", "reals"}
MAY = {
    "state": set(),
    "parts": {"state"},
    "luck": set(),
    "packing": {"state"},
    "reals": set(),
    "words": {"game", "rulings"},  # for the rulebooks; sentences and numerals need nothing
    "errors": {"words"},
    "contract": {"state", "parts", "words", "game", "exact", "effects"},  # these for types alone
    "data": {"errors"},
    "extras": {"errors"},
    "rulings": {"errors", "words"},
    "drawing": {"errors", "state", "contract"},
    "kernels": {"luck", "parts", "reals", "state"},
    "rare": {"parts", "state"},
    "lesson": set(),
    "effects": {"parts", "state", "words"},
    "games": {"effects", "errors", "state", "parts", "data", "words", "luck", "kernels", "rare"}
    | {"lesson", "packing", "reals"},
    "game": CORE | {"effects", "games"},
    "examples": {"game"},
    "fast": {"data", "errors", "game", "kernels", "packing", "parts", "state"},
    "engines": CORE | {"fast", "game"},
    "series": {"errors", "game", "parts", "state"},
    "log": CORE | {"game"},
    "solver": CORE | {"engines", "exact", "fast", "game", "games"},  # of a game, in its folder
    "exact": CORE | {"game", "games"},
    "bot_names": {"errors", "game", "words"},
    "learned": {"game"},
    "bots": CORE | {"bot_names", "engines", "exact", "game", "learned"},
    "arena": CORE | {"bots", "game"},
    "learning": CORE | {"arena", "bots", "engines", "game"},
    "tables": CORE - {"extras", "kernels"}
    | {"bot_names", "effects", "game", "games", "log", "series"},
    "offline": CORE | {"bot_names", "bots", "game", "games", "log", "series", "tables"},
    "site": {"errors", "games", "offline", "words"},
    "server": CORE | {"bots", "engines", "game", "games", "log", "series", "site", "tables"},
    "terminal": CORE | {"bot_names", "bots", "effects", "game", "games", "log", "series"},
    "cli": CORE
    | {"", "arena", "bots", "exact", "fast", "game", "games", "log", "server", "site"}
    | {"tables", "terminal"},
    "__main__": {"cli"},
    "": {"errors", "game", "games", "parts"},
}


def area(module: str) -> str:
    return module.removeprefix("ludotheque").removeprefix(".").split(".")[0]


def area_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    if parts == ("__init__",):
        return ""
    return "solver" if parts[0] == "games" and "solver" in parts else parts[0]


def is_ours(name: str) -> bool:
    return (SOURCE / f"{name}.py").exists() or (SOURCE / name).is_dir()


def imported(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            if node.module == "ludotheque":
                names = [alias.name for alias in node.names]
                below = {f"ludotheque.{name}" for name in names if is_ours(name)}
                found |= below or {"ludotheque"}
            else:
                found.add(node.module)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_imports_point_one_way(path: Path) -> None:
    own = area_of(path)
    for module in imported(path):
        if module.split(".")[0] == "ludotheque" and area(module) != own:
            assert area(module) in MAY[own], f"{path.relative_to(SOURCE)} imports {module}"


def test_only_the_compiler_imports_numba() -> None:
    users = {p.name for p in MODULES if any(m.startswith("numba") for m in imported(p))}
    assert users == {"compiled.py"}


def test_only_the_fast_parts_import_numpy() -> None:
    users = {area_of(p) for p in MODULES if any(m.startswith("numpy") for m in imported(p))}
    assert users <= {"arena", "engines", "fast", "learning", "solver"}


def test_only_one_module_imports_wasmtime() -> None:
    users = {p.name for p in MODULES if any(m.startswith("wasmtime") for m in imported(p))}
    assert users == {"runtime.py"}


def test_no_game_knows_another() -> None:
    for path in SOURCE.glob("games/*/**/*.py"):
        for module in imported(path):
            if module.startswith("ludotheque.games."):
                assert module.split(".")[2] == path.relative_to(SOURCE).parts[1]


def test_a_table_needs_nothing_that_may_not_be_installed() -> None:
    modules = [f"ludotheque.{'.'.join(p.with_suffix('').parts)}" for p in tables_of(SOURCE)]
    asked = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    loaded = {".".join(name.split(".")[:2]) for name in done.stdout.split()}
    assert "ludotheque.tables" in loaded
    assert not loaded & {"ludotheque.bots", "ludotheque.extras", "numpy", "numba", "sqlalchemy"}


def tables_of(source: Path) -> list[Path]:
    found = sorted(path.relative_to(source) for path in (source / "tables").rglob("*.py"))
    return [path.parent if path.name == "__init__.py" else path for path in found]
