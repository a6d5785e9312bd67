"""The panels of the seats of Verhext!, and the result of the game."""

from functools import lru_cache

from ridotto.engine import standings
from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Counter, Panel, SeatName
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import prophecy_message, signed
from ridotto.games.verhext.show.tricks import current_players, current_trick
from ridotto.games.verhext.show.view import VerhextOwn, VerhextPublic, VerhextSeat


def panels(public: VerhextPublic) -> tuple[Panel, ...]:
    return tuple(_panel(public, number, seat.cards) for number, seat in enumerate(public.seats))


def own_panels(public: VerhextPublic, own: VerhextOwn) -> tuple[Panel, ...]:
    """The panel of a seat that has laid a base card: it sees this gone from its hand, and others do not."""
    return (_panel(public, own.seat, len(own.hand)),) if own.laid else ()


def _panel(public: VerhextPublic, number: int, held: int) -> Panel:
    return Panel(number, _counters(public, number, held), _marks(public, number))


def _counters(public: VerhextPublic, number: int, held: int) -> tuple[Counter, ...]:
    seat, facts = public.seats[number], prophecy_facts(public, number)
    collected = _plus(public, seat) + _minus(public, seat) or "–"
    return (
        _prophecy_counter(seat.prophecy),
        _counter("won", seat.won),
        Counter("goal", msg("Goal"), "–" if facts is None else prophecy_status(*facts)[1]),
        _counter("cards", held),
        _counter("score", signed(seat.score)),
        _counter("hats", seat.hats),
        _counter("zeros", seat.zeros),
        _counter("collected", collected),
    )


NAMES = {
    "won": msg("Tricks"),
    "cards": msg("Cards"),
    "score": msg("Points"),
    "hats": msg("Hats"),
    "zeros": msg("Zeros"),
    "collected": msg("Collected"),
}

ICONS = {"cards": "cards", "hats": "art:hat", "zeros": "art:zero"}  # shown unless the value is 0


@lru_cache(4000)
def _counter(kind: str, value: int | str) -> Counter:
    """A counter; cached, since many tables show the same ones."""
    return Counter(kind, NAMES[kind], value, ICONS.get(kind, "") if value else "")


@lru_cache(8)
def _prophecy_counter(prophecy: int | None) -> Counter:
    return Counter("prophecy", msg("Prophecy"), "–" if prophecy is None else prophecy_message(prophecy))


def _plus(public: VerhextPublic, seat: VerhextSeat) -> str:
    """The points of every fulfilled card: `+4+2`."""
    return "".join(signed(public.points[card][0]) for card in seat.fulfilled)


def _minus(public: VerhextPublic, seat: VerhextSeat) -> str:
    """The points of every failed card: `−1−2`."""
    return "".join(signed(public.points[card][1]) for card in seat.failed)


def prophecy_of(public: VerhextPublic, seat: int) -> int:
    """The prophecy of a seat, once all have chosen."""
    prophecy = public.seats[seat].prophecy
    assert prophecy is not None
    return prophecy


def prophecy_facts(public: VerhextPublic, number: int) -> tuple[int, int, int, int, int] | None:
    """The arguments of `prophecy_status` for a seat that has chosen. An option may limit zero cards to one a round."""
    seat = public.seats[number]
    if seat.prophecy is None:
        return None
    zeros = min(1, seat.zeros) if public.options["zero_cards_per_round"] == "one" else seat.zeros
    return seat.prophecy, seat.won, seat.spent, zeros, reachable_tricks(public, number)


def reachable_tricks(public: VerhextPublic, number: int) -> int:
    """The most tricks a seat can still win, by the public numbers of cards."""
    trick, played = current_trick(public), current_players(public)
    left = min(seat.cards + (i in played) for i, seat in enumerate(public.seats))
    beaten = trick is not None and number in played and number not in trick.top
    return left - beaten


def prophecy_status(prophecy: int, won: int, spent: int, zeros: int, reach: int) -> tuple[str, Message]:
    """How a prophecy stands: `there`, `short` or `past`, and in words: `needs 1 more`, `one too many`."""
    missing = c.number(prophecy) - won
    if spent:
        return "there", msg("saved by zero")
    if missing > reach + zeros:
        return "past", msg("out of reach")
    if missing > 0:
        return "short", msgs("needs {n} more", "needs {n} more", missing)
    if c.is_at_least(prophecy):
        return "there", msg("fulfilled")
    if missing < 0:
        return "past", msgs("one too many", "{n} too many", -missing)
    return "there", msg("spot on") if won else msg("none so far")


def _marks(public: VerhextPublic, seat: int) -> tuple[Message, ...]:
    marks = []
    if public.holder == seat:
        marks.append(msg("crystal ball"))
    if public.seats[seat].rebid:
        marks.append(msg("new attempt"))
    return tuple(marks)


# The end

# The cards of the second tie-break by option: as the head of a column, and in a sentence.
TIE_BREAK_NAMES = {
    "exact_side": (msg("Exact cards"), msg("exact cards")),
    "exact_any": (msg("Exact, failed too"), msg("exact cards (failed ones too)")),
    "exact_and_zeros": (msg("Exact and zeros"), msg("exact cards and zero cards")),
    "all_fulfilled": (msg("Fulfilled and zeros"), msg("fulfilled cards and zero cards")),
}


def final_panels(public: VerhextPublic) -> tuple[Panel, ...]:
    places = places_of(public)
    return standings.final_panels(places, lambda seat: _final_counters(public, public.seats[seat], places[seat]))


def places_of(public: VerhextPublic) -> tuple[int, ...]:
    """The places, once the game is over."""
    assert public.places is not None
    return public.places


def _final_counters(public: VerhextPublic, seat: VerhextSeat, place: int) -> tuple[Counter, ...]:
    plus = sum(public.points[card][0] for card in seat.fulfilled)
    minus = sum(public.points[card][1] for card in seat.failed)
    return (
        Counter("place", msg("Place"), place),
        Counter("cards", msg("Fulfilled"), _plus(public, seat) or "–"),
        Counter("plus", msg("Plus"), signed(plus)),
        Counter("failed", msg("Failed"), _minus(public, seat) or "–"),
        Counter("minus", msg("Minus"), signed(minus)),
        Counter("hats", msg("Hats"), signed(seat.hats)),
        Counter("score", msg("Points"), seat.score),
        Counter("exact", TIE_BREAK_NAMES[public.options["exact_tiebreak"]][0], seat.exact),
    )


def result_message(public: VerhextPublic) -> Message:
    return standings.result_message(places_of(public), [seat.score for seat in public.seats])


def ending(public: VerhextPublic) -> tuple[Message, ...]:
    """Why the game is over, and how ties on points were broken."""
    reasons = [msg("Stack {n} is empty: the game is over.", n=n) for n in (1, 2, 3) if public.stacks[n] == 0]
    if public.round == c.ROUNDS:
        reasons.append(msg("The seventh hat is gone: the game is over."))
    return (*reasons, *_tie_breaks(public))


def _tie_breaks(public: VerhextPublic) -> list[Message]:
    lines: list[Message] = []
    _, cards = TIE_BREAK_NAMES[public.options["exact_tiebreak"]]

    def ranking_key(number: int) -> tuple[int, int, int]:
        seat = public.seats[number]
        return seat.score, seat.hats, seat.exact

    for group in standings.tied_groups(len(public.seats), ranking_key):
        who = listing([SeatName(seat) for seat in group])
        if len({ranking_key(seat)[1] for seat in group}) == len(group):
            lines.append(msg("{who} are tied on points; witch hats break the tie.", who=who))
        elif len({ranking_key(seat) for seat in group}) == len(group):
            lines.append(msg("{who} are tied on points; witch hats break the tie, then {cards}.", who=who, cards=cards))
        else:
            lines.append(
                msg(
                    "{who} are tied on points; if hats and {cards} are equal too, they share a place.",
                    who=who,
                    cards=cards,
                )
            )
    return lines
