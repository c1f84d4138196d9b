"""What perfect play from the start comes to, as data and in words."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.exact import Rows
from ludotheque.game import Game
from ludotheque.games.quinze.rules import State
from ludotheque.games.quinze.solver.solution import Alone, ByRace, ByRounds, solve
from ludotheque.words.messages import message
from ludotheque.words.numerals import decimal


def facts(game: Game[State], players: int, options: dict[str, str]) -> dict[str, object]:
    """The chance to reach the target and each place's chance to win; alone, the score."""
    solution = solve(game, players, **options)
    found: dict[str, object] = {"players": players, "options": options}
    found |= {"reach_target": str(solution.reach_target), "win": solution.win}
    if isinstance(solution, Alone):
        found |= {"turn": str(solution.turn), "score": float(solution.score)}
    return found


def tell(game: Game[State], players: int, options: dict[str, str]) -> Iterator[str | Rows]:
    """The chance to reach the target, each place's chance to win, and when to stop."""
    solution = solve(game, players, **options)
    reach, target = solution.reach_target, solution.target
    yield message("exact.quinze.title", title=game.title(), players=players)
    percent = decimal(100 * float(reach), 2)
    yield message("exact.quinze.reach", target=target, reach=str(reach), percent=percent)
    if isinstance(solution, Alone):
        yield tell_solo(solution)
        return
    for place, share in enumerate(solution.win, start=1):
        yield message("exact.quinze.win", place=place, percent=decimal(100 * share, 4))
    if isinstance(solution, ByRace):
        yield from tell_stops_of_race(solution)
    elif isinstance(solution, ByRounds) and solution.start.sudden_death:
        yield message("exact.quinze.sudden", target=target)
    elif isinstance(solution, ByRounds):
        yield from tell_stops_of_rounds(solution)


def tell_solo(solution: Alone) -> str:
    """Alone: what a turn and a game are worth on average."""
    start, score = solution.start, decimal(float(solution.score), 4)
    known = {"passes": start.max_passes, "rounds": start.solo_rounds, "score": score}
    exactly = str(solution.turn) if not isinstance(solution.turn, float) else "-"
    turn = decimal(float(solution.turn), 6)
    return message("exact.quinze.solo", turn=turn, exactly=exactly, **known)


def tell_stops_of_race(solution: ByRace) -> Iterator[str | Rows]:
    """From how many points on each place stops while neither has kept any."""
    yield "\n" + message("exact.quinze.race")
    yield rows_of(solution, {place: solution.stops_from(place) for place in range(2)})


def tell_stops_of_rounds(solution: ByRounds) -> Iterator[str | Rows]:
    """From how many points on each place stops, with nobody ahead and in the lead."""
    every = range(solution.players)
    yield "\n" + message("exact.quinze.stops", target=solution.target)
    yield "\n" + message("exact.quinze.fresh")
    yield rows_of(solution, {place: solution.stops_from(place, False) for place in every})
    yield "\n" + message("exact.quinze.ahead")
    yield rows_of(solution, {place: solution.stops_from(place, True) for place in every[1:]})


def rows_of(solution: ByRace | ByRounds, stops: dict[int, dict[int, int | None]]) -> Rows:
    """A row for each place, a column for each number of cards that it may still turn."""
    size = solution.game.rules.COUNT[solution.start.cards]
    heads = [message("exact.quinze.place"), message("exact.quinze.full")]
    heads += [message("exact.quinze.left", n=n) for n in range(size - 1, 1, -1)]
    cells = (["-" if n is None else str(n) for n in points.values()] for points in stops.values())
    return Rows(heads, [[str(place + 1), *row] for place, row in zip(stops, cells, strict=True)])
