"""The round of Venezia: its number and phase, what the spinners show, and who waits at the board edge."""

from typing import Any

from ridotto.engine.message import msg
from ridotto.engine.scene import Counter, Zone
from ridotto.games.venezia.show.board import SPINNER
from ridotto.games.venezia.show.majorities import gain

View = dict[str, Any]

# The numbers of the phases as the rulebook counts them; a home is chosen before the first.
NUMBERS = {
    "home": 0, "plan": 1, "place": 2, "feint": 2, "pick": 2, "move": 2, "jump": 2, "recover": 4, "fetch": 4, "over": 4,
}  # fmt: skip
DISTRICTS = 3  # all others


def round_zone(view: View) -> Zone:
    counters = [
        Counter("round", msg("Round number"), view["round"]),
        Counter("phase", msg("Phase"), NUMBERS.get(view["phase"], DISTRICTS)),
        Counter("edge", msg("Grey pigeons at the board edge"), view["edge"]),
        *_spun(view),
        *(_scored(view) if view["phase"] == "over" else ()),
    ]
    return Zone(SPINNER, "pool", msg("Spinners and board edge"), counters=tuple(counters), mute=True)


def _spun(view: View) -> list[Counter]:
    """Where the needles stand: at the last spin, be it of the round before. They show a hunter."""
    spun = (view["hunters"] or view["last_hunters"])[-1:]
    return [
        counter
        for at in spun
        for counter in (Counter("column", msg("Column"), at[:-1]), Counter("row", msg("Row"), at[-1]))
    ]


def _scored(view: View) -> list[Counter]:
    """What the last scoring brought each seat."""
    return [Counter(f"gain-{seat}", msg("Points"), gain(view, seat)) for seat in range(len(view["seats"]))]
