"""What the house would do in somebody's place, for people who ask: the same words as in a browser."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ridotto.bots.hint_text import GAMES, Advice, called
from ridotto.bots.hint_text import advice as in_words
from ridotto.bots.hints import hint
from ridotto.engine.message import msg
from ridotto.terminal.action_keys import keys
from ridotto.terminal.screen import Screen

if TYPE_CHECKING:
    from ridotto.engine.scene import Action
    from ridotto.engine.state import State

SIGNS = {1: "+", 0: " ", -1: "\N{MINUS SIGN}"}
LENGTH = 25  # of a bar that stands for 100 games


def advise(screen: Screen, state: "State", seat: int, actions: "Sequence[Action]", names: list[str]) -> None:
    """The best choice, how it compares and why; Ctrl-C ends the thinking."""
    try:
        with screen.busy(msg("Thinking …")):
            found = hint(state, seat)
    except KeyboardInterrupt:
        screen.write("")
        return
    game = state.game
    typed = {action.move: key for action, key in zip(actions, keys(actions), strict=True) if not action.then}
    told = in_words(game, found, called(game, actions))
    tell(screen, told, [typed[game.text(row.move)] for row in told.odds], names)


def tell(screen: Screen, told: Advice, typed: Sequence[str], names: list[str]) -> None:
    """A hint; with what one types for each of its moves."""
    say = screen.words.say
    called_so = [say(row.name, names) for row in told.odds]
    best = called_so[0] if called_so[0] == typed[0] else f"{typed[0]}  {called_so[0]}"
    screen.write(f"{best}   {say(told.than, names)}", "bold", indent=2)
    for why in told.why:
        screen.write(f"{SIGNS[why.sign]} {say(why.sentence, names)}", indent=2)
    wide = max(map(len, called_so))
    full, empty = ("#", ".") if screen.plain else ("█", "░")
    for row, name in zip(told.odds[: 1 if told.verdict == "equal" else 2], called_so, strict=False):
        long = round(row.of_100 * LENGTH / 100)
        screen.write(f"{name.ljust(wide)}  {full * long}{empty * (LENGTH - long)} {row.of_100:>3}", "dim", indent=2)
    screen.tell(GAMES, "dim", indent=2)
