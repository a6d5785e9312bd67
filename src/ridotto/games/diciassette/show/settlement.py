"""The settlement of the last call of 17 Diciassette, step by step."""

from collections import Counter as Tally
from collections.abc import Iterator

from ridotto.engine.message import Message, msg, msgs
from ridotto.engine.scene import Counter, Piece, SeatName, Zone
from ridotto.games.diciassette.show.pieces import piece
from ridotto.games.diciassette.show.rows import turned_over
from ridotto.games.diciassette.show.view import DiciassetteCall, DiciassettePublic, DiciassetteTokenChange

Gain = tuple[int, str, int, Message]  # seat, token, number, reason


def step_zones(public: DiciassettePublic) -> list[Zone]:
    """Reveal, traps, result, second penalties (diciassette.settle.order); steps without tokens are left out."""
    call = public.last
    if call is None:
        return []
    result = msg("17 or more: right") if call.is_right else msg("Less than 17: wrong")
    steps = [
        _step("traps", msg("Traps first"), list(_for_traps(call))),
        _step("result", result, list(_for_result(call))),
        _step("second", msg("Second penalty"), list(_second_penalties(public, call))),
    ]
    return [_reveal(call), *(step for step in steps if step.pieces), _gains(call)]


def _reveal(call: DiciassetteCall) -> Zone:
    cards = list(turned_over(call))
    pieces = tuple(piece(kind, f"step.reveal.{place}") for place, kind, _ in cards)
    visible = cards[0][2] if cards else call.total
    counters = Counter("visible", msg("Visible total"), visible), Counter("total", msg("Total"), call.total)
    if not cards:
        note = msg("All cards were face up: {total}.", total=call.total)
    else:
        note = msgs(
            "Visible: {total}. {n} hidden card turns over.",
            "Visible: {total}. {n} hidden cards turn over.",
            len(cards),
            total=visible,
        )
    return Zone("step.reveal", "pool", msg("Reveal"), pieces, counters, note=note, mute=True)


def _step(name: str, title: Message, given: list[Gain]) -> Zone:
    pieces = tuple(
        Piece(f"step.{name}.{place}", token, text, f"+{n}" if n > 0 else str(n), owner=seat)
        for place, (seat, token, n, text) in enumerate(given, 1)
    )
    return Zone(f"step.{name}", "pool", title, pieces, mute=True)


def _gains(call: DiciassetteCall) -> Zone:
    """The tokens every seat received in all, and the penalty pairs it discarded."""
    names = {"victory": msg("Victory"), "penalty": msg("Penalty")}
    gone = _discarded(call)
    pieces = []
    for (seat, token), n in _received(call).items():
        text = f"+{n} −{gone[seat]}" if token == "penalty" and gone[seat] else f"+{n}"
        pieces.append(Piece(f"gain.{seat}.{token}", token, names[token], text, owner=seat))
    return Zone("gains", "pool", msg("Handed out"), tuple(pieces), mute=True)


def _for_traps(call: DiciassetteCall) -> Iterator[Gain]:
    """What every owner of traps received, and the caller for all of them."""
    changes = [change for change in call.changes if change.step == "traps"]
    victories = [change for change in changes if change.token == "victory"]
    for seat, traps in Tally(change.seat for change in victories).items():
        reason = msgs("{who} laid {n} trap", "{who} laid {n} traps", traps, who=SeatName(seat))
        yield seat, "victory", sum(change.number for change in victories if change.seat == seat), reason
    penalties = sum(change.number for change in changes if change.token == "penalty")
    if penalties:
        yield call.caller, "penalty", penalties, msg("{who} ran into it", who=SeatName(call.caller))


def _for_result(call: DiciassetteCall) -> Iterator[Gain]:
    """The two tokens of the result."""
    for change in call.changes:
        if change.step == "result":
            yield change.seat, change.token, change.number, _reason(call, change)


def _reason(call: DiciassetteCall, change: DiciassetteTokenChange) -> Message:
    who = SeatName(change.seat)
    if not change.number:
        return msg("{who} already got one for a trap", who=who)
    return msg("{who} called", who=who) if change.seat == call.caller else msg("{who} played last", who=who)


def _received(call: DiciassetteCall) -> Tally[tuple[int, str]]:
    """How many tokens every seat received, by kind."""
    received: Tally[tuple[int, str]] = Tally()
    for seat, token, n, _ in (*_for_traps(call), *_for_result(call)):
        received[seat, token] += n
    return +received


def _discarded(call: DiciassetteCall) -> Tally[int]:
    """How many penalty tokens every seat discarded in pairs."""
    gone: Tally[int] = Tally()
    for change in call.changes:
        if change.step == "second":
            gone[change.seat] -= change.number
    return gone


def _second_penalties(public: DiciassettePublic, call: DiciassetteCall) -> Iterator[Gain]:
    gone = _discarded(call)
    for seat, token in _received(call):
        if token == "penalty" and gone[seat]:
            yield seat, token, -gone[seat], _discards(seat, gone[seat], public.seats[seat].victory)


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
