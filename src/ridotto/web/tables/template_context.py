"""What the template of a game's table works with: the translated view, the people around, and drawings."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from markupsafe import Markup
from msgspec.json import encode

from ridotto.house.tables.table_info import ChairInfo, ChatLine, TableInfo
from ridotto.web.drawings import drawing, escaped, icon
from ridotto.web.schemas.response_schemas import (
    LogLine,
    TranslatedAction,
    TranslatedCounter,
    TranslatedPanel,
    TranslatedPiece,
    TranslatedScene,
    TranslatedZone,
    ViewResponse,
)

MAX_CHAT_LINES_SHOWN = 60


@dataclass(frozen=True, slots=True)
class PersonAtTable:
    """For whom the table is rendered: the viewer, all seats whose keys they hold, and their role."""

    viewer: int
    seats: tuple[int, ...] = ()
    host: bool = False
    spectator_name: str = ""  # of a spectator who has chatted


@dataclass(frozen=True)
class TableContext:
    """A table as one person sees it. All public attributes are variables of the game's template."""

    info: TableInfo
    view: ViewResponse
    scene: TranslatedScene
    person: PersonAtTable
    render: Callable[..., Markup]  # renders a template with variables
    render_cached: Callable[..., Markup]  # the same, cached; the second argument is a key of everything it depends on

    @property
    def chairs(self) -> list[ChairInfo]:
        return self.info.chairs

    @property
    def has_result(self) -> bool:
        """Was the match played to its end? One that was ended early was not."""
        return self.info.result is not None

    @property
    def seated(self) -> bool:
        return self.person.viewer >= 0

    @property
    def own_seats(self) -> list[int]:
        """The seats that the person plays."""
        return [seat for seat in self.person.seats if not self.chairs[seat].resigned]

    @property
    def me(self) -> int:
        """The seat at the bottom of the table."""
        return max(self.person.viewer, 0)

    @property
    def others(self) -> list[int]:
        """The other seats, clockwise."""
        return [(self.me + step) % self.info.players for step in range(1, self.info.players)]

    @property
    def yours(self) -> bool:
        """Does the table wait for the viewer?"""
        return self.seated and self.person.viewer in self.scene.waiting

    @cached_property
    def zone(self) -> dict[str, TranslatedZone]:
        return {zone.id: zone for zone in self.scene.zones}

    @cached_property
    def panel(self) -> dict[int, TranslatedPanel]:
        return {panel.seat: panel for panel in self.scene.panels}

    @property
    def pieceless_actions(self) -> list[TranslatedAction]:
        """The actions that take no piece."""
        return [action for action in self.scene.actions if action.take is None]

    @cached_property
    def taken(self) -> set[str]:
        """The ids of pieces and zones that an action takes."""
        return {action.take for action in self.scene.actions if action.take is not None}

    # Drawings

    def art(self, id: str, classes: str = "") -> Markup:
        """A drawing of the game."""
        return drawing(f"{self.info.game}/art.svg", id, classes)

    def counter_icon(self, counter: TranslatedCounter) -> Markup:
        """The icon of a counter."""
        return self.art(counter.icon[4:]) if counter.icon.startswith("art:") else icon(counter.icon, "")

    def plate(self, seat: int, caller: Callable[[], str] | None = None) -> Markup:
        """The plate of a seat: who sits there, and their counters. The block of a `{% call %}` stands on it, too."""
        panel, extra = self.panel.get(seat), Markup(caller()) if caller else ""
        given = {
            "chair": self.chairs[seat],
            "counters": [counter for counter in panel.counters if counter.icon] if panel else [],
            "over": self.info.phase == "over",
            "place": self.place(seat),
            "is_asked": seat in self.scene.waiting,
            "is_viewer": seat == self.person.viewer,
        }
        key = (self.info.game, extra, encode(given))
        return self.render_cached("plate", key, context=self, seat=seat, extra=extra, **given)

    def mask(self, chair: ChairInfo) -> str:
        return chair.mask

    def place(self, seat: int) -> int | None:
        """The final place of a seat, if the match was played to its end."""
        return self.info.result.places[seat] if self.info.result else None

    @property
    def winning(self) -> list[int]:
        """The seats in first place."""
        return [chair.seat for chair in self.chairs if self.place(chair.seat) == 1]

    @property
    def chat_lines(self) -> list[ChatLine]:
        """The last chat lines of people, and all lines of the house."""
        by_people = [line for line in self.info.chat if not line.event]
        older = {id(line) for line in by_people[:-MAX_CHAT_LINES_SHOWN]}
        return [line for line in self.info.chat if id(line) not in older]

    def lines(self, lines: list[LogLine]) -> list[tuple[LogLine, int, Markup]]:
        """Lines of the log with the first seat that each names (-1: none) and their HTML, in which names are marked."""
        return marked_lines(lines, tuple(chair.name for chair in self.chairs))


def marked_lines(lines: list[LogLine], names: tuple[str, ...]) -> list[tuple[LogLine, int, Markup]]:
    return [(line, *marked(line.text, names)) for line in lines]


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


def piece_attributes(piece: TranslatedPiece, classes: str = "", face: str | None = None) -> Markup:
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


def counter(owner: TranslatedPanel | TranslatedZone | None, id: str) -> Any:
    """The value of a counter of a panel or zone; None if there is none."""
    return next((counter.value for counter in owner.counters if counter.id == id), None) if owner else None
