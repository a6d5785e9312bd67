"""Templates, and what all of them may use."""

import secrets
import sys
from contextlib import suppress
from datetime import datetime
from functools import cache, lru_cache, partial
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemBytecodeCache,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
    Template,
)
from jinja2.bccache import Bucket
from markupsafe import Markup

from ridotto.bots import LEVELS
from ridotto.engine.message import Message
from ridotto.games import slugs
from ridotto.house.people.guests import LEVEL_NAMES, MASKS, USUAL
from ridotto.web.http.assets import address, assets
from ridotto.web.http.manifest import BAR
from ridotto.web.request import Ask
from ridotto.web.schemas.response_schemas import ActionTold
from ridotto.web.tables import default_table, template_context
from ridotto.words import LANGUAGES, Translator

LETTERS = (8, 12, 16, 24)


@cache
def _template(name: str) -> Template:
    template = _environment().get_template(f"{name}.html.j2")
    template.globals = dict(template.globals)  # from a chain of mappings, which every rendering would walk along
    return template


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=_loader(),
        bytecode_cache=TemplateCache(Path(cache_from_source(__file__)).parent),
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.globals |= {
        "BAR": BAR,
        "GAMES": slugs(),
        "LANGUAGES": LANGUAGES,
        "LEVELS": {level: LEVEL_NAMES[level] for level in LEVELS},
        "MASKS": MASKS,
        "USUAL": USUAL,
        "asset": address,
        "asset_there": lambda name: name in assets(),
        "counter": template_context.counter,
        "day": day,
        "deed": deed,
        "drawing": template_context.drawing,
        "fresh": lambda: secrets.token_urlsafe(12),
        "grid": default_table.grid,
        "icon": template_context.icon,
        "minutes": minutes,
        "pieces": default_table.pieces,
        "spot": template_context.spot,
    }
    environment.filters["letters"] = letters
    environment.filters["number"] = number
    return environment


class TemplateCache(FileSystemBytecodeCache):
    """Compiled templates, in the folder where Python keeps its own bytecode, if it may write there.

    All of them take 0.6 seconds to compile and 0.01 to load. A template that has changed is compiled again.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder), "template-%s.cache")

    def dump_bytecode(self, bucket: Bucket) -> None:
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                super().dump_bytecode(bucket)


def prepare() -> None:
    """Compiles all templates, so that nobody waits for that later. It takes a while: call it in a thread."""
    for name in _environment().list_templates(extensions=["j2"]):
        _environment().get_template(name)


def _loader() -> BaseLoader:
    """The house's templates, and those of the games under their names: `verhext/table.html.j2`."""
    return ChoiceLoader(
        [
            PackageLoader("ridotto.web"),
            PrefixLoader({slug: PackageLoader(f"ridotto.games.{slug}", "face") for slug in slugs()}),
        ]
    )


def _say(words: Translator, text: str | Message, **args: Any) -> str:
    return words.say(text if isinstance(text, Message) else Message(text, args))


def _say_number(words: Translator, one: str, many: str, n: int, **args: Any) -> str:
    return words.say(Message(one, {"n": n, **args}, many))


def render(name: str, words: Translator, /, **given: Any) -> str:
    """A page or a part of one; `_` in it translates, and `_n` what depends on a number."""
    said = {"_": partial(_say, words), "_n": partial(_say_number, words), "language": words.language}
    return _template(name).render(said, **given)


def page(name: str, ask: Ask, /, **given: Any) -> str:
    """A whole page; `here` in it is its own address, with what shall be different."""
    path, query = ask.url.path, dict(ask.query_params)
    if ask.method == "POST":  # what answers a form is found again where the form stands
        table = ask.path_params.get("table")
        path, query = (f"/tables/{table}", query) if table else ("/new", {**query, **ask.fields})
    path = "/" + path.lstrip("/")  # two slashes would lead to another house

    def here(**changes: str) -> str:
        return f"{path}?{urlencode(query | changes)}"

    return render(name, ask.words, theme=ask.theme, here=here, **given)


@cache
def has_template(name: str) -> bool:
    return f"{name}.html.j2" in _environment().list_templates()


def deed(action: ActionTold) -> Markup:
    """The attributes of a button that decides."""
    told = {"confirm": action.confirm, "commit": action.commit, "then": "|".join(action.then)}
    data = "".join(f' data-{name}="{template_context.text(value)}"' for name, value in told.items() if value)
    passes = " data-passes" if action.passes else ""
    return Markup(f'form="deed" name="move" value="{template_context.text(action.move)}"{data}{passes}')


def number(value: int | str) -> str:
    """With a minus sign that looks like one."""
    return str(value).replace("-", "−") if isinstance(value, int) else value


def letters(text: str) -> int:
    """How long its longest word is at most, in steps that the style sheets know: large type shrinks for long names."""
    longest = max(map(len, text.split()), default=0)
    return next((step for step in LETTERS if longest <= step), LETTERS[-1])


def minutes(milliseconds: int) -> str:
    """`4:05`"""
    seconds = max(0, milliseconds) // 1000
    return f"{seconds // 60}:{seconds % 60:02}"


@lru_cache(512)
def day(milliseconds: int, language: str) -> str:
    """When something was, by the calendar of the house: `12 May 2026`."""
    from babel.dates import format_date

    return format_date(datetime.fromtimestamp(milliseconds / 1000), "medium", "en_GB" if language == "en" else language)
