"""Write the page's types from the Python sources, so that nobody writes them a second time.

    python scripts/wire.py [--check]

`server/requests.py` and `server/responses.py` become `web/src/lib/requests.ts` and
`responses.ts`; each game's state, phases, options, box, figures and effects become
`web/src/games/X/wire.ts`.
`--check` writes nothing and fails when a file is not what it would write.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import MISSING, fields
from inspect import cleandoc, getmodule
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from pydantic import BaseModel

sys.path.insert(0, str(Path(__file__).parent))

from freshness import keep_fresh

from ludotheque import PACKAGES, Game, load
from ludotheque.effects import kinds_of
from ludotheque.server import requests, responses
from ludotheque.state import shapes
from ludotheque.words.messages import Message

WEB = Path(__file__).parents[1] / "web" / "src"
HEAD = "/** {about}  Written by `make types`: change {source} instead. */"
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null"}
PLAIN |= {Any: "unknown", object: "unknown", Message: "Words"}


def of(hint: Any) -> str:
    """A type of Python in TypeScript."""
    if hint in PLAIN:
        return PLAIN[hint]
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " | ".join(dict.fromkeys(of(part) for part in parts))
    if origin is Literal:
        return " | ".join(f'"{part}"' for part in parts)
    if origin in (list, tuple):
        inner = of(parts[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{of(parts[0])}, {of(parts[1])}>"
    return str(hint.__name__)


def optional(hint: Any) -> str:
    """The type of what may be left out: it is then left out, not null."""
    if get_origin(hint) not in (Union, UnionType):
        return of(hint)
    return " | ".join(of(part) for part in get_args(hint) if part is not NoneType)


def sentence(thing: Any) -> str:
    """The first sentence of its docstring."""
    return cleandoc(thing.__doc__ or "").split("\n\n")[0].replace("\n", " ")


def interface(name: str, about: str, rows: list[str], extends: str = "") -> str:
    """An interface of some fields."""
    head = f"export interface {name}{f' extends {extends}' if extends else ''}"
    return "\n".join([f"/** {about} */", head + " {", *(f"  {row}" for row in rows), "}"])


def model(kind: type[BaseModel]) -> str:
    """A message; what it shares with the one it extends is told there."""
    hints, rows = get_type_hints(kind), []
    base = next((one for one in kind.__bases__ if one in models_of(kind)), None)
    for name, field in kind.model_fields.items():
        if base is not None and name in base.model_fields:
            continue
        note = f" // {field.description}" if field.description else ""
        told = of(hints[name]) if field.is_required() else optional(hints[name])
        rows.append(f"{name}{'' if field.is_required() else '?'}: {told};{note}")
    if kind.model_config.get("extra") == "allow":
        rows.append("[more: string]: unknown;")
    return interface(kind.__name__, sentence(kind), rows, base.__name__ if base else "")


def models_of(kind: type[BaseModel]) -> list[type[BaseModel]]:
    """The messages of the module of a message, but for those without a field."""
    return [one for one in models(sys.modules[kind.__module__]) if one.model_fields]


def models(module: ModuleType) -> Iterator[type[BaseModel]]:
    """The messages of a module, in order."""
    for thing in vars(module).values():
        if isinstance(thing, type) and issubclass(thing, BaseModel) and getmodule(thing) is module:
            yield thing


def messages(module: ModuleType, *more: str) -> str:
    """All messages of a module."""
    head = HEAD.format(about=sentence(module), source=f"`{module.__name__}`")
    shown = [model(kind) for kind in models(module) if kind.model_fields]
    return "\n\n".join([head, *shown, *more]) + "\n"


# ---- games


def state(game: Game) -> list[str]:
    """The fields of a view, and the options that the game is played with."""
    hints = get_type_hints(game.rules.State)
    every = shapes(game.rules.State)
    view = [f"{one.name}: {of(hints[one.name])};" for one in every if not one.option]
    chosen = [f"{one.name}: number;" for one in every if one.option]
    about = "A position as a seat may see it, with its options; -1 where it may not look."
    return [
        interface("Options", "What the table has chosen.", chosen)
        if chosen
        else "/** There is nothing to choose. */\nexport type Options = object;",
        interface("View", about, view, "Options"),
    ]


def records(kind: type) -> Iterator[str]:
    """A record of what is in the box or reckoned, after the records that it is made of."""
    hints = get_type_hints(kind)
    for part in [part for hint in hints.values() for part in (hint, *get_args(hint))]:
        if is_typeddict(part):
            yield from records(part)
    rows = [f"{name}: {of(hint)};" for name, hint in hints.items()]
    yield interface(kind.__name__, sentence(kind), rows)


def box(game: Game) -> Iterator[str]:
    """The equipment as the page needs it, and what the rules reckon for it."""
    for name, none in (("Box", "There is no equipment."), ("Figures", "Nothing is reckoned.")):
        kind = getattr(game.text, name, None)
        if kind is None:
            yield f"/** {none} */\nexport type {name} = Record<string, never>;"
        else:
            yield from records(kind)


def phases(game: Game) -> str:
    """The numbers of the phases."""
    names = getattr(game.text, "PHASES", ())
    rows = [f"{name.upper().replace('-', '_')}: {n}," for n, name in enumerate(names)]
    if not rows:
        return ""
    return "\n".join(["export const PHASE = {", *(f"  {row}" for row in rows), "} as const;"])


def effects(game: Game) -> list[str]:
    """The kinds of effect, and any of them."""
    kinds = [kind for kind in kinds_of(game.part("effects")) if kind.is_sent]
    shown = []
    for kind in kinds:
        hints = get_type_hints(kind)
        rows = [f'do: "{kind.kind}";']
        for field in fields(kind):
            mark = "" if field.default is MISSING else "?"
            rows.append(f"{field.name}{mark}: {of(hints[field.name])};")
        shown.append(interface(kind.__name__, sentence(kind), rows))
    names = " | ".join(kind.__name__ for kind in kinds)
    sounds = [f'  {kind.kind}: "{kind.sound}",' for kind in kinds if kind.sound]
    about = "/** What the effects sound like. */\nexport const SOUNDS: Sounds = {"
    return [*shown, f"export type Effect = {names};", "\n".join([about, *sounds, "};"])]


def wire(game: Game) -> str:
    """All that travels about a game."""
    about = f"{sentence(game.rules).split(':')[0]} as it travels."
    head = HEAD.format(about=about, source=f"`{game.package.__name__}`")
    parts = [phases(game), *state(game), *box(game), *effects(game)]
    text = "\n\n".join(filter(None, parts))
    imported = 'import type { Words } from "../../lib/responses";\n' if "Words" in text else ""
    imported += 'import type { Sounds } from "../../lib/sounds";\n\n'
    return f"{head}\n\n{imported}{text}\n"


def files() -> Iterator[tuple[Path, str]]:
    """Every file, with what belongs into it."""
    every = " | ".join(kind.__name__ for kind in get_args(requests.Requests))
    union = f"/** Anything to do at a table. */\nexport type Request = {every};"
    yield WEB / "lib" / "requests.ts", messages(requests, union)
    yield WEB / "lib" / "responses.ts", messages(responses)
    for name in PACKAGES:
        if (WEB / "games" / name).is_dir():
            yield WEB / "games" / name / "wire.ts", wire(load(name))


if __name__ == "__main__":
    sys.exit(keep_fresh(files()))
