"""What a first game of Venezia 2099 explains, each thing when it first comes up."""

from ridotto.engine.lesson import Lesson, View
from ridotto.engine.message import msg
from ridotto.games.venezia2099 import tiles as t


def _asked(view: View, *phases: str) -> bool:
    """Is the viewer to decide in one of these phases?"""
    return bool(view["phase"] in phases and view["moves"])


def _offered(view: View, first: int, end: int) -> bool:
    """Is there a move of this kind?"""
    return any(first <= move < end for move in view["moves"])


def _buys(view: View) -> bool:
    """May the viewer buy, or has it bought something?"""
    return _asked(view, "buy") or any(view["seats"][view["viewer"]]["treasures"])


LESSONS = (
    Lesson(
        "goal",
        msg("What it is about"),
        msg(
            "Venice sinks, tile by tile. Buy treasures whose colour will become rare, and stand in the end where the "
            "water does not come. Treasures, pawns and coins bring points, and most points win."
        ),
        "venezia2099.score.total",
        lambda view: True,
        "board",
    ),
    Lesson(
        "hand",
        msg("Your prophecies"),
        msg(
            "Each of your cards names a tile that will sink for certain, for you will play them all; only you know "
            "them. An eye in a drop marks these tiles for you."
        ),
        "venezia2099.prophecy.compulsory",
        lambda view: bool(view["own"]["hand"]),
        "hand",
    ),
    Lesson(
        "placing",
        msg("Placing your pawns"),
        msg(
            "Put one pawn on any free square. Your own pawns must stand on tiles of different values, X being one of "
            "them; wooden platforms have none. Better not on a tile that you will sink yourself!"
        ),
        "venezia2099.setup.place_distinct_values",
        lambda view: _asked(view, "placement"),
        "quay",
    ),
    Lesson(
        "safe",
        msg("What never sinks"),
        msg(
            "The 2s and the wooden platforms have no card, so they never sink. A few cards were set aside unseen: "
            "their tiles will stand as well, but nobody knows which they are."
        ),
        "venezia2099.sink.safe",
        lambda view: True,
        "board",
    ),
    Lesson(
        "move",
        msg("Step 1: move a pawn"),
        msg(
            "You may move one of your pawns: in a straight line, also diagonally, as far as you like. Water and other "
            "pawns are in the way. You may also stay where you are."
        ),
        "venezia2099.move.queen",
        lambda view: _asked(view, "move", "walk"),
        "pawn.{me}.1 pawn.{me}.2 pawn.{me}.3",
    ),
    Lesson(
        "gondola",
        msg("A gondola ride"),
        msg(
            "Instead of walking you may play one of your gondola cards: a pawn of yours goes to any free square. A "
            "used card is gone, and you may need it to rescue a pawn."
        ),
        "venezia2099.gondola.ride",
        lambda view: _offered(view, t.GONDOLA, t.NO_BUY) and view["phase"] != "rescue",
        "ferry",
    ),
    Lesson(
        "buy",
        msg("Step 2: buy a treasure"),
        msg(
            "You may buy one treasure, in the colour of a tile where a pawn of yours stands. It costs the coins that "
            "lie there plus one, and you put them there too. In the end a coin is worth only 1 point, so spend them."
        ),
        "venezia2099.buy.price",
        lambda view: _asked(view, "buy"),
        "board",
    ),
    Lesson(
        "worth",
        msg("What a treasure is worth"),
        msg(
            "The fewer tiles of its colour still stand in the end, the more: 6 points if there is only one, then 3 and "
            "2, and 1 from four tiles on. So buy the colours that you will sink."
        ),
        "venezia2099.score.treasure",
        _buys,
        "stands",
    ),
    Lesson(
        "prophecy",
        msg("Step 3: play a prophecy"),
        msg(
            "Now you must play a card of the lowest value in your hand; among equals you choose. X is higher than 8. "
            "The tile it names turns to water."
        ),
        "venezia2099.prophecy.lowest",
        lambda view: _asked(view, "prophecy"),
        "hand",
    ),
    Lesson(
        "sink",
        msg("A tile has sunk"),
        msg(
            "Where a tile was, there is water for ever: nobody walks across it, and coins on the tile are lost. "
            "Everybody plays low cards first, so nobody holds a card below their last one."
        ),
        "venezia2099.sink.flip",
        lambda view: bool(view["played"]),
        "played",
    ),
    Lesson(
        "coins",
        msg("Coins on a tile"),
        msg(
            "These coins stay where they were paid, and count for everybody: the first treasure of a tile costs 1, the "
            "next 2, then 4, then 8. Elsewhere the same colour may be cheaper."
        ),
        "venezia2099.buy.coins_stay",
        lambda view: bool(view["coins_on"]) and _buys(view),
        "board",
    ),
    Lesson(
        "rescue",
        msg("Man overboard!"),
        msg(
            "The tile under your pawn has sunk. With a gondola card you can bring it to any free square, at once and "
            "on anybody's turn. Or let it drown, and keep the card: then the pawn is out of the game."
        ),
        "venezia2099.gondola.rescue",
        lambda view: _asked(view, "rescue"),
        "ferry",
    ),
    Lesson(
        "pawns",
        msg("Where pawns score"),
        msg(
            "Not many cards are left. In the end a pawn on a numbered tile brings that number, on an X 2 points for "
            "each tile of its colour that stands, and on a platform nothing."
        ),
        "venezia2099.score.pawn_number",
        lambda view: bool(view["phase"] != "placement" and max(seat["cards"] for seat in view["seats"]) <= 4),
        "board",
    ),
    Lesson(
        "end",
        msg("The end"),
        msg(
            "All cards are played. Treasures, pawns and the coins you still hold are added up, and the highest total "
            "wins. A tie goes to whoever has more points from pawns."
        ),
        "venezia2099.end.trigger",
        lambda view: bool(view["phase"] == "over"),
    ),
)
