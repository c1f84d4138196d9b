"""Rules keep to the dialect that runs the same interpreted, compiled and on a GPU."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from every import GAMES

from ludotheque import PACKAGES, load

ROOT = Path(__file__).parent.parent
ALLOWED = ("__future__", "dataclasses", "ludotheque.data", "ludotheque.parts", "ludotheque.state")
FORBIDDEN = {
    ast.ListComp: "a list comprehension",
    ast.SetComp: "a set comprehension",
    ast.DictComp: "a dict comprehension",
    ast.GeneratorExp: "a generator",
    ast.Lambda: "a nested function",
    ast.Try: "try",
    ast.With: "with",
    ast.Yield: "yield",
    ast.Await: "await",
    ast.Dict: "a dict",
    ast.List: "a list",
    ast.Set: "a set",
    ast.JoinedStr: "a string",
    ast.NamedExpr: "a walrus",
    ast.Starred: "a star",
    ast.Global: "global",
    ast.Div: "a float",
}
METHODS = {"count", "index", "append", "pop", "copy", "sort", "reverse", "bit_count", "bit_length"}
BUILTINS = {"any", "all", "reversed", "list", "dict", "set", "float", "print", "open", "isinstance"}


def source(name: str) -> ast.Module:
    path = Path(str(load(name).rules.__file__))
    return ast.parse(path.read_text(encoding="utf-8"))


def functions(tree: ast.Module) -> list[ast.FunctionDef]:
    return [node for node in tree.body if isinstance(node, ast.FunctionDef)]


@pytest.mark.parametrize("name", GAMES)
def test_rules_import_only_their_equipment_and_parts(name: str) -> None:
    own = f"{PACKAGES[name]}.equipment"
    for node in ast.walk(source(name)):
        assert not isinstance(node, ast.Import)
        if isinstance(node, ast.ImportFrom):
            assert node.module in (*ALLOWED, own), f"line {node.lineno}: {node.module}"


@pytest.mark.parametrize("name", GAMES)
def test_rules_use_nothing_that_differs_between_the_twins(name: str) -> None:
    for function in functions(source(name)):
        body = function.body[1:]  # the docstring comes first
        assert ast.get_docstring(function), f"{function.name} has no docstring"
        for node in (inner for statement in body for inner in ast.walk(statement)):
            where = f"{function.name}, line {getattr(node, 'lineno', '?')}"
            assert type(node) not in FORBIDDEN, f"{where}: {FORBIDDEN[type(node)]}"
            assert not isinstance(node, ast.FunctionDef | ast.ClassDef), f"{where}: nested"
            if isinstance(node, ast.Constant):
                assert isinstance(node.value, int) or node.value is None, f"{where}: {node.value!r}"
            if isinstance(node, ast.Subscript):
                assert not isinstance(node.slice, ast.Tuple | ast.Slice), f"{where}: a[i, j], a[i:]"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                assert node.func.attr not in METHODS, f"{where}: .{node.func.attr}()"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in BUILTINS, f"{where}: {node.func.id}()"


@pytest.mark.parametrize("name", GAMES)
def test_no_function_of_the_rules_calls_itself_in_a_circle(name: str) -> None:
    """Functions that call one another in a circle crash when loaded from Numba's cache."""
    tree = source(name)
    names = {function.name for function in functions(tree)}
    calls = {
        function.name: {
            node.func.id
            for node in ast.walk(function)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        & names
        for function in functions(tree)
    }
    while calls:
        leaves = {caller for caller, called in calls.items() if not called & set(calls)}
        assert leaves, f"a circle among {sorted(calls)}"
        calls = {caller: called for caller, called in calls.items() if caller not in leaves}


@pytest.mark.parametrize("name", GAMES)
def test_functions_of_the_rules_are_short(name: str) -> None:
    for function in functions(source(name)):
        length = (function.end_lineno or 0) - function.lineno + 1
        assert length <= 36, f"{function.name} has {length} lines: it is two rules"
