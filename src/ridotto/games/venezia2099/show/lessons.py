"""The lessons of a first game of Venezia 2099, each shown when its subject first comes up."""

from ridotto.engine.lesson import Lesson
from ridotto.engine.message import msg
from ridotto.games.venezia2099 import components as c
from ridotto.games.venezia2099.show.view import Venezia2099View


def _asked(view: Venezia2099View, *phases: str) -> bool:
    """Whether the viewer decides now, in one of these phases."""
    return bool(view.public.phase in phases and view.moves)


def _offered(view: Venezia2099View, first: int, end: int) -> bool:
    """Whether a move in this range is legal."""
    return any(first <= move < end for move in view.moves)


def _buys(view: Venezia2099View) -> bool:
    """Whether the viewer may buy, or has bought something."""
    return _asked(view, "buy") or any(view.public.seats[view.viewer].treasures)


def _are_hands_small(view: Venezia2099View) -> bool:
    """Whether all have placed their pawns, and nobody holds more than four cards."""
    return view.public.phase != "placement" and max(seat.cards for seat in view.public.seats) <= 4


LESSONS = (
    Lesson(
        "goal",
        msg("What it's about"),
        msg(
            "Venice is sinking, tile by tile. Buy treasures in colours that will become rare, and make sure your "
            "pawns end up where the water doesn't reach. Treasures, pawns and coins score points, and the most points "
            "win."
        ),
        "venezia2099.score.total",
        lambda view: True,
        "board",
    ),
    Lesson(
        "hand",
        msg("Your prophecies"),
        msg(
            "Each of your cards names a tile that is sure to sink, because you'll play them all. Only you know which: "
            "an eye in a drop marks these tiles for you."
        ),
        "venezia2099.prophecy.compulsory",
        lambda view: bool(view.own and view.own.hand),
        "hand",
    ),
    Lesson(
        "placing",
        msg("Placing your pawns"),
        msg(
            "Put a pawn on any free square. Your pawns must all stand on different values (X is a value too); wooden "
            "platforms have none. Better not pick a tile you'll sink yourself!"
        ),
        "venezia2099.setup.place_distinct_values",
        lambda view: _asked(view, "placement"),
        "quay",
    ),
    Lesson(
        "safe",
        msg("What never sinks"),
        msg(
            "There are no cards for the 2s and the wooden platforms, so they never sink. A few cards were set aside "
            "unseen: their tiles won't sink either, but nobody knows which ones they are."
        ),
        "venezia2099.sink.safe",
        lambda view: True,
        "board",
    ),
    Lesson(
        "move",
        msg("Step 1: move a pawn"),
        msg(
            "You may move one of your pawns in a straight line, diagonals included, as far as you like. Water and "
            "other pawns block the way. Or just stay where you are."
        ),
        "venezia2099.move.queen",
        lambda view: _asked(view, "move", "walk"),
        "pawn.{me}.1 pawn.{me}.2 pawn.{me}.3",
    ),
    Lesson(
        "gondola",
        msg("A gondola ride"),
        msg(
            "Instead of walking, you may play a gondola card: it takes one of your pawns to any free square. Then the "
            "card is gone, and you might need it to rescue a pawn."
        ),
        "venezia2099.gondola.ride",
        lambda view: _offered(view, c.GONDOLA, c.NO_BUY),
        "ferry",
        variants={
            ("gondola_move", "extra"): msg(
                "Before or after walking, you may play gondola cards: each takes one of your pawns to any free square. "
                "Then the card is gone, and you might need it to rescue a pawn."
            )
        },
    ),
    Lesson(
        "buy",
        msg("Step 2: buy a treasure"),
        msg(
            "You may buy one treasure, in the colour of a tile with one of your pawns on it. It costs one coin more "
            "than there are on the tile, and that's where you pay. At the end a coin is worth only 1 point, so spend "
            "them!"
        ),
        "venezia2099.buy.price",
        lambda view: _asked(view, "buy"),
        "board",
    ),
    Lesson(
        "worth",
        msg("What a treasure is worth"),
        msg(
            "The fewer tiles of its colour are left at the end, the better: 6 points if there's only one, 3 for two, "
            "2 for three, and 1 for four or more. So buy the colours you're going to sink."
        ),
        "venezia2099.score.treasure",
        _buys,
        "stands",
    ),
    Lesson(
        "prophecy",
        msg("Step 3: play a prophecy"),
        msg(
            "Now you must play a card of the lowest value in your hand; if you have several, take your pick. X is "
            "higher than 8. The tile it names turns to water."
        ),
        "venezia2099.prophecy.lowest",
        lambda view: _asked(view, "prophecy"),
        "hand",
    ),
    Lesson(
        "sink",
        msg("A tile has sunk"),
        msg(
            "Where the tile was, there's only water now: nobody can walk across it, and any coins on the tile are "
            "lost. We all play our low cards first, so nobody holds a card lower than the last one they played."
        ),
        "venezia2099.sink.flip",
        lambda view: bool(view.public.played),
        "board/abyss board",
    ),
    Lesson(
        "coins",
        msg("Coins on a tile"),
        msg(
            "These coins stay where they were paid and raise the price for everybody: the first treasure on a tile "
            "costs 1, the next 2, then 4, then 8. The same colour may be cheaper elsewhere."
        ),
        "venezia2099.buy.coins_stay",
        lambda view: _buys(view) and any(square.coins for square in view.public.squares),
        "board",
    ),
    Lesson(
        "rescue",
        msg("Man overboard!"),
        msg(
            "The tile under your pawn has sunk. A gondola card takes it to any free square right away, even when it "
            "isn't your turn. Or let it drown and keep the card: then the pawn is out of the game."
        ),
        "venezia2099.gondola.rescue",
        lambda view: _asked(view, "rescue"),
        "ferry",
        variants={
            ("rescue_to_platform", "false"): msg(
                "The tile under your pawn has sunk. A gondola card takes it to any free city tile right away, but not "
                "to a platform, even when it isn't your turn. Or let it drown and keep the card: then the pawn is out "
                "of the game."
            )
        },
    ),
    Lesson(
        "pawns",
        msg("What pawns score"),
        msg(
            "There aren't many cards left. At the end, a pawn scores the number it stands on. On an X it scores 2 "
            "points for each tile of that colour still standing, and on a platform nothing."
        ),
        "venezia2099.score.pawn_number",
        _are_hands_small,
        "board",
    ),
    Lesson(
        "end",
        msg("The end"),
        msg(
            "All the cards have been played. Add up your treasures, your pawns and the coins you have left: the "
            "highest total wins. If it's a tie, points from pawns decide."
        ),
        "venezia2099.end.trigger",
        lambda view: bool(view.public.phase == "over"),
    ),
)
