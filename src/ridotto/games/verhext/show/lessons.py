"""The lessons of a first game of Verhext!, each shown when its subject first comes up."""

from ridotto.engine.lesson import Lesson
from ridotto.engine.message import msg
from ridotto.games.verhext import components as c
from ridotto.games.verhext.rules.snapshot import Phase
from ridotto.games.verhext.show.tricks import current_trick
from ridotto.games.verhext.show.view import VerhextView


def _asked(view: VerhextView, phase: Phase) -> bool:
    """Must the viewer decide in this phase?"""
    return view.public.phase == phase and view.moves != ()


def _plays(view: VerhextView) -> bool:
    """Is it the viewer's turn to lay a base card, or to add a potion to it?"""
    return view.public.phase == "play" and view.public.turn == view.viewer


def _has_laid(view: VerhextView) -> bool:
    """Has the viewer laid a base card that nobody else can see yet?"""
    return view.own is not None and view.own.laid != ()


LESSONS = (
    Lesson(
        "goal",
        msg("What it's about"),
        msg(
            "Predict how many tricks you'll win, then win that many. A fulfilled prophecy scores points, a failed "
            "one costs you some. After seven rounds at most, the highest total wins."
        ),
        "verhext.final.winner",
        lambda view: True,
        "fate-{me}",
    ),
    Lesson(
        "trump",
        msg("The trump card"),
        msg(
            "This card was turned up before the deal. Its suit is trump this round and beats all others. The card "
            "itself is in nobody's hand."
        ),
        "verhext.trump.draw",
        lambda view: bool(view.public.phase == "prophecy"),
        "trump",
    ),
    Lesson(
        "prophecy",
        msg("Your prophecy"),
        msg(
            "Take one prophecy card: 0 tricks, or 1, 2 or 3, each either “exactly” or “at least”. “Exactly” pays "
            "double. For a gentle start, try “at least 1”; a 0 never costs you points."
        ),
        "verhext.bid.side",
        lambda view: _asked(view, "prophecy"),
        "stack-1",
    ),
    Lesson(
        "zero",
        msg("Somebody predicts 0"),
        msg(
            "Predict 0 and win no tricks, and you score nothing but keep the card. In a later round it can stand in "
            "for one missing trick. A failed 0 costs nothing."
        ),
        "verhext.zero.success",
        lambda view: any(seat.prophecy == 0 for seat in view.public.seats),
        "stack-0",
    ),
    Lesson(
        "lead",
        msg("You lead"),
        msg(
            "Play any card you like, even a trump or a potion; the others must follow suit if they can. The highest "
            "prophecy leads the first trick; after that, the winner of a trick leads the next."
        ),
        "verhext.trick.lead_any",
        lambda view: _plays(view) and current_trick(view.public) is None,
        "hand",
    ),
    Lesson(
        "follow",
        msg("Following suit"),
        msg(
            "If you have cards of the suit that was led, you must play one of them. If you don't, play what you "
            "like. You never have to win the trick or play a trump."
        ),
        "verhext.follow.must",
        lambda view: _plays(view) and current_trick(view.public) is not None,
        "hand",
    ),
    Lesson(
        "potion",
        msg("A magic potion"),
        msg(
            "You may add a potion to the card you play: its value goes up by 1, 2 or 3, its suit stays the same. The "
            "potion leaves your hand too, so the round gets shorter. Played alone, a potion is a card of its own "
            "suit."
        ),
        "verhext.potion.attach",
        _has_laid,
        "hand",
        secret=True,
    ),
    Lesson(
        "trick",
        msg("Who wins a trick"),
        msg(
            "The highest trump wins; if nobody plays one, the highest card of the suit that was led. Other suits "
            "never win, however high. Keep an eye on how many tricks you have and how many you want."
        ),
        "verhext.trick.win_trump",
        lambda view: bool(view.public.finished > 0),
        "fate-{me}",
    ),
    Lesson(
        "tie",
        msg("A tie: nobody wins"),
        msg(
            "The best plays were equal, so nobody wins the trick: its cards go into the cauldron. Of the players who "
            "tied, the last to play leads next. With a potion you can brew a tie on purpose."
        ),
        "verhext.tie.nobody",
        lambda view: any(trick.ended and len(trick.top) > 1 for trick in view.public.tricks),
        "cauldron",
    ),
    Lesson(
        "play-end",
        msg("The round runs out"),
        msg(
            "As soon as somebody runs out of cards, the round ends with that trick; leftover cards don't count. "
            "Potions make a round shorter, so don't wait too long for the tricks you need."
        ),
        "verhext.play.end",
        lambda view: bool(view.public.phase == "play" and min(seat.cards for seat in view.public.seats) <= 2),
        "hand",
    ),
    Lesson(
        "zero-card",
        msg("Use a zero card?"),
        msg(
            "A zero card from an earlier round makes up for one trick, with “exactly” and “at least” alike. You're "
            "asked because that would fulfil your prophecy. A used card goes back to its stack."
        ),
        "verhext.zero.bonus",
        lambda view: _asked(view, "count"),
        "fate-{me}",
    ),
    Lesson(
        "count",
        msg("The first count"),
        msg(
            "“Exactly” means just that many tricks, “at least” that many or more. Fulfilled cards score their plus "
            "points, failed ones their minus points. If you alone have the most tricks, you get a hat: 1 extra "
            "point."
        ),
        "verhext.count.exact",
        lambda view: bool(view.public.round > 1 or view.public.phase == "over"),
        "plate-{me}",
    ),
    Lesson(
        "again",
        msg("A new attempt"),
        msg(
            "Instead of taking a card from a stack, you may try one of your failed cards again, with either side up. "
            "Its old minus points vanish at once; if it fails again, it costs you once, not twice."
        ),
        "verhext.rebid.allowed",
        lambda view: any(c.REBID <= move < c.BASE for move in view.moves),
        "fate-{me}",
    ),
    Lesson(
        "stack",
        msg("A stack runs out"),
        msg(
            "When the stack of 1s, 2s or 3s runs out, the game ends after that round, even before the seventh hat. "
            "If the 0s run out, play goes on. If you're ahead, you may want to take that last card."
        ),
        "verhext.end.stack",
        lambda view: min(view.public.stacks[1:]) <= 1,
        "stack-1",
    ),
    Lesson(
        "end",
        msg("The end"),
        msg(
            "Add up plus points, minus points and 1 for each hat: the highest total wins. Zero cards score nothing. "
            "Ties are broken by hats, then by fulfilled “exactly” cards, unless this table counts others."
        ),
        "verhext.final.sum",
        lambda view: bool(view.public.phase == "over"),
    ),
)
