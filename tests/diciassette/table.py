"""Positions of 17 Diciassette in few words.

A card is written as the game writes it: `4/4` two-sided, `4` one-sided, `reverse`, `trash`, `x2`, `trap`. A row is
written `0:4/4 1:trap- 2:5`: the seat, the card, and a minus if it lies face down.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import ridotto
from ridotto.engine.state import State
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.rules.rules import Diciassette
from tests.at_the_table import do, state_of

game = ridotto.game("diciassette")
Snapshot = dict[str, Any]
Tokens = tuple[int, int]  # victory, penalty


def row_of(short: str) -> list[dict[str, Any]]:
    laid = []
    for part in short.split():
        seat, card = part.split(":")
        laid.append({"seat": int(seat), "card": card.rstrip("-"), "face": "down" if card.endswith("-") else "up"})
    return laid


def position(
    *hands: str,
    row: str = "",
    pile: str | None = None,
    top: str = "",
    discards: str = "",
    trashed: Mapping[int, str] | None = None,
    tokens: Mapping[int, Tokens] | None = None,
    answers: Mapping[int, str] | None = None,
    turn: int = 0,
    phase: str = "play",
    round: int = 9,
    options: Mapping[str, str] | None = None,
    **given: Any,
) -> Snapshot:
    """A snapshot. `top` are the next cards of the pile; below them lies what is left of the deck, concealed cards last.

    With `pile` it has just these cards, and all others are discarded. Covered cards were trashed by a trash each.
    """
    seats: list[dict[str, Any]] = []
    for seat, hand in enumerate(hands):
        victory, penalty = (tokens or {}).get(seat, (0, 0))
        hidden = (trashed or {}).get(seat, "").split()
        answer = (answers or {}).get(seat)
        seats.append(
            {"victory": victory, "penalty": penalty, "hand": hand.split(), "trashed": hidden, "answer": answer}
        )
    laid = row_of(row)
    gone = discards.split()
    gone += ["trash"] * (sum(len(seat["trashed"]) for seat in seats) - gone.count("trash"))
    used = Counter(card["card"] for card in laid) + Counter((pile or top).split()) + Counter(gone)
    for given_seat in seats:
        used += Counter(given_seat["hand"]) + Counter(given_seat["trashed"])
    left = [name for kind, name in enumerate(c.CARD_NAMES) for _ in range(c.COPIES[kind] - used[name])]
    snapshot = {"players": len(hands), "options": dict(options or {}), "round": round, "phase": phase, "turn": turn}
    snapshot |= {"seats": seats, "row": laid, **given}
    if pile is not None:
        return snapshot | {"pile": pile.split()}
    return snapshot | {"pile": [*top.split(), *left], "discards": gone}


def table(*hands: str, **given: Any) -> Diciassette:
    """The state of a `position`, listening."""
    state = state_of(Diciassette, game.load(position(*hands, **given), seed=1))
    state.listen()
    return state


# Hands that do not matter.
ANY_HANDS = "1/1 1/1 2/2", "1/1 1/1 2/2", "1/1 2/2 3/3", "2/2 3/3 3/3", "3/3 4/4 4/4", "4/4 4/4 5/5"


def call_window(players: int = 4, *, row: str, **given: Any) -> Diciassette:
    """A call window after the turn of whoever laid the last card."""
    last = row_of(row)[-1]["seat"]
    return table(*ANY_HANDS[:players], **{"row": row, "phase": "call", "turn": last, **given})


def lay(state: State, *moves: str) -> None:
    """Lays cards; nobody calls after them."""
    for move in moves:
        do(state, move)
        nobody_calls(state)


def nobody_calls(state: State) -> None:
    while state.snapshot()["phase"] == "call":
        do(state, "pass")


def call(state: State, seat: int) -> None:
    """This seat calls, and all before it pass."""
    while state.actor() != seat:
        do(state, "pass")
    do(state, "call")


def answer(state: State, answers: Sequence[tuple[int, str]]) -> None:
    """Answers in this order, as far as they are still asked for."""
    for seat, text in answers:
        if seat in state.actors() and state.snapshot()["phase"] == "call":
            state.play(seat, game.parse(text))


def tokens(state: State) -> list[Tokens]:
    """Victory and penalty tokens by seat."""
    return [(seat["victory"], seat["penalty"]) for seat in state.snapshot()["seats"]]


def row(state: State) -> str:
    """The row in short."""
    return " ".join(
        f"{card['seat']}:{card['card']}{'-' if card['face'] == 'down' else ''}" for card in state.snapshot()["row"]
    )


def hands(state: State) -> list[list[str]]:
    """What every seat holds."""
    return [seat["hand"] for seat in state.snapshot()["seats"]]


def all_in_row(*hands: str, pile: str = "", discards: str = "", turn: int = 0, **given: Any) -> Diciassette:
    """A round that nobody ends: all cards but those that are named lie face down in the row.

    Whoever has the turn laid the last of them.
    """
    named = Counter(" ".join((*hands, pile, discards)).split())
    left = [name for kind, name in enumerate(c.CARD_NAMES) for _ in range(c.COPIES[kind] - named[name])]
    laid = [f"{(turn + 1 + place - len(left)) % len(hands)}:{card}-" for place, card in enumerate(left)]
    return table(*hands, row=" ".join(laid), pile=pile, turn=turn, **given)
