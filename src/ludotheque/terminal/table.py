"""One game at the terminal: people at one keyboard, and bots."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from ludotheque.bots import Bot, bot, first_names, is_bot, strength
from ludotheque.bots.hints import hints, tell_hints
from ludotheque.effects import Effect, tell
from ludotheque.errors import LudothequeError
from ludotheque.game import Game
from ludotheque.log import OTHER_SIDE, Play
from ludotheque.luck import pick_by_odds
from ludotheque.parts import CHANCE, SPECTATOR
from ludotheque.series import Series, read_header
from ludotheque.state import Action, Base, Seat
from ludotheque.terminal.screen import EndOfInput, Screen
from ludotheque.words.messages import LANGUAGES, Message, language, message, naming
from ludotheque.words.rulebook import how_to_play

COMMANDS = ("rules", "help", "why", "hint", "undo", "show", "save", "quit")  # methods of a table
HINTS = 8  # the best ones
FEW = 6  # choices that are told in a sentence each
SHOWN = 12  # choices that follow a refusal before it says "…"


class Quit(Exception):
    """A person leaves the table."""


def draw(game: Game, s: Base, dice: random.Random) -> Action:
    """An action of chance, by its odds."""
    odds = game.odds(s)
    return pick_by_odds(odds, dice.randrange(sum(odds.values())))


def capital(sentence: str) -> str:
    """A sentence with a capital, as it may begin with what somebody is called."""
    return sentence[:1].upper() + sentence[1:]


def command_words(name: str) -> list[str]:
    """What may be typed for a command, in every language."""
    return [word for lang in LANGUAGES for word in message(f"play.word.{name}", lang).split()]


def names_of_bots(names: Mapping[int, str]) -> dict[int, str]:
    """[person] -> the first name of a bot, as at any other table; people keep theirs."""
    people = {name.casefold() for name in names.values() if not is_bot(name)}
    bots = [person for person, name in names.items() if is_bot(name)]
    return first_names(bots, lambda name: name.casefold() not in people)


def called_at(play: Play) -> dict[Seat, str]:
    """[seat] -> the first name of its bot, which it keeps through a series."""
    series = read_header(play.start.players, play.extra) or Series(play.start.players)
    person_at = {seat: series.person_at(seat) for seat in play.names}
    called = names_of_bots({person_at[seat]: name for seat, name in play.names.items()})
    return {seat: called[person_at[seat]] for seat in play.names if person_at[seat] in called}


class Table:
    """A game in progress: the states so far, and who sits where."""

    def __init__(self, play: Play, screen: Screen, dice: random.Random, file: Path | None) -> None:
        self.play, self.screen, self.dice = play, screen, dice
        self.game = play.game
        self.states: list[Base] = list(play.states())
        self.files = {file} if file else set()  # what `save` may write over
        self.looking: Seat | None = None  # the person at the keyboard
        self.untold: list[Effect] = []  # what has happened and is not yet told
        self.chooser: Seat | None = None  # who chose last
        self.mood = 0  # the seed of a bot's turn
        self.is_taught = False  # whether the signs and the notation were explained
        self.labels: dict[Seat, str] = {}  # what people without a name are called in a series
        self.saved = -1  # how many actions the last save had
        self.bots: dict[Seat, Bot] = {}  # those that have played
        self.called = called_at(play)  # the first names of bots

    @property
    def s(self) -> Base:
        """The state now."""
        return self.states[-1]

    # ---- who

    def is_human(self, seat: Seat) -> bool:
        """Whether a person plays the seat."""
        return not is_bot(self.play.names.get(seat, ""))

    def bot_at(self, s: Base) -> str:
        """The bot that is to act in a position; empty if a person is, or chance."""
        if self.game.other_side(s) and (name := self.play.extra.get(OTHER_SIDE)):
            return name
        return "" if self.is_human(s.player) else self.play.names[s.player]

    def humans(self) -> list[Seat]:
        """The seats that people play."""
        return [seat for seat in range(self.s.players) if self.is_human(seat)]

    def who(self, seat: Seat) -> Message:
        """A seat by name."""
        name = self.play.names.get(seat)
        label = self.labels.get(seat)
        if name and is_bot(name):
            facts = {"name": self.called[seat], "level": strength(self.game, name)}
            return Message("play.seat.bot", facts | {"seat": seat + 1})
        if name or label:
            return Message("play.seat.named", {"seat": seat + 1, "name": name or label})
        return Message("who.seat", {"seat": seat + 1})

    def name(self, seat: Seat) -> str | Message:
        """What a seat is called within a sentence; nothing if it has no name of its own."""
        if self.is_human(seat):
            return self.play.names.get(seat, "")
        who = Message("web.bot", {"name": self.called[seat]})
        return Message(
            "web.bot.level", {"who": who, "level": strength(self.game, self.play.names[seat])}
        )

    def name_in_full(self, seat: Seat) -> Message | None:
        """A name with its number, which the board and the notation go by."""
        return self.who(seat) if self.name(seat) else None

    # ---- the game

    def run(self) -> Base:
        """Play to the end; the last state."""
        with naming(self.name):
            self.play_on()
            self.present(SPECTATOR)
            self.result()
            self.offer_to_save()
        return self.s

    def play_on(self) -> None:
        """Play until nobody has anything left to do."""
        while not self.game.over(self.s):
            if self.s.player == CHANCE:
                self.act(draw(self.game, self.s, self.dice))
            elif name := self.bot_at(self.s):
                self.bot_turn(self.s.player, name)
            else:
                self.turn()

    def act(self, action: Action) -> None:
        """Play an action and tell it, as far as those who look may know."""
        before, after = self.s, self.game.after(self.s, action)
        if before.player != CHANCE:
            self.chooser = before.player
        onlooker = self.humans()[0] if self.alone() else SPECTATOR
        self.tell(self.game.effects(before, action, after, onlooker), after)
        self.states.append(after)
        self.play.actions.append(action)

    def tell(self, effects: list[Effect], after: Base) -> None:
        """Say what an action did; what chance does in a row is told together."""
        self.untold += effects
        if after.player == CHANCE:
            return
        for said in tell(self.game.name, self.untold):
            self.screen.line(capital(said.text()), "cyan")
        self.untold = []

    def alone(self) -> bool:
        """Whether one person sees the screen, so that its own secrets may stand there."""
        return len(self.humans()) == 1

    def turn(self) -> None:
        """A person's turn: show, ask, and do what is said until an action is played."""
        seat = self.s.player
        self.hand_over(seat)
        self.present(seat)
        before = len(self.states)
        while len(self.states) == before and self.s.player == seat:
            self.answer(self.screen.ask("play.ask"))

    def bot_turn(self, seat: Seat, name: str) -> None:
        """A bot's turn: it is shown what its seat sees, and nothing else."""
        if seat not in self.bots:
            self.bots[seat] = bot(self.game, name)
        if self.chooser != seat:
            self.mood = self.dice.getrandbits(40)
        view = self.game.observe(self.s, seat)
        level = strength(self.game, name)
        who = Message("web.bot", {"name": level}) if self.is_human(seat) else self.who(seat)
        with self.screen.working("play.thinking", who=who):
            action = self.bots[seat].act(view, seat, self.mood)
        self.act(action)

    def is_shared(self) -> bool:
        """Whether several people look at one screen on which hands are secret."""
        return bool(self.game.rules.SECRETS) and len(self.humans()) > 1

    def hand_over(self, seat: Seat) -> None:
        """Where hands are secret, the keyboard passes before one is shown."""
        if self.is_shared() and self.looking != seat:
            said = self.screen.ask("play.pass_to", who=self.who(seat))
            if said.lower() in command_words("quit"):
                self.quit("")
        self.looking = seat

    def picture(self, view: Base) -> None:
        """The board, and in words how things stand; the first time, how it is read."""
        styles = self.game.text.STYLES
        self.screen.line()
        self.screen.picture(self.game.picture(view), styles)
        with naming(self.name_in_full):
            for status in self.game.status(view):
                self.screen.line(f"  {status.text()}", styles=styles)
        if not self.is_taught:
            self.teach()

    def teach(self) -> None:
        """How the picture is read, and what may be typed."""
        for line in self.game.legend(self.s):
            self.screen.line(line, "dim")
        self.is_taught = True

    def present(self, seat: Seat) -> None:
        """The position as a seat may see it, and what it may do."""
        view = self.game.observe(self.s, seat)
        self.picture(view)
        if self.s.player == seat:
            self.screen.say("play.turn", "bold", who=self.who(seat))
            self.screen.line(capital(self.game.prompt(view).text()), "bold")
            self.offer()

    def offer(self) -> None:
        """What the seat to move may do; with what it does while they are few."""
        actions = self.game.legal_actions(self.s)
        if len(actions) > FEW:
            allowed = self.game.called(self.s)
            self.screen.say("play.you_may.many", n=len(actions), allowed=allowed)
            return
        called = [self.game.call(self.s, action).text() for action in actions]
        wide = max(map(len, called), default=0)
        for action, call in zip(actions, called, strict=True):
            told = self.game.tell(self.s, action).text()
            self.screen.line(f"  {call:<{wide}}  {told}" if told != call else f"  {call}")

    # ---- what a person types

    def answer(self, line: str) -> None:
        """Do what a line says: a command, or else an action."""
        word, _, rest = line.partition(" ")
        for name in COMMANDS:
            if word.lower() in command_words(name):
                getattr(self, name)(rest.strip())
                return
        if line:
            self.try_action(line)
        else:
            self.offer()

    def try_action(self, line: str) -> None:
        """Play what is typed, or say why not."""
        try:
            action = self.game.understand(self.s, line)
            refusal = self.game.why_not(self.s, action)
        except LudothequeError as problem:
            self.screen.line(str(problem), "red")
            self.list(self.game.called(self.s))
            return
        if refusal is None:
            if self.is_shared():
                self.screen.hide()  # before anybody else looks
            self.act(action)
        else:
            self.screen.line(refusal.sentence(), "red")
            self.list(refusal.allowed)

    def list(self, allowed: Sequence[Message]) -> None:
        """What would be legal, or the first of it."""
        more = ["…"] * (len(allowed) > SHOWN)
        self.screen.say("play.you_may", allowed=[*allowed[:SHOWN], *more])

    def help(self, _: str) -> None:
        """What can be typed."""
        self.screen.say("play.help")
        self.teach()
        self.offer()

    def rules(self, _: str) -> None:
        """How to play; the rulings are left to `ludotheque rules`."""
        self.screen.page(how_to_play(self.game, language()))
        self.screen.say("play.rules.more", "dim", name=self.game.name)
        self.present(self.s.player)

    def why(self, text: str) -> None:
        """Why an action is not allowed, with its ruling."""
        if not text:
            self.screen.say("play.why.ask", example=self.game.called(self.s)[0])
            return
        refusal = self.game.why_not(self.s, text)
        if refusal is None:
            what = self.game.tell(self.s, self.game.understand(self.s, text))
            self.screen.say("play.why.legal", what=what)
            return
        sentence = refusal.sentence()
        if refusal.ruling == self.game.prefix:
            self.screen.line(sentence)
        else:
            self.screen.say("play.why", ruling=refusal.ruling, sentence=sentence)
        self.list(refusal.allowed)

    def hint(self, _: str) -> None:
        """What each action is worth, to the best of our knowledge."""
        seat = self.s.player
        try:
            with self.screen.working("hint.working"):
                found = hints(self.game, self.game.observe(self.s, seat), seat)
        except LudothequeError as problem:
            self.screen.line(str(problem), "red")
            return
        self.screen.say("play.hint.alone" if self.s.players == 1 else "play.hint")
        for line in tell_hints(self.game, self.s, found[:HINTS]):
            self.screen.line(line)
        if len(found) > HINTS:
            self.screen.say("hint.more", n=len(found) - HINTS)

    def undo(self, _: str) -> None:
        """Back to a person's last choice, never past a die or a reveal."""
        back = len(self.play.actions) - 1
        while back >= 0 and self.game.can_undo(self.states[back], self.play.actions[back]):
            if not self.bot_at(self.states[back]):
                said = self.game.call(self.states[back], self.play.actions[back])
                del self.states[back + 1 :], self.play.actions[back:]
                secret = self.game.witness(self.s) is not None and not self.alone()
                self.screen.say("play.undo", said="…" if secret else said)
                return
            back -= 1
        self.screen.say("play.undo.none")

    def show(self, _: str) -> None:
        """The position again."""
        self.present(self.s.player)

    def save(self, name: str) -> None:
        """Write the game to a file; one that this table did not write is kept."""
        if not name:
            self.screen.say("play.save.ask")
            return
        self.write(name)

    def write(self, name: str) -> bool:
        """Write the game to a file; False, with a sentence, if that cannot be."""
        path = Path(name).expanduser()
        try:
            self.play.save(path, replace=path.resolve() in self.files)
        except LudothequeError as problem:
            self.screen.line(str(problem), "red")
            return False
        self.files.add(path.resolve())
        self.saved = len(self.play.actions)
        self.screen.say("play.saved", file=name)
        return True

    def offer_to_save(self) -> None:
        """A finished game may be kept, if somebody sits at a terminal to say so."""
        answered = self.screen.console.is_terminal and self.humans()
        if not answered or self.saved == len(self.play.actions):
            return
        try:
            while (name := self.screen.ask("play.save.offer")) and not self.write(name):
                pass
        except EndOfInput:
            return

    def quit(self, _: str) -> None:
        """Leave the table."""
        saved = self.saved == len(self.play.actions)
        self.screen.say("play.quit.saved" if saved else "play.quit")
        raise Quit

    # ---- the end

    def result(self) -> None:
        """Who has won, and all scores."""
        s, game = self.s, self.game
        self.screen.say("play.over", "bold")
        if s.players == 1:
            self.screen.say("play.solo", "bold green", n=game.score(s, 0))
            return
        winners = [self.who(seat) for seat in range(s.players) if s.winners >> seat & 1]
        key = "play.winner" if len(winners) == 1 else "play.shared"
        self.screen.say(key, "bold green", who=winners)
        scores = [
            Message("play.score", {"who": self.who(seat), "n": game.score(s, seat)})
            for seat in range(s.players)
        ]
        self.screen.say("play.scores", scores=scores)
