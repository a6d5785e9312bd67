"""Lessons of a guided table, as its page tells them."""

from dataclasses import dataclass

from ridotto.engine.lesson import Lesson
from ridotto.words import Translator


@dataclass(frozen=True, slots=True)
class LessonTold:
    """A lesson in the visitor's language; `spot` is the id of what it speaks of."""

    id: str
    title: str
    text: str
    clause: str
    spot: str


def lesson_told(lesson: Lesson, viewer: int, words: Translator) -> LessonTold:
    spot = lesson.spot.format(me=viewer)
    return LessonTold(lesson.id, words.say(lesson.title), words.say(lesson.text), lesson.clause, spot)
