"""What the players of 17 Diciassette are asked, and what they should know before they decide."""

from collections.abc import Sequence

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import SeatName
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import card_message
from ridotto.games.diciassette.show.actions import laid_message
from ridotto.games.diciassette.show.call_answers import (
    chosen_premove,
    given_answer,
    offered_premoves,
    others_waited_for,
    waiting,
)
from ridotto.games.diciassette.show.call_stakes import stakes_of_last_player
from ridotto.games.diciassette.show.row_totals import highest_total, is_hopeless, own_range_note, range_note
from ridotto.games.diciassette.show.standings import call_message, ending, is_last_call_recent, result_message
from ridotto.games.diciassette.show.turn_order import callers_before, is_second_card
from ridotto.games.diciassette.show.view import DiciassetteOwn, DiciassettePublic

# What is asked


def prompt(public: DiciassettePublic) -> Message:
    """What everybody is told."""
    who = SeatName(public.turn)
    if public.places is not None:
        return result_message(public, public.places)
    if public.phase == "call":
        if is_hopeless(public):
            return _waiting_for_insisting(waiting(public))
        return msg("{who} has played. Does anybody call 17?", who=who)
    if public.due == 2:
        return msg("{who} is playing the first of two cards.", who=who)
    if is_second_card(public):
        return msg("{who} is playing the second card.", who=who)
    return msg("{who} is playing.", who=who)


def _waiting_for_insisting(asked: Sequence[int]) -> Message:
    """If 17 is visibly out of reach, only seats that insist are asked."""
    if not asked:
        return msg("17 is still out of reach, so nobody is asked.")
    who = listing([SeatName(seat) for seat in asked])
    return msgs(
        "17 is out of reach, but {who} wants to be asked.",
        "17 is out of reach, but {who} want to be asked.",
        len(asked),
        who=who,
    )


def own_prompt(public: DiciassettePublic, own: DiciassetteOwn) -> Message | None:
    """What a seat is asked or told instead."""
    if public.phase == "call":
        return _call_question(public, own)
    if public.phase == "over" or public.turn != own.seat:
        return None
    if public.due == 2:
        return msg("x2: play the first of two cards.")
    if is_second_card(public):
        return msg("x2: play your second card.")
    return msg("Play a card.")


def _call_question(public: DiciassettePublic, own: DiciassetteOwn) -> Message | None:
    """The question of a call window. A seat is told its own answer, nothing about others (diciassette.call.secret)."""
    answer, chosen = given_answer(own), chosen_premove(own)
    if answer == "call":
        return msg("You call 17, unless somebody ahead of you does.")
    if answer == "pass" and chosen is not None:
        return msg("You pass and play {card}, unless somebody calls.", card=laid_message(chosen))
    if is_hopeless(public) and (answer or not own.moves):
        return _waiting_for_insisting(others_waited_for(public, own.seat))
    if own.seat == public.turn:
        return msg("You have played. Does anybody call 17?")
    if answer == "pass":
        if highest_total(own) < c.LIMIT:
            return msg("You pass: you know it can't be 17.")
        return msg("You pass. Does anybody call 17?")
    return msg("{who} has played. Call 17?", who=SeatName(public.turn))


def prompt_clause(public: DiciassettePublic) -> str:
    """The clause that the prompt rests on."""
    if public.phase == "over":
        return "diciassette.end.three"
    if public.phase == "call":
        return "diciassette.call.who"
    doubled = public.due == 2 or is_second_card(public)
    return "diciassette.double.one_by_one" if doubled else "diciassette.turn.one_card"


# What one should know


def notes(public: DiciassettePublic) -> tuple[Message, ...]:
    """What everybody is told."""
    if public.places is not None:
        return ending(public, public.places)
    return (*_out_of_reach(public), *_recent_call(public), *range_note(public))


def own_notes(public: DiciassettePublic, own: DiciassetteOwn) -> tuple[Message, ...] | None:
    """What a seat is told instead, the most important note first: if there is little room, only that one is shown."""
    asked = c.CALL in own.moves and not given_answer(own)
    dropped, may_choose = _dropped(own), _may_choose(own)
    if public.phase == "over" or not (asked or dropped or may_choose or own.hidden):
        return None
    return (
        *dropped,
        *(stakes_of_last_player(public, own) if asked else ()),
        *_out_of_reach(public),
        *may_choose,
        *_recent_call(public),
        *(_priority(public, own.seat) if asked else ()),
        *own_range_note(public, own),
    )


def _dropped(own: DiciassetteOwn) -> tuple[Message, ...]:
    """Tells that a card chosen in advance was not played, since somebody called."""
    if not own.held.dropped:
        return ()
    card, _ = c.card_and_face(c.MOVE_TEXTS.index(own.held.dropped))
    return (msg("Somebody called first: you keep your {card}.", card=card_message(card)),)


def _out_of_reach(public: DiciassettePublic) -> tuple[Message, ...]:
    """Tells why nobody is asked, from the first card of a round until 17 comes into reach.

    The note does not come back after a trash, which leaves fewer cards than turns; after an x2 it may. It is not shown
    if a seat insists on being asked.
    """
    begun = public.phase == "play" and 0 < public.turns <= len(public.row)
    if not begun or public.insisting or not is_hopeless(public):
        return ()
    return (msg("17 is still out of reach, so nobody is asked."),)


def _recent_call(public: DiciassettePublic) -> tuple[Message, ...]:
    return (call_message(public.last),) if public.last is not None and is_last_call_recent(public) else ()


def _may_choose(own: DiciassetteOwn) -> tuple[Message, ...]:
    if not offered_premoves(own) or own.held.ahead:
        return ()
    return (msg("You're next: you can choose a card now. That counts as a pass."),)


def _priority(public: DiciassettePublic, seat: int) -> tuple[Message, ...]:
    """The seats whose calls have priority over that of a seat (diciassette.call.priority)."""
    if len(public.seats) == 2:
        return ()
    earlier = [SeatName(other) for other in callers_before(public, seat)]
    if not earlier:
        return (msg("Your call goes first."),)
    line = msgs(
        "Your call counts if {earlier} passes.",
        "Your call counts if {earlier} pass.",
        len(earlier),
        earlier=listing(earlier),
    )
    return (line,)
