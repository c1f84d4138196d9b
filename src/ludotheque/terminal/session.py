"""An evening at the terminal: a menu, a game, or a series of them with its score sheet."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

from ludotheque.bot_names import character
from ludotheque.bots import SIGNS, bot, is_bot, levels, title
from ludotheque.errors import BadRequest, LudothequeError
from ludotheque.extras import can_think
from ludotheque.game import Game, load
from ludotheque.games import PACKAGES
from ludotheque.log import OTHER_SIDE, Play
from ludotheque.log import read as read_play
from ludotheque.series import Series, read_header
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.table import Quit, Table, command_words, names_of_bots
from ludotheque.words.messages import Message
from ludotheque.words.numerals import whole_number

BOT_WORDS = {"hasard": "random", "robot": "bot"}


@dataclass
class Wishes:
    """What was asked for on the command line or in the menu."""

    game: Game
    players: int | None = None
    names: dict[int, str] = field(default_factory=dict)  # [person] -> name, of a bot too
    options: dict[str, str] = field(default_factory=dict)
    first: int | None = None
    games: int = 1
    keep_colours: bool = False


def dice_of(seed: int | None) -> random.Random:
    """Repeatable dice for a seed, else the system's own."""
    return random.SystemRandom() if seed is None else random.Random(seed)


def parse_seats(given: list[str], game: Game, players: int) -> dict[int, str]:
    """Seats written as 2=random, 3=bot:4 or 1=Alice; alone, 2 is the other side, for a bot."""
    has_side = players == 1 and game.has_other_side
    players += has_side
    names = {}
    for text in given:
        seat, _, name = text.partition("=")
        number, name = whole_number(seat), " ".join(name.split())
        kind, colon, level = name.lower().partition(":")
        if is_bot(known := BOT_WORDS.get(kind, kind) + colon + level):
            name = called(game, known, name)
        if number is None or not 1 <= number <= players or not name or not name.isprintable():
            shown = text.encode(errors="replace").decode()
            raise BadRequest("error.seat.form", given=shown, high=players)
        if any(sign in name for sign in SIGNS):
            raise BadRequest("error.seat.sign", name=name)
        if number - 1 in names:
            raise BadRequest("error.seat.twice", seat=number)
        if has_side and number == players and not is_bot(name):
            raise BadRequest("error.seat.side", given=name)
        names[number - 1] = name
    return names


def called(game: Game, known: str, given: str) -> str:
    """The full name of a bot; one that there is not is refused as it was written."""
    try:
        return bot(game, known).name
    except BadRequest as problem:
        if problem.key == "error.bot.name":
            problem.facts["name"] = given
        raise


class Evening:
    """One game or a series of them, with the people who play it."""

    def __init__(self, wishes: Wishes, series: Series, screen: Screen, dice: random.Random) -> None:
        self.wishes, self.series, self.screen, self.dice = wishes, series, screen, dice

    def run(self, table: Table | None = None) -> None:
        """Play what is left of the series, beginning with a resumed table if there is one."""
        while not self.series.over():
            table = table or self.next_table()
            if self.series.games > 1:
                table.labels = {self.series.seat_of(p): self.label(p) for p in self.people()}
            if self.series.players > 1 and not table.play.actions:
                self.screen.say("play.first", who=table.who(self.series.first_seat()))
            if not self.finish(table):
                return
            self.series.write_down(self.wishes.game, table.s)
            table = None
            if self.series.games > 1:
                self.show_sheet()

    def next_table(self) -> Table:
        """Lay out the next game."""
        wishes, series = self.wishes, self.series
        start = wishes.game.start(series.players, series.first_seat(), **wishes.options)
        people = range(series.players)
        names = {series.seat_of(p): name for p, name in wishes.names.items() if p in people}
        play = Play(wishes.game, start, names)
        if series.players in wishes.names:
            play.extra[OTHER_SIDE] = wishes.names[series.players]
        if series.games > 1:
            play.extra |= series.header()
            number = len(series.scores) + 1
            self.screen.say("play.series", "bold", n=number, total=series.games)
        return Table(play, self.screen, self.dice, None)

    def finish(self, table: Table) -> bool:
        """Play a table to its end; False if it was left."""
        try:
            table.run()
        except Quit:
            return False
        return True

    def people(self) -> range:
        """The people of the series, by number."""
        return range(self.series.players)

    def label(self, person: int) -> str:
        """What a person is called in the series: by name, else by a letter; a bot has a name."""
        called = names_of_bots(self.wishes.names)
        return called.get(person) or self.wishes.names.get(person) or "ABCDEF"[person]

    def show_sheet(self) -> None:
        """Every game's score, the totals, and who leads or has won the series."""
        series = self.series
        numbers = enumerate(series.scores, start=1)
        rows = [(Message("play.series.game", {"n": i}), scores) for i, scores in numbers]
        rows += [(Message("play.series.total"), series.totals())]
        rows += [(Message("play.series.wins"), series.wins())]
        self.screen.say("play.series.sheet", "bold")
        heads = [self.label(p) for p in self.people()]
        wide = [max(10, len(head)) + 2 for head in heads]
        table = [("", heads), *((label.text(), [str(n) for n in row]) for label, row in rows)]
        for label, row in table:
            cells = "".join(f"{cell:>{w}}" for cell, w in zip(row, wide, strict=True))
            self.screen.line(f"{label:<14}{cells}")
        winners = [self.label(p) for p in series.winners()]
        key = "play.series.winner" if len(winners) == 1 else "play.series.shared"
        if series.over():
            self.screen.say(key, "bold green", who=winners)


def resume(
    path: Path, data: Path | None, seats: list[str], screen: Screen, dice: random.Random
) -> None:
    """Go on with a saved game, and with the series it belongs to."""
    play = read_play(path, data)
    players = play.start.players
    play.names |= parse_seats(seats, play.game, players)
    if players in play.names:
        play.extra[OTHER_SIDE] = play.names.pop(players)
    for name in filter(is_bot, (*play.names.values(), play.extra.get(OTHER_SIDE, ""))):
        bot(play.game, name)  # refused before anything is shown
    series = read_header(players, play.extra) or Series(players)
    names = {series.person_at(seat): name for seat, name in play.names.items()}
    wishes = Wishes(play.game, players, names, dict(play.game.chosen(play.start)))
    screen.say("play.welcome", "bold", title=play.game.title(), n=players)
    screen.say("play.resumed", n=len(play.actions))
    evening = Evening(wishes, series, screen, dice)
    if series.games > 1:
        screen.say("play.series", "bold", n=len(series.scores) + 1, total=series.games)
        evening.show_sheet()
    evening.run(Table(play, screen, dice, path.resolve()))


def play_wishes(wishes: Wishes, screen: Screen, dice: random.Random) -> None:
    """Play what was asked for: one game, or a series."""
    players = wishes.game.start(wishes.players, 0, **wishes.options).players
    if wishes.games > 1 and players == 1:
        raise BadRequest("error.series")
    first = dice.randrange(players) if wishes.first is None else wishes.first
    screen.say("play.welcome", "bold", title=wishes.game.title(), n=players)
    if wishes.game.provenance == "assumed":
        screen.say("play.assumed", "yellow")
    if wishes.options:
        screen.say("play.options", chosen=[f"{k}={v}" for k, v in wishes.options.items()])
    series = Series(players, wishes.games, wishes.keep_colours, first)
    Evening(wishes, series, screen, dice).run()


def menu(screen: Screen) -> Wishes | None:
    """Ask which game, how many players, and how many and how strong bots; None to leave."""
    names = list(PACKAGES)
    screen.say("play.menu", "bold")
    for n, name in enumerate(names, start=1):
        game = load(name)
        low, high = game.seats
        facts = {"n": n, "title": game.title(), "about": Message(f"{name}.about")}
        facts["players"] = Message("play.players.range", {"low": low, "high": high})
        screen.say("play.menu.line", **facts)
    try:
        game = _ask_game(screen, names)
        low, high = game.seats
        players = _ask_number(screen, "play.players.ask", low, high, max(low, 2))
        bots = 0
        if players > 1:
            bots = _ask_number(screen, "play.bots.ask", 0, players - 1, players - 1)
        name = _ask_level(screen, game) if bots > 0 else ""
    except Quit:
        return None
    return Wishes(game, players, dict.fromkeys(range(players - bots, players), name))


def ask_or_quit(screen: Screen, key: str, **facts: object) -> str:
    """An answer of the menu, unless it is to leave."""
    said = screen.ask(key, **facts)
    if said.lower() in command_words("quit"):
        raise Quit
    return said


def _ask_game(screen: Screen, names: list[str]) -> Game:
    while True:
        said = ask_or_quit(screen, "play.menu.ask").lower()
        number = whole_number(said)
        if number is not None and 1 <= number <= len(names):
            return load(names[number - 1])
        for name in names:
            if said in (load(name).title().text().lower(), name.replace("-", " ")):
                return load(name)
        try:
            return load(said)
        except LudothequeError as problem:
            screen.line(str(problem), "red")


def _ask_level(screen: Screen, game: Game) -> str:
    """How strong the bots are; without the compiled search they play at random."""
    if not can_think():
        return "random"
    high = len(levels(game.name))
    for n in range(1, high + 1):
        screen.say("play.level", n=n, level=title(game, n), plays=character(game, n))
    return f"bot:{_ask_number(screen, 'play.level.ask', 1, high, 2)}"


def _ask_number(screen: Screen, key: str, low: int, high: int, default: int) -> int:
    while True:
        said = ask_or_quit(screen, key, low=low, high=high, default=default)
        number = whole_number(said) if said else default
        if number is not None and low <= number <= high:
            return number
        screen.say("error.number.plain", "red", low=low, high=high, given=said)
