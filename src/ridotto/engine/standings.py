"""The end of a game in words: who has won, and who is level with whom."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from ridotto.engine.message import Message, listing, msgs
from ridotto.engine.scene import Counter, Panel, Who


def winners(places: Sequence[int]) -> list[int]:
    """The seats on the first place."""
    return [seat for seat, place in enumerate(places) if place == 1]


def final_panels(places: Sequence[int], counters: Callable[[int], tuple[Counter, ...]]) -> tuple[Panel, ...]:
    """What lies before each seat at the end, the winners first."""
    return tuple(Panel(seat, counters(seat)) for seat in sorted(range(len(places)), key=lambda seat: places[seat]))


def verdict(places: Sequence[int], scores: Sequence[int]) -> Message:
    """Who has won, in a game of points."""
    won = winners(places)
    who, points = listing([Who(seat) for seat in won]), scores[won[0]]
    if len(won) > 1:
        return msgs(
            "Shared victory: {who} have {n} point each.", "Shared victory: {who} have {n} points each.", points, who=who
        )
    return msgs("{who} wins with {n} point.", "{who} wins with {n} points.", points, who=who)


def level(seats: int, merits: Callable[[int], tuple[int, ...]]) -> Iterator[list[int]]:
    """The groups of two or more seats whose first merits are equal; what else counts puts each group in order."""
    ranked = sorted(range(seats), key=merits, reverse=True)
    for _, equal in groupby(ranked, key=lambda seat: merits(seat)[0]):
        group = list(equal)
        if len(group) > 1:
            yield group
