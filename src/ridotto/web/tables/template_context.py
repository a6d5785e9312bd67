"""What the template of a table may use: the scene as one viewer is told it, the people around, and drawings."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any

from markupsafe import Markup, escape
from msgspec.json import encode

from ridotto.house.tables.player_view import ChairInfo, ChatLine, TableInfo
from ridotto.web.http.assets import address, assets
from ridotto.web.schemas.response_schemas import (
    ActionTold,
    CounterTold,
    LineTold,
    PanelTold,
    PieceTold,
    SceneTold,
    SightTold,
    ZoneTold,
)

SAID = 60  # lines of the chat that are shown

Values = PanelTold | ZoneTold


@lru_cache(8192)
def text(words: str) -> str:
    """Words as they may stand in HTML; the same few are said again and again."""
    return str(escape(words))


@cache
def drawing(file: str, id: str, classes: str) -> Markup:
    named = f' class="{text(classes)}"' if classes else ""
    return Markup(f'<svg{named} aria-hidden="true"><use href="{address(file)}#{text(id)}"/></svg>')


def icon(id: str, classes: str = "icon") -> Markup:
    """A drawing of the house: those that no table needs are in a file of their own."""
    return drawing("pages.svg" if id in _on_pages() else "house.svg", id, classes)


@cache
def _on_pages() -> frozenset[str]:
    return frozenset(re.findall(r'<symbol id="([^"]+)"', assets()["pages.svg"].data.decode()))


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Whose table it is: the seat whose sight is shown (-1: a spectator's), all seats they hold, and are they host?"""

    viewer: int
    seats: tuple[int, ...] = ()
    host: bool = False
    called: str = ""  # the name of a spectator who has said something


@dataclass(frozen=True)
class Face:
    """A table as one onlooker has it before them."""

    frame: TableInfo
    told: SightTold
    scene: SceneTold
    onlooker: Onlooker
    draw: Callable[..., Markup]  # a part of a page: its template, and what goes into it
    draw_once: Callable[..., Markup]  # the same; after the template, all that its looks follow from

    @property
    def chairs(self) -> list[ChairInfo]:
        return self.frame.chairs

    @property
    def over(self) -> bool:
        """Has the match come to its end? One that was broken off stays as it is."""
        return self.frame.result is not None

    @property
    def seated(self) -> bool:
        return self.onlooker.viewer >= 0

    @property
    def hands(self) -> list[int]:
        """The seats that the onlooker plays."""
        return [seat for seat in self.onlooker.seats if not self.chairs[seat].resigned]

    @property
    def me(self) -> int:
        """Who sits at the bottom."""
        return max(self.onlooker.viewer, 0)

    @property
    def others(self) -> list[int]:
        """The other seats, clockwise."""
        return [(self.me + step) % self.frame.players for step in range(1, self.frame.players)]

    @property
    def yours(self) -> bool:
        """Is the viewer waited for?"""
        return self.seated and self.onlooker.viewer in self.scene.waiting

    @cached_property
    def zone(self) -> dict[str, ZoneTold]:
        return {zone.id: zone for zone in self.scene.zones}

    @cached_property
    def panel(self) -> dict[int, PanelTold]:
        return {panel.seat: panel for panel in self.scene.panels}

    @property
    def acts(self) -> list[ActionTold]:
        """What is done with no piece: there are buttons for it."""
        return [action for action in self.scene.actions if action.take is None]

    @cached_property
    def taken(self) -> set[str]:
        """With which pieces and places something can be done."""
        return {action.take for action in self.scene.actions if action.take is not None}

    # Drawings

    def art(self, id: str, classes: str = "") -> Markup:
        """A drawing of the game."""
        return drawing(f"{self.frame.game}/art.svg", id, classes)

    def sign(self, counter: CounterTold) -> Markup:
        """What a counter has on a plate."""
        return self.art(counter.icon[4:]) if counter.icon.startswith("art:") else icon(counter.icon, "")

    def plate(self, seat: int, caller: Callable[[], str] | None = None) -> Markup:
        """The plate of a seat: who sits there, and how they stand. A block called with it stands on it too."""
        panel, more = self.panel.get(seat), Markup(caller()) if caller else ""
        given = {
            "chair": self.chairs[seat],
            "counters": [counter for counter in panel.counters if counter.icon] if panel else [],
            "over": self.frame.phase == "over",
            "place": self.place(seat),
            "waited": seat in self.scene.waiting,
            "you": seat == self.onlooker.viewer,
        }
        key = (self.frame.game, more, encode(given))
        return self.draw_once("plate", key, face=self, seat=seat, more=more, **given)

    def mask(self, chair: ChairInfo) -> str:
        return chair.mask

    def place(self, seat: int) -> int | None:
        """The place of a seat in the end."""
        return self.frame.result.places[seat] if self.frame.result else None

    @property
    def winning(self) -> list[int]:
        """Who has won; nobody, if the match was broken off."""
        return [chair.seat for chair in self.chairs if self.place(chair.seat) == 1]

    @property
    def talk(self) -> list[ChatLine]:
        """What was said lately, and all that the house has told."""
        said = [line for line in self.frame.chat if not line.event]
        older = {id(line) for line in said[:-SAID]}
        return [line for line in self.frame.chat if id(line) not in older]

    def lines(self, lines: list[LineTold]) -> list[tuple[LineTold, int, Markup]]:
        """The lines of the log, whom each is about (-1: nobody), and its words with the names marked."""
        return marked_lines(lines, tuple(chair.name for chair in self.chairs))


def marked_lines(lines: list[LineTold], names: tuple[str, ...]) -> list[tuple[LineTold, int, Markup]]:
    return [(line, *marked(line.text, names)) for line in lines]


@lru_cache(4096)
def marked(words: str, names: tuple[str, ...]) -> tuple[int, Markup]:
    """The first seat that is named (-1: none), and the words with all names marked."""
    seats = {name: seat for seat, name in enumerate(names)}
    longest_first = "|".join(sorted(map(re.escape, seats), key=len, reverse=True))
    parts = re.split(rf"(?<!\w)({longest_first})(?!\w)", words)  # every second one is a name
    about = [seats[name] for name in parts[1::2]]
    parts = [text(part) for part in parts]
    parts[1::2] = [
        f'<b class="seat-name" data-seat="{seat + 1}">{name}</b>' for seat, name in zip(about, parts[1::2], strict=True)
    ]
    return next(iter(about), -1), Markup("".join(parts))


def spot(piece: PieceTold, classes: str = "", face: str | None = None) -> Markup:
    """The attributes of a piece's element: its id, what it is called, and what a script needs to move it.

    Its face is what it shows; say it where a text that changes is no part of it.
    """
    shown = "" if piece.art == "back" else f"{piece.art} {piece.text}" if face is None else face
    more = {"face": shown, "from": piece.source, "to": piece.sink, "move": piece.move}
    data = "".join(f' data-{name}="{text(value)}"' for name, value in more.items() if value)
    return Markup(
        f'id="{text(piece.id)}" class="piece {text(classes)}" role="img" aria-label="{text(piece.name)}"{data}'
    )


def counter(values: Values | None, id: str) -> Any:
    """The value of a counter, if there is such a one."""
    return next((counter.value for counter in values.counters if counter.id == id), None) if values else None
