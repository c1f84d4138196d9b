"""What clients may send: every field listed, nothing else accepted."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from ludotheque.games import PACKAGES

LARGEST = 2**31 - 1
MOST_PLACES = 4  # touched one after another for an action; two in the games we have

SeatNumber = Annotated[int, Field(ge=0, le=5, strict=True, description="from 0")]
Hex32 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="32 bytes in hexadecimal")]
BotName = Annotated[str, Field(pattern=r"^(random|bot:[1-9])$", examples=["bot:3"])]
Name = Annotated[str, Field(min_length=1, max_length=200, examples=["Alice"])]
Said = Annotated[str, Field(min_length=1, max_length=60, examples=["e5"])]
Typed = Annotated[str, Field(min_length=1, max_length=200, examples=["e5"])]  # a name may be in it
Count = Annotated[int, Field(ge=0, le=LARGEST, strict=True)]


class Sent(BaseModel):
    """Anything a client sends."""

    model_config = ConfigDict(extra="forbid")


# ---- tables


class SeatWish(Sent):
    """Who shall sit in a seat: me (several on one screen), a bot, or whoever comes."""

    who: Literal["me", "bot", "open"]
    name: Name | None = Field(None, description="mine")
    bot: BotName | None = Field(None, description="its level")
    promise: Hex32 | None = Field(None, description="the hash of what I stir the dice with")


class Clock(Sent):
    """Time to think: so many seconds a seat for the game, and so many more for each action."""

    seconds: Annotated[float, Field(ge=5, le=30 * 24 * 3600)]
    add: Annotated[float, Field(ge=0, le=3600)] = 0


class SeriesWish(Sent):
    """Several games in a row."""

    games: Annotated[int, Field(ge=2, le=99, strict=True)]
    keep_colours: bool = False


class TableWish(Sent):
    """A new table."""

    game: Annotated[str, Field(max_length=20, examples=list(PACKAGES))]
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=6)]
    options: Annotated[dict[str, str | int], Field(max_length=40)] = {}
    listed: bool = False
    patience: Annotated[int, Field(ge=10, le=30 * 24 * 3600, strict=True)] = 120
    hints: bool = Field(False, description="whether people may ask for hints, which all learn")
    chat: bool = Field(False, description="whether people may write to one another")
    stand_in: BotName | None = None
    other_side: BotName | None = None
    clock: Clock | None = None
    series: SeriesWish | None = None


class Claim(Sent):
    """Take a seat: with the code of a link, or any free one of a listed table."""

    code: Annotated[str, Field(max_length=64)] | None = None
    seat: SeatNumber | None = None
    name: Name | None = None
    promise: Hex32 | None = None


class HomeWish(Sent):
    """Open the tables of this machine to the house's network, or close them again."""

    open: bool
    keep: bool = Field(False, description="the next time too")


class InviteWish(Sent):
    """A code for a link; with a seat of one's own, one that hands this seat to another device."""

    seat: SeatNumber | None = None
    anew: bool = Field(False, description="no code from before is good any more")


class Shelving(Sent):
    """Whether a table of mine is put away."""

    away: Annotated[bool, Field(strict=True)]


# ---- at the table


class Doing(Sent):
    """Something to do at a table, from a seat that one holds."""

    seat: SeatNumber
    id: Annotated[int, Field(ge=0, le=LARGEST, strict=True)] | None = Field(
        None, description="comes back with the answer"
    )


class Play(Doing):
    """Play an action; `ply` is that of the last news."""

    do: Literal["play"]
    action: Count | Typed
    ply: Count


class Why(Doing):
    """Ask why an action, or what places that were touched would mean, is not allowed."""

    do: Literal["why"]
    action: Count | Said | Annotated[list[Said], Field(min_length=1, max_length=MOST_PLACES)]


class Hint(Doing):
    """Ask what each action is worth; where others play against one, they learn of it."""

    do: Literal["hint"]


class React(Doing):
    """Wave, with one of a few fixed reactions."""

    do: Literal["react"]
    what: Annotated[str, Field(max_length=20, examples=["bravo"])]


class Chat(Doing):
    """Write to the others, where the table was laid so; nothing of it is stored."""

    do: Literal["chat"]
    text: Annotated[str, Field(min_length=1, max_length=2000, examples=["Bien joué !"])]


class Undo(Doing):
    """Take back one's last choice; further back than one's turn if the others agree."""

    do: Literal["undo"]


class Consent(Doing):
    """Answer one who asks to go back."""

    do: Literal["consent"]
    yes: Annotated[bool, Field(strict=True)]


class Resign(Doing):
    """Give up."""

    do: Literal["resign"]


class Stir(Doing):
    """Show the bytes whose hash one promised."""

    do: Literal["stir"]
    bytes: Hex32


class Leave(Doing):
    """Get up before the game begins."""

    do: Literal["leave"]


class Call(Doing):
    """Take a name, or another one, before the game begins; without one, by the seat's number."""

    do: Literal["call"]
    name: Name | None = None


class Fewer(Doing):
    """The host takes a free seat away; without one, all of them, and the game begins."""

    do: Literal["fewer"]
    free: SeatNumber | None = None


class Fill(Doing):
    """Give a free seat to a bot."""

    do: Literal["fill"]
    free: SeatNumber
    bot: BotName


class StandIn(Doing):
    """Let a bot play for somebody who is gone; who is only slow is asked first, so ask again."""

    do: Literal["stand_in"]
    away: SeatNumber


class Back(Doing):
    """Take one's seat back from the bot that plays for one."""

    do: Literal["back"]


class Again(Doing):
    """Play again, or the next game of the series."""

    do: Literal["again"]


class Abandon(Doing):
    """Close a table at which one is the only person."""

    do: Literal["abandon"]


Requests = (
    Play
    | Why
    | Hint
    | React
    | Chat
    | Undo
    | Consent
    | Resign
    | Stir
    | Leave
    | Call
    | Fewer
    | Fill
    | StandIn
    | Back
    | Again
    | Abandon
)
Request = Annotated[Requests, Field(discriminator="do")]


class Look(Sent):
    """Look at the table from another of one's seats, or as a spectator (sockets only)."""

    do: Literal["look"]
    seat: SeatNumber | None = None
    since: Annotated[int, Field(ge=-1, le=LARGEST, strict=True)] | None = Field(
        None, description="tell again what has happened after this event"
    )
    id: Annotated[int, Field(ge=0, le=LARGEST, strict=True)] | None = None


class Here(Sent):
    """Say whether the page is in sight; from then on one is told who is there (sockets only)."""

    do: Literal["here"]
    hidden: bool = False
    id: Annotated[int, Field(ge=0, le=LARGEST, strict=True)] | None = None


FRAME: TypeAdapter[Requests | Look | Here] = TypeAdapter(
    Annotated[Requests | Look | Here, Field(discriminator="do")]
)
