"""The panels of the seats of 17 Diciassette, the last call, and the result of the game."""

from ridotto.engine import standings
from ridotto.engine.message import Message, listing, msg, msgs
from ridotto.engine.scene import Counter, Panel, Piece, SeatName, Zone
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.names import from_behind
from ridotto.games.diciassette.show.turn_order import is_between, is_second_card
from ridotto.games.diciassette.show.view import DiciassetteCall, DiciassettePublic, DiciassetteSeat

Flag = tuple[str, Message]  # a sign and its meaning


def panels(public: DiciassettePublic) -> tuple[Panel, ...]:
    return tuple(
        Panel(seat, (*_tokens(shown), _hand(shown)), tuple(mark for _, mark in _flags(public, seat)))
        for seat, shown in enumerate(public.seats)
    )


def flags_zone(public: DiciassettePublic) -> Zone:
    """The marks of all panels as signs."""
    pieces = tuple(
        Piece(f"flag.{seat}.{sign}", sign, mark, owner=seat)
        for seat in range(len(public.seats))
        for sign, mark in _flags(public, seat)
    )
    return Zone("flags", "pool", msg("Remarks"), pieces, mute=True)


def _flags(public: DiciassettePublic, seat: int) -> tuple[Flag, ...]:
    return (*_turn_flags(public, seat), *_warnings(public.seats[seat]))


def _tokens(shown: DiciassetteSeat) -> tuple[Counter, ...]:
    return (
        Counter("victory", msg("Victory"), shown.victory),
        Counter("penalty", msg("Penalty"), shown.penalty),
    )


def _hand(shown: DiciassetteSeat) -> Counter:
    """The hand from behind (diciassette.info.hand), or only the number of its cards."""
    if shown.backs is None:
        return Counter("cards", msg("Cards"), shown.cards)
    return Counter("backs", msg("Hand"), " ".join(map(from_behind, shown.backs)) or "–")


def _turn_flags(public: DiciassettePublic, seat: int) -> tuple[Flag, ...]:
    """Marks of the turn: played last, next, and cards to play."""
    if seat == public.turn:
        if is_between(public) or is_second_card(public):
            return (("double", msg("2 cards to play, 1 left")),)
        if public.phase == "play":
            return (("double", msg("2 cards to play")),) if public.due == 2 else ()
        return (("last", msg("played last")),)
    if seat == public.next and not is_between(public):
        return (("double", msg("next: 2 cards")),) if public.double else (("next", msg("next")),)
    return ()


def _warnings(shown: DiciassetteSeat) -> tuple[Flag, ...]:
    warnings = []
    if shown.victory == c.TO_WIN - 1:
        warnings.append(("match", msg("one token from victory")))
    if shown.loses_by_penalty:
        warnings.append(("risk", msg("one more penalty costs a token")))
    return tuple(warnings)


# The last call


def is_last_call_recent(public: DiciassettePublic) -> bool:
    """Is the last call recent: has not everybody had a turn since?"""
    return public.last is not None and 0 < public.turns < len(public.seats)


def call_message(call: DiciassetteCall) -> Message:
    """Who called against whom, and with which result."""
    caller, player, total = SeatName(call.caller), SeatName(call.player), call.total
    if call.is_right:
        return msg("{caller} called 17 on {player} and was right: {total}.", caller=caller, player=player, total=total)
    return msg("{caller} called 17 on {player} and was wrong: {total}.", caller=caller, player=player, total=total)


# The end


def final_panels(public: DiciassettePublic, places: tuple[int, ...]) -> tuple[Panel, ...]:
    def counters(seat: int) -> tuple[Counter, ...]:
        return (Counter("place", msg("Place"), places[seat]), *_tokens(public.seats[seat]))

    return standings.final_panels(places, counters)


def result_message(public: DiciassettePublic, places: tuple[int, ...]) -> Message:
    won = standings.winners(places)
    tokens = public.seats[won[0]].victory
    who = listing([SeatName(seat) for seat in won])
    if len(won) > 1:
        return msgs(
            "Shared victory: {who} have {n} victory token each.",
            "Shared victory: {who} have {n} victory tokens each.",
            tokens,
            who=who,
        )
    return msgs("{who} wins with {n} victory token.", "{who} wins with {n} victory tokens.", tokens, who=who)


def ending(public: DiciassettePublic, places: tuple[int, ...]) -> tuple[Message, ...]:
    """The call that ended the game, the reason if nobody won three tokens, and how ties were broken."""
    won = standings.winners(places)
    lines = [call_message(public.last)] if public.last else []
    if public.seats[won[0]].victory < c.TO_WIN:
        lines.append(msg("Round {round} was the last: nobody has three victory tokens.", round=public.round))

    def ranking(seat: int) -> tuple[int, int]:
        return public.seats[seat].victory, -places[seat]

    return (*lines, *(_told_apart(group, places) for group in standings.tied_groups(len(places), ranking)))


def _told_apart(level: list[int], places: tuple[int, ...]) -> Message:
    """How a tie on victory tokens was broken (diciassette.end.ranking). `level`: the seats, the best one first."""
    who = listing([SeatName(seat) for seat in sorted(level)])
    ahead = sorted(seat for seat in level if places[seat] == places[level[0]])
    if len(ahead) == 1:
        return msg("{who} are tied on victory tokens; fewer penalty tokens break the tie.", who=who)
    if len(ahead) < len(level):
        first = listing([SeatName(seat) for seat in ahead])
        return msg(
            "{who} are tied on victory tokens; fewer penalty tokens break the tie, but {first} are still level.",
            who=who,
            first=first,
        )
    if places[level[0]] == 1:
        return msg("{who} are tied on victory and penalty tokens: they win together.", who=who)
    return msg("{who} are tied on victory and penalty tokens: they share a place.", who=who)
