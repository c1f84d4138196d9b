"""What `ludotheque solve rolit` found: the value of each start, and one perfect game."""

from __future__ import annotations

# By number of players; alone, red plays against grey.  The value is the balls of the side that
# begins minus those of the other.  `docs/solved.md` tells how to find it again.
SOLUTIONS = {
    1: (
        -4,
        "c5 b4 e3 d2 c2 f4 f2 e4 d1 c6 d5 c1 a4 d6 e2 b3"
        " f3 a3 b1 a5 e5 f1 b2 f5 f6 e6 b5 a2 a1 a6 b6 e1",
    ),
    2: (
        -4,
        "e3 d2 c5 b4 b3 d6 b6 d5 a4 f3 e4 a3 d1 f4 b5 c2"
        " c6 c1 a2 e1 e5 a6 b2 e6 f6 f5 e2 b1 a1 f1 f2 a5",
    ),
}
