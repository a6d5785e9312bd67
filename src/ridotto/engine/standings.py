"""The end of a game of points in words: who has won, and which ties were broken."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from ridotto.engine.message import Message, listing, msgs
from ridotto.engine.scene import Counter, Panel, SeatName


def winners(places: Sequence[int]) -> list[int]:
    """The seats in first place."""
    return [seat for seat, place in enumerate(places) if place == 1]


def final_panels(places: Sequence[int], counters: Callable[[int], tuple[Counter, ...]]) -> tuple[Panel, ...]:
    """A panel for each seat with its counters, in the order of the places."""
    return tuple(Panel(seat, counters(seat)) for seat in sorted(range(len(places)), key=lambda seat: places[seat]))


def result_message(places: Sequence[int], scores: Sequence[int]) -> Message:
    """The sentence that says who has won with how many points."""
    won = winners(places)
    who, points = listing([SeatName(seat) for seat in won]), scores[won[0]]
    if len(won) > 1:
        return msgs(
            "Shared victory: {who} have {n} point each.", "Shared victory: {who} have {n} points each.", points, who=who
        )
    return msgs("{who} wins with {n} point.", "{who} wins with {n} points.", points, who=who)


def tied_groups(seats: int, ranking: Callable[[int], tuple[int, ...]]) -> Iterator[list[int]]:
    """The groups of two or more seats whose rankings begin with the same number, each sorted by the rest of them."""
    ranked = sorted(range(seats), key=ranking, reverse=True)
    for _, equal in groupby(ranked, key=lambda seat: ranking(seat)[0]):
        group = list(equal)
        if len(group) > 1:
            yield group
