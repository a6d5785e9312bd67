"""Positions of Verhext! and what a viewer is shown of them, in words."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import ridotto
from ridotto.engine.message import Message
from ridotto.engine.scene import Scene, Zone
from ridotto.engine.state import State
from ridotto.games.verhext.rules.rules import Verhext
from ridotto.translations import Translator
from tests.at_the_table import state_of

GAME = ridotto.game("verhext")
NAMES = ["Anna", "Ben", "Cleo", "Dora"]
EN = Translator("en")

Seat = dict[str, Any]
Trick = Mapping[str, Any]


def seat(**known: Any) -> Seat:
    return {"hats": 0, "zeros": 0, "fulfilled": [], "failed": [], "prophecy": None, "rebid": False} | known


def position(
    seats: Sequence[Seat],
    trump: str = "spider 4",
    phase: str = "play",
    round: int = 2,
    holder: int = 0,
    tricks: Sequence[Trick] = (),
    **more: Any,
) -> Verhext:
    """A snapshot; hands are given complete with what has been played."""
    state = GAME.load(
        {
            "game": "verhext",
            "rules": 1,
            "players": len(seats),
            "options": more.pop("options", {}),
            "round": round,
            "holder": holder,
            "phase": phase,
            "trump": trump,
            "seats": seats,
            "tricks": list(tricks),
            **more,
        },
        seed=1,
    )
    return state_of(Verhext, state)


ANNA = ["rat 1", "rat 2", "crow 1", "crow 2", "broom 1", "spider 1", "potion 1"]
BEN = ["rat 3", "rat 4", "crow 3", "broom 5", "broom 3", "spider 2", "potion 2"]
CLEO = ["rat 5", "rat 6", "crow 5", "broom 7", "broom 8", "spider 3", "potion 3"]


def bidding(ben: Seat | None = None, **more: Any) -> Verhext:
    seats = [seat(hand=ANNA, prophecy="1+"), seat(hand=BEN, **(ben or {})), seat(hand=CLEO)]
    return position(seats, phase="prophecy", **more)


def laid_in(tricks: Iterable[Trick]) -> list[list[str]]:
    """The cards that each of the three has played."""
    laid: list[list[str]] = [[], [], []]
    for trick in tricks:
        for i, play in enumerate(trick["plays"]):
            laid[(trick["leader"] + i) % 3] += play.split(" + ")
    return laid


def playing(
    tricks: Sequence[Trick] = (),
    hands: Sequence[Sequence[str]] = (ANNA, BEN, CLEO),
    prophecies: Sequence[str] = ("1x", "3x", "2+"),
    **more: Any,
) -> Verhext:
    left = [list(hand) for hand in hands]
    for hand, cards in zip(left, laid_in(tricks), strict=True):
        for card in cards:
            hand.remove(card)
    seats = [seat(hand=hand, prophecy=prophecy) for hand, prophecy in zip(left, prophecies, strict=True)]
    return position(seats, tricks=tricks, **more)


def scene(state: State, viewer: int) -> Scene:
    return GAME.scene(GAME.view(state, viewer))


def text_of(message: int | str | Message | None) -> str:
    assert isinstance(message, Message)
    return EN.say(message, NAMES)


def zone(shown: Scene, name: str) -> Zone:
    return next(zone for zone in shown.zones if zone.id == name)


def counters(shown: Scene, seat_number: int) -> dict[str, int | str]:
    panel = next(panel for panel in shown.panels if panel.seat == seat_number)
    values = {counter.id: counter.value for counter in panel.counters}
    return {name: value if isinstance(value, int | str) else text_of(value) for name, value in values.items()}


def hints(shown: Scene, move: str) -> list[str]:
    return [text_of(hint) for hint in next(action for action in shown.actions if action.move == move).hints]
