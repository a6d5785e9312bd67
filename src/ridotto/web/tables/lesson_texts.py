"""Lessons of a guided table, as its page tells them."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ridotto.words import Translator

if TYPE_CHECKING:
    from ridotto.engine.lesson import Lesson
    from ridotto.house.tables.table import Table


@dataclass(frozen=True, slots=True)
class LessonTold:
    """A lesson in the visitor's language; `spot` says where what it speaks of is."""

    id: str
    title: str
    text: str
    clause: str
    spot: str
    learned: bool


@dataclass(frozen=True, slots=True)
class Guide:
    """What a guided table explains to one viewer: the card that is open, and everything there is."""

    lesson: LessonTold | None
    lessons: list[LessonTold]
    waits: bool  # does the table wait until the card is read?

    @property
    def learned(self) -> list[str]:
        return [lesson.id for lesson in self.lessons if lesson.learned]


def guide_of(table: "Table", viewer: int, words: Translator) -> Guide | None:
    """What there is for a viewer; None at tables that explain nothing to it."""
    opened = table.opened
    if viewer < 0 or not opened.guided:
        return None
    due, learned = table.sight(viewer).lessons, table.teaching.learned[viewer]
    options = table.match.options if table.match else table.game.choose(opened.players, opened.options)

    def tell(lesson: "Lesson") -> LessonTold:
        title, text = words.say(lesson.title), words.say(lesson.text_at(options))
        return LessonTold(lesson.id, title, text, lesson.clause, lesson.spot.format(me=viewer), lesson.id in learned)

    lesson = tell(due[0]) if due else None
    waits = lesson is not None and table.phase == "running" and table.alone() == viewer
    return Guide(lesson, [tell(lesson) for lesson in table.game.lessons], waits)
