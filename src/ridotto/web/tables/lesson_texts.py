"""The lessons of a guided table, translated for its page."""

from dataclasses import dataclass

from ridotto.engine.lesson import Lesson
from ridotto.house.tables.table import Table
from ridotto.translations import Translator


@dataclass(frozen=True, slots=True)
class TranslatedLesson:
    """A lesson in the visitor's language."""

    id: str
    title: str
    text: str
    clause: str
    target: str  # what to highlight on the table
    learned: bool  # has the player read it?


@dataclass(frozen=True, slots=True)
class LessonGuide:
    """All lessons of a guided table, and the one that is open for this viewer."""

    lesson: TranslatedLesson | None
    lessons: list[TranslatedLesson]
    waits: bool  # does the table wait until the lesson is read?

    @property
    def learned(self) -> list[str]:
        """The ids of the lessons that the player has read."""
        return [lesson.id for lesson in self.lessons if lesson.learned]


def lesson_guide(table: Table, viewer: int, translator: Translator) -> LessonGuide | None:
    """The lessons for a viewer; None for spectators and at tables that are not guided."""
    opened = table.opened
    if viewer < 0 or not opened.guided:
        return None
    due, learned = table.player_view(viewer).lessons, table.lesson_progress.learned[viewer]
    options = table.match.options if table.match else table.game.validate_options(opened.players, opened.options)

    def translate(lesson: Lesson) -> TranslatedLesson:
        return TranslatedLesson(
            id=lesson.id,
            title=translator.say(lesson.title),
            text=translator.say(lesson.text_at(options)),
            clause=lesson.clause,
            target=lesson.target.format(me=viewer),
            learned=lesson.id in learned,
        )

    lesson = translate(due[0]) if due else None
    waits = lesson is not None and table.phase == "running" and table.chairs.only_person() == viewer
    return LessonGuide(lesson, [translate(lesson) for lesson in table.game.lessons], waits)
