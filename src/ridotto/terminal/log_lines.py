"""The log of a match: headings are bold, asides are dim."""

from collections.abc import Iterable
from itertools import groupby

from ridotto.engine.game import Game
from ridotto.engine.note import Note
from ridotto.terminal.screen import Screen

STYLES = ("dim", "", "bold")
ASIDE, HEADING = 0, 2


def write_log(screen: Screen, game: Game, notes: Iterable[Note], names: list[str]) -> None:
    """Writes notes as lines: consecutive asides share lines, and an empty line precedes all headings but the first."""
    first = True
    for weight, lines in groupby(game.log_lines(list(notes), names), key=lambda pair: pair[0]):
        sentences = [screen.translator.say(line, names) for _, line in lines]
        for text in [" ".join(sentences)] if weight == ASIDE else sentences:
            if weight == HEADING and not first:
                screen.write("")
            screen.write(text, STYLES[weight], indent=2)
            first = False
