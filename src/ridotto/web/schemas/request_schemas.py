"""What requests say: one struct for every kind of body and query. The OpenAPI document is made from them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from ridotto.house.tables.events import Tempo
from ridotto.house.tables.events import Watch as Whom
from ridotto.house.tables.new_table import NewTable
from ridotto.house.tables.reactions import Gesture

Id = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{8,64}$(?!\n)",
        description="Made up by whoever sends it, new for every deed: the same deed sent again is done once.",
    ),
]
NewId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{16,64}$(?!\n)",
        description="Made up at random by whoever sends it, and told to nobody: a key follows from it.",
    ),
]
Seat = Annotated[int, Meta(ge=0, le=9)]
OwnSeat = Annotated[Seat | None, Meta(description="null: the only seat these keys hold")]
Revision = Annotated[str, Meta(max_length=64, description="of the sight that was seen when deciding")]
Language = Annotated[Literal["en", "de", "it"] | None, Meta(description="of sentences; else as Accept-Language says")]


class Body(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What somebody sends."""


class Nothing(Body, frozen=True, kw_only=True):
    """Nothing needs to be said."""


class OpenTable(NewTable, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Opens a table; the match may start at once, if no guest is missing."""

    start: bool = False
    id: NewId


class Learn(Body, frozen=True, kw_only=True):
    """Plays a game for the first time."""

    game: Annotated[str, Meta(max_length=40)]
    id: NewId


class SitDown(Body, frozen=True, kw_only=True):
    """Takes a chair, or any that is free."""

    name: Annotated[str, Meta(min_length=1)]
    mask: Annotated[str, Meta(max_length=40)]
    seat: Seat | None = None
    id: NewId


class PlaceBot(Body, frozen=True, kw_only=True):
    seat: Seat
    level: Annotated[str, Meta(max_length=40)]


class FreeSeat(Body, frozen=True, kw_only=True):
    seat: Seat


class Begin(Body, frozen=True, kw_only=True):
    """Starts the match; bots of this level sit down where nobody does."""

    level: Annotated[str, Meta(max_length=40)] | None = None


class Decide(Body, frozen=True, kw_only=True):
    """A decision: one of the moves that the scene offers, by the revision that was seen."""

    seat: OwnSeat = None
    revision: Revision
    move: Annotated[str, Meta(max_length=100)]
    id: Id


class TakeBack(Body, frozen=True, kw_only=True):
    seat: OwnSeat = None
    revision: Revision
    id: Id


class Say(Body, frozen=True, kw_only=True):
    seat: OwnSeat = None
    text: Annotated[str, Meta(min_length=1)]
    id: Id


class Remark(Body, frozen=True, kw_only=True):
    """Something a spectator says; whoever has said something here before is called as then."""

    name: str = ""
    text: Annotated[str, Meta(min_length=1)]
    id: NewId


class React(Body, frozen=True, kw_only=True):
    seat: OwnSeat = None
    gesture: Gesture


class Change(Body, frozen=True, kw_only=True):
    """How a table is kept; what is not named stays as it is."""

    tempo: Annotated[Tempo | None, Meta(description="of the bots")] = None
    talk: Annotated[Whom | None, Meta(description="who may say something")] = None


class ForSeat(Body, frozen=True, kw_only=True):
    seat: OwnSeat = None


class Learned(ForSeat, frozen=True, kw_only=True):
    """Has read what was explained."""

    lesson: Annotated[
        str, Meta(max_length=40, description="its id; `all`: explain nothing more; `none`: explain everything again")
    ]


class AtSeat(Body, frozen=True, kw_only=True):
    """Something about somebody else."""

    seat: Seat


class Wait(Body, frozen=True, kw_only=True):
    """How many seconds the table waits until a bot plays for whoever is away; null: for ever."""

    patience: int | None


class OfferChair(AtSeat, frozen=True, kw_only=True):
    id: NewId


class TakeChair(Body, frozen=True, kw_only=True):
    id: NewId


class BreakOff(ForSeat, frozen=True, kw_only=True):
    """Proposes to break off the match, or would rather play on after all."""

    wants: bool = True


class Insist(ForSeat, frozen=True, kw_only=True):
    """Wants to be asked everything, also what is obvious; or no longer. Everybody sees it."""

    wants: bool = True


class GiveOrder(ForSeat, frozen=True, kw_only=True):
    """A standing order of the game, or none; nobody else is told."""

    order: Annotated[str, Meta(max_length=40, description="its name; empty: revokes the one before")] = ""
    number: Annotated[int | None, Meta(description="where the order needs one; null: the usual one")] = None


# Queries: what they do not know, they overlook


class Query(Struct, frozen=True, kw_only=True):
    lang: Language = None


class Choose(Query, frozen=True, kw_only=True):
    game: Annotated[Annotated[str, Meta(max_length=40)] | None, Meta(description="null: the first of the house")] = None


class Join(Query, frozen=True, kw_only=True):
    table: Annotated[str, Meta(max_length=200, description="the code of a table, its address or its name")] = ""


class Consult(Query, frozen=True, kw_only=True):
    q: Annotated[str, Meta(max_length=100, description="words to look for")] = ""


class Look(Query, frozen=True, kw_only=True):
    seat: Annotated[Annotated[int, Meta(ge=-1, le=9)] | None, Meta(description="whose sight; -1: a spectator's")] = None
    awake: Annotated[bool, Meta(description="a sign of life: whoever holds a key of this table is there")] = False
    called: Annotated[Seat | None, Meta(description="on a page for several hands: for whom the curtain opens")] = None


class ReadLog(Look, frozen=True, kw_only=True):
    before: Annotated[
        Annotated[int, Meta(ge=0, le=10**9)] | None, Meta(description="the `first` of the part that was read before")
    ] = None


class Watch(Look, frozen=True, kw_only=True):
    form: Annotated[Literal["json", "html"], Meta(description="how the table is told")] = field(
        default="json", name="as"
    )
    after: Annotated[str, Meta(max_length=200, description="the id of the last event that was seen")] = ""
