"""A moment of a match: what everybody was told with one decision. Figures are computed from moments alone."""

from typing import NamedTuple

from ridotto.engine.note import Note


class Moment(NamedTuple):
    """What everybody was told with one decision, and the points of all seats after it."""

    notes: tuple[Note, ...]
    scores: tuple[int, ...]
