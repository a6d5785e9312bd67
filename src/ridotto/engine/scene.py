"""Scenes: the table as one viewer sees it, as data, complete for drawing in a browser or a terminal.

Texts are messages. The id of a piece is computed from the face that this viewer sees; a piece with a hidden face has an
id made from its place, so that ids reveal nothing.
"""

from typing import Literal

from msgspec import Struct

from ridotto.engine.message import Message

ZoneKind = Literal["row", "fan", "stack", "grid", "pool"]
Tint = Literal[
    "", "purple", "green", "pink", "orange", "teal", "red", "blue", "yellow", "gold", "grey", "brown", "dark", "water"
]  # fmt: skip


class SeatName(Struct, frozen=True, gc=False):
    """A seat as an argument of a message. The name of the player is inserted when the message is shown."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat}"


class Piece(Struct, frozen=True, gc=False):
    """A card, tile or figure on the table."""

    id: str
    art: str  # the name of its drawing: "rat", "potion", "back"
    name: Message  # its accessible name: "rat 8"
    text: str = ""  # printed in its corner: "8"
    label: Message | None = None  # printed on it where there is no drawing: "rat"
    sign: str = ""  # one character for its kind, for people and terminals without colours
    tint: Tint = ""
    at: str = ""  # its place in the zone: on a grid, column and row, "c4"
    on: str = ""  # the id of the piece that it lies on
    owner: int | None = None
    lit: bool = False  # can it be used now?
    move: str = ""  # the move of tapping it, legal or not: an illegal one is answered with the reason
    source: str = ""  # where it comes from when it is new: the id of a zone, a piece, or the plate of a seat, "plate-2"
    sink: str = ""  # where it goes to when it leaves
    marks: tuple[Message, ...] = ()  # remarks: "trump", "wins at the moment"


class Counter(Struct, frozen=True, gc=False):
    """A labelled number: tricks won, points."""

    id: str
    name: Message
    value: int | str | Message  # a str is the same in every language
    icon: str = ""  # on the plate of a seat: the name of a drawing of the house, or of the game as "art:hat"


class Zone(Struct, frozen=True, gc=False):
    """A part of the table."""

    id: str
    kind: ZoneKind
    name: Message
    pieces: tuple[Piece, ...] = ()
    counters: tuple[Counter, ...] = ()
    columns: tuple[str, ...] = ()  # of a grid: the names of columns and rows, "c" and "4" for the place "c4"
    rows: tuple[str, ...] = ()
    note: Message | None = None
    folded: bool = False  # shown on request only
    quiet: bool = False  # unimportant now: may be shortened where space is short
    seat: int | None = None  # the seat that it lies in front of
    mute: bool = False  # purely visual: screen readers and terminals get the same from other elements


class Panel(Struct, frozen=True, gc=False):
    """The public facts about one seat."""

    seat: int
    counters: tuple[Counter, ...]
    marks: tuple[Message, ...] = ()  # "leads", "crystal ball"


class Action(Struct, frozen=True, gc=False):
    """Something that the viewer may do: press a button, or take a piece and perhaps put it somewhere."""

    move: str  # the canonical text
    name: Message
    take: str | None = None  # the id of the piece or zone to take; None: a button
    put: str | None = None  # the id of the place to put it; None: tapping `take` is enough
    clause: str = ""  # the clause of the rules behind it
    hints: tuple[Message, ...] = ()  # its effects
    confirm: Message | None = None  # a question to confirm an irreversible action
    then: tuple[str, ...] = ()  # further moves to make right after it, such as the rest of a path
    commit: Message | None = None  # the label of the button that confirms: "Let pawn 2 drown"; None: the name
    passes: bool = False  # does it do nothing but let others go on?


class SecondStep(Struct, frozen=True, gc=False):
    """The prompt after something was taken that is still to be put somewhere."""

    take: str
    prompt: Message
    notes: tuple[Message, ...] = ()


class Scene(Struct, frozen=True, gc=False):
    """The whole table for one viewer."""

    viewer: int
    prompt: Message
    waiting: tuple[int, ...]  # the seats that the table waits for, as far as this viewer may know
    zones: tuple[Zone, ...]
    panels: tuple[Panel, ...]
    actions: tuple[Action, ...] = ()
    notes: tuple[Message, ...] = ()  # remarks on the position: "the round may end now"
    clause: str = ""  # the clause of the rules behind the prompt
    steps: tuple[SecondStep, ...] = ()  # if there is only one thing to take, `prompt` is about it
