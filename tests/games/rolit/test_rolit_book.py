"""The proof, the book and the checker, on games that begin late; then the book that is shipped."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludotheque import load
from ludotheque.errors import BadData, BadRequest
from ludotheque.fast.compiled import with_rules
from ludotheque.games.rolit.solver import book, check_kernel, kernel
from ludotheque.games.rolit.solver import solution as exact
from ludotheque.games.rolit.solver.build_book import BookBuilder
from ludotheque.games.rolit.solver.checker import Checker
from ludotheque.games.rolit.solver.journal import Journal
from ludotheque.games.rolit.solver.proof import Proof
from ludotheque.games.rolit.solver.solver import Position, Solver, action_at, code, played, sides_of

rolit = load("rolit")


def lost(empties: int, seed: int) -> Any:
    """A position of a random game in which the side to move loses."""
    dice = random.Random(seed)
    while True:
        s = rolit.start(2)
        while exact.empties(s) > empties:
            s = rolit.after(s, dice.choice(rolit.legal_actions(s)))
        if exact.wins(s) < 0:
            return s


def proof_of(s: Any, folder: Path, **given: Any) -> Proof:
    return Proof(sides_of(s), Journal(folder / "proof", "a proof"), Solver(bits=14), **given)


def book_of(s: Any, folder: Path, last: int) -> bytes:
    builder = BookBuilder(proof_of(s, folder, leaf=11), Journal(folder / "book", "a book"))
    return book.write(sides_of(s), list(builder.levels(last)))


def test_turning_the_board_agrees_with_the_game() -> None:
    turned = rolit.part("symmetry").turned
    bit = rolit.rules.bit
    ways = {tuple(code().image(bit(cell), way) for cell in range(36)) for way in range(8)}
    assert ways == {tuple(bit(turned(cell, way)) for cell in range(36)) for way in range(8)}
    dice = random.Random(1)
    for _ in range(50):
        a, b = (dice.getrandbits(42) & kernel.BOARD for _ in range(2))
        least, other, way = code().canonical(a, b)
        assert (code().image(a, way), code().image(b, way)) == (least, other)
        assert (least, other) == min((code().image(a, w), code().image(b, w)) for w in range(8))


def test_a_proof_finds_the_value_and_a_perfect_line(tmp_path: Path) -> None:
    for seed in range(5):
        s = lost(15, seed)
        proof = proof_of(s, tmp_path / str(seed), leaf=10)
        value = proof.value()
        assert value == exact.value_of(s)
        for cell in proof.line():
            value = -value
            s = rolit.after(s, action_at(cell.bit_length() - 1))
            assert exact.value_of(s) == value


class Killed(Exception):
    """Somebody stops the run."""


def test_a_proof_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    s = lost(15, 3)
    news: list[Any] = []

    def die(_: object) -> None:
        if len(news) == 40:
            raise Killed
        news.append(0)

    with pytest.raises(Killed):
        proof_of(s, tmp_path, leaf=9, watch=die).value()
    with (tmp_path / "proof").open("a") as file:
        file.write("12ab 3")  # the line at which it was killed
    again = proof_of(s, tmp_path, leaf=9)
    assert len(again.known) >= 20
    assert again.value() == exact.value_of(s)
    nodes = again.solver.nodes
    at_once = proof_of(s, tmp_path / "new", leaf=9)
    assert at_once.value() == exact.value_of(s)
    assert nodes < at_once.solver.nodes
    third = proof_of(s, tmp_path, leaf=9)
    assert third.value() == exact.value_of(s) and third.solver.nodes == 0


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    Journal(tmp_path / "proof", "a proof")
    with pytest.raises(BadRequest, match="proof"):
        Journal(tmp_path / "proof", "another")


def test_a_file_goes_on_under_the_title_it_had(tmp_path: Path) -> None:
    Journal(tmp_path / "proof", "a proof of 1").add(7, 8)
    again = Journal(tmp_path / "proof", "a proof of 2", "a proof of 1")
    again.add(9)
    assert (tmp_path / "proof").read_text(encoding="ascii") == "a proof of 1\n7 8\n9\n"
    assert list(again.rows()) == [(7, 8)]


def test_a_book_answers_every_move_and_wins(tmp_path: Path) -> None:
    s = lost(14, 5)
    made = book.Book(book_of(s, tmp_path, 7))
    dice = random.Random(6)
    for _ in range(100):
        way, t = dice.randrange(8), s
        for _ in range(4):
            t = rolit.after(t, dice.choice(rolit.legal_actions(t)))
            p = sides_of(t)
            cell = made.reply(p)
            image = Position(*(code().image(cells, way) for cells in p))
            assert code().image(cell, way) in [0, *Solver(bits=4).moves(image)]
            turned = made.reply(image)
            assert exact.value_of(rolit.after(t, action_at(cell.bit_length() - 1))) < 0
            assert Solver(bits=14).search(played(image, turned), -1, 0) < 0  # type: ignore[operator]
            t = rolit.after(t, action_at(cell.bit_length() - 1))
        assert made.reply(sides_of(t)) == 0


def test_the_checker_confirms_a_book_and_goes_on_where_it_was(tmp_path: Path) -> None:
    s = lost(14, 5)
    raw = book_of(s, tmp_path, 9)
    checked = Checker(rolit, s, raw).check(tmp_path / "check")
    assert list(checked.positions) == book.Book(raw).facts["levels"]
    assert checked.settled == checked.positions[-1] and checked.nodes > 0
    assert Checker(rolit, s, raw).check(tmp_path / "check").nodes == 0


def test_the_checker_refuses_a_book_with_a_wrong_reply(tmp_path: Path) -> None:
    s = lost(14, 5)
    made = book.Book(book_of(s, tmp_path, 9))
    levels = [(level, list(chosen)) for level, chosen in made.levels()]
    level, chosen = levels[-1]
    for i, (a, b) in enumerate(level):
        p = Position((a | b) ^ b, (a | b) ^ a, a | b)
        values = [
            Solver(bits=12).search(played(p, cell), -1, 0) for cell in Solver(bits=4).moves(p)
        ]
        losing = [n for n, value in enumerate(values) if value is not None and value >= 0]
        if losing:
            chosen[i] = losing[0]
            break
    wrong = book.write(made.start, [chosen for _, chosen in levels])
    with pytest.raises(BadRequest):
        Checker(rolit, s, wrong).check()
    levels[0][1][0] = 30
    with pytest.raises(BadRequest):
        Checker(rolit, s, book.write(made.start, [chosen for _, chosen in levels])).check()
    short = book.write(made.start, [levels[0][1][:-1]])
    with pytest.raises(BadRequest):
        Checker(rolit, s, short).check()


def test_a_damaged_book_is_not_believed(tmp_path: Path) -> None:
    raw = bytearray(book_of(lost(12, 5), tmp_path, 9))
    raw[-1] ^= 1
    with pytest.raises(BadData):
        book.Book(bytes(raw))
    with pytest.raises(BadData):
        book.Book(b"no book")


def test_the_checkers_search_equals_the_solver() -> None:
    dice = random.Random(8)
    s = rolit.start(2)
    search = with_rules(check_kernel, rolit.rules).reaches
    memory, work = np.zeros(2 << 16, np.int64), np.zeros(check_kernel.WORK, np.int64)
    work[check_kernel.MASK] = (1 << 16) - 1
    for i in range(100):
        t = s
        while exact.empties(t) > 8 + i % 5:
            t = rolit.after(t, dice.choice(rolit.legal_actions(t)))
        p, least = sides_of(t), dice.randrange(-3, 4)
        assert search(*p, least, memory, work) == (exact.value_of(t) >= least)
