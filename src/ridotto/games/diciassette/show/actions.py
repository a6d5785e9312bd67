"""What a seat of 17 Diciassette can do: call or pass, lay a card, or choose one in advance."""

from ridotto.engine.message import Message, msg
from ridotto.engine.scene import Action, Piece, SeatName, Zone
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import card_message, move_message
from ridotto.games.diciassette.rules.refusals import clause_of
from ridotto.games.diciassette.show.call_answers import given_answer, offered_premoves
from ridotto.games.diciassette.show.call_stakes import stakes
from ridotto.games.diciassette.show.card_effects import effect_hints
from ridotto.games.diciassette.show.pieces import face_down_id, hand_id
from ridotto.games.diciassette.show.turn_order import is_between
from ridotto.games.diciassette.show.view import DiciassetteEffect, DiciassetteOwn, DiciassettePublic


def actions(public: DiciassettePublic, own: DiciassetteOwn) -> tuple[Action, ...]:
    """The two answers in a call window; every card face up and face down, but a two-sided card once."""
    offered = (*own.moves, *offered_premoves(own))
    cards = [effect for effect in own.effects if effect.move in offered and not is_redundant(effect.move)]
    cards.sort(key=lambda effect: c.card_and_face(effect.move))
    return (*_answers(public, own), *(_card_action(public, own, effect) for effect in cards), *_withdrawal(own))


def is_redundant(move: int) -> bool:
    """Does a move lay a two-sided card face down, as good as face up? (diciassette.play.two_sided_either_way)"""
    return c.DOWN <= move < c.DOWN + c.CONCEALED


def _answers(public: DiciassettePublic, own: DiciassetteOwn) -> tuple[Action, ...]:
    if c.CALL not in own.moves:
        return ()
    on_pass = (_if_nobody_calls(public, own.seat),)
    return (
        Action("pass", move_message(c.PASS), "answer.pass", None, clause_of(c.PASS), on_pass, passes=True),
        Action("call", move_message(c.CALL), "answer.call", None, clause_of(c.CALL), stakes(public, own)),
    )


def _card_action(public: DiciassettePublic, own: DiciassetteOwn, effect: DiciassetteEffect) -> Action:
    kind, down = c.card_and_face(effect.move)
    take, hints = face_down_id(kind) if down else hand_id(kind), effect_hints(public, own, effect)
    return Action(c.MOVE_TEXTS[effect.move], laid_message(effect.move), take, None, clause_of(effect.move), hints)


def laid_message(move: int) -> Message:
    """A card, and its face unless it is two-sided."""
    kind, _ = c.card_and_face(move)
    return card_message(kind) if kind < c.CONCEALED else move_message(move)


def _withdrawal(own: DiciassetteOwn) -> tuple[Action, ...]:
    """The way to take back a card chosen in advance; while the seat is asked, its plain pass does that."""
    if not own.held.ahead or own.moves:
        return ()
    return (Action("pass", msg("pass, no card yet"), "answer.pass", None, clause_of(c.PASS), passes=True),)


def _if_nobody_calls(public: DiciassettePublic, seat: int) -> Message:
    if is_between(public):
        return msg("then {who} plays the second card", who=SeatName(public.turn))
    if public.next == seat:
        return msg("then you must play two cards") if public.double else msg("then it's your turn")
    if public.double:
        return msg("then {who} must play two cards", who=SeatName(public.next))
    return msg("then {who} is next", who=SeatName(public.next))


# The answers as pieces


def answer_zone(public: DiciassettePublic, own: DiciassetteOwn) -> Zone:
    """The two answers to choose from, the one given, and why the seat is not asked."""
    given = given_answer(own)
    pieces = tuple(
        Piece(
            f"answer.{answer}",
            answer,
            move_message(move),
            sign="✓" if answer == given else "",
            lit=move in own.moves and not given,
            move=answer,
        )
        for answer, move in (("call", c.CALL), ("pass", c.PASS))
    )
    return Zone("answer", "pool", msg("Your answer"), pieces, note=_why_not_asked(public, own), mute=True)


def _why_not_asked(public: DiciassettePublic, own: DiciassetteOwn) -> Message | None:
    """Why the seat cannot answer now (diciassette.call.who, diciassette.call.when, diciassette.call.answer_once)."""
    if c.CALL in own.moves:
        return None
    if own.answer:
        return msg("Your answer is final. Now wait for the others.")
    if own.seat == public.turn:
        return (
            msg("You've just played: now the others may call.")
            if public.phase == "call"
            else msg("Play your card first.")
        )
    return msg("You can call once {who} has played.", who=SeatName(public.turn))
