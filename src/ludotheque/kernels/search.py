"""Monte-Carlo tree search for any game: any number of seats, chance, hidden hands.

A node stands for what has been done since the root, as far as the thinking seat may see it.
Each simulation redeals what the seat cannot see, goes down the tree (a seat takes the action
that promises it most, chance draws by its odds), adds a node, plays the game out or to where
the game's advice says that it may be estimated, and adds every seat's share to the nodes it
went through.  An action nobody but its owner sees has a node for its own record, but what
follows is shared by all of them: the thinking seat could not tell them apart.

In the literature: UCT, that is UCB1 in a tree (Auer, Cesa-Bianchi & Fischer 2002; Kocsis &
Szepesvári 2006); with hidden hands, single-observer information-set Monte-Carlo tree search
with availability counts (`seen`) and one determinization a simulation (Cowling, Powley &
Whitehouse 2012); max^n values among several seats (Sturtevant 2008); reservoir sampling of
the untried actions (Vitter 1985).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from ludotheque.kernels.advice import (
    ENDS_THERE,
    HORIZON,
    SECRETS,
    advise,
    guess,
    other_side,
    settled,
    witness,
)
from ludotheque.kernels.playout import DEAD_END, choose, draw
from ludotheque.kernels.tree import NONE, PATH, Floats, Ints, Nodes, Rows, States, Ways
from ludotheque.kernels.value import judge
from ludotheque.kernels.verbs import ACTIONS, apply, legal, payoff, score
from ludotheque.luck import below
from ludotheque.parts import CHANCE, EVERYONE, NOBODY, WHOLE
from ludotheque.reals import logarithm
from ludotheque.state import Base

ENTRIES = {  # what is called from outside, and with what (`engines/shapes.py`)
    "think": "states states nodes words words reals words ways reals reals int int",
    "follow": "nodes states rows words int rows",
    "lift": "nodes int nodes words",
}
UNSEEN = -1  # the action of a node below an action that the thinking seat does not see


def think(
    root: States,
    table: States,
    tree: Nodes,
    used: Ints,
    path: Ints,
    values: Floats,
    rng: Ints,
    plan: Sequence[Ways],
    learned: Floats,
    facts: Floats,
    seat: int,
    simulations: int,
) -> None:
    """Run simulations from the view `root[0]`, adding to `tree`, of which `used[0]` are taken."""
    s, ways = table[0], plan[0]
    limit = root[0].plies + (ways.sight if ways.sight > 0 else HORIZON)
    for _ in range(simulations):
        table[0] = root[0]
        guess(s, seat, rng)
        steps = descend(s, tree, used, path, rng, ways, seat, limit)
        if roll_out(s, rng, ways, limit):
            judge(s, learned, facts, values)
        else:
            weigh(s, ways, values)
        for i in range(steps):
            node = tree[path[i]]
            node.visits += 1
            node.square += values[seat] * values[seat]
            for other in range(s.players):
                node.total[other] += values[other]


def descend(
    s: Base, tree: Nodes, used: Ints, path: Ints, rng: Ints, ways: Ways, seat: int, limit: int
) -> int:
    """Follow the tree until a node is added, the game ends, or it may be estimated."""
    path[0] = 0
    steps, node = 1, 0
    while s.player != NOBODY and steps + 2 < PATH:
        if ways.guided != 0 and node != 0 and ((ENDS_THERE and settled(s)) or s.plies >= limit):
            break
        seen = witness(s) == EVERYONE or witness(s) == seat
        if s.player == CHANCE:
            action = draw(s, rng)
            child = grow(tree, used, node, action if seen else UNSEEN)
            fresh = False
        else:
            before = used[0]
            child = select(s, tree, used, node, rng, ways)
            fresh = used[0] > before
            action = tree[child].action
        if child == NONE:  # the tree is full
            break
        apply(s, action)
        path[steps] = child
        steps += 1
        if not seen and tree[child].action != UNSEEN:  # what follows looks the same to the seat
            child = grow(tree, used, node, UNSEEN)
            if child == NONE:
                break
            path[steps] = child
            steps += 1
        if fresh:
            break
        node = child
    return steps


def grow(tree: Nodes, used: Ints, node: int, action: int) -> int:
    """The child of a node for an action, added if it is not there; NONE if the tree is full."""
    known = child_of(tree, node, action)
    if known != NONE:
        return known
    child = used[0]
    if child == len(tree):
        return NONE
    used[0] += 1
    new = tree[child]
    new.action = action
    new.next = tree[node].child
    new.child = NONE
    new.visits = 0
    new.seen = 0
    new.closed = 0
    new.square = 0.0
    for seat in range(len(new.total)):
        new.total[seat] = 0.0
    tree[node].child = child
    return child


def select(s: Base, tree: Nodes, used: Ints, node: int, rng: Ints, ways: Ways) -> int:
    """The child to follow: an action not yet tried, else the one that promises most."""
    if SECRETS or tree[node].closed == 0:
        action = untried(s, tree, node, rng)
        if action != DEAD_END:
            return grow(tree, used, node, action)
        tree[node].closed = 1
    me = s.player
    best = NONE
    most = -1e300
    child = tree[node].child
    while child != NONE:
        record = tree[child]
        if record.action != UNSEEN and (not SECRETS or legal(s, record.action)):
            record.seen += 1
            if ways.evenly != 0 and node == 0:
                promise = -record.visits + 0.0
            else:
                mean = (record.total[me] / record.visits - ways.low) / (ways.high - ways.low)
                mean = 1.0 - mean if other_side(s) else mean
                promise = mean + ways.explore * sqrt(logarithm(record.seen + 1.0) / record.visits)
            if promise > most:
                best, most = child, promise
        child = record.next
    return best


def untried(s: Base, tree: Nodes, node: int, rng: Ints) -> int:
    """A legal action that has no child yet, each as likely as another, or `DEAD_END`."""
    found, n = DEAD_END, 0
    for action in range(ACTIONS):
        if legal(s, action) and child_of(tree, node, action) == NONE:
            n += 1
            if below(rng, n) == 0:
                found = action
    return found


def child_of(tree: Nodes, node: int, action: int) -> int:
    """The child of a node for an action, or NONE."""
    child = tree[node].child
    while child != NONE and tree[child].action != action:
        child = tree[child].next
    return child


def roll_out(s: Base, rng: Ints, ways: Ways, limit: int) -> bool:
    """Play on from a leaf, to the end or to where the position may be judged: then True."""
    guided = ways.guided != 0
    while s.player != NOBODY:
        if guided and (settled(s) or s.plies >= limit):
            return True
        if guided and s.player != CHANCE:
            apply(s, advise(s, rng))
        else:
            apply(s, choose(s, rng))
    return False


def weigh(s: Base, ways: Ways, values: Floats) -> None:
    """Every seat's share of the win at the end, from 0 to 1, or the score of a solo game."""
    if s.players == 1:
        values[0] = float(payoff(s, 0))
        ways.low = min(ways.low, values[0])
        ways.high = max(ways.high, values[0])
        return
    points = 0
    for seat in range(s.players):
        points += max(0, score(s, seat))
    for seat in range(s.players):
        values[seat] = payoff(s, seat) / WHOLE
        if ways.points > 0.0 and points > 0:
            part = max(0, score(s, seat)) / points
            values[seat] += ways.points * (part - values[seat])


# ---- keeping what is known when the game has gone on


def follow(tree: Nodes, stack: States, raw: Rows, at: Ints, depth: int, wanted: Rows) -> int:
    """The node where, `depth` plies below the root, the position is the one wanted, or NONE.

    `stack[0]` is the root's position, `raw` is `stack` as bytes, `wanted` one row of such bytes;
    `at` is scratch.
    """
    level = 1
    at[level] = tree[0].child
    while level > 0:
        node = at[level]
        if node == NONE:  # step back, and on to the next
            level -= 1
            at[level] = tree[at[level]].next
            continue
        stack[level] = stack[level - 1]
        apply(stack[level], tree[node].action)
        if level < depth:
            level += 1
            at[level] = tree[node].child
        elif same(raw[level], wanted[0]):
            return node
        else:
            at[level] = tree[node].next
    return NONE


def same(these: Sequence[int], those: Sequence[int]) -> bool:
    """Whether two rows of bytes are equal."""
    for i in range(len(those)):
        if these[i] != those[i]:
            return False
    return True


def lift(tree: Nodes, node: int, fresh: Nodes, origin: Ints) -> int:
    """Copy a node and all below it into a fresh tree as its root; the number of nodes."""
    fresh[0] = tree[node]
    fresh[0].next = NONE
    origin[0] = node
    used, i = 1, 0
    while i < used:
        child = tree[origin[i]].child
        fresh[i].child = NONE
        while child != NONE:
            fresh[used] = tree[child]
            fresh[used].next = fresh[i].child
            fresh[i].child = used
            origin[used] = child
            used += 1
            child = tree[child].next
        i += 1
    return used
