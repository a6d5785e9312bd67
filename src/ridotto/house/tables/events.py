"""The log of a table: all that was ever decided there, entry by entry. A table is what follows from its log.

Entries are kept as JSON. Their numbers are the business of the store: nobody is shown one, it would count secret steps.
"""

from typing import Any, Literal

from msgspec import Struct, json

from ridotto.engine.match import commitment

VERSION = 1  # of this format

Watch = Literal["anyone", "players"]
By = Literal["", "bot", "clock", "house"]
Tempo = Literal["quick", "normal", "slow"]


class ClockRules(Struct, frozen=True):
    """So many seconds for the whole game, and so many more with every turn."""

    seconds: int
    increment: int = 0


class Sat(Struct, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: int
    name: str
    mask: str
    lock: str  # of the key of this seat


class Placed(Struct, frozen=True, tag="placed"):
    """The host put a bot on a seat."""

    seat: int
    level: str


class Opened(Struct, frozen=True, tag="opened"):
    """Somebody opened a table: the first entry of every log."""

    version: int
    game: str
    rules: int
    players: int
    options: dict[str, str]
    seed: str  # 64 hexadecimal digits, secret until the end
    host: str  # the lock of the host's key
    listed: bool
    watch: Watch
    clock: ClockRules | None
    patience: int | None  # seconds after which a bot plays for whoever is away; None: never. The host may change it
    hints: bool
    seated: list[Sat | Placed] = []  # who sits there from the beginning
    after: str = ""  # the table this is a rematch of: then everybody who sits here may do what the host may
    start: dict[str, Any] | None = None  # a snapshot, where the match does not begin with a deal
    guided: bool = False  # is somebody here who plays the game for the first time?
    tempo: Tempo = "normal"  # of the bots
    talk: Watch = "players"  # who may say something

    @property
    def commitment(self) -> str:
        return commitment(int(self.seed, 16))


class Stood(Struct, frozen=True, tag="stood"):
    """A seat became free again, before the match began."""

    seat: int


class Started(Struct, frozen=True, tag="started"):
    """The match began."""


class Closed(Struct, frozen=True, tag="closed"):
    """The host closed the table before the match began, or the house broke off a match that was paused for weeks."""


class Paused(Struct, frozen=True, tag="paused"):
    """Everybody has left: bots and clocks stand still until somebody is back."""


class Resumed(Struct, frozen=True, tag="resumed"):
    """Somebody is back at a table that was paused."""


class Moved(Struct, frozen=True, tag="moved"):
    """A seat decided; `by` says who did it, where it was not the person."""

    seat: int
    move: str
    id: str
    by: By = ""


class Undone(Struct, frozen=True, tag="undone"):
    """A seat took back its last move."""

    seat: int
    id: str


class Left(Struct, frozen=True, tag="left"):
    """A person has been away too long: a bot of this level plays until they are back."""

    seat: int
    level: str


class Returned(Struct, frozen=True, tag="returned"):
    """The person is back."""

    seat: int


class Resigned(Struct, frozen=True, tag="resigned"):
    """A person gave the seat up; a bot plays on to the end."""

    seat: int
    level: str


class Abandoned(Struct, frozen=True, tag="abandoned"):
    """A person wants to break off the match, or no longer; when all people do, it is over without a result."""

    seat: int
    wants: bool = True


class Said(Struct, frozen=True, tag="said"):
    """Somebody at the table said something."""

    seat: int
    text: str
    id: str


class Again(Struct, frozen=True, tag="again"):
    """The rematch takes place at another table."""

    table: str


class Changed(Struct, frozen=True, tag="changed"):
    """The host changed how the table is kept; what is None stays as it is."""

    tempo: Tempo | None = None
    talk: Watch | None = None


class Remarked(Struct, frozen=True, tag="remarked"):
    """Somebody who looks on said something."""

    name: str
    text: str
    id: str
    lock: str  # of the key by which this spectator is known again


class Together(Struct, frozen=True, tag="together"):
    """Several moves that are seen as one: those that follow without a question, or answers whose time has come."""

    moves: list[Moved]


class Answered(Struct, frozen=True, tag="answered"):
    """A seat has answered in a window, or changed its answer; it takes effect when the window has had its time.

    Whoever is next may choose a move for then: that is a pass.
    """

    seat: int
    move: str
    id: str


class Insisted(Struct, frozen=True, tag="insisted"):
    """A person wants to be asked everything, also what is obvious; or no longer."""

    seat: int
    wants: bool


class Ordered(Struct, frozen=True, tag="ordered"):
    """A person gave a standing order, which nobody else is told of; an empty one revokes it."""

    seat: int
    order: str
    number: int = 0


class Learned(Struct, frozen=True, tag="learned"):
    """A person has read these lessons of a guided table; none at all: they are all to be told again."""

    seat: int
    lessons: list[str]


class Waited(Struct, frozen=True, tag="waited"):
    """The host changed how long the table waits for people."""

    patience: int | None  # as in `Opened`


class Offered(Struct, frozen=True, tag="offered"):
    """The host offers the chair of somebody who is away by a link; a bot of this level plays until it is taken."""

    seat: int
    lock: str  # of the link
    level: str


class Given(Struct, frozen=True, tag="given"):
    """Somebody has taken a chair that was offered: its old key fits no more."""

    seat: int
    lock: str  # of the new key


Event = (
    Opened
    | Sat
    | Placed
    | Stood
    | Started
    | Closed
    | Paused
    | Resumed
    | Moved
    | Undone
    | Left
    | Returned
    | Resigned
    | Abandoned
    | Said
    | Again
    | Changed
    | Remarked
    | Together
    | Answered
    | Insisted
    | Ordered
    | Learned
    | Waited
    | Offered
    | Given
)


def moves_of(entry: Event) -> list[Moved]:
    """The moves that an entry makes."""
    if isinstance(entry, Together):
        return entry.moves
    return [entry] if isinstance(entry, Moved) else []


def done_by(entry: Event) -> "list[Moved | Undone | Said]":
    """What somebody has done by an entry under an id of their own; an answer that waits for its time is a move."""
    if isinstance(entry, Answered):
        return [Moved(entry.seat, entry.move, entry.id)]
    done = [entry] if isinstance(entry, (Undone, Said)) else moves_of(entry)
    return [one for one in done if one.id]


encode = json.Encoder().encode
decode = json.Decoder(Event).decode
