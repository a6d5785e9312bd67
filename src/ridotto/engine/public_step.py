"""A public step of a match: what everybody was told with one decision. Figures are computed from these alone."""

from typing import NamedTuple

from ridotto.engine.note import Note


class PublicStep(NamedTuple):
    """What everybody was told with one decision, and the points of all seats after it."""

    notes: tuple[Note, ...]
    scores: tuple[int, ...]
