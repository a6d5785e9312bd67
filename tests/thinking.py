"""What tests ask bots about a position: how good its moves look at first sight, and which move a search finds."""

from ridotto.bots.search import Budget, Search
from ridotto.engine.game import Game
from ridotto.engine.state import State


def weights(state: State, seat: int | None = None) -> dict[str, float]:
    """The prior weights of the legal moves by their texts, with the sum 1. By default of the seat to act first."""
    found = state.game.knowledge().prior_weights(state, state.actor() if seat is None else seat)
    return {state.game.text(move): weight for move, weight in found.items()}


def favourite(state: State) -> str:
    """The move with the highest prior weight."""
    found = weights(state)
    return max(found, key=lambda move: found[move])


def best(state: State, simulations: int, seat: int | None = None) -> str:
    """The best move by a short search."""
    search = Search(state, state.actor() if seat is None else seat, seed=1)
    search.run(Budget(simulations=simulations))
    game: Game = state.game
    return game.text(search.best())
