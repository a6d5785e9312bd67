"""What can be asked for in the hall: games, tables, records, and how the house is."""

from msgspec import structs

from ridotto.bots import LEVELS
from ridotto.engine.game import Game, Option
from ridotto.engine.message import msg
from ridotto.games import every_game
from ridotto.house.people import LEVEL_NAMES, MASKS
from ridotto.house.refused import Refused
from ridotto.web import pages
from ridotto.web.answers import Answer
from ridotto.web.bodies import Query
from ridotto.web.requests import FORM, RECORD, Ask
from ridotto.web.telling import GameTold, Health, Level, Lobby, Offer, OptionTold, Proof
from ridotto.words import LANGUAGES, Translator

RECORDS = ("application/jsonl", "application/octet-stream", "application/x-ndjson", "text/plain")


async def lobby(ask: Ask, query: Query) -> Answer[Lobby]:
    """The tables that everybody may see: open ones, and those where a match is going on."""
    told = Lobby([structs.replace(table.frame(), chat=[]) for table in await ask.house.lobby()])
    return Answer(told, page=lambda: pages.hall(ask, told, offer(ask.words)))


async def games(ask: Ask, query: Query) -> Answer[Offer]:
    """The games of the house with their options, the levels of bots, and the masks guests may wear."""
    return Answer(offer(ask.words))


async def prove(ask: Ask, query: Query) -> Answer[Proof]:
    """Checks a record, sent as it is: every decision, the result, and that the deal was the one promised."""
    if ask.media not in (*RECORDS, FORM, ""):  # many programs call whatever they send a form
        raise Refused("wrong-type", msg("A record is sent as plain text."))
    return Answer(await ask.prover.prove(await ask.whole(RECORD), ask.language))


async def health(ask: Ask) -> Answer[Health]:
    """Is the house open, and its database ready to write?"""
    await ask.house.store.check()
    return Answer(Health())


def offer(words: Translator) -> Offer:
    return Offer(
        [_game(game, words) for game in every_game()],
        [Level(level, words.say(LEVEL_NAMES[level])) for level in LEVELS],
        list(MASKS),
        list(LANGUAGES),
    )


def _game(game: Game, words: Translator) -> GameTold:
    options = [_option(option, game, words) for option in game.options]
    return GameTold(game.slug, game.title, list(game.players), game.usual, options, game.rules_version)


def _option(option: Option, game: Game, words: Translator) -> OptionTold:
    where = game.players if option.players is None else option.players
    numbers = [option.numbers[0], option.numbers[-1]] if option.numbers else []
    return OptionTold(option.name, words.say(option.title), list(option.values), list(where), numbers)
