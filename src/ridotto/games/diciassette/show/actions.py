"""What a viewer of 17 Diciassette is asked, what it can do, and what it should know before."""

from typing import Any

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Action, Piece, SeatName, Zone
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import card_message, move_message
from ridotto.games.diciassette.rules.refusals import clause_of
from ridotto.games.diciassette.show.call_answers import chosen_premove, given_answer, offered_premoves, waiting
from ridotto.games.diciassette.show.call_stakes import if_right, if_wrong, stakes_of_last_player
from ridotto.games.diciassette.show.card_effects import effects
from ridotto.games.diciassette.show.pieces import face_down_id, hand_id
from ridotto.games.diciassette.show.row_totals import highest_total, is_hopeless, range_note
from ridotto.games.diciassette.show.standings import call_message, ending, is_last_call_recent, result_message
from ridotto.games.diciassette.show.turn_order import is_between, is_second_card, next_player, seats_before

View = dict[str, Any]


# What is asked


def prompt(view: View) -> Message:
    if view["phase"] == "over":
        return result_message(view)
    if view["phase"] == "call":
        return _call_question(view)
    if view["own"] is None or view["turn"] != view["viewer"]:
        return _waiting_for_card(view)
    if view["due"] == 2:
        return msg("x2: play the first of two cards.")
    if is_second_card(view):
        return msg("x2: play your second card.")
    return msg("Play a card.")


def _waiting_for_card(view: View) -> Message:
    who = SeatName(view["turn"])
    if view["due"] == 2:
        return msg("{who} is playing the first of two cards.", who=who)
    if is_second_card(view):
        return msg("{who} is playing the second card.", who=who)
    return msg("{who} is playing.", who=who)


def _call_question(view: View) -> Message:
    """The question of a call window. A seat is told its own answer, nothing about others (diciassette.call.secret)."""
    own, who = view["own"], SeatName(view["turn"])
    answer = given_answer(view)
    if answer == "call":
        return msg("You call 17, unless somebody ahead of you does.")
    if answer == "pass" and view.get("ahead"):
        return msg("You pass and play {card}, unless somebody calls.", card=_laid(chosen_premove(view)))
    if is_hopeless(view) and not (own and view["moves"] and not answer):
        return _waiting_for_insisting(view)
    if own is None:
        return msg("{who} has played. Does anybody call 17?", who=who)
    if view["viewer"] == view["turn"]:
        return msg("You have played. Does anybody call 17?")
    if answer == "pass":
        if highest_total(view) < c.LIMIT:
            return msg("You pass: you know it can't be 17.")
        return msg("You pass. Does anybody call 17?")
    return msg("{who} has played. Call 17?", who=who)


def _waiting_for_insisting(view: View) -> Message:
    """If 17 is visibly out of reach, only seats that insist are asked."""
    asked = [seat for seat in waiting(view) if seat != view["viewer"]]
    if not asked:
        return msg("17 is still out of reach, so nobody is asked.")
    who = listing([SeatName(seat) for seat in asked])
    return msgs(
        "17 is out of reach, but {who} wants to be asked.",
        "17 is out of reach, but {who} want to be asked.",
        len(asked),
        who=who,
    )


def prompt_clause(view: View) -> str:
    """The clause that the prompt rests on."""
    if view["phase"] == "over":
        return "diciassette.end.three"
    if view["phase"] == "call":
        return "diciassette.call.who"
    doubled = view["due"] == 2 or is_second_card(view)
    return "diciassette.double.one_by_one" if doubled else "diciassette.turn.one_card"


# What is offered


def actions(view: View) -> tuple[Action, ...]:
    """Every card face up and face down; a two-sided card is offered once."""
    moves = [
        (move, clause) for move, clause in zip(view["moves"], view["clauses"], strict=True) if not is_redundant(move)
    ]
    if view["phase"] == "play":
        moves.sort(key=lambda offered: c.card_and_face(offered[0]))
    return (*(_action(view, move, clause) for move, clause in moves), *_ahead_actions(view))


def _ahead_actions(view: View) -> tuple[Action, ...]:
    """The cards that the next player may choose in advance, and a way to take the choice back."""
    cards = sorted((move for move in offered_premoves(view) if not is_redundant(move)), key=c.card_and_face)
    if not cards:
        return ()
    then = {**view, "phase": "play", "turn": view["viewer"], "due": 2 if view["double"] else 1, "double": False}
    offered = tuple(_action(then, move, clause_of(move)) for move in cards)
    if view["ahead"] and not view["moves"]:
        return (*offered, Action("pass", msg("pass, no card yet"), "answer.pass", None, clause_of(c.PASS), passes=True))
    return offered


def is_redundant(move: int) -> bool:
    """Does a move lay a two-sided card face down, as good as face up? (diciassette.play.two_sided_either_way)"""
    return c.DOWN <= move < c.DOWN + c.CONCEALED


def _action(view: View, move: int, clause: str) -> Action:
    if move == c.PASS:
        hints = (_if_nobody_calls(view),)
        return Action("pass", move_message(move), "answer.pass", None, clause, hints, passes=True)
    if move == c.CALL:
        return Action("call", move_message(move), "answer.call", None, clause, (if_right(view), if_wrong(view)))
    kind, down = c.card_and_face(move)
    card = c.CARD_NAMES[kind]
    face, take = ("down", face_down_id(card)) if down else ("up", hand_id(card))
    return Action(f"{card} {face}", _laid(move), take, None, clause, effects(view, kind, down))


def _laid(move: int) -> Message:
    """A card, and its face unless it is two-sided."""
    kind, _ = c.card_and_face(move)
    return card_message(kind) if kind < c.CONCEALED else move_message(move)


def answer_zones(view: View) -> list[Zone]:
    """The two answers to choose from, the one given, and why the viewer is not asked."""
    if view["own"] is None:
        return []
    given = given_answer(view)
    pieces = tuple(
        Piece(
            f"answer.{answer}",
            answer,
            move_message(move),
            sign="✓" if answer == given else "",
            lit=move in view["moves"] and not given,
            move=answer,
        )
        for answer, move in (("call", c.CALL), ("pass", c.PASS))
    )
    return [Zone("answer", "pool", msg("Your answer"), pieces, note=_why_not_asked(view), mute=True)]


def _why_not_asked(view: View) -> Message | None:
    """Why the viewer cannot answer now (diciassette.call.who, diciassette.call.when, diciassette.call.answer_once)."""
    if view["moves"] and view["phase"] == "call":
        return None
    if view["own"]["answer"]:
        return msg("Your answer is final. Now wait for the others.")
    if view["viewer"] == view["turn"]:
        return (
            msg("You've just played: now the others may call.")
            if view["phase"] == "call"
            else msg("Play your card first.")
        )
    return msg("You can call once {who} has played.", who=SeatName(view["turn"]))


def _if_nobody_calls(view: View) -> Message:
    if is_between(view):
        return msg("then {who} plays the second card", who=SeatName(view["turn"]))
    following = next_player(view)
    if following == view["viewer"]:
        return msg("then you must play two cards") if view["double"] else msg("then it's your turn")
    if view["double"]:
        return msg("then {who} must play two cards", who=SeatName(following))
    return msg("then {who} is next", who=SeatName(following))


# What one should know


def notes(view: View) -> tuple[Message, ...]:
    """The most important note comes first: if there is little room, only that one is shown."""
    if view["phase"] == "over":
        return ending(view)
    asked = c.CALL in view["moves"] and not given_answer(view)
    recent = (call_message(view),) if is_last_call_recent(view) else ()
    return (
        *_dropped(view),
        *(stakes_of_last_player(view) if asked else ()),
        *_out_of_reach(view),
        *_may_choose(view),
        *recent,
        *(_priority(view) if asked else ()),
        *range_note(view),
    )


def _dropped(view: View) -> tuple[Message, ...]:
    """Tells that a card chosen in advance was not played, since somebody called."""
    if not view.get("dropped"):
        return ()
    card, _ = c.card_and_face(c.MOVE_TEXTS.index(view["dropped"]))
    return (msg("Somebody called first: you keep your {card}.", card=card_message(card)),)


def _out_of_reach(view: View) -> tuple[Message, ...]:
    """Tells why nobody is asked, from the first card of a round until 17 comes into reach.

    The note does not come back after a trash, which leaves fewer cards than turns; after an x2 it may. It is not shown
    if a seat insists on being asked.
    """
    begun = view["phase"] == "play" and 0 < view["turns"] <= len(view["row"])
    if not begun or view.get("insisting") or not is_hopeless(view):
        return ()
    return (msg("17 is still out of reach, so nobody is asked."),)


def _may_choose(view: View) -> tuple[Message, ...]:
    if not offered_premoves(view) or view.get("ahead"):
        return ()
    return (msg("You're next: you can choose a card now. That counts as a pass."),)


def _priority(view: View) -> tuple[Message, ...]:
    """The seats whose calls have priority over the viewer's (diciassette.call.priority)."""
    if len(view["seats"]) == 2:
        return ()
    earlier = [SeatName(seat) for seat in seats_before(view, view["viewer"])]
    if not earlier:
        return (msg("Your call goes first."),)
    line = msgs(
        "Your call counts if {earlier} passes.",
        "Your call counts if {earlier} pass.",
        len(earlier),
        earlier=listing(earlier),
    )
    return (line,)
