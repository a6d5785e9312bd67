"""Pages at a table: what people see in a browser. Everything works with forms alone; a script makes it live."""

from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from ridotto.engine.message import Message, msg
from ridotto.house.people.guests import MASKS
from ridotto.house.people.presence import EVERYBODY, Presence, overdue_at, substitutable_at
from ridotto.rulebook import rulebook
from ridotto.web.http.cookies import MARK, guest, own_tables, seats_marked
from ridotto.web.lru_cache import Kept
from ridotto.web.qr_codes import qr_code
from ridotto.web.rendering import has_template, page, render
from ridotto.web.request import Ask
from ridotto.web.schemas.response_schemas import (
    ChairOffer,
    Error,
    FiguresTold,
    KeysTold,
    LogTold,
    PeopleTold,
    TableTold,
    sight_told,
)
from ridotto.web.tables.lesson_texts import guide_of
from ridotto.web.tables.points_chart import SLIM, WIDE, Chart
from ridotto.web.tables.table_summary import (
    BAD_CODE,
    BAD_LINK,
    COLOURS,
    GESTURE_WORDS,
    HINTS,
    TEMPO_WORDS,
    terms,
    waits,
)
from ridotto.web.tables.template_context import Face, Onlooker, marked_lines
from ridotto.words import Translator

if TYPE_CHECKING:
    from ridotto.house.tables.table import Table
    from ridotto.web.responses import Wrong


def table(
    ask: Ask, table: "Table", told: TableTold, now: int, wrong: "Wrong | None" = None, invitation: str = ""
) -> str:
    """A table with everything that can be done there; `invitation` is the code that guests can type."""
    error = wrong.error if wrong else None
    if table.phase in ("open", "closed"):
        return _waiting(ask, table, told, now, error, invitation)
    onlooker = Onlooker(told.viewer, tuple(told.seats), told.host, table.spectator(ask.keyring))
    part = Markup(at_table(table, onlooker, ask.words, told.presence, now))
    return page(
        "table",
        ask,
        frame=told.frame,
        onlooker=onlooker,
        at=f"/tables/{table.id}",
        now=now,
        wrong=error,
        news=welcome_back(table, told.seats, now) or farewell(ask, table),
        table_part=part,
        foregone=table.game.foregone_steps,
        gestures=[(gesture, ask.words.say(words)) for gesture, words in GESTURE_WORDS.items()],
        tempos=[(tempo, ask.words.say(words)) for tempo, words in TEMPO_WORDS.items()],
        guide=guide_of(table, told.viewer, ask.words),
        yours=told.viewer >= 0 and told.sight.scene is not None and told.viewer in told.sight.scene.waiting,
    )


def welcome_back(table: "Table", seats: list[int], now: int) -> Message | None:
    """What somebody is told whom looking at this moment has brought back to the table."""
    for seat in seats:
        events = [line.event for line in table.chat if line.event and line.seat == seat]
        if events[-1:] == ["returned"] and table.chairs[seat].back >= now:
            if events[-2:-1] == ["offered"]:
                return msg("You're back in time: the host was offering your seat to somebody else.")
            return msg("You're back. A bot has been playing for you.")
    return None


def farewell(ask: Ask, table: "Table") -> Message | None:
    """What a browser is told that had a seat here, which is somebody else's by now."""
    marks = own_tables(ask).get(table.id, ())
    has_seat = seats_marked(table, marks) or table.opened.host[:MARK] in marks
    if not marks or has_seat or not any(line.event == "given" for line in table.chat):
        return None
    return msg("The host gave your seat to somebody else.")


def _waiting(ask: Ask, table: "Table", told: TableTold, now: int, wrong: Error | None, invitation: str) -> str:
    """Before the match: who sits where, and who may still sit down."""
    name, mask = guest(ask)
    given, free = ask.fields, table.free()
    wearers = {chair.mask: chair for chair in told.frame.chairs if chair.mask}
    unworn = [other for other in MASKS if other not in wearers]
    address = f"{ask.home}/tables/{table.id}"
    return page(
        "waiting",
        ask,
        where="",
        frame=told.frame,
        told=told,
        names=table.names,
        name=name,
        given=given,
        chosen_seat=next((seat for seat in free if str(seat) == given.get("seat")), free[0] if free else 0),
        chosen_mask=next((wish for wish in (given.get("mask"), mask) if wish in unworn), unworn[0]),
        wearers=wearers,
        colours=[(ask.words.say(colour), ask.words.say(mark)) for colour, mark in COLOURS],
        terms=terms(table, ask.words),
        length=rulebook(table.game.slug, ask.language).minutes,
        address=address,
        qr=None if ask.obstacle else qr_code(address),
        obstacle=ask.obstacle,
        invitation=invitation,
        now=now,
        after=f"{told.sight.revision}.{told.frame.digest}",
        wrong=wrong,
    )


def curtain(ask: Ask, table: "Table", told: TableTold, wrong: "Wrong | None" = None, called: int | None = None) -> str:
    """Between the hands of people who share a device: who is next, or who wants to look; nothing else of the match."""
    hands = table.hands(told.seats)
    due = [called] if called in hands else [seat for seat in hands if table.undecided(seat)]
    return page(
        "curtain",
        ask,
        frame=told.frame,
        names=table.names,
        seats=hands,
        next=next(iter(due), None),
        wrong=wrong.error if wrong else None,
    )


def _beside(name: str, ask: Ask, table: "Table", **given: Any) -> str:
    """A page beside a table: whoever plays there, or is about to, is there while they read it."""
    present = table.phase in ("open", "running") and bool(table.places(ask.keyring))
    return page(name, ask, where="", frame=table.frame(), present=present, **given)


def links(ask: Ask, table: "Table", told: KeysTold) -> str:
    """Secret links, and their codes."""
    keys = [(key, None if ask.obstacle else qr_code(key.link)) for key in told.keys]
    return _beside("links", ask, table, obstacle=ask.obstacle, keys=keys)


def offered_key(ask: Ask, table: "Table", seats: list[int]) -> str:
    """Whose place a secret link offers: the seat's, or the host's."""
    return page("key", ask, where="", frame=table.frame(), seat=next(iter(seats), None))


def people(ask: Ask, table: "Table", told: PeopleTold, host: bool) -> str:
    """Who is there, and how long the table waits."""
    return _beside(
        "people",
        ask,
        table,
        host=host,
        absent={one.seat: one for one in told.presence.absent},
        overdue=[one.seat for one in told.presence.absent if told.now > overdue_at(one)],
        substitutable=[
            one.seat
            for one in told.presence.absent
            if (at := substitutable_at(one, told.presence, table.patience, host)) is not None and told.now > at
        ],
        now=told.now,
        waits=waits(ask.words, table.patience),
    )


def chair_offer(ask: Ask, table: "Table", told: ChairOffer) -> str:
    """The link to a chair, for the host to send to somebody."""
    code = None if ask.obstacle else qr_code(told.link)
    return _beside("offer", ask, table, told=told, obstacle=ask.obstacle, code=code)


def offered_chair(ask: Ask, table: "Table", seat: int) -> str:
    """What a link to a chair offers."""
    return page("chair", ask, where="", frame=table.frame(), chair=table.frame().chairs[seat])


def figures(ask: Ask, table: "Table", told: FiguresTold) -> str:
    """The match in figures."""
    charts = [Chart.of(told.course, told.goal, width) for width in (WIDE, SLIM)]
    return _beside("figures", ask, table, figures=told, charts=charts)


def log(ask: Ask, table: "Table", told: LogTold, viewer: int, old: bool) -> str:
    """A part of the log, and the way to what was told before it."""
    lines = marked_lines(told.lines, tuple(table.names))
    return _beside("whole_log", ask, table, first=told.first, lines=lines, viewer=viewer, old=old)


def refusal(ask: Ask, wrong: "Wrong") -> str:
    """Why something cannot be, and where one may go on."""
    error = wrong.error
    at_table = ask.path_params.get("table", "") if error.code not in ("unknown-table", "not-found") else ""
    if ask.method == "GET" and ask.url.path == f"/tables/{at_table}" and "seat" not in ask.query_params:
        at_table = ""  # the way back would lead here again
    hint = BAD_LINK if ask.url.path.startswith("/keys/") and at_table else HINTS.get(error.code)
    typed = ask.query_params.get("table", "") if ask.url.path == "/join" else None
    if typed is not None and error.code == "unknown-table":
        hint = BAD_CODE
    told = ask.words.say(hint) if hint else ""
    return page("refusal", ask, where="", wrong=error, hint=told, table=at_table, typed=typed)


# What streams send, too

_drawn: Kept[Markup] = Kept(8192)  # parts of tables that look the same to many, and for long


def absent(table: "Table", onlooker: Onlooker, presence: Presence, words: Translator, now: int | None = None) -> Markup:
    """Who is away, whom a nudge is for, and what the onlooker can do about it. A script brings it to the plates."""
    return Markup(
        render(
            "absent",
            words,
            at=f"/tables/{table.id}",
            chairs=table.frame().chairs,
            presence=presence,
            onlooker=onlooker,
            now=now,
            substitutable={
                one.seat: substitutable_at(one, presence, table.patience, onlooker.host) for one in presence.absent
            },
            others=[seat for seat in table.people() if seat not in onlooker.seats],
        )
    )


def at_table(
    table: "Table", onlooker: Onlooker, words: Translator, presence: Presence = EVERYBODY, now: int | None = None
) -> str:
    """The table of a match as one onlooker has it before them, by the template of its game.

    A stream tells who is there apart from it: then the table need not be drawn anew.
    """
    frame, told = table.frame(), sight_told(table, onlooker.viewer, words)
    assert told.scene is not None
    reader = table.alone() if frame.resting else None

    def draw(name: str, **given: Any) -> Markup:
        return Markup(render(name, words, **given))

    def draw_once(name: str, key: object, **given: Any) -> Markup:
        return _drawn.get((name, key, words.language, *table.names), lambda: draw(name, **given))

    face = Face(frame, told, told.scene, onlooker, draw, draw_once)
    whole = f"/tables/{table.id}/log?seat={onlooker.viewer}"
    name = f"{frame.game}/table" if has_template(f"{frame.game}/table") else "shell"
    return render(
        name,
        words,
        **{name: getattr(face, name) for name in dir(face) if not name.startswith("_")},
        at=f"/tables/{table.id}",
        presence=presence,
        absent=absent(table, onlooker, presence, words, now) if now is not None else "",
        log=draw_once(
            "log", (table.sight(onlooker.viewer).prints[-1], whole), lines=face.lines(told.log), whole=whole, old=False
        ),
        names=table.names,
        result=frame.result,
        guide=guide_of(table, onlooker.viewer, words),
        reader=table.names[reader] if reader not in (None, onlooker.viewer) else "",
    )
