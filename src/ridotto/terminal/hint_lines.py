"""Hints: the move that a strong bot would choose, in the same words as in the browser."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ridotto.bots.hint_text import GAMES, HintText, action_names, hint_text
from ridotto.bots.hints import hint
from ridotto.engine.message import msg
from ridotto.terminal.action_keys import action_keys
from ridotto.terminal.screen import Screen

if TYPE_CHECKING:
    from ridotto.engine.scene import Action
    from ridotto.engine.state import State

SIGNS = {1: "+", 0: " ", -1: "\N{MINUS SIGN}"}
BAR_WIDTH = 25  # of a bar for 100 games


def show_hint(screen: Screen, state: "State", seat: int, actions: "Sequence[Action]", names: list[str]) -> None:
    """Compute and write a hint: the best choice, how it compares and why. Ctrl-C cancels it."""
    try:
        with screen.busy(msg("Thinking …")):
            found = hint(state, seat)
    except KeyboardInterrupt:
        screen.write("")
        return
    game = state.game
    keys = {action.move: key for action, key in zip(actions, action_keys(actions), strict=True) if not action.then}
    text = hint_text(game, found, action_names(game, actions))
    write_hint(screen, text, [keys[game.text(row.move)] for row in text.odds], names)


def write_hint(screen: Screen, text: HintText, keys: Sequence[str], names: list[str]) -> None:
    """Write a hint; `keys` are what a person types for its moves."""
    say = screen.translator.say
    moves = [say(row.name, names) for row in text.odds]
    best = moves[0] if moves[0] == keys[0] else f"{keys[0]}  {moves[0]}"
    screen.write(f"{best}   {say(text.than, names)}", "bold", indent=2)
    for reason in text.why:
        screen.write(f"{SIGNS[reason.sign]} {say(reason.sentence, names)}", indent=2)
    width = max(map(len, moves))
    full, empty = ("#", ".") if screen.plain else ("█", "░")
    for row, move in zip(text.odds[: 1 if text.verdict == "equal" else 2], moves, strict=False):
        bar = round(row.of_100 * BAR_WIDTH / 100)
        screen.write(f"{move.ljust(width)}  {full * bar}{empty * (BAR_WIDTH - bar)} {row.of_100:>3}", "dim", indent=2)
    screen.show(GAMES, "dim", indent=2)
