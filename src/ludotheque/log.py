"""`.play` files: a whole game as text.

ludotheque play 1
game: NAME                  as the shelf calls it
rules: 1
data: 5e1c0a9d4f3b2a10      the fingerprint of the equipment
players: 2
first: 1                    seats are numbered from 1 for people
option NAME: no             one line for each option
seat 1: Alice

# a comment
1 e5                        a seat, or `chance`, and what it does
2 c5

end: 2 actions
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ludotheque.errors import BadPlay, LudothequeError
from ludotheque.game import Game, load
from ludotheque.parts import CHANCE, NOBODY
from ludotheque.state import Action, Base, Seat
from ludotheque.words.messages import Message, speaking
from ludotheque.words.numerals import whole_number

__all__ = ["Play", "parse", "read"]

FIRST_LINE = "ludotheque play 1"
HEADER = re.compile(r"([a-z][a-z0-9_ ]*): (.*)")
ACTION = re.compile(r"(chance|[1-9]) (\S.*)")
END = re.compile(r"end: (\d+)(?: actions|(?<=\b1) action)")
REQUIRED = ("game", "rules", "data", "players", "first")
HIDDEN = "?"
OTHER_SIDE = "other side"  # the header that names the bot which plays it, alone
FIRST, EVERY = 2, 25  # plies with a comment: the first ones, then every so many


@dataclass
class Play:
    """A game as it was played."""

    game: Game
    start: Base
    names: dict[Seat, str] = field(default_factory=dict)
    actions: list[Action] = field(default_factory=list)
    extra: dict[str, str] = field(default_factory=dict)  # further header lines
    data: str = ""  # what the file calls the equipment; in a new one, the game's fingerprint
    version: int = 0  # of the rules it was begun under; in a new one, the game's
    named: Collection[str] | None = None  # the options that there were then; in a new one, all

    def __post_init__(self) -> None:
        self.data = self.data or self.game.data
        self.version = self.version or self.game.version

    def states(self) -> Iterator[Base]:
        """The start, and the state after each action."""
        s = self.start
        yield s
        for action in self.actions:
            s = self.game.after(s, action)
            yield s

    def end(self) -> Base:
        """The state after the last action."""
        return self.game.replay(self.start, self.actions)

    def lines(self, witness: Seat | None = None, notes: bool = False) -> list[str]:
        """The file; for a `witness`, what that seat may not see is `?`.

        With `notes` the position and the legal actions stand as comments before chosen plies, as
        the witness saw them.
        """
        out = [*self.header(), *([] if notes else [""])]
        states = [*self.states()]
        hidden = set() if witness is None else hidden_from(self.game, states, witness)
        since = 0 if witness is None else self.game.told_since(states[-1])
        chosen = plies_to_show(self.extra.get("look", ""))
        for number, (s, action) in enumerate(zip(states, self.actions, strict=False)):
            if notes and chosen(number) and number >= since:
                out += note(self.game, s, witness)
            said = HIDDEN if number in hidden else self.game.say(s, action)
            out.append(f"{actor(s)} {said}")
        if notes:
            out += note(self.game, states[-1], witness)
        return [*out, "", end_line(len(self.actions))]

    def header(self) -> list[str]:
        """The lines before the first action."""
        s = self.start
        chosen = self.game.chosen(s)
        facts: dict[str, object] = {"game": self.game.name, "rules": self.version}
        facts |= {"data": self.data, "players": s.players, "first": s.first + 1}
        named = chosen if self.named is None else [name for name in chosen if name in self.named]
        facts |= {f"option {name}": chosen[name] for name in named}
        facts |= {f"seat {seat + 1}": name for seat, name in sorted(self.names.items())}
        facts |= self.extra
        return [FIRST_LINE, *(f"{name}: {value}" for name, value in facts.items())]

    def text(self, witness: Seat | None = None, notes: bool = False) -> str:
        """The whole file as one string."""
        return "\n".join(self.lines(witness, notes)) + "\n"

    def save(self, path: Path | str, *, replace: bool = False, notes: bool = False) -> None:
        """Write the file whole or not at all; an existing one is kept unless `replace`."""
        path, text, draft = Path(path), self.text(notes=notes), None
        try:
            if path.exists() and not replace:
                raise BadPlay("error.file.exists", file=str(path))
            handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(draft, 0o644)
            os.replace(draft, path)
        except (OSError, ValueError) as problem:
            if isinstance(problem, LudothequeError):
                raise
            why = getattr(problem, "strerror", None) or str(problem)
            raise BadPlay("error.file.unwritable", file=str(path), why=why) from None
        finally:
            if draft is not None:
                Path(draft).unlink(missing_ok=True)


def hidden_from(game: Game, states: list[Base], witness: Seat) -> set[int]:
    """The plies that a seat may not see, where the game has come to the last of these states.

    What several choose at the same time lies open once all have chosen; what the table keeps no
    record of, only whoever did it is told.
    """
    since = game.told_since(states[-1])
    found: set[int] = set()
    choosing: set[int] = set()
    for ply, s in enumerate(states[:-1]):
        seer = game.witness(s)
        if seer is None and ply < since and s.player != witness:
            found.add(ply)
        elif seer not in (None, witness):
            (choosing if s.player == seer else found).add(ply)
        if not game.together(states[ply + 1]):
            found |= {one for one in choosing if one < since}
            choosing = set()
    return found | choosing


def actor(s: Base) -> str:
    """Who acts, as written in a log."""
    return "chance" if s.player == CHANCE else str(s.player + 1)


def end_line(n: int) -> str:
    """The last line, which shows that nothing was cut off."""
    return f"end: {n} action{'s' * (n != 1)}"


def read(path: Path | str, data: Path | None = None) -> Play:
    """The game in a file, replayed and checked; `data` as for `load`."""
    return parse(read_text(path), Path(path).name, data)


def read_text(path: Path | str) -> str:
    """What stands in a file."""
    path = Path(path)
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        raise BadPlay("error.file.missing", file=str(path)) from None
    except UnicodeDecodeError:
        raise BadPlay("error.play.text", file=path.name) from None
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise BadPlay("error.file.unreadable", file=str(path), why=why) from None


def parse(text: str, file: str = "play", data: Path | None = None) -> Play:
    """The game that a `.play` text tells; `file` names it in errors."""
    lines = [(n, line.strip()) for n, line in enumerate(text.splitlines(), start=1)]
    lines = [(n, line) for n, line in lines if line and not line.startswith("#")]
    if not lines or lines[0][1] != FIRST_LINE:
        raise BadPlay("error.play.first_line", file=file, right=FIRST_LINE)
    facts, body = _header(lines[1:], file)
    play = _begin(facts, file, data)
    _replay(play, body, file)
    return play


def _header(
    lines: list[tuple[int, str]], file: str
) -> tuple[dict[str, str], list[tuple[int, str]]]:
    facts: dict[str, str] = {}
    for i, (n, line) in enumerate(lines):
        found = HEADER.fullmatch(line)
        if END.fullmatch(line) or ACTION.match(line) or (found is None and len(facts) > 4):
            return facts, lines[i:]
        if found is None:
            right = "game: NAME"
            raise BadPlay("error.play.header", file=file, line=n, text=line, right=right)
        if found[1] in facts:
            raise BadPlay("error.play.twice", file=file, line=n, field=found[1])
        facts[found[1]] = found[2].strip()
    return facts, []


def _begin(facts: dict[str, str], file: str, data: Path | None) -> Play:
    for name in REQUIRED:
        if name not in facts:
            raise BadPlay("error.play.missing", file=file, field=f"{name}: …")
    try:
        return _lay_out(load(facts.pop("game"), data), facts, file)
    except BadPlay:
        raise
    except LudothequeError as problem:
        raise BadPlay("error.play.start", file=file, why=problem.message) from None


def _lay_out(game: Game, facts: dict[str, str], file: str) -> Play:
    version, fingerprint = facts.pop("rules"), facts.pop("data")
    if version not in map(str, game.reads):
        raise BadPlay("error.play.version", file=file, found=version, right=game.version)
    if fingerprint not in game.data_names:
        raise BadPlay("error.play.data", file=file, found=fingerprint, right=game.data)
    low, high = game.seats
    players = _number(facts.pop("players"), "players", low, high, file)
    first = _number(facts.pop("first"), "first", 1, players, file)
    named = {k.removeprefix("option "): v for k, v in facts.items() if k.startswith("option ")}
    options = {game.option(name).name: value for name, value in named.items()}
    start = game.start(players, first - 1, **options)
    play = Play(game, start, data=fingerprint)
    for name, value in facts.items():
        if name.startswith("seat "):
            play.names[_number(name[5:], "seat", 1, players, file) - 1] = value
        elif not name.startswith("option "):
            play.extra[name] = value
    return play


def _number(text: str, field: str, low: int, high: int, file: str) -> int:
    found = whole_number(text)
    if found is None or not low <= found <= high:
        facts = {"field": field, "given": text, "low": low, "high": high}
        raise BadPlay("error.play.number", file=file, **facts)
    return found


def _replay(play: Play, lines: list[tuple[int, str]], file: str) -> None:
    game, s = play.game, play.start
    last = lines[-1][1] if lines else ""
    for n, line in lines[: len(lines) - (END.fullmatch(last) is not None)]:
        found = ACTION.fullmatch(line)
        if found is None:
            right = f"{actor(s)} …"
            raise BadPlay("error.play.line", file=file, line=n, text=line, right=right)
        if s.player == NOBODY:
            over = Message("why.over")
            raise BadPlay("error.play.action", file=file, line=n, text=line, why=over)
        if found[1] != actor(s):
            facts = {"right": actor(s), "found": found[1]}
            raise BadPlay("error.play.turn", file=file, line=n, **facts)
        try:
            action = game.parse(s, found[2])
            s = game.after(s, action)
        except LudothequeError as problem:
            facts = {"line": n, "text": line, "why": problem.message}
            raise BadPlay("error.play.action", file=file, **facts) from None
        play.actions.append(action)
    ending = END.fullmatch(last)
    if ending is None:
        raise BadPlay("error.play.end", file=file, right=end_line(len(play.actions)))
    if ending[1] != str(len(play.actions)):
        raise BadPlay("error.play.count", file=file, found=len(play.actions), right=ending[1])


# ---- the comments of a golden play: the position and what one may do


def plies_to_show(look: str) -> Callable[[int], bool]:
    """Which plies are shown: some of all, and those that the header asks to look at."""
    wanted = {int(ply) for ply in look.split()}
    return lambda ply: ply < FIRST or ply % EVERY == 0 or ply in wanted


def note(game: Game, s: Base, witness: Seat | None = None) -> list[str]:
    """The comment on a position, as a witness sees it; at the end, with the result."""
    is_told = witness is None or game.is_open or game.over(s) or s.player == witness
    s = s if witness is None else game.observe(s, witness)
    with speaking("en"):
        lines = game.draw(s).splitlines()
        if game.over(s):
            lines += [
                f"seat {seat + 1}: score {game.score(s, seat)}, payoff {game.payoff(s, seat)}"
                for seat in range(s.players)
            ]
        else:
            lines.append(game.prompt(s).text())
            lines += ["legal: " + ", ".join(game.said(s))] * is_told
    return ["", *(f"# {line}".rstrip() for line in lines)]
