"""What a first game of Venti explains, each thing when it first comes up."""

from ridotto.engine.lesson import Lesson, View
from ridotto.engine.message import msg
from ridotto.games.venti import cards as c


def _asked(view: View, *phases: str) -> bool:
    """Is the viewer to decide in one of these phases?"""
    return bool(view["phase"] in phases and view["moves"])


def _offered(view: View, first: int, end: int) -> bool:
    """Is there a move of this kind?"""
    return any(first <= move < end for move in view["moves"])


def _frozen(view: View) -> list[int]:
    """The places of frozen targets."""
    return [place for place, target in enumerate(view["targets"]) if target["frozen_by"] is not None]


def _sees(view: View, kind: str) -> bool:
    """Does a card of this kind lie on the table, or in the viewer's hand?"""
    targets = [target["card"] or "" for target in view["targets"]]
    cards = (*(card or "" for card in view["centre"]), *targets, *view["own"]["hand"], *view["discards"])
    return any(card.startswith(kind) for card in cards)


LESSONS = (
    Lesson(
        "goal",
        msg("What it is about"),
        msg(
            "Collect number cards, and hand in the right ones to win targets with their points. When somebody reaches "
            "twenty, everybody else has one last turn. Then most points win."
        ),
        "venti.end.trigger",
        lambda view: True,
        "ruler",
    ),
    Lesson(
        "turn",
        msg("Three actions"),
        msg(
            "You have three actions a turn, and must use them all. The simplest: take a card from the centre into your "
            "hand. The gap is filled at once, so look again before the next action."
        ),
        "venti.turn.three",
        lambda view: _asked(view, "main"),
        "centre",
    ),
    Lesson(
        "condition",
        msg("What a target asks for"),
        msg(
            "A number asks for just that number, a symbol for any card with it, “?” for any card, “?=?” for equal "
            "numbers. On targets only condition and points count; in your hand only number and symbol."
        ),
        "venti.fulfil.equal",
        lambda view: _asked(view, "main"),
        "targets",
    ),
    Lesson(
        "fulfil",
        msg("You can pay a target"),
        msg(
            "A target that glows can be fulfilled now: one action, and one card of your hand for each sign, in their "
            "order. What you pay is discarded; the target is yours, with its points. Cards in the centre do not help."
        ),
        "venti.fulfil.pay",
        lambda view: (
            any(c.FULFIL <= move < c.FREEZE and move - c.FULFIL not in _frozen(view) for move in view["moves"])
            or _asked(view, "pay", "declare")
        ),
        "targets",
        secret=True,
    ),
    Lesson(
        "change",
        msg("Nothing fits?"),
        msg(
            "With one action you may replace the whole centre, or let a target and a centre card change places. Both "
            "can bring you what you need, or spoil it for others."
        ),
        "venti.exchange.swap",
        lambda view: _asked(view, "main") and view["actions"]["used"] > 0,
        "centre",
    ),
    Lesson(
        "joker",
        msg("A joker"),
        msg(
            "In your hand a joker stands for any number or symbol, once: then it is discarded. In the centre it is "
            "taken like any card. Among the targets it can only be exchanged into the centre."
        ),
        "venti.fulfil.joker",
        lambda view: _asked(view, "main") and _sees(view, "joker"),
        "hand",
        secret=True,
    ),
    Lesson(
        "freeze",
        msg("A frozen target"),
        msg(
            "Whoever freezes a target turns it face down: now nobody can look at it or exchange it. But a card that is "
            "still frozen at the end costs its freezer points."
        ),
        "venti.freeze.turn_down",
        lambda view: bool(_frozen(view)),
        "targets",
    ),
    Lesson(
        "attempt",
        msg("Going for a frozen card"),
        msg(
            "In your turn you may try any frozen target: it is turned up, and if you can pay, it is yours. If you "
            "cannot, whoever froze it gets it with its points; and if that was you, you pay a penalty."
        ),
        "venti.frozen.attempt.always",
        lambda view: any(c.FULFIL + place in view["moves"] for place in _frozen(view)),
        "targets",
    ),
    Lesson(
        "sacrifice",
        msg("Five points: a sacrifice?"),
        msg(
            "From five points on you may give up a card you have scored. As a permanent joker it stands for its own "
            "number or symbol, again and again. Worth 2 or more, it can instead bring one more action in every turn."
        ),
        "venti.joker.five",
        lambda view: _offered(view, c.MAKE_JOKER, c.HAND_CARD),
        "scored",
    ),
    Lesson(
        "chaos",
        msg("Chaos!"),
        msg(
            "When a chaos card is turned up on the table, the whole centre and all targets that are not frozen go to "
            "the discards and are dealt anew. It costs no action, and what you hold or have scored stays yours."
        ),
        "venti.chaos.effect",
        lambda view: _sees(view, "chaos"),
        "pile",
    ),
    Lesson(
        "penalty",
        msg("The first with ten points"),
        msg(
            "The first player with ten points pays a penalty: scored cards worth at least two points in all, with no "
            "change given. It happens only once; failing at your own frozen card costs the same."
        ),
        "venti.ten.penalty",
        lambda view: view["first_to_ten"] is not None or _asked(view, "penalty"),
        "ruler",
    ),
    Lesson(
        "catch-up",
        msg("Help for the last"),
        msg(
            "You have the fewest points, so you may now add hand cards worth up to two points to your scored ones: one "
            "card of 2, or one or two of 1. Or none at all."
        ),
        "venti.catch.last",
        lambda view: _asked(view, "catch up"),
        "hand",
    ),
    Lesson(
        "hand-limit",
        msg("Too many cards"),
        msg(
            "At the end of your turn you may keep ten cards at most: discard the others, one by one, as you choose. "
            "Before that there is no limit."
        ),
        "venti.turn.hand_limit",
        lambda view: _asked(view, "hand limit"),
        "hand",
    ),
    Lesson(
        "last-turns",
        msg("Twenty is reached"),
        msg(
            "Somebody has reached twenty. The turn in which it happened is played to its end; then everybody else has "
            "exactly one last turn. After that each card still frozen costs its freezer a penalty."
        ),
        "venti.end.last_turns",
        lambda view: bool(view["trigger"] is not None and view["phase"] != "over"),
        "ruler",
    ),
    Lesson(
        "end",
        msg("The end"),
        msg(
            "Most points win, after all penalties. A tie goes to whoever has fewer scored cards, then to fewer points "
            "on permanent jokers. Cards in the hand count nothing."
        ),
        "venti.end.winner",
        lambda view: bool(view["phase"] == "over"),
    ),
)
