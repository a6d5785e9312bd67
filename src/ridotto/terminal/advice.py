"""What the house would do in somebody's place, for people who ask."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ridotto.bots.hints import hint
from ridotto.engine.message import msg
from ridotto.terminal.choices import keys
from ridotto.terminal.screen import Screen

if TYPE_CHECKING:
    from ridotto.engine.scene import Action
    from ridotto.engine.state import State

BEST = 3  # moves that are worth telling


def advise(screen: Screen, state: "State", seat: int, actions: "Sequence[Action]", names: list[str]) -> None:
    """The best choices by number, each with its chance to win; Ctrl-C ends the thinking."""
    try:
        with screen.busy(msg("The house thinks …")):
            tried = hint(state, seat)
    except KeyboardInterrupt:
        screen.write("")
        return
    single = [(action, key) for action, key in zip(actions, keys(actions), strict=True) if not action.then]
    typed = {action.move: key for action, key in single}
    called = {action.move: screen.words.say(action.name, names) for action, _ in single}
    for row in [row for row in tried if row.visits][:BEST]:
        text = state.game.text(row.move)
        chance = f"{100 * row.share:.0f} % ± {max(1, round(100 * row.margin))}"
        screen.write(f"  {chance:>10}   {typed[text]}  {called[text]}", "bold" if row is tried[0] else "")
    games = sum(row.visits for row in tried)
    told = msg(
        "Chances to win, from {games} imagined games that fit what you know. The first is the house's choice.",
        games=f"{games:,}" if screen.words.language == "en" else f"{games:,}".replace(",", "."),
    )
    screen.tell(told, "dim")
