"""Pages of the hall: what is played here, a new table, the rules."""

from dataclasses import dataclass
from functools import cache, partial

from markupsafe import Markup

from ridotto.engine.message import msg
from ridotto.house.people.guests import MASKS
from ridotto.house.tables.player_view import TableInfo
from ridotto.web.http.assets import assets
from ridotto.web.http.cookies import guest
from ridotto.web.lru_cache import Kept
from ridotto.web.rendering import page, render
from ridotto.web.request import Ask
from ridotto.web.rulebook.rulebook_html import chapters, sign
from ridotto.web.rulebook.rulebook_search import Findings
from ridotto.web.schemas.response_schemas import Error, GameTold, Lobby, Offer
from ridotto.web.tables.table_summary import TEMPO_WORDS, waits
from ridotto.words import Translator

CLOCKS = (5, 10, 15, 20, 30, 60)  # minutes to choose from


@dataclass(frozen=True, slots=True)
class Own:
    """A table where the visitor sits; is it their turn there?"""

    frame: TableInfo
    seats: list[int]
    asked: bool


@dataclass(frozen=True, slots=True)
class Lost:
    """A table of the visitor that cannot be read any more, and why."""

    id: str
    reason: str


def hall(ask: Ask, lobby: Lobby, own: list[Own], lost: list[Lost], offer: Offer) -> str:
    """All games, the visitor's own tables, and those that everybody may see."""
    mine = {table.frame.id for table in own}
    others = [table for table in lobby.tables if table.id not in mine]
    finished = [table for table in lobby.finished if table.id not in mine]
    name, _ = guest(ask)
    return page("hall", ask, where="hall", name=name, own=own, lost=lost, others=others, finished=finished, offer=offer)


def new_table(ask: Ask, game: GameTold, offer: Offer, wrong: Error | None = None) -> str:
    """The order of a table, as it was filled in for another game, in another language, or before a refusal."""
    name, mask = guest(ask)
    filled = dict(ask.query_params) | ask.fields
    if filled.get("players") not in {str(players) for players in game.players}:
        filled.pop("players", None)
    given = {"chairs.0.name": name, "chairs.0.mask": mask or MASKS[0]} | filled
    unworn = [other for other in MASKS if other not in given.values()]
    for seat in range(1, game.players[-1]):
        given.setdefault(f"chairs.{seat}.mask", unworn.pop(0) if unworn else MASKS[0])
    clocks = [(str(time * 60), ask.words.say(msg("{minutes} minutes each", minutes=time))) for time in CLOCKS]
    changed = any(filled.get(f"options.{option.name}") for option in game.options)
    return page(
        "new",
        ask,
        where="new",
        game=game,
        offer=offer,
        clock_choices=clocks,
        tempos=[(tempo, ask.words.say(words)) for tempo, words in TEMPO_WORDS.items()],
        patience_choices=[(value, label) for value, label, _ in waits(ask.words)],
        given=given,
        changed=changed,
        wrong=wrong,
    )


def rules(ask: Ask, game: GameTold, offer: Offer, wish: str, found: Findings) -> str:
    """The rulebook of a game; or, to whoever looks for something, only the paragraphs that tell it."""
    return page(
        "rules",
        ask,
        where="rules",
        game=game,
        offer=offer,
        chapters=chapters(game.slug, ask.language),
        whole="" if wish.strip() else _whole(game, ask.words),
        wish=wish.strip(),
        found=found,
    )


_books: Kept[Markup] = Kept(64)


def _whole(game: GameTold, words: Translator) -> Markup:
    """All chapters of a book: drawn once, however often it is read."""

    def draw() -> Markup:
        told = chapters(game.slug, words.language)
        art, signed = (lambda picture: _art(game.slug, picture.art)), partial(sign, words=words)
        return Markup(render("book", words, game=game, chapters=told, art=art, sign=signed))

    return _books.get((game.slug, words.language), draw)


@cache
def _art(slug: str, art: str) -> str:
    """The file with a picture: the game's own, or the house's."""
    files = (name for name in (f"{slug}/art.svg", "house.svg") if name in assets())
    return next((name for name in files if f'id="{art}"'.encode() in assets()[name].data), "")
