"""Compile every game's kernels to WebAssembly: `twin.wasm` in its folder, for server and page.

    make wasm [GAME=name]

Numba makes LLVM code of the kernels, here without vectors of this machine; LLVM, as it comes with
Numba, optimises it as a whole for WebAssembly, and `wasm-ld` (in the package `ziglang`) links it.
Nothing of it needs Python, so what is left imports nothing.

Numba's code is no interface that it promises: the versions are pinned, the files are kept with
the sources, and the tests compare them with the other twins.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any

# Before Numba is imported: it optimises once, but not for this machine's wide registers.
os.environ |= {"NUMBA_OPT": "3", "NUMBA_LOOP_VECTORIZE": "0", "NUMBA_SLP_VECTORIZE": "0"}
os.environ["LUDOTHEQUE_CACHE"] = tempfile.mkdtemp()
os.environ.pop("LUDOTHEQUE_CHECKED", None)

import llvmlite.binding as llvm
from numba import from_dtype, types

from ludotheque import load
from ludotheque.engines import assembly, twin_file
from ludotheque.engines.native import dtype_for
from ludotheque.engines.shapes import DEEP, size_of
from ludotheque.fast.compiled import with_rules
from ludotheque.game import Game
from ludotheque.games import PACKAGES

TRIPLE = "wasm32-unknown-unknown"
# What every browser of the last years has.
FEATURES = "+bulk-memory,+sign-ext,+mutable-globals,+nontrapping-fptoint"
STACK = 1 << 17  # bytes, for a solver that calls itself


def modules(game: Game) -> dict[str, ModuleType]:
    """The kernels of a game by the names of their modules, compiled to LLVM code."""

    def bind(source: ModuleType, /, **given: object) -> ModuleType:
        return with_rules(source, game.rules, checked=False, **given)

    names = [*assembly.SHARED, *twin_file.own_kernels(game)]
    return {name: assembly.module_of(game, name, bind) for name in names}


def type_of(game: Game, kind: str) -> Any:
    """Numba's type of an argument."""
    if kind == "int":
        return types.int64
    return types.Array(from_dtype(_dtype(game, kind)), 2 if kind in DEEP else 1, "C")


def _dtype(game: Game, kind: str) -> Any:
    import numpy as np

    return np.dtype(dtype_for(game, kind))


def argument(game: Game, kind: str, i: int) -> tuple[list[str], list[str], list[str]]:
    """An argument: how it is handed over, what Numba's function takes, and the lines between.

    To Numba an array is its owner and parent (none), its length, the size of an entry, where it
    lies, then its shape and its steps.
    """
    if kind == "int":
        return [f"double %x{i}"], [f"i64 %y{i}"], [f"%y{i} = fptosi double %x{i} to i64"]
    size = size_of(game, kind)
    lines = [f"%n{i} = zext i32 %l{i} to i64"]
    if kind not in DEEP:
        taken = [f"i64 %n{i}", f"i64 {size}", f"ptr %p{i}", f"i64 %n{i}", f"i64 {size}"]
        return [f"ptr %p{i}", f"i32 %l{i}"], ["ptr null", "ptr null", *taken], lines
    lines += [
        f"%m{i} = zext i32 %w{i} to i64",
        f"%t{i} = mul i64 %n{i}, %m{i}",
        f"%s{i} = mul i64 %m{i}, {size}",
    ]
    shape = [f"i64 %n{i}", f"i64 %m{i}", f"i64 %s{i}", f"i64 {size}"]
    taken = ["ptr null", "ptr null", f"i64 %t{i}", f"i64 {size}", f"ptr %p{i}", *shape]
    return [f"ptr %p{i}", f"i32 %l{i}", f"i32 %w{i}"], taken, lines


def door(game: Game, name: str, kinds: list[str], inner: str, returns: bool) -> str:
    """The function that is called from outside: it calls Numba's, and traps where that fails."""
    params: list[str] = []
    args: list[str] = []
    lines: list[str] = []
    for i, kind in enumerate(kinds):
        param, arg, line = argument(game, kind, i)
        params, args, lines = params + param, args + arg, lines + line
    result = ["%v = load i64, ptr %r", "%d = sitofp i64 %v to double", "ret double %d"]
    body = [
        "%r = alloca i64",
        "%e = alloca ptr",
        *lines,
        f'%c = call i32 @"{inner}"(ptr %r, ptr %e, {", ".join(args)})',
        "%bad = icmp ne i32 %c, 0",
        "br i1 %bad, label %fail, label %good",
        "fail:",
        "call void @llvm.trap()",
        "unreachable",
        "good:",
        *(result if returns else ["ret double 0.0"]),
    ]
    return f'define double @"{name}"({", ".join(params)}) {{\n' + "\n".join(body) + "\n}\n"


def retargeted(code: str, layout: str) -> str:
    """LLVM code made for this machine, as code for WebAssembly; nothing in it counts references."""
    code = re.sub("target triple = .*", f'target triple = "{TRIPLE}"', code)
    code = re.sub("target datalayout = .*", f'target datalayout = "{layout}"', code)
    code = re.sub(r'"target-(cpu|features)"="[^"]*"', "", code)
    code = re.sub(r"= common (local_unnamed_addr )?global", r"= internal \1global", code)
    counting = r"define [^\n]*@(NRT_incref|NRT_decref)\([^\n]*\{.*?\n\}"
    code = re.sub(
        counting, r"define linkonce_odr void @\1(ptr %0) {\nret void\n}", code, flags=re.S
    )
    body = ["%2 = call double @llvm.sqrt.f64(double %0)", "ret double %2", "}"]
    root = "\n".join(["define internal double @sqrt(double %0) {", *body])
    return re.sub(r"declare double @sqrt\(double[^\n]*", root, code)


def compiled(game: Game, machine: Any) -> tuple[bytes, list[str]]:
    """An object file of a game's kernels, and what it exports."""
    layout = str(machine.target_data)
    whole, exported = llvm.parse_assembly(""), []
    for name, module in modules(game).items():
        for entry, row in module.ENTRIES.items():
            kinds = row.split()
            kernel = getattr(module, entry)
            kernel.compile(tuple(type_of(game, kind) for kind in kinds))
            (found,) = kernel.overloads.values()
            exported.append(f"{name}.{entry}")
            inner = found.fndesc.llvm_func_name
            returns = isinstance(found.fndesc.restype, types.Integer)
            code = retargeted(found.library.get_llvm_str(), layout)
            code += door(game, exported[-1], kinds, inner, returns)
            code += "".join(
                f"{line}\n"
                for line in ("declare void @llvm.trap()", "declare double @llvm.sqrt.f64(double)")
                if line.partition("(")[0] not in code
            )
            whole.link_in(llvm.parse_assembly(code))
    for function in whole.functions:
        if not function.is_declaration and function.name not in exported:
            function.linkage = "internal"
    for constant in whole.global_variables:
        if constant.linkage.name != "external":
            constant.linkage = "internal"
    whole.triple = TRIPLE
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    passes = llvm.create_pass_builder(machine, tuning)
    passes.getModulePassManager().run(whole, passes)
    whole.verify()
    return machine.emit_object(whole), exported


def linked(code: bytes, exported: list[str], folder: Path) -> bytes:
    """The file that a machine runs; it must import nothing."""
    source, target = folder / "kernels.o", folder / "kernels.wasm"
    source.write_bytes(code)
    flags = [
        "--no-entry",
        "--gc-sections",
        "--strip-all",
        "-z",
        f"stack-size={STACK}",
        "--stack-first",
    ]
    flags += [f"--export={name}" for name in ("__heap_base", *exported)]
    words = [sys.executable, "-m", "ziglang", "wasm-ld", *flags, str(source), "-o", str(target)]
    subprocess.run(words, check=True)
    return target.read_bytes()


def write(game: Game) -> None:
    """Compile a game, and write its file."""
    warnings.simplefilter("ignore")  # nothing of this is to be cached
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(
        features=FEATURES, opt=3, reloc="static"
    )
    with tempfile.TemporaryDirectory() as folder:
        code = linked(*compiled(game, machine), Path(folder))
    raw = twin_file.sealed(code, twin_file.fingerprint(game))
    twin_file.path_of(game).write_bytes(raw)
    print(f"{game.name}: {len(raw):,} bytes", flush=True)


def main(*names: str) -> None:
    """Compile the game that is named, or each in a process of its own.

    What Numba has compiled before changes what it makes of the next, and a file should not depend
    on who stands before it.
    """
    if len(names) == 1:
        write(load(names[0]))
        return
    for name in names or PACKAGES:
        subprocess.run([sys.executable, __file__, name], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
