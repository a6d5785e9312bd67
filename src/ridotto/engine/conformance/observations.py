"""What a viewer knows of a state, in forms that can be compared byte by byte."""

from random import Random
from typing import TYPE_CHECKING

from msgspec import Struct, json

from ridotto.engine.conformance.trial import sample
from ridotto.engine.errors import IllegalMove

if TYPE_CHECKING:
    from ridotto.engine.game import Game
    from ridotto.engine.note import Note
    from ridotto.engine.state import State

NO_MOVES = (-1, 255, 10**6)
RefusalText = tuple[str, str, str]  # the code, the clause and the sentence of a refusal


def view_json(game: "Game", state: "State", viewer: int) -> str:
    return part_json(game.view(state, viewer))


def part_json(part: Struct) -> str:
    """A view, or a part of one, as JSON; the order of its entries counts, too."""
    return json.encode(part).decode()


def notes_for(notes: "list[Note]", viewer: int) -> "list[Note]":
    """The notes for this viewer."""
    return [note for note in notes if note.heard_by(viewer)]


def log_lines(game: "Game", notes: "list[Note]", players: int) -> list[str]:
    """The notes as lines of the log."""
    names = [f"player {seat}" for seat in range(players)]
    return [str(game.log_line(note, names)) for note in notes]


def refusal_text(state: "State", seat: int, move: int) -> RefusalText | None:
    """The refusal of a move, tried on a copy; None if the move is accepted."""
    try:
        state.copy().play(seat, move)
    except IllegalMove as refusal:
        return refusal.code, refusal.clause, str(refusal)
    return None


def illegal(game: "Game", state: "State", seat: int, chance: Random, limit: int) -> list[int]:
    """Some moves that this seat may not make now, and some that no game has."""
    legal = set(state.moves(seat))
    others = [move for move in range(len(game.move_texts)) if move not in legal]
    return sample(chance, others, limit) + [move for move in (*NO_MOVES, len(game.move_texts)) if move not in legal]


def difference(one: str, other: str) -> str:
    """The first difference between two texts, with some context."""
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, at - 40)
    return f"...{one[start : at + 30]}... against ...{other[start : at + 30]}..."
