"""Pages of a table. They work with forms alone; scripts make them live."""

from typing import Any
from weakref import WeakKeyDictionary

from markupsafe import Markup

from ridotto.engine.message import Message, msg
from ridotto.house.people.guests import MASKS
from ridotto.house.people.presence import NOBODY_AWAY, Absent, Presence, overdue_at, substitutable_at
from ridotto.house.tables.table import Table
from ridotto.rulebook import rulebook
from ridotto.translations import Translator
from ridotto.web.http.cookies import mark_of, seats_with_marks
from ridotto.web.qr_codes import qr_code
from ridotto.web.rendering import has_template, page, render
from ridotto.web.request import Request
from ridotto.web.schemas.response_schemas import (
    ChairOfferResponse,
    ErrorDetails,
    FiguresResponse,
    KeyLinksResponse,
    LogResponse,
    PeopleResponse,
    TableResponse,
)
from ridotto.web.tables.lesson_texts import lesson_guide
from ridotto.web.tables.page_parts import PageParts, PageRendering, RenderedTable
from ridotto.web.tables.points_chart import NARROW_PX, WIDE_PX, PointsChart
from ridotto.web.tables.table_summary import (
    GESTURE_TEXTS,
    SEAT_COLOURS,
    TEMPO_TEXTS,
    patience_choices,
    table_settings,
)
from ridotto.web.tables.table_translator import translated_view
from ridotto.web.tables.template_context import PersonAtTable, TableContext, log_items

_parts: WeakKeyDictionary[Table, dict[str, PageParts]] = WeakKeyDictionary()  # rendered last, by language


def table_page(
    request: Request,
    table: Table,
    response: TableResponse,
    now: int,
    error: ErrorDetails | None = None,
    invitation_code: str = "",
) -> str:
    """The page of a table, before or after the start of the match."""
    if table.phase in ("open", "closed"):
        return _waiting(request, table, response, now, error, invitation_code)
    translator, scene = request.translator, response.sight.scene
    person = PersonAtTable(
        response.viewer, tuple(response.seats), response.host, table.chat.spectator_name(request.own_keys)
    )
    return page(
        "table",
        request,
        info=response.frame,
        person=person,
        table_url=f"/tables/{table.id}",
        now=now,
        error=error,
        notice=_welcome_back(table, response.seats, now) or _farewell(request, table),
        table_part=Markup(table_part(table, person, translator, response.presence, now).html()),
        has_automatic_answers=table.game.has_public_automatic_moves,
        gestures=[(gesture, translator.say(text)) for gesture, text in GESTURE_TEXTS.items()],
        tempos=[(tempo, translator.say(text)) for tempo, text in TEMPO_TEXTS.items()],
        guide=lesson_guide(table, response.viewer, translator),
        yours=response.viewer >= 0 and scene is not None and response.viewer in scene.waiting,
    )


def _welcome_back(table: Table, seats: list[int], now: int) -> Message | None:
    """What to tell somebody who has just returned to the table by loading its page."""
    for seat in seats:
        events = [line.event for line in table.chat.lines if line.event and line.seat == seat]
        if events[-1:] == ["returned"] and table.chairs[seat].returned_at >= now:
            if events[-2:-1] == ["offered"]:
                return msg("You're back in time: the host was offering your seat to somebody else.")
            return msg("You're back. A bot has been playing for you.")
    return None


def _farewell(request: Request, table: Table) -> Message | None:
    """What to tell a browser whose seat was given to somebody else."""
    marks = request.cookie_jar.own_tables().get(table.id, ())
    has_place = seats_with_marks(table.chairs, marks) or mark_of(table.opened.host_key_hash) in marks
    if not marks or has_place or not any(line.event == "given" for line in table.chat.lines):
        return None
    return msg("The host gave your seat to somebody else.")


def _waiting(
    request: Request, table: Table, response: TableResponse, now: int, error: ErrorDetails | None, invitation_code: str
) -> str:
    """Before the match: who sits where, and the form to sit down."""
    name, mask = request.cookie_jar.guest()
    fields, free_seats = request.form_fields, table.chairs.free_seats()
    chair_of_mask = {chair.mask: chair for chair in response.frame.chairs if chair.mask}
    free_masks = [other for other in MASKS if other not in chair_of_mask]
    address = f"{request.site_url}/tables/{table.id}"
    return page(
        "waiting",
        request,
        nav_item="",
        info=response.frame,
        response=response,
        names=table.names,
        name=name,
        form_values=fields,
        chosen_seat=next(
            (seat for seat in free_seats if str(seat) == fields.get("seat")), free_seats[0] if free_seats else 0
        ),
        chosen_mask=next((wanted for wanted in (fields.get("mask"), mask) if wanted in free_masks), free_masks[0]),
        chair_of_mask=chair_of_mask,
        colours=[(request.translator.say(colour), request.translator.say(mark)) for colour, mark in SEAT_COLOURS],
        settings=table_settings(table, request.translator),
        game_minutes=rulebook(table.game.slug, request.language).minutes,
        address=address,
        qr=None if request.obstacle else qr_code(address),
        obstacle=request.obstacle,
        invitation=invitation_code,
        now=now,
        after=f"{response.sight.revision}.{response.frame.digest}",
        error=error,
    )


def curtain(
    request: Request,
    table: Table,
    response: TableResponse,
    error: ErrorDetails | None = None,
    called: int | None = None,
) -> str:
    """The curtain on a shared device: calls the next person, and shows nothing else of the match."""
    seats = table.chairs.unresigned(response.seats)
    undecided = [called] if called in seats else [seat for seat in seats if table.is_undecided(seat)]
    return page(
        "curtain",
        request,
        info=response.frame,
        names=table.names,
        seats=seats,
        next_seat=next(iter(undecided), None),
        error=error,
    )


# Pages beside the table


def _subpage(template: str, request: Request, table: Table, **variables: Any) -> str:
    """A page beside the table: while players read it, they count as present."""
    present = table.phase in ("open", "running") and bool(table.chairs.participants_of(request.own_keys))
    return page(template, request, nav_item="", info=table.info(), present=present, **variables)


def key_links(request: Request, table: Table, response: KeyLinksResponse) -> str:
    """The secret links of the visitor's keys, also as QR codes."""
    keys = [(key, None if request.obstacle else qr_code(key.link)) for key in response.keys]
    return _subpage("key_links", request, table, obstacle=request.obstacle, keys=keys)


def offered_key(request: Request, table: Table, seats: list[int]) -> str:
    """What a secret link offers: a seat, or the place of the host."""
    return page("accept_key", request, nav_item="", info=table.info(), seat=next(iter(seats), None))


def people(request: Request, table: Table, response: PeopleResponse, host: bool) -> str:
    """Who is there, and how long the table waits."""
    absent, now = {one.seat: one for one in response.presence.absent}, response.now

    def is_substitutable(one: Absent) -> bool:
        at = substitutable_at(one, response.presence, table.patience, host)
        return at is not None and now > at

    return _subpage(
        "people",
        request,
        table,
        host=host,
        absent=absent,
        overdue=[seat for seat, one in absent.items() if now > overdue_at(one)],
        substitutable=[seat for seat, one in absent.items() if is_substitutable(one)],
        now=now,
        patience_choices=patience_choices(request.translator, table.patience),
    )


def chair_offer(request: Request, table: Table, response: ChairOfferResponse) -> str:
    """The link to a chair, for the host to send on."""
    qr = None if request.obstacle else qr_code(response.link)
    return _subpage("chair_offer", request, table, offer=response, obstacle=request.obstacle, qr=qr)


def offered_chair(request: Request, table: Table, seat: int) -> str:
    """What a link to a chair offers."""
    return page("accept_chair", request, nav_item="", info=table.info(), chair=table.info().chairs[seat])


def figures(request: Request, table: Table, response: FiguresResponse) -> str:
    """The match in figures."""
    charts = [PointsChart.of(response.course, response.goal, width) for width in (WIDE_PX, NARROW_PX)]
    return _subpage("figures", request, table, figures=response, charts=charts)


def log(request: Request, table: Table, response: LogResponse, viewer: int) -> str:
    """A part of the log, with a link to the part before it."""
    lines = log_items(response.lines, tuple(table.names))
    return _subpage("whole_log", request, table, first=response.first, lines=lines, viewer=viewer)


# Parts of the page that streams send, too


def absent(
    table: Table, person: PersonAtTable, presence: Presence, translator: Translator, now: int | None = None
) -> Markup:
    """Who is away, who was nudged, and what the person can do about it. A script puts it on the plates."""
    substitutable = {one.seat: substitutable_at(one, presence, table.patience, person.host) for one in presence.absent}
    html = render(
        "absences",
        translator,
        table_url=f"/tables/{table.id}",
        chairs=table.info().chairs,
        presence=presence,
        person=person,
        now=now,
        substitutable=substitutable,
        others=[seat for seat in table.chairs.people() if seat not in person.seats],
    )
    return Markup(html)


def table_part(
    table: Table,
    person: PersonAtTable,
    translator: Translator,
    presence: Presence = NOBODY_AWAY,
    now: int | None = None,
) -> RenderedTable:
    """The table of a match as one person sees it, rendered by the template of the game.

    Streams send presence apart and pass no `now`: a change of presence renders no table.
    """
    info, parts = table.info(), _parts.setdefault(table, {}).setdefault(translator.language, PageParts())
    parts.begin((table.public_view(), info.digest))
    rendering = PageRendering(parts)

    def render_part(template: str, **variables: Any) -> Markup:
        return Markup(render(template, translator, **variables))

    reader = table.chairs.only_person() if info.resting else None
    context = TableContext.of(
        info=info,
        view=translated_view(table, person.viewer, translator),
        public=table.public_view(),
        person=person,
        presence=presence,
        absent=absent(table, person, presence, translator, now) if now is not None else Markup(),
        guide=lesson_guide(table, person.viewer, translator),
        reader=table.names[reader] if reader not in (None, person.viewer) else "",
        rendering=rendering,
        render=render_part,
    )
    game_template = f"{info.game}/table"
    name = game_template if has_template(game_template) else "game_table"
    return rendering.table(render(name, translator, **context.variables()))
