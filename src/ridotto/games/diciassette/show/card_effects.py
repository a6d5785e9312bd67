"""Hints on what a card of 17 Diciassette would do if it were laid: the effects that the rules tell, in words."""

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import SeatName
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import card_message, total_message
from ridotto.games.diciassette.show.rows import known_row
from ridotto.games.diciassette.show.view import DiciassetteEffect, DiciassetteOwn, DiciassettePublic


def effect_hints(public: DiciassettePublic, own: DiciassetteOwn, effect: DiciassetteEffect) -> tuple[Message, ...]:
    """The hints on a card of the hand of a seat, laid face up or face down."""
    kind, down = c.card_and_face(effect.move)
    if kind < c.CONCEALED or (kind < c.REVERSE and not down):
        return _open_number(public, effect)
    if kind < c.REVERSE:
        return _hidden_number(c.VALUES[kind], effect)
    if kind == c.TRAP and down:
        return (_trapped(effect),)
    if kind == c.TRAP or down:
        return (msg("worth 0, no effect"),)
    if kind == c.REVERSE:
        return (_turned(effect),)
    return (_doubled(effect) if kind == c.DOUBLE else _trashed(public, own, effect),)


def _trapped(effect: DiciassetteEffect) -> Message:
    if effect.rewards:
        return msg("if called: +1 victory, caller +1 penalty")
    return msg("if called: caller +1 penalty")


def _open_number(public: DiciassettePublic, effect: DiciassetteEffect) -> tuple[Message, ...]:
    makes = msg("makes {total}", total=total_message(effect.total, public.covered))
    return (makes, msg("17 or more in plain sight")) if effect.total >= c.LIMIT else (makes,)


def _hidden_number(value: int, effect: DiciassetteEffect) -> tuple[Message, ...]:
    adds = msg("secretly adds {value}", value=value)
    return (adds, msg("you know it's 17 or more")) if effect.known >= c.LIMIT else (adds,)


def _turned(effect: DiciassetteEffect) -> Message:
    if not effect.turns:
        return msg("worth 0: no effect with two players")
    if effect.due:
        return msg("reverses direction")
    return msg("reverses direction: {who} is next", who=SeatName(effect.next))


def _doubled(effect: DiciassetteEffect) -> Message:
    if not effect.doubles:
        return msg("worth 0: the next player already has to play two")
    if effect.due:
        return msg("the next player must play two cards")
    return msg("{who} must play two cards", who=SeatName(effect.next))


def _trashed(public: DiciassettePublic, own: DiciassetteOwn, effect: DiciassetteEffect) -> Message:
    if not effect.removes:
        return msg("the row is empty: only this card goes")
    if effect.cancels == "second card":
        return msg("removes x2: no second card for you")
    if effect.cancels == "next double":
        return msg("removes x2: nobody has to play two cards")
    target = known_row(public, own)[-1]
    if target.kind == c.NEUTRAL:
        return msg("removes {who}'s hidden card", who=SeatName(target.seat))
    if target.seat == own.seat:
        return msg("removes your own {card}", card=card_message(target.kind))
    return msg("removes {who}'s {card}", card=card_message(target.kind), who=SeatName(target.seat))
