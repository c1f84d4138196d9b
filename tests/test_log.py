"""`.play` files: what is written is read again, and a damaged file is refused in one sentence."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from every import NO_LUCK, WITH_SECRETS, Case, cases, walk
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque import SPECTATOR, LudothequeError, load
from ludotheque.errors import BadPlay
from ludotheque.log import HIDDEN, Play, parse, read
from ludotheque.words.messages import LANGUAGES

NAMES = {0: "Zoé d’Été #1", 1: "chance: 2"}


def played(case: Case, plies: int | None = None) -> Play:
    """A random game, or the beginning of one."""
    actions = [action for _, action in walk(case, 5) if action >= 0]
    return Play(
        case.game,
        case.start(first=5),
        {seat: name for seat, name in NAMES.items() if seat < case.players},
        actions[:plies],
        {"event": "club night: table 2"},
    )


def small(moves: int) -> Play:
    """The beginning of a game in which everybody does the first thing that is allowed."""
    game = load(NO_LUCK)
    play = Play(game, game.start(2), {0: "Alice"})
    for _ in range(moves):
        play.actions.append(game.legal_actions(play.end())[0])
    return play


SMALL = small(3)
TEXT = SMALL.text()
LINES = TEXT.splitlines()
ONE, TWO, THREE = (line.partition(" ")[2] for line in LINES[-5:-2])  # what was done
AT = LINES.index(f"2 {TWO}") + 1  # the line of the second action
OPTION, USUAL = list(SMALL.game.chosen(SMALL.start).items())[-1]
AFTER = small(1).end()
BARRED = next(  # what the second seat may not do
    SMALL.game.say(AFTER, action)
    for action in SMALL.game.codes(AFTER)
    if SMALL.game.why_not(AFTER, action) is not None
)


def refused(path: Path, data: Path | None = None) -> LudothequeError:
    """The error of a file that cannot be read; its sentence is one line in both languages."""
    with pytest.raises(LudothequeError) as problem:
        read(path, data)
    for lang in LANGUAGES:
        assert problem.value.sentence(lang).count("\n") == 0
    return problem.value


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


# ---- there and back


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_game_is_read_as_it_was_written(case: Case, tmp_path: Path) -> None:
    play = played(case, plies=30 if case.options else None)
    assert case.game.over(play.end()) or case.options
    path = tmp_path / "x.play"
    play.save(path)
    assert read(path) == play
    assert read(path).end() == play.end()


def test_a_game_not_begun_is_read_too(tmp_path: Path) -> None:
    Play(load(WITH_SECRETS), load(WITH_SECRETS).start(3, 2)).save(tmp_path / "x.play")
    again = read(tmp_path / "x.play")
    assert (again.start.first, again.actions, again.names) == (2, [], {})


def test_comments_blank_lines_and_line_ends_of_another_system_do_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    path.write_bytes(b"# mine\r\n\r\n" + TEXT.replace("\n", " \r\n# why?\r\n").encode())
    assert read(path) == SMALL
    assert parse(SMALL.text(notes=True)) == SMALL
    assert parse(TEXT.rstrip("\n")) == SMALL


def test_the_file_says_what_it_is() -> None:
    assert SMALL.lines() == [
        "ludotheque play 1",
        f"game: {NO_LUCK}",
        "rules: 1",
        f"data: {SMALL.game.data}",
        "players: 2",
        "first: 1",
        *(f"option {name}: {value}" for name, value in SMALL.game.chosen(SMALL.start).items()),
        "seat 1: Alice",
        "",
        f"1 {ONE}",
        f"2 {TWO}",
        f"1 {THREE}",
        "",
        "end: 3 actions",
    ]
    assert [*map(SMALL.game.say, SMALL.states(), SMALL.actions)] == [ONE, TWO, THREE]
    assert small(1).lines()[-1] == "end: 1 action"


# ---- writing


def test_no_file_is_written_over_unless_asked(tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    path.write_text("mine")
    with pytest.raises(BadPlay, match=r"x\.play") as problem:
        SMALL.save(path)
    assert "overwritten" in problem.value.sentence("en")
    assert path.read_text() == "mine"
    SMALL.save(path, replace=True)
    assert read(path) == SMALL
    assert names_in(tmp_path) == ["x.play"]


@pytest.mark.parametrize("name", ["missing/x.play", "file/x.play", "x" * 300])
def test_what_cannot_be_written_is_one_sentence_and_leaves_nothing(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("mine")
    with pytest.raises(BadPlay) as problem:
        SMALL.save(tmp_path / name)
    for lang, words in (("fr", "ne peut pas être écrit"), ("en", "cannot be written")):
        sentence = problem.value.sentence(lang)
        assert words in sentence
        assert name in sentence
        assert "\n" not in sentence
    assert names_in(tmp_path) == ["file"]


def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "x.play"
    path.write_text("mine")
    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(BadPlay, match=r"x\.play.*No space left on device"):
        SMALL.save(path, replace=True)
    assert path.read_text() == "mine"
    assert names_in(tmp_path) == ["x.play"]


def test_a_folder_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "x.play").mkdir()
    with pytest.raises(BadPlay, match=r"x\.play"):
        SMALL.save(tmp_path / "x.play", replace=True)
    assert names_in(tmp_path) == ["x.play"]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_folder_that_may_not_be_written_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(BadPlay, match=r"x\.play"):
        SMALL.save(tmp_path / "x.play")
    assert names_in(tmp_path) == []


# ---- what a seat may see


def test_a_game_without_secrets_is_the_same_for_every_witness() -> None:
    assert SMALL.text(witness=1) == SMALL.text(witness=SPECTATOR) == TEXT


def test_a_file_with_hidden_actions_cannot_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    path.write_text(played(Case(WITH_SECRETS, 2, ())).text(witness=0), encoding="utf-8")
    assert HIDDEN in str(refused(path))


# ---- damage

DAMAGE: list[tuple[str, str, str, type[LudothequeError], str]] = [
    ("nothing", TEXT, "", BadPlay, "ludotheque play 1"),
    ("only comments", TEXT, "# hello\n", BadPlay, "ludotheque play 1"),
    ("another first line", "play 1", "play 2", BadPlay, "ludotheque play 1"),
    ("no first line", "ludotheque play 1\n", "", BadPlay, "ludotheque play 1"),
    ("no game", f"game: {NO_LUCK}\n", "", BadPlay, "game: …"),
    ("no rules", "rules: 1\n", "", BadPlay, "rules: …"),
    ("no data", f"data: {SMALL.game.data}\n", "", BadPlay, "data: …"),
    ("no players", "players: 2\n", "", BadPlay, "players: …"),
    ("no first", "first: 1\n", "", BadPlay, "first: …"),
    ("an unknown game", f"game: {NO_LUCK}", "game: chess", BadPlay, "chess"),
    ("players in words", "players: 2", "players: two", BadPlay, "players"),
    ("too many players", "players: 2", "players: 9", BadPlay, "9"),
    ("a first player who is not there", "first: 1", "first: 5", BadPlay, "5"),
    ("a first player before the first", "first: 1", "first: 0", BadPlay, "0"),
    ("a first player in words", "first: 1", "first: me", BadPlay, "first"),
    ("a seat in words", "seat 1", "seat one", BadPlay, "one"),
    ("a seat nobody has", "seat 1", "seat 9", BadPlay, "9"),
    ("a line of the header twice", "first: 1\n", "first: 1\nfirst: 1\n", BadPlay, "first"),
    ("a number of 5,000 digits", "players: 2", f"players: {'2' * 5000}", BadPlay, "players"),
    ("an endless count", "end: 3", f"end: {'3' * 5000}", BadPlay, "333"),
    ("an unknown option", OPTION, "castling", BadPlay, "castling"),
    ("an option called like an argument", OPTION, "players", BadPlay, "players"),
    ("a bad value", f"{OPTION}: {USUAL}", f"{OPTION}: maybe", BadPlay, "maybe"),
    ("an unreadable header", f"game: {NO_LUCK}", f"game = {NO_LUCK}", BadPlay, "2"),
    ("an unreadable option", f"{OPTION}: {USUAL}", f"{OPTION} {USUAL}", BadPlay, str(AT - 4)),
    ("other rules", "rules: 1", "rules: 7", BadPlay, "7"),
    ("other data", f"data: {SMALL.game.data}", "data: 123abc", BadPlay, "123abc"),
    ("another seat", f"2 {TWO}", f"1 {TWO}", BadPlay, str(AT)),
    ("chance where there is none", f"2 {TWO}", f"chance {TWO}", BadPlay, "chance"),
    ("a seat that is not there", f"2 {TWO}", f"7 {TWO}", BadPlay, "7"),
    ("a line without a seat", f"2 {TWO}", TWO, BadPlay, str(AT)),
    ("a seat without an action", f"2 {TWO}", "2", BadPlay, str(AT)),
    ("an unknown action", f"2 {TWO}", "2 z9", BadPlay, "z9"),
    ("an illegal action", f"2 {TWO}", f"2 {BARRED}", BadPlay, BARRED),
    ("a missing action", f"2 {TWO}\n", "", BadPlay, str(AT)),
    ("an action twice", f"2 {TWO}\n", f"2 {TWO}\n2 {TWO}\n", BadPlay, str(AT + 1)),
    ("no end", "end: 3 actions\n", "", BadPlay, "end: 3 actions"),
    ("an end in the middle", f"2 {TWO}", "end: 1 action", BadPlay, "end: 1 action"),
    ("something after the end", "actions\n", "actions\nhello\n", BadPlay, "end: 3 actions"),
    ("a wrong count", "end: 3", "end: 4", BadPlay, "4"),
]


@pytest.mark.parametrize(
    ("old", "new", "kind", "named"), [row[1:] for row in DAMAGE], ids=[row[0] for row in DAMAGE]
)
def test_a_damaged_file_is_refused_and_the_damage_named(
    old: str, new: str, kind: type[LudothequeError], named: str, tmp_path: Path
) -> None:
    assert TEXT.count(old) == 1
    path = tmp_path / "x.play"
    path.write_text(TEXT.replace(old, new), encoding="utf-8")
    problem = refused(path)
    assert type(problem) is kind
    for lang in LANGUAGES:
        assert named in problem.sentence(lang)
        assert kind is not BadPlay or "x.play" in problem.sentence(lang)


def test_an_illegal_action_is_named_with_its_line_and_its_rule(tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    path.write_text(TEXT.replace(f"2 {TWO}", f"2 {BARRED}"), encoding="utf-8")
    refusal = SMALL.game.why_not(AFTER, BARRED)
    assert refusal is not None
    named = f"x.play, line {AT}, “2 {BARRED}”: "
    assert refused(path).sentence("en") == named + refusal.sentence("en")
    assert refused(path).sentence("fr").endswith(f"\u00a0: {refusal.sentence('fr')}")


def test_an_action_after_the_last_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    text = played(Case(NO_LUCK, 2, ())).text()
    path.write_text(text.replace("\nend", f"1 {ONE}\n\nend"), encoding="utf-8")
    line = len(text.splitlines()) - 1  # in the place of the blank before the end
    assert f"ligne {line}, «\u00a01 {ONE}\u00a0»\u00a0: La partie est finie" in str(refused(path))


@pytest.mark.parametrize("play", [SMALL, small(1), played(Case(WITH_SECRETS, 2, ()), 12)])
def test_a_file_cut_off_anywhere_is_refused(play: Play) -> None:
    text = play.text()
    for length in range(len(text) - 1):  # without the last line's end, nothing is missing
        with pytest.raises(LudothequeError):
            parse(text[:length])


def test_what_is_no_text_or_no_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.play"
    path.write_bytes(TEXT.encode().replace(b"Alice", b"Zo\xe9"))
    problem = refused(path)
    assert isinstance(problem, BadPlay)
    assert "UTF-8" in problem.sentence("en")
    assert isinstance(refused(tmp_path), BadPlay)
    assert str(tmp_path) in str(refused(tmp_path))
    assert str(tmp_path / "none.play") in str(refused(tmp_path / "none.play"))


LINE = st.one_of(
    st.sampled_from(
        [*LINES, "seat 9: x", "option first: 1", f"chance {ONE}", "end: 2 actions", "x: y"]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    st.from_regex(r"\A(game|players|first|option [a-z_]+|seat \d|[0-9]): .*\Z"),
    st.from_regex(r"\A(chance|[0-9]) [a-g][0-7]\Z"),
)


@settings(max_examples=300, deadline=None, database=None)
@given(
    at=st.integers(0, len(LINES) - 1),
    how=st.sampled_from(["edit", "delete", "double", "move"]),
    line=LINE,
)
def test_a_changed_line_gives_a_valid_game_or_a_refusal(at: int, how: str, line: str) -> None:
    lines = list(LINES)
    changed = {"edit": [line], "delete": [], "double": [lines[at]] * 2, "move": []}[how]
    if how == "move":
        lines.append(lines[at])
    lines[at : at + 1] = changed
    try:
        play = parse("\n".join(lines))
    except LudothequeError as problem:
        assert all(map(problem.sentence, LANGUAGES))  # noqa: PT017
        return
    assert play.end().plies == len(play.actions)
    assert parse(play.text()) == play
