"""The search: its counts and shares, what it keeps, what it must find, and its budgets."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from math import nan
from pathlib import Path

import pytest
from every import (
    FEWEST_CHOICES,
    FOR_THREE,
    GAMES,
    MOST_CHOICES,
    NO_LUCK,
    QUICKEST,
    WITH_SECRETS,
    Case,
    at_the_ends,
    cases,
)
from positions import PLAIN_CASES, decisions, first_decision
from searching import bot_of, in_silence, looking, of, play_on, searched

from ludotheque import load
from ludotheque.bots.search import MOST, Node, Search, SearchBot, Settings
from ludotheque.errors import BadRequest
from ludotheque.kernels.search import UNSEEN
from ludotheque.words.messages import LANGUAGES

# ---- counts and shares


@pytest.mark.parametrize("case", at_the_ends(PLAIN_CASES), ids=str)
@pytest.mark.parametrize("guided", [False, True], ids=["plain", "guided"])
def test_visits_add_up_and_shares_too(case: Case, guided: bool) -> None:
    for position in list(decisions(case, 2))[::9][:3]:
        search = searched(position, Settings(150, guided=guided))
        assert search.done == 150
        thoughts = search.thoughts()
        assert [thought.action for thought in thoughts] == case.game.legal_actions(position.state)
        assert sum(thought.visits for thought in thoughts) == 150
        for thought in thoughts:
            assert len(thought.shares) == case.players
            assert thought.error > 0
            if case.players > 1:
                assert sum(thought.shares) == pytest.approx(1)
                assert all(0 <= share <= 1 for share in thought.shares)


@pytest.mark.parametrize("name", GAMES)
def test_every_node_hands_the_whole_win_out_and_has_the_visits_of_those_below(name: str) -> None:
    game = load(name)
    position = first_decision(name, max(2, game.seats[0]))
    search = searched(position, Settings(400))
    tree = nodes(search)
    assert min(node.visits for node in tree) >= 1, "a node that no simulation went through"
    for node in tree:
        assert sum(node.total) == pytest.approx(node.visits)
    if game.rules.SECRETS:
        return  # an action that the seat does not see stands there twice
    for node in tree:
        assert sum(tree[child].visits for child in children(tree, node)) <= node.visits


def nodes(search: Search) -> list[Node]:
    return [search.node(i) for i in range(int(search.used.read(0)[0]))]


def children(tree: list[Node], node: Node) -> list[int]:
    found, child = [], node.child
    while child:
        found.append(child)
        child = tree[child].next
    return found


def test_what_the_seat_does_not_see_is_not_told_apart_in_the_tree() -> None:
    """All that follows another's hidden card stands below one node, whichever card it was."""
    tree = nodes(searched(first_decision(WITH_SECRETS, 3), Settings(3000)))
    hidden = children(tree, tree[0])  # after each of these, the two others lay their cards
    for _ in range(2):
        hidden = [the_unseen(tree, children(tree, tree[node])) for node in hidden]


def the_unseen(tree: list[Node], known: list[int]) -> int:
    """The node below which all goes on."""
    actions = [tree[node].action for node in known]
    assert actions.count(UNSEEN) == 1
    assert len(actions) > 5
    unseen = known[actions.index(UNSEEN)]
    assert all(tree[node].child == 0 for node in known if node != unseen)
    return unseen


@pytest.mark.parametrize(
    ("name", "players"), [(NO_LUCK, 2), (WITH_SECRETS, 3), (FEWEST_CHOICES, 1)]
)
def test_what_is_uncertain_shrinks_with_the_root_of_the_visits(name: str, players: int) -> None:
    position = first_decision(name, players)
    n = len(position.game.legal_actions(position.view))
    few, many = (
        searched(position, Settings(400 * n * times, evenly=True)).thoughts() for times in (1, 16)
    )
    for thought in few:
        assert thought.error / of(many, thought.action).error == pytest.approx(4, rel=0.35)


@pytest.mark.parametrize("name", GAMES)
def test_trying_evenly_tries_every_action_equally_often(name: str) -> None:
    position = first_decision(name, load(name).seats[1])
    n = len(position.game.legal_actions(position.view))
    thoughts = searched(position, Settings(30 * n + 1, evenly=True)).thoughts()
    visits = sorted(thought.visits for thought in thoughts)
    assert visits == [30] * (n - 1) + [31]


def test_the_bot_plays_what_was_tried_most() -> None:
    position = first_decision(NO_LUCK, 3)
    bot = SearchBot(position.game, "x", Settings(300))
    thoughts = bot.thoughts(position.view, position.seat, 4)
    chosen = bot_of(position, 300).act(position.view, position.seat, 4)
    assert of(thoughts, chosen).visits == max(thought.visits for thought in thoughts)


# ---- every index


@pytest.mark.parametrize("name", GAMES)
def test_no_index_is_out_of_bounds(name: str) -> None:
    for case in (Case(name, players, ()) for players in set(load(name).seats)):
        for position in list(decisions(case, 6))[::11][:3]:
            for guided in (False, True):
                assert searched(position, Settings(60, guided=guided), checked=True).done == 60


@pytest.mark.long
@pytest.mark.parametrize("case", cases(), ids=str)
def test_no_index_is_out_of_bounds_whatever_is_played(case: Case) -> None:
    for number in range(3):
        for position in list(decisions(case, number))[number::7][:20]:
            for guided in (False, True):
                searched(position, Settings(100, guided=guided), checked=True)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("room", [2, 7, 60])
def test_a_full_tree_grows_no_more_and_goes_on_thinking(name: str, room: int) -> None:
    position = first_decision(name, max(2, load(name).seats[0]))
    settings = Settings(300)
    search = looking(position, settings, checked=True)
    search.tree = search.engine.block("nodes", room)
    search.run(settings, in_silence)
    assert search.done == 300
    assert search.used.read(0) == (room,)
    assert 1 <= len(search.thoughts()) < room


# ---- what is kept from turn to turn


def visits_after(search: Search, actions: list[int]) -> int:
    """How often the search came to where some actions lead."""
    tree = nodes(search)
    node = tree[0]
    for action in actions:
        found = [child for child in children(tree, node) if tree[child].action == action]
        if not found:
            return 0
        node = tree[found[0]]
    return node.visits


@pytest.mark.parametrize(("name", "players"), [(NO_LUCK, 2), (NO_LUCK, 1), (FEWEST_CHOICES, 1)])
def test_what_is_known_of_the_new_position_is_kept(name: str, players: int) -> None:
    position = first_decision(name, players)
    bot = bot_of(position, 5000)
    s, actions = play_on(position, bot)
    known = visits_after(bot.last, actions)
    assert known > 0
    view = position.game.observe(s, position.seat)
    bot.last.look(view, position.seat, 8, bot.settings)
    assert bot.last.done == known
    before = sum(thought.visits for thought in bot.last.thoughts())
    assert known - 1 <= before <= known, "the simulation that added the node may end there"
    bot.last.run(bot.settings, in_silence)
    assert bot.last.done == 5000, "what is kept counts"
    thoughts = bot.last.thoughts()
    assert [thought.action for thought in thoughts] == position.game.legal_actions(s)
    assert sum(thought.visits for thought in thoughts) == 5000 - (known - before)


def test_nothing_is_kept_from_another_game() -> None:
    position = first_decision(NO_LUCK, 2)
    for forget in (False, True):
        bot = bot_of(position, 2000)
        s, actions = play_on(position, bot)
        assert visits_after(bot.last, actions) > 0
        if forget:
            bot.begin()
        bot.last.look(s, position.seat, 8, bot.settings)
        assert (bot.last.done == 0) == forget


def test_nothing_is_kept_where_hands_are_secret() -> None:
    position = first_decision(WITH_SECRETS, 2)
    bot = bot_of(position, 2000)
    s, _ = play_on(position, bot)
    bot.last.look(position.game.observe(s, position.seat), position.seat, 8, bot.settings)
    assert bot.last.done == 0


# ---- budgets


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("settings", "named"),
    [
        (Settings(), "0"),
        (Settings(-1), "-1"),
        (Settings(MOST + 1), str(MOST + 1)),
        (Settings(-3, seconds=1), "-3"),
        (Settings(10, seconds=-0.5), "5"),
        (Settings(seconds=nan), "nan"),
    ],
)
def test_a_budget_that_is_none_is_refused(settings: Settings, named: str, lang: str) -> None:
    with pytest.raises(BadRequest) as problem:
        SearchBot(load(NO_LUCK), "x", settings)
    sentence = problem.value.sentence(lang)
    assert named in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize("n", [1, 7, 499, 500, 501, 1234])
def test_a_budget_in_simulations_is_exact(n: int) -> None:
    assert searched(first_decision(NO_LUCK, 2), Settings(n)).done == n


@pytest.mark.parametrize(("name", "players"), [(NO_LUCK, 2), (FOR_THREE, 4), (MOST_CHOICES, 2)])
def test_a_budget_in_seconds_is_held(name: str, players: int) -> None:
    position = first_decision(name, players)
    searched(position, Settings(10))
    took = []
    for _ in range(3):  # something else may hold the machine up
        bot = SearchBot(position.game, "x", Settings(seconds=0.2))
        begin = time.perf_counter()
        bot.act(position.view, position.seat)
        took.append(time.perf_counter() - begin)
    assert min(took) == pytest.approx(0.2, abs=0.15)


def test_of_simulations_and_seconds_what_is_spent_first_counts() -> None:
    position = first_decision(NO_LUCK, 2)
    assert searched(position, Settings(300, seconds=60)).done == 300
    assert 0 < searched(position, Settings(MOST, seconds=0.05)).done < MOST


def test_however_short_the_time_there_is_a_thought() -> None:
    position = first_decision(NO_LUCK, 2)
    bot = SearchBot(position.game, "x", Settings(seconds=1e-9))
    legal = position.game.legal_actions(position.view)
    assert bot.act(position.view, position.seat) in legal


def test_progress_grows_to_the_end() -> None:
    seen: list[float] = []
    position = first_decision(NO_LUCK, 2)
    bot = bot_of(position, 3000)
    bot.thoughts(position.view, position.seat, progress=seen.append)
    assert seen == sorted(seen)
    assert 0 == seen[0] < seen[-1] < 1
    assert len(seen) >= 5


def test_other_threads_go_on_while_it_thinks() -> None:
    position = first_decision(NO_LUCK, 2)
    search = searched(position, Settings(100_000))
    thread = threading.Thread(target=search.think, args=(150_000,))
    ticks = 0
    thread.start()
    while thread.is_alive():
        time.sleep(0.001)
        ticks += 1
    assert ticks > 20, "one long call, and nobody else has had a turn"


# ---- from the cache

SCRIPT = """
import sys
sys.path[:0] = sys.argv[1:3]
from positions import first_decision
from ludotheque import load
from ludotheque.bots import bot
for name in sys.argv[3:]:
    for players in set(load(name).seats):
        position = first_decision(name, players)
        for kind in ("search:50", "guided:50"):
            player = bot(position.game, kind)
            print(name, players, kind, player.act(position.view, position.seat, 6))
            player.act(position.view, position.seat, 7)
"""


def test_what_is_loaded_from_the_cache_plays_the_same(long: bool) -> None:
    """Compiled code has crashed before when it came from the cache, in a second process."""
    here = Path(__file__).parent
    names = GAMES if long else (QUICKEST, WITH_SECRETS)
    words = [sys.executable, "-c", SCRIPT, str(here), str(here.parent), *names]
    outs = []
    for _ in range(2):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        outs.append(done.stdout)
    assert outs[0] == outs[1]
    assert outs[0].count("\n") >= 2 * len(names)


@pytest.mark.parametrize("name", [NO_LUCK, WITH_SECRETS])
def test_what_is_slow_the_first_time_is_done_before_it_counts(name: str) -> None:
    position = first_decision(name, 2)
    player = SearchBot(position.game, "guided:20", Settings(20))
    player.warm(position.view, position.seat)
    assert player.last.done == 0, "nothing is remembered"
