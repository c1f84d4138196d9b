"""Make the first games: scripts played by the real rules, into what the page shows step by step.

    python scripts/tutorials.py [--check] [GAME …]

The page plays them without a server: every step carries all that its board is drawn from.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ludotheque import PACKAGES, Game, load
from ludotheque.lesson import Scene, Script, Step
from ludotheque.parts import CHANCE
from ludotheque.state import shapes
from ludotheque.tables.told import words

ROOT = Path(__file__).parent.parent
LEARNER = 0

Json = dict[str, Any]


def path_of(name: str) -> Path:
    """Where the page finds the first game of a game."""
    return ROOT / "web" / "src" / "games" / name / "tutorial.json"


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
        event = self.event(before, action)
        is_quiet = self.game.is_quiet(before)
        if not is_quiet or "news" in event:
            self.events.append(event)

    def event(self, before: Any, action: int) -> Json:
        """What has happened, as the learner may see it."""
        game = self.game
        seen: Json = {"number": self.s.plies, "kind": "draw" if before.player == CHANCE else "play"}
        if before.player != CHANCE:
            seen["seat"] = before.player
        if game.witness(before) in (None, LEARNER):
            seen |= {"action": action, "say": game.say(before, action)}
            seen["tell"] = words(game.tell(before, action))
        if news := game.news(before, self.s):
            seen["news"] = [words(line) for line in news]
        return seen

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
        view = {
            shape.name: getattr(seen, shape.name)
            for shape in shapes(type(seen))
            if not shape.option
        }
        actions = list(self.actions(step.do))
        if step.do is not None and step.do not in [action["say"] for action in actions]:
            raise SystemExit(f"{step.key}: {step.do} is not legal\n{game.draw(s)}")
        events, self.events = self.events, []
        prompt = words(game.prompt(game.facing(s, LEARNER)))
        return {
            "words": {"key": step.key},
            "news": {"view": view, "actions": actions, "prompt": prompt, "events": events},
            "want": step.do,
            "players": s.players,
            "box": game.box(s),
        }


def lessons(game: Game, script: Script) -> Iterator[Json]:
    """A first game step by step."""
    for scene in script.scenes:
        telling = Telling(game, scene, script.players)
        for step in scene.steps:
            yield telling.lesson(step)
            for said in (*([step.do] if step.do else []), *listed(step.then)):
                telling.play(said)


def made(name: str) -> str:
    """The file of a first game: a step a line."""
    game = load(name)
    steps = lessons(game, game.part("lesson").LESSON)
    lines = [json.dumps(step, separators=(",", ":"), ensure_ascii=False) for step in steps]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def main(names: list[str], check: bool) -> int:
    """Write the first games of some games, or only say which are not up to date."""
    is_stale = False
    for name in names or [name for name in PACKAGES if load(name).part("lesson") is not None]:
        path, text = path_of(name), made(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            is_stale = True
            print(f"{'not up to date' if check else 'written'}: {path.relative_to(ROOT)}")
            if not check:
                path.write_text(text, encoding="utf-8")
    return 1 if check and is_stale else 0


if __name__ == "__main__":
    asked = sys.argv[1:]
    sys.exit(main([name for name in asked if name != "--check"], "--check" in asked))
