"""The handle of a game: everything a person, a tool or a server asks of it.

    game = load(NAME)
    s = game.start(players=2)
    s = game.play(s, game.said(s)[0])

States are values here: no method changes the one it is given.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from ludotheque import drawing
from ludotheque.contract import OptionalRules, OptionalText, RulesModule, TextModule
from ludotheque.data import CHOSEN, data_of, fingerprint, fingerprints, of_bytes, raw_data, read
from ludotheque.effects import Did, Effect
from ludotheque.errors import (
    BadData,
    BadOption,
    BadPlayers,
    BadPosition,
    BadRequest,
    IllegalAction,
    Refusal,
    UnknownGame,
    UnreadableAction,
)
from ludotheque.games import PACKAGES
from ludotheque.kernels import bound, execute
from ludotheque.luck import seed_of
from ludotheque.parts import CHANCE, LEGAL, NO_SUCH_ACTION, NOBODY, NOT_NOW, SPECTATOR, UNKNOWN
from ludotheque.rulings import Option, Ruling, read_rulings
from ludotheque.state import Action, Base, Seat, clone, is_open, observe
from ludotheque.words.messages import LANGUAGES, Message, knows, message, spoken

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    from ludotheque.games.typed import Load

    S_co = TypeVarWithDefault("S_co", bound=Base, covariant=True, default=Base)
else:
    S_co = TypeVar("S_co", bound=Base, covariant=True)


class Game(Generic[S_co]):
    """One game, with its rules, its words and its rulings.

    `Game[S]` gives states of its own class; `Game` alone is any game, whose states are known
    only to be a `Base`.  A method takes any state: it must be one of this game.

    In the examples `game` is any game: they hold for all of them.

    >>> load(game.name) is game
    True
    >>> low, high = game.seats
    >>> 1 <= low <= high
    True
    """

    def __init__(self, name: str, package: ModuleType, rules: ModuleType) -> None:
        self.name = name
        self.package = package
        self.folder = Path(str(package.__file__)).parent
        self.rules = cast(RulesModule[Any], rules)
        self._parts: dict[str, Any] = {}
        self.text: TextModule[Any] = self.part("text")
        # What not every game has is looked for once: these questions are asked all the time.
        own, words = OptionalRules[Any](rules), OptionalText[Any](self.text)
        self._clash, self._refresh, self._can_undo = own.clash, own.refresh, own.can_undo
        self._witness, self._together = own.witness, own.together
        self._odds = own.odds_in_view
        self._told_since, self._other_side = own.told_since, own.other_side
        self.has_other_side = "other_side" in vars(rules)  # whether there is one alone
        self._board, self._at, self._box = words.board, words.at, words.box
        self._figures, self._meaning = words.figures, words.meaning
        self._call, self._legend = words.call, words.legend
        self._phases, self._sides = words.PHASES, words.sides
        self.is_open: bool = is_open(rules.State, rules.SECRETS)  # whether nothing is hidden
        self.seats: tuple[int, int] = rules.SEATS
        self.rulings: tuple[Ruling, ...] = read_rulings(rules, self.folder)
        self.version: int = own.VERSION
        self.reads = frozenset({own.VERSION, *own.READS})  # versions whose games are replayed
        raw = raw_data(rules.__name__, str(rules.__file__))
        self.data = fingerprint(raw)
        self.data_names = fingerprints(raw, self.folder)  # what logs may call this equipment

    def __repr__(self) -> str:
        return f"load({self.name!r})"

    def part(self, name: str) -> Any:
        """Another module of the game's package, on this handle's rules; None if it has none."""
        if name not in self._parts:
            self._parts[name] = self._load_part(f"{self.package.__name__}.{name}")
        return self._parts[name]

    def _load_part(self, name: str) -> Any:
        if find_spec(name) is None:
            return None
        module = import_module(name)
        if vars(module).get("rules", self.rules) is self.rules:  # a solver is told the game
            return module
        suffix = self.rules.__name__.rpartition("@")[2]
        return execute(module, f"{name}@{suffix}", {"rules": self.rules})

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options by name."""
        return {r.option.name: r.option for r in self.rulings if r.option is not None}

    @cached_property
    def prefix(self) -> str:
        """The letters that begin the ids of this game's rulings."""
        return self.rulings[0].id.rstrip("0123456789") if self.rulings else ""

    @property
    def is_own_data(self) -> bool:
        """Whether the game is played with a user's data file."""
        return self.rules.__name__ in CHOSEN

    @cached_property
    def provenance(self) -> str:
        """Where the equipment comes from: `sheet`, `deduced`, `assumed` or a user's word."""
        facts = data_of(self.rules.__name__, str(self.rules.__file__))
        return str(facts.get("provenance", "own"))

    # ---- playing

    def start(self, players: int | None = None, first: Seat = 0, **options: object) -> S_co:
        """A new game; options by name, with named values or numbers.

        >>> low, high = game.seats
        >>> s = game.start(players=high, first=high - 1)
        >>> s.players == high, game.over(s)
        (True, False)
        >>> options = game.chosen(s)  # by name, as text
        >>> game.start(high, high - 1, **options) == s
        True
        >>> try:
        ...     game.start(players=7)
        ... except BadPlayers as problem:
        ...     print(problem.key, problem.facts["players"])
        error.players 7
        """
        low, high = self.seats
        players = max(low, 2) if players is None else players
        if isinstance(players, bool) or not isinstance(players, int) or not low <= players <= high:
            raise BadPlayers(
                "error.players", game=self.title(), players=players, low=low, high=high
            )
        if isinstance(first, bool) or not isinstance(first, int) or not 0 <= first < players:
            raise BadPlayers("error.first", first=first, high=players - 1)
        s: S_co = self.rules.State()
        s.players, s.first = players, first
        for name, value in options.items():
            setattr(s, name, self.option(name).parse(value))
        code = self._clash(s)
        if code != LEGAL:
            raise BadOption(self.why_key(code))
        self.rules.setup(s)
        return s

    def option(self, name: str) -> Option:
        """The option of that name."""
        if name not in self.options:
            allowed = ", ".join(self.options) or "-"
            raise BadOption("error.option.name", game=self.title(), option=name, allowed=allowed)
        return self.options[name]

    def chosen(self, s: Base) -> dict[str, str]:
        """The options a game is played with, by name, as text."""
        return {name: option.say(getattr(s, name)) for name, option in self.options.items()}

    def codes(self, s: Base) -> range:
        """All action numbers of whoever acts."""
        if s.player == NOBODY:
            return range(0)
        return range(self.rules.DRAWS if s.player == CHANCE else self.rules.ACTIONS)

    def legal_actions(self, s: Base) -> list[Action]:
        """The actions that are legal now, as numbers, in order.

        >>> s = game.start()
        >>> [game.say(s, action) for action in game.legal_actions(s)] == game.said(s)
        True
        """
        refusal = self.rules.refusal
        return [action for action in self.codes(s) if refusal(s, action) == LEGAL]

    def said(self, s: Base) -> list[str]:
        """The actions that are legal now, as text."""
        return [self.say(s, action) for action in self.legal_actions(s)]

    def odds(self, s: Base) -> dict[Action, int]:
        """What chance may do now, with the number of ways for each; in a view, as far as it shows.

        >>> s = game.start()
        >>> list(game.odds(s)) == (game.legal_actions(s) if s.player == CHANCE else [])
        True
        """
        if s.player != CHANCE:
            return {}
        ways = {action: self._odds(s, action) for action in range(self.rules.DRAWS)}
        return {action: n for action, n in ways.items() if n > 0}

    def after(self, s: Base, action: Action, seat: Seat | None = None) -> S_co:
        """The state after an action; `seat`, if given, must be the one to act."""
        refusal = self.why_not(s, action, seat)
        if refusal is not None:
            raise IllegalAction(refusal)
        new = clone(self._own(s))
        self.rules.apply(new, action)
        return new

    def play(self, s: Base, *actions: str | Action) -> S_co:
        """The state after some actions given as text or numbers, chance's among them.

        >>> s = game.start()
        >>> after = game.play(s, game.said(s)[0])
        >>> s.plies, after.plies  # `s` is as it was
        (0, 1)
        """
        now = self._own(s)
        for action in actions:
            now = self.after(now, self.parse(now, action) if isinstance(action, str) else action)
        return now

    def replay(self, s: Base, actions: list[Action]) -> S_co:
        """The state after some actions given as numbers."""
        return self.play(s, *actions)

    def _own(self, s: Base) -> S_co:
        """A state of this game as the checker knows it."""
        return cast(S_co, s)

    def can_undo(self, s: Base, action: Action) -> bool:
        """Whether an action played in this state may be taken back: no die, no reveal."""
        if s.player == CHANCE:
            return False
        return self._can_undo(s, action)

    def over(self, s: Base) -> bool:
        """Whether the game has ended."""
        return s.player == NOBODY

    # ---- results

    def payoff(self, s: Base, seat: Seat) -> int:
        """60 times the seat's share of the win; alone, the score.

        >>> s, dice = game.start(), random.Random(1)
        >>> while not game.over(s):
        ...     s = game.after(s, dice.choice(game.legal_actions(s)))
        >>> sum(game.payoff(s, seat) for seat in range(s.players))
        60
        """
        return int(self.rules.payoff(s, self._seat(s, seat)))

    def score(self, s: Base, seat: Seat) -> int:
        """The seat's points in the game's own count."""
        return int(self.rules.score(s, self._seat(s, seat)))

    def _seat(self, s: Base, seat: Seat) -> Seat:
        if not 0 <= seat < s.players:
            raise BadRequest("error.seat", seat=seat, high=s.players - 1)
        return seat

    # ---- what a seat may know

    def observe(self, s: Base, seat: Seat) -> S_co:
        """What a seat, or `SPECTATOR`, may see; what it may not see is `UNKNOWN`.

        >>> s = game.start()
        >>> while s.player == CHANCE:
        ...     s = game.after(s, next(iter(game.odds(s))))
        >>> game.observe(s, 0) == s or game.rules.SECRETS
        True
        """
        if seat != SPECTATOR:
            self._seat(s, seat)
        return observe(self._own(s), seat, secrets=self.rules.SECRETS)

    def guess(self, view: Base, seat: Seat, dice: random.Random) -> S_co:
        """A state that looks to the seat like its view, what it cannot see dealt by the odds."""
        if seat != SPECTATOR:
            self._seat(view, seat)
        s = clone(self._own(view))
        if self.rules.SECRETS:
            self.part("guess").guess(s, seat, [seed_of(dice.getrandbits(60), 0)])
        return s

    def witness(self, s: Base) -> Seat | None:
        """The only seat that sees the next action, or None if all do."""
        seat = self._witness(s)
        return seat if seat >= 0 else None

    def other_side(self, s: Base) -> bool:
        """Whether, alone, the side is to move that plays against the score."""
        return bool(self._other_side(s))

    def told_since(self, s: Base) -> int:
        """The plies of which the table no longer tells; people may well remember them."""
        return self._told_since(s)

    def acting(self, s: Base) -> list[Seat]:
        """The seats that may act now: the one to move, or all that choose at the same time."""
        return self.together(s) or ([s.player] if s.player >= 0 else [])

    def together(self, s: Base) -> list[Seat]:
        """The seats that choose at the same time and have not yet; none where they act in turn."""
        seats = self._together(s)
        return [seat for seat in range(s.players) if seats >> seat & 1] if seats else []

    def facing(self, s: Base, seat: Seat) -> S_co:
        """What a seat sees when it is to act; where several choose, as if it were the first.

        It is to be looked at only: where nothing is hidden, it is the position itself.
        """
        is_first = s.player == seat or seat not in self.acting(s)
        if is_first and self.is_open:
            self._seat(s, seat)
            return self._own(s)
        view = self.observe(s, seat)
        if not is_first:
            view.player = seat
        return view

    # ---- what happened

    def effects(
        self, before: Base, action: Action, after: Base, seat: Seat | None = None
    ) -> list[Effect]:
        """What an action did, as a seat or `SPECTATOR` sees it; without one, with all open.

        The action that ends a game opens all: hands that are counted are shown.
        """
        own = self.part("effects")
        if seat is not None and not self.is_open and not self.over(after):
            if self.witness(before) not in (None, seat):
                action = UNKNOWN
            before, after = self.observe(before, seat), self.observe(after, seat)
        if own is None:
            is_hidden = action == UNKNOWN
            what = Message("does.hidden") if is_hidden else self.tell(before, action)
            return [Did(before.player, what)]
        found: list[Effect] = own.effects(before, action, after)
        return found

    # ---- words

    def title(self) -> Message:
        """The game's name."""
        return Message(f"{self.name}.title")

    def say(self, s: Base, action: Action) -> str:
        """An action in the game's notation."""
        return self.text.say(s, action)

    def at(self, s: Base, action: Action) -> list[str]:
        """The places to touch, one after another, for an action; most have one."""
        return self._at(s, action)

    def box(self, s: Base) -> Mapping[str, object]:
        """The equipment as a page needs it to draw a position."""
        return self._box(s)

    def figures(self, s: Base) -> Mapping[str, object]:
        """What the rules reckon from a position or a view, for a page that knows no rule."""
        return self._figures(s)

    def sides(self, players: int) -> list[Message]:
        """What each seat plays with, by number of players; nothing where all are alike."""
        low, high = self.seats
        return list(self._sides(players)) if low <= players <= high else []

    def meaning(self, s: Base, places: Sequence[str]) -> Action | Message:
        """The action that touching places, one after another, would be, or why it is none."""
        meant = self._meaning(s, places)
        if isinstance(meant, Message):
            return meant
        try:
            return self.parse(s, meant)
        except UnreadableAction:
            return Message("why.nothing", {"prompt": self.prompt(s)})

    def call(self, s: Base, action: Action) -> Message:
        """An action in the few words that people type."""
        return self._call(s, action)

    def tell(self, s: Base, action: Action) -> Message:
        """An action in words."""
        return self.text.tell(s, action)

    def prompt(self, s: Base) -> Message:
        """What is to be done now."""
        return Message("prompt.over") if self.over(s) else self.text.prompt(s)

    def status(self, s: Base) -> list[Message]:
        """How things stand, a sentence a line."""
        return self.text.status(s)

    def parse(self, s: Base, text: str) -> Action:
        """The action that a text says, legal or not.

        >>> s = game.start()
        >>> said = game.said(s)[0]
        >>> game.say(s, game.parse(s, f" {said.upper()} ")) == said
        True
        """
        wanted = " ".join(text.lower().split())
        action = self._said_so(s, wanted)
        if action is None:
            action = self._said_so(s, self._translated(wanted))
        if action is not None:
            return action
        facts = {"said": text.strip(), "prompt": self.prompt(s)}
        raise UnreadableAction("error.action.unreadable", **facts)

    def understand(self, s: Base, text: str) -> Action:
        """The action that a person means: in the notation, or in words as they are shown.

        >>> s = game.start()
        >>> first = game.legal_actions(s)[0]
        >>> game.understand(s, game.call(s, first).text("fr").upper()) == first
        True
        """
        try:
            return self.parse(s, text)
        except UnreadableAction:
            words = spoken(text)
            meant = self._meant(s, words) if words else None
            if meant is None:
                raise
            return meant

    def _meant(self, s: Base, words: Sequence[str]) -> Action | None:
        """The legal action that is called or told so, or the only one with such words; else any."""
        legal = self.legal_actions(s)
        for says in (self.call, self.tell):
            for lang in LANGUAGES:
                for action in legal:
                    if words == spoken(says(s, action).text(lang)):
                        return action
        for lang in LANGUAGES:
            found = [action for action in legal if self._is_told_with(s, action, words, lang)]
            if len(found) == 1:
                return found[0]
        every = ((action, lang) for lang in LANGUAGES for action in self.codes(s))
        called = (
            action for action, lang in every if words == spoken(self.call(s, action).text(lang))
        )
        return next(called, None)

    def _is_told_with(self, s: Base, action: Action, words: Sequence[str], lang: str) -> bool:
        """Whether some words, a telling one among them, are among those that tell an action."""
        called = set(spoken(self.call(s, action).text(lang)))
        telling = {word for word in called if len(word) > 2 or not word.isalpha()}
        told = called | set(spoken(self.tell(s, action).text(lang)))
        return bool(telling & {*words}) and {*words} <= told

    def _said_so(self, s: Base, wanted: str) -> Action | None:
        """The action that is said so, a legal one first."""
        for actions in (self.legal_actions(s), self.codes(s)):
            for action in actions:
                if self.say(s, action).lower() == wanted:
                    return action
        return None

    def _translated(self, text: str) -> str:
        """The text with words of any language put into the notation: `cloche2` is `bell2`."""
        key = f"{self.name}.alias"
        pairs = [pair for lang in LANGUAGES if knows(key) for pair in message(key, lang).split()]
        for word, _, code in (pair.partition("=") for pair in pairs):
            text = re.sub(rf"\b{re.escape(word)}(?=\b|\d)", code or word, text)
        return text

    def called(self, s: Base) -> tuple[Message, ...]:
        """The actions that are legal now, in a few words each."""
        return tuple(self.call(s, action) for action in self.legal_actions(s))

    def picture(self, s: Base, lang: str | None = None) -> list[str]:
        """The position as lines for people; it may leave out what is told in words."""
        lines = self._board(s)
        return [line.text(lang) if isinstance(line, Message) else line for line in lines]

    def legend(self, s: Base) -> list[Message]:
        """How the picture is read and the notation written, a sentence a line."""
        return self._legend(s)

    def draw(self, s: Base) -> str:
        """The position as text that `read` understands."""
        return drawing.draw(s, self.text, self._phases)

    def read(self, text: str) -> S_co:
        """The position that a drawing shows.

        >>> s = game.start()
        >>> game.read(game.draw(s)) == s
        True
        """
        s: S_co = drawing.read(text, self.rules.State, self.text, self._phases)
        low, high = self.seats
        if not low <= s.players <= high:
            raise BadPosition("error.position.value", field="players", value=s.players)
        if not (NOBODY <= s.player < s.players):
            raise BadPosition("error.position.value", field="player", value=s.player)
        self._refresh(s)
        return s

    # ---- why not?

    def why_key(self, code: int) -> str:
        """The catalogue's key for a refusal."""
        return f"why.{self.ruling_of(code)}" + (f".{code % 10}" if code % 10 else "")

    def ruling_of(self, code: int) -> str:
        """The id of the ruling behind a refusal."""
        return f"{self.prefix}{code // 10}" if code >= 10 else self.prefix

    def why_not(
        self, s: Base, action: Action | str | Message, seat: Seat | None = None
    ) -> Refusal | None:
        """Why an action, as a number, as text or as touches mean it, is not legal now.

        None if it is legal.

        >>> s = game.start()
        >>> game.why_not(s, game.said(s)[0]) is None
        True
        >>> print(game.why_not(s, "castle").sentence("en"))  # doctest: +ELLIPSIS
        “castle” is not something one can play here. ...
        """
        if self.over(s):
            return Refusal(self.prefix, (), "why.over", {})
        if seat is not None and s.player != seat:
            if s.player == CHANCE:
                return Refusal(self.prefix, (), "why.turn.chance", {})
            return Refusal(self.prefix, (), "why.turn", {"seat": s.player + 1})
        if isinstance(action, Message):
            return Refusal(self.prefix, (), action.key, dict(action.facts), self.called(s))
        if isinstance(action, str):
            try:
                action = self.understand(s, action)
            except UnreadableAction as problem:
                return Refusal(self.prefix, (), problem.key, problem.facts, self.called(s))
        code = self.rules.refusal(s, action)
        if code == LEGAL:
            return None
        if code == NO_SUCH_ACTION or action not in self.codes(s):
            facts: dict[str, object] = {"action": action, "high": len(self.codes(s)) - 1}
            return Refusal(self.prefix, (), "why.no_such", facts, self.called(s))
        if code == NOT_NOW:
            facts = {"prompt": self.prompt(s)}
            return Refusal(self.prefix, (), "why.not_now", facts, self.called(s))
        places, facts = self.text.reason(s, action, code)
        facts = {"said": self.call(s, action), **facts}
        return Refusal(
            self.ruling_of(code), tuple(places), self.why_key(code), facts, self.called(s)
        )

    # ---- random play

    @property
    def playout(self) -> ModuleType:
        """The kernels of random play, interpreted, on this game's rules."""
        return bound(self.rules)


@cache
def _load(name: str, package_name: str, own: bytes | None) -> Game:
    package = import_module(package_name)
    rules = import_module(f"{package_name}.rules")
    if own is not None:
        renamed = f"{rules.__name__}@{of_bytes(own)}"
        CHOSEN[renamed] = own
        rules = execute(rules, renamed)
    return Game(name, package, rules)


def _find(name: str, data: str | Path | None = None) -> Game[Any]:
    """The game of that name, with its own equipment or a user's data file.

    >>> [load(name.upper()).name for name in PACKAGES] == list(PACKAGES)
    True
    >>> try:
    ...     load("chess")
    ... except UnknownGame as problem:
    ...     print(problem.sentence("en"))  # doctest: +ELLIPSIS
    No game is called “chess”; there are: ...
    """
    name = name.lower()
    if name not in PACKAGES:
        raise UnknownGame("error.game", game=name, allowed=", ".join(PACKAGES))
    if data is None:
        return _load(name, PACKAGES[name], None)
    try:
        return _load(name, PACKAGES[name], read(Path(data)))
    except BadData as problem:
        if "file" in problem.facts:
            raise
        file = Path(data).name
        raise BadData("error.data.file", file=file, why=problem.message) from None


load: Load = _find
