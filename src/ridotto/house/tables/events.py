"""The events of a table's log. A table is the result of its events and of nothing else.

Events are stored as JSON: renamed classes and fields keep their tags and wire names. Never show the number of an event
to anybody: it would count secret steps.
"""

from typing import Any, Literal

from msgspec import Struct, field, json

from ridotto.engine.match import seed_commitment

VERSION = 1  # of this format

Audience = Literal["anyone", "players"]
Decider = Literal["", "bot", "clock", "house"]
Tempo = Literal["quick", "normal", "slow"]


class ClockRules(Struct, frozen=True):
    """Thinking time per seat: seconds for the whole game, and an increment per turn."""

    seconds: int
    increment: int = 0


class PersonSeated(Struct, frozen=True, tag="sat"):
    """A person took a seat."""

    seat: int
    name: str
    mask: str
    key_hash: str = field(name="lock")


class BotSeated(Struct, frozen=True, tag="placed"):
    """The host put a bot on a seat."""

    seat: int
    level: str


class Opened(Struct, frozen=True, tag="opened"):
    """The table was opened: the first event of every log."""

    version: int
    game: str
    rules: int
    players: int
    options: dict[str, str]
    seed: str  # 64 hexadecimal digits, secret until the match is over
    host_key_hash: str = field(name="host")
    listed: bool
    watch: Audience
    clock: ClockRules | None
    patience: int | None  # seconds until a bot plays for an absent person; None: never. The host may change it
    hints: bool
    seated: list[PersonSeated | BotSeated] = []  # who sits there from the beginning
    after: str = ""  # the table this is a rematch of: then every player has the rights of the host
    start: dict[str, Any] | None = None  # a snapshot to start from instead of a deal
    guided: bool = False  # with lessons for players who are new to the game
    tempo: Tempo = "normal"  # of the bots
    talk: Audience = "players"  # who may chat

    @property
    def commitment(self) -> str:
        return seed_commitment(int(self.seed, 16))


class SeatFreed(Struct, frozen=True, tag="stood"):
    """A seat became free again before the match."""

    seat: int


class Started(Struct, frozen=True, tag="started"):
    """The match started."""


class Closed(Struct, frozen=True, tag="closed"):
    """The host closed the table before the match, or the house ended a match that was paused for weeks."""


class Paused(Struct, frozen=True, tag="paused"):
    """Everybody has left: bots and clocks stop until somebody returns."""


class Resumed(Struct, frozen=True, tag="resumed"):
    """Somebody returned to a paused table."""


class Moved(Struct, frozen=True, tag="moved"):
    """A seat decided; `by` says who decided instead of the person."""

    seat: int
    move: str
    id: str
    by: Decider = ""


class Undone(Struct, frozen=True, tag="undone"):
    """A seat took back its last move."""

    seat: int
    id: str


class SeatLeft(Struct, frozen=True, tag="left"):
    """A person was away too long: a bot of this level plays until they return."""

    seat: int
    level: str


class Returned(Struct, frozen=True, tag="returned"):
    """An absent person returned to their seat."""

    seat: int


class Resigned(Struct, frozen=True, tag="resigned"):
    """A person gave up their seat; a bot plays it to the end."""

    seat: int
    level: str


class AbandonProposed(Struct, frozen=True, tag="abandoned"):
    """A person proposed to end the match early, or withdrew it. Once all people propose it, the match is over."""

    seat: int
    wants: bool = True


class Said(Struct, frozen=True, tag="said"):
    """A player chatted."""

    seat: int
    text: str
    id: str


class RematchOpened(Struct, frozen=True, tag="again"):
    """The rematch takes place at another table."""

    table: str


class SettingsChanged(Struct, frozen=True, tag="changed"):
    """The host changed settings of the table; None: unchanged."""

    tempo: Tempo | None = None
    talk: Audience | None = None


class Remarked(Struct, frozen=True, tag="remarked"):
    """A spectator chatted. The key identifies the spectator."""

    name: str
    text: str
    id: str
    key_hash: str = field(name="lock")


class MovedTogether(Struct, frozen=True, tag="together"):
    """Several moves that are shown at once: a move with the automatic moves after it, or the answers of a window."""

    moves: list[Moved]


# The trail of a viewer contains the `repr` of the next three events: keep their names and fields, or revisions change.


class Answered(Struct, frozen=True, tag="answered"):
    """A seat answered in a window, or changed its answer, which takes effect when the window closes.

    The next seat may also choose its following move: that counts as a pass.
    """

    seat: int
    move: str
    id: str


class Insisted(Struct, frozen=True, tag="insisted"):
    """A person wants to be asked even if their move is automatic, or no longer."""

    seat: int
    wants: bool


class Ordered(Struct, frozen=True, tag="ordered"):
    """A person gave a secret standing order; an empty one revokes it."""

    seat: int
    order: str
    number: int = 0


class LessonsRead(Struct, frozen=True, tag="learned"):
    """A person read these lessons of a guided table; an empty list: show all lessons again."""

    seat: int
    lessons: list[str]


class PatienceChanged(Struct, frozen=True, tag="waited"):
    """The host changed how long the table waits for absent people."""

    patience: int | None  # as in `Opened`


class ChairOffered(Struct, frozen=True, tag="offered"):
    """The host offered the chair of an absent person by a link; a bot of this level plays until it is taken."""

    seat: int
    key_hash: str = field(name="lock")  # of the link's key
    level: str


class ChairTaken(Struct, frozen=True, tag="given"):
    """A person took a chair that was offered. Its old key is no longer valid."""

    seat: int
    key_hash: str = field(name="lock")  # of the new key


Event = (
    Opened
    | PersonSeated
    | BotSeated
    | SeatFreed
    | Started
    | Closed
    | Paused
    | Resumed
    | Moved
    | Undone
    | SeatLeft
    | Returned
    | Resigned
    | AbandonProposed
    | Said
    | RematchOpened
    | SettingsChanged
    | Remarked
    | MovedTogether
    | Answered
    | Insisted
    | Ordered
    | LessonsRead
    | PatienceChanged
    | ChairOffered
    | ChairTaken
)


def moves_of(event: Event) -> list[Moved]:
    """The moves of an event."""
    if isinstance(event, MovedTogether):
        return event.moves
    return [event] if isinstance(event, Moved) else []


def requests_of(event: Event) -> "list[Moved | Undone | Said]":
    """What players did by this event under an id of their own. An answer that waits for its window counts as a move."""
    if isinstance(event, Answered):
        return [Moved(event.seat, event.move, event.id)]
    done = [event] if isinstance(event, (Undone, Said)) else moves_of(event)
    return [one for one in done if one.id]


encode = json.Encoder().encode
decode = json.Decoder(Event).decode
