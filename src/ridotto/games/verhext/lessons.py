"""What a first game of Verhext! explains, each thing when it first comes up."""

from ridotto.engine.lesson import Lesson, View
from ridotto.engine.message import msg
from ridotto.games.verhext import cards as c
from ridotto.games.verhext.trick import current_trick


def _asked(view: View, phase: str) -> bool:
    """Is the viewer to decide in this phase?"""
    return bool(view["phase"] == phase and view["moves"])


def _plays(view: View) -> bool:
    """Is it the viewer's turn to play, also with a card laid that nobody sees yet?"""
    return bool(view["phase"] == "play" and view["turn"] == view["viewer"])


def _finished(view: View) -> list[View]:
    return [trick for trick in view["tricks"] if trick["number"] < view["finished"]]


LESSONS = (
    Lesson(
        "goal",
        msg("What it is about"),
        msg(
            "Foretell how many tricks you will win, and then win that many. A prophecy that comes true brings points, "
            "one that fails costs some. After seven rounds at most, the highest total wins."
        ),
        "verhext.final.winner",
        lambda view: True,
        "fate-{me}",
    ),
    Lesson(
        "trump",
        msg("The trump card"),
        msg(
            "This card was turned up before the deal: its suit is trump for the round, and beats all others. The card "
            "itself is in nobody's hand."
        ),
        "verhext.trump.draw",
        lambda view: bool(view["phase"] == "prophecy"),
        "trump",
    ),
    Lesson(
        "prophecy",
        msg("Your prophecy"),
        msg(
            "Take one prophecy and put it before you: 0, or exactly or at least 1, 2 or 3 tricks. “Exactly” pays "
            "double. A gentle start is “at least 1”; 0 never costs a point."
        ),
        "verhext.bid.side",
        lambda view: _asked(view, "prophecy"),
        "stack-1",
    ),
    Lesson(
        "zero",
        msg("Somebody says 0"),
        msg(
            "Whoever foretells 0 and wins no trick gets no points, but keeps the card. In a later round it can stand "
            "in for one missing trick. A 0 that fails costs nothing."
        ),
        "verhext.zero.success",
        lambda view: any(seat["prophecy"] == "0" for seat in view["seats"]),
        "stack-0",
    ),
    Lesson(
        "lead",
        msg("You lead"),
        msg(
            "Play any card you like, a trump or a potion too; the others must follow its suit if they can. The first "
            "trick is led by whoever has the highest prophecy, all others by whoever won the one before."
        ),
        "verhext.trick.lead_any",
        lambda view: _plays(view) and current_trick(view) is None,
        "hand",
    ),
    Lesson(
        "follow",
        msg("Following suit"),
        msg(
            "If you have a card of the suit that was led, you must play one: any of them. If you have none, play what "
            "you like. You never have to win, or to play a trump."
        ),
        "verhext.follow.must",
        lambda view: _plays(view) and current_trick(view) is not None,
        "hand",
    ),
    Lesson(
        "potion",
        msg("A magic potion"),
        msg(
            "You may add a potion to the card you play: its value rises by 1, 2 or 3, its suit stays. The potion "
            "leaves your hand, too, so the round gets shorter. Played alone, a potion is a card of its own suit."
        ),
        "verhext.potion.attach",
        lambda view: bool(view["own"]["laid"]),
        "hand",
        secret=True,
    ),
    Lesson(
        "trick",
        msg("Who wins a trick"),
        msg(
            "The highest trump wins; if there is none, the highest card of the suit that was led. Any other suit never "
            "wins, however high. Watch how many tricks you have, and how many you want."
        ),
        "verhext.trick.win_trump",
        lambda view: view["finished"] > 0,
        "fate-{me}",
    ),
    Lesson(
        "tie",
        msg("A tie: nobody wins"),
        msg(
            "The best plays were equal, so nobody has won that trick: its cards go into the cauldron. Of those who "
            "tied, whoever played last leads next. A potion can brew such a tie on purpose."
        ),
        "verhext.tie.nobody",
        lambda view: any(len(trick["top"]) > 1 for trick in _finished(view)),
        "cauldron",
    ),
    Lesson(
        "play-end",
        msg("The round runs out"),
        msg(
            "As soon as somebody has no card left, the round ends with the trick in progress; leftover cards do not "
            "count. So potions make a round shorter: do not wait too long for the tricks you need."
        ),
        "verhext.play.end",
        lambda view: bool(view["phase"] == "play" and min(seat["cards"] for seat in view["seats"]) <= 2),
        "hand",
    ),
    Lesson(
        "zero-card",
        msg("Use a zero card?"),
        msg(
            "A zero card from an earlier round makes up for one trick, for “exactly” and “at least” alike. You are "
            "asked because that would make your prophecy come true. A used card goes back to its stack."
        ),
        "verhext.zero.bonus",
        lambda view: _asked(view, "count"),
        "fate-{me}",
    ),
    Lesson(
        "count",
        msg("The first count"),
        msg(
            "“Exactly” needs that number of tricks, “at least” that number or more. Cards that came true bring their "
            "plus points, failed ones their minus points. The one player with the most tricks gets a hat: 1 point "
            "more."
        ),
        "verhext.count.exact",
        lambda view: bool(view["round"] > 1 or view["phase"] == "over"),
        "plate-{me}",
    ),
    Lesson(
        "again",
        msg("A new attempt"),
        msg(
            "Instead of a card from a stack you may take one of your failed cards again, with either side up. Its old "
            "minus points vanish at once; if it fails again, it costs once, not twice."
        ),
        "verhext.rebid.allowed",
        lambda view: any(c.REBID <= move < c.BASE for move in view["moves"]),
        "fate-{me}",
    ),
    Lesson(
        "stack",
        msg("A stack runs out"),
        msg(
            "When a stack of 1, 2 or 3 is empty, the game ends after that round, even before the seventh hat. The "
            "stack of 0 ends nothing. Whoever is ahead likes to take the last card."
        ),
        "verhext.end.stack",
        lambda view: min(view["stacks"][1:]) <= 1,
        "stack-1",
    ),
    Lesson(
        "end",
        msg("The end"),
        msg(
            "Plus points, minus points and 1 for each hat are added up, and the highest total wins. Zero cards bring "
            "no points. A tie is broken by hats, then by fulfilled “exactly” cards, unless this table counts others."
        ),
        "verhext.final.sum",
        lambda view: bool(view["phase"] == "over"),
    ),
)
