"""The settlement of the last call of 17 Diciassette, step by step, worked out from its row and the tokens now."""

from collections import Counter as Tally
from collections.abc import Iterator
from typing import Any

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import Counter, Piece, SeatName, Zone
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.show.pieces import piece
from ridotto.games.diciassette.show.rows import turned_over
from ridotto.games.diciassette.show.standings import called_row, called_total

View = dict[str, Any]
TokenChange = tuple[int, str, int, Message]  # seat, token, number, reason


def step_zones(view: View) -> list[Zone]:
    """Reveal, traps, result, second penalties (diciassette.settle.order); steps without tokens are left out."""
    if view["last"] is None:
        return []
    right = called_total(view) >= c.LIMIT
    result = msg("17 or more: right") if right else msg("Less than 17: wrong")
    steps = [
        _step("traps", msg("Traps first"), list(_for_traps(view))),
        _step("result", result, list(_for_result(view, right))),
        _step("second", msg("Second penalty"), list(_second_penalties(view, right))),
    ]
    return [_reveal(view), *(step for step in steps if step.pieces), _gains(view, right)]


def _reveal(view: View) -> Zone:
    row = called_row(view)
    cards = list(turned_over(row))
    pieces = tuple(piece(card, f"step.reveal.{place}") for place, card, _ in cards)
    total = called_total(view)
    visible = cards[0][2] if cards else total
    counters = Counter("visible", msg("Visible total"), visible), Counter("total", msg("Total"), total)
    if not cards:
        note = msg("All cards were face up: {total}.", total=total)
    else:
        note = msgs(
            "Visible: {total}. {n} hidden card turns over.",
            "Visible: {total}. {n} hidden cards turn over.",
            len(cards),
            total=visible,
        )
    return Zone("step.reveal", "pool", msg("Reveal"), pieces, counters, note=note, mute=True)


def _step(name: str, title: Message, given: list[TokenChange]) -> Zone:
    pieces = tuple(
        Piece(f"step.{name}.{place}", token, text, f"+{n}" if n > 0 else str(n), owner=seat)
        for place, (seat, token, n, text) in enumerate(given, 1)
    )
    return Zone(f"step.{name}", "pool", title, pieces, mute=True)


def _gains(view: View, right: bool) -> Zone:
    """The tokens every seat received in all, and the penalty pairs it discarded."""
    names = {"victory": msg("Victory"), "penalty": msg("Penalty")}
    gone = {seat: f" −{-n}" for seat, _, n, _ in _second_penalties(view, right)}
    pieces = tuple(
        Piece(
            f"gain.{seat}.{token}", token, names[token], f"+{n}{gone.get(seat, '') * (token == 'penalty')}", owner=seat
        )
        for (seat, token), n in _received(view, right).items()
    )
    return Zone("gains", "pool", msg("Handed out"), pieces, mute=True)


def _traps(view: View) -> list[int]:
    """The owners of the traps that sprang (diciassette.trap.face_down_only)."""
    return [laid["seat"] for laid in called_row(view) if laid["card"] == "trap" and laid["face"] == "down"]


def _for_traps(view: View) -> Iterator[TokenChange]:
    """A victory token for every owner of traps, a penalty for every trap (diciassette.settle.trap_penalty)."""
    laid = Tally(_traps(view))
    for seat, traps in laid.items():
        yield seat, "victory", 1, msgs("{who} laid {n} trap", "{who} laid {n} traps", traps, who=SeatName(seat))
    if laid:
        caller = view["last"]["caller"]
        yield caller, "penalty", laid.total(), msg("{who} ran into it", who=SeatName(caller))


def _for_result(view: View, right: bool) -> Iterator[TokenChange]:
    """The two tokens of the result; nobody receives a second victory token (diciassette.settle.victory_cap)."""
    caller, player = view["last"]["caller"], view["last"]["player"]
    called, played = msg("{who} called", who=SeatName(caller)), msg("{who} played last", who=SeatName(player))
    (winner, won), (loser, lost) = ((caller, called), (player, played))[:: 1 if right else -1]
    if winner in _traps(view):
        yield winner, "victory", 0, msg("{who} already got one for a trap", who=SeatName(winner))
    else:
        yield winner, "victory", 1, won
    yield loser, "penalty", 1, lost


def _received(view: View, right: bool) -> Tally[tuple[int, str]]:
    """How many tokens every seat received, by kind."""
    received: Tally[tuple[int, str]] = Tally()
    for seat, token, n, _ in (*_for_traps(view), *_for_result(view, right)):
        received[seat, token] += n
    return +received


def _second_penalties(view: View, right: bool) -> Iterator[TokenChange]:
    """The penalty pairs discarded (diciassette.penalty.second), worked out from tokens received and tokens left."""
    for (seat, token), n in _received(view, right).items():
        tokens = view["seats"][seat]
        pairs = (n + (tokens["penalty"] - n) % 2 - tokens["penalty"]) // 2
        if token == "penalty" and pairs:
            yield seat, "penalty", -2 * pairs, _discards(seat, 2 * pairs, tokens["victory"])


def _discards(seat: int, gone: int, left: int) -> Message:
    """The sentence for one pair or, after several traps, more than one."""
    if gone == 2:
        return msgs(
            "{who} discards both: {n} victory token left",
            "{who} discards both: {n} victory tokens left",
            left,
            who=SeatName(seat),
        )
    return msgs(
        "{who} discards all {gone}: {n} victory token left",
        "{who} discards all {gone}: {n} victory tokens left",
        left,
        who=SeatName(seat),
        gone=gone,
    )
