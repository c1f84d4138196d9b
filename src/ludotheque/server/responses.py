"""What the server sends, for the schema; words are codes with parameters, never sentences."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field


class Words(BaseModel):
    """A sentence of the catalogues, not yet in a language."""

    key: str
    facts: dict[str, Any] = {}


class Problem(Words):
    """What went wrong: a code to act on, and what to tell the person."""

    code: str
    sentence: str | None = Field(None, description="in the language asked for; HTTP only")
    ruling: str | None = Field(None, description="the rule that forbids it")
    places: list[str] | None = None


class OptionFacts(BaseModel):
    """One ruling that a table may choose."""

    name: str
    ruling: str
    default: str
    values: list[str] = Field(description="by name; empty for a number")
    low: int
    high: int
    contested: bool
    assumed: bool


class LevelFacts(BaseModel):
    """One level of the bots."""

    bot: str
    title: Words


class GameFacts(BaseModel):
    """A game on the shelf."""

    name: str
    title: Words
    about: Words
    low: int
    high: int
    secrets: bool
    assumed: bool
    rules: int
    options: list[OptionFacts]
    bots: list[LevelFacts]
    sides: list[list[Words]] = Field(
        description="by number of players, what each seat plays with; empty where all are alike"
    )
    alone: list[Words] = Field(
        description="the two sides that somebody alone plays, if so: a bot may take the second"
    )


class TableLine(BaseModel):
    """A table in a list."""

    table: str
    game: str
    players: int
    status: Literal["waiting", "playing", "over", "abandoned"]
    made: int


class MyTable(TableLine):
    """A table of one's own."""

    seats: list[int]


class Laid(BaseModel):
    """A new table, and the code for the link that invites others to it."""

    table: str
    seats: list[int] = Field(description="mine")
    code: str | None = Field(None, description="for the fragment of the link; only now")


class Seated(BaseModel):
    """A seat that was taken, or that one has already."""

    table: str
    seat: int
    number: int = Field(description="of the last event")


class Invited(BaseModel):
    """A code for a link."""

    code: str


class Token(BaseModel):
    """A token for a bot or a script."""

    token: str


class Done(BaseModel):
    """What there is to say of a request."""

    type: Literal["done"]
    id: int | None = None
    number: int | None = None
    ply: int | None = None
    table: str | None = Field(None, description="where they play again")
    legal: bool | None = None
    ruling: str | None = None
    places: list[str] | None = None
    key: str | None = None
    facts: dict[str, Any] | None = None
    hints: list[Hint] | None = None


class Failed(Problem):
    """A request that was not carried out."""

    type: Literal["error"]
    id: int | None = None


class Hint(BaseModel):
    """What an action is worth."""

    action: int
    say: str
    shares: list[float] = Field(description="[seat]: chances to win")
    error: float | None = Field(description="of these; null where they are exact")


class Effect(BaseModel):
    """One thing that an action did; a game's own pages say what else there is."""

    model_config = {"extra": "allow"}
    do: str


class Happened(BaseModel):
    """One event, as far as this seat may see it."""

    model_config = {"extra": "allow"}
    number: int
    at: int = Field(description="milliseconds since 1970")
    kind: str
    seat: int | None = None
    action: int | None = None
    say: str | None = None
    effects: list[Effect] | None = Field(None, description="of a play or a draw: what it did")
    tell: Words | None = Field(None, description="of a choice in secret, to whoever made it")
    i: int | None = Field(None, description="of a draw: its number")
    n: int | None = Field(None, description="of a draw: how many ways there were")
    r: int | None = Field(None, description="of a draw: which of them it was")


class Choice(BaseModel):
    """Something the seat may do now."""

    id: int
    say: str
    at: list[str] = Field(description="the places to touch, one after another")
    tell: Words


class Occupant(BaseModel):
    """Who plays a seat; only what is not usual."""

    name: str | None = Field(None, description="of a person")
    bot: str | None = None
    number: int | None = Field(None, description="by which a bot goes")
    level: Words | None = Field(None, description="of the bot that plays here")
    promise: str | None = None
    stand_in: str | None = Field(None, description="the bot that plays for a person who is away")
    resigned: bool | None = None
    late: bool | None = None
    erased: bool | None = Field(None, description="the name was taken away")


class ClockFacts(BaseModel):
    """The time that each seat has."""

    seconds: float
    add: float


class SeriesFacts(BaseModel):
    """The series so far, person by person."""

    games: int
    keep_colours: bool
    first: int
    scores: list[list[int]]
    won: list[list[int]]


class Opening(BaseModel):
    """The table as it was laid."""

    model_config = {"extra": "allow"}
    game: str
    players: int
    rules: int
    options: dict[str, str]
    seats: list[str]
    listed: bool
    patience: int
    clock: ClockFacts | None
    series: SeriesFacts | None
    commitment: str
    kept: list[str] | None = Field(None, description="who sat in these seats in the game before")
    other_side: str | None = Field(
        None, description="the bot that plays the other side of a game alone"
    )


class ScoreSheet(BaseModel):
    """The score sheet of a series, seat by seat as they sit now."""

    games: int
    scores: list[list[int]]
    won: list[list[int]]
    wins: list[int]
    totals: list[int]
    leaders: list[int]


class Asked(BaseModel):
    """Somebody asks to go back, and some agree."""

    seat: int
    to: int
    yes: list[int]


class Result(BaseModel):
    """How the game ended."""

    winners: list[int] | None = None
    scores: list[int] | None = None


class News(BaseModel):
    """What has happened, and how things stand now, for one seat or a spectator."""

    type: Literal["news"]
    table: str | None = Field(None, description="its name, when one has just come")
    seat: int | None = Field(description="from which one looks; null for a spectator")
    number: int = Field(description="of the last event")
    ply: int = Field(description="changes with the board; a `play` names it")
    status: Literal["waiting", "playing", "over", "abandoned"] = Field(
        description="how far the table has come"
    )
    acting: list[int] = Field(description="the seats that may act now")
    sealed: list[int] = Field(description="the seats whose choice lies face down")
    events: list[Happened] = Field(description="what has happened")
    more: bool | None = Field(
        None, description="true if there are further events: ask again, since the last of these"
    )
    told_from: int | None = Field(
        None,
        description="the first event on the board that is told again; what was done before it, "
        "only to whoever did it",
    )
    protocol: int | None = Field(None, description="its version, when one has just come")
    opening: Opening | None = Field(
        None, description="how the table was laid: game, options, clock, commitment of the dice"
    )
    box: dict[str, Any] | None = Field(None, description="the equipment, to draw it")
    options: dict[str, int] | None = Field(None, description="what the table has chosen")
    seats: list[Occupant] | None = Field(
        None, description="who sits where, if that has changed or one has just come"
    )
    mine: list[int] | None = Field(None, description="the seats of whoever looks")
    secrets: bool | None = Field(None, description="whether hands are hidden in this game")
    view: dict[str, Any] | None = Field(
        None, description="the position as this seat may see it; -1 is hidden"
    )
    figures: dict[str, object] | None = Field(None, description="what the rules reckon from it")
    prompt: Words | None = Field(None, description="what is to be done now")
    lines: list[Words] | None = Field(
        None, description="how the game stands, in sentences, when one has just come or asks"
    )
    actions: list[Choice] | None = Field(None, description="what this seat may do now")
    laid: int | None = Field(None, description="the action this seat has laid face down")
    asked: Asked | None = Field(
        None, description="who asks to go back, to which action, and who agrees"
    )
    clocks: list[int] | None = Field(None, description="milliseconds left, seat by seat")
    sheet: ScoreSheet | None = Field(
        None, description="the score sheet of a series, seat by seat as they sit now"
    )
    result: Result | None = Field(None, description="winners and scores, after the end")
    chain: str | None = Field(None, description="the hash of the event that ended the game")
    next: str | None = Field(None, description="the table where they play again")
    notice: Words | None = Field(None, description="why the table stands still, if it does")


class Moment(BaseModel):
    """The position after so many actions."""

    actions: int
    last: int = Field(description="how many there are")
    view: dict[str, Any]
    figures: dict[str, object] | None = Field(None, description="what the rules reckon from it")
    prompt: Words
    lines: list[Words]
    effects: list[Effect] | None = Field(None, description="what the action did that led here")
