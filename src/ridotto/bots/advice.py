"""A hint in words: which move, how much better than the next, and why. Terminal and browser say the same."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from ridotto.bots.hints import ROUGHLY, Hint, Reason, is_better
from ridotto.bots.search import Tried
from ridotto.engine.message import Message, decimal, msg
from ridotto.engine.outcomes import LITTLE

if TYPE_CHECKING:
    from ridotto.engine.game import Game
    from ridotto.engine.outcomes import Outcome
    from ridotto.engine.scene import Action

Verdict = Literal["forced", "decided", "alone", "unsure", "equal", "better"]

A_LITTLE, CLEARLY = 0.05, 0.12  # by so many games of 100, in hundredths
ENOUGH = 50  # simulations after which a move that was never tried is not worth a thought
GAMES = msg("games out of 100 you'd win from here")


class Odds(NamedTuple):
    """A move, and how many games of 100 it wins."""

    move: int
    name: Message
    of_100: int


class Why(NamedTuple):
    """A sentence about what comes of the best move: 1 speaks for it, -1 against it, 0 tells how."""

    outcome: str
    sign: int
    best: float
    other: float
    sentence: Message


class Advice(NamedTuple):
    """What to tell somebody: the best move first; among equals, which are all that is listed, any will do."""

    verdict: Verdict
    than: Message  # how it compares
    odds: tuple[Odds, ...]
    why: tuple[Why, ...]


def called(game: "Game", actions: "Iterable[Action]") -> dict[int, Message]:
    """What moves are called at the table now, where an action is one move."""
    return {game.parse(action.move): action.name for action in actions if not action.then}


def advice(game: "Game", found: Hint, called: Mapping[int, Message]) -> Advice:
    """A hint in words. `called`: what moves are called at the table now."""
    verdict, rivals = _verdict(found), found.rivals
    odds = tuple(Odds(row.move, _named(game, row.move, called), _of_100(row.share)) for row in rivals)
    best = rivals[0].share
    if verdict == "forced":
        return Advice(verdict, msg("This is your only move."), odds, ())
    if verdict == "decided":
        than = msg("You win whatever you do.") if best > 0.5 else msg("You can't win this any more.")
        return Advice(verdict, than, odds[:1], ())
    why = _why(game, found.reasons, compared=verdict == "better")
    if verdict == "alone":
        return Advice(verdict, msg("No other move comes close."), odds, why)
    if verdict == "unsure":
        return Advice(verdict, msg("There was no time to look at another move."), odds, why)
    if verdict == "equal":
        alike = _of_100(sum(row.share * row.visits for row in rivals) / sum(row.visits for row in rivals))
        odds = tuple(row._replace(of_100=alike) for row in odds)
        return Advice(verdict, msg("or {other}: just as good", other=odds[1].name), odds, why)
    return Advice(verdict, _better(best - rivals[1].share, odds[1].name), odds, why)


def _named(game: "Game", move: int, called: Mapping[int, Message]) -> Message:
    """What a move is called; a number alone says too little."""
    name = called.get(move)
    return game.name(move) if name is None or str(name).isdecimal() else name


def _verdict(found: Hint) -> Verdict:
    if len(found.tried) == 1:
        return "forced"
    tried = [row for row in found.tried if row.visits]
    if all(_is_sure(row) for row in tried) and len({round(row.share) for row in tried}) == 1:
        return "decided"
    if len(found.rivals) == 1:
        return "alone" if found.rivals[0].visits >= ENOUGH else "unsure"
    return "better" if is_better(*found.rivals) else "equal"


def _is_sure(row: Tried) -> bool:
    """Is it certain how this ends, as far as can be told?"""
    return min(row.share, 1.0 - row.share) < ROUGHLY / 2 and row.margin < LITTLE


def _better(lead: float, other: Message) -> Message:
    if lead < A_LITTLE:
        return msg("a little better than {other}", other=other)
    if lead < CLEARLY:
        return msg("better than {other}", other=other)
    return msg("clearly better than {other}", other=other)


# Why


def _why(game: "Game", reasons: tuple[Reason, ...], compared: bool) -> tuple[Why, ...]:
    """What speaks for the best move most, and what speaks against it, or how it works; of equals, what both come to."""
    if not reasons:
        return ()
    known = game.part("outcomes").OUTCOMES
    if not compared:
        return tuple(_plain(known[reason.outcome], reason) for reason in reasons if _is_telling(reason))[:1]
    telling = [
        _compared(known[reason.outcome], reason)
        for reason in sorted(reasons, key=lambda reason: -_weight(known[reason.outcome], reason))
        if reason.sure and _weight(known[reason.outcome], reason) >= 1
    ]
    first = [why for why in telling if why.sign > 0][:1]
    second = [why for why in telling if why.sign < 0][:1] or [why for why in telling if why.sign == 0][:1]
    if not first:
        later = msg("It only pays off later in the game.")
        first = [Why("later", 1, 0.0, 0.0, later)]
    return (*first, *second)


def _weight(outcome: "Outcome", reason: Reason) -> float:
    """How much a difference says."""
    return abs(reason.best - reason.other) / outcome.worth


def _is_telling(reason: Reason) -> bool:
    """Is it neither certain nor out of the question?"""
    return reason.best > LITTLE


def _plain(outcome: "Outcome", reason: Reason) -> Why:
    mean = (reason.best + reason.other) / 2
    said = {"many": decimal(mean)} if outcome.counted else {"often": msg("about {n} games out of 100", n=_of_100(mean))}
    return Why(reason.outcome, 0, reason.best, reason.other, outcome.told(**said))


def _compared(outcome: "Outcome", reason: Reason) -> Why:
    lead = reason.best - reason.other
    sign = outcome.good if lead > 0 else -outcome.good
    if outcome.counted:
        said = {"many": msg("{best} instead of {other}", best=decimal(reason.best), other=decimal(reason.other))}
    else:
        best, other = _of_100(reason.best), _of_100(reason.other)
        said = {"often": msg("{best} games out of 100 instead of {other}", best=best, other=other)}
    return Why(reason.outcome, sign, reason.best, reason.other, outcome.told(**said))


def _of_100(share: float) -> int:
    return int(100 * share + 0.5)
