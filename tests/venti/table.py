"""Positions of Venti in few words.

A card is written as the game writes it, `5/9`; jokers are `j1` to `j4`, chaos cards `x1` and `x2`, and `-` is an empty
place of the display. What is not said is filled up with the rest of the deck, lowest cards first.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import ridotto
from ridotto.games.venti import cards as c

game = ridotto.game("venti")
Snapshot = dict[str, Any]
Cards = Mapping[int, str]  # of some seats


def named(short: str) -> list[str | None]:
    """Cards from their short names."""
    return [
        None
        if word == "-"
        else f"joker {word[1]}"
        if word[0] == "j"
        else f"chaos {word[1]}"
        if word[0] == "x"
        else word
        for word in short.split()
    ]


def short(names: list[str | None]) -> str:
    """And back."""
    return " ".join("-" if name is None else name.replace("joker ", "j").replace("chaos ", "x") for name in names)


def position(
    *hands: str,
    centre: str = "",
    targets: str = "",
    frozen: Mapping[int, int] | None = None,
    points: Cards | None = None,
    permanent: Cards | None = None,
    extra: Cards | None = None,
    secret: Cards | None = None,
    top: str = "",
    pile: str | None = None,
    turn: int = 0,
    used: int = 0,
    options: Mapping[str, str] | None = None,
    **given: Any,
) -> Snapshot:
    """A snapshot. `top` are the next cards of the pile, and all others lie below; with `pile` they are discarded.

    `frozen` says by whom, target by target, counted from 1. Hands are known to all, `secret` cards come on top.
    """
    players = len(hands)
    seats = [
        {
            "hand": named(hand),
            "secret": named((secret or {}).get(seat, "")),
            "points": named((points or {}).get(seat, "")),
            "permanent": named((permanent or {}).get(seat, "")),
            "extra": named((extra or {}).get(seat, "")),
        }
        for seat, hand in enumerate(hands)
    ]
    next_cards = named(top if pile is None else pile)
    used_cards = {name for seat in seats for cards in seat.values() for name in cards}
    used_cards |= {*named(centre), *named(targets), *next_cards}
    rest = iter([name for card, name in enumerate(c.CARD_NAMES) if name not in used_cards and card < c.CHAOS])
    shown = filled(named(centre), c.CENTRE[players], rest)
    goals = filled(named(targets), c.TARGETS[players], rest)
    left = [*rest, *(name for name in c.CARD_NAMES[c.CHAOS :] if name not in used_cards)]
    return {
        "players": players,
        "options": dict(options or {}),
        "turn": turn,
        "actions": {"used": used},
        "centre": shown,
        "targets": [{"card": card, "frozen_by": (frozen or {}).get(place)} for place, card in enumerate(goals, 1)],
        "seats": seats,
        "pile": [*next_cards, *left] if pile is None else next_cards,
        "discards": [] if pile is None else left,
        **given,
    }


def filled(cards: list[str | None], places: int, rest: Iterator[str]) -> list[str | None]:
    return [*cards, *(next(rest) for _ in range(places - len(cards)))]


def table(*hands: str, **given: Any) -> Any:
    """The state of a `position`, listening."""
    state = game.load(position(*hands, **given), seed=1)
    state.listen()
    return state


def hand(state: Any, seat: int) -> str:
    """What a seat holds, lowest cards first."""
    return short([c.CARD_NAMES[card] for card in c.listed(state.hand[seat])])


def point_cards(state: Any, seat: int) -> str:
    return short(state.snapshot()["seats"][seat]["points"])


def centre(state: Any) -> str:
    return short(state.snapshot()["centre"])


def targets(state: Any) -> str:
    return short([target["card"] for target in state.snapshot()["targets"]])


def discards(state: Any) -> set[str]:
    return set(short(state.snapshot()["discards"]).split())
