"""What a guided table explains, and what of it each seat has read."""

from collections.abc import Collection

from ridotto.engine.lesson import Lesson, View


class Teaching:
    """All lessons of a table; one that explains nothing has none."""

    def __init__(self, lessons: Collection[Lesson], players: int) -> None:
        # What everybody knows is told first: so whether the table rests never depends on a secret lesson before it.
        self.lessons = {lesson.id: lesson for lesson in sorted(lessons, key=lambda lesson: lesson.secret)}
        self.learned: list[set[str]] = [set() for _ in range(players)]
        self.restarts = [0] * players  # how often each seat wanted to be told everything again

    def learn(self, seat: int, lessons: Collection[str]) -> None:
        """A seat has read these. Logs may name some that nobody teaches any more."""
        self.learned[seat].update(self.lessons.keys() & lessons)

    def start_again(self, seat: int) -> None:
        self.learned[seat].clear()
        self.restarts[seat] += 1

    def due(self, seat: int, view: View) -> tuple[Lesson, ...]:
        """What comes up in this view, and has not been read."""
        return tuple(lesson for lesson in self.unread(seat) if lesson.when(view))

    def unread(self, seat: int) -> list[Lesson]:
        """In the order in which it is told."""
        return [lesson for id, lesson in self.lessons.items() if id not in self.learned[seat]]
