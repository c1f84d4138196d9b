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
    plays: Words  # its character, in a sentence


class GameFacts(BaseModel):
    """A game on the shelf, where the easiest come first."""

    name: str
    title: Words
    about: Words
    low: int
    high: int
    age: int | None = Field(description="from which one can play")
    starter: bool = Field(description="whether it is one to begin with")
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

    seats: list[int] = Field(description="mine")
    people: list[str] = Field([], description="the names of the others who sit there")
    bots: int = Field(0, description="how many seats are bots'")
    result: Result | None = Field(None, description="how the game ended")
    away: bool = Field(False, description="whether I have put it away")


class Wins(BaseModel):
    """How often one has played, and won."""

    played: int
    won: int


class Best(BaseModel):
    """The most points that one has made alone, and where."""

    points: int
    table: str


class GameCount(BaseModel):
    """One's games of a kind that are over."""

    game: str
    played: int
    people: Wins = Field(description="with other people")
    bots: Wins = Field(description="with bots only")
    screen: int = Field(description="in several seats, on one screen: neither won nor lost")
    alone: int
    best: Best | None = Field(None, description="alone, with all options as usual")


class Statistics(BaseModel):
    """How often one has played and won."""

    played: int
    favourite: str | None = Field(None, description="the one game played most")
    games: list[GameCount] = Field(description="the one played most first")


class Forgotten(BaseModel):
    """What is left to forget; ask again while there is something."""

    left: int


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


class Home(BaseModel):
    """Whether the tables of this machine are open to the house's network, and where they are."""

    switch: bool = Field(description="whether that can be changed here")
    open: bool = False
    kept: bool = Field(False, description="whether it will be open the next time too")
    url: str | None = None


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
    called: str | None = Field(None, description="a bot's first name")
    level: Words | None = Field(None, description="of the bot that plays here")
    promise: str | None = None
    stand_in: str | None = Field(None, description="the bot that plays for a person who is away")
    resigned: bool | None = None
    late: bool | None = None
    erased: bool | None = Field(None, description="the name was taken away")
    nameless: bool | None = Field(None, description="a person who gave no name")
    kept: str | None = Field(None, description="for whom a free seat is kept, from the game before")


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
    hints: bool | None = Field(None, description="whether people may ask for hints")
    chat: bool | None = Field(None, description="whether people may write to one another")
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


class WayBack(BaseModel):
    """Whether a seat may take back its last choice now."""

    how: Literal["freely", "asking", "not"] = Field(
        description="at once, if the others agree, or not at all"
    )
    why: Words | None = Field(None, description="why not")


class Pause(BaseModel):
    """A moment between two effects at which a page may hold the board."""

    number: int = Field(description="of the event")
    effects: int = Field(description="of that event which have happened by then")
    view: dict[str, object] = Field(
        description="the position then, as this seat may see it: the fields that differ from now"
    )
    figures: dict[str, object] | None = Field(
        None, description="what the rules reckon from it, if that differs from now"
    )
    throw: int | None = Field(None, description="the seat that is about to throw")


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
    pauses: list[Pause] | None = Field(
        None, description="where the board may be held on the way there"
    )
    prompt: Words | None = Field(None, description="what is to be done now")
    lines: list[Words] | None = Field(
        None, description="how the game stands, in sentences, when one has just come or asks"
    )
    actions: list[Choice] | None = Field(None, description="what this seat may do now")
    laid: int | None = Field(None, description="the action this seat has laid face down")
    undo: list[WayBack] | None = Field(
        None, description="[seat]: whether it may take back its last choice, while the game is on"
    )
    asked: Asked | None = Field(
        None, description="who asks to go back, to which action, and who agrees"
    )
    hints: bool | None = Field(None, description="false where nobody may ask for a hint")
    host: int | None = Field(
        None, description="before the game: who came first, and may begin without the others"
    )
    clocks: list[int] | None = Field(None, description="milliseconds left, seat by seat")
    sheet: ScoreSheet | None = Field(
        None, description="the score sheet of a series, seat by seat as they sit now"
    )
    result: Result | None = Field(None, description="winners and scores, after the end")
    chain: str | None = Field(None, description="the hash of the event that ended the game")
    next: str | None = Field(None, description="the table where they play again")
    notice: Words | None = Field(None, description="why the table stands still, if it does")


class Person(BaseModel):
    """One person, as everybody sees: in sight of the table, with the page hidden, or gone."""

    state: Literal["there", "away", "gone"]
    ago: int | None = Field(None, description="of one who is gone: since how many milliseconds")
    bot: int | None = Field(
        None, description="of one who is gone: milliseconds until a bot may stand in"
    )
    asked: int | None = Field(
        None, description="milliseconds to say that one is still there, if somebody has asked"
    )


class People(BaseModel):
    """Who is at the table now; sent when it changes, to whoever has said `here`."""

    type: Literal["people"]
    seats: list[Person | None] = Field(description="[seat]; null where no person sits")
    watching: int = Field(description="how many look on without a seat")


class Note(BaseModel):
    """A message that somebody wrote."""

    seat: int
    text: str
    at: int = Field(description="milliseconds since 1970")


class Chat(BaseModel):
    """What people write; sent to those who sit at the table and have said `here`."""

    type: Literal["chat"]
    messages: list[Note]


class Moment(BaseModel):
    """The position after so many actions."""

    actions: int
    last: int = Field(description="how many there are")
    view: dict[str, Any]
    figures: dict[str, object] | None = Field(None, description="what the rules reckon from it")
    prompt: Words
    lines: list[Words]
    picture: str = Field(description="the position in text")
    effects: list[Effect] | None = Field(None, description="what the action did that led here")
