"""Handlers of a table. The house decides whether something may be done."""

from ridotto.bots.hint_text import action_names, hint_text
from ridotto.engine.message import msg
from ridotto.games import game as game_named
from ridotto.house.invitation_codes import code_of
from ridotto.house.people.guests import MASKS
from ridotto.house.refusals import Refused
from ridotto.house.tables.commands import own_seat
from ridotto.house.tables.new_table import NewChair, NewTable
from ridotto.house.tables.player_view import log_part
from ridotto.house.tables.table import Table
from ridotto.web.request import Request
from ridotto.web.responses import Reply
from ridotto.web.schemas.request_schemas import (
    ChangeSettings,
    Decide,
    EmptyBody,
    FreeSeat,
    GiveOrder,
    Insist,
    LogQuery,
    MakeGesture,
    MarkLessonRead,
    OpenGuidedTable,
    OpenTable,
    OwnSeatBody,
    PlaceBot,
    ProposeAbandon,
    Query,
    SendChatLine,
    SendRemark,
    SitDown,
    StartMatch,
    TableQuery,
    UndoMove,
)
from ridotto.web.schemas.response_schemas import (
    AcceptedResponse,
    CodeResponse,
    DecidedResponse,
    ErrorDetails,
    FiguresResponse,
    HintResponse,
    KeyLink,
    KeyLinksResponse,
    LogResponse,
    OpenedTableResponse,
    RemarkedResponse,
    SeatedResponse,
    TableIdResponse,
    TableResponse,
)
from ridotto.web.services import Services
from ridotto.web.tables import table_pages
from ridotto.web.tables.table_translator import TableTranslator, translated_view

ACCEPTED = AcceptedResponse()


# Looking at a table


async def show_table(request: Request, services: Services, query: TableQuery) -> Reply[TableResponse]:
    """A table: what everybody knows of it, your seats, and what you see of the match."""
    house, keys = services.house, request.own_keys
    now = await house.store.now()
    table = await house.table_for(request.table_id, keys)
    code = "" if request.wants_json else await _invitation_code(request, services, table)
    response = _table_response(request, services, table, query.seat)  # no await from here: one moment for all parts
    mark_present = house.mark_present if query.awake else house.bring_back_soon
    mark_present(table.id, table.chairs.participants_of(keys))
    if query.seat is None and _needs_curtain(table, response.seats):
        return Reply(response, page=lambda: table_pages.curtain(request, table, response, called=query.called))
    return Reply(response, page=lambda: table_pages.table_page(request, table, response, now, invitation_code=code))


async def table_page_with_error(request: Request, services: Services, error: ErrorDetails) -> str:
    """The page of a table with an error above it."""
    now = await services.house.store.now()
    table = await services.house.table(request.table_id)
    code = await _invitation_code(request, services, table)
    seat = request.acting_seat
    response = _table_response(request, services, table, seat)
    if seat is None and _needs_curtain(table, response.seats):
        return table_pages.curtain(request, table, response, error)
    return table_pages.table_page(request, table, response, now, error, code)


def _table_response(request: Request, services: Services, table: Table, seat: int | None) -> TableResponse:
    keys = request.own_keys
    viewer = services.house.viewer_for(table, keys, seat)
    return TableResponse(
        table.info(),
        table.chairs.seats_of(keys),
        table.chairs.has_host_rights(keys),
        viewer,
        translated_view(table, viewer, request.translator),
        services.house.presence(table.id),
    )


async def _invitation_code(request: Request, services: Services, table: Table) -> str:
    """The code of a table, for the host and the players; empty for others."""
    return await code_of(services.house, table.id) if table.chairs.participants_of(request.own_keys) else ""


def _needs_curtain(table: Table, seats: list[int]) -> bool:
    """Do several people share this device, so that one of them has to say who is looking?"""
    return table.phase == "running" and len(table.chairs.unresigned(seats)) > 1


async def key_links(request: Request, services: Services, query: Query) -> Reply[KeyLinksResponse]:
    """The secret links of your keys: whoever opens one plays in your place, on another device."""
    table = await services.house.table_for(request.table_id, request.own_keys)
    chairs, keys = table.chairs, [key for key in request.own_keys if table.chairs.participants_of([key])]
    if not keys:
        raise Refused("not-yours", msg("You don't have a seat at this table."))
    links = {key: request.key_link(table.id, key) for key in keys}
    response = KeyLinksResponse(
        [KeyLink(seat, table.names[seat], links[key]) for key in keys for seat in chairs.seats_of([key])]
        + [KeyLink(None, "", links[key]) for key in keys if chairs.is_host([key])]
    )
    return Reply(response, page=lambda: table_pages.key_links(request, table, response), has_keys=True)


async def invitation_code(request: Request, services: Services, query: Query) -> Reply[CodeResponse]:
    """A code that guests can type in the hall while a chair is free. For the host and the players."""
    table = await services.house.table(request.table_id)
    if not table.chairs.participants_of(request.own_keys):
        raise Refused("not-yours", msg("You don't have a seat at this table."))
    return Reply(CodeResponse(await code_of(services.house, table.id)))


# Before the match


async def open_table(request: Request, services: Services, body: OpenTable) -> Reply[OpenedTableResponse]:
    """Opens a table. Returns the key of its host and the keys of those who sit down at once."""
    house = services.house
    if body.start and _has_only_bots(body):
        services.charge(request.visitor, 1, "bots")
    id, key = await house.open_table(body, body.id)
    table = await house.table(id)
    house.record_visit(id, [key], request.visitor.address)
    if body.start and not table.chairs.free_seats():
        await house.start_match(id, [key])
    own_keys = {seat: house.chair_key(id, body.id, seat) for seat, chair in body.chairs.items() if chair.who == "here"}
    seats = [
        SeatedResponse(seat, own_key, request.key_link(id, own_key))
        for seat, own_key in own_keys.items()
        if table.chairs.seats_of([own_key]) == [seat]
    ]
    cookies = request.cookie_jar.key_cookies(table, key, *(own.key for own in seats))
    if seats:
        first = table.chairs[seats[0].seat]
        cookies = (*cookies, request.cookie_jar.guest_cookie(first.name, first.mask))
    response = OpenedTableResponse(id, key, request.key_link(id, key), seats)
    return Reply(response, redirect=f"/tables/{id}", cookies=cookies)


def _has_only_bots(new_table: NewTable) -> bool:
    """Will only bots sit at this table?"""
    players = game_named(new_table.game).default_players if new_table.players is None else new_table.players
    bots = {*new_table.bots, *(seat for seat, chair in new_table.chairs.items() if chair.who == "bot")}
    return bots.issuperset(range(players))


async def open_guided_table(request: Request, services: Services, body: OpenGuidedTable) -> Reply[OpenedTableResponse]:
    """Opens a guided table, where you play with novice bots and everything new is explained when it comes up."""
    name, mask = request.cookie_jar.guest()
    you, novice = NewChair(who="here", name=name, mask=mask or MASKS[0]), NewChair(who="bot", level="novice")
    chairs = {seat: novice if seat else you for seat in range(game_named(body.game).default_players)}
    new_table = OpenTable(
        game=body.game, chairs=chairs, watch="players", patience=None, guided=True, start=True, id=body.id
    )
    return await open_table(request, services, new_table)


async def sit_down(request: Request, services: Services, body: SitDown) -> Reply[SeatedResponse]:
    """Takes a chair for a guest and returns its key."""
    seat, key = await services.house.sit(request.table_id, body.name, body.mask, body.seat, body.id)
    table = await services.house.table(request.table_id)
    jar, chair = request.cookie_jar, table.chairs[seat]
    return Reply(
        SeatedResponse(seat, key, request.key_link(table.id, key)),
        redirect=f"/tables/{table.id}",
        cookies=(*jar.key_cookies(table, key), jar.guest_cookie(chair.name, chair.mask)),
    )


async def place_bot(request: Request, services: Services, body: PlaceBot) -> Reply[AcceptedResponse]:
    """Puts a bot on a chair. For the host."""
    await services.house.place_bot(request.table_id, request.own_keys, body.seat, body.level)
    return _accepted(request)


async def free_seat(request: Request, services: Services, body: FreeSeat) -> Reply[AcceptedResponse]:
    """Frees a chair. For the host, and for whoever sits there."""
    await services.house.free_chair(request.table_id, request.own_keys, body.seat)
    return _accepted(request)


async def start_match(request: Request, services: Services, body: StartMatch) -> Reply[AcceptedResponse]:
    """Starts the match; if a level is given, bots of this level take the free chairs. For the host."""
    table = await services.house.table(request.table_id)
    chairs, keys = table.chairs, request.own_keys
    will_be_full = body.level is not None or not chairs.free_seats()
    if table.phase == "open" and will_be_full and not chairs.people() and chairs.has_host_rights(keys):
        services.charge(request.visitor, 1, "bots")
    await services.house.start_match(table.id, keys, body.level)
    return _accepted(request)


async def close_table(request: Request, services: Services, body: EmptyBody) -> Reply[AcceptedResponse]:
    """Closes a table before the match. For the host."""
    await services.house.close_table(request.table_id, request.own_keys)
    return _accepted(request)


# In the match


async def decide(request: Request, services: Services, body: Decide) -> Reply[DecidedResponse]:
    """Decides for a seat. Once this is answered, the decision is stored for good."""
    seat, keys = _named_seat(request, body.seat), request.own_keys
    table = await services.house.decide(request.table_id, keys, seat, body.revision, body.move, body.id)
    return _decided(request, services, table, seat)


async def undo(request: Request, services: Services, body: UndoMove) -> Reply[DecidedResponse]:
    """Takes back the seat's last decision, unless somebody has seen its effect."""
    seat, keys = _named_seat(request, body.seat), request.own_keys
    table = await services.house.undo(request.table_id, keys, seat, body.revision, body.id)
    return _decided(request, services, table, seat)


async def insist(request: Request, services: Services, body: Insist) -> Reply[AcceptedResponse]:
    """Asks to decide in person even if a move is automatic, or stops asking. Everybody sees it."""
    seat = _named_seat(request, body.seat)
    await services.house.insist(request.table_id, request.own_keys, seat, body.wants)
    return _accepted(request, seat)


async def give_order(request: Request, services: Services, body: GiveOrder) -> Reply[AcceptedResponse]:
    """Gives a standing order that answers for you, or revokes it. Nobody else can notice."""
    seat = _named_seat(request, body.seat)
    await services.house.give_order(request.table_id, request.own_keys, seat, body.order, body.number)
    return _accepted(request, seat)


async def hint(request: Request, services: Services, query: TableQuery) -> Reply[HintResponse]:
    """What a strong bot would do, given what this seat may know: the best move, how much better it is, and why."""
    named = _named_seat(request, query.seat)
    table, seat, found = await services.house.hint(request.table_id, request.own_keys, named)
    scene = table.player_view(seat).scene
    text = hint_text(table.game, found, action_names(table.game, scene.actions if scene else ()))
    return Reply(TableTranslator(request.translator, table.names).hint(table.game, found, text))


async def send_chat_line(request: Request, services: Services, body: SendChatLine) -> Reply[AcceptedResponse]:
    """Writes a chat line."""
    seat = _named_seat(request, body.seat)
    await services.house.chat(request.table_id, request.own_keys, seat, body.text, body.id)
    return _accepted(request, seat)


async def send_remark(request: Request, services: Services, body: SendRemark) -> Reply[RemarkedResponse]:
    """Writes a chat line as a spectator, if the host allows it. The key recognises you the next time."""
    key = await services.house.remark(request.table_id, request.own_keys, body.name, body.text, body.id)
    cookie = request.cookie_jar.spectator_cookie(request.table_id, key)
    return Reply(RemarkedResponse(key), redirect=f"{_table_url(request)}#chat", cookies=(cookie,))


async def make_gesture(request: Request, services: Services, body: MakeGesture) -> Reply[AcceptedResponse]:
    """Makes a gesture, which everybody at the table sees for a moment. It is not stored."""
    seat = _named_seat(request, body.seat)
    await services.house.react(request.table_id, request.own_keys, seat, body.gesture)
    return _accepted(request, seat)


async def change_settings(request: Request, services: Services, body: ChangeSettings) -> Reply[AcceptedResponse]:
    """Changes how fast bots play, or who may chat. For the host."""
    await services.house.change_settings(request.table_id, request.own_keys, body.tempo, body.talk)
    return _accepted(request)


async def mark_lesson_read(request: Request, services: Services, body: MarkLessonRead) -> Reply[AcceptedResponse]:
    """Marks a lesson of a guided table as read. A table with one person waits until then."""
    seat = _named_seat(request, body.seat)
    await services.house.mark_lesson_read(request.table_id, request.own_keys, seat, body.lesson)
    return _accepted(request, seat)


async def resign(request: Request, services: Services, body: OwnSeatBody) -> Reply[AcceptedResponse]:
    """Gives up a seat: a bot plays it to the end."""
    seat = _named_seat(request, body.seat)
    await services.house.resign(request.table_id, request.own_keys, seat)
    return _accepted(request)


async def propose_abandon(request: Request, services: Services, body: ProposeAbandon) -> Reply[AcceptedResponse]:
    """Proposes to end the match early, or withdraws it: if all people propose it, the match ends without a result."""
    seat = _named_seat(request, body.seat)
    await services.house.propose_abandon(request.table_id, request.own_keys, seat, body.wants)
    return _accepted(request, seat)


async def log(request: Request, services: Services, query: LogQuery) -> Reply[LogResponse]:
    """The log of the whole match as one viewer was told it, in parts, the last one first."""
    table = await services.house.table_for(request.table_id, request.own_keys)
    viewer = services.house.viewer_for(table, request.own_keys, query.seat)
    if table.match is None:
        raise Refused("not-begun", msg("The match hasn't started yet."))
    part = log_part(table.match, table.names, viewer, query.before)
    response = TableTranslator(request.translator, table.names).log_part(part)
    return Reply(response, page=lambda: table_pages.log(request, table, response, viewer))


async def figures(request: Request, services: Services, query: Query) -> Reply[FiguresResponse]:
    """The match so far in figures: how the points grew, and what everybody did."""
    table = await _watched_table(request, services)
    if table.match is None:
        raise Refused("not-begun", msg("The match hasn't started yet."))
    response = await services.figures.figures(table, request.language, request.visitor.address)
    return Reply(response, page=lambda: table_pages.figures(request, table, response))


# After the match


async def open_rematch(request: Request, services: Services, body: EmptyBody) -> Reply[TableIdResponse]:
    """Opens a table for another match of the same people. Your keys fit the same seats there."""
    id = await services.house.rematch(request.table_id, request.own_keys)
    return _redirect_with_keys(request, await services.house.table(id), *request.own_keys)


async def go_to_rematch(request: Request, services: Services, query: Query) -> Reply[TableIdResponse]:
    """The table of the rematch. A browser is sent there with its keys."""
    id = (await _watched_table(request, services)).rematch
    if not id:
        raise Refused("no-rematch", msg("There's no rematch yet."))
    return _redirect_with_keys(request, await services.house.table(id), *request.own_keys)


async def record(request: Request, services: Services) -> Reply[bytes]:
    """The record of a finished match as JSON Lines: seed, every decision, result."""
    await _watched_table(request, services)
    data = await services.house.record(request.table_id, request.visitor.address)
    return Reply(data, headers={"content-disposition": f'attachment; filename="{request.table_id}.jsonl"'})


# Secret links


async def show_key(request: Request, services: Services, query: Query) -> Reply[TableIdResponse]:
    """The secret link of a key. A browser asks before it takes the key: the link might come from a stranger."""
    table, key = await _table_and_key(request, services)
    if request.cookie_jar.has_had(table, key):  # the visitor has agreed before; the key's own cookie may be gone
        return _redirect_with_keys(request, table, key)
    seats = table.chairs.seats_of([key])
    return Reply(TableIdResponse(table.id), page=lambda: table_pages.offered_key(request, table, seats), has_keys=True)


async def take_key(request: Request, services: Services, body: EmptyBody) -> Reply[TableIdResponse]:
    """Brings the key of a secret link into this browser."""
    return _redirect_with_keys(request, *await _table_and_key(request, services))


async def _table_and_key(request: Request, services: Services) -> tuple[Table, str]:
    """The table and the key of a secret link."""
    table, key = await services.house.table(request.table_id), str(request.path_params["key"])
    if not table.chairs.participants_of([key]):
        raise Refused("not-yours", msg("This link doesn't belong to any seat at this table."))
    return table, key


# Shared by handlers


async def _watched_table(request: Request, services: Services) -> Table:
    """The table, if the visitor may watch it."""
    table = await services.house.table_for(request.table_id, request.own_keys)
    services.house.viewer_for(table, request.own_keys, None)
    return table


def _named_seat(request: Request, seat: int | None) -> int | None:
    """The seat that a request names, for the page of a refusal, too; None: the only seat of its keys."""
    if seat is None or seat < 0:
        return None
    request.acting_seat = seat
    return seat


def _decided(request: Request, services: Services, table: Table, seat: int | None) -> Reply[DecidedResponse]:
    """The reply to a decision; on a shared device, people go to the curtain if somebody else has to decide."""
    keys = request.own_keys
    seat = own_seat(table, keys, seat)
    viewer = services.house.viewer_for(table, keys, seat)  # a request sent again may come from a spectator
    own = table.chairs.unresigned(table.chairs.seats_of(keys))
    pass_on = _needs_curtain(table, own) and not table.is_undecided(seat) and any(map(table.is_undecided, own))
    revision = table.player_view(viewer).revision
    return Reply(DecidedResponse(revision), redirect=_table_url(request, None if pass_on else seat))


def _accepted(request: Request, seat: int | None = None) -> Reply[AcceptedResponse]:
    return Reply(ACCEPTED, redirect=_table_url(request, seat))


def _redirect_with_keys(request: Request, table: Table, *keys: str) -> Reply[TableIdResponse]:
    """Sends a browser to a table, with cookies for those keys that fit."""
    cookies = request.cookie_jar.key_cookies(table, *keys)
    return Reply(TableIdResponse(table.id), redirect=f"/tables/{table.id}", cookies=cookies)


def _table_url(request: Request, seat: int | None = None) -> str:
    return f"/tables/{request.table_id}" + ("" if seat is None else f"?seat={seat}")
