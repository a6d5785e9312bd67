"""Positions of 17 Diciassette and what a viewer is shown of them, in words."""

import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import ridotto
from ridotto.engine.message import Message
from ridotto.engine.scene import Scene, Zone
from ridotto.engine.state import State
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.rules.rules import Diciassette
from ridotto.translations import Translator
from tests.at_the_table import state_of

GAME = ridotto.game("diciassette")
NAMES = ["Anna", "Ben", "Carla", "Dino", "Emma", "Fritz"]
EN = Translator("en")

HANDS = (["5/5", "x2", "1"], ["2/2", "3", "reverse"], ["4/4", "trap", "trash"], ["1/1", "1/1", "5"])


def row_of(text: str) -> list[dict[str, Any]]:
    """`0: 4/4 up, 1: trap down` as a row."""
    row = []
    for part in text.split(", ") if text else ():
        seat, card = part.split(": ")
        name, face = card.rsplit(" ", 1)
        row.append({"seat": int(seat), "card": name, "face": face})
    return row


def position(
    row: str = "",
    turn: int = 0,
    phase: str = "play",
    hands: Sequence[Sequence[str]] = HANDS[:3],
    tokens: Sequence[tuple[int, int]] = (),
    **more: Any,
) -> Diciassette:
    """A position of the second round; tokens are (victory, penalty) by seat."""
    tokens = [*tokens, *[(0, 0)] * (len(hands) - len(tokens))]
    seats = [
        {"victory": victory, "penalty": penalty, "hand": hand, **more.get("seats", {}).get(seat, {})}
        for seat, (hand, (victory, penalty)) in enumerate(zip(hands, tokens, strict=True))
    ]
    given = {"players": len(hands), "round": 3, "phase": phase, "turn": turn, "row": row_of(row), "pile": ["2", "3/3"]}
    return state_of(Diciassette, GAME.load({**given, **more, "seats": seats}, seed=1))


def call_window(row: str, turn: int = 0, **more: Any) -> Diciassette:
    """A call window after the turn of this seat."""
    return position(row, turn, "call", **more)


def scene(state: State, viewer: int) -> Scene:
    return GAME.scene(GAME.view(state, viewer))


def text_of(message: Message | int | str | None) -> str:
    assert message is not None
    return EN.say(message, NAMES) if not isinstance(message, int | str) else str(message)


def zone(shown: Scene, name: str) -> Zone:
    return next(zone for zone in shown.zones if zone.id == name)


def zones(shown: Scene) -> list[str]:
    return [zone.id for zone in shown.zones]


def counters(shown: Scene, seat: int) -> dict[str, str]:
    panel = next(panel for panel in shown.panels if panel.seat == seat)
    return {counter.id: text_of(counter.value) for counter in panel.counters}


def marks(shown: Scene, seat: int) -> list[str]:
    return [text_of(mark) for mark in next(panel for panel in shown.panels if panel.seat == seat).marks]


def notes(shown: Scene) -> list[str]:
    return [text_of(note) for note in shown.notes]


def hints(shown: Scene, move: str) -> list[str]:
    (action,) = [action for action in shown.actions if action.move == move]
    return [text_of(hint) for hint in action.hints]


def counted(part: Zone) -> dict[str, str]:
    return {text_of(counter.name): text_of(counter.value) for counter in part.counters}


def games(players: int, seeds: Iterable[int], **options: str | int) -> Iterator[Diciassette]:
    """All positions of some random games; calls are rarer than by dice, so that rows grow."""
    for seed in seeds:
        dice = random.Random(seed)
        state = state_of(Diciassette, GAME.start(players, seed, **options))
        while not state.over:
            yield state
            seat = dice.choice(state.actors())
            rare = state.phase == c.CALLING and dice.random() < 0.8
            state.play(seat, c.PASS if rare else dice.choice(state.moves(seat)))
        yield state
