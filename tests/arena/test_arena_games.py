"""The games of a match: the same wherever they are played, and by the rules."""

from __future__ import annotations

from typing import Any

import pytest
from every import FEWEST_CHOICES, NO_LUCK, OURS, WITH_SECRETS

from ludotheque import load
from ludotheque.arena import games as playing
from ludotheque.arena.games import Batch, Broken, Key, Result, Spec, attempt, run_batch
from ludotheque.arena.matches import spec_of
from ludotheque.bots import Bot
from ludotheque.errors import BadRequest
from ludotheque.game import Game
from ludotheque.luck import seed_of
from ludotheque.parts import WHOLE


def spec(name: str, *bots: str, players: int | None = None, seed: int = 5) -> Spec:
    return spec_of(load(name), bots or ("random", "random"), players, seed, {}, each=False)


def keys(spec: Spec, deals: int) -> tuple[Key, ...]:
    return tuple(
        Key(deal, table, rotation)
        for deal in range(deals)
        for table in range(len(spec.tables))
        for rotation in range(spec.players)
    )


def timeless(results: list[Result]) -> list[Result]:
    """Results without what differs from run to run."""
    return [
        result._replace(thought=[seat._replace(seconds=0, longest=0) for seat in result.thought])
        for result in results
    ]


@pytest.mark.parametrize("name", OURS)
def test_a_game_is_the_same_however_batches_are_cut(name: str) -> None:
    match = spec(name)
    every = keys(match, 2)
    whole = timeless(run_batch(Batch(match, every)))
    backwards = [run_batch(Batch(match, (key,)))[0] for key in reversed(every)]
    assert timeless(backwards)[::-1] == whole
    assert [result.key for result in whole] == list(every)
    for result in whole:
        assert sum(result.payoffs) == WHOLE
        assert sum(seat.turns for seat in result.thought) <= result.plies


def test_another_seed_gives_other_games() -> None:
    one, other = (spec(NO_LUCK, seed=seed) for seed in (1, 2))
    scores = [
        [result.scores for result in run_batch(Batch(match, keys(match, 4)))]
        for match in (one, other)
    ]
    assert scores[0] != scores[1]


class Scripted(Bot):
    """A bot with a habit: its name says which of its actions it plays."""

    def choose(self, view: Any, _seat: int, actions: list[int], _seed: int) -> int:
        steady = actions[seed_of(1, view.plies) % len(actions)]
        return {"first": actions[0], "steady": steady, "illegal": -7}[self.name]


@pytest.fixture
def _scripted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "player", Scripted)
    monkeypatch.setattr("ludotheque.arena.matches.player", Scripted)


@pytest.mark.usefixtures("_scripted")
def test_bots_of_the_same_habit_play_the_same_game_in_every_rotation() -> None:
    for name in OURS:
        match = spec(name, "steady", "steady")
        results = timeless(run_batch(Batch(match, keys(match, 3))))
        for deal in range(3):
            games = [result for result in results if result.key.deal == deal]
            assert all(game.payoffs == games[0].payoffs for game in games)
            assert all(game.scores == games[0].scores for game in games)


@pytest.mark.usefixtures("_scripted")
def test_duplicate_luck_cancels_between_equals() -> None:
    match = spec(FEWEST_CHOICES, "steady", "steady", players=4)
    won = [0, 0, 0, 0]
    for result in run_batch(Batch(match, keys(match, 6))):
        for seat in range(4):
            won[seat] += result.payoffs[seat] if result.key.rotation == seat else 0
    assert sum(won) == 6 * WHOLE, "the bot alone has won exactly its share"


@pytest.mark.usefixtures("_scripted")
@pytest.mark.parametrize("lang", ["fr", "en"])
def test_a_bot_that_breaks_the_rules_is_named(lang: str) -> None:
    match = spec(NO_LUCK, "first", "illegal")
    with pytest.raises(BadRequest) as raised:
        run_batch(Batch(match, keys(match, 1)))
    assert "illegal" in raised.value.sentence(lang)
    assert "-7" in raised.value.sentence(lang)


@pytest.mark.usefixtures("_scripted")
def test_what_goes_wrong_elsewhere_is_sent_back() -> None:
    match = spec(NO_LUCK, "first", "illegal")
    sent = attempt(Batch(match, keys(match, 1)))
    assert isinstance(sent, Broken)
    assert isinstance(sent.problem, BadRequest)
    unknown = attempt(Batch(spec(NO_LUCK, "first", "unheard"), keys(match, 1)))
    assert isinstance(unknown, Broken)
    assert "KeyError" in str(unknown.problem)


def test_a_bot_sees_its_view_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    class Nosy(Scripted):
        def choose(self, view: Any, seat: int, actions: list[int], _seed: int) -> int:
            others = [hand for who, hand in enumerate(view.hand[: view.players]) if who != seat]
            seen.extend(card for hand in others for card in hand)
            return actions[0]

    monkeypatch.setattr(playing, "player", Nosy)
    match = spec(WITH_SECRETS, players=3)
    run_batch(Batch(match, keys(match, 1)))
    assert set(seen) == {-1}


def test_equipment_of_ones_own_travels_with_the_match(tmp_path: Any) -> None:
    own = tmp_path / "mine.toml"
    shipped = (load(FEWEST_CHOICES).folder / "data.toml").read_bytes()
    own.write_bytes(shipped.replace(b'note = "', b'note = "Mine. ', 1))
    mine: Game = load(FEWEST_CHOICES, own)
    match = spec_of(mine, ("random", "random"), 2, 0, {}, each=False)
    own.unlink()
    assert match.data == mine.data != load(FEWEST_CHOICES).data
    assert playing.game_of(match).data == mine.data
