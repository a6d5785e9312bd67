"""Scenes: the table as one viewer sees it, as data. Browser and terminal draw them; nobody adds to them.

Words are messages. The id of a piece is computed from the face this viewer sees, else from its place.
"""

from typing import Literal

from msgspec import Struct

from ridotto.engine.message import Message

ZoneKind = Literal["row", "fan", "stack", "grid", "pool"]
Tint = Literal[
    "", "purple", "green", "pink", "orange", "teal", "red", "blue", "yellow", "gold", "grey", "brown", "dark", "water"
]  # fmt: skip


class Who(Struct, frozen=True, gc=False):
    """A seat inside a message; whoever draws the scene puts the name there."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat}"


class Piece(Struct, frozen=True, gc=False):
    """A card, tile or figure that lies somewhere."""

    id: str
    art: str  # which drawing: "rat", "potion", "back"
    name: Message  # what is said aloud: "rat 8"
    text: str = ""  # what stands in its corner: "8"
    label: Message | None = None  # what stands on it where there is no drawing: "rat"
    sign: str = ""  # one character that tells its kind without colours
    tint: Tint = ""
    at: str = ""  # its place in the zone: "c4" on a grid, column and row
    on: str = ""  # the piece it lies on
    owner: int | None = None
    lit: bool = False  # something can be done with it now
    move: str = ""  # what taking it would be, allowed or not: whoever tries is told why not
    source: str = ""  # when it is new here, where it comes from: a zone, a piece, or the plate of a seat, "plate-2"
    sink: str = ""  # and when it is gone, where to
    marks: tuple[Message, ...] = ()  # remarks on it: "trump", "wins at the moment"


class Counter(Struct, frozen=True, gc=False):
    """A number with a meaning: tricks won, points."""

    id: str
    name: Message
    value: int | str | Message  # a text: signs that are the same in every language
    icon: str = ""  # the sign it has on a plate: a drawing of the house, or "art:hat", one of the game


class Zone(Struct, frozen=True, gc=False):
    """A part of the table."""

    id: str
    kind: ZoneKind
    name: Message
    pieces: tuple[Piece, ...] = ()
    counters: tuple[Counter, ...] = ()
    columns: tuple[str, ...] = ()  # the names of a grid's columns and rows: "c" and "4" meet at "c4"
    rows: tuple[str, ...] = ()
    note: Message | None = None
    folded: bool = False  # shown only when somebody asks for it
    quiet: bool = False  # of little weight at the moment: where room is short, a few words will do
    seat: int | None = None  # before whom it lies
    mute: bool = False  # drawn only: words say the same elsewhere


class Panel(Struct, frozen=True, gc=False):
    """What lies openly before one seat."""

    seat: int
    counters: tuple[Counter, ...]
    marks: tuple[Message, ...] = ()  # "leads", "crystal ball"


class Action(Struct, frozen=True, gc=False):
    """Something the viewer may do: a button, or a piece taken and put somewhere."""

    move: str  # the canonical text
    name: Message
    take: str | None = None  # the piece or zone picked up
    put: str | None = None  # where it goes; None: one click on `take` is enough
    clause: str = ""  # the rule behind it
    hints: tuple[Message, ...] = ()  # what it would bring
    confirm: Message | None = None  # the question to ask once more: there is no way back
    then: tuple[str, ...] = ()  # the moves to make after it, one after the other: a way all at once
    commit: Message | None = None  # what the button says that makes it for good: "Let pawn 2 drown"; else its name
    passes: bool = False  # it does nothing, and lets the others go on


class Step(Struct, frozen=True, gc=False):
    """What is asked once something is taken that is still to be put somewhere."""

    take: str
    prompt: Message
    notes: tuple[Message, ...] = ()


class Scene(Struct, frozen=True, gc=False):
    viewer: int
    prompt: Message
    waiting: tuple[int, ...]  # the seats the table waits for, as far as this viewer may know
    zones: tuple[Zone, ...]
    panels: tuple[Panel, ...]
    actions: tuple[Action, ...] = ()
    notes: tuple[Message, ...] = ()  # what one should know about the position: "the round may end now"
    clause: str = ""  # the rule that the prompt rests on
    steps: tuple[Step, ...] = ()  # the second steps of actions; of the only thing to take, the prompt speaks itself
