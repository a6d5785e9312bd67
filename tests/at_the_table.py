"""Helpers to play moves of any game by their texts, and to check what is offered, told or refused."""

from typing import TypeVar

import ridotto
from ridotto.engine.state import State

S = TypeVar("S", bound=State)


def state_of(kind: type[S], state: State) -> S:
    """The state, typed as the class of its game, so that a test can read its fields."""
    assert isinstance(state, kind)
    return state


def do(state: State, *moves: str) -> None:
    """Plays moves, given by their texts, each for the seat to ask next."""
    for move in moves:
        state.play(state.actor(), state.game.parse(move))


def choices(state: State, seat: int | None = None) -> set[str]:
    """The texts of the legal moves of a seat; by default, of the seat to ask next."""
    return {state.game.text(move) for move in state.moves(state.actor() if seat is None else seat)}


def notes_of_kind(state: State, kind: int) -> list[tuple[int, int, int]]:
    """The notes of one kind since notes were last taken. Takes those of other kinds, too."""
    return [(note.a, note.b, note.c) for note in state.take_notes() if note.kind == kind]


def refused(state: State, move: str, seat: int | None = None) -> ridotto.IllegalMove:
    """The refusal of a move. Fails if the move is legal, or if its refusal changes the state."""
    before = state.copy()
    try:
        state.play(state.actor() if seat is None else seat, state.game.parse(move))
    except ridotto.IllegalMove as error:
        assert state == before
        return error
    raise AssertionError(f"{move} was allowed")


def lesson_text(slug: str, lesson: str, **options: str) -> str:
    """What a lesson says at a table with these options."""
    game = ridotto.game(slug)
    found = next(candidate for candidate in game.lessons if candidate.id == lesson)
    return found.text_at(game.validate_options(game.default_players, options)).text
