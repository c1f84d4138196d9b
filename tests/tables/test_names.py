"""Names at a table: what may be one, which look the same, and what bots are called."""

from __future__ import annotations

import unicodedata
from itertools import combinations

import pytest
from every import FEWEST_CHOICES, NO_LUCK, Case
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotheque.bot_names import MOST_SEATS, known_names
from ludotheque.bots import MARK, SIGNS
from ludotheque.errors import Refused
from ludotheque.series import Series
from ludotheque.tables import commands, names, views
from ludotheque.tables.opening import SeriesFacts
from ludotheque.tables.table import Table
from ludotheque.words.messages import LANGUAGES, message
from tables.driving import NOON, Evening, drafted, rematched
from tables.driving import refusal_of as refusal_at

CALM2, CALM3 = Case(NO_LUCK, 2, ()), Case(NO_LUCK, 3, ())
LUCKY3 = Case(FEWEST_CHOICES, 3, ())

WHOLE = (
    "👩‍🚀",  # a woman and a rocket, joined
    "👨‍👩‍👧‍👦",
    "🧑🏻‍❤️‍💋‍🧑🏼",
    "👍🏽",
    "🇫🇷",
    "🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    "1️⃣",
    "❤️",
    "🏳️‍🌈",
)


def refusal_of(name: str) -> Refused:
    """Why it cannot be a name."""
    with pytest.raises(Refused) as caught:
        names.clean(name)
    assert caught.value.code == "name"
    assert caught.value.sentence("fr") != caught.value.sentence("en")
    return caught.value


def are_same(one: str, other: str) -> bool:
    return not names.looks(one).isdisjoint(names.looks(other))


# ---- what may be a name


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Alice  ", "Alice"),
        ("Jean\tPaul\n", "Jean Paul"),
        ("a\u202eb\u2066c", "a b c"),  # they would turn the line around
        ("x\x00\x1b[31my", "x [31my"),
        ("Chloe\u0301", "Chloé"),
        ("a\u00a0\u2003b", "a b"),
        ("\ud800ok", "ok"),
        ("\ufeffok\u200b", "ok"),
        ("Al\u200bi\u00adce\u034f", "Alice"),
        ("Ada\U000e0041\U000e0042", "Ada"),  # tags hide any text
        ("\u0301Ada \u0302b", "Ada b"),  # accents on nothing
        ("Ada\u2800\u2800\u3164B", "Ada B"),
        ("e\u200d\u0301", "é"),
        ("a\u200db", "ab"),
        ("名前", "名前"),
        ("Nguyễn", "Nguyễn"),
        ("รัตน์", "รัตน์"),
        ("e" * 24, "e" * 24),
        ("seat 1", "seat 1"),
        ("# log", "# log"),
        ("Bot 2", "Bot 2"),
        ("Robot 2", "Robot 2"),
    ],
)
def test_a_name_is_cleaned_into_one_short_line(given: str, shown: str) -> None:
    assert names.clean(given) == shown
    table = drafted(commands.sit, Evening(CALM2).table, 0, given, "", NOON).table
    assert table.places[0].name == shown


@pytest.mark.parametrize("emoji", WHOLE)
def test_emoji_stay_whole_and_count_as_one_character(emoji: str) -> None:
    assert names.clean(emoji) == emoji
    assert names.clean(f"Ada {emoji}\u200b") == f"Ada {emoji}"
    fit = min(names.LONGEST, names.MOST_POINTS // len(emoji))
    assert names.clean(emoji * fit) == emoji * fit
    assert refusal_of(emoji * (fit + 1)).key == "refused.name"


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ("", "refused.name.empty"),
        ("   ", "refused.name.empty"),
        ("\x00\u202e", "refused.name.empty"),
        *((blank, "refused.name.empty") for blank in "\u3164\u115f\u1160\uffa0\u2800\u034f\ufe0f"),
        ("\u200d\u200d", "refused.name.empty"),
        ("\u0301\u0302", "refused.name.empty"),
        ("…!?", "refused.name.empty"),
        ("e" * 25, "refused.name"),
        ("é" * 25, "refused.name"),
        ("e" + "\u0301" * 20, "refused.name.marks"),
        ("Z\u0335\u0336\u0337oe", "refused.name.marks"),
        ("a\u20dd\u20e0\u20e4", "refused.name.marks"),
        ("random", "refused.name.bot"),
        ("Random", "refused.name.bot"),
        ("BOT", "refused.name.bot"),
        ("exact", "refused.name.bot"),
        ("search", "refused.name.bot"),
        ("a:b", "refused.name.bot"),
        *((f"bot{colon}3", "refused.name.bot") for colon in ":：∶꞉ː︓"),
        ("b\u200bot:3", "refused.name.bot"),
        *((f"{sign} Bot 2", "refused.name.sign") for sign in SIGNS),
        (f"{MARK}\ufe0f Ada", "refused.name.sign"),
    ],
)
def test_what_is_no_name_is_refused_with_its_reason(given: str, key: str) -> None:
    assert refusal_of(given).key == key


NASTY = st.text(
    st.sampled_from(
        "aé1 :⚙🤖👩🚀🏽🇫🇷❤\u200d\ufe0f\u20e3\u0301\u0323\u3164\u2800\u202e\U000e0067\U000e007f🏴"
    )
    | st.characters(),
    max_size=40,
)


@settings(max_examples=400)
@given(NASTY)
def test_whatever_is_typed_a_name_stays_as_it_was_cleaned_and_has_no_bots_mark(typed: str) -> None:
    try:
        name = names.clean(typed)
    except Refused:
        return
    assert names.clean(name) == name
    assert name == unicodedata.normalize("NFC", name)
    assert not set(SIGNS) & set(name)
    assert name.splitlines() == [name]
    assert ":" not in name


# ---- which look the same


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Alice", "alice"),
        ("Alice", "ALICE"),
        ("Alice", "Аlice"),  # Cyrillic
        ("Alice", "Αlice"),  # Greek
        ("Alice", "AIice"),
        ("Alice", "A1ice"),
        ("Alice", "Ａｌｉｃｅ"),
        ("Alice", "𝒜𝓁𝒾𝒸ℯ"),
        ("Alice", "ᴀʟɪᴄᴇ"),
        ("Alice", "Ali\u200bce"),
        ("Alice", "Alic\u0329e"),  # a mark that no c ever has
        ("Henri", "Ηenri"),  # only as a capital it looks like H
        ("Valentin", "νalentin"),  # only as a small letter it looks like v
        ("Омар", "Oмap"),
        ("Bob 0", "Bob O"),
        ("Carmen", "Carrnen"),
        ("William", "VVilliam"),
        ("Jean-Luc", "Jean–Luc"),
        ("d'Arc", "d’Arc"),
        ("Chloé", "Chloe\u0301"),
        ("Ёлка", "Ëлка"),
        ("Bjørn", "Bjo\u0338rn"),
        ("İlker", "ilker"),
        ("Cœur", "Coeur"),
        ("Ada ❤️", "Ada ❤"),
        ("Nadia", "Ｎ\u3164adia"),
    ],
)
def test_names_that_look_the_same_are_one(one: str, other: str) -> None:
    assert are_same(one, other)
    table = drafted(commands.sit, Evening(LUCKY3).table, 0, one, "", NOON).table
    with pytest.raises(Refused) as caught:
        drafted(commands.sit, table, 2, other, "", NOON)
    assert caught.value.key == "refused.name.taken"
    assert caught.value.code == "name"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Léa", "Lea"),
        ("Chloé", "Chloë"),
        ("Alice", "Alix"),
        ("Ana", "Anna"),
        ("Noël", "Noel"),
        ("Bjørn", "Bjorn"),
        ("Ada", "Ada 2"),
        ("Иван", "Ivan"),
        ("👩‍🚀", "👨‍🚀"),
        ("👍🏽", "👍🏿"),
        ("🇫🇷", "🇧🇪"),
        ("दीपा", "दिपा"),
    ],
)
def test_names_that_people_tell_apart_are_two(one: str, other: str) -> None:
    assert not are_same(one, other)
    table = drafted(commands.sit, Evening(LUCKY3).table, 0, one, "", NOON).table
    assert drafted(commands.sit, table, 2, other, "", NOON).table.places[2].name == other


def test_a_seat_that_is_kept_keeps_its_name_too() -> None:
    evening = Evening(CALM2, kept=["Alice", "Bruno"])
    with pytest.raises(Refused) as caught:
        drafted(commands.sit, evening.table, 0, "bruno", "", NOON)
    assert caught.value.key == "refused.name.taken"
    assert (
        drafted(commands.sit, evening.table, 0, "alice", "", NOON).table.places[0].name == "alice"
    )


def test_who_gets_up_frees_the_name() -> None:
    table = drafted(commands.sit, Evening(LUCKY3).table, 0, "Alice", "", NOON).table
    table = drafted(commands.sit, table, 1, "Bruno", "", NOON).table
    table = drafted(commands.leave, table, 0, NOON).table
    assert drafted(commands.sit, table, 2, "Alice", "", NOON).table.places[2].name == "Alice"


# ---- bots


def seats_of(table: Table) -> list[dict[str, object]]:
    seen: list[dict[str, object]] = views.frame(table, [], 0, NOON, whole=True)["seats"]
    return seen


def test_no_name_has_the_mark_that_stands_before_a_bots() -> None:
    for lang in LANGUAGES:
        shown = message("web.bot", lang, name=known_names()[0])
        assert shown.startswith(MARK)
        assert refusal_of(shown).key == "refused.name.sign"


def called_at(table: Table) -> list[object]:
    """What the bots of a table are called, seat by seat."""
    return [seat.get("called") for seat in seats_of(table)]


@pytest.mark.parametrize("alike", ["{}", "FILOU", "Fi1ou", "Filоu"])
def test_a_person_is_never_refused_a_bots_name_and_the_bot_takes_another(alike: str) -> None:
    evening = Evening(Case(FEWEST_CHOICES, 4, ()), seats=["", "random", "random", ""])
    table = drafted(commands.sit, evening.table, 0, "Ada", "", NOON).table
    first, second = known_names()[1:3]
    assert called_at(table) == [None, first, second, None]
    table = drafted(commands.sit, table, 3, alike.format(first), "", NOON).table
    assert table.places[3].name == alike.format(first)
    assert called_at(table) == [None, known_names()[MOST_SEATS], second, None]


def test_two_bots_never_have_one_name() -> None:
    own, spare = known_names()[:MOST_SEATS], known_names()[MOST_SEATS:]
    found = names.names_of_bots([1, 2, 3], [own[1], own[2].upper(), spare[0]])
    assert found == {1: spare[1], 2: spare[2], 3: own[3]}


def test_there_is_a_name_for_every_bot_whoever_sits_there() -> None:
    for people in range(MOST_SEATS):
        for taken in combinations(known_names(), people):
            bots = range(people, MOST_SEATS)
            found = names.names_of_bots(bots, taken)
            assert len({*found.values(), *taken}) == MOST_SEATS


def test_first_names_are_short_and_nobody_takes_one_for_another() -> None:
    found = known_names()
    assert all(names.clean(name) == name and len(name) <= 9 for name in found)
    assert len(frozenset[str]().union(*map(names.looks, found))) >= len(found)
    for one, other in combinations(found, 2):
        assert names.looks(one).isdisjoint(names.looks(other))


def test_a_bot_keeps_its_name_through_a_series() -> None:
    series = SeriesFacts.of(Series(3, 3))
    evening = Evening(CALM3, seats=["", "random", "bot:1"], series=series).sit(0).spent()
    before = called_at(evening.table)
    bots = {place.bot: before[seat] for seat, place in enumerate(evening.table.places)}
    new = rematched(evening.table, "next", bytes(32), evening.now).new
    after = called_at(new.table)
    assert {place.bot: after[seat] for seat, place in enumerate(new.table.places)} == bots
    assert before != after, "they have changed seats"


# ---- who has no name


def test_who_gives_no_name_sits_without_one() -> None:
    table = drafted(commands.sit, Evening(CALM2).table, 0, "", "", NOON).table
    assert table.places[0].name == ""
    assert table.people() == [0]
    assert seats_of(table)[0] == {"nameless": True}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nobody_is_called_as_one_without_a_name_is_shown(lang: str) -> None:
    shown = message("web.player", lang, n=1)
    table = drafted(commands.sit, Evening(CALM2).table, 0, "", "", NOON).table
    assert refusal_at(commands.sit, table, 1, shown, "", NOON) == "name"
    table = drafted(commands.sit, Evening(CALM2).table, 1, shown, "", NOON).table
    assert refusal_at(commands.sit, table, 0, "", "", NOON) == "name"


def test_whoever_is_played_by_a_bot_is_shown_with_its_level() -> None:
    evening = Evening(CALM2, seats=["", "random"]).sit(0)
    told = seats_of(evening.table)
    assert told[1]["level"] == {"key": "bot.random", "facts": {"n": ""}}
    assert "level" not in told[0]
