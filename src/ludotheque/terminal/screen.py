"""Lines out and lines in.  In a pipe or on a dumb terminal, plain text; NO_COLOR is respected."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from textwrap import fill
from typing import TextIO

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from ludotheque.words.messages import Message, message


def painted(text: Text, styles: Mapping[str, str]) -> Text:
    """A text in the styles of what is found in it."""
    for pattern, style in styles.items():
        text.highlight_regex(pattern, style)
    return text


class EndOfInput(Exception):
    """Nobody is there to answer any more."""


class Screen:
    """Where a game is shown and answers are read."""

    def __init__(self, out: TextIO | None = None, answers: TextIO | None = None) -> None:
        self.console = Console(file=out or sys.stdout, highlight=False)
        self.console.soft_wrap = not self.console.is_terminal  # a pipe's lines are never cut
        self.answers = answers or sys.stdin

    def say(self, key: str, style: str = "", /, **facts: object) -> None:
        """A sentence of the catalogues."""
        self.line(message(key, **facts), style)

    def line(
        self, text: str | Message = "", style: str = "", styles: Mapping[str, str] | None = None
    ) -> None:
        """A line of text, painted where there is colour: `styles` by regular expression."""
        shown = text.text() if isinstance(text, Message) else text
        if self.console.is_terminal:
            shown = "\n".join(self.wrapped(part) for part in shown.split("\n"))
        self.console.print(painted(Text(shown, style=style), styles or {}), soft_wrap=True)

    def wrapped(self, line: str) -> str:
        """A line folded at spaces, never at the narrow ones before French signs."""
        indent = "    " if line.startswith(" ") else ""
        wide = max(20, self.console.width)
        return fill(line, wide, subsequent_indent=indent, break_long_words=False)

    def picture(self, lines: list[str], styles: Mapping[str, str]) -> None:
        """A drawing, painted where there is colour."""
        for line in lines:
            self.console.print(painted(Text(line), styles), soft_wrap=True)

    def page(self, markdown: str) -> None:
        """A whole page: laid out on a terminal, as it is in a pipe."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.print(Markdown(markdown))
        else:
            self.console.print(Text(markdown))

    def ask(self, key: str, /, **facts: object) -> str:
        """Ask a question and read a line."""
        self.console.print(Text(message(key, **facts), style="bold"), end="")
        self.console.file.flush()
        try:
            line = self.answers.readline()
        except UnicodeDecodeError:
            line = "\ufffd\n"  # not text: no action is called that
        except KeyboardInterrupt:
            self.line()  # what comes next does not stick to the question
            raise
        if not line:
            self.line()
            raise EndOfInput
        if not self.console.is_terminal:
            self.line()
        return line.strip()

    @contextmanager
    def working(self, key: str, /, **facts: object) -> Iterator[None]:
        """Say, while something takes its time, that it does; a pipe has nobody waiting."""
        if not self.console.is_terminal or self.console.is_dumb_terminal:
            yield
            return
        with self.console.status(message(key, **facts)):
            yield

    def hide(self) -> None:
        """Clear what the next person must not see; a pipe has nobody looking."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.file.write("\x1b[2J\x1b[3J\x1b[H")  # the lines scrolled away, too
        elif self.console.is_terminal:
            self.console.file.write("\n" * 100)
