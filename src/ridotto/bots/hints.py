"""Advice: what a strong bot would consider in somebody's place, by what that seat may know."""

from typing import TYPE_CHECKING

from ridotto.bots.search import Budget, Search, Tried, usual_threads

if TYPE_CHECKING:
    from ridotto.engine.state import State

USUAL = Budget(seconds=1.0)


def hint(state: "State", seat: int, budget: Budget | None = None, seed: int = 0, threads: int = 0) -> list[Tried]:
    """The moves of a seat, the best first, each with the share of victory to expect and how sure that is.

    Any state will do that the seat cannot tell from the truth: the search begins by dealing anew what it cannot know.
    """
    budget = budget or USUAL
    search = Search(state, seat, seed, threads or usual_threads(budget))
    search.run(budget, thorough=True)
    return search.tried()
