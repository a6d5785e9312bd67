"""Figures of matches in the visitor's language.

They are computed from what everybody was told and nothing else: neither they nor their time reveal secret decisions.
They are computed again only when a spectator sees something new.
"""

import asyncio

from ridotto.engine.figures import FigureRow
from ridotto.engine.message import Message
from ridotto.engine.note import SPECTATOR
from ridotto.engine.public_step import PublicStep
from ridotto.games import game
from ridotto.house.background_jobs import BackgroundJobs
from ridotto.house.tables.table import Table
from ridotto.translations import Translator
from ridotto.web.lru_cache import LruCache
from ridotto.web.schemas.response_schemas import FiguresResponse, TranslatedFigureRow, TranslatedFigureSheet

CAPACITY = 256


class FiguresCache:
    """Computes figures in a background process. Visitors who ask for the same at the same time share the result."""

    def __init__(self, jobs: BackgroundJobs) -> None:
        self._jobs = jobs
        self._tasks: LruCache[asyncio.Task[FiguresResponse]] = LruCache(CAPACITY)

    async def figures(self, table: Table, language: str, visitor: str) -> FiguresResponse:
        """The figures of a match that has started."""
        seen, names = table.trails.digests()[SPECTATOR], tuple(table.names)
        key = (table.id, seen, names, language)

        def compute() -> asyncio.Task[FiguresResponse]:
            public = tuple(table.started_match.public)
            return asyncio.create_task(
                self._jobs.run(visitor, compute_figures, table.game.slug, public, names, language)
            )

        task = self._tasks.get_or_add(key, compute)
        try:
            return await asyncio.shield(task)
        finally:
            if task.done() and (task.cancelled() or task.exception()):
                self._tasks.discard(key)


def compute_figures(
    slug: str, public: tuple[PublicStep, ...], names: tuple[str, ...], language: str
) -> FiguresResponse:
    """A job: the figures of a match from its public steps."""
    found = game(slug).figures(public, len(names))
    translator = Translator(language)

    def translated(rows: tuple[FigureRow, ...]) -> list[TranslatedFigureRow]:
        return [
            TranslatedFigureRow(translator.say(row.name), [_value(value, translator) for value in row.values])
            for row in rows
        ]

    return FiguresResponse(
        list(names),
        translator.say(found.points),
        translator.say(found.step),
        [list(points) for points in found.history],
        found.goal,
        translated(found.counted),
        [TranslatedFigureSheet(translator.say(sheet.title), translated(sheet.rows)) for sheet in found.rounds],
    )


def _value(value: int | str | Message, translator: Translator) -> int | str:
    return translator.say(value) if isinstance(value, Message) else value
