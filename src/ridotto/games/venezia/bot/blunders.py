"""Blunders in Venezia: moves that not even a beginner makes."""

from typing import Any

from ridotto.games.venezia import components as c

View = dict[str, Any]


def blunders(view: View) -> set[int]:
    """Plans without an effect, leaving what is free, and walking away from tourists for nothing."""
    phase, moves = view["phase"], view["moves"]
    if phase == "plan":
        return _idle_plans(view)
    if phase == "recover":
        return {c.STOP}
    if phase == "fetch":
        return {move for move in moves if c.NUMBER <= move < max(moves)}
    if phase == "move":
        return _losing_walks(view)
    return set()


def _idle_plans(view: View) -> set[int]:
    """With pigeons left: a Feint without a district card, or no pigeon anywhere."""
    own = view["own"]
    plan = own["plan"]
    if not own["left"] or sum(plan["pigeons"]):
        return set()
    if plan["step"] == "districts" and plan["first"] == "feint" and not plan["cards"]:
        return {c.STOP}
    if plan["step"] == "pigeons" and len(plan["pigeons"]) == len(plan["cards"]):
        return {c.NUMBER}
    return set()


def _losing_walks(view: View) -> set[int]:
    """Walks to squares with fewer births where no rival is near enough to be pinched."""
    start = c.SQUARE_OF[view["chosen"]]
    rivals = [c.SQUARE_OF[at] for n, seat in enumerate(view["seats"]) if n != view["viewer"] for at in seat["piazza"]]
    return {
        c.SQUARE + square
        for square in range(c.SQUARES)
        if _is_neighbour(start, square)
        and _births(view, square) < _births(view, start)
        and not any(_is_neighbour(square, rival) for rival in rivals)
    }


def _births(view: View, square: int) -> int:
    tourists = [c.SQUARE_OF[name] for name in view["tourists"]]
    if square in tourists:
        return c.BIRTHS_ON_TOURIST
    return c.BIRTHS_NEXT_TO_TOURIST if any(_is_neighbour(square, tourist) for tourist in tourists) else 0


def _is_neighbour(one: int, other: int) -> bool:
    down, right = one // c.COLUMNS - other // c.COLUMNS, one % c.COLUMNS - other % c.COLUMNS
    return max(abs(down), abs(right)) == 1
