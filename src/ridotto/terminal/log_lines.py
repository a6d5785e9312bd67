"""The log of a game, line by line: what matters stands out."""

from collections.abc import Iterable
from itertools import groupby

from ridotto.engine.game import Game
from ridotto.engine.note import Note
from ridotto.terminal.screen import Screen

STYLES = ("dim", "", "bold")
ASIDE, HEADING = 0, 2


def tell(screen: Screen, game: Game, notes: Iterable[Note], names: list[str]) -> None:
    """Headings have a free line above them, unless they are the first line; asides in a row share their lines."""
    first = True
    for weight, lines in groupby(game.lines(list(notes), names), key=lambda pair: pair[0]):
        sentences = [screen.words.say(line, names) for _, line in lines]
        for text in [" ".join(sentences)] if weight == ASIDE else sentences:
            if weight == HEADING and not first:
                screen.write("")
            screen.write(text, STYLES[weight], indent=2)
            first = False
