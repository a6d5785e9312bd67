"""Positions of Venezia 2099 on a city in order, and what a viewer is shown of them, in words.

Rows 1 to 6 are the colours black, brown, azure, red, violet and green, columns a to h the values 2 to X; below lie the
platforms. So `red 5` lies on d4.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import ridotto
from ridotto.engine.message import Message
from ridotto.engine.scene import Counter, Piece, Scene, Zone
from ridotto.engine.state import State
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.rules.rules import Venezia2099
from ridotto.translations import Translator
from tests.at_the_table import state_of

GAME = ridotto.game("venezia2099")
NAMES = ["Anna", "Ben", "Cleo", "Dora"]
EN = Translator("en")

CITY = [[f"{colour} {value}" for value in c.VALUES] for colour in c.COLOURS] + [["platform"] * 8] * 2


def rank(card: str) -> int:
    return c.VALUES.index(card.split()[1])


def hands(given: Sequence[Sequence[str]], played: Sequence[str], first: int) -> list[list[str]]:
    """Of the cards named those that can be held yet, and as many of the highest others as are missing."""
    players = len(given)
    own = [played[(seat - first) % players :: players] for seat in range(players)]
    floors = [max(map(rank, cards), default=0) for cards in own]
    held = [
        [card for card in cards if card not in played and rank(card) >= floor]
        for cards, floor in zip(given, floors, strict=True)
    ]
    taken = {card for hand in held for card in hand} | set(played)
    rest = [card for card in sorted(c.CARD_NAMES, key=rank) if card not in taken]
    for seat in sorted(range(players), key=lambda seat: -floors[seat]):
        held[seat] += [rest.pop() for _ in range(c.HAND_SIZE[players] - len(own[seat]) - len(held[seat]))]
    return held


def position(
    *given: Sequence[str],
    pawns: Sequence[Sequence[str | None]],
    phase: str = "move",
    turn: int | None = 0,
    first: int = 0,
    played: Sequence[str] = (),
    coins_on: Mapping[str, int] | None = None,
    things: Mapping[int, Any] | None = None,
    options: Mapping[str, str] | None = None,
    **more: Any,
) -> Venezia2099:
    """Three or four players; each is given some cards in hand and pawns on squares."""
    players = len(given)
    held = hands(given, played, first)
    seats = [{"pawns": pawns[seat], "hand": held[seat], **(things or {}).get(seat, {})} for seat in range(players)]
    state = GAME.load(
        {
            "players": players,
            "options": options or {},
            "board": CITY,
            "first": first,
            "phase": phase,
            "turn": turn,
            "played": list(played),
            "coins_on": coins_on or {},
            "seats": seats,
            **more,
        },
        seed=1,
    )
    return state_of(Venezia2099, state)


ANNA, BEN, CLEO = ["black 3", "red 3", "red 5"], ["brown 4"], ["green 3", "azure X"]
ROUND = ["violet 3", "brown 3", "azure 3"]  # one card each
PAWNS = (["d4", "a7", "h3", "c6"], ["b1", "d7", "e7", "f7"], ["g1", "d8", "e8", "f8"])


def table(**more: Any) -> Venezia2099:
    """Anna on turn, with a pawn on red 5, on a platform, on azure X and on green 4; Ben has one on black 3."""
    return position(ANNA, BEN, CLEO, pawns=PAWNS, **more)


def scene(state: State, viewer: int) -> Scene:
    return GAME.scene(GAME.view(state, viewer))


def do(state: State, *moves: str) -> None:
    for move in moves:
        state.play(state.actor(), GAME.parse(move))


def text_of(message: Message | None) -> str:
    assert message is not None
    return EN.say(message, NAMES)


def zone(shown: Scene, name: str) -> Zone:
    return next(zone for zone in shown.zones if zone.id == name)


def piece(shown: Scene, name: str) -> Piece:
    return next(piece for zone in shown.zones for piece in zone.pieces if piece.id == name)


def value(counter: Counter) -> int | str:
    return counter.value if isinstance(counter.value, int | str) else text_of(counter.value)


def counters(shown: Scene, seat_number: int) -> dict[str, int | str]:
    panel = next(panel for panel in shown.panels if panel.seat == seat_number)
    return {counter.id: value(counter) for counter in panel.counters}


def hints(shown: Scene, move: str) -> list[str]:
    return [text_of(hint) for hint in next(action for action in shown.actions if action.move == move).hints]


def names(shown: Scene) -> dict[str, str]:
    return {action.move: text_of(action.name) for action in shown.actions}


def notes(shown: Scene) -> list[str]:
    return [text_of(note) for note in shown.notes]
