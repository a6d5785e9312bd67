"""ridotto replay: the log and the table of a recorded match, as one seat or a spectator sees them."""

from rich.console import Console

from ridotto.engine.errors import RidottoError
from ridotto.engine.match import Match
from ridotto.engine.message import msg
from ridotto.engine.note import SPECTATOR
from ridotto.house.people.guests import shown_names
from ridotto.terminal.cards import Pen
from ridotto.terminal.figures_lines import draw_figures
from ridotto.terminal.log_lines import write_log
from ridotto.terminal.scene_drawing import draw
from ridotto.terminal.screen import Screen
from ridotto.translations import Translator


def replay(
    match: Match,
    translator: Translator,
    to: int | None = None,
    seat: int | None = None,
    console: Console | None = None,
) -> None:
    """Writes the log up to the `to`-th decision (by default the last one) and draws the table at that point."""
    viewer = SPECTATOR if seat is None else seat
    if viewer >= match.players:
        raise RidottoError(msg("There's no seat {seat} (choose from 0 to {last}).", seat=seat, last=match.players - 1))
    decisions = match.decisions()
    if to is not None and to > len(decisions):
        if not match.over:
            raise RidottoError(msg("This game hasn't reached decision {to} yet.", to=to))
        raise RidottoError(msg("This game has only {n} decisions, not {to}.", n=len(decisions), to=to))
    shown = Match(match.game, match.players, match.options, match.seed, match.initial_holders, match.start)
    for decision in decisions[:to]:
        shown.play(decision.seat, decision.move)
    screen = Screen(translator, console)
    names = shown_names(match.holders)
    if seat is not None and not match.over:
        screen.show(msg("This game isn't over: the hidden cards of {name} follow.", name=names[seat]))
    write_log(screen, match.game, match.game.readable_notes(shown.state, shown.log(viewer)), names)
    scene = match.game.scene(match.game.view(shown.state, viewer))
    heading = match.game.title
    if match.over:  # before the end, the number of decisions is secret, because some decisions are
        done = len(shown.decisions())
        heading = translator.say(msg("{game}, after {n} of {all} decisions", game=heading, n=done, all=len(decisions)))
    pen = Pen(translator, names, screen.plain)
    if shown.over:
        screen.write("")
        draw_figures(screen.console, shown.figures(), pen)
    draw(screen.console, scene, pen, heading)
