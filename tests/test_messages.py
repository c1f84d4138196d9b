"""The catalogues and what fills them in: both languages say the same, and nothing is missing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextvars import Context
from pathlib import Path

import pytest
from every import GAMES, OURS, Case, cases, expected, walk

from ludotheque import load
from ludotheque.effects import tell
from ludotheque.state import clone
from ludotheque.words.messages import (
    LANGUAGES,
    Message,
    _choices,
    _closing,
    _fill,
    catalogue,
    knows,
    language,
    message,
    naming,
    speak,
    speaking,
)

ROOT = Path(__file__).parent.parent
SPOKEN = 20  # the first plies of a game that are put into words, then every so many
SEATED = (
    "seat",
    "seats",
    "turn",
    "whom",
    "by",
    "holder",
    "named",
    *("second", "third", "fourth"),  # of a lesson
)  # the facts that are seats, or whose turn it is


def fill(text: str, lang: str = "fr", **facts: object) -> str:
    return _fill(text, lang, facts, None)


# ---- filling in


def test_zero_is_singular_in_french_and_plural_in_english() -> None:
    text = "{n, plural, one {# x} other {# xs}}"
    assert [fill(text, "fr", n=n) for n in (0, 1, 2)] == ["0 x", "1 x", "2 xs"]
    assert [fill(text, "en", n=n) for n in (0, 1, 2)] == ["0 xs", "1 x", "2 xs"]


def test_an_exact_form_comes_before_the_plural_and_may_be_empty() -> None:
    text = "a{n, plural, =0 {} =1 { sole} one { one} other { + #}}"
    assert [fill(text, "fr", n=n) for n in (0, 1, 2)] == ["a", "a sole", "a + 2"]


def test_select_takes_the_named_form_or_the_other() -> None:
    text = "{who, select, she {her} other {them}}"
    assert [fill(text, who=who) for who in ("she", "it")] == ["her", "them"]


def test_forms_may_hold_arguments_and_further_forms() -> None:
    text = "{kind, select, a {{n, plural, one {# {thing}} other {# {thing}s}}} other {no {thing}}}"
    assert fill(text, kind="a", n=3, thing="ball") == "3 balls"
    assert fill(text, kind="b", n=3, thing="ball") == "no ball"


def test_the_number_sign_is_a_number_only_in_a_plural() -> None:
    assert fill("#{n, plural, other {#}}#", n=7) == "#7#"


def test_a_seat_goes_by_its_name_where_names_are_known() -> None:
    text = "{seat, who} / {seats, who}"
    facts = {"seat": 1, "seats": [2, 3]}
    assert fill("{seat, name} / {seats, name}", "fr", seat=0, seats=[1, 2]) == fill(
        text, "fr", **facts
    )
    assert fill(text, "fr", **facts) == "Joueur 1 / Joueur 2, Joueur 3"
    names = ("Zoé", Message("option.yes"), None)
    with naming(lambda seat: names[seat]):
        assert fill(text, "fr", **facts) == "Zoé / oui, Joueur 3"
        assert fill(text, "en", **facts) == "Zoé / yes, Player 3"
    assert fill(text, "en", **facts) == "Player 1 / Player 2, Player 3"


def test_the_last_of_several_comes_after_its_word() -> None:
    text = "{names, list, and} / {seats, who, or} / {seats, name, and}"
    facts = {"names": ["a", Message("option.no"), "c"], "seats": [1, 2]}
    assert fill(text, "fr", **facts) == "a, non et c / Joueur 1 ou Joueur 2 / Joueur 2 et Joueur 3"
    assert fill(text, "en", names=["a"], seats=[1]) == "a / Player 1 / Player 2"
    assert fill("{names, list, and}", "en", names=Message("option.yes")) == "yes"


def test_a_name_is_not_read_as_a_form() -> None:
    with naming(lambda _: "{seat} #"):
        assert fill("{n, plural, other {{seat, who}}}", n=1, seat=1) == "{seat} #"


def test_lists_and_messages_are_put_into_the_language_of_the_sentence() -> None:
    parts = [Message("option.yes"), "x", 3, (Message("option.no"),)]
    assert fill("({all})", "fr", all=parts) == "(oui, x, 3, non)"
    assert fill("({all})", "en", all=parts) == "(yes, x, 3, no)"


def test_what_is_filled_in_is_not_read_as_a_form() -> None:
    assert fill("{said}", said="{n} #") == "{n} #"


def test_a_missing_fact_an_unknown_key_and_an_open_brace_are_errors() -> None:
    with pytest.raises(KeyError, match="seat"):
        message("who.seat")
    with pytest.raises(KeyError, match=r"no\.such\.key"):
        message("no.such.key")
    with pytest.raises(ValueError, match="unclosed"):
        fill("{n", n=1)


# ---- which language


@pytest.mark.parametrize(
    ("variables", "chosen"),
    [
        ({}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "C.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "en_US"}, "en"),
        ({"LANG": "fr_FR", "LC_MESSAGES": "en_US"}, "en"),
        ({"LANG": "fr_FR", "LUDOTHEQUE_LANG": "en"}, "en"),
        ({"LC_ALL": "en_US", "LUDOTHEQUE_LANG": "FR"}, "fr"),
        ({"LANG": "en_US", "LUDOTHEQUE_LANG": "xx"}, "en"),
    ],
    ids=str,
)
def test_the_environment_chooses_the_language(
    variables: dict[str, str], chosen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LUDOTHEQUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert Context().run(language) == chosen


def test_what_is_chosen_beats_the_environment_and_speaking_lasts_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LUDOTHEQUE_LANG", "fr")
    speak("en")
    assert language() == "en"
    with speaking("fr"):
        assert message("option.yes") == "oui"
        assert message("option.yes", "en") == "yes"
    assert message("option.yes") == "yes"
    with pytest.raises(ZeroDivisionError), speaking("fr"):
        raise ZeroDivisionError
    assert language() == "en"


# ---- the two catalogues


def arguments(text: str) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Every argument of a sentence, however deep: its name, its kind and its forms."""
    at = text.find("{")
    while at >= 0:
        end = _closing(text, at)
        name, _, rest = text[at + 1 : end].partition(",")
        kind, _, forms = rest.partition(",")
        choices = _choices(forms)
        yield name.strip(), kind.strip(), choices
        for form in choices.values():
            yield from arguments(form)
        at = text.find("{", end)


def use_of(kind: str) -> str:
    """What a kind of argument asks of its fact: a language may count where the other does not."""
    return "" if kind == "plural" else kind


def test_both_languages_have_the_same_sentences() -> None:
    assert set(catalogue("fr")) == set(catalogue("en"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_is_empty_or_badly_formed(lang: str) -> None:
    for key, text in catalogue(lang).items():
        assert text.strip(), key
        for name, kind, choices in arguments(text):
            assert re.fullmatch(r"[a-z_]+", name), f"{key}: {name}"
            assert kind in ("", "plural", "select", "who", "name", "list"), f"{key}: {kind}"
            assert kind not in ("who", "name") or name in SEATED, f"{key}: {name} is no seat"
            assert (kind in ("", "who", "name", "list")) != ("other" in choices), (
                f"{key}: {name} and its forms"
            )


AGREEING = tuple(f"{name}.{start}" for name in OURS for start in expected(name).agreeing)


def test_both_languages_use_the_same_facts() -> None:
    for key, text in catalogue("fr").items():
        french, english = (
            {(name, use_of(kind)) for name, kind, _ in arguments(words)}
            for words in (text, catalogue("en")[key])
        )
        if key.startswith(AGREEING):  # an adjective: it agrees in French alone
            french.discard(("n", ""))
        assert french == english, key


def test_both_languages_choose_between_the_same_words() -> None:
    for key, text in catalogue("fr").items():
        french, english = (
            {(name, *forms) for name, kind, forms in arguments(words) if kind == "select"}
            for words in (text, catalogue("en")[key])
        )
        assert french == english, key


def test_names_stand_where_any_name_reads_well() -> None:
    for lang, bad in (("fr", r"(?i)\b(?:de|du|le|la|que|joueur)$|’$"), ("en", r"(?i)\bplayer$")):
        for key, text in catalogue(lang).items():
            for before, after in re.findall(r"([\w’]*)\s?\{\w+, (?:who|name)[^}]*\}(’?)", text):
                assert not re.search(bad, before), f"{key}: {before} before a name"
                assert not after, f"{key}: a name with its s"


# ---- what the games need


def refusals(name: str) -> list[int]:
    """The codes under `# Why not?` in a game's rules."""
    game = load(name)
    source = Path(str(game.rules.__file__)).read_text(encoding="utf-8")
    block = source.partition("# Why not?\n")[2].partition("@dataclass")[0]
    return [getattr(game.rules, word) for word in re.findall(r"\b[A-Z][A-Z_]+\b", block)]


@pytest.mark.parametrize("name", OURS)
def test_every_refusal_has_its_sentence_and_every_such_sentence_its_refusal(name: str) -> None:
    game = load(name)
    codes = refusals(name)
    assert codes
    wanted = {game.why_key(code) for code in codes}
    found = {key for key in catalogue("fr") if re.match(rf"why\.{game.prefix}[\d.]", key)}
    assert wanted == found
    rulings = {ruling.id for ruling in game.rulings}
    assert {game.ruling_of(code) for code in codes} <= rulings | {game.prefix}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_every_option_has_its_words(name: str, lang: str) -> None:
    for option in load(name).options.values():
        labels = [option.label(name, value) for value in range(len(option.names))]
        words = [label.text(lang) for label in labels if isinstance(label, Message)]
        assert len({*words}) == len(option.names), option.name
        assert all(text and "_" not in text for text in words)
        assert lang == "en" or not {*words} & {*option.names}, "the value itself is no word"


@pytest.mark.parametrize("name", GAMES)
def test_every_ruling_and_option_is_put_into_words(name: str) -> None:
    game = load(name)
    wanted = {f"{name}.{part}" for part in ("title", "about", "luck", "minutes")}
    wanted |= {f"ruling.{ruling.id}.{part}" for ruling in game.rulings for part in ("ask", "play")}
    for option in game.options.values():
        wanted.add(f"option.{name}.{option.name}")
        for value in range(len(option.names)):
            label = option.label(name, value)
            assert isinstance(label, Message), f"{option.name}={option.names[value]}"
            wanted.add(label.key)
    assert wanted <= set(catalogue("fr"))
    known = {key for key in catalogue("fr") if re.match(rf"ruling\.{game.prefix}\d", key)}
    assert known | {key for key in catalogue("fr") if key.startswith(f"option.{name}.")} <= wanted


def words(case: Case) -> Iterator[Message]:
    """What is said in the course of a random game: all that is done, and the rest now and then."""
    game, text = case.game, case.game.text
    before, last = None, -1
    for s, action in walk(case, 3):
        if before is not None:
            yield from tell(game.name, game.effects(before, last, s))
        before, last = clone(s), action
        if s.plies < SPOKEN or s.plies % SPOKEN == 0 or action < 0:
            yield from (game.prompt(s), *text.status(game.observe(s, max(s.player, 0))))
            if action >= 0:
                yield game.tell(s, action)


def seats_of(said: Message) -> Iterator[object]:
    """The facts that a sentence, or one within it, calls by name."""
    named = list(arguments(catalogue("fr")[said.key]))
    chosen = {name for name, kind, _ in named if kind == "select"}  # may be nobody's seat
    for name, kind, _ in named:
        fact = said.facts[name]
        for one in fact if isinstance(fact, list | tuple) else [fact]:
            if kind == "who":
                yield one
            elif kind == "name" and name not in chosen:
                assert isinstance(one, int)
                yield one + 1  # it is counted from 0
            elif isinstance(one, Message):
                yield from seats_of(one)


@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_said_in_a_game_has_both_languages_and_names_only_its_seats(
    name: str, long: bool
) -> None:
    few = load(name).seats[0]
    for case in cases((name,)):
        if case.options and case.players > few and not long:
            continue
        for said in words(case):
            assert set(seats_of(said)) <= set(range(1, case.players + 1)), said
            for lang in LANGUAGES:
                text = said.text(lang)
                assert text == text.strip() != ""
                assert "{" not in text
                assert "Message(" not in text
                assert ".prompt." not in said.key or not text[0].islower(), said.key


def test_no_prompt_tells_what_to_write() -> None:
    """Who touches a board need not know; a terminal lists what may be written."""
    for lang in LANGUAGES:
        for key, text in catalogue(lang).items():
            assert ".prompt." not in key or not re.search(r"\([a-z]+\)|[«“`]", text), key


# ---- no sentence is forgotten

# Keys that the code puts together: how they begin, and what they end in.
BUILT = (
    "bot.",  # the kind of bot
    "games.",  # the heads of the list of games
    "level.",  # the level
    "list.",  # the word before the last of several
    "archive.",  # what is told of a table
    "archive.status.",  # the status of a table
    "cli.usage.",  # the mistake
    "page.",  # the heads of the tables of a rules page
    "page.shelf.",  # the words of the shelf
    "play.word.",  # the commands of a table
    "web.pace.",  # how fast
    "web.wrong.",  # what does not hold
    "metric.",  # the figure's name
    "page.preview.",  # the page, or the status of a table
    "progress.",  # what is being done
    "refused.",  # the code
    "web.device.",  # what this device cannot do
    "web.event.",  # the kind of event
    "web.phase.",  # the status of a table
    "web.react.",  # the reaction
    "web.sorry.",  # what is not there
    "web.sorry.do.",
    "web.theme.",  # the theme
    *(f"{name}.{start}" for name in OURS for start in expected(name).built),
)
# These are held against rulings, options, refusals and games above.
CHECKED = re.compile(
    r"ruling\.|option\.|why\.[A-Z]|[a-z-]+\.(title|about|luck|secrets|minutes|alias|alone)$"
    r"|([a-z-]+\.)?does\.|[a-z-]+\.(banner|count)\.|[a-z-]+\.(unit(\.alone)?|usual)$"
    r"|[a-z-]+\.level\.\d$|level\.[a-z]+\.plays$"
)


def literals() -> set[str]:
    """Every string that stands in the sources or the page, and the words of the shipped data."""
    found = set()
    for folder in ("src", "scripts"):
        for path in (ROOT / folder).rglob("*.py"):
            tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            found |= {
                node.value
                for node in tree
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
    for path in (ROOT / "src").rglob("data.toml"):
        found |= set(re.findall(r'"([^"]*)"', path.read_text(encoding="utf-8")))
    return found | literals_of_the_page()


def literals_of_the_page() -> set[str]:
    """Every string that stands in the page."""
    found = set()
    for path in (ROOT / "web" / "src").rglob("*.*"):
        if path.suffix in (".ts", ".svelte"):
            text = path.read_text(encoding="utf-8")
            found |= set(re.findall(r"""["'`]([a-z][a-z0-9_.-]*)(?=["'`]|\$\{)""", text))
    return found


def test_the_page_carries_every_sentence_that_it_names() -> None:
    config = (ROOT / "web" / "vite.config.ts").read_text(encoding="utf-8")
    elsewhere = re.search(r"^const ELSEWHERE = /(.*)/;$", config, re.M)
    assert elsewhere
    keys = {key for key in literals_of_the_page() if knows(key)}
    assert len(keys) > 100
    assert {key for key in keys if re.match(elsewhere[1], key)} == set()


def test_no_sentence_is_forgotten() -> None:
    known = literals()
    assert set(BUILT) <= known, "nothing is put together like this"
    ours = {key for key in catalogue("fr") if not key.startswith("pig.")}
    forgotten = set()
    for key in ours - known:
        ends = [key.removeprefix(start) for start in BUILT if key.startswith(start)]
        if not CHECKED.match(key) and not {*ends, *(end.replace("_", " ") for end in ends)} & known:
            forgotten.add(key)
    assert forgotten == set()


def test_every_key_that_the_sources_name_exists() -> None:
    starts = {key.partition(".")[0] for key in catalogue("fr")} - set(GAMES)
    named = re.compile(rf"(?:{'|'.join(sorted(starts))}|{'|'.join(OURS)})(?:\.[a-z_]+)+")
    files = re.compile(r".*\.(?:py|toml|json|md)|page\.")
    keys = {text for text in literals() if named.fullmatch(text) and not files.fullmatch(text)}
    assert len(keys) > 100
    assert {key for key in keys if not knows(key)} == set()
