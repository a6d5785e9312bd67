"""What a viewer of Verhext! is asked or told to wait for, and the clause that this rests on."""

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import SeatName
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import prophecy_message, suits_message
from ridotto.games.verhext.show.standings import prophecy_of, result_message
from ridotto.games.verhext.show.tricks import current_led_suit
from ridotto.games.verhext.show.view import VerhextOwn, VerhextPublic


def public_prompt(public: VerhextPublic) -> Message:
    if public.turn is None:
        return result_message(public)
    who = SeatName(public.turn)
    if public.phase == "prophecy":
        return msg("{who} is choosing a prophecy.", who=who)
    if public.phase == "play":
        return msg("{who} is playing.", who=who)
    return msg("{who} is thinking about zero cards.", who=who)


def own_prompt(public: VerhextPublic, own: VerhextOwn) -> Message | None:
    """The question to the seat whose turn it is; None for others."""
    if public.turn != own.seat:
        return None
    if public.phase == "prophecy":
        return msg("Choose your prophecy: how many tricks will you win?")
    if public.phase == "count":
        return _zero_question(public, own.seat)
    return _card_question(public, own)


def _card_question(public: VerhextPublic, own: VerhextOwn) -> Message:
    if own.laid:
        return msg("Add a potion?") if len(own.laid) == 1 else msg("Add another potion?")
    led = current_led_suit(public)
    if led is None:
        return msg("You lead: play any card.")
    suits = suits_message(led)
    if _follows(own, led):
        return msg("Follow suit: {suits} were led.", suits=suits)
    return msg("You have no {suits}: play any card.", suits=suits)


def _follows(own: VerhextOwn, led: int) -> bool:
    return any(c.suit(card) == led for card in own.hand)


def _zero_question(public: VerhextPublic, seat: int) -> Message:
    return msgs(
        "You predicted {prophecy}. Use a zero card to make it?",
        "You predicted {prophecy}. Use {n} zero cards to make it?",
        public.needed,
        prophecy=prophecy_message(prophecy_of(public, seat)),
    )


PUBLIC_CLAUSES = {
    "prophecy": "verhext.bid.order",
    "play": "verhext.trick.order",
    "count": "verhext.zero.bonus",
    "over": "verhext.final.winner",
}


def public_clause(public: VerhextPublic) -> str:
    return PUBLIC_CLAUSES[public.phase]


def own_clause(public: VerhextPublic, own: VerhextOwn) -> str | None:
    """The clause about the card to play, if it is this seat's turn; None: that of everybody."""
    if public.phase != "play" or public.turn != own.seat:
        return None
    if own.laid:
        return "verhext.potion.attach"
    led = current_led_suit(public)
    if led is None:
        return "verhext.trick.lead_any"
    if not _follows(own, led):
        return "verhext.follow.free"
    return "verhext.follow.potion_is_suit" if led == c.POTION else "verhext.follow.must"
