"""Sweeps over the graph of a turn, from its ends back to its beginning: kernels that compile.

Nodes come in an order in which a turn moves only forward.  `values[node]` is a row of
worths; a sweep is handed the rows of the leaves and fills in the others.  A node is *far*
if its row rests on a leaf beyond the graph, whose worth is not known but bounded above.
"""

from __future__ import annotations

CHANCE, CHOICE, END, BEYOND = range(4)  # kinds of nodes; the last two are leaves
SAME = 1e-13  # worths closer than this are taken to be equal


def mean(n, first, child, ways, values, far):  # type: ignore[no-untyped-def]
    """Fill in a node of chance: the mean of what follows."""
    total = 0.0
    values[n] = 0.0
    for e in range(first[n], first[n + 1]):
        total += ways[e]
        for c in range(values.shape[1]):
            values[n, c] += ways[e] * values[child[e], c]
        if far[child[e]]:
            far[n] = True
    for c in range(values.shape[1]):
        values[n, c] /= total


def best(n, kind, first, child, values, c):  # type: ignore[no-untyped-def]
    """The edge that a column likes best; of equals, one that ends the turn."""
    pick = first[n]
    for e in range(first[n] + 1, first[n + 1]):
        more = values[child[e], c] - values[child[pick], c]
        if more > SAME or (more >= -SAME and kind[child[e]] == END):
            pick = e
    return pick


def sweep(kind, first, child, ways, action, values, far, does):  # type: ignore[no-untyped-def]
    """One seat decides, by the first column; the other columns follow."""
    for n in range(len(kind) - 1, -1, -1):
        if kind[n] == CHANCE:
            mean(n, first, child, ways, values, far)  # type: ignore[no-untyped-call]
        elif kind[n] == CHOICE:
            pick = best(n, kind, first, child, values, 0)  # type: ignore[no-untyped-call]
            does[n] = action[pick]
            values[n] = values[child[pick]]
            far[n] = far[child[pick]]


def sweep_each(kind, first, child, ways, action, values, far, does):  # type: ignore[no-untyped-def]
    """Every column is a question of its own and is decided by itself."""
    for n in range(len(kind) - 1, -1, -1):
        if kind[n] == CHANCE:
            mean(n, first, child, ways, values, far)  # type: ignore[no-untyped-call]
        elif kind[n] == CHOICE:
            for c in range(values.shape[1]):
                pick = best(n, kind, first, child, values, c)  # type: ignore[no-untyped-call]
                does[n, c] = action[pick]
                values[n, c] = values[child[pick], c]
                far[n] |= far[child[pick]]


def sweep_level(  # type: ignore[no-untyped-def]
    kind, first, child, ways, action, points, above, beyond, values, far, does
):
    """The row of each node while its points are level with the best so far.

    What has more points has its row in `above`, what has fewer has lost everything, and
    only what has as many is in `values`.  With `above` for `values`, the leader's own rows.
    """
    for n in range(len(kind) - 1, -1, -1):
        if kind[n] == CHANCE:
            total = 0.0
            values[n] = 0.0
            for e in range(first[n], first[n + 1]):
                total += ways[e]
                after = child[e]
                if points[after] > points[n]:
                    far[n] |= beyond[after]
                    for c in range(values.shape[1]):
                        values[n, c] += ways[e] * above[after, c]
                elif points[after] == points[n]:
                    far[n] |= far[after]
                    for c in range(values.shape[1]):
                        values[n, c] += ways[e] * values[after, c]
            for c in range(values.shape[1]):
                values[n, c] /= total
        elif kind[n] == CHOICE:
            pick = best(n, kind, first, child, values, 0)  # type: ignore[no-untyped-call]
            does[n] = action[pick]
            values[n] = values[child[pick]]
            far[n] = far[child[pick]]


def visit(kind, first, child, ways, points, mass, entry):  # type: ignore[no-untyped-def]
    """The chance to come to each node if one never stops, and to come to it from fewer points.

    An end to which one comes by losing points is left out.
    """
    mass[0] = 1.0
    for n in range(len(kind)):
        if kind[n] == CHANCE:
            total = 0.0
            for e in range(first[n], first[n + 1]):
                total += ways[e]
            for e in range(first[n], first[n + 1]):
                part = mass[n] * ways[e] / total
                if points[child[e]] >= points[n]:
                    mass[child[e]] += part
                if points[child[e]] > points[n]:
                    entry[child[e]] += part
        elif kind[n] == CHOICE:
            for e in range(first[n], first[n + 1]):
                if kind[child[e]] != END:
                    mass[child[e]] += mass[n]


def peaks(kind, first, child, points, peak):  # type: ignore[no-untyped-def]
    """The most points that can still be kept from each node."""
    for n in range(len(kind) - 1, -1, -1):
        peak[n] = points[n]
        if kind[n] == BEYOND:
            peak[n] = 1 << 62
        for e in range(first[n], first[n + 1]):
            peak[n] = max(peak[n], peak[child[e]])
