"""Pages of the hall: the games and tables, a new table, the rules."""

from dataclasses import dataclass
from functools import cache, partial

from markupsafe import Markup

from ridotto.engine.message import msg
from ridotto.house.people.guests import MASKS
from ridotto.house.tables.table_info import TableInfo
from ridotto.translations import Translator
from ridotto.web.http.assets import assets
from ridotto.web.lru_cache import LruCache
from ridotto.web.rendering import page, render
from ridotto.web.request import Request
from ridotto.web.rulebook.rulebook_html import chapters, source_sign
from ridotto.web.rulebook.rulebook_search import SearchResult
from ridotto.web.schemas.response_schemas import ErrorDetails, GameListResponse, GameResponse, TableListResponse
from ridotto.web.tables.table_summary import TEMPO_TEXTS, patience_choices

CLOCK_MINUTES = (5, 10, 15, 20, 30, 60)


@dataclass(frozen=True, slots=True)
class OwnTable:
    """A table of the visitor, with their seats; `asked`: it is their turn."""

    info: TableInfo
    seats: list[int]
    asked: bool


@dataclass(frozen=True, slots=True)
class UnreadableTable:
    """A table of the visitor that can no longer be read, and why."""

    id: str
    reason: str


def hall(
    request: Request,
    tables: TableListResponse,
    own: list[OwnTable],
    lost: list[UnreadableTable],
    game_list: GameListResponse,
) -> str:
    """All games, the visitor's tables, and the tables that everybody may see."""
    own_ids = {table.info.id for table in own}
    name, _ = request.cookie_jar.guest()
    return page(
        "hall",
        request,
        nav_item="hall",
        name=name,
        own=own,
        lost=lost,
        others=[table for table in tables.tables if table.id not in own_ids],
        finished=[table for table in tables.finished if table.id not in own_ids],
        game_list=game_list,
    )


def new_table(
    request: Request, game: GameResponse, game_list: GameListResponse, error: ErrorDetails | None = None
) -> str:
    """The form of a new table. It keeps its values when the visitor changes game or language, and after an error."""
    name, mask = request.cookie_jar.guest()
    filled = dict(request.query_params) | request.form_fields
    if filled.get("players") not in {str(players) for players in game.players}:
        filled.pop("players", None)
    values = {"chairs.0.name": name, "chairs.0.mask": mask or MASKS[0]} | filled
    free_masks = [other for other in MASKS if other not in values.values()]
    for seat in range(1, game.players[-1]):
        values.setdefault(f"chairs.{seat}.mask", free_masks.pop(0) if free_masks else MASKS[0])
    translator = request.translator
    return page(
        "new_table",
        request,
        nav_item="new",
        game=game,
        game_list=game_list,
        clock_choices=[
            (str(60 * minutes), translator.say(msg("{minutes} minutes each", minutes=minutes)))
            for minutes in CLOCK_MINUTES
        ],
        tempos=[(tempo, translator.say(text)) for tempo, text in TEMPO_TEXTS.items()],
        patience_choices=[(value, label) for value, label, _ in patience_choices(translator)],
        form_values=values,
        has_options=any(filled.get(f"options.{option.name}") for option in game.options),
        error=error,
    )


def rules(request: Request, game: GameResponse, game_list: GameListResponse, words: str, result: SearchResult) -> str:
    """The rulebook of a game, or only the paragraphs with the words searched for."""
    return page(
        "rules",
        request,
        nav_item="rules",
        game=game,
        game_list=game_list,
        chapters=chapters(game.slug, request.language),
        chapters_html="" if words.strip() else _book(game, request.translator),
        searched=words.strip(),
        result=result,
    )


_books: LruCache[Markup] = LruCache(64)


def _book(game: GameResponse, translator: Translator) -> Markup:
    """All chapters of a rulebook."""

    def new_book() -> Markup:
        found = chapters(game.slug, translator.language)
        sign = partial(source_sign, translator=translator)
        html = render(
            "rulebook_chapters",
            translator,
            game=game,
            chapters=found,
            art=lambda picture: _art(game.slug, picture.art),
            sign=sign,
        )
        return Markup(html)

    return _books.get_or_add((game.slug, translator.language), new_book)


@cache
def _art(slug: str, id: str) -> str:
    """The asset with a picture: the game's own, or the house's; empty if there is none."""
    files = (name for name in (f"{slug}/art.svg", "house.svg") if name in assets())
    return next((name for name in files if f'id="{id}"'.encode() in assets()[name].data), "")
