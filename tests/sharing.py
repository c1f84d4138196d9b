"""Which process runs which tests, where several do: what is costly to prepare is prepared once.

Tests of a game compile the same code, and those of a file start the same servers and pages.
"""

from __future__ import annotations

import re

import pytest
from every import GAMES
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

OF_A_GAME = re.compile(rf"\[(?:.*[-_])?({'|'.join(GAMES)})(?![a-z])")
PAGES = "tests/browser/"
BY_FILE = (PAGES, "tests/server/")


def group_of(test: str) -> str:
    """What a test shares with others: its game, or its file."""
    file = test.partition("::")[0]
    game = OF_A_GAME.search(test)
    return game[1] if game and not file.startswith(BY_FILE) else file


def in_order(items: list[pytest.Item]) -> list[pytest.Item]:
    """Those of a game first, so that others find it compiled; then the folders by turns.

    Pages need the processor all the time, servers wait for most of it.
    """
    folders: dict[str, list[str]] = {}
    for file in sorted({str(item.path) for item in items}):
        folders.setdefault(file.rpartition("/")[0], []).append(file)
    place = {file: i / len(those) for those in folders.values() for i, file in enumerate(those)}

    def turn(item: pytest.Item) -> tuple[bool, float]:
        return group_of(item.nodeid) not in GAMES, place[str(item.path)]

    return sorted(items, key=turn)


class Sharing(LoadScopeScheduling):  # type: ignore[misc]
    """Gives each group to one process, in the order of the files."""

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        config.option.loadscopereorder = False  # many tests need not be long ones
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)

    def _assign_work_unit(self, node: WorkerController) -> None:
        """Give a process its next group: every second one keeps to pages, and to its browser."""
        keeps_to_pages = self.nodes.index(node) % 2 == 0
        first = next(iter(self.workqueue))
        if first not in GAMES:
            fitting = (one for one in self.workqueue if one.startswith(PAGES) == keeps_to_pages)
            self.workqueue.move_to_end(next(fitting, first), last=False)
        super()._assign_work_unit(node)
