"""Open cards of Venti that every player may look through, and the cards that are out of sight."""

from collections import Counter as Tally
from typing import Any

from ridotto.engine.message import msg
from ridotto.engine.scene import Counter, Piece, SeatName, Zone
from ridotto.games.venti import components as c
from ridotto.games.venti.conditions import NUMBERS, TEMPLATES
from ridotto.games.venti.names import number_message
from ridotto.games.venti.show.pieces import number_piece, point_piece

View = dict[str, Any]


def browsable_zones(view: View) -> list[Zone]:
    return [*scored_zones(view), discards_zone(view), unseen_zone(view), chances_zone(view)]


def scored_zones(view: View) -> list[Zone]:
    """The point cards of all players."""
    return [
        Zone(
            f"points-{number}",
            "pool",
            msg("Your point cards") if must_give_up(view, number) else msg("{who}'s point cards", who=SeatName(number)),
            tuple(scored_piece(view, number, name) for name in seat["points"]),
            folded=not must_give_up(view, number),
            seat=number,
        )
        for number, seat in enumerate(view["seats"])
        if seat["points"]
    ]


def must_give_up(view: View, seat: int) -> bool:
    """Whether this seat is the viewer's, who has to pay a penalty now."""
    return bool(view["phase"] == "penalty" and view["player"] == view["viewer"] == seat and view["own"])


def scored_piece(view: View, seat: int, name: str) -> Piece:
    """A point card. The viewer's own cards have a move, whose refusal says why they cannot be used now."""
    lose, sacrifice = (start + c.CARD_CLASS[c.CARDS[name]] for start in (c.POINT_CARD, c.MAKE_JOKER))
    lit = lose in view["moves"] and must_give_up(view, seat)
    if seat != view["viewer"] or sacrifice in view["moves"]:
        return point_piece(name)
    return point_piece(name, lit=lit, move=c.MOVE_TEXTS[lose if view["phase"] == "penalty" else sacrifice])


def discards_zone(view: View) -> Zone:
    """venti.info.discard."""
    pieces = tuple(number_piece(name) for name in view["discards"] if c.CARDS[name] < c.CHAOS)
    return Zone("discarded", "pool", msg("Discards"), pieces, folded=True)


def unseen_zone(view: View) -> Zone:
    """Cards in the draw pile, in other hands or frozen."""
    return Zone("unseen", "pool", msg("Out of sight for now"), (), _by_kind(unseen(view)), folded=True)


def unseen(view: View) -> list[int]:
    """How many cards of each kind are out of sight."""
    open_now = [name for name in view["centre"] if name]
    open_now += [target["card"] for target in view["targets"] if target["card"]]
    open_now += view["discards"] + (view["own"]["hand"] if view["own"] else [])
    for seat in view["seats"]:
        open_now += seat["points"] + seat["permanent"] + seat["extra"]
    return [deck - seen for deck, seen in zip(_DECK, _tally(open_now), strict=True)]


def chances_zone(view: View) -> Zone:
    """The chance of each kind to be the next card, in percent. When the pile is empty, the discards come next."""
    cards = unseen(view) if view["pile"] else _tally(view["discards"])
    percent = [round(100 * number / max(1, sum(cards))) for number in cards]
    return Zone("chances", "pool", msg("Chance of being the next card, in percent"), (), _by_kind(percent), mute=True)


# Kinds of cards: the numbers, then jokers, then chaos

_DECK = (*[TEMPLATES] * NUMBERS, c.CHAOS - c.JOKER, c.DECK - c.CHAOS)


def _by_kind(values: list[int]) -> tuple[Counter, ...]:
    kinds = [*map(str, range(NUMBERS)), "joker", "chaos"]
    names = [*map(number_message, range(NUMBERS)), msg("joker"), msg("chaos")]
    return tuple(Counter(f"unseen.{kind}", name, n) for kind, name, n in zip(kinds, names, values, strict=True))


def _tally(cards: list[str]) -> list[int]:
    found = Tally(_kind(c.CARDS[name]) for name in cards)
    return [found[kind] for kind in range(len(_DECK))]


def _kind(card: int) -> int:
    if card < c.JOKER:
        return c.number_of(card)
    return NUMBERS if card < c.CHAOS else NUMBERS + 1
