"""The rules pages: the text beside each game's rules, with its tables put in."""

from __future__ import annotations

import re

from ludotheque.game import Game
from ludotheque.rulings import Option, Ruling
from ludotheque.words.messages import Message, message

MARK = re.compile(r"\{\{(\w+)\}\}")


def rules_page(game: Game, lang: str) -> str:
    """The whole page of a game as Markdown."""
    return _filled(game, lang, _text(game, lang))


def how_to_play(game: Game, lang: str) -> str:
    """The page up to its rulings: what one needs at the table."""
    text = _text(game, lang).partition("{{rulings}}")[0]
    return _filled(game, lang, text.rpartition("\n## ")[0])


def _text(game: Game, lang: str) -> str:
    text = (game.folder / f"rules.{lang}.md").read_text(encoding="utf-8")
    if game.is_own_data:
        title, _, rest = text.partition("\n")
        text = f"{title}\n\n*{message('page.own_data', lang)}*\n{rest}"
    return text


def _filled(game: Game, lang: str, text: str) -> str:
    return MARK.sub(lambda mark: _part(game, mark[1], lang), text)


def _part(game: Game, name: str, lang: str) -> str:
    """What stands in the place of a mark: our tables, or one of the game's own."""
    if name == "rulings":
        return rulings_table(game, lang)
    if name == "options":
        return options_table(game, lang)
    if name == "codes":
        return codes_table(game, lang)
    if name == "essentials":
        return essentials(game, lang)
    head, *rows = getattr(game.part("page_tables"), name)(lang)
    return _table(head, rows)


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def essentials(game: Game, lang: str) -> str:
    """What one needs to know, a point a line; a page draws a position beside each."""
    scenes = game.part("essentials").ESSENTIALS.scenes
    return "\n".join(f"- {message(step.key, lang)}" for scene in scenes for step in scene.steps)


def rulings_table(game: Game, lang: str) -> str:
    """Every ruling: the question, how it is played here, and its option."""
    head = [message(f"page.{name}", lang) for name in ("ruling", "ask", "play", "option")]
    return _table(head, [_ruling_row(ruling, lang) for ruling in game.rulings])


def _ruling_row(ruling: Ruling, lang: str) -> list[str]:
    flags = [name for name in ("contested", "assumed") if getattr(ruling, name)]
    flagged = "".join(f" *({message(f'page.{name}', lang)})*" for name in flags)
    option = "–"
    if ruling.option is not None:
        option = message("option.yes", lang)
    elif ruling.setting is not None:
        option = message("page.setting", lang)
    ask, play = (message(f"ruling.{ruling.id}.{part}", lang) for part in ("ask", "play"))
    return [ruling.id, ask, play + flagged, option]


def options_table(game: Game, lang: str) -> str:
    """Every option: what it changes, and its values in words."""
    if not game.options:
        return message("page.none", lang)
    head = [message(f"page.{name}", lang) for name in ("effect", "value", "ruling")]
    rows = [
        [
            message(f"option.{game.name}.{option.name}", lang),
            _values(game, option, lang),
            option.ruling,
        ]
        for option in game.options.values()
    ]
    return _table(head, rows)


def codes_table(game: Game, lang: str) -> str:
    """How every option is written on the command line; settings of a series are among them."""
    head = [message(f"page.{name}", lang) for name in ("ruling", "option")]
    rows = [[option.ruling, _code(option)] for option in game.options.values()]
    rows += [[ruling.id, f"`{ruling.setting}`"] for ruling in game.rulings if ruling.setting]
    return _table(head, rows)


def _values(game: Game, option: Option, lang: str) -> str:
    """What may be chosen, in words, with the default marked."""
    if not option.names:
        return f"{option.allowed()} ({message('page.default', lang, value=option.default)})"
    labels = [option.label(game.name, value) for value in range(len(option.names))]
    words = [label.text(lang) if isinstance(label, Message) else label for label in labels]
    words[option.default] += f" ({message('page.usual', lang)})"
    return " · ".join(words)


def _code(option: Option) -> str:
    """How it is written on the command line."""
    names = ", ".join(f"`{name}`" for name in option.names)
    return f"`{option.name}`{' = ' if names else ''}{names}"
