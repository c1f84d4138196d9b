"""What a request comes to: JSON whose fields are as they should be, and whoever sent it may.

Who may, and what each field may hold, is for whoever reads it: the server, or a page alone.
"""

from __future__ import annotations

from collections.abc import Callable

from ludotheque.errors import Refused
from ludotheque.parts import SPECTATOR
from ludotheque.series import Series
from ludotheque.state import Seat
from ludotheque.tables import commands
from ludotheque.tables.commands import Wish
from ludotheque.tables.draft import Draft
from ludotheque.tables.events import Json
from ludotheque.tables.opening import Clock, SeriesFacts
from ludotheque.tables.shelf import usual_bot
from ludotheque.tables.standing import PLAYING, Standing

Decide = Callable[[Draft, Json], None]

DECISIONS: dict[str, Decide] = {
    "play": lambda draft, asked: commands.play(draft, asked["seat"], asked["action"], asked["ply"]),
    "react": lambda draft, asked: commands.react(draft, asked["seat"], asked["what"]),
    "undo": lambda draft, asked: commands.undo(draft, asked["seat"]),
    "consent": lambda draft, asked: commands.consent(draft, asked["seat"], asked["yes"]),
    "resign": lambda draft, asked: commands.resign(draft, asked["seat"]),
    "stir": lambda draft, asked: commands.stir(draft, asked["seat"], bytes.fromhex(asked["bytes"])),
    "call": lambda draft, asked: commands.call(draft, asked["seat"], asked["name"] or ""),
    "back": lambda draft, asked: commands.come_back(draft, asked["seat"]),
}
# What one may do while a bot plays for one; all else takes the seat back, `back` by itself.
BESIDE = frozenset({"why", "hint", "react", "chat", "back"})
ON_THE_BOARD = frozenset({"play", "hint", "undo", "consent"})


def need_own_hand(table: Standing, seat: Seat, do: str) -> None:
    """On the board, only who plays the seat: a bot does for who has given up or is late."""
    place = table.places[seat]
    if do not in ON_THE_BOARD:
        return
    if table.status == PLAYING and place.driver:
        raise Refused("resigned" if place.resigned else "late")
    if table.is_opposed() and do in ("play", "hint"):
        raise Refused("turn")


def read_wish(wish: Json, has_levels: bool) -> Wish:
    """A table as it was asked for; who says nothing about a stand-in gets the usual one."""
    seats, series, clock = wish["seats"], wish["series"], wish["clock"]
    if any((one["who"] == "bot") != (one["bot"] is not None) for one in seats):
        raise Refused("seats")
    if series is not None and len(seats) == 1:
        raise Refused("series", "error.series")
    sheet = Series(len(seats), series["games"], series["keep_colours"]) if series else None
    return Wish(
        game=wish["game"],
        seats=[one["bot"] or "" for one in seats],
        stand_in=wish["stand_in"] or usual_bot(wish["game"], has_levels),
        options=wish["options"],
        listed=wish["listed"],
        patience=wish["patience"],
        hints=wish["hints"],
        chat=wish["chat"],
        clock=Clock(clock["seconds"], clock["add"]) if clock else None,
        series=SeriesFacts.of(sheet) if sheet else None,
        other_side=wish["other_side"] or "",
    )


def usual_seat(table: Standing, mine: list[Seat]) -> Seat:
    """Where somebody looks from who names no seat: one of theirs, else from outside.

    Who holds several hidden hands says which one to show; until then, none is.
    """
    if len(mine) == 1 or (mine and not table.frozen and not table.game.rules.SECRETS):
        return mine[0]
    return SPECTATOR
