"""Positions of Venezia in few words.

A family is `family(piazza="4C 6C", plan="feint 3, hawk_card, castello 2", castello=4)`: its pigeons on the Piazza, its
planning board with the pigeons on every card, and its pigeons in the places. If nothing else is said, the families
live in Cannaregio, Castello, Dorsoduro and La Giudecca, have planned nothing but a piazza card without pigeons, the
tourists stand on 1H and 2H in one corner, and the hunter on 10A in the opposite one.
"""

from typing import Any

import pytest

import ridotto
from ridotto.engine.state import State
from ridotto.games.venezia.rules.rules import Venezia
from ridotto.games.venezia.show.view import VeneziaOwnPlan
from tests.at_the_table import do, state_of
from tests.venezia.views import own_of, public_of

game = ridotto.game("venezia")
Snapshot = dict[str, Any]

DISTRICTS = ["cannaregio", "castello", "dorsoduro", "giudecca", "san_marco", "san_polo", "santa_croce"]
CARDS = [*DISTRICTS, "san_giorgio"]
PLACES = [*CARDS, "san_michele"]
ACTIONS = [
    "family_gathering", "hawk_card", "catcher_card", "clergy_card", "moving_house", "vespa", "crumbs", "carrier",
]  # fmt: skip
SQUARES = [f"{column}{row}" for row in "ABCDEFGH" for column in range(1, 11)]
CORNER = "10H"  # where a pigeon stands that is of no importance
SPECTATOR = -1


def these(names: str) -> set[str]:
    """`4C 6C` as a set."""
    return set(names.split())


def square(name: str) -> int:
    """Its number: 10 * row + column."""
    return SQUARES.index(name)


def around(name: str) -> set[str]:
    """The squares at distance 1, by columns and rows alone; the Campanile is none of them."""
    column, row = int(name[:-1]), "ABCDEFGH".index(name[-1])
    near = {
        f"{x}{'ABCDEFGH'[y]}"
        for x in range(max(1, column - 1), min(10, column + 1) + 1)
        for y in range(max(0, row - 1), min(7, row + 1) + 1)
    }
    return near - {name, "8G"}


def read_plan(text: str) -> Snapshot:
    """`feint 3, hawk_card, castello 2, san_polo` as a plan: cards, and the pigeons on them."""
    words = [part.split() for part in text.split(",")]
    laid = [word for word in words if word[0] not in ACTIONS]
    return {
        "first": laid[0][0],
        "action": next((word[0] for word in words if word[0] in ACTIONS), None),
        "cards": [word[0] for word in laid[1:]],
        "pigeons": [int(word[1]) if len(word) > 1 else 0 for word in laid],
    }


def family(plan: str = "", piazza: str = "", played: str = "", **given: Any) -> Snapshot:
    """What belongs to a seat. Pigeons that are mentioned nowhere are in the supply, 12 of them in the reserve."""
    seat: Snapshot = {"piazza": piazza.split(), "played": played.split()}
    seat["places"] = {place: given.pop(place) for place in PLACES if given.get(place)}
    if plan:
        seat["plan"] = read_plan(plan)
    return seat | {key: value for key, value in given.items() if value != 0 or key not in PLACES}


def position(phase: str, *families: Snapshot, start: int = 0, round: int | None = None, **given: Any) -> Snapshot:
    """A snapshot in which the start player is asked, or `player`; in round 2, or with grey pigeons in round 3."""
    if round is None:
        round = 3 if given.get("grey") else 2
    options = given.pop("options", {})
    early = phase in ("home", "plan")
    seats = [dict(one) for one in families or (family(), family())]
    for number, seat in enumerate(seats):
        if phase != "home":
            seat.setdefault("home", DISTRICTS[number])
        if not early:
            seat.setdefault("plan", read_plan("piazza"))
    for marker, squares in (("tourists", "1H 2H 3H"), ("hunters", "10A 10B")):
        usual = {"tourists": 2, "hunters": 1}[marker]
        here = (
            squares.split()[: int(options.get(marker, usual))] if not early and phase not in ("place", "feint") else []
        )
        given[marker] = given[marker].split() if marker in given else here
    for key in ("moved", "been", "last_tourists", "last_hunters"):
        if key in given:
            given[key] = given[key].split()
    if not early and phase not in ("recover", "fetch", "over"):
        given.setdefault("player", start)
    return {
        "players": len(seats),
        "options": options,
        "round": round,
        "start": start,
        "phase": phase,
        **given,
        "seats": seats,
    }


def table(phase: str, *families: Snapshot, seed: int = 1, **given: Any) -> Venezia:
    """The state of a `position`, listening."""
    state = state_of(Venezia, game.load(position(phase, *families, **given), seed=seed))
    state.listen()
    return state


def refusal(phase: str, *families: Snapshot, **given: Any) -> str:
    """The sentence with which a position is refused."""
    with pytest.raises(ridotto.BadSnapshot) as refused:
        game.load(position(phase, *families, **given))
    assert "\n" not in str(refused.value)
    return str(refused.value)


def planning(*families: Snapshot, **given: Any) -> Venezia:
    """All seats plan."""
    return table("plan", *families, **given)


def plan(state: State, seat: int, text: str) -> None:
    """A whole plan of one seat: `feint 3, hawk_card, castello 2, san_polo`. Only what is asked is decided."""
    wanted = read_plan(text)

    def asked() -> VeneziaOwnPlan:
        return own_of(state, seat).plan

    def decide(move: str) -> None:
        state.play(seat, game.parse(move))

    decide(wanted["first"])
    if asked().step == "action":
        decide(wanted["action"] or "stop")
    for card in wanted["cards"]:
        decide(card)
    if asked().step == "districts":
        decide("stop")
    for slot, pigeons in enumerate(wanted["pigeons"]):
        if asked().step == "pigeons" and len(asked().pigeons) == slot:
            decide(str(pigeons))


def planned(*plans: str, families: list[Snapshot] | None = None, **given: Any) -> Venezia:
    """The position after all of these plans."""
    state = planning(*(families or [family() for _ in plans]), **given)
    for seat, text in enumerate(plans):
        plan(state, seat, text)
    return state


def districts(*families: Snapshot, start: int = 0, **given: Any) -> Venezia:
    """Phase 3 and what follows it up to the next decision: the last of all to move on the Piazza has stopped."""
    seats = [dict(one) for one in families]
    last = (start - 1) % len(seats)
    seats[last]["piazza"] = [*seats[last]["piazza"], CORNER]
    state = table("pick", *seats, start=start, player=last, **given)
    do(state, "stop")
    return state


def phase(state: State) -> str:
    """What is asked."""
    return public_of(state).phase


def asked(state: State) -> tuple[str, int]:
    """What is asked, and whom."""
    return phase(state), state.actor()


def shown(state: State, seat: int) -> Snapshot:
    """What belongs to a seat."""
    things: Snapshot = state.snapshot()["seats"][seat]
    return things


def flocks(state: State, seat: int) -> dict[str, int]:
    """The pigeons of a seat in the places where it has any."""
    places: dict[str, int] = shown(state, seat)["places"]
    return places


def all_shown(state: State, key: str) -> list[Any]:
    """One thing of every seat."""
    return [shown(state, seat)[key] for seat in range(state.seats)]


def on_cards(state: State, seat: int) -> list[int]:
    """The pigeons on slot 1 and on the district cards."""
    pigeons: list[int] = shown(state, seat)["plan"]["pigeons"]
    return pigeons
