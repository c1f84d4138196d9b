"""What a game is made of: the modules of its folder and what each must have.

    rules.py       Rules        the position and its verbs                          needed
    text.py        Text         the position and its actions in signs and words     needed
    effects.py     Effects      what an action did, as typed facts                  if you like
    guess.py       Guess        what a seat cannot see, dealt again                 where SECRETS
    advice.py      Advice       what helps the search to think                      if you like
    symmetry.py    Symmetry     positions that are the same, turned or renamed      if you like
    solver/        Solver       what is proven of a position                        if you like
    facts.py       Facts        what a learned value of a position looks at         if you like
    dominated.py   Dominated    what nobody in their right mind does                if you like

They are plain modules: no class to extend, nothing to register.  A checker such as mypy holds a
module against its protocol, `S` being the game's own `State`:

    fits: Rules[rules.State] = rules

`OptionalRules` and `OptionalText` list what the first two may have besides, each with what is
assumed of a game that leaves it out; `kernels/advice.py` does so for all of `Advice`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, MutableSequence, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from ludotheque.parts import EVERYONE, LEGAL
from ludotheque.state import Action, Base, Seat
from ludotheque.words.messages import Message

if TYPE_CHECKING:
    from ludotheque.effects import Effect
    from ludotheque.exact import Rows
    from ludotheque.game import Game

S = TypeVar("S", bound=Base)
S_contra = TypeVar("S_contra", bound=Base, contravariant=True)


class Rules(Protocol[S]):
    """`rules.py`: the position and its verbs, in the dialect that Numba compiles.

    A position is a dataclass `State` that extends `Base`.  `s.player` is the seat to act, or
    `CHANCE`, whose actions are the faces of dice and the cards drawn, or `NOBODY` at the end.
    """

    @property
    def SEATS(self) -> tuple[int, int]:
        """The fewest and the most players."""

    @property
    def ACTIONS(self) -> int:
        """How many numbers a seat's actions have: 0 to `ACTIONS - 1`."""

    @property
    def DRAWS(self) -> int:
        """How many numbers chance's actions have; 0 in a game without chance."""

    @property
    def PLIES(self) -> int:
        """More actions than a game has; one that reaches it ends, shared by all."""

    @property
    def SECRETS(self) -> bool:
        """Whether something is hidden; a field that does not say who sees it is hidden then."""

    @property
    def State(self) -> type[S]:
        """The class of a position; a new one has every field at its fill."""

    def setup(self, s: S) -> None:
        """Lay the game out; players, first seat and options are set already."""

    def refusal(self, s: S, action: Action) -> int:
        """`LEGAL` if the action is legal now, else the code of the reason; any number may come.

        A code is `GAME_OVER`, `NOT_NOW`, `NO_SUCH_ACTION`, or ten times the number of the ruling
        that is broken plus the number of the sentence.
        """

    def legal(self, s: S, action: Action) -> bool:
        """Whether `refusal` is `LEGAL`."""

    def apply(self, s: S, action: Action) -> None:
        """Play a legal action, chance's among them; the same action does the same always."""

    def odds(self, s: S, action: Action) -> int:
        """In how many ways chance gives the action; 0 if it cannot, or is not to act."""

    def payoff(self, s: S, seat: Seat) -> int:
        """60 times the seat's share of the win, 0 before the end; alone, the score."""

    def score(self, s: S, seat: Seat) -> int:
        """The seat's points in the game's own count."""


class RulesModule(ModuleType, Rules[S]):
    """A rules module as a handle holds it: its verbs, and whatever names it has of its own."""


class OptionalRules(Generic[S]):
    """What `rules.py` may have besides, and what is assumed where it does not."""

    VERSION: int = 1
    """Raised whenever a rule changes, so that games of before are told from those of now."""

    READS: tuple[int, ...] = ()
    """Versions of before whose games these rules replay to the same end: more is allowed now."""

    def __init__(self, rules: ModuleType) -> None:
        vars(self).update(vars(rules))  # what the game has itself hides what is below

    def clash(self, s: S) -> int:
        """The code of the reason why options do not go together, or `LEGAL`."""
        return LEGAL

    def refresh(self, s: S) -> None:
        """Work the derived fields out again, after a position was read from text."""

    def odds_in_view(self, s: S, action: Action) -> int:
        """The odds as they look in a view, which hides some of what decides them."""
        ways: int = vars(self)["odds"](s, action)
        return ways

    def can_undo(self, s: S, action: Action) -> bool:
        """Whether a seat may take an action back that it played in this position."""
        return True

    def witness(self, s: S) -> Seat:
        """The only seat that sees the next action, or `EVERYONE`; a game with secrets needs it."""
        return EVERYONE

    def other_side(self, s: S) -> bool:
        """Whether somebody alone now plays for another side, which wants the score to be low."""
        return False

    def told_since(self, s: S) -> int:
        """How many of the first plies the table tells nobody any more, who did not act in them."""
        return 0

    def together(self, s: S) -> int:
        """The set of seats that choose at the same time, not seeing what the others choose."""
        return 0


class Text(Protocol[S_contra]):
    """`text.py`: the position and its actions in signs that can be read again, and in words."""

    @property
    def PICTURED(self) -> Collection[str]:
        """The fields that the picture shows; the others are written below it by name."""

    @property
    def STYLES(self) -> Mapping[str, str]:
        """Regular expressions over the picture, each with its style at the terminal."""

    def picture(self, s: S_contra) -> list[str]:
        """The position in lines that `scan` reads."""

    def scan(self, s: S_contra, lines: list[str]) -> None:
        """Set the pictured fields to what the lines show; ValueError where they show nothing."""

    def say(self, s: S_contra, action: Action) -> str:
        """An action in the notation; no two legal ones are said alike."""

    def tell(self, s: S_contra, action: Action) -> Message:
        """An action in words, before it is played."""

    def prompt(self, s: S_contra) -> Message:
        """What is to be done now, by a seat or by chance."""

    def status(self, s: S_contra) -> list[Message]:
        """How things stand, a sentence a line."""

    def reason(
        self, s: S_contra, action: Action, code: int
    ) -> tuple[Sequence[str], dict[str, object]]:
        """The places involved in a refusal, and what its sentence is filled in with."""


class TextModule(ModuleType, Text[S_contra]):
    """A text module as a handle holds it: its verbs, and whatever names it has of its own."""


class OptionalText(Generic[S]):
    """What `text.py` may have besides, and what is assumed where it does not."""

    PHASES: tuple[str, ...] = ()
    """A word for each value of the field `phase`."""

    def __init__(self, text: TextModule[S]) -> None:
        vars(self).update(vars(text))  # what the game has itself hides what is below
        self._text = text

    def board(self, s: S) -> Sequence[str | Message]:
        """The picture for people, in their language; it leaves out what is told in words."""
        return self._text.picture(s)

    def legend(self, s: S) -> list[Message]:
        """How the picture is read and the notation written, to be told once."""
        return []

    def call(self, s: S, action: Action) -> Message:
        """An action, legal or not, in the few words that people type; no two legal ones alike."""
        return Message("said", {"said": self._text.say(s, action)})

    def at(self, s: S, action: Action) -> list[str]:
        """The places to touch for an action, one after another."""
        return [self._text.say(s, action)]

    def box(self, s: S) -> Mapping[str, object]:
        """The equipment as a page needs it to draw a position."""
        return {}

    def figures(self, s: S) -> Mapping[str, object]:
        """What the rules reckon from a position, for a board that knows no rule."""
        return {}

    def sides(self, players: int) -> Sequence[Message]:
        """What each seat plays with, where that is not alike; alone, each of the sides."""
        return ()

    def meaning(self, s: S, places: Sequence[str]) -> str | Message:
        """What it would mean to touch places that lead nowhere: an action, or why it is none."""
        return places[-1]


class Effects(Protocol[S_contra]):
    """`effects.py`: what an action did, as typed facts, each kind a class of its own."""

    @property
    def DRAWN(self) -> tuple[str, ...]:
        """The fields of a view that a board draws."""

    def effects(self, before: S_contra, action: Action, after: S_contra) -> list[Effect]:
        """The facts, in order, for whoever looks at these two views."""

    def carry_out(self, view: S_contra, effect: Effect) -> None:
        """Do to the fields of `DRAWN` what a fact says."""


class Guess(Protocol[S_contra]):
    """`guess.py`, compiled with the rules: how a game with secrets is thought about."""

    def guess(self, s: S_contra, seat: Seat, rng: MutableSequence[int]) -> None:
        """Fill a view of the seat, or of a spectator, with what may be there, by the odds."""


class Advice(Protocol[S_contra]):
    """`advice.py`, compiled with the rules: what the search is told; any of it may be left out."""

    @property
    def HORIZON(self) -> int:
        """How many plies below the root a playout stops and is estimated."""

    def advise(self, s: S_contra, rng: MutableSequence[int]) -> Action:
        """A likely legal action of the seat to move."""

    def settled(self, s: S_contra) -> bool:
        """Whether a playout may stop here and be estimated."""

    def estimate(self, s: S_contra, values: MutableSequence[float]) -> None:
        """Write every seat's share of the win as it looks where a playout stops, from 0 to 1."""


class Facts(Protocol[S_contra]):
    """`facts.py`, compiled with the rules: what a learned value looks at."""

    @property
    def FACTS(self) -> int:
        """How many facts there are about a seat."""

    @property
    def NAMES(self) -> Sequence[str]:
        """What each of them is, for whoever reads the learned numbers."""

    def describe(self, s: S_contra, seat: Seat, facts: MutableSequence[float]) -> None:
        """Write the facts about a seat of a position in which all is known."""


class Dominated(Protocol[S_contra]):
    """`dominated.py`: the actions that no level of the bots plays; it says why, and under what."""

    def is_dominated(self, s: S_contra, action: Action) -> bool:
        """Whether another legal action is at least as good whatever comes, and sometimes better.

        Of the legal actions of a view, one at least is not.
        """


class Symmetry(Protocol[S]):
    """`symmetry.py`: positions that play the same."""

    def symmetries(self, s: S) -> Iterator[tuple[S, list[Action]]]:
        """Each image of a position, and which of its actions each action becomes."""


class Solver(Protocol[S_contra]):
    """`solver/`: what is proven of a position."""

    def best(self, game: Game[S_contra], view: S_contra) -> Action | None:
        """The action that is proven best for the seat to move; None where it does not know."""

    def shares(self, game: Game[S_contra], view: S_contra) -> dict[Action, list[float]] | None:
        """For each legal action, every seat's share of the win; None where it does not know."""

    def choose(self, game: Game[S_contra], view: S_contra, seat: Seat) -> Action:
        """The action that is proven best for the seat; an error says why there is none."""

    def warm(self, game: Game[S_contra], view: S_contra) -> None:
        """Do what is slow the first time: compile, load, solve."""

    def facts(
        self, game: Game[S_contra], players: int, options: dict[str, str]
    ) -> Mapping[str, object]:
        """What perfect play from the start comes to, as data."""

    def tell(
        self, game: Game[S_contra], players: int, options: dict[str, str]
    ) -> Iterator[str | Rows]:
        """The same in words: sentences and tables."""
