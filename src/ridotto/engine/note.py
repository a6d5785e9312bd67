"""Notes: what the rules tell the table while a move is carried out."""

from typing import NamedTuple

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc
else:
    EVERYBODY = -1  # an audience: all seats and all spectators
    SPECTATOR = -1  # a viewer who holds no seat
    UNSEEN = -1  # what a viewer sees of a move that does not show yet
    WIDTH = 5


class Note(NamedTuple):
    """One thing that happened, in small numbers whose meaning the game's `kind` fixes."""

    audience: int
    kind: int
    a: int = 0
    b: int = 0
    c: int = 0

    def heard_by(self, viewer: int) -> bool:
        """Does this seat, or a spectator (-1), get to know it?"""
        return self.audience == -1 or (viewer >= 0 and bool(self.audience >> viewer & 1))


class Notes:
    """What one state tells: notes, and the seats whose decisions became final. Search goes without."""

    def __init__(self):
        self.count = 0
        self.seals = 0
        if not cython.compiled:
            self.told = []

    def add(self, audience, kind, a, b, c):
        if not cython.compiled:
            self.told[WIDTH * self.count :] = [0] * WIDTH
        elif self.count == self.room:
            self.room = 2 * self.room + 16
            self.told = cython.cast(cython.p_int, realloc(self.told, self.room * WIDTH * cython.sizeof(cython.int)))
        at = self.count * WIDTH
        self.told[at] = audience
        self.told[at + 1] = kind
        self.told[at + 2] = a
        self.told[at + 3] = b
        self.told[at + 4] = c
        self.count += 1

    def take(self) -> list[Note]:
        """All notes since the last time, oldest first."""
        notes = [Note(*[self.told[WIDTH * i + k] for k in range(WIDTH)]) for i in range(self.count)]
        self.count = 0
        return notes

    if cython.compiled:

        def __dealloc__(self):
            free(self.told)
