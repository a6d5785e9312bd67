"""What a test asks of bots at a table of any game: how moves look at first sight, and what a search finds."""

from ridotto.bots.search import Budget, Search
from ridotto.engine.state import State


def weights(state: State, seat: int | None = None) -> dict[str, float]:
    """How good the moves of a seat, or of whoever is to act first, look to it: by their texts, 1 in all."""
    found = state.game.knowledge().weights_of(state, state.actor() if seat is None else seat)
    return {state.game.text(move): weight for move, weight in found.items()}


def favourite(state: State) -> str:
    """The move that looks best at first sight."""
    found = weights(state)
    return max(found, key=lambda move: found[move])


def best(state: State, simulations: int, seat: int | None = None) -> str:
    """The move that a short search finds."""
    search = Search(state, state.actor() if seat is None else seat, seed=1)
    search.run(Budget(simulations=simulations))
    return state.game.text(search.best())
