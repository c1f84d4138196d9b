"""Break the branch of each ruling, one at a time, and see that its own tests notice.

A line of the rules that carries a ruling's id in a comment is the ruling's branch; so is, above
the rules, a line with the mark that the ruling shares.  Each such line is broken in turn (a
condition negated, a statement left out, a table shifted) and the tests named after the ruling
(`test_xy12_…`) are run on the broken rules, interpreted.  A break that they do not notice is a
survivor; a ruling without a branch or without a test is listed too.

    python scripts/mutate.py [GAME …]
"""

from __future__ import annotations

import ast
import io
import os
import re
import signal
import sys
import tokenize
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from ludotheque import PACKAGES, load
from ludotheque.game import _load as loaded

ROOT = Path(__file__).parent.parent
PATIENCE = 20  # seconds
ID = re.compile(r"\b[A-Z]{2}\d+\b|\b[a-z]+\.[a-z]+\b")  # of a ruling, or a mark above the rules


class Mutant(NamedTuple):
    """One broken line."""

    module: ModuleType
    line: int
    rulings: tuple[str, ...]
    what: str
    code: ast.Module


def shifted(value: object) -> object:
    """A table or number that is not quite right."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, tuple) and len(set(value)) == 1:
        return tuple(shifted(item) for item in value)
    if isinstance(value, tuple):
        return value[1:] + value[:1]
    raise TypeError(type(value))


def marked_lines(source: str) -> dict[int, tuple[str, ...]]:
    """The ids that stand in the comment of each line of code."""
    found = {}
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    code = {t.start[0] for t in tokens if t.type in (tokenize.NAME, tokenize.OP)}
    for token in tokens:
        ids = tuple(ID.findall(token.string)) if token.type == tokenize.COMMENT else ()
        if ids and token.start[0] in code:
            found[token.start[0]] = ids
    return found


def negated(test: ast.expr) -> ast.expr:
    """The opposite of a condition."""
    return ast.UnaryOp(ast.Not(), test)


def wrong(value: ast.expr) -> ast.expr:
    """An expression whose value is not quite right."""
    if isinstance(value, ast.IfExp):
        return ast.IfExp(value.test, value.orelse, value.body)
    if isinstance(value, ast.Compare | ast.BoolOp):
        return negated(value)
    return ast.Call(ast.Name("shifted", ast.Load()), [value], [])


def breaks(node: ast.stmt, top: bool) -> Iterator[tuple[str, ast.stmt]]:
    """The ways to break a statement."""
    if isinstance(node, ast.If):
        yield "negated", ast.If(negated(node.test), node.body, node.orelse)
    elif isinstance(node, ast.Return) and node.value is not None:
        yield "returns another value", ast.Return(wrong(node.value))
    elif isinstance(node, ast.Assign) and top:
        yield "shifted", ast.Assign(node.targets, wrong(node.value))
    elif isinstance(node, ast.Assign | ast.AugAssign | ast.For | ast.While | ast.Expr):
        yield "left out", ast.Pass()


class Replace(ast.NodeTransformer):
    """Put another statement in the place of the one at a line."""

    def __init__(self, line: int, new: ast.stmt) -> None:
        self.line, self.new = line, new

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Replace the statement, or look further down."""
        if isinstance(node, ast.stmt) and node.lineno == self.line:
            return self.new
        return super().generic_visit(node)


def mutants(module: ModuleType) -> Iterator[Mutant]:
    """Every broken version of a module."""
    path = Path(str(module.__file__))
    source = path.read_text(encoding="utf-8")
    marks = marked_lines(source)
    tree = ast.parse(source)
    top = {id(node) for node in tree.body}
    declared = {id(n) for c in ast.walk(tree) if isinstance(c, ast.ClassDef) for n in c.body}
    for node in ast.walk(tree):
        if not isinstance(node, ast.stmt) or node.lineno not in marks:
            continue
        if id(node) in declared and isinstance(node, ast.AnnAssign):
            continue
        for what, new in breaks(node, id(node) in top):
            fresh = Replace(node.lineno, new).visit(ast.parse(source))
            code = ast.fix_missing_locations(fresh)
            yield Mutant(module, node.lineno, marks[node.lineno], what, code)


def passes(mutant: Mutant | None, tests: Path, ruling: str) -> bool:
    """Whether the ruling's tests pass on a broken module, in a process of their own."""
    child = os.fork()
    if child == 0:
        sink = io.StringIO()
        status = 3
        signal.alarm(PATIENCE)  # a break may loop for ever: that is noticed too
        with redirect_stdout(sink), redirect_stderr(sink):
            try:
                if mutant is not None:
                    mutant.module.__dict__["shifted"] = shifted
                    path = str(mutant.module.__file__)
                    exec(compile(mutant.code, path, "exec"), mutant.module.__dict__)
                    loaded.cache_clear()  # a handle keeps verbs of the rules as they were
                pick = ["-k", f"test_{ruling.lower()}_"]
                status = pytest.main([str(tests), *pick, "-x", "-q", "-p", "no:cacheprovider"])
            except BaseException:
                status = 1
        os._exit(int(status))
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status) == 0


def examine(name: str) -> list[str]:
    """What is wrong with the tests of one game's rulings."""
    game = load(name)
    package = PACKAGES[name].rpartition(".")[2]
    tests = ROOT / "tests" / "games" / package / f"test_{package}.py"
    text = tests.read_text(encoding="utf-8")
    above = {ruling.shared.partition(".")[0] for ruling in game.rulings if ruling.shared}
    modules = [game.rules, *(import_module(f"ludotheque.{module}") for module in sorted(above))]
    broken = [mutant for module in modules for mutant in mutants(module)]
    marks = {ruling.id: ruling.shared or ruling.id for ruling in game.rulings if not ruling.note}
    problems = []
    for ruling, mark in marks.items():
        mine = [mutant for mutant in broken if mark in mutant.rulings]
        if f"test_{ruling.lower()}_" not in text:
            problems.append(f"{ruling}: no test is named after it")
        elif not mine:
            problems.append(f"{ruling}: no line of the rules carries it")
        elif not passes(None, tests, ruling):
            problems.append(f"{ruling}: its tests fail on the rules as they are")
        else:
            for mutant in mine:
                killed = not passes(mutant, tests, ruling)
                where = f"{Path(str(mutant.module.__file__)).name}:{mutant.line}"
                verdict = "killed" if killed else "SURVIVES"
                print(f"{name} {ruling} {where} {mutant.what}: {verdict}", flush=True)
                if not killed:
                    problems.append(f"{ruling}: {where} {mutant.what} survives")
    return problems


def main(names: list[str]) -> int:
    """Examine some games, or all; the exit status says whether all is well."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # a third of the time otherwise
    problems = [problem for name in names or PACKAGES for problem in examine(name)]
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
