"""A recorded match, told and shown, from one seat's knowledge or a spectator's."""

from rich.console import Console

from ridotto.engine.errors import RidottoError
from ridotto.engine.match import Match
from ridotto.engine.message import msg
from ridotto.engine.note import SPECTATOR
from ridotto.terminal.cards import Pen
from ridotto.terminal.screen import Screen
from ridotto.terminal.seats import shown_names
from ridotto.terminal.table import draw
from ridotto.words import Translator


def replay(
    match: Match, words: Translator, to: int | None = None, seat: int | None = None, console: Console | None = None
) -> None:
    """Tells what was told up to the `to`-th decision, and shows the table then."""
    viewer = SPECTATOR if seat is None else seat
    if viewer >= match.players:
        raise RidottoError(msg("There is no seat {seat}: they are 0 to {last}.", seat=seat, last=match.players - 1))
    decisions = match.moves()
    if to is not None and to > len(decisions):
        raise RidottoError(msg("There are {n} decisions, not {to}.", n=len(decisions), to=to))
    shown = Match(match.game, match.players, match.options, match.seed, match.opening_seats, match.start)
    for decision in decisions[:to]:
        shown.play(decision.seat, decision.move)
    screen = Screen(words, console)
    names = shown_names(match.seats)
    for note in shown.log(viewer):
        line = match.game.story(note, names)
        if line is not None:
            screen.write(words.say(line, names))
    scene = match.game.scene(match.game.view(shown.state, viewer))
    heading = msg(
        "{game}, after {n} of {all} decisions", game=match.game.title, n=len(shown.moves()), all=len(decisions)
    )
    draw(screen.console, scene, Pen(words, names, screen.plain), words.say(heading))
