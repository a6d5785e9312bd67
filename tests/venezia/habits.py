"""Random play with habits, so that what is rare at a table happens often."""

from collections.abc import Sequence
from typing import TypeVar

from tests.playing import Choices
from tests.venezia.referee import ACTIONS, CODE, DISTRICTS, STOP, Referee, Spin, Thing, neighbours

HABITS = ("none", "flock", "copy", "grab", "level", "sleep")
WHIM = 6  # one decision in so many is taken without any habit

T = TypeVar("T")


def some(things: Sequence[T], choice: Choices) -> T:
    return things[choice.below(len(things))]


def spinner(choice: Choices) -> Spin:
    """It stops anywhere."""
    return lambda allowed: some(sorted(allowed), choice)


def some_habits(players: int, number: int, choice: Choices) -> list[str]:
    """In every other game all have the same: they meet on the same cards, districts and squares."""
    if number % 2:
        return [HABITS[number // 2 % len(HABITS)]] * players
    return [some(HABITS, choice) for _ in range(players)]


def habitual(referee: Referee, seat: int, habit: str, choice: Choices) -> int:
    """A move by chance, among those that a player with this habit likes."""
    decision, things = referee.asked[seat]
    liked = WISHES[habit](referee, seat, decision, things) if choice.below(WHIM) else []
    return some(sorted(CODE[thing] for thing in liked or things), choice)


def none(referee: Referee, seat: int, decision: str, things: list[Thing]) -> list[Thing]:
    return []


def flock(referee: Referee, seat: int, decision: str, things: list[Thing]) -> list[Thing]:
    """Crowds the Piazza, and leaps as far as it can."""
    if decision == "PLAN_FIRST":
        return ["piazza"]
    if decision == "PLAN_COUNT" and not referee.families[seat].plan.pigeons:
        return [number for number in things if isinstance(number, int) and number > 3]
    if decision == "PLACE":
        beside = {square: len(neighbours(str(square)) & referee.standing()) for square in things}
        return [square for square in things if beside[square] >= min(3, max(beside.values()))]
    if decision in {"MOVE_PICK", "JUMP_ON"}:
        return [square for square in things if square != STOP]
    if decision == "MOVE_TARGET":
        return [square for square in things if square not in neighbours(referee.path[0])]
    return []


def copy(referee: Referee, seat: int, decision: str, things: list[Thing]) -> list[Thing]:
    """Lays the same action card as everybody with this habit, the first or the last of the list."""
    if decision in {"PLAN_ACTION", "RECOVER"}:
        cards = [card for card in ACTIONS if card in things]
        return [cards[0 if referee.round % 2 == 0 else -1]]
    return flock(referee, seat, decision, things) if referee.round < 3 else []


def grab(referee: Referee, seat: int, decision: str, things: list[Thing]) -> list[Thing]:
    """Breeds while others score, and then takes as many districts as it can: five may be held with few points."""
    if referee.round <= 4:
        return [STOP] if decision == "PLAN_DISTRICT" else flock(referee, seat, decision, things)
    if decision == "PLAN_FIRST":
        return ["feint"]
    if decision == "PLAN_DISTRICT":
        city = referee.families[seat].city
        return [card for card in things if card in DISTRICTS and not city[str(card)]]
    if decision in {"PLAN_COUNT", "REINFORCE", "FETCH", "FEINT_SPLIT"}:
        return sorted(things, key=CODE.__getitem__)[len(things) // 2 :]
    return []


def level(referee: Referee, seat: int, decision: str, things: list[Thing]) -> list[Thing]:
    """One pigeon here and one pigeon there, the first districts of the list: ties everywhere."""
    if decision == "PLAN_DISTRICT":
        return [card for card in things if card in DISTRICTS[:4]]
    if decision in {"PLAN_COUNT", "FEINT_SPLIT", "REINFORCE"}:
        return [number for number in things if number == 1]
    return []


def sleep(referee: Referee, seat: int, decision: str, things: list[Thing]) -> list[Thing]:
    """Plans nothing for twenty rounds, which may be the last."""
    return [thing for thing in things if thing in (0, STOP)] if referee.round <= 20 else []


WISHES = {"none": none, "flock": flock, "copy": copy, "grab": grab, "level": level, "sleep": sleep}
