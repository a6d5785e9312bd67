"""The lessons of a first game of Venti, each shown when its subject first comes up."""

from ridotto.engine.lesson import Lesson
from ridotto.engine.message import msg
from ridotto.games.venti import components as c
from ridotto.games.venti.show.view import VentiView


def _asked(view: VentiView, *phases: str) -> bool:
    """Whether the viewer has to decide in one of these phases."""
    return bool(view.public.phase in phases and view.moves)


def _offered(view: VentiView, first: int, end: int) -> bool:
    """Whether a move from `first` up to `end` is legal."""
    return any(first <= move < end for move in view.moves)


def _frozen(view: VentiView) -> list[int]:
    """The places of frozen targets."""
    return [place for place, target in enumerate(view.public.targets) if target.freezer is not None]


def _sees(view: VentiView, first: int, end: int) -> bool:
    """Whether a card from `first` up to `end` lies on the table or in the viewer's hand."""
    public, hand = view.public, view.own.hand if view.own else ()
    cards = (*public.centre, *(target.card for target in public.targets), *public.discards, *hand)
    return any(card is not None and first <= card < end for card in cards)


LESSONS = (
    Lesson(
        "goal",
        msg("What it's about"),
        msg(
            "Collect number cards and hand in the right ones to win targets and their points. When somebody reaches "
            "twenty, everybody else gets one last turn. Then the most points win."
        ),
        "venti.end.trigger",
        lambda view: True,
        "ruler",
    ),
    Lesson(
        "turn",
        msg("Three actions"),
        msg(
            "You have three actions a turn and must use them all. The simplest: take a card from the centre. The gap "
            "is filled at once, so look again before your next action."
        ),
        "venti.turn.three",
        lambda view: _asked(view, "main"),
        "centre payment",
    ),
    Lesson(
        "condition",
        msg("What a target asks for"),
        msg(
            "A number asks for exactly that number, a symbol for any card with that symbol, “?” for any card at all, "
            "“?=?” for equal numbers. On a target only condition and points count; in your hand only number and "
            "symbol."
        ),
        "venti.fulfil.equal",
        lambda view: _asked(view, "main"),
        "targets targets/goal",
    ),
    Lesson(
        "fulfil",
        msg("You can pay a target"),
        msg(
            "You can fulfil a target that glows: it takes one action and one card from your hand for each slot, in "
            "order. The cards you pay are discarded; the target is yours, with its points. Cards in the centre don't "
            "help."
        ),
        "venti.fulfil.pay",
        lambda view: (
            any(c.FULFIL <= move < c.FREEZE and move - c.FULFIL not in _frozen(view) for move in view.moves)
            or _asked(view, "pay", "declare")
        ),
        "targets/ready targets/paying-now targets",
        secret=True,
    ),
    Lesson(
        "change",
        msg("Nothing fits?"),
        msg(
            "For one action you may replace the whole centre, or exchange a target with a centre card. Either can "
            "bring you what you need, or spoil things for the others."
        ),
        "venti.exchange.swap",
        lambda view: _asked(view, "main") and view.public.actions_used > 0,
        "centre payment",
    ),
    Lesson(
        "joker",
        msg("A joker"),
        msg(
            "In your hand, a joker stands for any number or symbol, once; then it's discarded. In the centre, you "
            "take it like any other card. Among the targets, it can only be exchanged into the centre."
        ),
        "venti.fulfil.joker",
        lambda view: _asked(view, "main") and _sees(view, c.JOKER, c.CHAOS),
        "hand",
        secret=True,
    ),
    Lesson(
        "freeze",
        msg("A frozen target"),
        msg(
            "A frozen target is turned face down: nobody can look at it or exchange it. But if it's still frozen at "
            "the end, the player who froze it loses points."
        ),
        "venti.freeze.turn_down",
        lambda view: bool(_frozen(view)),
        "targets/frozen targets",
    ),
    Lesson(
        "attempt",
        msg("Going for a frozen card"),
        msg(
            "On your turn you may try any frozen target: it's turned up, and if you can pay, it's yours. If you "
            "can't, the player who froze it gets it with its points; if that was you, you pay a penalty."
        ),
        "venti.frozen.attempt.always",
        lambda view: any(c.FULFIL + place in view.moves for place in _frozen(view)),
        "targets/frozen targets",
    ),
    Lesson(
        "sacrifice",
        msg("Five points: a sacrifice?"),
        msg(
            "Once you have five points, you may sacrifice a point card. As a permanent joker it stands for its own "
            "number or symbol, again and again. If it's worth 2 or more, it can give you one more action every turn "
            "instead."
        ),
        "venti.joker.five",
        lambda view: _offered(view, c.MAKE_JOKER, c.HAND_CARD),
        "scored",
    ),
    Lesson(
        "chaos",
        msg("Chaos!"),
        msg(
            "When a chaos card is turned up on the table, the whole centre and all targets that aren't frozen are "
            "discarded and dealt anew. It costs no action, and your hand and point cards stay yours."
        ),
        "venti.chaos.effect",
        lambda view: _sees(view, c.CHAOS, c.DECK),
        "pile",
    ),
    Lesson(
        "penalty",
        msg("First to ten points"),
        msg(
            "The first player to reach ten points pays a penalty: point cards worth at least two points in all, no "
            "change given. It happens only once; failing at your own frozen card costs the same."
        ),
        "venti.ten.penalty",
        lambda view: view.public.first_to_ten is not None or _asked(view, "penalty"),
        "ruler",
    ),
    Lesson(
        "catch-up",
        msg("Help for last place"),
        msg(
            "You have the fewest points, so you may now add hand cards worth up to two points to your point cards: "
            "one worth 2, or one or two worth 1. Or none at all."
        ),
        "venti.catch.last",
        lambda view: _asked(view, "catch up"),
        "hand",
    ),
    Lesson(
        "hand-limit",
        msg("Too many cards"),
        msg(
            "At the end of your turn you may keep ten cards at most: discard the rest, one by one, as you like. "
            "Until then there's no limit."
        ),
        "venti.turn.hand_limit",
        lambda view: _asked(view, "hand limit"),
        "hand",
    ),
    Lesson(
        "last-turns",
        msg("Somebody has twenty"),
        msg(
            "Somebody has reached twenty. That turn is played out, then everybody else gets exactly one last turn. "
            "After that, each card still frozen costs the player who froze it a penalty."
        ),
        "venti.end.last_turns",
        lambda view: view.public.trigger is not None and view.public.phase != "over",
        "ruler",
    ),
    Lesson(
        "end",
        msg("The end"),
        msg(
            "After all penalties, the most points win. Ties go to fewer point cards, then to fewer points on "
            "permanent jokers. Cards in your hand don't count."
        ),
        "venti.end.winner",
        lambda view: view.public.phase == "over",
    ),
)
