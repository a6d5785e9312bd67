"""Positions of Venti and what a viewer is shown of them, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

import ridotto
from ridotto.engine.message import Message
from ridotto.engine.scene import Action, Scene, Zone
from ridotto.engine.state import State
from ridotto.games.venti.rules.rules import Venti
from ridotto.translations import Translator
from tests.at_the_table import S, do, state_of

GAME = ridotto.game("venti")
NAMES = ["Anna", "Ben", "Cleo", "Dora"]
EN = Translator("en")
CENTRE = ["2/5", "4/12", "5/0", "joker 1"]
TARGETS = ["1/4", "0/9", "6/12"]  # 6 6 for 2, ?=? ?=? for 3, 6 1 2 4 for 4


def position(
    hand: Sequence[str],
    *,
    targets: Sequence[str] = TARGETS,
    frozen: Mapping[int, int] | None = None,
    centre: Sequence[str] = CENTRE,
    seats: Mapping[int, Mapping[str, Sequence[str]]] | None = None,
    players: int = 3,
    **more: Any,
) -> Venti:
    """Anna has the turn and this hand; the cards nobody has named lie in the pile."""
    known: list[dict[str, Sequence[str]]] = [{"hand": []} for _ in range(players)]
    for number, cards in (seats or {}).items():
        known[number] |= cards
    known[0] |= {"hand": hand}
    named = {*centre, *targets} | {card for seat in known for cards in seat.values() for card in cards}
    deck = [f"{number}/{template}" for number in range(8) for template in range(13)]
    state = GAME.load(
        {
            "players": players,
            "turn": 0,
            "centre": centre,
            "targets": [
                {"card": card, "frozen_by": (frozen or {}).get(place)} for place, card in enumerate(targets, 1)
            ],
            "seats": known,
            "pile": [card for card in deck if card not in named],
            **more,
        },
        seed=1,
    )
    return state_of(Venti, state)


def scene(state: State, viewer: int = 0) -> Scene:
    return GAME.scene(GAME.view(state, viewer))


def text_of(message: int | str | Message | None) -> str:
    assert isinstance(message, str | Message)
    return message if isinstance(message, str) else EN.say(message, NAMES)


def zone(shown: Scene, name: str) -> Zone:
    return next(zone for zone in shown.zones if zone.id == name)


def marks(shown: Scene, name: str) -> list[list[str]]:
    return [[text_of(mark) for mark in piece.marks] for piece in zone(shown, name).pieces]


def counters(shown: Scene, seat: int) -> dict[str, int | str | Message]:
    panel = next(panel for panel in shown.panels if panel.seat == seat)
    return {counter.id: counter.value for counter in panel.counters}


def action(shown: Scene, move: str) -> Action:
    return next(action for action in shown.actions if action.move == move)


def hints(shown: Scene, move: str) -> list[str]:
    return [text_of(hint) for hint in action(shown, move).hints]


def notes(shown: Scene) -> list[str]:
    return [text_of(note) for note in shown.notes]


def play(state: S, *moves: str) -> S:
    do(state, *moves)
    return state
