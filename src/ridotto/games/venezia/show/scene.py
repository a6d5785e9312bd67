"""The table of Venezia as zones, pieces and actions, made from the view of one viewer alone."""

from typing import Any

from ridotto.engine.scene import Scene
from ridotto.games.venezia.show.actions import actions
from ridotto.games.venezia.show.board import piazza_zone
from ridotto.games.venezia.show.city_map import city_zone
from ridotto.games.venezia.show.number_steps import steps
from ridotto.games.venezia.show.pigeon_counts import count_zones
from ridotto.games.venezia.show.places import place_zones
from ridotto.games.venezia.show.plans import hand_zone, plan_zones, played_zones, texts_zone
from ridotto.games.venezia.show.prompts import prompt, prompt_clause
from ridotto.games.venezia.show.prospects import prospect_zones
from ridotto.games.venezia.show.rounds import round_zone
from ridotto.games.venezia.show.standings import final_panels, panels
from ridotto.games.venezia.show.warnings import notes


def waiting(view: dict[str, Any]) -> tuple[int, ...]:
    """The seats the table waits for."""
    return tuple(view["waiting"])


def scene(view: dict[str, Any]) -> Scene:
    zones = [piazza_zone(view), *place_zones(view), *plan_zones(view), *played_zones(view)]
    if view["own"] is not None:
        zones.append(hand_zone(view))
    zones += [round_zone(view), city_zone(view), *prospect_zones(view), *count_zones(view), texts_zone()]
    seats = final_panels(view) if view["phase"] == "over" else panels(view)
    return Scene(
        view["viewer"], prompt(view), waiting(view), tuple(zones), seats, actions(view),
        notes(view), prompt_clause(view), steps(view),
    )  # fmt: skip
