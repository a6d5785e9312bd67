"""What the template of a game's table works with: the translated view, the people around, and drawings."""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Self

from markupsafe import Markup

from ridotto.engine.scene import Action, Counter, Panel, Piece, Scene, Zone
from ridotto.engine.view import PublicView
from ridotto.house.people.presence import Presence
from ridotto.house.tables.table_info import ChairInfo, ChatLine, MatchResult, TableInfo
from ridotto.web.drawings import drawing, escaped, icon
from ridotto.web.schemas.response_schemas import LogLine, ViewResponse
from ridotto.web.tables.lesson_texts import LessonGuide
from ridotto.web.tables.page_parts import ListPart, PageRendering

MAX_CHAT_LINES_SHOWN = 60


@dataclass(frozen=True, slots=True)
class PersonAtTable:
    """For whom the table is rendered: the viewer, all seats whose keys they hold, and their role."""

    viewer: int
    seats: tuple[int, ...] = ()
    host: bool = False
    spectator_name: str = ""  # of a spectator who has chatted


@dataclass(frozen=True, kw_only=True)
class TableContext:
    """A table as one person sees it. All fields and public methods are variables of the game's template."""

    # What is shown
    info: TableInfo
    view: ViewResponse
    scene: Scene[str]
    public: PublicView  # what everybody may know: typed facts of the game
    person: PersonAtTable
    presence: Presence
    absent: Markup  # who is away, and what can be done about it
    guide: LessonGuide | None  # the lessons of a guided table
    reader: str  # whom the table waits for while they read a lesson
    table_url: str
    names: tuple[str, ...]
    # What follows from it
    chairs: list[ChairInfo]
    result: MatchResult | None
    has_result: bool  # was the match played to its end? One that was ended early was not
    seated: bool
    me: int  # the seat at the bottom of the table
    others: list[int]  # the other seats, clockwise
    yours: bool  # does the table wait for the viewer?
    own_seats: list[int]  # the seats that the person plays
    zone: dict[str, Zone[str]]  # by id
    panel: dict[int, Panel[str]]  # by seat
    taken: frozenset[str]  # the ids of pieces and zones that an action takes
    pieceless_actions: tuple[Action[str], ...]  # that take no piece
    asked: tuple[object, ...]  # all that the prompt depends on
    # How it is rendered
    rendering: PageRendering
    render: Callable[..., Markup]  # renders another template of the house, with variables

    @classmethod
    def of(
        cls,
        *,
        info: TableInfo,
        view: ViewResponse,
        public: PublicView,
        person: PersonAtTable,
        presence: Presence,
        absent: Markup,
        guide: LessonGuide | None,
        reader: str,
        rendering: PageRendering,
        render: Callable[..., Markup],
    ) -> Self:
        scene, viewer = view.scene, person.viewer
        assert scene is not None
        me, yours = max(viewer, 0), viewer >= 0 and viewer in scene.waiting
        abandoning = tuple([chair.name for chair in info.chairs if chair.abandons])
        asked = (
            *(yours, info.hints, info.phase, info.result is not None, reader, abandoning, presence.digest, absent),
            *(scene.prompt, scene.clause, scene.notes, scene.steps, scene.actions),
        )
        return cls(
            info=info,
            view=view,
            scene=scene,
            public=public,
            person=person,
            presence=presence,
            absent=absent,
            guide=guide,
            reader=reader,
            table_url=f"/tables/{info.id}",
            names=tuple([chair.name for chair in info.chairs]),
            chairs=info.chairs,
            result=info.result,
            has_result=info.result is not None,
            seated=viewer >= 0,
            me=me,
            others=[(me + step) % info.players for step in range(1, info.players)],
            yours=yours,
            own_seats=[seat for seat in person.seats if not info.chairs[seat].resigned],
            zone={zone.id: zone for zone in scene.zones},
            panel={panel.seat: panel for panel in scene.panels},
            taken=frozenset([action.take for action in scene.actions if action.take is not None]),
            pieceless_actions=tuple([action for action in scene.actions if action.take is None]),
            asked=asked,
            rendering=rendering,
            render=render,
        )

    def variables(self) -> dict[str, Any]:
        """The variables of the template."""
        return {name: getattr(self, name) for name in VARIABLES}

    def part(self, id: str, *depends: object, caller: Callable[[], str]) -> Markup:
        """A part of the page, see `page_parts.py`."""
        return self.rendering.part(id, *depends, caller=caller)

    def log_part(self) -> Markup:
        """The log, a part whose new lines are sent alone."""

        def render_log() -> str:
            log_url = f"{self.table_url}/log?seat={self.person.viewer}"
            start, _, end = str(self.render("log", log_url=log_url)).partition("</ol>")
            return ListPart.of(start, log_items(self.view.log, self.names), "</ol>" + end)

        return self.part("log", self.view.log, self.person.viewer, caller=render_log)

    def shared(self, id: str, *depends: object, caller: Callable[[], str]) -> Markup:
        """HTML inside a part that viewers share, even if the part differs for them."""
        return self.rendering.shared(id, *depends, caller=caller)

    # Drawings

    def art(self, id: str, classes: str = "") -> Markup:
        """A drawing of the game."""
        return drawing(f"{self.info.game}/art.svg", id, classes)

    def counter_icon(self, counter: Counter[str]) -> Markup:
        """The icon of a counter."""
        return self.art(counter.icon[4:]) if counter.icon.startswith("art:") else icon(counter.icon, "")

    def plate(self, seat: int, *depends: object, caller: Callable[[], str] | None = None) -> Markup:
        """The plate of a seat: who sits there, and their counters. The block of a `{% call %}` stands on it, too.

        `depends`: what the HTML of the block depends on.
        """
        chair, panel, place = self.chairs[seat], self.panel.get(seat), self.place(seat)
        is_asked, over = seat in self.scene.waiting, self.info.phase == "over"

        def render_plate() -> Markup:
            return self.render(
                "plate",
                chair=chair,
                counters=[counter for counter in panel.counters if counter.icon] if panel else [],
                over=over,
                place=place,
                is_asked=is_asked,
                seat=seat,
                extra=Markup(caller()) if caller else "",
                counter_icon=self.counter_icon,
            )

        return self.part(f"plate-{seat}", chair, panel, over, place, is_asked, *depends, caller=render_plate)

    def mask(self, chair: ChairInfo) -> str:
        return chair.mask

    def place(self, seat: int) -> int | None:
        """The final place of a seat, if the match was played to its end."""
        return self.result.places[seat] if self.result else None

    def winning(self) -> list[int]:
        """The seats in first place."""
        return [chair.seat for chair in self.chairs if self.place(chair.seat) == 1]

    def chat_lines(self) -> list[ChatLine]:
        """The last chat lines of people, and all lines of the house."""
        by_people = [line for line in self.info.chat if not line.event]
        older = {id(line) for line in by_people[:-MAX_CHAT_LINES_SHOWN]}
        return [line for line in self.info.chat if id(line) not in older]

    def lines(self, lines: list[LogLine]) -> list[tuple[LogLine, int, Markup]]:
        """Lines of the log with the first seat that each names (-1: none) and their HTML, in which names are marked."""
        return marked_lines(lines, self.names)


_METHODS = (
    *("part", "shared", "art", "counter_icon", "plate", "mask", "place"),
    *("winning", "chat_lines", "lines", "log_part"),
)
VARIABLES = (*(field.name for field in fields(TableContext)), *_METHODS)


def marked_lines(lines: list[LogLine], names: tuple[str, ...]) -> list[tuple[LogLine, int, Markup]]:
    return [(line, *marked(line.text, names)) for line in lines]


def log_items(lines: list[LogLine], names: tuple[str, ...]) -> tuple[str, ...]:
    """Lines of the log as items of a list."""
    return tuple([_log_item(line, names) for line in lines])


@lru_cache(8192)
def _log_item(line: LogLine, names: tuple[str, ...]) -> str:
    """A line of the log as an item of a list; cached, because it stays while others are added."""
    seat, words = marked(line.text, names)
    if line.weight == 2:
        return f'<li class="head">{words}</li>\n'
    owner = f' data-seat="{seat + 1}"' if seat >= 0 else ""
    sign = icon(f"mark-{seat + 1}", "mark") if seat >= 0 else "<i></i>"
    return f"<li{' class=aside' if line.weight == 0 else ''}{owner}>{sign}<span>{words}</span></li>\n"


@lru_cache(4096)
def marked(text: str, names: tuple[str, ...]) -> tuple[int, Markup]:
    """The first seat that a text names (-1: none), and its HTML with all names marked."""
    seats = {name: seat for seat, name in enumerate(names)}
    longest_first = "|".join(sorted(map(re.escape, seats), key=len, reverse=True))
    parts = re.split(rf"(?<!\w)({longest_first})(?!\w)", text)  # every second part is a name
    named = [seats[name] for name in parts[1::2]]
    parts = [escaped(part) for part in parts]
    parts[1::2] = [
        f'<b class="seat-name" data-seat="{seat + 1}">{name}</b>' for seat, name in zip(named, parts[1::2], strict=True)
    ]
    return next(iter(named), -1), Markup("".join(parts))


def piece_attributes(piece: Piece[str], classes: str = "", face: str | None = None) -> Markup:
    """The attributes of a piece's element: its id, its name, and what scripts need to move it.

    A piece whose `face` changes is turned over; by default its art and text. Pass it if a changing text is no part of
    the face.
    """
    shown = "" if piece.art == "back" else f"{piece.art} {piece.text}" if face is None else face
    data = {"face": shown, "from": piece.source, "to": piece.sink, "move": piece.move}
    attributes = "".join(f' data-{name}="{escaped(value)}"' for name, value in data.items() if value)
    return Markup(
        f'id="{escaped(piece.id)}" class="piece {escaped(classes)}" role="img" aria-label="{escaped(piece.name)}"'
        f"{attributes}"
    )


def counter(owner: Panel[str] | Zone[str] | None, id: str) -> Any:
    """The value of a counter of a panel or zone; None if there is none."""
    return next((counter.value for counter in owner.counters if counter.id == id), None) if owner else None
