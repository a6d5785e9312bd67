"""The round of Venezia: its number and phase, the spinners, and the grey pigeons at the board edge."""

from ridotto.engine.message import msg
from ridotto.engine.scene import Counter, Zone
from ridotto.games.venezia import components as c
from ridotto.games.venezia.show.board import SPINNER
from ridotto.games.venezia.show.majorities import points_now
from ridotto.games.venezia.show.view import VeneziaPublic

# The numbers of the phases in the rulebook; 0 is before the first round.
PHASE_NUMBERS = {
    "home": 0, "plan": 1, "place": 2, "feint": 2, "pick": 2, "move": 2, "jump": 2, "recover": 4, "fetch": 4, "over": 4,
}  # fmt: skip
DISTRICT_PHASE = 3  # the number of all other phases


def round_zone(public: VeneziaPublic) -> Zone:
    counters = [
        Counter("round", msg("Round number"), public.round),
        Counter("phase", msg("Phase"), PHASE_NUMBERS.get(public.phase, DISTRICT_PHASE)),
        Counter("edge", msg("Grey pigeons at the board edge"), public.edge),
        *_spinner_counters(public),
        *(_score_counters(public) if public.phase == "over" else ()),
    ]
    return Zone(SPINNER, "pool", msg("Spinners and board edge"), counters=tuple(counters), mute=True)


def _spinner_counters(public: VeneziaPublic) -> list[Counter]:
    """What the spinners show: the square of the hunter spun last, perhaps in the round before."""
    spun = [c.SQUARE_NAMES[square] for square in (public.hunters or public.last_hunters)[-1:]]
    return [
        counter
        for at in spun
        for counter in (Counter("column", msg("Column"), at[:-1]), Counter("row", msg("Row"), at[-1]))
    ]


def _score_counters(public: VeneziaPublic) -> list[Counter]:
    """The points of each seat in the last scoring."""
    return [Counter(f"gain-{seat}", msg("Points"), points_now(public, seat)) for seat in range(len(public.seats))]
