"""Positions of Venti in few words.

A number card is written as the game writes it: `5/9`; jokers are `j1` to `j4`, chaos cards `x1` and `x2`. Points may be
written as cards or by their worth: `4 4 3` are any two cards worth 4 and one worth 3, of the highest numbers left.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import ridotto
from ridotto.engine.state import State
from ridotto.games.venti import components as c
from ridotto.games.venti.rules.rules import Venti
from ridotto.games.venti.show.view import VentiOwn, VentiPublic
from tests.at_the_table import state_of

game = ridotto.game("venti")
Snapshot = dict[str, Any]
Cards = Mapping[int, str]  # of some seats

# A display that nobody can pay with a few cards, and nothing to draw that matters.
CENTRE = "0/1", "0/2", "0/3", "1/1", "1/2"
TARGETS = "2/11", "3/11", "4/11", "5/11"
CENTRE_CARDS = {2: 4, 3: 4, 4: 5, 5: 5, 6: 5}
TARGET_CARDS = {2: 3, 3: 3, 4: 4, 5: 4, 6: 4}

_NAMES = {**{f"j{n}": f"joker {n}" for n in range(1, 5)}, **{f"x{n}": f"chaos {n}" for n in (1, 2)}, "-": None}
_SHORT = {name: short for short, name in _NAMES.items()}


def card(short: str) -> str | None:
    """`j1` as the game writes it: `joker 1`; `-` is no card."""
    return _NAMES.get(short, short)


def cards(short: str) -> list[Any]:
    return [card(one) for one in short.split()]


def numbers(short: str) -> tuple[int, ...]:
    """The numbers of these cards, as views name them."""
    return tuple(c.CARDS[name] for name in cards(short))


def worth(name: str) -> int:
    return c.POINTS[c.CARDS[name]]


class Box:
    """The cards that are not on the table yet."""

    def __init__(self) -> None:
        self.left = list(c.CARD_NAMES)

    def take(self, names: Iterable[str | None]) -> None:
        for name in names:
            if name is not None:
                assert name in self.left, f"{name} is named twice"
                self.left.remove(name)

    def card_worth(self, points: int) -> str:
        """Any card worth so many points."""
        name = next(name for name in reversed(self.left) if worth(name) == points)
        self.left.remove(name)
        return name

    def fill_up(self, row: list[Any], places: int, usual: Iterable[str]) -> None:
        """The rest of a row: what usually lies there, as far as it is left, and then the lowest cards."""
        for name in [*usual, *self.left]:
            if len(row) < places and name in self.left:
                self.take([name])
                row.append(name)


def position(
    *hands: str,
    secret: Cards | None = None,
    barred: Cards | None = None,
    ruled_out: Mapping[int, list[str]] | None = None,
    points: Cards | None = None,
    permanent: Cards | None = None,
    extra: Cards | None = None,
    centre: str = "",
    targets: str = "",
    frozen: Mapping[int, int] | None = None,
    top: str = "",
    pile: str | None = None,
    discards: str = "",
    turn: int = 0,
    used: int | None = None,
    options: Mapping[str, Any] | None = None,
    **given: Any,
) -> Snapshot:
    """A snapshot in which seat `turn` has an action. `frozen` says who froze which target, from 1 on.

    Hands are known to all, `secret` cards come on top. The display is filled up. `top` are the next cards of the pile;
    below them lies what is left of the deck, chaos cards last. With `pile` it has just these cards, and all others are
    discarded.
    """
    box, players = Box(), len(hands)
    middle, goals, gone, drawn = cards(centre), cards(targets), cards(discards), cards(top if pile is None else pile)
    laid = {"hand": dict(enumerate(hands)), "secret": secret, "permanent": permanent, "extra": extra}
    seats = [{key: cards((what or {}).get(seat, "")) for key, what in laid.items()} for seat in range(players)]
    scored = {seat: short.split() for seat, short in (points or {}).items()}
    for row in (middle, goals, gone, drawn, *(row for seat in seats for row in seat.values())):
        box.take(row)
    box.take(name for names in scored.values() for name in names if "/" in name)
    box.fill_up(middle, CENTRE_CARDS[players], CENTRE)
    box.fill_up(goals, TARGET_CARDS[players], TARGETS)
    for seat, names in scored.items():
        seats[seat]["points"] = [name if "/" in name else box.card_worth(int(name)) for name in names]
    for seat in range(players):
        seats[seat]["barred"] = cards((barred or {}).get(seat, ""))
        seats[seat]["ruled_out"] = (ruled_out or {}).get(seat, [])
    return {
        "players": players,
        "options": dict(options or {}),
        "turn": turn,
        "actions": {} if used is None else {"used": used},
        "centre": middle,
        "targets": [{"card": name, "frozen_by": (frozen or {}).get(place)} for place, name in enumerate(goals, 1)],
        "seats": seats,
        "pile": drawn + box.left if pile is None else drawn,
        "discards": gone if pile is None else gone + box.left,
        **given,
    }


def table(*hands: str, **given: Any) -> Venti:
    """The state of a `position`, listening."""
    state = state_of(Venti, game.load(position(*hands, **given), seed=1))
    state.listen()
    return state


def hoarded(*hands: str, centre: str, targets: str, **given: Any) -> Venti:
    """Both piles are used up: all cards that are not named are permanent jokers of the last seat, or in its hand.

    Only chaos cards are discarded.
    """
    named = " ".join((*hands, centre, targets, *given.get("points", {}).values())).split()
    left = [name for name in c.CARD_NAMES[: c.JOKER] if name not in named]
    jokers = [name for name in ("j1", "j2", "j3", "j4") if name not in named]
    keeper = len(hands) - 1
    held = [*hands[:keeper], " ".join([*hands[keeper].split(), *jokers])]
    return table(*held, centre=centre, targets=targets, permanent={keeper: " ".join(left)}, pile="", **given)


# What is shown


def public_view(state: State, viewer: int = -1) -> VentiPublic:
    """What everybody sees, as it is shown to this viewer."""
    public = game.view(state, viewer).public
    assert isinstance(public, VentiPublic)
    return public


def own_view(state: State, seat: int) -> VentiOwn:
    """What a seat sees besides."""
    own = game.view(state, seat).own
    assert isinstance(own, VentiOwn)
    return own


# What lies where, in short


def short(names: Iterable[str | None]) -> str:
    return " ".join(_SHORT.get(name, name or "") for name in names)


def hand(state: State, seat: int) -> str:
    """All cards a seat holds, sorted."""
    held = state.snapshot()["seats"][seat]
    cards: list[str] = sorted(held["hand"] + held["secret"], key=lambda name: c.CARDS[name])
    return short(cards)


def before(state: State, seat: int, what: str) -> str:
    """The `points`, `permanent` jokers or `extra` actions that lie before a seat."""
    return short(state.snapshot()["seats"][seat][what])


def points(state: State, seat: int) -> str:
    return before(state, seat, "points")


def centre(state: State) -> str:
    return short(state.snapshot()["centre"])


def targets(state: State) -> str:
    """All targets, frozen ones too."""
    return short(target["card"] for target in state.snapshot()["targets"])


def frozen(state: State) -> dict[int, int]:
    """Who froze which target, from 1 on."""
    shown = enumerate(state.snapshot()["targets"], 1)
    return {place: target["frozen_by"] for place, target in shown if target["frozen_by"] is not None}


def discards(state: State) -> str:
    return short(state.snapshot()["discards"])


def pile(state: State) -> list[str]:
    """The draw pile from its top."""
    return short(state.snapshot()["pile"]).split()


def phase(state: State) -> str:
    return str(state.snapshot()["phase"])


def actions(state: State) -> tuple[int, int]:
    """How many actions of the turn are used, and how many there are."""
    shown = state.snapshot()["actions"]
    return shown["used"], shown["limit"]
