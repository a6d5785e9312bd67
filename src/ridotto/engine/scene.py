"""Scenes: the table as one viewer sees it, as data, complete for drawing in a browser or a terminal.

The scene of a spectator is what everybody sees; `own_scene` adds what one seat sees besides. Nothing public is drawn
anew for a seat: what can be used now follows from its actions.

Scenes are generic in their words: games make them of messages, `in_language` turns these into text. The id of a piece
is computed from the face that this viewer sees; a piece with a hidden face has an id made from its place, so that ids
reveal nothing.
"""

from typing import TYPE_CHECKING, Generic, Literal

from msgspec import Struct

from ridotto.engine.message import Message

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    W = TypeVar("W", default=Message)
else:
    from typing import TypeVar

    W = TypeVar("W")

ZoneKind = Literal["row", "fan", "stack", "grid", "pool"]
Tint = Literal[
    "", "purple", "green", "pink", "orange", "teal", "red", "blue", "yellow", "gold", "grey", "brown", "dark", "water"
]  # fmt: skip


class SeatName(Struct, frozen=True, gc=False):
    """A seat as an argument of a message. The name of the player is inserted when the message is shown."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat}"


class Piece(Struct, Generic[W], frozen=True, gc=False, omit_defaults=True):
    """A card, tile or figure on the table."""

    id: str
    art: str  # the name of its drawing: "rat", "potion", "back"
    name: W  # its accessible name: "rat 8"
    text: str = ""  # printed in its corner: "8"
    label: W | None = None  # printed on it where there is no drawing: "rat"
    sign: str = ""  # one character for its kind, for people and terminals without colours
    tint: Tint = ""
    at: str = ""  # its place in the zone: on a grid, column and row, "c4"
    on: str = ""  # the id of the piece that it lies on
    owner: int | None = None
    lit: bool = False  # can it be used now?
    move: str = ""  # the move of tapping it, legal or not: an illegal one is answered with the reason
    source: str = ""  # where it comes from when it is new: the id of a zone, a piece, or the plate of a seat, "plate-2"
    sink: str = ""  # where it goes to when it leaves
    marks: tuple[W, ...] = ()  # remarks: "trump", "wins at the moment"


class Counter(Struct, Generic[W], frozen=True, gc=False, omit_defaults=True):
    """A labelled number: tricks won, points."""

    id: str
    name: W
    value: int | str | W  # a str is the same in every language
    icon: str = ""  # on the plate of a seat: the name of a drawing of the house, or of the game as "art:hat"


class Zone(Struct, Generic[W], frozen=True, gc=False, omit_defaults=True):
    """A part of the table."""

    id: str
    kind: ZoneKind
    name: W
    pieces: tuple[Piece[W], ...] = ()
    counters: tuple[Counter[W], ...] = ()
    columns: tuple[str, ...] = ()  # of a grid: the names of columns and rows, "c" and "4" for the place "c4"
    rows: tuple[str, ...] = ()
    note: W | None = None
    folded: bool = False  # shown on request only
    quiet: bool = False  # unimportant now: may be shortened where space is short
    seat: int | None = None  # the seat that it lies in front of
    mute: bool = False  # purely visual: screen readers and terminals get the same from other elements


class Panel(Struct, Generic[W], frozen=True, gc=False, omit_defaults=True):
    """The public facts about one seat."""

    seat: int
    counters: tuple[Counter[W], ...]
    marks: tuple[W, ...] = ()  # "leads", "crystal ball"


class Action(Struct, Generic[W], frozen=True, gc=False, omit_defaults=True):
    """Something that the viewer may do: press a button, or take a piece and perhaps put it somewhere."""

    move: str  # the canonical text
    name: W
    take: str | None = None  # the id of the piece or zone to take; None: a button
    put: str | None = None  # the id of the place to put it; None: tapping `take` is enough
    clause: str = ""  # the clause of the rules behind it
    hints: tuple[W, ...] = ()  # its effects
    confirm: W | None = None  # a question to confirm an irreversible action
    then: tuple[str, ...] = ()  # further moves to make right after it, such as the rest of a path
    commit: W | None = None  # the label of the button that confirms: "Let pawn 2 drown"; None: the name
    passes: bool = False  # does it do nothing but let others go on?


class SecondStep(Struct, Generic[W], frozen=True, gc=False, omit_defaults=True):
    """The prompt after something was taken that is still to be put somewhere."""

    take: str
    prompt: W
    notes: tuple[W, ...] = ()


class Scene(Struct, Generic[W], frozen=True, gc=False, omit_defaults=True):
    """The whole table for one viewer."""

    viewer: int
    prompt: W
    waiting: tuple[int, ...]  # the seats that the table waits for, as far as this viewer may know
    zones: tuple[Zone[W], ...]
    panels: tuple[Panel[W], ...]
    actions: tuple[Action[W], ...] = ()
    notes: tuple[W, ...] = ()  # remarks on the position: "the round may end now"
    clause: str = ""  # the clause of the rules behind the prompt
    steps: tuple[SecondStep[W], ...] = ()  # if there is only one thing to take, `prompt` is about it


class OwnScene(Struct, Generic[W], frozen=True, gc=False, omit_defaults=True):
    """What one seat sees besides what everybody sees. What is None is the same for everybody."""

    viewer: int
    zones: tuple[Zone[W], ...] = ()  # further zones, and those that look different to this seat
    without: tuple[str, ...] = ()  # the ids of public zones that this seat does not need
    panels: tuple[Panel[W], ...] = ()  # those that look different to this seat
    actions: tuple[Action[W], ...] = ()
    steps: tuple[SecondStep[W], ...] = ()
    prompt: W | None = None
    clause: str | None = None  # the clause of the rules behind the prompt
    waiting: tuple[int, ...] | None = None
    notes: tuple[W, ...] | None = None


def add_own_scene(public: Scene[W], own: OwnScene[W]) -> Scene[W]:
    """The scene of a seat. A zone or panel of its own takes the place of the public one with the same id."""
    shown = (zone for zone in public.zones if zone.id not in own.without)
    zones = {zone.id: zone for zone in shown} | {zone.id: zone for zone in own.zones}
    panels = {panel.seat: panel for panel in public.panels} | {panel.seat: panel for panel in own.panels}
    return Scene(
        own.viewer,
        public.prompt if own.prompt is None else own.prompt,
        public.waiting if own.waiting is None else own.waiting,
        tuple(zones.values()),
        tuple(panels.values()),
        own.actions,
        public.notes if own.notes is None else own.notes,
        public.clause if own.clause is None else own.clause,
        own.steps,
    )
