"""The table of Venezia as zones, pieces and actions, made from views alone."""

from ridotto.engine.scene import OwnScene, Scene
from ridotto.games.venezia.show.actions import actions
from ridotto.games.venezia.show.board import piazza_zone
from ridotto.games.venezia.show.city_map import city_zone, own_city_zones
from ridotto.games.venezia.show.number_steps import steps
from ridotto.games.venezia.show.pigeon_counts import count_zones
from ridotto.games.venezia.show.places import own_place_zones, place_zones
from ridotto.games.venezia.show.plans import (
    TEXTS_ZONE,
    hand_zone,
    own_plan_zones,
    own_played_zones,
    plan_zones,
    played_zones,
)
from ridotto.games.venezia.show.prompts import own_prompt, own_prompt_clause, prompt, prompt_clause
from ridotto.games.venezia.show.prospects import own_prospect_zones, prospect_zones
from ridotto.games.venezia.show.standings import ending, final_panels, panels
from ridotto.games.venezia.show.view import VeneziaPublic, VeneziaView
from ridotto.games.venezia.show.warnings import own_notes

SPECTATOR = -1


def waiting(public: VeneziaPublic) -> tuple[int, ...]:
    """The seats the table waits for."""
    return public.waiting


def public_scene(public: VeneziaPublic) -> Scene:
    """The table as everybody sees it."""
    over = public.phase == "over"
    zones = [piazza_zone(public), *place_zones(public), *plan_zones(public), *played_zones(public)]
    zones += [city_zone(public), *prospect_zones(public), TEXTS_ZONE]
    return Scene(
        SPECTATOR, prompt(public), waiting(public), tuple(zones), final_panels(public) if over else panels(public),
        notes=ending(public) if over else (), clause=prompt_clause(public),
    )  # fmt: skip


def own_scene(view: VeneziaView) -> OwnScene:
    """What a seat sees besides: its cards, and what it may do with what consequences."""
    public, own = view.public, view.own
    assert own is not None
    zones = [*own_place_zones(public, own), *own_plan_zones(public, own), *own_played_zones(public, own)]
    zones += [hand_zone(public, own), *own_city_zones(public, own)]
    if not own.moves:
        return OwnScene(own.seat, tuple(zones))
    zones += [*own_prospect_zones(public, own), *count_zones(public, own)]
    return OwnScene(
        own.seat, tuple(zones), actions=actions(public, own), steps=steps(public, own),
        prompt=own_prompt(public, own), clause=own_prompt_clause(public, own), notes=own_notes(public, own),
    )  # fmt: skip
