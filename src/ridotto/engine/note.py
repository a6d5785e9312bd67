"""Notes: what the rules tell the seats and spectators while a move is carried out."""

from typing import NamedTuple

import cython

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc
else:
    EVERYBODY = -1  # an audience: all seats and all spectators
    SPECTATOR = -1  # a viewer without a seat
    UNSEEN = -1  # what a viewer observes of a move that is still hidden
    NOTE_WIDTH = 5


class Note(NamedTuple):
    """One event in a game. The kinds, and the meaning of `a`, `b` and `c`, are defined by the game.

    Attributes:
        audience: The seats that are told, as bits, or `EVERYBODY` (-1).
        kind: What happened.
    """

    audience: int
    kind: int
    a: int = 0
    b: int = 0
    c: int = 0

    def heard_by(self, viewer: int) -> bool:
        """Is this seat, or a spectator (-1), told?"""
        return self.audience == -1 or (viewer >= 0 and bool(self.audience >> viewer & 1))


class Notes:
    """The recorded notes of a state, and the seats whose decisions the last move made final (`seals`)."""

    def __init__(self):
        self.count = 0
        self.seals = 0
        if not cython.compiled:
            self.values = []

    def add(self, audience, kind, a, b, c):
        if not cython.compiled:
            self.values[NOTE_WIDTH * self.count :] = [0] * NOTE_WIDTH
        elif self.count == self.capacity:
            self.capacity = 2 * self.capacity + 16
            self.values = cython.cast(
                cython.p_int, realloc(self.values, self.capacity * NOTE_WIDTH * cython.sizeof(cython.int))
            )
        at = self.count * NOTE_WIDTH
        self.values[at] = audience
        self.values[at + 1] = kind
        self.values[at + 2] = a
        self.values[at + 3] = b
        self.values[at + 4] = c
        self.count += 1

    def take(self) -> list[Note]:
        """Remove and return all notes, oldest first."""
        notes = [Note(*[self.values[NOTE_WIDTH * i + k] for k in range(NOTE_WIDTH)]) for i in range(self.count)]
        self.count = 0
        return notes

    if cython.compiled:

        def __dealloc__(self):
            free(self.values)
