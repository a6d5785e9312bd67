"""Open cards of Venti that every player may look through, and the cards that are out of sight."""

from collections.abc import Iterable, Sequence

from ridotto.engine.message import msg
from ridotto.engine.scene import Counter, Piece, SeatName, Zone
from ridotto.games.venti import components as c
from ridotto.games.venti.conditions import NUMBERS, TEMPLATES
from ridotto.games.venti.names import number_message
from ridotto.games.venti.show.pieces import number_piece, point_piece
from ridotto.games.venti.show.view import VentiOwn, VentiPublic


def browsable_zones(public: VentiPublic) -> list[Zone]:
    hidden = unseen(public)
    return [*scored_zones(public), discards_zone(public), unseen_zone(hidden), chances_zone(public, hidden)]


def own_browsable_zones(public: VentiPublic, own: VentiOwn) -> list[Zone]:
    """The seat's point cards, and what is out of its sight."""
    zones = [own_scored_zone(public, own)] if public.seats[own.seat].points else []
    if own.hand:
        hidden = [cards - held for cards, held in zip(unseen(public), _tally(own.hand), strict=True)]
        zones.append(unseen_zone(hidden))
        if public.pile:
            zones.append(chances_zone(public, hidden))
    return zones


# Point cards


def scored_zones(public: VentiPublic) -> list[Zone]:
    """The point cards of all players."""
    return [
        Zone(
            f"points-{number}",
            "pool",
            msg("{who}'s point cards", who=SeatName(number)),
            tuple(map(point_piece, seat.points)),
            folded=True,
            seat=number,
        )
        for number, seat in enumerate(public.seats)
        if seat.points
    ]


def own_scored_zone(public: VentiPublic, own: VentiOwn) -> Zone:
    """The seat's own point cards, where it chooses what to give up in a penalty."""
    seat, fined = own.seat, must_give_up(public, own.seat)
    name = msg("Your point cards") if fined else msg("{who}'s point cards", who=SeatName(seat))
    pieces = tuple(own_point_piece(public, own, card) for card in public.seats[seat].points)
    return Zone(f"points-{seat}", "pool", name, pieces, folded=not fined, seat=seat)


def must_give_up(public: VentiPublic, seat: int) -> bool:
    """Whether this seat has to pay a penalty now."""
    return public.phase == "penalty" and public.player == seat


def own_point_piece(public: VentiPublic, own: VentiOwn, card: int) -> Piece:
    """A point card. It has a move, whose refusal says why it cannot be used now, unless a tool can be laid on it."""
    lose, sacrifice = (start + c.CARD_CLASS[card] for start in (c.POINT_CARD, c.MAKE_JOKER))
    if sacrifice in own.moves:
        return point_piece(card)
    return point_piece(card, lit=lose in own.moves, move=c.MOVE_TEXTS[lose if public.penalty else sacrifice])


# Out of sight


def discards_zone(public: VentiPublic) -> Zone:
    """venti.info.discard."""
    pieces = tuple(number_piece(card) for card in public.discards if card < c.CHAOS)
    return Zone("discarded", "pool", msg("Discards"), pieces, folded=True)


def unseen_zone(hidden: Sequence[int]) -> Zone:
    """Cards in the draw pile, in other hands or frozen."""
    return Zone("unseen", "pool", msg("Out of sight for now"), (), _by_kind(hidden), folded=True)


def unseen(public: VentiPublic) -> list[int]:
    """How many cards of each kind nobody sees but who holds them."""
    open_now = [card for card in (*public.centre, *(target.card for target in public.targets)) if card is not None]
    open_now += public.discards
    for seat in public.seats:
        open_now += seat.points + seat.permanent + seat.extra
    return [deck - seen for deck, seen in zip(_DECK, _tally(open_now), strict=True)]


def chances_zone(public: VentiPublic, hidden: Sequence[int]) -> Zone:
    """The chance of each kind to be the next card, in percent. When the pile is empty, the discards come next."""
    cards = hidden if public.pile else _tally(public.discards)
    total = max(1, sum(cards))
    percent = [round(100 * number / total) for number in cards]
    return Zone("chances", "pool", msg("Chance of being the next card, in percent"), (), _by_kind(percent), mute=True)


# Kinds of cards: the numbers, then jokers, then chaos

_DECK = (*[TEMPLATES] * NUMBERS, c.CHAOS - c.JOKER, c.DECK - c.CHAOS)
_KINDS = tuple(kind for kind, cards in enumerate(_DECK) for _ in range(cards))  # by card
_NAMES = (
    *((f"unseen.{number}", number_message(number)) for number in range(NUMBERS)),
    ("unseen.joker", msg("joker")),
    ("unseen.chaos", msg("chaos")),
)


def _by_kind(values: Sequence[int]) -> tuple[Counter, ...]:
    return tuple(Counter(id, name, n) for (id, name), n in zip(_NAMES, values, strict=True))


def _tally(cards: Iterable[int]) -> list[int]:
    found = [0] * len(_DECK)
    for card in cards:
        found[_KINDS[card]] += 1
    return found
