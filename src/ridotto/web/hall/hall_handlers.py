"""Handlers of the hall: games, rules, lists of tables, records."""

from functools import lru_cache

from msgspec import structs
from starlette.exceptions import HTTPException

from ridotto.bots import LEVELS
from ridotto.engine.game import Game
from ridotto.engine.message import msg
from ridotto.engine.options import Option
from ridotto.games import all_games, slugs
from ridotto.games import game as game_named
from ridotto.house.invitation_codes import read_code, table_of
from ridotto.house.people.guests import LEVEL_NAMES, MASKS
from ridotto.house.refusals import Refused
from ridotto.option_texts import option_description, value_labels
from ridotto.rulebook import rulebook
from ridotto.translations import LANGUAGES, Translator
from ridotto.web.hall import hall_pages
from ridotto.web.hall.hall_pages import OwnTable, UnreadableTable
from ridotto.web.http.cookies import mark_of, seats_with_marks
from ridotto.web.ops import record_verifier
from ridotto.web.request import FORM, MAX_RECORD_BYTES, Request
from ridotto.web.responses import Reply
from ridotto.web.rulebook.rulebook_search import plain_paragraphs, search_rulebook
from ridotto.web.schemas.request_schemas import JoinQuery, NewTableQuery, Query, RulebookQuery
from ridotto.web.schemas.response_schemas import (
    ErrorDetails,
    FoundParagraph,
    GameListResponse,
    GameResponse,
    LevelResponse,
    OptionResponse,
    RulebookResponse,
    TableIdResponse,
    TableListResponse,
    VerifiedRecordResponse,
)
from ridotto.web.services import Services

PHASES_BY_URGENCY = ("running", "open", "over", "closed")
RECORD_MEDIA_TYPES = ("application/jsonl", "application/octet-stream", "application/x-ndjson", "text/plain")


async def list_tables(request: Request, services: Services, query: Query) -> Reply[TableListResponse]:
    """The tables that everybody may see: open ones, those where a match is going on, and the last that are over."""
    tables = TableListResponse(await services.house.listed_tables(), await services.house.finished_tables())
    own, lost = ([], []) if request.wants_json else await _own_tables(request, services)
    return Reply(tables, page=lambda: hall_pages.hall(request, tables, own, lost, game_list(request.translator)))


async def _own_tables(request: Request, services: Services) -> tuple[list[OwnTable], list[UnreadableTable]]:
    """The visitor's tables, the most urgent first, and those that can no longer be read."""
    own, lost = [], []
    for id, marks in request.cookie_jar.own_tables().items():
        services.charge_for_load(request.visitor, id)
        try:
            table = await services.house.table(id)
        except Refused as refusal:
            if refusal.code in ("unreadable", "other-version"):
                lost.append(UnreadableTable(id, request.translator.say(refusal.message)))
            continue
        seats = seats_with_marks(table.chairs, marks)
        if seats or mark_of(table.opened.host_key_hash) in marks:
            asked = any(table.owes_decision(seat) for seat in table.chairs.unresigned(seats))
            own.append(OwnTable(structs.replace(table.info(), chat=[], said=0), seats, asked))
    return sorted(own, key=lambda one: (not one.asked, PHASES_BY_URGENCY.index(one.info.phase))), lost


async def new_table(request: Request, services: Services, query: NewTableQuery) -> Reply[GameResponse]:
    """A game with its options: people open a table here."""
    game = _game(game_named(query.game) if query.game else all_games()[0], request.translator)
    return Reply(game, page=lambda: hall_pages.new_table(request, game, game_list(request.translator)))


def new_table_page_with_error(request: Request, error: ErrorDetails) -> str:
    """The form of a new table as the visitor filled it in, with the error above it."""
    game = _game(game_named(request.form_fields.get("game", "")), request.translator)
    return hall_pages.new_table(request, game, game_list(request.translator), error)


async def join(request: Request, services: Services, query: JoinQuery) -> Reply[TableIdResponse]:
    """Finds a table by its code, link or id."""
    code = read_code(query.table)
    id = await _id_of_code(request, services, code) if code else _id_in(query.table)
    services.charge_for_load(request.visitor, id)
    table = await services.house.table(id)
    return Reply(TableIdResponse(table.id), redirect=f"/tables/{table.id}")


async def _id_of_code(request: Request, services: Services, code: str) -> str:
    """The table of a code. Only wrong codes are charged, so that a whole class can use a right one."""
    services.charge(request.visitor, 1, "code")
    id = await table_of(services.house, code)
    services.limits.give_back(request.visitor.address, "code")
    return id


def _id_in(text: str) -> str:
    """The id of a table in a link, or alone."""
    link = "".join(text.split()).partition("?")[0]
    path = link.partition("/tables/")[2] or link.rstrip("/").rpartition("/")[2]
    return path.partition("/")[0].partition(".")[0].lower()


async def rules(request: Request, services: Services, query: RulebookQuery) -> Reply[RulebookResponse]:
    """The rulebook of a game, and its paragraphs with the words searched for."""
    if request.path_params["game"] not in slugs():
        raise HTTPException(404)
    game, language = game_named(request.path_params["game"]), request.language
    book = rulebook(game.slug, language)
    result = search_rulebook(game.slug, language, query.q)
    texts = plain_paragraphs(game.slug, language) if result.count else {}
    found = [
        FoundParagraph(passage.anchor, chapter.title.striptags(), texts[passage.anchor])
        for chapter in result.chapters
        for passage in chapter.passages
    ]
    return Reply(
        RulebookResponse(game.slug, book.title, book.hook, book.text, found, result.count),
        page=lambda: hall_pages.rules(
            request, _game(game, request.translator), game_list(request.translator), query.q, result
        ),
    )


async def games(request: Request, services: Services, query: Query) -> Reply[GameListResponse]:
    """The games of the house with their options, the levels of bots, and the masks guests may wear."""
    return Reply(game_list(request.translator))


async def verify_record(request: Request, services: Services, query: Query) -> Reply[VerifiedRecordResponse]:
    """Checks a record, sent as it is: every decision, the result, and that the deal was the one promised."""
    if request.media_type not in (*RECORD_MEDIA_TYPES, FORM, ""):  # many programs call any body a form
        raise Refused("wrong-type", msg("Send the record as plain text."))
    data = await request.limited_body(MAX_RECORD_BYTES, services.house.time)
    jobs = services.house.background_jobs
    return Reply(await record_verifier.verify_record(jobs, request.visitor.address, data))


@lru_cache(16)
def game_list(translator: Translator) -> GameListResponse:
    """Games, levels, masks and languages."""
    return GameListResponse(
        [_game(game, translator) for game in all_games()],
        [LevelResponse(level, translator.say(LEVEL_NAMES[level])) for level in LEVELS],
        list(MASKS),
        list(LANGUAGES),
    )


@lru_cache(64)
def _game(game: Game, translator: Translator) -> GameResponse:
    book = rulebook(game.slug, translator.language)
    return GameResponse(
        slug=game.slug,
        title=game.title,
        players=list(game.players),
        usual=game.default_players,
        options=[_option(option, game, translator) for option in game.options],
        rules=game.rules_version,
        hook=book.hook,
        minutes=book.minutes,
    )


def _option(option: Option, game: Game, translator: Translator) -> OptionResponse:
    player_counts = game.players if option.players is None else option.players
    seat_names = [translator.say(msg("seat {number}", number=seat + 1)) for seat in range(game.players[-1])]
    return OptionResponse(
        name=option.name,
        title=translator.say(option.title),
        values=list(option.values),
        players=list(player_counts),
        numbers=[option.numbers[0], option.numbers[-1]] if option.numbers else [],
        labels=value_labels(game, option, translator.language, seat_names),
        about=option_description(game, option, translator.language),
    )
