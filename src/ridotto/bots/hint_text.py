"""A hint in words: which move, how much better than the next, and why. Terminal and browser say the same."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from ridotto.bots.hints import ROUGHLY, Hint, Reason, is_better
from ridotto.bots.search import Tried
from ridotto.engine.message import Message, decimal, msg, msgs
from ridotto.engine.outcomes import LITTLE

if TYPE_CHECKING:
    from ridotto.engine.game import Game
    from ridotto.engine.outcomes import Outcome
    from ridotto.engine.scene import Action

Verdict = Literal["forced", "decided", "alone", "unsure", "equal", "better"]

A_LITTLE, CLEARLY = 0.05, 0.12  # by so many games of 100, in hundredths
ENOUGH = 50  # simulations after which a move that was never tried is not worth a thought
GAMES = msg("won out of 100 games from here")


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
    sure: bool = True  # else chance may have made the difference, and the sentence says so


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
    why = _why(game, found, compared=verdict == "better")
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


def _why(game: "Game", found: Hint, compared: bool) -> tuple[Why, ...]:
    """What speaks for the best move most, and what speaks against it, or how it works; of equals, what both come to."""
    if not found.reasons:
        return ()
    known = game.part("bot.outcomes").OUTCOMES
    if not compared:
        return (_what_comes_of_it(known, found.reasons),)
    telling = [
        _compared(known[reason.outcome], reason)
        for reason in sorted(found.reasons, key=lambda reason: -_weight(known[reason.outcome], reason))
        if _says_something(known[reason.outcome], reason)
    ]
    surely = [why for why in telling if why.sure]
    first = [why for why in (*surely, *telling) if why.sign > 0][:1]
    second = [why for why in surely if why.sign < 0][:1] or [why for why in surely if why.sign == 0][:1]
    return (*(first or _nothing_for_it(known, found, {why.outcome for why in second})), *second)


def _nothing_for_it(known: "Mapping[str, Outcome]", found: Hint, told: Collection[str]) -> list[Why]:
    """It wins more often, and nothing that was watched says why: that comes later, if there is a later.

    Else what comes of it must do, unless it is told anyhow.
    """
    if found.further:
        return [Why("later", 1, 0.0, 0.0, msg("It only pays off later in the game."))]
    others = [reason._replace(other=reason.best) for reason in found.reasons if reason.outcome not in told]
    return [_what_comes_of_it(known, others)] if others else []


def _what_comes_of_it(known: "Mapping[str, Outcome]", reasons: Sequence[Reason]) -> Why:
    """The first thing that comes to something; else that the first one does not."""
    told = next((reason for reason in reasons if _is_seen(known[reason.outcome], _mean(reason))), reasons[0])
    outcome, mean = known[told.outcome], _mean(told)
    return Why(told.outcome, 0, told.best, told.other, outcome.told(_said(outcome, mean)))


def _mean(reason: Reason) -> float:
    return (reason.best + reason.other) / 2


def _is_seen(outcome: "Outcome", mean: float) -> bool:
    """Is there anything of it?"""
    return decimal(mean) != decimal(0) if outcome.counted else mean > LITTLE


def _said(outcome: "Outcome", mean: float) -> Message:
    if outcome.counted:
        return decimal(mean)
    if not _is_seen(outcome, mean):
        return msg("hardly any games")
    return msg("about {n} games out of 100", n=_of_100(mean))


def _weight(outcome: "Outcome", reason: Reason) -> float:
    """How much a difference says."""
    return abs(reason.best - reason.other) / outcome.worth


def _says_something(outcome: "Outcome", reason: Reason) -> bool:
    """Is it worth a sentence, and one in which two numbers differ?"""
    differ = not outcome.counted or decimal(reason.best) != decimal(reason.other)
    return differ and _weight(outcome, reason) >= 1


def _compared(outcome: "Outcome", reason: Reason) -> Why:
    lead = reason.best - reason.other
    sign = outcome.good if lead > 0 else -outcome.good
    said = _both(outcome, reason)
    if not reason.sure:
        said = msg("perhaps {said}", said=said)
    return Why(reason.outcome, sign, reason.best, reason.other, outcome.told(said), reason.sure)


def _both(outcome: "Outcome", reason: Reason) -> Message:
    """What came of one move, and what of the other."""
    if outcome.counted:
        return msg("{best} instead of {other}", best=decimal(reason.best), other=decimal(reason.other))
    best, other = _of_100(reason.best), _of_100(reason.other)
    return msgs("{n} game out of 100 instead of {other}", "{n} games out of 100 instead of {other}", best, other=other)


def _of_100(share: float) -> int:
    return int(100 * share + 0.5)
