"""A hint in words, the same in terminal, browser and API: which move, how it compares to the second best, and why."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from ridotto.bots.hints import MIN_LEAD, Hint, Reason, is_better
from ridotto.bots.search import MoveStats
from ridotto.engine.message import Message, decimal, msg, msgs
from ridotto.engine.outcomes import MIN_SHARE

if TYPE_CHECKING:
    from ridotto.engine.game import Game
    from ridotto.engine.outcomes import Outcome
    from ridotto.engine.scene import Action

Verdict = Literal["forced", "decided", "alone", "unsure", "equal", "better"]

SMALL_LEAD, LARGE_LEAD = 0.05, 0.12  # of the share of the victory
MIN_SIMULATIONS = 50  # after so many, a move that was never tried is out of the question
GAMES = msg("won out of 100 games from here")


class Odds(NamedTuple):
    """A move, and how many games out of 100 it wins."""

    move: int
    name: Message
    of_100: int


class ReasonText(NamedTuple):
    """A sentence about an outcome of the best move. The sign is 1 if it is for the move, -1 against it, else 0."""

    outcome: str
    sign: int
    best: float
    other: float
    sentence: Message
    is_significant: bool = True  # otherwise the sentence says "perhaps"


class HintText(NamedTuple):
    """A hint in words. The field names are keys of the API."""

    verdict: Verdict
    than: Message  # how the best move compares to the second best
    odds: tuple[Odds, ...]  # the best move first; if the verdict is "equal", any of them will do
    why: tuple[ReasonText, ...]


def action_names(game: "Game", actions: "Iterable[Action]") -> dict[int, Message]:
    """The names of moves at the table, for all actions that are a single move."""
    return {game.parse(action.move): action.name for action in actions if not action.then}


def hint_text(game: "Game", hint: Hint, names: Mapping[int, Message]) -> HintText:
    """Put a hint into words. `names` are the names of moves at the table, see `action_names`."""
    verdict, rivals = _verdict(hint), hint.rivals
    odds = tuple(Odds(row.move, _name(game, row.move, names), _of_100(row.share)) for row in rivals)
    best = rivals[0].share
    if verdict == "forced":
        return HintText(verdict, msg("This is your only move."), odds, ())
    if verdict == "decided":
        than = msg("You win whatever you do.") if best > 0.5 else msg("You can't win this any more.")
        return HintText(verdict, than, odds[:1], ())
    why = _reason_texts(game, hint, compare=verdict == "better")
    if verdict == "alone":
        return HintText(verdict, msg("No other move comes close."), odds, why)
    if verdict == "unsure":
        return HintText(verdict, msg("There was no time to look at another move."), odds, why)
    if verdict == "equal":
        mean = _of_100(sum(row.share * row.visits for row in rivals) / sum(row.visits for row in rivals))
        odds = tuple(row._replace(of_100=mean) for row in odds)
        return HintText(verdict, msg("or {other}: just as good", other=odds[1].name), odds, why)
    return HintText(verdict, _comparison(best - rivals[1].share, odds[1].name), odds, why)


def _name(game: "Game", move: int, names: Mapping[int, Message]) -> Message:
    """The name of a move at the table; a mere number would say too little."""
    name = names.get(move)
    return game.move_name(move) if name is None or str(name).isdecimal() else name


def _verdict(hint: Hint) -> Verdict:
    if len(hint.moves) == 1:
        return "forced"
    tried = [row for row in hint.moves if row.visits]
    if all(_is_decided(row) for row in tried) and len({round(row.share) for row in tried}) == 1:
        return "decided"
    if len(hint.rivals) == 1:
        return "alone" if hint.rivals[0].visits >= MIN_SIMULATIONS else "unsure"
    return "better" if is_better(*hint.rivals) else "equal"


def _is_decided(row: MoveStats) -> bool:
    """Does the move almost certainly win, or almost certainly lose?"""
    return min(row.share, 1.0 - row.share) < MIN_LEAD / 2 and row.margin < MIN_SHARE


def _comparison(lead: float, other: Message) -> Message:
    if lead < SMALL_LEAD:
        return msg("a little better than {other}", other=other)
    if lead < LARGE_LEAD:
        return msg("better than {other}", other=other)
    return msg("clearly better than {other}", other=other)


# Reasons


def _reason_texts(game: "Game", hint: Hint, compare: bool) -> tuple[ReasonText, ...]:
    """The strongest reason for the best move, and the strongest one against it or a neutral one.

    Without `compare`, when the moves are equally good or there is only one: what can be expected of them.
    """
    if not hint.reasons:
        return ()
    outcomes = game.module("bot.outcomes").OUTCOMES
    if not compare:
        return (_expectation(outcomes, hint.reasons),)
    texts = [
        _compared(outcomes[reason.outcome], reason)
        for reason in sorted(hint.reasons, key=lambda reason: -_weight(outcomes[reason.outcome], reason))
        if _is_worth_telling(outcomes[reason.outcome], reason)
    ]
    significant = [text for text in texts if text.is_significant]
    first = [text for text in (*significant, *texts) if text.sign > 0][:1]
    second = [text for text in significant if text.sign < 0][:1] or [text for text in significant if text.sign == 0][:1]
    return (*(first or _without_reason(outcomes, hint, {text.outcome for text in second})), *second)


def _without_reason(outcomes: "Mapping[str, Outcome]", hint: Hint, used: Collection[str]) -> list[ReasonText]:
    """What to say if no outcome speaks for the best move.

    Its advantage comes after the horizon. If the game ends there, an outcome not in `used` has to serve.
    """
    if hint.game_goes_on:
        return [ReasonText("later", 1, 0.0, 0.0, msg("It only pays off later in the game."))]
    others = [reason._replace(other=reason.best) for reason in hint.reasons if reason.outcome not in used]
    return [_expectation(outcomes, others)] if others else []


def _expectation(outcomes: "Mapping[str, Outcome]", reasons: Sequence[Reason]) -> ReasonText:
    """The mean of the first outcome that is not almost zero, or of the first one."""
    reason = next((reason for reason in reasons if _is_notable(outcomes[reason.outcome], _mean(reason))), reasons[0])
    outcome, mean = outcomes[reason.outcome], _mean(reason)
    return ReasonText(reason.outcome, 0, reason.best, reason.other, outcome.sentence_with(_mean_text(outcome, mean)))


def _mean(reason: Reason) -> float:
    return (reason.best + reason.other) / 2


def _is_notable(outcome: "Outcome", mean: float) -> bool:
    return decimal(mean) != decimal(0) if outcome.is_count else mean > MIN_SHARE


def _mean_text(outcome: "Outcome", mean: float) -> Message:
    if outcome.is_count:
        return decimal(mean)
    if not _is_notable(outcome, mean):
        return msg("hardly any games")
    return msg("about {n} games out of 100", n=_of_100(mean))


def _weight(outcome: "Outcome", reason: Reason) -> float:
    """The difference in units of the smallest one that is worth a sentence."""
    return abs(reason.best - reason.other) / outcome.min_difference


def _is_worth_telling(outcome: "Outcome", reason: Reason) -> bool:
    """Is the difference large enough, and do its two numbers still differ when they are rounded?"""
    differ = not outcome.is_count or decimal(reason.best) != decimal(reason.other)
    return differ and _weight(outcome, reason) >= 1


def _compared(outcome: "Outcome", reason: Reason) -> ReasonText:
    sign = outcome.effect if reason.best > reason.other else -outcome.effect
    numbers = _both_numbers(outcome, reason)
    if not reason.is_significant:
        numbers = msg("perhaps {said}", said=numbers)
    return ReasonText(
        reason.outcome, sign, reason.best, reason.other, outcome.sentence_with(numbers), reason.is_significant
    )


def _both_numbers(outcome: "Outcome", reason: Reason) -> Message:
    if outcome.is_count:
        return msg("{best} instead of {other}", best=decimal(reason.best), other=decimal(reason.other))
    best, other = _of_100(reason.best), _of_100(reason.other)
    return msgs("{n} game out of 100 instead of {other}", "{n} games out of 100 instead of {other}", best, other=other)


def _of_100(share: float) -> int:
    return int(100 * share + 0.5)
