"""Schemas of requests: a struct for every kind of body and query. The OpenAPI document is made from them."""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from ridotto.house.tables.events import Audience, Tempo
from ridotto.house.tables.new_table import NewTable
from ridotto.house.tables.reactions import Gesture

Id = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{8,64}$(?!\n)",
        description="Chosen by the sender, new for every request: a request sent again has no further effect.",
    ),
]
NewId = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{16,64}$(?!\n)",
        description="Chosen at random by the sender and kept secret: a key is derived from it.",
    ),
]
Seat = Annotated[int, Meta(ge=0, le=9)]
OwnSeat = Annotated[Seat | None, Meta(description="null: the only seat of these keys")]
Revision = Annotated[str, Meta(max_length=64, description="of the view on which the decision was made")]
Language = Annotated[Literal["en", "de", "it"] | None, Meta(description="of all texts; default: by Accept-Language")]


# Bodies


class RequestBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of a request."""


class EmptyBody(RequestBody, frozen=True, kw_only=True):
    """A body without fields."""


class OpenTable(NewTable, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Opens a table. With `start`, the match starts at once if no seat is free."""

    start: bool = False
    id: NewId


class OpenGuidedTable(RequestBody, frozen=True, kw_only=True):
    """Opens a table where a game is explained while it is played."""

    game: Annotated[str, Meta(max_length=40)]
    id: NewId


class SitDown(RequestBody, frozen=True, kw_only=True):
    """Takes a chair; without a seat, any free one."""

    name: Annotated[str, Meta(min_length=1)]
    mask: Annotated[str, Meta(max_length=40)]
    seat: Seat | None = None
    id: NewId


class PlaceBot(RequestBody, frozen=True, kw_only=True):
    seat: Seat
    level: Annotated[str, Meta(max_length=40)]


class FreeSeat(RequestBody, frozen=True, kw_only=True):
    seat: Seat


class StartMatch(RequestBody, frozen=True, kw_only=True):
    """Starts the match; bots of the level take the free seats."""

    level: Annotated[str, Meta(max_length=40)] | None = None


class Decide(RequestBody, frozen=True, kw_only=True):
    """A decision: a move that the scene offers, and the revision of the view with this scene."""

    seat: OwnSeat = None
    revision: Revision
    move: Annotated[str, Meta(max_length=100)]
    id: Id


class UndoMove(RequestBody, frozen=True, kw_only=True):
    seat: OwnSeat = None
    revision: Revision
    id: Id


class SendChatLine(RequestBody, frozen=True, kw_only=True):
    seat: OwnSeat = None
    text: Annotated[str, Meta(min_length=1)]
    id: Id


class SendRemark(RequestBody, frozen=True, kw_only=True):
    """A chat line of a spectator. A spectator who has chatted here before keeps their name."""

    name: str = ""
    text: Annotated[str, Meta(min_length=1)]
    id: NewId


class MakeGesture(RequestBody, frozen=True, kw_only=True):
    seat: OwnSeat = None
    gesture: Gesture


class ChangeSettings(RequestBody, frozen=True, kw_only=True):
    """Changes the settings of a table; those left out stay."""

    tempo: Annotated[Tempo | None, Meta(description="of the bots")] = None
    talk: Annotated[Audience | None, Meta(description="who may chat")] = None


class OwnSeatBody(RequestBody, frozen=True, kw_only=True):
    seat: OwnSeat = None


class MarkLessonRead(OwnSeatBody, frozen=True, kw_only=True):
    """Marks a lesson as read."""

    lesson: Annotated[
        str, Meta(max_length=40, description="its id; `all`: explain nothing more; `none`: explain everything again")
    ]


class OtherSeatBody(RequestBody, frozen=True, kw_only=True):
    """Names the seat of another person."""

    seat: Seat


class ChangePatience(RequestBody, frozen=True, kw_only=True):
    """Changes after how many seconds a bot plays for an absent person; null: never."""

    patience: int | None


class OfferChair(OtherSeatBody, frozen=True, kw_only=True):
    id: NewId


class TakeChair(RequestBody, frozen=True, kw_only=True):
    id: NewId


class ProposeAbandon(OwnSeatBody, frozen=True, kw_only=True):
    """Proposes to end the match early, or withdraws the proposal."""

    wants: bool = True


class Insist(OwnSeatBody, frozen=True, kw_only=True):
    """Asks to decide everything in person, even if a move is automatic, or stops asking. Everybody sees it."""

    wants: bool = True


class GiveOrder(OwnSeatBody, frozen=True, kw_only=True):
    """Gives a standing order of the game, or revokes it. Nobody else is told."""

    order: Annotated[str, Meta(max_length=40, description="its name; empty: revoke the current one")] = ""
    number: Annotated[int | None, Meta(description="of an order that has one; null: its default")] = None


# Queries: unknown parameters are ignored


class Query(Struct, frozen=True, kw_only=True):
    lang: Language = None


class NewTableQuery(Query, frozen=True, kw_only=True):
    game: Annotated[Annotated[str, Meta(max_length=40)] | None, Meta(description="null: the first game")] = None


class JoinQuery(Query, frozen=True, kw_only=True):
    table: Annotated[str, Meta(max_length=200, description="the code, link or id of a table")] = ""


class RulebookQuery(Query, frozen=True, kw_only=True):
    q: Annotated[str, Meta(max_length=100, description="words to search for")] = ""


class TableQuery(Query, frozen=True, kw_only=True):
    seat: Annotated[Annotated[int, Meta(ge=-1, le=9)] | None, Meta(description="the viewer; -1: a spectator")] = None
    awake: Annotated[bool, Meta(description="marks the holders of these keys as present")] = False
    called: Annotated[Seat | None, Meta(description="on a shared device: the seat that the curtain calls")] = None


class LogQuery(TableQuery, frozen=True, kw_only=True):
    before: Annotated[
        Annotated[int, Meta(ge=0, le=10**9)] | None, Meta(description="`first` of the part after the one asked for")
    ] = None


class StreamQuery(TableQuery, frozen=True, kw_only=True):
    form: Annotated[Literal["json", "html"], Meta(description="the form of the events' data")] = field(
        default="json", name="as"
    )
    after: Annotated[str, Meta(max_length=200, description="the id of the last event received")] = ""
    changes: Annotated[bool, Meta(description="after the first events, sends only what has changed")] = False
    happened: Annotated[
        Annotated[int, Meta(ge=0, le=10**9)] | None,
        Meta(description="sends what happened as data, after this number; null: does not"),
    ] = None
