"""What the log of Venezia 2099 says."""

import pytest

from ridotto.engine.note import Note
from ridotto.games.venezia2099 import components as c
from tests.venezia2099.scenes import GAME, NAMES, text_of


def place(square, tile):
    return 64 * c.TILE_OF[tile] + c.SQUARE_OF[square]


C4, H8 = place("c4", "black 5"), place("h8", "platform")


@pytest.mark.parametrize(
    ("note", "line"),
    [
        ((c.GAME_BEGINS, 1, -1), "Ben goes first."),
        ((c.GAME_BEGINS, 1, 3), "Ben goes first. This game is played without red."),
        ((c.PLACED, 0, C4, 1), "Anna places pawn 2 on c4 (black 5)."),
        ((c.WALKED, 0, C4, H8), "Anna walks from c4 (black 5) to h8 (platform)."),
        ((c.RODE, 2, H8, C4), "Cleo takes the gondola from h8 (platform) to c4 (black 5)."),
        ((c.BOUGHT, 0, C4, 1), "Anna buys a treasure on c4 (black 5) for 1 coin; 1 is there now."),
        ((c.BOUGHT, 0, C4, 4), "Anna buys a treasure on c4 (black 5) for 4 coins; 7 are there now."),
        ((c.PROPHECY_PLAYED, 3, c.CARD_OF["black 5"], C4), "Dora plays black 5: c4 sinks."),
        ((c.COINS_LOST, 1, C4), "1 coin goes down with it."),
        ((c.COINS_LOST, 3, C4), "3 coins go down with it."),
        ((c.FELL, 1, C4), "Ben's pawn falls into the water."),
        ((c.RESCUED, 1, C4, H8), "Ben rescues the pawn by gondola from c4 (black 5) to h8 (platform)."),
        ((c.DROWNED, 1, C4), "Ben's pawn drowns."),
        ((c.PAWNLESS, 1), "Ben has no pawns left."),
        (
            (c.GAME_ENDS, 1 << c.CARD_OF["brown 4"], 1 << c.CARD_OF["green 3"] - 21),
            "The game is over. The prophecies set aside were: green 3 and brown 4.",
        ),
    ],
)
def test_the_log_says_it_in_words(note, line):
    kind, *numbers = note
    assert text_of(GAME.log_line(Note(-1, kind, *numbers), NAMES)) == line


def test_what_sinks_stands_out_from_where_pawns_walk():
    weights = {kind: GAME.weight(Note(-1, kind)) for kind in c.Venezia2099Note}
    assert (
        weights[c.Venezia2099Note.WALKED]
        < weights[c.Venezia2099Note.PROPHECY_PLAYED]
        < weights[c.Venezia2099Note.GAME_ENDS]
    )


def test_every_kind_of_note_has_a_line():
    for kind in c.Venezia2099Note:
        assert GAME.log_line(Note(-1, kind, 1, 1, 1), NAMES) is not None
