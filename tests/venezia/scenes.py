"""Positions of Venezia for three families, and what a viewer is shown of them, in words.

Anna lives in Castello, Ben in Dorsoduro, Cleo in San Polo; it is round 3, and Anna is the start player.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Any

import ridotto
from ridotto.engine.message import Message
from ridotto.engine.scene import Counter, Piece, Scene, Zone
from ridotto.engine.state import State
from ridotto.games.venezia.rules.rules import Venezia
from ridotto.translations import Translator
from tests.at_the_table import state_of

GAME = ridotto.game("venezia")
NAMES = ["Anna", "Ben", "Cleo", "Dora"]
EN = Translator("en")
HOMES = ("castello", "dorsoduro", "san_polo")
NOTHING = {"first": "piazza", "pigeons": [0]}  # a plan, carried out
SPUN = {"tourists": ["6E", "1H"], "hunters": ["10A"]}


def table(
    phase: str, *, seats: Mapping[int, Any] | None = None, options: Mapping[str, str] | None = None, **more: Any
) -> Venezia:
    """A position in this phase; every seat has planned nothing if nothing else is said."""
    planned = {} if phase == "plan" else {"plan": NOTHING}
    given = [{"home": home, **planned, **(seats or {}).get(seat, {})} for seat, home in enumerate(HOMES)]
    spun = {} if phase in ("plan", "place", "feint") else SPUN
    asked = {} if phase in ("plan", "over") else {"player": 0}
    position = {"players": 3, "options": options or {}, "round": 3, "start": 0, "phase": phase, **spun, **asked, **more}
    return state_of(Venezia, GAME.load({**position, "seats": given}, seed=1))


def acting(card: str, **more: Any) -> dict[str, Any]:
    """Anna's part in a phase of action cards: she carries out this one."""
    return {"plan": {"first": "piazza", "action": card, "cards": [], "pigeons": [0]}, **more}


def moments(players: int, seed: int, options: Mapping[str, str] | None = None) -> Iterator[State]:
    """Every decision of a game played by dice, and its end."""
    dice = random.Random(seed)
    state = GAME.start(players, seed, **(options or {}))
    while not state.over:
        yield state
        actor = dice.choice(state.actors())
        state.play(actor, dice.choice(state.moves(actor)))
    yield state


def scene(state: State, viewer: int) -> Scene:
    return GAME.scene(GAME.view(state, viewer))


def text_of(message: Message | None) -> str:
    assert message is not None
    return EN.say(message, NAMES)


def value(counter: Counter) -> int | str:
    return counter.value if isinstance(counter.value, int | str) else text_of(counter.value)


def zone(shown: Scene, name: str) -> Zone:
    return next(zone for zone in shown.zones if zone.id == name)


def zones(shown: Scene, start: str) -> list[Zone]:
    return [zone for zone in shown.zones if zone.id.startswith(start)]


def piece(shown: Scene, name: str) -> Piece:
    return next(piece for zone in shown.zones for piece in zone.pieces if piece.id == name)


def cards(shown: Scene, name: str) -> list[str]:
    """What lies in a zone, in words."""
    return [text_of(card.name) for card in zone(shown, name).pieces]


def place(shown: Scene, name: str) -> dict[str, int | str]:
    """The line of a place: counters by their ids."""
    return {counter.id: value(counter) for counter in zone(shown, f"place-{name}").counters}


def remark(shown: Scene, name: str) -> str | None:
    note = zone(shown, f"place-{name}").note
    return text_of(note) if note else None


def counters(shown: Scene, seat: int) -> dict[str, int | str]:
    panel = next(panel for panel in shown.panels if panel.seat == seat)
    return {counter.id: value(counter) for counter in panel.counters}


def hints(shown: Scene, move: str) -> list[str]:
    return [text_of(hint) for hint in next(action for action in shown.actions if action.move == move).hints]


def takes(shown: Scene) -> set[str | None]:
    """What can be taken; None stands for a button."""
    return {action.take for action in shown.actions}


def names(shown: Scene) -> dict[str, str]:
    return {action.move: text_of(action.name) for action in shown.actions}


def notes(shown: Scene) -> list[str]:
    return [text_of(note) for note in shown.notes]
