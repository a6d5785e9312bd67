"""The log of a game, line by line: what matters stands out."""

from collections.abc import Iterable

from ridotto.engine.game import Game
from ridotto.engine.note import Note
from ridotto.terminal.screen import Screen

STYLES = ("dim", "", "bold")
HEADING = 2


def tell(screen: Screen, game: Game, notes: Iterable[Note], names: list[str]) -> None:
    """Headings have a free line above them, unless they are the first line."""
    first = True
    for note in notes:
        line = game.story(note, names)
        if line is None:
            continue
        weight = game.weight(note)
        if weight == HEADING and not first:
            screen.write("")
        screen.write(screen.words.say(line, names), STYLES[weight], indent=2)
        first = False
