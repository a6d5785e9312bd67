"""What a viewer of 17 Diciassette is asked and offered, and what it should know before it answers."""

from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Action, Who
from ridotto.games.diciassette import cards as c
from ridotto.games.diciassette.effects import effects
from ridotto.games.diciassette.names import card_message, move_message, total_message
from ridotto.games.diciassette.pieces import in_hand
from ridotto.games.diciassette.stakes import for_the_last_player, if_right, if_wrong
from ridotto.games.diciassette.standings import call_message, ending, fresh, verdict
from ridotto.games.diciassette.totals import range_note
from ridotto.games.diciassette.turns import before, follower, is_between, is_second_card

View = dict[str, Any]


# What is asked


def prompt(view: View) -> Message:
    if view["phase"] == "over":
        return verdict(view)
    total = total_message(view["total"], view["covered"])
    if view["phase"] == "call":
        return _call_question(view, total)
    if view["own"] is None or view["turn"] != view["viewer"]:
        return _waiting_for_card(view)
    if view["due"] == 2:
        return msg("x2: play the first of two cards. Visible total: {total}.", total=total)
    if is_second_card(view):
        return msg("x2: play your second card. Visible total: {total}.", total=total)
    return msg("Play a card. Visible total: {total}.", total=total)


def _waiting_for_card(view: View) -> Message:
    who = Who(view["turn"])
    if view["due"] == 2:
        return msg("{who} is playing the first of two cards.", who=who)
    if is_second_card(view):
        return msg("{who} is playing the second card.", who=who)
    return msg("{who} is playing.", who=who)


def _call_question(view: View, total: Message | int) -> Message:
    """diciassette.call.secret: a seat is told its own answer, and nothing about the others."""
    own, who = view["own"], Who(view["turn"])
    if own is None or view["viewer"] == view["turn"]:
        return msg("{who} has played. Visible total: {total}. Does anybody call 17?", who=who, total=total)
    if own["answer"] == "pass":
        return msg("You have passed. Visible total: {total}. Does anybody call 17?", total=total)
    if own["answer"] == "call":
        return msg("You call 17, unless somebody ahead of you does. Visible total: {total}.", total=total)
    if len(view["seats"]) == 2:
        return msg("{who} has played. Visible total: {total}. Call 17?", who=who, total=total)
    earlier = [Who(seat) for seat in before(view, view["viewer"])]
    if not earlier:
        return msg("{who} has played. Visible total: {total}. Call 17? Your call goes first.", who=who, total=total)
    return msgs(
        "{who} has played. Visible total: {total}. Call 17? Your call counts if {earlier} passes.",
        "{who} has played. Visible total: {total}. Call 17? Your call counts if {earlier} pass.",
        len(earlier),
        who=who,
        total=total,
        earlier=listing(earlier),
    )


# What is offered


def actions(view: View) -> tuple[Action, ...]:
    """Card by card, both ways up; a two-sided card is the same either way and is offered once."""
    moves = [(move, clause) for move, clause in zip(view["moves"], view["clauses"], strict=True) if not is_idle(move)]
    if view["phase"] == "play":
        moves.sort(key=lambda offered: c.laid_by(offered[0]))
    return tuple(_action(view, move, clause) for move, clause in moves)


def is_idle(move: int) -> bool:
    """diciassette.play.two_sided_either_way: does it lay a two-sided card face down, as good as face up?"""
    return c.DOWN <= move < c.DOWN + c.CONCEALED


def _action(view: View, move: int, clause: str) -> Action:
    if move == c.PASS:
        return Action("pass", move_message(move), clause=clause, hints=(_if_nobody_calls(view),))
    if move == c.CALL:
        return Action("call", move_message(move), clause=clause, hints=(if_right(view), if_wrong(view)))
    kind, down = c.laid_by(move)
    card = c.CARD_NAMES[kind]
    name = card_message(kind) if kind < c.CONCEALED else move_message(move)
    return Action(f"{card} {'down' if down else 'up'}", name, in_hand(card), "row", clause, effects(view, kind, down))


def _if_nobody_calls(view: View) -> Message:
    if is_between(view):
        return msg("then {who} plays the second card", who=Who(view["turn"]))
    following = follower(view)
    if following == view["viewer"]:
        return msg("then you must play two cards") if view["double"] else msg("then it is your turn")
    if view["double"]:
        return msg("then {who} must play two cards", who=Who(following))
    return msg("then {who} is next", who=Who(following))


# What one should know


def notes(view: View) -> tuple[Message, ...]:
    if view["phase"] == "over":
        return ending(view)
    asked = c.CALL in view["moves"]
    recent = (call_message(view),) if fresh(view) else ()
    return (*recent, *range_note(view), *(for_the_last_player(view) if asked else ()))
