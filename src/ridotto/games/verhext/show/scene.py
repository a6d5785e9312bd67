"""The table of Verhext! as zones, pieces and actions: as everybody sees it, and what one seat sees besides."""

from functools import lru_cache

from ridotto.engine.message import Message, msg
from ridotto.engine.note import SPECTATOR
from ridotto.engine.scene import Counter, OwnScene, Piece, Scene, SeatName, Zone
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import suit_message, value_of
from ridotto.games.verhext.show.actions import actions
from ridotto.games.verhext.show.choice_zones import advised_stacks, decision_zones, retry_zones, stack_zones
from ridotto.games.verhext.show.drawn_zones import drawn_zones
from ridotto.games.verhext.show.pieces import piece, play_pieces
from ridotto.games.verhext.show.prompts import own_clause, own_prompt, public_clause, public_prompt
from ridotto.games.verhext.show.prophecy_confirmation import steps
from ridotto.games.verhext.show.remarks import own_notes, public_notes
from ridotto.games.verhext.show.standings import final_panels, own_panels, panels
from ridotto.games.verhext.show.tricks import current_players, current_trick, led_suit_of, top_after
from ridotto.games.verhext.show.unseen_cards import unseen_zones
from ridotto.games.verhext.show.view import VerhextOwn, VerhextPublic, VerhextTrick, VerhextView


def waiting(public: VerhextPublic) -> tuple[int, ...]:
    """The seats the table waits for."""
    return () if public.turn is None else (public.turn,)


def public_scene(public: VerhextPublic) -> Scene:
    table = [_trump_zone(public), *stack_zones(public), *_past_zones(public)]
    if public.phase == "play":
        table.append(_trick_zone(public))
    return Scene(
        viewer=SPECTATOR,
        prompt=public_prompt(public),
        waiting=waiting(public),
        zones=(*table, *drawn_zones(public)),
        panels=final_panels(public) if public.phase == "over" else panels(public),
        notes=public_notes(public),
        clause=public_clause(public),
    )


def own_scene(view: VerhextView) -> OwnScene:
    public, own = view.public, view.own
    assert own is not None
    zones = (
        *advised_stacks(public, own),
        *_own_last_trick(public, own),
        *_card_zones(public, own),
        *unseen_zones(public, own),
        *retry_zones(public, own),
        *decision_zones(public, own),
    )
    return OwnScene(
        viewer=own.seat,
        zones=zones,
        panels=own_panels(public, own),
        actions=actions(public, own),
        steps=steps(public, own),
        prompt=own_prompt(public, own),
        clause=own_clause(public, own),
        notes=own_notes(public, own),
    )


# What everybody sees


def _trump_zone(public: VerhextPublic) -> Zone:
    counters = (
        Counter("round", msg("Round"), msg("{round} of {rounds}", round=public.round, rounds=c.ROUNDS)),
        Counter("hats", msg("Hats left"), public.hats_left),
    )
    pieces, note = (piece(public.trump, "trump"),), suit_message(c.suit(public.trump))
    quiet = public.phase != "prophecy"  # later the tricks need the room
    return Zone("trump", "row", msg("Trump"), pieces, counters, note=note, quiet=quiet)


def _trick_zone(public: VerhextPublic) -> Zone:
    """The trick on the table, in the order played."""
    name = msg("Trick {n}", n=public.finished + 1)
    trick = current_trick(public)
    if trick is None:
        [leader] = waiting(public)
        return Zone("trick", "row", name, note=msg("{who} leads.", who=SeatName(leader)))
    led = suit_message(led_suit_of(trick))
    tied = len(trick.top) > 1
    note = msg("Led: {suit}. Tied so far.", suit=led) if tied else msg("Led: {suit}.", suit=led)
    return Zone("trick", "row", name, _trick_pieces(trick), note=note)


def _trick_pieces(trick: VerhextTrick) -> tuple[Piece, ...]:
    """The plays in order, the strongest marked. Those of a finished trick go to the winner or into the cauldron."""
    tied = len(trick.top) > 1
    mark = "tied" if tied else "won" if trick.ended else "wins"
    sink = "" if not trick.ended else "cauldron" if tied else f"fate-{trick.top[0]}"
    laid: list[Piece] = []
    for play in trick.plays:
        place = f"trick-{trick.number + 1}.{play.seat}"
        laid += play_pieces(play.cards, place, play.seat, mark if play.seat in trick.top else "", sink)
    return tuple(laid)


def _past_zones(public: VerhextPublic) -> list[Zone]:
    """The finished tricks, the last one first."""
    past = [trick for trick in reversed(public.tricks) if trick.ended]
    return [_past_zone(trick, place == 0 and _is_last_trick_open(public)) for place, trick in enumerate(past)]


def _is_last_trick_open(public: VerhextPublic) -> bool:
    """Is the last trick still open to spectators? Until two have played to the next one."""
    return len(current_players(public)) < 2


@lru_cache(4000)
def _past_zone(trick: VerhextTrick, is_open: bool) -> Zone:
    """A finished trick, open or folded."""
    zone = f"trick-{trick.number + 1}"
    name = msg("Last trick") if is_open else msg("Trick {n}", n=trick.number + 1)
    tied = len(trick.top) > 1
    note = msg("Tie: nobody won.") if tied else msg("{who} won.", who=SeatName(trick.top[0]))
    return Zone(zone, "row", name, _trick_pieces(trick), note=note, folded=not is_open)


# What one seat sees


def _own_last_trick(public: VerhextPublic, own: VerhextOwn) -> list[Zone]:
    """The last trick, if this seat sees it open and spectators do not, or the other way round.

    To a player it is open until it plays to the next one.
    """
    is_open = not own.laid and own.seat not in current_players(public)
    if is_open == _is_last_trick_open(public):
        return []
    return [_past_zone(trick, is_open) for trick in public.tricks[-2:] if trick.ended][-1:]


def _card_zones(public: VerhextPublic, own: VerhextOwn) -> list[Zone]:
    """The viewer's hand; the base card of an unfinished play lies apart."""
    zones = []
    if own.laid:
        laid = play_pieces(own.laid, "laid", own.seat)
        zones.append(Zone("laid", "row", msg("Your card"), laid, note=msg("Nobody else can see it yet.")))
    if own.hand:
        zones.append(Zone("hand", "fan", msg("Your hand"), _hand_pieces(public, own)))
    return zones


def _hand_pieces(public: VerhextPublic, own: VerhextOwn) -> tuple[Piece, ...]:
    """The cards in hand, trumps marked and playable ones lit."""
    playable = {move - c.BASE for move in own.moves if c.BASE <= move < c.NO_POTION}
    playable |= {move - c.ATTACH + c.FIRST_POTION for move in own.moves if c.ATTACH <= move < c.KEEP_ZERO}
    return tuple(
        piece(
            card,
            "hand",
            own.hand[:place].count(card) + 1,
            owner=own.seat,
            lit=card in playable,
            move=f"add {value_of(card)}" if own.laid and c.suit(card) == c.POTION else c.CARD_NAMES[card],
            source=f"plate-{public.holder}",
            marks=_hand_marks(public, own, card),
        )
        for place, card in enumerate(own.hand)
    )


def _hand_marks(public: VerhextPublic, own: VerhextOwn, card: int) -> tuple[Message, ...]:
    """One short word under a card: its effect on the trick, else whether it is a trump."""
    if own.laid:  # a potion takes the suit of the card it is added to
        return ()
    top = top_after(own, c.BASE + card)
    if own.seat in top:
        return (msg("wins") if len(top) == 1 else msg("ties"),)
    return (msg("trump"),) if c.suit(card) == c.suit(public.trump) else ()
