"""What a viewer of Verhext! should know before it decides: who would lead, and what may end the round or the game."""

from collections.abc import Sequence

from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import SeatName
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import prophecy_message
from ridotto.games.verhext.show.standings import ending
from ridotto.games.verhext.show.tricks import current_players
from ridotto.games.verhext.show.unseen_cards import unseen_by
from ridotto.games.verhext.show.view import VerhextOwn, VerhextPublic


def public_notes(public: VerhextPublic) -> tuple[Message, ...]:
    if public.phase == "prophecy":
        return _predicted_so_far(public)
    if public.phase == "play":
        return _round_may_end(public, [public.unseen[c.POTION]] * len(public.seats))
    return ending(public) if public.phase == "over" else ()


def own_notes(public: VerhextPublic, own: VerhextOwn) -> tuple[Message, ...] | None:
    """The remarks to a seat that knows more than everybody; None: it reads what everybody reads."""
    if public.phase == "prophecy":
        leads = _prophecies_that_lead(public, own)
        return (*public_notes(public), *leads) if leads else None
    if public.phase == "play" and (own.moves or public.options["potions_per_play"] == "any"):
        return (*_round_may_end(public, _most_potions(public, own)), *_potion_comes_next(own))
    return None


def _predicted_so_far(public: VerhextPublic) -> tuple[Message, ...]:
    """How many tricks are predicted so far, and who would lead."""
    if public.leading is None:
        return ()
    claimed = sum(c.number(seat.prophecy) for seat in public.seats if seat.prophecy is not None)
    return (
        msgs("Predicted so far: {n} trick.", "Predicted so far: {n} tricks.", claimed),
        msg("As it stands, {who} would lead the first trick.", who=SeatName(public.leading)),
    )


def _prophecies_that_lead(public: VerhextPublic, own: VerhextOwn) -> tuple[Message, ...]:
    """The prophecies with which the viewer would take the lead."""
    bids = sorted({move if move < c.REBID else move - c.REBID + 1 for move in own.moves})
    leading = [bid for bid in bids if bid in public.leading_prophecies]
    if not leading:
        return ()
    if leading == bids:
        return (msg("Any prophecy would give you the lead."),)
    if leading == [bid for bid in bids if bid]:
        return (msg("Any prophecy but 0 would give you the lead."),)
    return (msg("You would take the lead with {prophecies}.", prophecies=listing([*map(prophecy_message, leading)])),)


def _potion_comes_next(own: VerhextOwn) -> tuple[Message, ...]:
    """Tells a viewer who chooses a base card that a potion step follows, if a potion can be left in its hand."""
    if own.laid:
        return ()
    potions = [c.suit(card) for card in own.hand].count(c.POTION)
    if not any(potions > (c.suit(move - c.BASE) == c.POTION) for move in own.moves):
        return ()
    return (msg("Next, you can add a potion to your card."),)


def _round_may_end(public: VerhextPublic, potions: Sequence[int]) -> tuple[Message, ...]:
    """Warns that the round may end with this trick, by public numbers of cards and the most potions of every seat."""
    played = current_players(public)
    left = [seat.cards - (i not in played) for i, seat in enumerate(public.seats)]
    if 0 in left:
        return (msg("This is the last trick of the round."),)
    waiting = [seat for seat in range(len(left)) if seat not in played]
    near = [SeatName(seat) for seat in waiting if left[seat] == 1]
    if near:
        return (
            msgs(
                "The round may end with this trick: {who} has only two cards left.",
                "The round may end with this trick: {who} have only two cards left.",
                len(near),
                who=listing(near),
            ),
        )
    able = [SeatName(seat) for seat in waiting if left[seat] <= potions[seat]]
    if able and public.options["potions_per_play"] == "any":
        return (
            msgs(
                "The round may end with this trick: with potions, {who} could play all their cards at once.",
                "The round may end with this trick: with potions, {who} could play all their cards at once.",
                len(able),
                who=listing(able),
            ),
        )
    return ()


def _most_potions(public: VerhextPublic, own: VerhextOwn) -> list[int]:
    """The most potions that each seat can hold; the viewer knows its own."""
    most = [unseen_by(public, own)[c.POTION]] * len(public.seats)
    most[own.seat] = [c.suit(card) for card in (*own.hand, *own.laid)].count(c.POTION)
    return most
