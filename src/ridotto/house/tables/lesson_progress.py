"""Which lessons of a guided table each seat has read."""

from collections.abc import Collection
from typing import Any

from ridotto.engine.lesson import Lesson
from ridotto.engine.view import View


class LessonProgress:
    """All lessons of a table, and what each seat has read. Tables that are not guided have no lessons."""

    def __init__(self, lessons: Collection[Lesson], players: int) -> None:
        # Public lessons first: otherwise an unread secret lesson would decide whether the table rests.
        self.lessons = {lesson.id: lesson for lesson in sorted(lessons, key=lambda lesson: lesson.secret)}
        self.learned: list[set[str]] = [set() for _ in range(players)]
        self.restarts = [0] * players  # how often each seat asked for all lessons again

    def mark_read(self, seat: int, lessons: Collection[str]) -> None:
        """Ignores unknown lessons: old logs may name lessons that no longer exist."""
        self.learned[seat].update(self.lessons.keys() & lessons)

    def start_again(self, seat: int) -> None:
        """All lessons are unread again."""
        self.learned[seat].clear()
        self.restarts[seat] += 1

    def due(self, seat: int, view: View[Any, Any]) -> tuple[Lesson, ...]:
        """Unread lessons that apply to this view, in their order."""
        return tuple(lesson for lesson in self.unread(seat) if lesson.when(view))

    def unread(self, seat: int) -> list[Lesson]:
        """Unread lessons in their order."""
        return [lesson for id, lesson in self.lessons.items() if id not in self.learned[seat]]
