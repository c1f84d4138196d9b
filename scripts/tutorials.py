"""Make the first games and the essentials: scripts played by the real rules, for the page.

    python scripts/tutorials.py [--check] [GAME …]

The page plays them without a server: every step carries all that its board is drawn from.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from freshness import asked_for, keep_fresh  # noqa: E402

from ludotheque import PACKAGES, Game, load  # noqa: E402
from ludotheque.lesson import Scene, Script, Step  # noqa: E402
from ludotheque.parts import CHANCE  # noqa: E402
from ludotheque.tables.told import effects, plain, words  # noqa: E402
from ludotheque.tables.views import fields_of, options_of  # noqa: E402
from ludotheque.words.messages import Message  # noqa: E402

LEARNER = 0
OTHERS = ("second", "third", "fourth")  # what sentences call the seats of the bots

Json = dict[str, Any]


def folder_of(name: str) -> Path:
    """Where the page finds what belongs to a game."""
    return ROOT / "web" / "src" / "games" / name


def listed(said: str) -> list[str]:
    """Actions that are written with commas."""
    return [action.strip() for action in said.split(",") if action.strip()]


class Telling:
    """A scene while it is played: the position, and what has happened since the last step."""

    def __init__(self, game: Game, scene: Scene, players: int) -> None:
        self.game = game
        self.s = game.read(scene.position) if scene.position else game.start(players)
        self.s = game.play(self.s, *listed(scene.before))
        self.events: list[Json] = []

    def play(self, said: str) -> None:
        """Play an action, and note what the learner sees of it."""
        before, action = self.s, self.game.parse(self.s, said)
        self.s = self.game.after(before, action)
        seen: Json = {"number": self.s.plies, "kind": "draw" if before.player == CHANCE else "play"}
        if before.player != CHANCE:
            seen["seat"] = before.player
        seen["effects"] = effects(self.game.effects(before, action, self.s, LEARNER))
        self.events.append(seen)

    def actions(self, wanted: str | None) -> Iterator[Json]:
        """What the learner may do now; only what is wanted is put into words."""
        if LEARNER not in self.game.acting(self.s):
            return
        facing = self.game.facing(self.s, LEARNER)
        for action in self.game.legal_actions(facing):
            said = self.game.say(facing, action)
            may: Json = {"id": action, "say": said, "at": self.game.at(facing, action)}
            if said == wanted:
                may["tell"] = words(self.game.tell(facing, action))
            yield may

    def lesson(self, step: Step) -> Json:
        """A step with all that the page needs for it, as the server would send it."""
        game, s = self.game, self.s
        seen = game.observe(s, LEARNER)
        actions = list(self.actions(step.do))
        if step.do is not None and step.do not in [action["say"] for action in actions]:
            raise SystemExit(f"{step.key}: {step.do} is not legal\n{game.draw(s)}")
        events, self.events = self.events, []
        news = {
            "view": fields_of(seen),
            "options": options_of(s),
            "figures": plain(game.figures(seen)),
            "box": plain(game.box(s)),
            "prompt": words(game.prompt(game.facing(s, LEARNER))),
            "actions": actions,
            "events": events,
        }
        others = {name: seat for seat, name in enumerate(OTHERS[: s.players - 1], start=1)}
        told = words(Message(step.key, others))
        return {"words": told, "news": news, "want": step.do, "players": s.players}


def lessons(game: Game, script: Script) -> Iterator[Json]:
    """A first game step by step; what never changes comes with the first."""
    fixed: Json = {}
    for scene in script.scenes:
        telling = Telling(game, scene, script.players)
        for step in scene.steps:
            lesson = telling.lesson(step)
            for name in ("box", "options"):
                if fixed.setdefault(name, found := lesson["news"][name]) is not found:
                    assert fixed[name] == lesson["news"].pop(name), f"another {name}"
            yield lesson
            for said in (*([step.do] if step.do else []), *listed(step.then)):
                telling.play(said)


def written(game: Game, script: Script) -> str:
    """The file of a script: a step a line."""
    steps = lessons(game, script)
    lines = [json.dumps(step, separators=(",", ":"), ensure_ascii=False) for step in steps]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def made(name: str) -> Iterator[tuple[Path, str]]:
    """The files of a game: its first game and its essentials, where it has them."""
    game = load(name)
    if (lesson := game.part("lesson")) is not None:
        yield folder_of(name) / "tutorial.json", written(game, lesson.LESSON)
    if (essentials := game.part("essentials")) is not None:
        yield folder_of(name) / "essentials.json", written(game, essentials.ESSENTIALS)


if __name__ == "__main__":
    sys.exit(keep_fresh(file for name in asked_for() or PACKAGES for file in made(name)))
