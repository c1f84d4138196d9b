"""A first game of Rafletout: the round that decides, with four players."""

from __future__ import annotations

from ludotheque.lesson import Scene, Script, Step

ROUND = Scene(
    position="""
    pool: gcp rtp btd
    p1 ****: gtd gsd gse rce bte bsp
    p2 **: gtp gcd rsd rse bcd bsd
    p3 *: gte gsp rtd rsp bce bse
    p4 ***: gce rte rcd rcp btp bcp
    players=4 phase=rolling dealt=27
    """,
    steps=(
        Step("lesson.rafletout.1", then="take 2 circle again"),
        Step("lesson.rafletout.2", "gcp"),
        Step("lesson.rafletout.3", "gcd", then="all-of colour"),
        Step("lesson.rafletout.4", "all r", then="exchange, p1, p2"),
        Step("lesson.rafletout.5", then="pass, lose-to one, p3"),
        Step("lesson.rafletout.6", then="rob one"),
        Step("lesson.rafletout.7", "p2", then="take 2 square again"),
        Step("lesson.rafletout.8", "gsp"),
        Step("lesson.rafletout.9", "bse", then="all-of-two colour"),
        Step("lesson.rafletout.10", "all g+b"),
        Step("lesson.rafletout.11"),
    ),
)

LESSON = Script(players=4, scenes=(ROUND,))
