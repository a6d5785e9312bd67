"""The panels of the seats of 17 Diciassette, the last call, and the result of the game."""

from typing import Any

from ridotto.engine import standings
from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Counter, Panel, Piece, SeatName, Zone
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import from_behind
from ridotto.games.diciassette.show.turn_order import is_between, is_second_card, next_player

View = dict[str, Any]


Flag = tuple[str, Message]  # a sign and its meaning


def panels(view: View) -> tuple[Panel, ...]:
    return tuple(
        Panel(seat, (*_tokens(view, seat), _hand(view, seat)), tuple(mark for _, mark in _flags(view, seat)))
        for seat in range(len(view["seats"]))
    )


def flags_zone(view: View) -> Zone:
    """The marks of all panels as signs."""
    pieces = tuple(
        Piece(f"flag.{seat}.{sign}", sign, mark, owner=seat)
        for seat in range(len(view["seats"]))
        for sign, mark in _flags(view, seat)
    )
    return Zone("flags", "pool", msg("Remarks"), pieces, mute=True)


def _flags(view: View, seat: int) -> tuple[Flag, ...]:
    return (*_turn_flags(view, seat), *_warnings(view, seat))


def _tokens(view: View, seat: int) -> tuple[Counter, ...]:
    return (
        Counter("victory", msg("Victory"), view["seats"][seat]["victory"]),
        Counter("penalty", msg("Penalty"), view["seats"][seat]["penalty"]),
    )


def _hand(view: View, seat: int) -> Counter:
    """The hand from behind (diciassette.info.hand), or only the number of its cards."""
    backs = view["seats"][seat]["backs"]
    if backs is None:
        return Counter("cards", msg("Cards"), view["seats"][seat]["cards"])
    return Counter("backs", msg("Hand"), " ".join(map(from_behind, backs)) or "–")


def _turn_flags(view: View, seat: int) -> tuple[Flag, ...]:
    """Marks of the turn: played last, next, and cards to play."""
    if seat == view["turn"]:
        if is_between(view) or is_second_card(view):
            return (("double", msg("2 cards to play, 1 left")),)
        if view["phase"] == "play":
            return (("double", msg("2 cards to play")),) if view["due"] == 2 else ()
        return (("last", msg("played last")),)
    if seat == next_player(view) and not is_between(view):
        return (("double", msg("next: 2 cards")),) if view["double"] else (("next", msg("next")),)
    return ()


def _warnings(view: View, seat: int) -> tuple[Flag, ...]:
    tokens = view["seats"][seat]
    shown = []
    if tokens["victory"] == c.TO_WIN - 1:
        shown.append(("match", msg("one token from victory")))
    if tokens["penalty"] and tokens["victory"]:
        shown.append(("risk", msg("one more penalty costs a token")))
    return tuple(shown)


# The last call


def is_last_call_recent(view: View) -> bool:
    """Is the last call recent: has not everybody had a turn since?"""
    return view["last"] is not None and 0 < view["turns"] < len(view["seats"])


def call_message(view: View) -> Message:
    """Who called against whom, and with which result."""
    last, total = view["last"], called_total(view)
    caller, player = SeatName(last["caller"]), SeatName(last["player"])
    if total >= c.LIMIT:
        return msg("{caller} called 17 on {player} and was right: {total}.", caller=caller, player=player, total=total)
    return msg("{caller} called 17 on {player} and was wrong: {total}.", caller=caller, player=player, total=total)


def called_row(view: View) -> list[dict[str, Any]]:
    """The row that the last call revealed; at the end of the game it is still on the table."""
    row: list[dict[str, Any]] = (view if view["phase"] == "over" else view["last"])["row"]
    return row


def called_total(view: View) -> int:
    return sum(c.VALUES[c.CARDS[laid["card"]]] for laid in called_row(view))


# The end


def final_panels(view: View) -> tuple[Panel, ...]:
    def counters(seat: int) -> tuple[Counter, ...]:
        return (Counter("place", msg("Place"), view["places"][seat]), *_tokens(view, seat))

    return standings.final_panels(view["places"], counters)


def result_message(view: View) -> Message:
    won = standings.winners(view["places"])
    tokens = view["seats"][won[0]]["victory"]
    who = listing([SeatName(seat) for seat in won])
    if len(won) > 1:
        return msgs(
            "Shared victory: {who} have {n} victory token each.",
            "Shared victory: {who} have {n} victory tokens each.",
            tokens,
            who=who,
        )
    return msgs("{who} wins with {n} victory token.", "{who} wins with {n} victory tokens.", tokens, who=who)


def ending(view: View) -> tuple[Message, ...]:
    """The call that ended the game, the reason if nobody won three tokens, and how ties were broken."""
    won = standings.winners(view["places"])
    tokens = view["seats"][won[0]]["victory"]
    lines = [call_message(view)] if view["last"] else []
    if tokens < c.TO_WIN:
        lines.append(msg("Round {round} was the last: nobody has three victory tokens.", round=view["round"]))

    def ranking_key(seat: int) -> tuple[int, int]:
        tokens = view["seats"][seat]
        return tokens["victory"], -tokens["penalty"]

    return (*lines, *(_told_apart(view, group) for group in standings.tied_groups(len(view["seats"]), ranking_key)))


def _told_apart(view: View, level: list[int]) -> Message:
    """How a tie on victory tokens was broken (diciassette.end.ranking). `level`: the seats, the best one first."""
    who = listing([SeatName(seat) for seat in sorted(level)])
    ahead = sorted(seat for seat in level if view["places"][seat] == view["places"][level[0]])
    if len(ahead) == 1:
        return msg("{who} are tied on victory tokens; fewer penalty tokens break the tie.", who=who)
    if len(ahead) < len(level):
        first = listing([SeatName(seat) for seat in ahead])
        return msg(
            "{who} are tied on victory tokens; fewer penalty tokens break the tie, but {first} are still level.",
            who=who,
            first=first,
        )
    if view["places"][level[0]] == 1:
        return msg("{who} are tied on victory and penalty tokens: they win together.", who=who)
    return msg("{who} are tied on victory and penalty tokens: they share a place.", who=who)
