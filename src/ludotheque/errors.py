"""Everything that can go wrong, each with one sentence for the person who caused it.

    LudothequeError (a ValueError)
    ├── UnknownGame        no game has that name
    ├── BadPlayers         not a number of players, or not a first player, of this game
    ├── BadOption          no such option, no such value, or options that clash
    ├── BadData            a data file that cannot be read or does not fit
    ├── BadPlay            a .play file that cannot be read or does not replay
    ├── BadPosition        a drawing that is not a position
    ├── BadRequest         anything else asked of a tool that it cannot do
    ├── NotInstalled       an extra that is needed is missing
    ├── BadEvent           an event that cannot have happened at its table
    ├── Refused            something that cannot be done at a table now; carries a `code`
    ├── UnreadableAction   text that is no action
    └── IllegalAction      an action that is not legal now; carries the `refusal`

The sentence lives in the catalogues under `key`; `str(error)` is in the current language.
"""

from __future__ import annotations

from typing import NamedTuple

from ludotheque.words.messages import Message

__all__ = [
    "BadData",
    "BadEvent",
    "BadOption",
    "BadPlay",
    "BadPlayers",
    "BadPosition",
    "BadRequest",
    "IllegalAction",
    "LudothequeError",
    "NotInstalled",
    "Refusal",
    "Refused",
    "UnknownGame",
    "UnreadableAction",
]


class Refusal(NamedTuple):
    """Why an action is not legal now."""

    ruling: str  # its id; the game's prefix alone where the sheet itself says so
    places: tuple[str, ...]  # what is involved, in the game's notation
    key: str  # of the sentence
    facts: dict[str, object]
    allowed: tuple[Message, ...] = ()  # what would be legal, in a few words each

    @property
    def message(self) -> Message:
        """The sentence that says what was wrong, in no language yet."""
        return Message(self.key, self.facts)

    def sentence(self, lang: str | None = None) -> str:
        """The same sentence in French or English."""
        return self.message.text(lang)


class LudothequeError(ValueError):
    """The root of the tree: a catalogue key and what fills it in."""

    def __init__(self, key: str, /, **facts: object) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts

    @property
    def message(self) -> Message:
        """What to tell the person, in no language yet."""
        return Message(self.key, self.facts)

    def sentence(self, lang: str | None = None) -> str:
        """What to tell the person, in French or English."""
        return self.message.text(lang)

    def __str__(self) -> str:
        return self.sentence()


class UnknownGame(LudothequeError):
    """No game has that name."""


class BadPlayers(LudothequeError):
    """A number of players, or a first player, that the game does not allow."""


class BadOption(LudothequeError):
    """An option or a value that the game does not have, or options that clash."""


class BadData(LudothequeError):
    """A data file that cannot be read or does not fit the game."""


class BadPlay(LudothequeError):
    """A `.play` file that cannot be read or does not replay."""


class BadPosition(LudothequeError):
    """A drawing that is not a position of the game."""


class BadRequest(LudothequeError):
    """Anything else asked of a tool that it cannot do."""


class NotInstalled(LudothequeError):
    """An optional part that this needs is not installed."""


class BadEvent(LudothequeError):
    """An event that cannot have happened at its table."""


class Refused(LudothequeError):
    """Something that cannot be done at a table now."""

    def __init__(self, code: str, key: str | None = None, /, **facts: object) -> None:
        super().__init__(key or f"refused.{code}", **facts)
        self.code = code


class UnreadableAction(LudothequeError):
    """Text that says no action of the game."""


class IllegalAction(LudothequeError):
    """An action that is not legal now."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.key, **refusal.facts)
        self.refusal = refusal
