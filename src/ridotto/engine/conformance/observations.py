"""What one viewer gets to know of a state, in a form that can be compared byte by byte."""

import json
from random import Random
from typing import TYPE_CHECKING

from ridotto.engine.conformance.trial import some
from ridotto.engine.errors import IllegalMove

if TYPE_CHECKING:
    from ridotto.engine.game import Game
    from ridotto.engine.note import Note
    from ridotto.engine.state import State

NO_MOVES = (-1, 255, 10**6)
Told = tuple[str, str, str]  # the code, the clause and the sentence of a refusal


def seen(game: "Game", state: "State", viewer: int) -> str:
    """The view as it would be sent: the order of its entries counts."""
    return json.dumps(game.view(state, viewer))


def heard(notes: "list[Note]", viewer: int) -> "list[Note]":
    return [note for note in notes if note.heard_by(viewer)]


def read(game: "Game", notes: "list[Note]", players: int) -> list[str]:
    """The lines of the log."""
    names = [f"player {seat}" for seat in range(players)]
    return [str(game.story(note, names)) for note in notes]


def refused(state: "State", seat: int, move: int) -> Told | None:
    """What is said against a move; None if it is accepted (on a copy)."""
    try:
        state.copy().play(seat, move)
    except IllegalMove as refusal:
        return refusal.code, refusal.clause, str(refusal)
    return None


def illegal(game: "Game", state: "State", seat: int, chance: Random, most: int) -> list[int]:
    """Some moves this seat may not make now, and some that no game has."""
    legal = set(state.moves(seat))
    others = [move for move in range(len(game.moves)) if move not in legal]
    return some(chance, others, most) + [move for move in (*NO_MOVES, len(game.moves)) if move not in legal]


def difference(one: str, other: str) -> str:
    """Where two texts part."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, at - 40)
    return f"...{one[start : at + 30]}... against ...{other[start : at + 30]}..."
