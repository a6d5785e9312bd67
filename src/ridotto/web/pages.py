"""Pages: what people see in a browser. Everything works with forms alone; a script makes it live."""

import secrets
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from ridotto.bots import LEVELS
from ridotto.engine.message import Message
from ridotto.house.people import LEVEL_NAMES, MASKS, USUAL
from ridotto.house.sight import Frame
from ridotto.web import drawing
from ridotto.web.kept import Kept
from ridotto.web.keyring import fits, link
from ridotto.web.requests import Ask
from ridotto.web.telling import Lobby, Offer, TableTold, Teller
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
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
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
        "fresh": lambda: secrets.token_urlsafe(12),
        "grid": drawing.grid,
        "pieces": drawing.pieces,
        "minutes": minutes,
    }
    environment.filters["number"] = number
    return environment


def _say(words: Translator, text: str | Message, **args: Any) -> str:
    return words.say(text if isinstance(text, Message) else Message(text, args))


def _say_number(words: Translator, one: str, many: str, n: int, **args: Any) -> str:
    return words.say(Message(one, {"n": n, **args}, many))


def _render(name: str, words: Translator, **given: Any) -> str:
    """A page or a part of one; `_` in it translates, and `_n` what depends on a number."""
    said = {"_": partial(_say, words), "_n": partial(_say_number, words), "language": words.language}
    return _template(name).render(said, **given)


# Whole pages


def hall(ask: Ask, lobby: Lobby, offer: Offer) -> str:
    return _render("hall", ask.words, tables=lobby.tables, offer=offer)


def table(ask: Ask, table: "Table", told: TableTold, now: int, wrong: "Wrong | None" = None) -> str:
    """A table with everything that can be done there."""
    words, shown = ask.words, told.frame
    own = [(seat, table.names[seat], _link_of(ask, table, seat)) for seat in told.seats]
    host = next((link(ask, table.id, key) for key in ask.keyring if table.is_host([key])), "")
    return _render(
        "table",
        words,
        frame=shown,
        told=told,
        own=own,
        host_link=host,
        invitation=f"{ask.home}/tables/{table.id}",
        now=now,
        after=f"{told.sight.revision}.{shown.digest}",
        wrong=wrong.error.message if wrong else "",
        frame_part=Markup(frame(shown, words)),
        sight_part=Markup(sight(table, told.viewer, words)),
    )


def _link_of(ask: Ask, table: "Table", seat: int) -> str:
    return next(link(ask, table.id, key) for key in ask.keyring if fits(table, key) and seat in table.seats_of([key]))


def refusal(ask: Ask, wrong: "Wrong") -> str:
    """Why something cannot be, and where one may go on."""
    at_table = ask.path_params.get("table", "") if wrong.error.code not in ("unknown-table", "not-found") else ""
    return _render("refusal", ask.words, wrong=wrong.error, table=at_table)


# Parts that streams send, too


def frame(frame: Frame, words: Translator) -> str:
    """Who sits where, and what they say: the same for everybody."""
    return _render("frame", words, frame=frame)


_drawn: Kept[Markup] = Kept(8192)  # parts of tables


def sight(table: "Table", viewer: int, words: Translator) -> str:
    """The match as one viewer sees it. Zones, panels and log that look the same as before are drawn once."""
    sight = table.sight(viewer)
    scene = sight.scene
    if scene is None:
        return ""
    teller = Teller(words, table.names)
    *zones, log = sight.prints
    panels = msgspec.json.encode((scene.panels, scene.waiting))

    def drawn(name: str, mark: bytes, told: Callable[[], Any]) -> Markup:
        key = (name, mark, teller.key)
        return _drawn.get(key, lambda: Markup(_render(name, words, told=told(), names=table.names)))

    return _render(
        "sight",
        words,
        table=table.id,
        sight=sight,
        prompt=teller.say(scene.prompt),
        notes=teller.all(scene.notes),
        actions=[teller.action(action) for action in scene.actions],
        panels=drawn("panels", panels, lambda: teller.scene(scene, [])),
        zones=[drawn("zone", mark, partial(teller.zone, zone)) for mark, zone in zip(zones, scene.zones, strict=True)],
        log=drawn("log", log, partial(teller.log, sight)),
    )


def number(value: int | str) -> str:
    """With a minus sign that looks like one."""
    return str(value).replace("-", "−") if isinstance(value, int) else value


def minutes(milliseconds: int) -> str:
    """`4:05`"""
    seconds = max(0, milliseconds) // 1000
    return f"{seconds // 60}:{seconds % 60:02}"
