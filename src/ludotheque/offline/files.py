"""Games that come as a file: the same table, where its log is whole, else one that goes on."""

from __future__ import annotations

import re

from ludotheque import log
from ludotheque.bot_names import is_bot, need_bot
from ludotheque.errors import Refused
from ludotheque.log import HIDDEN, OTHER_SIDE, Play
from ludotheque.offline.house import MARK, House, Live, Step
from ludotheque.offline.thinking import has_levels
from ludotheque.state import Seat
from ludotheque.tables import commands, evidence
from ludotheque.tables.commands import Wish
from ludotheque.tables.salted import ERASED
from ludotheque.tables.shelf import usual_bot
from ludotheque.tables.table import rebuilt
from ludotheque.tables.transcript import without_seen

MOST = 4_000_000  # characters: a game of as many events as a table may have is shorter
UNKNOWN = re.compile(rf"^(?:chance|[1-9]) {re.escape(HIDDEN)}$", re.MULTILINE)
OWN = re.compile(rf"{MARK}[A-Za-z0-9_-]{{16}}")


async def open_file(house: House, text: str, file: str) -> tuple[Live, list[Seat]]:
    """Lay the table that a file of some name tells of: it, and the seats to play on from."""
    if len(text) > MOST:
        raise Refused("open", "refused.open.long", most=MOST)
    text = text.replace("\r\n", "\n")  # some programs change line ends on the way
    if evidence.LOG in text.split("\n"):
        found = evidence.verify(text)
        if OWN.fullmatch(found.table):
            return await same_table(house, found.table, text), []
    if UNKNOWN.search(text):
        raise Refused("open", "refused.open.hidden")
    play = log.parse(without_seen(text), file)
    if play.game.rules.SECRETS and not play.game.over(play.end()):
        raise Refused("open", "refused.open.hidden")
    return await another_table(house, play)


async def same_table(house: House, name: str, text: str) -> Live:
    """The table of a whole log, which is known to hold; as it is here, if it is here."""
    try:
        return await house.live(name)
    except Refused as problem:
        if problem.code != "unknown":
            raise
    events = evidence.events_of(text)
    table, told = rebuilt(name, evidence.seed_of(events), events)
    live = Live(table, told, [], away=False)
    await house.commit((live, table, told, []))
    return house.lives.setdefault(name, live)


async def another_table(house: House, play: Play) -> tuple[Live, list[Seat]]:
    """A new table on which all that was played lies already."""
    game, thinks = play.game, has_levels(play.game)
    players = play.start.players

    def bot(name: str) -> str:
        if not is_bot(name):
            return ""
        need_bot(game, name)
        return name if thinks else "random"

    seats = [bot(play.names.get(seat, "")) for seat in range(players)]
    people = [seat for seat in range(players) if not seats[seat]]
    mine = [] if game.over(play.end()) else people
    wish = Wish(
        game=game.name,
        seats=seats,
        stand_in=usual_bot(game.name, thinks),
        options={**game.chosen(play.start)},
        first=play.start.first,
        other_side=bot(play.extra.get(OTHER_SIDE, "")),
        brought=play.actions,
    )

    def decision(step: Step) -> None:
        commands.lay(step, wish)
        for seat in people:
            name = play.names.get(seat, "")
            commands.sit(step, seat, "" if name == ERASED else name, "")
        step.mine = mine

    return (await house.do(house.new_table(), decision)).live, mine
