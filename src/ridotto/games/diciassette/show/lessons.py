"""The lessons of a first game of 17 Diciassette, each shown when its subject first comes up."""

from ridotto.engine.lesson import Lesson
from ridotto.engine.message import msg
from ridotto.games.diciassette import components as c
from ridotto.games.diciassette.show.row_totals import highest_total, is_hopeless
from ridotto.games.diciassette.show.rows import known_row
from ridotto.games.diciassette.show.view import DiciassetteView, own_part


def _plays(view: DiciassetteView) -> bool:
    """Must the player lay a card?"""
    return view.public.phase == "play" and bool(view.moves)


def _holds_two_sided(view: DiciassetteView) -> bool:
    return _plays(view) and any(kind < c.CONCEALED for kind in own_part(view).hand)


def _met(view: DiciassetteView, kind: int) -> bool:
    """Is it the player's turn, with such a card in the hand, or one that the player has seen on the table?"""
    public, own = view.public, own_part(view)
    laid = any(seen.kind == kind for seen in known_row(public, own))
    return _plays(view) and (laid or kind in own.hand or kind in (public.discards.known or ()))


def _may_have_to_call(view: DiciassetteView) -> bool:
    """Do others than the player of the last card decide? In a first round, the house answers as long as it may."""
    public = view.public
    answered_at_once = is_hopeless(public) and public.round == 1
    return public.phase == "call" and public.turn != view.viewer and not answered_at_once


LESSONS = (
    Lesson(
        "goal",
        msg("What it's about"),
        msg(
            "You all build one row of cards. If you think it adds up to 17 or more, call “17!”: if you're right, you "
            "get a victory token. Three of them at the end of a round win the game."
        ),
        "diciassette.end.three",
        lambda view: True,
        "row",
    ),
    Lesson(
        "turn",
        msg("Your turn"),
        msg(
            "Add a card to the end of the row: tap the card to play it face up, or the strip below it to play it "
            "face down. Any card is allowed, even one that makes 17 or more. Then you draw back up to three."
        ),
        "diciassette.play.face_choice",
        _plays,
        "hand",
    ),
    Lesson(
        "two-sided",
        msg("Numbers on both sides"),
        msg(
            "A card with its number on both sides can't be hidden: everybody knows it, even in your hand. All other "
            "cards have the same neutral back, so nobody can tell them apart from behind."
        ),
        "diciassette.components.two_sided_same",
        _holds_two_sided,
        "hand",
        secret=True,
        variants={
            ("hand_backs_public", "false"): msg(
                "A card with its number on both sides can't be hidden: once you play it, everybody knows it. All other "
                "cards have the same neutral back, so nobody can tell them apart from behind."
            )
        },
    ),
    Lesson(
        "hidden",
        msg("A hidden card"),
        msg(
            "Only the player who played this card knows what it is: a number from 1 to 5, or a special card worth 0. "
            "Of the 35 cards that can be hidden, 20 are worth 0."
        ),
        "diciassette.total.special_zero",
        lambda view: own_part(view).covered > 0,
        "row/hid gauge",
    ),
    Lesson(
        "call",
        msg("Call or pass?"),
        msg(
            "After every turn, all the others decide at the same time and in secret: call “17!” or pass. You never "
            "have to call. As long as everybody can see that 17 is out of reach, the house passes for you."
        ),
        "diciassette.call.simultaneous",
        _may_have_to_call,
        "answer.call",
    ),
    Lesson(
        "threshold",
        msg("It's getting close"),
        msg(
            "Exactly 17 is enough for a caller to be right; the player of the last card is only safe at 16 or less. "
            "Low numbers and special cards keep the row down."
        ),
        "diciassette.total.threshold",
        lambda view: highest_total(view.public) >= 12,
        "gauge",
    ),
    Lesson(
        "reverse",
        msg("Change of direction"),
        msg(
            "Played face up, this special card reverses the direction of play at once, so the next turn already goes "
            "the other way. Face down it does nothing and counts 0."
        ),
        "diciassette.reverse.face_up",
        lambda view: _met(view, c.REVERSE),
        "hand.reverse.1 row",
        secret=True,
    ),
    Lesson(
        "trash",
        msg("Trash"),
        msg(
            "Played face up, Trash goes to the discard pile and takes the last card of the row with it, no matter "
            "who played it. Face down it does nothing: it stays in the row and counts 0."
        ),
        "diciassette.trash.face_up",
        lambda view: _met(view, c.TRASH),
        "hand.trash.1 row",
        secret=True,
    ),
    Lesson(
        "double",
        msg("x2"),
        msg(
            "Played face up, x2 makes the next player play two cards instead of one; nobody can call until both are "
            "down. Face down it does nothing and counts 0."
        ),
        "diciassette.double.face_up",
        lambda view: _met(view, c.DOUBLE),
        "hand.x2.1 row",
        secret=True,
        variants={
            ("call_between_double", "true"): msg(
                "Played face up, x2 makes the next player play two cards instead of one; the others can call after "
                "each of them. Face down it does nothing and counts 0."
            )
        },
    ),
    Lesson(
        "trap",
        msg("The Trap"),
        msg(
            "A Trap only works face down. If it's still in the row when somebody calls, its owner gets a victory "
            "token and the caller a penalty token, right or wrong. It counts 0."
        ),
        "diciassette.trap.face_down_only",
        lambda view: _met(view, c.TRAP),
        "hand.trap.1 row",
        secret=True,
    ),
    Lesson(
        "count",
        msg("The first call"),
        msg(
            "A call ends the round: all cards are turned over and added up. 17 or more: a victory token for the "
            "caller, a penalty token for the player who had the last turn. 16 or less: the other way round."
        ),
        "diciassette.settle.right",
        lambda view: view.public.last is not None,
        "gauge",
    ),
    Lesson(
        "penalty",
        msg("Penalty tokens"),
        msg(
            "One penalty token does no harm yet. When you get a second, both go back and take one of your victory "
            "tokens with them, if you have any."
        ),
        "diciassette.penalty.second",
        lambda view: any(seat.penalty for seat in view.public.seats),
        "plate-{me}",
    ),
    Lesson(
        "next-round",
        msg("The next round"),
        msg(
            "The row is cleared away; you keep your hand. The player who got the victory token starts; if there were "
            "several, the one who was right about the call."
        ),
        "diciassette.round.starter",
        lambda view: view.public.round > 1 and view.public.phase != "over",
        "row",
    ),
    Lesson(
        "end",
        msg("The end"),
        msg(
            "You win if you have three victory tokens once all tokens are handed out. If several players do, fewer "
            "penalty tokens break the tie; if they're still level, they win together."
        ),
        "diciassette.end.several",
        lambda view: view.public.phase == "over",
    ),
)
