"""The figures of a match, as whoever asks is told them.

They are counted from what everybody was told, and from nothing else: neither they nor the time they take know of what
was decided in secret. As long as a spectator sees nothing new they are the same, and are not counted again.
"""

import asyncio

from ridotto.engine.figures import Row, figures_of
from ridotto.engine.match import Public
from ridotto.engine.message import Message
from ridotto.engine.note import SPECTATOR
from ridotto.games import game
from ridotto.house.background_jobs import BackgroundJobs
from ridotto.house.tables.table import Table
from ridotto.web.lru_cache import Kept
from ridotto.web.schemas.response_schemas import FiguresTold, RowTold, SheetTold
from ridotto.words import Translator

ROOM = 256  # figures that are kept


class FiguresCache:
    """Tells them; whoever asks for the same at the same time waits for the same answer."""

    def __init__(self, work: BackgroundJobs) -> None:
        self._work = work
        self._told: Kept[asyncio.Task[FiguresTold]] = Kept(ROOM)

    async def told(self, table: Table, language: str, visitor: str) -> FiguresTold:
        """The figures of a match that has begun."""
        seen, names = table.trails.now()[SPECTATOR], tuple(table.names)
        key = (table.id, seen, names, language)
        public = table.playing.public
        count = self._work.do
        told = self._told.get(
            key, lambda: asyncio.create_task(count(visitor, tell, table.game.slug, tuple(public), names, language))
        )
        try:
            return await asyncio.shield(told)
        finally:
            if told.done() and (told.cancelled() or told.exception()):
                self._told.drop(key)


def tell(slug: str, public: tuple[Public, ...], names: tuple[str, ...], language: str) -> FiguresTold:
    """What was counted, in words."""
    found = figures_of(game(slug), public, len(names))
    words = Translator(language)

    def rows(given: tuple[Row, ...]) -> list[RowTold]:
        return [RowTold(words.say(row.name), [_figure(value, words) for value in row.values]) for row in given]

    return FiguresTold(
        list(names),
        words.say(found.points),
        words.say(found.step),
        [list(points) for points in found.course],
        found.goal,
        rows(found.counted),
        [SheetTold(words.say(sheet.title), rows(sheet.rows)) for sheet in found.rounds],
    )


def _figure(value: int | str | Message, words: Translator) -> int | str:
    return words.say(value) if isinstance(value, Message) else value
