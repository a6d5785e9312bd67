"""Scenes: the table as one viewer sees it, as data. Browser and terminal draw them; nobody adds to them.

Words are messages. The id of a piece is computed from the face this viewer sees, else from its place.
"""

from dataclasses import dataclass
from typing import Literal

from ridotto.engine.message import Message

ZoneKind = Literal["row", "fan", "stack", "grid", "pool"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A card, tile or figure that lies somewhere."""

    id: str
    art: str  # which drawing: "rat", "potion", "back"
    name: Message  # what is said aloud: "Rat 8"
    text: str = ""  # what stands in its corner: "8"
    at: str = ""  # its place in the zone: "c4" on a grid
    owner: int | None = None
    lit: bool = False  # something can be done with it now
    mark: Message | None = None  # a remark on it: "wins at the moment"


@dataclass(frozen=True, slots=True)
class Counter:
    """A number with a meaning: tricks won, points."""

    id: str
    name: Message
    value: int | Message


@dataclass(frozen=True, slots=True)
class Zone:
    """A part of the table."""

    id: str
    kind: ZoneKind
    name: Message
    pieces: tuple[Piece, ...] = ()
    counters: tuple[Counter, ...] = ()
    columns: int = 0
    rows: int = 0
    note: Message | None = None


@dataclass(frozen=True, slots=True)
class Panel:
    """What lies openly before one seat."""

    seat: int
    counters: tuple[Counter, ...]
    marks: tuple[Message, ...] = ()  # "leads", "crystal ball"


@dataclass(frozen=True, slots=True)
class Action:
    """Something the viewer may do: a button, or a piece taken and put somewhere."""

    move: str  # the canonical text
    name: Message
    take: str | None = None  # the piece or zone picked up
    put: str | None = None  # where it goes; None: one click on `take` is enough
    clause: str = ""  # the rule behind it


@dataclass(frozen=True, slots=True)
class Scene:
    viewer: int
    prompt: Message
    waiting: tuple[int, ...]  # the seats the table waits for, as far as this viewer may know
    zones: tuple[Zone, ...]
    panels: tuple[Panel, ...]
    actions: tuple[Action, ...] = ()
