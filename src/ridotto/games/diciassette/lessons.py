"""What a first game of 17 Diciassette explains, each thing when it first comes up."""

from ridotto.engine.lesson import Lesson, View
from ridotto.engine.message import msg
from ridotto.games.diciassette.totals import HIGHEST, is_hopeless


def _asked(view: View, phase: str) -> bool:
    """Is the viewer to decide in this phase?"""
    return bool(view["phase"] == phase and view["moves"])


def _met(view: View, card: str) -> bool:
    """Does the viewer have the turn, and hold such a card, or see one that was laid?"""
    laid = any(seen["card"] == card for seen in view["row"])
    return _asked(view, "play") and (laid or card in view["own"]["hand"] or card in (view["discards"]["known"] or ()))


LESSONS = (
    Lesson(
        "goal",
        msg("What it is about"),
        msg(
            "You all build one row of cards. Whoever believes that it adds up to 17 or more calls “17!”, and gets a "
            "victory token if that is right. Three of them at the end of a round win the game."
        ),
        "diciassette.end.three",
        lambda view: True,
        "row",
    ),
    Lesson(
        "turn",
        msg("Your turn"),
        msg(
            "Lay one card at the end of the row, face up or face down: a tap on the card, or on the strip below it. "
            "Any card is allowed, even one that makes 17 or more. Then you draw back up to three."
        ),
        "diciassette.play.face_choice",
        lambda view: _asked(view, "play"),
        "hand",
    ),
    Lesson(
        "two-sided",
        msg("Numbers on both sides"),
        msg(
            "A card with its number on both sides cannot be hidden: everybody knows it, even in your hand. All other "
            "cards have the same neutral back, and nobody can tell them apart from behind."
        ),
        "diciassette.components.two_sided_same",
        lambda view: _asked(view, "play") and any("/" in card for card in view["own"]["hand"]),
        "hand",
        secret=True,
    ),
    Lesson(
        "hidden",
        msg("A hidden card"),
        msg(
            "Only the player who laid it knows this card: a number from 1 to 5, or a special card that counts 0. Of "
            "the 35 cards that can be hidden, 20 are worth 0."
        ),
        "diciassette.total.special_zero",
        lambda view: view["own"]["covered"] > 0,
        "gauge",
    ),
    Lesson(
        "call",
        msg("Call or pass?"),
        msg(
            "After every turn all others decide at the same time and in secret: call “17!”, or pass. You never have to "
            "call. As long as everybody can see that 17 is out of reach, the house passes for you."
        ),
        "diciassette.call.simultaneous",
        lambda view: bool(
            view["phase"] == "call"
            and view["turn"] != view["viewer"]
            and not (is_hopeless(view) and view["round"] == 1)
        ),
        "answer.call",
    ),
    Lesson(
        "threshold",
        msg("It is getting close"),
        msg(
            "Exactly 17 is already enough for a caller; only 16 or less is safe for whoever laid the last card. Low "
            "numbers and special cards keep the row down."
        ),
        "diciassette.total.threshold",
        lambda view: view["total"] + HIGHEST * view["covered"] >= 12,
        "gauge",
    ),
    Lesson(
        "reverse",
        msg("Change of direction"),
        msg(
            "Laid face up, this special card turns the direction of play at once: it holds for the next turn already. "
            "Face down it does nothing, and counts 0."
        ),
        "diciassette.reverse.face_up",
        lambda view: _met(view, "reverse"),
        "hand.reverse.1 row",
        secret=True,
    ),
    Lesson(
        "trash",
        msg("Trash"),
        msg(
            "Laid face up, Trash goes to the discards and takes along the last card of the row, whoever laid it. Face "
            "down it does nothing: it stays in the row and counts 0."
        ),
        "diciassette.trash.face_up",
        lambda view: _met(view, "trash"),
        "hand.trash.1 row",
        secret=True,
    ),
    Lesson(
        "double",
        msg("x2"),
        msg(
            "Laid face up, x2 makes the next player lay two cards instead of one; calls wait until both lie there. "
            "Face down it does nothing, and counts 0."
        ),
        "diciassette.double.face_up",
        lambda view: _met(view, "x2"),
        "hand.x2.1 row",
        secret=True,
    ),
    Lesson(
        "trap",
        msg("The Trap"),
        msg(
            "A Trap works only face down. If it is still in the row when somebody calls, its owner gets a victory "
            "token and the caller a penalty token, right or wrong. It counts 0."
        ),
        "diciassette.trap.face_down_only",
        lambda view: _met(view, "trap"),
        "hand.trap.1 row",
        secret=True,
    ),
    Lesson(
        "count",
        msg("The first call"),
        msg(
            "A call ends the round, and all cards are turned over and added up. 17 or more: a victory token for the "
            "caller, a penalty token for whoever had the last turn. 16 or less: the other way round."
        ),
        "diciassette.settle.right",
        lambda view: view["last"] is not None,
        "gauge",
    ),
    Lesson(
        "penalty",
        msg("Penalty tokens"),
        msg(
            "One penalty token does no harm yet. With the second, both go back, and they take one of your victory "
            "tokens along, if you have any."
        ),
        "diciassette.penalty.second",
        lambda view: any(seat["penalty"] for seat in view["seats"]),
        "plate-{me}",
    ),
    Lesson(
        "next-round",
        msg("The next round"),
        msg(
            "The row is cleared away, and you keep your hand. Whoever received the victory token begins; of several, "
            "whoever was right about the call."
        ),
        "diciassette.round.starter",
        lambda view: bool(view["round"] > 1 and view["phase"] != "over"),
        "row",
    ),
    Lesson(
        "end",
        msg("The end"),
        msg(
            "Whoever has three victory tokens after all tokens are handed out wins. If several have, fewer penalty "
            "tokens decide; if they are still level, they win together."
        ),
        "diciassette.end.several",
        lambda view: bool(view["phase"] == "over"),
    ),
)
