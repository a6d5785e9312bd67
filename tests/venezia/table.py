"""Positions of Venezia in few words.

Squares are written `4C 5D`, pigeons in places `castello 3, san_polo 2`, a plan `piazza 3, vespa, castello 2`: the
first card and the district cards with their pigeons, and between them an action card. If nothing else is said it is
round 3, seat 0 is the start player, homes are Cannaregio, Castello, Dorsoduro and La Giudecca in the order of the
seats, reserves have 12 pigeons, first cards were feints without pigeons, tourists stand on 1A and 10A (and 1H), and
hunters on 10H (and 8H).
"""

from collections.abc import Mapping
from typing import Any

import ridotto
from ridotto.engine.state import State
from ridotto.games.venezia import city as c
from ridotto.games.venezia.snapshot import PHASES

game = ridotto.game("venezia")
Snapshot = dict[str, Any]

HOMES = ("cannaregio", "castello", "dorsoduro", "giudecca")
TOURISTS = ("1A", "10A", "1H")
HUNTERS = ("10H", "8H")
IN_TURN = PHASES[c.PLACING : c.RECOVERING]  # the phases that must be told whom they ask


def flocks(text: str) -> dict[str, int]:
    """`castello 3, san_polo 2`."""
    return {name: int(number) for name, number in (part.split() for part in text.split(",") if part.strip())}


def plan(text: str) -> Snapshot:
    """`piazza 3, vespa, castello 2, san_giorgio 0`; without numbers, nothing is counted yet."""
    parts = [part.split() for part in text.split(",") if part.strip()]
    first, cards = parts[0], [part for part in parts[1:] if part[0] not in c.ACTION_OF]
    actions = [part[0] for part in parts[1:] if part[0] in c.ACTION_OF]
    return {
        "first": first[0],
        "action": actions[0] if actions else None,
        "cards": [card[0] for card in cards],
        "pigeons": [int(part[1]) for part in (first, *cards) if len(part) > 1],
    }


def position(
    players: int = 3,
    *,
    phase: str = "plan",
    player: int | None = None,
    start: int = 0,
    round: int = 3,
    piazza: Mapping[int, str] | None = None,
    places: Mapping[int, str] | None = None,
    plans: Mapping[int, str | Snapshot] | None = None,
    scores: Mapping[int, int] | None = None,
    reserves: Mapping[int, int] | None = None,
    nests: Mapping[int, int] | None = None,
    played: Mapping[int, str] | None = None,
    homes: Mapping[int, str] | None = None,
    grey: str = "",
    tourists: str | None = None,
    hunters: str | None = None,
    options: Mapping[str, str | int] | None = None,
    **given: Any,
) -> Snapshot:
    """A snapshot. `played={0: "vespa, crumbs"}`; what a seat has nowhere else is in its supply."""
    chosen = {**{option.name: option.values[0] for option in game.options}, **(options or {})}
    spun = PHASES.index(phase) >= c.PICKING
    in_turn = phase in IN_TURN
    seats: list[Snapshot] = []
    for seat in range(players):
        laid = (plans or {}).get(seat, {} if phase in ("plan", "home") else "feint 0")
        seats.append(
            {
                "score": (scores or {}).get(seat, 0),
                "home": None if phase == "home" else (homes or {}).get(seat, HOMES[seat]),
                "reserve": (reserves or {}).get(seat, int(chosen["start_reserve"])),
                "nest": (nests or {}).get(seat, 0),
                "piazza": (piazza or {}).get(seat, "").split(),
                "places": flocks((places or {}).get(seat, "")),
                "played": [card.strip() for card in (played or {}).get(seat, "").split(",") if card.strip()],
                "plan": plan(laid) if isinstance(laid, str) else laid,
            }
        )
    return {
        "players": players,
        "options": dict(options or {}),
        "round": 0 if phase == "home" else round,
        "start": start,
        "phase": phase,
        **({"player": start if player is None else player} if in_turn else {}),
        "grey": flocks(grey),
        "tourists": (tourists.split() if tourists else list(TOURISTS[: int(chosen["tourists"])])) if spun else [],
        "hunters": (hunters.split() if hunters else list(HUNTERS[: int(chosen["hunters"])])) if spun else [],
        "seats": seats,
        **given,
    }


def table(players: int = 3, **given: Any) -> Any:
    """The state of a `position`, listening."""
    state = game.load(position(players, **given), seed=1)
    state.listen()
    return state


def act(state: State, seat: int, *moves: str) -> None:
    """Moves of one seat, by their texts."""
    for move in moves:
        state.play(seat, game.parse(move))


def things(state: State, seat: int) -> Snapshot:
    """What a seat has: score, home, reserve, nest, supply, piazza, places, played, plan, shown."""
    found: Snapshot = state.snapshot()["seats"][seat]
    return found


def pigeons_in(state: State, place: str) -> list[int]:
    """By seat."""
    return [seat["places"].get(place, 0) for seat in state.snapshot()["seats"]]
