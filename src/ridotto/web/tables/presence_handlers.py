"""Who is there, and what can be asked for when somebody is not."""

from ridotto.engine.message import msg
from ridotto.house.keys import lock
from ridotto.house.people.absences import GRACE, VALID, demand_guest, offered_seat
from ridotto.house.refusals import Refused
from ridotto.house.tables.table import Table
from ridotto.web.http.cookies import MARK, fits, kept, link, own_tables, seats_marked
from ridotto.web.request import Ask
from ridotto.web.responses import Answer
from ridotto.web.schemas.request_schemas import AtSeat, Nothing, OfferChair, Query, TakeChair, Wait
from ridotto.web.schemas.response_schemas import Accepted, AtTable, ChairOffer, PeopleTold, Seated
from ridotto.web.tables import table_pages
from ridotto.web.tables.table_handlers import ACCEPTED


async def people(ask: Ask, query: Query) -> Answer[PeopleTold]:
    """Who is there and who is away, for those who sit at the table. The host is shown what can be done about it."""
    now = await ask.house.store.now()
    table = await ask.house.table_for(ask.table_id, ask.keyring)
    demand_guest(table, ask.keyring)
    told = PeopleTold(now, table.patience, ask.house.presence(table.id))
    return Answer(told, page=lambda: table_pages.people(ask, table, told, table.hosts(ask.keyring)))


async def here(ask: Ask, body: Nothing) -> Answer[Accepted]:
    """Says that you are here, as pages without a stream do now and then: a sign of life, and nothing else."""
    table = await ask.house.table_for(ask.table_id, ask.keyring)
    demand_guest(table, ask.keyring)
    ask.house.greet(table.id, table.places(ask.keyring))
    return Answer(ACCEPTED)


async def nudge(ask: Ask, body: AtSeat) -> Answer[Accepted]:
    """Asks somebody to hurry whom the table waits for; once in 30 seconds. It is in no log."""
    await ask.house.absences.nudge(ask.table_id, ask.keyring, body.seat)
    return Answer(ACCEPTED, goto=f"/tables/{ask.table_id}")


async def substitute(ask: Ask, body: AtSeat) -> Answer[Accepted]:
    """Lets a bot play for somebody who has been away longer than the patience of the table, until they are back.

    For the host; where the host has been away as long, for whoever plays there. Where the table waits for everybody,
    three minutes are long enough.
    """
    await ask.house.absences.substitute(ask.table_id, ask.keyring, body.seat)
    return Answer(ACCEPTED, goto=f"/tables/{ask.table_id}")


async def wait(ask: Ask, body: Wait) -> Answer[Accepted]:
    """Changes how long the table waits for people. For the host."""
    await ask.house.absences.wait(ask.table_id, ask.keyring, body.patience)
    return Answer(ACCEPTED, goto=f"/tables/{ask.table_id}/people")


async def offer(ask: Ask, body: OfferChair) -> Answer[ChairOffer]:
    """Offers the chair of somebody who has been away longer than the patience, by a link that works once. For the host.

    It works after a minute, for a quarter of an hour, and not if the person is back before somebody has taken it. It
    is for somebody who holds no key of this table; the key that fitted the chair before ends.
    """
    key = await ask.house.absences.offer(ask.table_id, ask.keyring, body.seat, body.id)
    table = await ask.house.table_for(ask.table_id, ask.keyring)
    at = table.chairs[body.seat].offered
    told = ChairOffer(body.seat, f"{ask.home}/tables/{table.id}/chairs/{key}", at + GRACE, at + VALID)
    return Answer(told, page=lambda: table_pages.chair_offer(ask, table, told), secret=True)


async def look_at_offer(ask: Ask, query: Query) -> Answer[AtTable]:
    """The link to a chair that is offered. A browser is asked first."""
    table, seat = await _offered(ask)
    return Answer(AtTable(table.id), page=lambda: table_pages.offered_chair(ask, table, seat), secret=True)


async def take_offer(ask: Ask, body: TakeChair) -> Answer[Seated]:
    """Takes the chair that a link offers and gives you its new key. Only for those who hold no key of this table."""
    table = await ask.house.table(ask.table_id)
    demand_no_key(ask, table)
    seat, key = await ask.house.absences.take(table.id, ask.path_params["key"], body.id)
    table = await ask.house.table(table.id)
    told = Seated(seat, key, link(ask, table.id, key))
    return Answer(told, goto=f"/tables/{table.id}", cookies=kept(ask, table, key))


async def _offered(ask: Ask) -> tuple[Table, int]:
    table = await ask.house.table(ask.table_id)
    demand_no_key(ask, table)
    return table, offered_seat(table, lock(ask.path_params["key"]), await ask.house.store.now())


def demand_no_key(ask: Ask, table: Table) -> None:
    """Nobody looks into two hands: neither with the keys they bring, nor with those their browser has had before."""
    marks = own_tables(ask).get(table.id, ())
    others = [seat for seat in seats_marked(table, marks) if not table.chairs[seat].offer]
    if any(fits(table, key) for key in ask.keyring) or others or table.opened.host[:MARK] in marks:
        told = msg("You already have a seat at this table: this one is for somebody who doesn't.")
        raise Refused("holds-key", told)
