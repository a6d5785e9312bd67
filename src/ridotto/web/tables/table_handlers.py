"""What can be asked for at a table. Whether it may be, the house decides."""

from ridotto.bots.hint_text import advice as in_words
from ridotto.bots.hint_text import called
from ridotto.engine.message import msg
from ridotto.games import game as game_named
from ridotto.house.invitation_codes import code_of
from ridotto.house.people.guests import MASKS
from ridotto.house.refusals import Refused
from ridotto.house.tables.new_table import NewChair, NewTable
from ridotto.house.tables.player_view import log_part
from ridotto.house.tables.table import Table
from ridotto.web.http.cookies import fits, guest, has_key, kept, kept_of_spectator, link, remembered
from ridotto.web.request import Ask
from ridotto.web.responses import Answer
from ridotto.web.schemas.request_schemas import (
    Begin,
    BreakOff,
    Change,
    Decide,
    ForSeat,
    FreeSeat,
    GiveOrder,
    Insist,
    Learn,
    Learned,
    Look,
    Nothing,
    OpenTable,
    PlaceBot,
    Query,
    React,
    ReadLog,
    Remark,
    Say,
    SitDown,
    TakeBack,
)
from ridotto.web.schemas.response_schemas import (
    Accepted,
    Advice,
    AtTable,
    CodeTold,
    Decided,
    FiguresTold,
    Heard,
    KeysTold,
    KeyTold,
    LogTold,
    OpenedTable,
    Seated,
    TableTold,
    Teller,
    sight_told,
)
from ridotto.web.tables import table_pages

ACCEPTED = Accepted()


async def look(ask: Ask, query: Look) -> Answer[TableTold]:
    """A table: what everybody knows of it, which seats are yours, and what you see of the match."""
    now = await ask.house.store.now()
    table = await ask.house.table_for(ask.table_id, ask.keyring)
    invitation = "" if ask.wants_json else await invitation_to(ask, table)
    told = table_told(ask, table, query.seat)  # from here on nothing waits: all of the page is of one moment
    here = ask.house.greet if query.awake else ask.house.welcome
    here(table.id, table.places(ask.keyring))
    if query.seat is None and needs_curtain(table, told.seats):
        return Answer(told, page=lambda: table_pages.curtain(ask, table, told, called=query.called))
    return Answer(told, page=lambda: table_pages.table(ask, table, told, now, invitation=invitation))


async def invitation_to(ask: Ask, table: Table) -> str:
    """The code of a table, for those whose page shows it."""
    return await code_of(ask.house, table.id) if table.places(ask.keyring) else ""


def needs_curtain(table: Table, seats: list[int]) -> bool:
    """Does a browser hold several hands, so that somebody must say whose is to be shown?"""
    return table.phase == "running" and len(table.hands(seats)) > 1


async def links(ask: Ask, query: Query) -> Answer[KeysTold]:
    """The secret links of your keys: whoever opens one goes on in your place, at another device."""
    table = await ask.house.table_for(ask.table_id, ask.keyring)
    keys = [key for key in ask.keyring if fits(table, key)]
    if not keys:
        raise Refused("not-yours", msg("You don't have a seat at this table."))
    told = KeysTold(
        [KeyTold(seat, table.names[seat], link(ask, table.id, key)) for key in keys for seat in table.seats_of([key])]
        + [KeyTold(None, "", link(ask, table.id, key)) for key in keys if table.is_host([key])]
    )
    return Answer(told, page=lambda: table_pages.links(ask, table, told), secret=True)


async def code(ask: Ask, query: Query) -> Answer[CodeTold]:
    """A code that guests can type in the hall, while a chair is free. For the host, and for those who sit here."""
    table = await ask.house.table(ask.table_id)
    if not table.places(ask.keyring):
        raise Refused("not-yours", msg("You don't have a seat at this table."))
    return Answer(CodeTold(await code_of(ask.house, table.id)))


def table_told(ask: Ask, table: Table, seat: int | None) -> TableTold:
    viewer = ask.house.viewer(table, ask.keyring, seat)
    seats, host = table.seats_of(ask.keyring), table.hosts(ask.keyring)
    sight = sight_told(table, viewer, ask.words)
    return TableTold(table.frame(), seats, host, viewer, sight, ask.house.presence(table.id))


# Before the match


async def open_table(ask: Ask, body: OpenTable) -> Answer[OpenedTable]:
    """Opens a table and gives you the key of its host, and of those who sit down with you."""
    if body.start and only_bots(body):
        ask.pay(1, "bots")
    id, key = await ask.house.open_table(body, body.id)
    table = await ask.house.table(id)
    ask.house.visited(id, [key], ask.visitor.name)
    if body.start and not table.free():
        await ask.house.begin(id, [key])
    chairs = {seat: ask.house.chair_key(id, body.id, seat) for seat, wish in body.chairs.items() if wish.who == "here"}
    seats = [Seated(seat, own, link(ask, id, own)) for seat, own in chairs.items() if table.seats_of([own]) == [seat]]
    told = OpenedTable(id, key, link(ask, id, key), seats)
    cookies = kept(ask, table, key, *(own.key for own in seats))
    if seats:
        first = table.chairs[seats[0].seat]
        cookies = (*cookies, remembered(ask, first.name, first.mask))
    return Answer(told, goto=f"/tables/{id}", cookies=cookies)


def only_bots(wish: NewTable) -> bool:
    """Would nobody but bots sit at this table?"""
    players = game_named(wish.game).usual if wish.players is None else wish.players
    bots = {*wish.bots, *(seat for seat, chair in wish.chairs.items() if chair.who == "bot")}
    return bots.issuperset(range(players))


async def learn(ask: Ask, body: Learn) -> Answer[OpenedTable]:
    """Opens a guided table where you play with novices at once: what is new is explained when it first comes up."""
    name, mask = guest(ask)
    you, novice = NewChair(who="here", name=name, mask=mask or MASKS[0]), NewChair(who="bot", level="novice")
    chairs = {seat: novice if seat else you for seat in range(game_named(body.game).usual)}
    wish = OpenTable(game=body.game, chairs=chairs, watch="players", patience=None, guided=True, start=True, id=body.id)
    return await open_table(ask, wish)


async def sit(ask: Ask, body: SitDown) -> Answer[Seated]:
    """Takes a chair for a guest and gives you its key."""
    seat, key = await ask.house.sit(ask.table_id, body.name, body.mask, body.seat, body.id)
    table = await ask.house.table(ask.table_id)
    told = Seated(seat, key, link(ask, table.id, key))
    cookies = (*kept(ask, table, key), remembered(ask, table.chairs[seat].name, table.chairs[seat].mask))
    return Answer(told, goto=f"/tables/{table.id}", cookies=cookies)


async def place_bot(ask: Ask, body: PlaceBot) -> Answer[Accepted]:
    """Puts a bot on a chair. For the host."""
    await ask.house.place(ask.table_id, ask.keyring, body.seat, body.level)
    return _done(ask)


async def free_seat(ask: Ask, body: FreeSeat) -> Answer[Accepted]:
    """Frees a chair again. For the host, and for whoever sits there."""
    await ask.house.clear(ask.table_id, ask.keyring, body.seat)
    return _done(ask)


async def begin(ask: Ask, body: Begin) -> Answer[Accepted]:
    """Starts the match, with bots on the chairs that are free, if a level is given. For the host."""
    table = await ask.house.table(ask.table_id)
    full = body.level is not None or not table.free()
    if table.phase == "open" and full and not table.people() and table.hosts(ask.keyring):
        ask.pay(1, "bots")
    await ask.house.begin(ask.table_id, ask.keyring, body.level)
    return _done(ask)


async def close(ask: Ask, body: Nothing) -> Answer[Accepted]:
    """Closes a table before the match. For the host."""
    await ask.house.close_table(ask.table_id, ask.keyring)
    return _done(ask)


# In the match


async def decide(ask: Ask, body: Decide) -> Answer[Decided]:
    """Decides for a seat. Once this is answered, the decision is kept for good."""
    seat = await _own_seat(ask, body.seat)
    await ask.house.decide(ask.table_id, ask.keyring, seat, body.revision, body.move, body.id)
    return await _decided(ask, seat)


async def take_back(ask: Ask, body: TakeBack) -> Answer[Decided]:
    """Takes back the seat's last decision, as long as nothing has come of it that anybody has seen."""
    seat = await _own_seat(ask, body.seat)
    await ask.house.undo(ask.table_id, ask.keyring, seat, body.revision, body.id)
    return await _decided(ask, seat)


async def insist(ask: Ask, body: Insist) -> Answer[Accepted]:
    """Asks to be asked everything, also what the house would answer by itself; or no longer. Everybody sees it."""
    seat = await _own_seat(ask, body.seat)
    await ask.house.insist(ask.table_id, ask.keyring, seat, body.wants)
    return _done(ask, seat)


async def give_order(ask: Ask, body: GiveOrder) -> Answer[Accepted]:
    """Gives a standing order that answers for you, or revokes it. Nobody else is told, nor sees anything of it."""
    seat = await _own_seat(ask, body.seat)
    await ask.house.order(ask.table_id, ask.keyring, seat, body.order, body.number)
    return _done(ask, seat)


async def hint(ask: Ask, query: Look) -> Answer[Advice]:
    """What a strong bot would do, by what this seat may know: how much better it is than the next move, and why."""
    seat = await _own_seat(ask, query.seat)
    found = await ask.house.hint(ask.table_id, ask.keyring, seat)
    table = await ask.house.table(ask.table_id)
    scene = table.sight(seat).scene
    words = in_words(table.game, found, called(table.game, scene.actions if scene else ()))
    return Answer(Teller(ask.words, table.names).advice(table.game, found, words))


async def chat(ask: Ask, body: Say) -> Answer[Accepted]:
    """Says something at the table."""
    seat = await _own_seat(ask, body.seat)
    await ask.house.say(ask.table_id, ask.keyring, seat, body.text, body.id)
    return _done(ask, seat)


async def remark(ask: Ask, body: Remark) -> Answer[Heard]:
    """Says something as a spectator, where the host allows it. The first time gives you a key, to be known again."""
    key = await ask.house.remark(ask.table_id, ask.keyring, body.name, body.text, body.id)
    return Answer(Heard(key), goto=f"{_back(ask, None)}#chat", cookies=kept_of_spectator(ask, ask.table_id, key))


async def react(ask: Ask, body: React) -> Answer[Accepted]:
    """Makes a gesture, which everybody who looks at the table sees for a moment. It is not kept."""
    seat = await _own_seat(ask, body.seat)
    await ask.house.react(ask.table_id, ask.keyring, seat, body.gesture)
    return _done(ask, seat)


async def change(ask: Ask, body: Change) -> Answer[Accepted]:
    """Changes how fast the bots play, or who may talk. For the host."""
    await ask.house.change(ask.table_id, ask.keyring, body.tempo, body.talk)
    return _done(ask)


async def learned(ask: Ask, body: Learned) -> Answer[Accepted]:
    """Says that a lesson of a guided table was read. Where one person plays with bots, the table rests until then."""
    seat = await _own_seat(ask, body.seat)
    await ask.house.learn(ask.table_id, ask.keyring, seat, body.lesson)
    return _done(ask, seat)


async def resign(ask: Ask, body: ForSeat) -> Answer[Accepted]:
    """Gives up a seat: a bot plays on in its place to the end."""
    await ask.house.resign(ask.table_id, ask.keyring, await _own_seat(ask, body.seat))
    return _done(ask)


async def abandon(ask: Ask, body: BreakOff) -> Answer[Accepted]:
    """Proposes to break off the match, or no longer: when all people do, it is over without a result."""
    seat = await _own_seat(ask, body.seat)
    await ask.house.abandon(ask.table_id, ask.keyring, seat, body.wants)
    return _done(ask, seat)


async def log(ask: Ask, query: ReadLog) -> Answer[LogTold]:
    """What a viewer was told in the whole match, a part at a time, the latest first."""
    table = await ask.house.table_for(ask.table_id, ask.keyring)
    viewer = ask.house.viewer(table, ask.keyring, query.seat)
    if table.match is None:
        raise Refused("not-begun", msg("The match hasn't started yet."))
    told = Teller(ask.words, table.names).part(log_part(table.match, table.names, viewer, query.before))
    return Answer(told, page=lambda: table_pages.log(ask, table, told, viewer, old=query.before is not None))


async def figures(ask: Ask, query: Query) -> Answer[FiguresTold]:
    """A match in figures, as far as it has come: how the points grew, and what everybody did."""
    table = await _seen_table(ask)
    if table.match is None:
        raise Refused("not-begun", msg("The match hasn't started yet."))
    told = await ask.figures.told(table, ask.language, ask.visitor.name)
    return Answer(told, page=lambda: table_pages.figures(ask, table, told))


# After the match


async def rematch(ask: Ask, body: Nothing) -> Answer[AtTable]:
    """Another match of the same people at a new table, where your keys fit the same seats."""
    new = await ask.house.rematch(ask.table_id, ask.keyring)
    return Answer(AtTable(new), goto=f"/tables/{new}", cookies=kept(ask, await ask.house.table(new), *ask.keyring))


async def go_to_rematch(ask: Ask, query: Query) -> Answer[AtTable]:
    """Where the rematch takes place; a browser is sent there with its keys."""
    new = (await _seen_table(ask)).rematch
    if not new:
        raise Refused("no-rematch", msg("There's no rematch yet."))
    return Answer(AtTable(new), goto=f"/tables/{new}", cookies=kept(ask, await ask.house.table(new), *ask.keyring))


async def record(ask: Ask) -> Answer[bytes]:
    """The record of a match that is over, as JSON Lines: seed, every decision, result."""
    await _seen_table(ask)
    text = await ask.house.record(ask.table_id, ask.visitor.name)
    return Answer(text, headers={"content-disposition": f'attachment; filename="{ask.table_id}.jsonl"'})


async def offer_key(ask: Ask, query: Query) -> Answer[AtTable]:
    """The secret link of a key. A browser is asked first: who sent it might want somebody to play in their place."""
    table, key = await _locked_table(ask)
    if has_key(ask, table, key):  # they have said yes before; the key itself may be gone
        return Answer(AtTable(table.id), goto=f"/tables/{table.id}", cookies=kept(ask, table, key))
    return Answer(
        AtTable(table.id), page=lambda: table_pages.offered_key(ask, table, table.seats_of([key])), secret=True
    )


async def take_key(ask: Ask, body: Nothing) -> Answer[AtTable]:
    """Brings the key of a secret link into this browser, and goes to the table."""
    table, key = await _locked_table(ask)
    return Answer(AtTable(table.id), goto=f"/tables/{table.id}", cookies=kept(ask, table, key))


async def _locked_table(ask: Ask) -> tuple[Table, str]:
    """The table of a secret link, and its key."""
    table, key = await ask.house.table(ask.table_id), str(ask.path_params["key"])
    if not fits(table, key):
        raise Refused("not-yours", msg("This link doesn't belong to any seat at this table."))
    return table, key


async def _seen_table(ask: Ask) -> Table:
    """The table, for whoever may look at it."""
    table = await ask.house.table_for(ask.table_id, ask.keyring)
    ask.house.viewer(table, ask.keyring, None)
    return table


async def _own_seat(ask: Ask, seat: int | None) -> int:
    """The seat meant by whoever names none."""
    if seat is not None and seat >= 0:
        ask.scope["seat"] = seat
        return seat
    own = (await ask.house.table(ask.table_id)).seats_of(ask.keyring)
    if len(own) == 1:
        return own[0]
    if own:
        raise Refused("which-seat", msg("You have several seats here: say which one you mean."))
    raise Refused("not-yours", msg("This isn't your seat."))


async def _decided(ask: Ask, seat: int) -> Answer[Decided]:
    table = await ask.house.table(ask.table_id)
    viewer = ask.house.viewer(table, ask.keyring, seat)  # an old decision sent again tells no more than looking does
    own = table.hands(table.seats_of(ask.keyring))
    next_hand = needs_curtain(table, own) and not table.undecided(seat) and any(map(table.undecided, own))
    return Answer(Decided(table.sight(viewer).revision), goto=_back(ask, None if next_hand else seat))


def _done(ask: Ask, seat: int | None = None) -> Answer[Accepted]:
    return Answer(ACCEPTED, goto=_back(ask, seat))


def _back(ask: Ask, seat: int | None) -> str:
    return f"/tables/{ask.table_id}" + ("" if seat is None else f"?seat={seat}")
