"""Handlers for who is there, and for what may be done about somebody who is not."""

from ridotto.engine.message import msg
from ridotto.house.keys import hash_key
from ridotto.house.people.absences import OFFER_GRACE_MS, OFFER_VALID_MS, offered_seat, require_guest
from ridotto.house.refusals import Refused
from ridotto.house.tables.table import Table
from ridotto.web.http.cookies import mark_of, seats_with_marks
from ridotto.web.request import Request
from ridotto.web.responses import Reply
from ridotto.web.schemas.request_schemas import (
    ChangePatience,
    EmptyBody,
    OfferChair,
    OtherSeatBody,
    Query,
    TakeChair,
)
from ridotto.web.schemas.response_schemas import (
    AcceptedResponse,
    ChairOfferResponse,
    PeopleResponse,
    SeatedResponse,
    TableIdResponse,
)
from ridotto.web.services import Services
from ridotto.web.tables import table_pages
from ridotto.web.tables.table_handlers import ACCEPTED


async def people(request: Request, services: Services, query: Query) -> Reply[PeopleResponse]:
    """Who is there and who is away, for those who sit at the table. The host sees what can be done about it."""
    now = await services.house.store.now()
    table = await services.house.table_for(request.table_id, request.own_keys)
    require_guest(table, request.own_keys)
    response = PeopleResponse(now, table.patience, services.house.presence(table.id))
    is_host = table.chairs.has_host_rights(request.own_keys)
    return Reply(response, page=lambda: table_pages.people(request, table, response, is_host))


async def mark_present(request: Request, services: Services, body: EmptyBody) -> Reply[AcceptedResponse]:
    """Marks you as present, and does nothing else. Pages without a stream send it now and then."""
    table = await services.house.table_for(request.table_id, request.own_keys)
    require_guest(table, request.own_keys)
    services.house.mark_present(table.id, table.chairs.participants_of(request.own_keys))
    return Reply(ACCEPTED)


async def nudge(request: Request, services: Services, body: OtherSeatBody) -> Reply[AcceptedResponse]:
    """Asks somebody whom the table waits for to hurry, at most once in 30 seconds. It is not logged."""
    await services.house.absences.nudge(request.table_id, request.own_keys, body.seat)
    return Reply(ACCEPTED, redirect=f"/tables/{request.table_id}")


async def substitute(request: Request, services: Services, body: OtherSeatBody) -> Reply[AcceptedResponse]:
    """Lets a bot play for somebody who has been away longer than the table's patience, until they return.

    For the host; if the host has been away as long, for all players. Three minutes are enough where the table waits
    for everybody.
    """
    await services.house.absences.substitute(request.table_id, request.own_keys, body.seat)
    return Reply(ACCEPTED, redirect=f"/tables/{request.table_id}")


async def change_patience(request: Request, services: Services, body: ChangePatience) -> Reply[AcceptedResponse]:
    """Changes how long the table waits for absent people. For the host."""
    await services.house.absences.change_patience(request.table_id, request.own_keys, body.patience)
    return Reply(ACCEPTED, redirect=f"/tables/{request.table_id}/people")


async def offer_chair(request: Request, services: Services, body: OfferChair) -> Reply[ChairOfferResponse]:
    """Offers the chair of somebody who has been away longer than the patience, by a link that works once. For the host.

    The link is valid after a minute, for a quarter of an hour, unless the person returns first. Only somebody without a
    key of this table can use it. The chair's old key becomes invalid.
    """
    key = await services.house.absences.offer_chair(request.table_id, request.own_keys, body.seat, body.id)
    table = await services.house.table_for(request.table_id, request.own_keys)
    at = table.chairs[body.seat].offered_at
    link = f"{request.site_url}/tables/{table.id}/chairs/{key}"
    response = ChairOfferResponse(body.seat, link, at + OFFER_GRACE_MS, at + OFFER_VALID_MS)
    return Reply(response, page=lambda: table_pages.chair_offer(request, table, response), has_keys=True)


async def show_offered_chair(request: Request, services: Services, query: Query) -> Reply[TableIdResponse]:
    """The link to a chair that is offered. A browser asks before it takes the chair."""
    table, now = await services.house.table(request.table_id), await services.house.store.now()
    require_no_key(request, table)
    seat = offered_seat(table, hash_key(request.path_params["key"]), now)
    return Reply(TableIdResponse(table.id), page=lambda: table_pages.offered_chair(request, table, seat), has_keys=True)


async def take_chair(request: Request, services: Services, body: TakeChair) -> Reply[SeatedResponse]:
    """Takes the chair that a link offers and gives you its new key. Only for those who hold no key of this table."""
    table = await services.house.table(request.table_id)
    require_no_key(request, table)
    seat, key = await services.house.absences.take_chair(table.id, request.path_params["key"], body.id)
    table = await services.house.table(table.id)
    response = SeatedResponse(seat, key, request.key_link(table.id, key))
    return Reply(response, redirect=f"/tables/{table.id}", cookies=request.cookie_jar.key_cookies(table, key))


def require_no_key(request: Request, table: Table) -> None:
    """Nobody may see two hands: refuses people with a key of this table, or whose browser has had one."""
    marks = request.cookie_jar.own_tables().get(table.id, ())
    own_seats = [seat for seat in seats_with_marks(table.chairs, marks) if not table.chairs[seat].offer_key_hash]
    if table.chairs.participants_of(request.own_keys) or own_seats or mark_of(table.opened.host_key_hash) in marks:
        raise Refused("holds-key", msg("You already have a seat at this table: this one is for somebody who doesn't."))
