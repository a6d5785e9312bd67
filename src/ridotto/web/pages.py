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
from ridotto.web import drawing
from ridotto.web.assets import address, assets
from ridotto.web.face import Face, Onlooker, counter, icon, spot, text
from ridotto.web.keyring import fits, link
from ridotto.web.requests import Ask
from ridotto.web.telling import ActionTold, Error, Lobby, Offer, TableTold, sight_told
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


def _render(name: str, words: Translator, **given: Any) -> str:
    """A page or a part of one; `_` in it translates, and `_n` what depends on a number."""
    said = {"_": partial(_say, words), "_n": partial(_say_number, words), "language": words.language}
    return _template(name).render(said, **given)


def _page(name: str, ask: Ask, **given: Any) -> str:
    """A whole page; `here` in it is its own address, with what shall be different."""
    table = ask.path_params.get("table")
    path = f"/tables/{table}" if ask.method == "POST" and table else ask.url.path
    query = dict(ask.query_params)

    def here(**changes: str) -> str:
        return f"{path}?{urlencode(query | changes)}"

    return _render(name, ask.words, theme=ask.theme, here=here, **given)


# Whole pages


def hall(ask: Ask, lobby: Lobby, offer: Offer) -> str:
    return _page("hall", ask, tables=lobby.tables, offer=offer)


def table(ask: Ask, table: "Table", told: TableTold, now: int, wrong: "Wrong | None" = None) -> str:
    """A table with everything that can be done there."""
    error = wrong.error if wrong else None
    if table.phase in ("open", "closed"):
        return _waiting(ask, table, told, now, error)
    onlooker = Onlooker(told.viewer, tuple(told.seats), told.host)
    part = Markup(at_table(table, onlooker, ask.words))
    return _page(
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
    own = [(seat, table.names[seat], _link_of(ask, table, seat)) for seat in told.seats]
    host = next((link(ask, table.id, key) for key in ask.keyring if table.is_host([key])), "")
    return _page(
        "waiting",
        ask,
        frame=told.frame,
        told=told,
        own=own,
        host_link=host,
        invitation=f"{ask.home}/tables/{table.id}",
        now=now,
        after=f"{told.sight.revision}.{told.frame.digest}",
        wrong=wrong.message if wrong else "",
    )


def _link_of(ask: Ask, table: "Table", seat: int) -> str:
    return next(link(ask, table.id, key) for key in ask.keyring if fits(table, key) and seat in table.seats_of([key]))


def refusal(ask: Ask, wrong: "Wrong") -> str:
    """Why something cannot be, and where one may go on."""
    at_table = ask.path_params.get("table", "") if wrong.error.code not in ("unknown-table", "not-found") else ""
    return _page("refusal", ask, wrong=wrong.error, table=at_table)


# What streams send, too


def at_table(table: "Table", onlooker: Onlooker, words: Translator) -> str:
    """The table of a match as one onlooker has it before them, by the template of its game."""
    frame, told = table.frame(), sight_told(table, onlooker.viewer, words)
    assert told.scene is not None

    def draw(name: str, **given: Any) -> Markup:
        return Markup(_render(name, words, **given))

    face = Face(frame, told, told.scene, onlooker, draw)
    name = f"{frame.game}/table" if _has_face(frame.game) else "shell"
    return _render(
        name,
        words,
        **{name: getattr(face, name) for name in dir(face) if not name.startswith("_")},
        at=f"/tables/{table.id}",
        names=table.names,
        result=frame.result,
    )


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
