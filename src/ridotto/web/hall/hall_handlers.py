"""What can be asked for in the hall: games, rules, tables, records, and how the house is."""

from functools import lru_cache

from msgspec import structs
from starlette.exceptions import HTTPException

from ridotto.bots import LEVELS
from ridotto.engine.game import Game, Option
from ridotto.engine.message import msg
from ridotto.games import every_game, slugs
from ridotto.games import game as game_named
from ridotto.house.invitation_codes import read_code, table_of
from ridotto.house.people.guests import LEVEL_NAMES, MASKS
from ridotto.house.refusals import Refused
from ridotto.option_texts import about, labels
from ridotto.rulebook import rulebook
from ridotto.web.hall import hall_pages
from ridotto.web.hall.hall_pages import Lost, Own
from ridotto.web.http.cookies import own_tables, seats_marked
from ridotto.web.ops.record_verifier import proved
from ridotto.web.request import FORM, RECORD, Ask
from ridotto.web.responses import Answer, Wrong
from ridotto.web.rulebook.rulebook_search import find, plain
from ridotto.web.schemas.request_schemas import Choose, Consult, Join, Query
from ridotto.web.schemas.response_schemas import (
    AtTable,
    GameTold,
    Health,
    Level,
    Lobby,
    Offer,
    OptionTold,
    PassageTold,
    Proof,
    RulesTold,
)
from ridotto.words import LANGUAGES, Translator

PHASES = ("running", "open", "over", "closed")
RECORDS = ("application/jsonl", "application/octet-stream", "application/x-ndjson", "text/plain")


async def lobby(ask: Ask, query: Query) -> Answer[Lobby]:
    """The tables that everybody may see: open ones, those where a match is going on, and the last that are over."""
    told = Lobby(await ask.house.lobby(), await ask.house.finished())
    own, lost = ([], []) if ask.wants_json else await _own(ask)
    return Answer(told, page=lambda: hall_pages.hall(ask, told, own, lost, offer(ask.words)))


async def _own(ask: Ask) -> tuple[list[Own], list[Lost]]:
    """The tables where whoever asks sits or is host, the most urgent first; and those that cannot be read any more."""
    found, lost = [], []
    for id, marks in own_tables(ask).items():
        ask.pay_for_reading(id)
        try:
            table = await ask.house.table(id)
        except Refused as refusal:
            if refusal.code in ("unreadable", "other-version"):
                lost.append(Lost(id, ask.words.say(refusal.message)))
            continue
        seats = seats_marked(table, marks)
        if seats or table.opened.host[: len(marks[0])] in marks:
            asked = any(table.pending(seat) for seat in table.hands(seats))
            found.append(Own(structs.replace(table.frame(), chat=[], said=0), seats, asked))
    return sorted(found, key=lambda own: (not own.asked, PHASES.index(own.frame.phase))), lost


async def new_table(ask: Ask, query: Choose) -> Answer[GameTold]:
    """A game with its options: people order a table here."""
    told = _game(game_named(query.game) if query.game else every_game()[0], ask.words)
    return Answer(told, page=lambda: hall_pages.new_table(ask, told, offer(ask.words)))


def new_table_again(ask: Ask, wrong: Wrong) -> str:
    """The order of a table that could not be, as it was filled in, with the reason above it."""
    told = _game(game_named(ask.fields.get("game", "")), ask.words)
    return hall_pages.new_table(ask, told, offer(ask.words), wrong.error)


async def join(ask: Ask, query: Join) -> Answer[AtTable]:
    """The way to a table by what somebody was told of it: its code, its link or its name."""
    code = read_code(query.table)
    id = await _by_code(ask, code) if code else _by_name(query.table)
    ask.pay_for_reading(id)
    table = await ask.house.table(id)
    return Answer(AtTable(table.id), goto=f"/tables/{table.id}")


async def _by_code(ask: Ask, code: str) -> str:
    """The table of a code. Only wrong ones are paid for, so that a whole class may come in by the same right one."""
    ask.pay(1, "code")
    found = await table_of(ask.house, code)
    ask.get_back(1, "code")
    return found


def _by_name(text: str) -> str:
    """The name of a table, as it stands in a link or alone."""
    said = "".join(text.split()).partition("?")[0]
    path = said.partition("/tables/")[2] or said.rstrip("/").rpartition("/")[2]
    return path.partition("/")[0].partition(".")[0].lower()


async def rules(ask: Ask, query: Consult) -> Answer[RulesTold]:
    """The rules of a game, for people who want to play it, and what they say about some words."""
    if ask.path_params["game"] not in slugs():
        raise HTTPException(404)
    game = game_named(ask.path_params["game"])
    book = rulebook(game.slug, ask.language)
    found = find(game.slug, ask.language, query.q)
    text = plain(game.slug, ask.language) if found.count else {}
    passages = [
        PassageTold(passage.anchor, chapter.title.striptags(), text[passage.anchor])
        for chapter in found.chapters
        for passage in chapter.passages
    ]
    told = RulesTold(game.slug, book.title, book.hook, book.text, passages, found.count)
    return Answer(told, page=lambda: hall_pages.rules(ask, _game(game, ask.words), offer(ask.words), query.q, found))


async def games(ask: Ask, query: Query) -> Answer[Offer]:
    """The games of the house with their options, the levels of bots, and the masks guests may wear."""
    return Answer(offer(ask.words))


async def prove(ask: Ask, query: Query) -> Answer[Proof]:
    """Checks a record, sent as it is: every decision, the result, and that the deal was the one promised."""
    if ask.media not in (*RECORDS, FORM, ""):  # many programs call whatever they send a form
        raise Refused("wrong-type", msg("Send the record as plain text."))
    return Answer(await proved(ask.house.long_work, ask.visitor.name, await ask.whole(RECORD)))


async def health(ask: Ask) -> Answer[Health]:
    """Is the house open, and its database ready to write?"""
    await ask.house.store.check()
    return Answer(Health())


@lru_cache(16)
def offer(words: Translator) -> Offer:
    """It is the same as long as the house is open."""
    return Offer(
        [_game(game, words) for game in every_game()],
        [Level(level, words.say(LEVEL_NAMES[level])) for level in LEVELS],
        list(MASKS),
        list(LANGUAGES),
    )


@lru_cache(64)
def _game(game: Game, words: Translator) -> GameTold:
    book = rulebook(game.slug, words.language)
    return GameTold(
        slug=game.slug,
        title=game.title,
        players=list(game.players),
        usual=game.usual,
        options=[_option(option, game, words) for option in game.options],
        rules=game.rules_version,
        hook=book.hook,
        minutes=book.minutes,
    )


def _option(option: Option, game: Game, words: Translator) -> OptionTold:
    where = game.players if option.players is None else option.players
    chairs = [words.say(msg("seat {number}", number=seat + 1)) for seat in range(game.players[-1])]
    return OptionTold(
        name=option.name,
        title=words.say(option.title),
        values=list(option.values),
        players=list(where),
        numbers=[option.numbers[0], option.numbers[-1]] if option.numbers else [],
        labels=labels(game, option, words.language, chairs),
        about=about(game, option, words.language),
    )
