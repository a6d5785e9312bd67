"""What everybody may know about a table besides the match: chairs, chat, settings, result."""

from typing import Literal

from msgspec import Struct

from ridotto.house.store.protocol import Phase
from ridotto.house.tables.events import Audience, ClockRules, Tempo


class ChairInfo(Struct, frozen=True):
    """A chair and who sits there. A running clock has `ends`, a stopped one has `left`."""

    seat: int
    kind: str  # "free", "person" or "bot"
    name: str
    mask: str
    level: str  # of the bot that plays here, also for an absent person
    away: bool
    resigned: bool
    abandons: bool  # proposes to end the match early
    insists: bool = False  # wants to be asked even if a move is automatic
    left: int | None = None
    ends: int | None = None


ChatNews = Literal["", "left", "returned", "offered", "given", "patience"]


class ChatLine(Struct, frozen=True):
    """A line of the chat by a seat, or (-1) by a spectator, who has a number among those who chat.

    Lines of the house have an `event` and no text. `left`: a bot plays for this seat. `returned`: its person is back.
    `offered`: the chair can be taken by a link. `given`: somebody took it. `patience`: how long the table waits from
    now on; the text is the number of seconds, if any.
    """

    seat: int
    name: str
    text: str
    at: int
    spectator: int = 0
    event: ChatNews = ""


class MatchResult(Struct, frozen=True):
    scores: list[int]
    places: list[int]


class TableInfo(Struct, frozen=True):
    """What everybody may know about a table besides the match itself."""

    id: str
    game: str
    title: str
    rules: int
    players: int
    options: dict[str, str]
    phase: Phase
    listed: bool
    watch: Audience
    clock: ClockRules | None
    patience: int | None
    hints: bool
    guided: bool
    chairs: list[ChairInfo]
    chat: list[ChatLine]  # the last lines
    commitment: str  # the hash of the seed, known from the start: the house cannot change the deal
    result: MatchResult | None
    rematch: str  # the table of the next match
    seed: str  # after the match: everything random follows from it
    ended: int | None = None  # when the match ended
    paused: bool = False  # everybody has left: the match continues when somebody returns
    tempo: Tempo = "normal"  # of the bots
    talk: Audience = "players"  # who may chat
    resting: bool = False  # the only person is reading a lesson: bots and clocks wait
    said: int = 0  # lines of `chat` so far, dropped ones included
    digest: str = ""

    @property
    def winners(self) -> list[ChairInfo]:
        """The chairs in first place."""
        return [chair for chair in self.chairs if self.result and self.result.places[chair.seat] == 1]
