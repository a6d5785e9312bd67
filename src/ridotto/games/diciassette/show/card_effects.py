"""Hints on what a card of 17 Diciassette would do if it were laid now."""

from typing import Any

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import SeatName
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import BACK, card_message, total_message
from ridotto.games.diciassette.show.call_stakes import own_traps
from ridotto.games.diciassette.show.row_totals import known_total
from ridotto.games.diciassette.show.turn_order import next_player

View = dict[str, Any]


def effects(view: View, kind: int, down: bool) -> tuple[Message, ...]:
    """The effects of a card of the viewer's hand, laid face up or face down."""
    if kind < c.CONCEALED or (kind < c.REVERSE and not down):
        return _open_number(view, c.VALUES[kind])
    if kind < c.REVERSE:
        return _hidden_number(view, c.VALUES[kind])
    if kind == c.TRAP and down:
        return (_trapped(view),)
    if kind == c.TRAP or down:
        return (msg("worth 0, no effect"),)
    if kind == c.REVERSE:
        return (_turned(view),)
    return _doubled(view) if kind == c.DOUBLE else _trashed(view)


def _trapped(view: View) -> Message:
    """Only the first trap of a seat brings a victory token (diciassette.settle.victory_cap)."""
    if own_traps(view):
        return msg("if called: caller +1 penalty")
    return msg("if called: +1 victory, caller +1 penalty")


def _open_number(view: View, value: int) -> tuple[Message, ...]:
    total = view["total"] + value
    makes = msg("makes {total}", total=total_message(total, view["covered"]))
    return (makes, msg("17 or more in plain sight")) if total >= c.LIMIT else (makes,)


def _hidden_number(view: View, value: int) -> tuple[Message, ...]:
    adds = msg("secretly adds {value}", value=value)
    return (adds, msg("you know it's 17 or more")) if known_total(view)[0] + value >= c.LIMIT else (adds,)


def _turned(view: View) -> Message:
    if len(view["seats"]) == 2:
        return msg("worth 0: no effect with two players")
    if view["due"] == 2:
        return msg("reverses direction")
    return msg("reverses direction: {who} is next", who=SeatName(next_player(view, turned=True)))


def _doubled(view: View) -> tuple[Message, ...]:
    """An x2 binds the next player (diciassette.double.victim), never to more than two cards."""
    if view["double"]:
        return (msg("worth 0: the next player already has to play two"),)
    if view["due"] == 2:
        return (msg("the next player must play two cards"),)
    return (msg("{who} must play two cards", who=SeatName(next_player(view))),)


def _trashed(view: View) -> tuple[Message, ...]:
    """A trash takes the rightmost card along (diciassette.trash.target)."""
    if not view["row"]:
        return (msg("the row is empty: only this card goes"),)
    target = view["row"][-1]
    return (_cancels(view, target) or _removes(view, target),)


def _removes(view: View, target: dict[str, Any]) -> Message:
    if target["card"] == BACK:
        return msg("removes {who}'s hidden card", who=SeatName(target["seat"]))
    card = card_message(c.CARDS[target["card"]])
    if target["seat"] == view["viewer"]:
        return msg("removes your own {card}", card=card)
    return msg("removes {who}'s {card}", card=card, who=SeatName(target["seat"]))


def _cancels(view: View, target: dict[str, Any]) -> Message | None:
    """By option, trashing an x2 cancels its effect (else diciassette.trash.double_target)."""
    if view["options"]["trash_cancels_double"] == "false" or target["face"] == "down" or target["card"] != "x2":
        return None
    if view["due"] == 2:
        return msg("removes x2: no second card for you")
    return msg("removes x2: nobody has to play two cards") if view["double"] else None
