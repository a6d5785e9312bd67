"""The panels of the seats of Verhext!, and the result of the game."""

from functools import lru_cache
from typing import Any

from ridotto.engine import standings
from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Counter, Panel, SeatName
from ridotto.games.verhext import components as c
from ridotto.games.verhext.names import prophecy_message, signed
from ridotto.games.verhext.show.tricks import current_trick, players_of

View = dict[str, Any]


def panels(view: View) -> tuple[Panel, ...]:
    return tuple(Panel(seat, _counters(view, seat), _marks(view, seat)) for seat in range(len(view["seats"])))


def _counters(view: View, number: int) -> tuple[Counter, ...]:
    seat = view["seats"][number]
    held = len(view["own"]["hand"]) if number == view["viewer"] and view["own"] else seat["cards"]
    goal = "–" if seat["prophecy"] is None else prophecy_status(*prophecy_facts(view, number))[1]
    collected = _plus(view, seat) + _minus(view, seat) or "–"
    return (
        _counter("prophecy", seat["prophecy"]),
        _counter("won", seat["won"]),
        Counter("goal", msg("Goal"), goal),
        _counter("cards", held),
        _counter("score", signed(seat["score"])),
        _counter("hats", seat["hats"]),
        _counter("zeros", seat["zeros"]),
        _counter("collected", collected),
    )


NAMES = {
    "prophecy": msg("Prophecy"),
    "won": msg("Tricks"),
    "cards": msg("Cards"),
    "score": msg("Points"),
    "hats": msg("Hats"),
    "zeros": msg("Zeros"),
    "collected": msg("Collected"),
}

ICONS = {"cards": "cards", "hats": "art:hat", "zeros": "art:zero"}  # shown unless the value is 0


@lru_cache(4000)
def _counter(kind: str, value: int | str | None) -> Counter:
    """A counter; cached, since many tables show the same ones."""
    if kind == "prophecy":
        return Counter(kind, NAMES[kind], "–" if value is None else prophecy_message(c.PROPHECIES.index(value)))
    return Counter(kind, NAMES[kind], value if value is not None else "–", ICONS.get(kind, "") if value else "")


def _plus(view: View, seat: dict[str, Any]) -> str:
    """The points of every fulfilled card: `+4+2`."""
    return "".join(signed(view["points"][card][0]) for card in seat["fulfilled"])


def _minus(view: View, seat: dict[str, Any]) -> str:
    """The points of every failed card: `−1−2`."""
    return "".join(signed(view["points"][card][1]) for card in seat["failed"])


def prophecy_facts(view: View, number: int) -> tuple[str, int, int, int, int]:
    """The arguments of `prophecy_status` for a seat. An option may limit zero cards to one a round."""
    seat = view["seats"][number]
    zeros = min(1, seat["zeros"]) if view["options"]["zero_cards_per_round"] == "one" else seat["zeros"]
    return seat["prophecy"], seat["won"], seat["spent"], zeros, reachable_tricks(view, number)


def reachable_tricks(view: View, number: int) -> int:
    """The most tricks a seat can still win, by the public numbers of cards."""
    trick = current_trick(view)
    played = players_of(view, trick) if trick else []
    left: int = min(seat["cards"] + (i in played) for i, seat in enumerate(view["seats"]))
    beaten = trick is not None and number in played and number not in trick["top"]
    return left - beaten


def prophecy_status(prophecy: str, won: int, spent: int, zeros: int, reach: int) -> tuple[str, Message]:
    """How a prophecy stands: `there`, `short` or `past`, and in words: `needs 1 more`, `one too many`."""
    missing = int(prophecy[0]) - won
    if spent:
        return "there", msg("saved by zero")
    if missing > reach + zeros:
        return "past", msg("out of reach")
    if missing > 0:
        return "short", msgs("needs {n} more", "needs {n} more", missing)
    if prophecy.endswith("+"):
        return "there", msg("fulfilled")
    if missing < 0:
        return "past", msgs("one too many", "{n} too many", -missing)
    return "there", msg("spot on") if won else msg("none so far")


def _marks(view: View, seat: int) -> tuple[Message, ...]:
    marks = []
    if view["holder"] == seat:
        marks.append(msg("crystal ball"))
    if view["seats"][seat]["rebid"]:
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


def final_panels(view: View) -> tuple[Panel, ...]:
    return standings.final_panels(view["places"], lambda seat: _final_counters(view, seat))


def _final_counters(view: View, number: int) -> tuple[Counter, ...]:
    seat = view["seats"][number]
    plus = sum(view["points"][card][0] for card in seat["fulfilled"])
    minus = sum(view["points"][card][1] for card in seat["failed"])
    return (
        Counter("place", msg("Place"), view["places"][number]),
        Counter("cards", msg("Fulfilled"), _plus(view, seat) or "–"),
        Counter("plus", msg("Plus"), signed(plus)),
        Counter("failed", msg("Failed"), _minus(view, seat) or "–"),
        Counter("minus", msg("Minus"), signed(minus)),
        Counter("hats", msg("Hats"), signed(seat["hats"])),
        Counter("score", msg("Points"), seat["score"]),
        Counter("exact", TIE_BREAK_NAMES[view["options"]["exact_tiebreak"]][0], seat["exact"]),
    )


def result_message(view: View) -> Message:
    return standings.result_message(view["places"], [seat["score"] for seat in view["seats"]])


def ending(view: View) -> tuple[Message, ...]:
    """Why the game is over, and how ties on points were broken."""
    reasons = [msg("Stack {n} is empty: the game is over.", n=n) for n in (1, 2, 3) if view["stacks"][n] == 0]
    if view["round"] == view["rounds"]:
        reasons.append(msg("The seventh hat is gone: the game is over."))
    return (*reasons, *_tie_breaks(view))


def _tie_breaks(view: View) -> list[Message]:
    lines: list[Message] = []
    _, cards = TIE_BREAK_NAMES[view["options"]["exact_tiebreak"]]

    def ranking_key(seat: int) -> tuple[int, int, int]:
        card = view["seats"][seat]
        return card["score"], card["hats"], card["exact"]

    for group in standings.tied_groups(len(view["seats"]), ranking_key):
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
