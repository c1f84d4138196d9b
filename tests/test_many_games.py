"""Many complete random games: no crash, no dead end, none near its bound."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from every import OURS

sys.path.append(str(Path(__file__).parent.parent / "scripts"))
from soak import MILLION, soak


@pytest.mark.parametrize("name", OURS)
def test_random_games_end_well_before_their_bound(name: str, long: bool) -> None:
    games = MILLION if long else 2_000
    found = list(soak(name, games))
    assert sum(summary.games for summary in found) == games
    for summary in found:
        assert summary.dead_end is None
        assert summary.most < summary.bound // 2
