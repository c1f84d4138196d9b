"""Commands written wrongly: what the library says of them, in the person's language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from typer.main import get_command

from ludotheque.cli.shared import app
from ludotheque.words.messages import LANGUAGES, message, speak

# What the library says -> the end of the key of our sentence.
USUAL = {
    r"No such option: (?P<name>\S+)": "option",
    r"No such option: (?P<name>\S+) .*?(?P<near>-.*?)[?)]+": "near",
    r"No such command '(?P<name>.*?)'\..*": "command",
    r"Missing command\.": "nothing",
    r"Missing (?:argument|option|parameter) '(?P<name>.*?)'.*": "missing",
    r"Got unexpected extra argument\S* \((?P<name>.*)\)": "extra",
    r"Option '(?P<name>.*)' requires .*": "value",
    r"Option '(?P<name>.*)' does not take a value\.": "bare",
    r"Invalid value for '(?P<name>.*?)': (?P<why>.*?)\.?": "wrong",
}


def sentence_of(said: str, words: Sequence[str]) -> str:
    """What is wrong with a command line and where its help is, in the language it asks for."""
    for option, value in pairwise(words):
        if option == "--lang" and value in LANGUAGES:
            speak(value)
    why = said if said.endswith(".") else f"{said}."
    for pattern, key in USUAL.items():
        if found := re.fullmatch(pattern, said, re.DOTALL):
            why = message(f"cli.usage.{key}", **found.groupdict())
    return message("cli.usage", why=why, command=command_of(words))


def command_of(words: Sequence[str]) -> str:
    """The command that a line begins with."""
    found, commands = ["ludotheque"], commands_of(get_command(app))
    for word in words:
        if word not in commands:
            break
        found.append(word)
        commands = commands_of(commands[word])
    return " ".join(found)


def commands_of(command: object) -> dict[str, object]:
    """[name] -> the commands below a command."""
    return dict(getattr(command, "commands", {}))
