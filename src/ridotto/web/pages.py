"""Pages: what people see in a browser. Everything works with forms alone; a script makes it live."""

import secrets
from functools import cache, partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from jinja2 import BaseLoader, ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined, Template
from markupsafe import Markup

from ridotto.bots import LEVELS
from ridotto.engine.message import Message
from ridotto.games import slugs
from ridotto.house.people import LEVEL_NAMES, MASKS, USUAL
from ridotto.rulebook import rulebook
from ridotto.web import drawing, face
from ridotto.web.assets import address, assets
from ridotto.web.codes import code
from ridotto.web.face import Face, Onlooker, counter, icon, spot, text
from ridotto.web.kept import Kept
from ridotto.web.keyring import guest
from ridotto.web.requests import Ask
from ridotto.web.telling import ActionTold, Error, KeysTold, TableTold, sight_told
from ridotto.web.terms import BAD_LINK, COLOURS, HINTS, terms
from ridotto.words import LANGUAGES, Translator

if TYPE_CHECKING:
    from ridotto.house.table import Table
    from ridotto.web.answers import Wrong


@cache
def _template(name: str) -> Template:
    template = _environment().get_template(f"{name}.html.j2")
    template.globals = dict(template.globals)  # from a chain of mappings, which every rendering would walk along
    return template


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=_loader(),
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.globals |= {
        "LANGUAGES": LANGUAGES,
        "LEVELS": {level: LEVEL_NAMES[level] for level in LEVELS},
        "MASKS": MASKS,
        "SIGNS": drawing.SIGNS,
        "USUAL": USUAL,
        "asset": address,
        "asset_there": lambda name: name in assets(),
        "counter": counter,
        "deed": deed,
        "drawing": face.drawing,
        "GAMES": slugs(),
        "fresh": lambda: secrets.token_urlsafe(12),
        "grid": drawing.grid,
        "icon": icon,
        "minutes": minutes,
        "pieces": drawing.pieces,
        "spot": spot,
    }
    environment.filters["number"] = number
    return environment


def _loader() -> BaseLoader:
    """The house's templates, and those of the games under their names: `verhext/table.html.j2`."""
    return ChoiceLoader(
        [
            PackageLoader("ridotto.web"),
            PrefixLoader({slug: PackageLoader(f"ridotto.games.{slug}", "") for slug in slugs()}),
        ]
    )


def _say(words: Translator, text: str | Message, **args: Any) -> str:
    return words.say(text if isinstance(text, Message) else Message(text, args))


def _say_number(words: Translator, one: str, many: str, n: int, **args: Any) -> str:
    return words.say(Message(one, {"n": n, **args}, many))


def _render(name: str, words: Translator, /, **given: Any) -> str:
    """A page or a part of one; `_` in it translates, and `_n` what depends on a number."""
    said = {"_": partial(_say, words), "_n": partial(_say_number, words), "language": words.language}
    return _template(name).render(said, **given)


def page(name: str, ask: Ask, /, **given: Any) -> str:
    """A whole page; `here` in it is its own address, with what shall be different."""
    table = ask.path_params.get("table")
    path = f"/tables/{table}" if ask.method == "POST" and table else ask.url.path
    query = dict(ask.query_params)

    def here(**changes: str) -> str:
        return f"{path}?{urlencode(query | changes)}"

    return _render(name, ask.words, theme=ask.theme, here=here, **given)


# Whole pages


def table(ask: Ask, table: "Table", told: TableTold, now: int, wrong: "Wrong | None" = None) -> str:
    """A table with everything that can be done there."""
    error = wrong.error if wrong else None
    if table.phase in ("open", "closed"):
        return _waiting(ask, table, told, now, error)
    onlooker = Onlooker(told.viewer, tuple(told.seats), told.host)
    part = Markup(at_table(table, onlooker, ask.words))
    return page(
        "table",
        ask,
        frame=told.frame,
        onlooker=onlooker,
        at=f"/tables/{table.id}",
        now=now,
        wrong=error,
        table_part=part,
    )


def _waiting(ask: Ask, table: "Table", told: TableTold, now: int, wrong: Error | None) -> str:
    """Before the match: who sits where, and who may still sit down."""
    name, mask = guest(ask)
    given, free = ask.fields, table.free()
    wearers = {chair.mask: chair for chair in told.frame.chairs if chair.mask}
    unworn = [other for other in MASKS if other not in wearers]
    seat = int(given["seat"]) if given.get("seat", "").isdecimal() else -1
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
        chosen_seat=seat if seat in free else next(iter(free), 0),
        chosen_mask=next((wish for wish in (given.get("mask"), mask) if wish in unworn), unworn[0]),
        wearers=wearers,
        colours=[(ask.words.say(colour), ask.words.say(mark)) for colour, mark in COLOURS],
        terms=terms(table, ask.words),
        length=rulebook(table.game.slug, ask.language).minutes,
        address=address,
        code=code(address),
        now=now,
        after=f"{told.sight.revision}.{told.frame.digest}",
        wrong=wrong,
    )


def curtain(ask: Ask, table: "Table", told: TableTold, wrong: "Wrong | None" = None) -> str:
    """Between the hands of people who share a device: who is next, and nothing else of the match."""
    due = [seat for seat in told.seats if table.pending(seat)]
    return page(
        "curtain",
        ask,
        frame=told.frame,
        names=table.names,
        seats=told.seats,
        next=next(iter(due), None),
        wrong=wrong.error if wrong else None,
    )


def links(ask: Ask, table: "Table", told: KeysTold) -> str:
    """Secret links, and their codes."""
    return page("links", ask, where="", frame=table.frame(), keys=[(key, code(key.link)) for key in told.keys])


def refusal(ask: Ask, wrong: "Wrong") -> str:
    """Why something cannot be, and where one may go on."""
    error = wrong.error
    at_table = ask.path_params.get("table", "") if error.code not in ("unknown-table", "not-found") else ""
    hint = BAD_LINK if ask.url.path.startswith("/keys/") and at_table else HINTS.get(error.code)
    return page("refusal", ask, where="", wrong=error, hint=ask.words.say(hint) if hint else "", table=at_table)


# What streams send, too


def at_table(table: "Table", onlooker: Onlooker, words: Translator) -> str:
    """The table of a match as one onlooker has it before them, by the template of its game."""
    frame, told = table.frame(), sight_told(table, onlooker.viewer, words)
    assert told.scene is not None

    def draw(name: str, **given: Any) -> Markup:
        return Markup(_render(name, words, **given))

    def draw_once(name: str, key: object, **given: Any) -> Markup:
        return _drawn.get((name, key, words.language, *table.names), lambda: draw(name, **given))

    face = Face(frame, told, told.scene, onlooker, draw, draw_once)
    name = f"{frame.game}/table" if _has_face(frame.game) else "shell"
    return _render(
        name,
        words,
        **{name: getattr(face, name) for name in dir(face) if not name.startswith("_")},
        at=f"/tables/{table.id}",
        log=draw_once("log", table.sight(onlooker.viewer).prints[-1], lines=face.lines(told.log)),
        names=table.names,
        result=frame.result,
    )


_drawn: Kept[Markup] = Kept(8192)  # parts of tables that look the same to many, and for long


@cache
def _has_face(slug: str) -> bool:
    return f"{slug}/table.html.j2" in _environment().list_templates()


def deed(action: ActionTold) -> Markup:
    """The attributes of a button that decides."""
    question = f' data-confirm="{text(action.confirm)}"' if action.confirm else ""
    then = f' data-then="{text("|".join(action.then))}"' if action.then else ""
    return Markup(f'form="deed" name="move" value="{text(action.move)}"{question}{then}')


def number(value: int | str) -> str:
    """With a minus sign that looks like one."""
    return str(value).replace("-", "−") if isinstance(value, int) else value


def minutes(milliseconds: int) -> str:
    """`4:05`"""
    seconds = max(0, milliseconds) // 1000
    return f"{seconds // 60}:{seconds % 60:02}"
