"""The table of Venezia as zones, pieces and actions, drawn up from what one viewer is shown."""

from typing import Any

from ridotto.engine.scene import Scene
from ridotto.games.venezia.advice import notes
from ridotto.games.venezia.board import piazza_zone
from ridotto.games.venezia.chart import city_zone
from ridotto.games.venezia.counts import count_zones
from ridotto.games.venezia.numbers import steps
from ridotto.games.venezia.offers import actions
from ridotto.games.venezia.places import place_zones
from ridotto.games.venezia.plans import hand_zone, plan_zones, played_zones, texts_zone
from ridotto.games.venezia.prompts import law, prompt
from ridotto.games.venezia.prospects import prospect_zones
from ridotto.games.venezia.rounds import round_zone
from ridotto.games.venezia.standings import final_panels, panels


def waiting(view: dict[str, Any]) -> tuple[int, ...]:
    """Whom the table waits for."""
    return tuple(view["waiting"])


def scene(view: dict[str, Any]) -> Scene:
    zones = [piazza_zone(view), *place_zones(view), *plan_zones(view), *played_zones(view)]
    if view["own"] is not None:
        zones.append(hand_zone(view))
    zones += [round_zone(view), city_zone(view), *prospect_zones(view), *count_zones(view), texts_zone()]
    seats = final_panels(view) if view["phase"] == "over" else panels(view)
    asked, offered = prompt(view), actions(view)
    told = notes(view), law(view), steps(view)
    return Scene(view["viewer"], asked, waiting(view), tuple(zones), seats, offered, *told)
