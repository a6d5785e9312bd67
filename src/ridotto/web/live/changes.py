"""What has changed between two sights of the same viewer, for programs that ask for changes only."""

from msgspec import UNSET, Struct, UnsetType, defstruct
from msgspec.structs import fields

from ridotto.engine.scene import Action, Panel, Scene, SecondStep, Zone
from ridotto.house.tables.table_info import TableInfo
from ridotto.web.schemas.response_schemas import AnswerPreferencesResponse, LogLine, ViewResponse


class LogChanges(Struct, frozen=True):
    """The new log: `kept` lines of the old one, from line `start` on, and then `lines`."""

    start: int
    kept: int
    lines: list[LogLine]


class SceneChanges(Struct, frozen=True, omit_defaults=True):
    """A new scene: what is left out is as before.

    `zones` and `panels` are those that are new or have changed. `zone_ids` lists all zones in their order, if zones
    came, went or changed their places; `seats` all panels.
    """

    prompt: str | UnsetType = UNSET
    waiting: tuple[int, ...] | UnsetType = UNSET
    zones: tuple[Zone[str], ...] = ()
    zone_ids: tuple[str, ...] | UnsetType = UNSET
    panels: tuple[Panel[str], ...] = ()
    seats: tuple[int, ...] | UnsetType = UNSET
    actions: tuple[Action[str], ...] | UnsetType = UNSET
    notes: tuple[str, ...] | UnsetType = UNSET
    clause: str | UnsetType = UNSET
    steps: tuple[SecondStep[str], ...] | UnsetType = UNSET


class ViewChanges(Struct, frozen=True, omit_defaults=True):
    """A new sight: what is left out is as before."""

    revision: str
    scene: SceneChanges = SceneChanges()
    log: LogChanges | UnsetType = UNSET
    undo: bool | UnsetType = UNSET
    automatic: AnswerPreferencesResponse | UnsetType | None = UNSET


TableInfoChanges = defstruct(  # the fields of a table info that have changed, the digest among them
    "TableInfoChanges",
    [(one.name, one.type | UnsetType, UNSET) for one in fields(TableInfo)],
    namespace={"__doc__": "What everybody may know of a table: what is left out is as before."},
    frozen=True,
    omit_defaults=True,
)
WHOLE_FIELDS = ("prompt", "waiting", "actions", "notes", "clause", "steps")


def view_changes(before: ViewResponse, after: ViewResponse) -> ViewChanges:
    assert before.scene is not None
    assert after.scene is not None
    return ViewChanges(
        after.revision,
        scene_changes(before.scene, after.scene),
        UNSET if before.log is after.log else log_changes(before.log, after.log),
        UNSET if before.undo == after.undo else after.undo,
        UNSET if before.automatic == after.automatic else after.automatic,
    )


def scene_changes(before: Scene[str], after: Scene[str]) -> SceneChanges:
    zones, panels = {zone.id: zone for zone in before.zones}, {panel.seat: panel for panel in before.panels}
    changed = {name: new for name in WHOLE_FIELDS if (new := getattr(after, name)) != getattr(before, name)}
    zone_ids, seats = tuple([zone.id for zone in after.zones]), tuple([panel.seat for panel in after.panels])
    return SceneChanges(
        zones=tuple([zone for zone in after.zones if zones.get(zone.id) is not zone]),
        zone_ids=UNSET if zone_ids == tuple(zones) else zone_ids,
        panels=tuple([panel for panel in after.panels if panels.get(panel.seat) is not panel]),
        seats=UNSET if seats == tuple(panels) else seats,
        **changed,
    )


def log_changes(before: list[LogLine], after: list[LogLine]) -> LogChanges:
    """The longest end of the old log that the new one begins with is kept, or else all lines that both begin with."""
    for start in range(len(before)):
        kept = len(before) - start
        if before[start:] == after[:kept]:
            return LogChanges(start, kept, after[kept:])
    kept = next((n for n, (old, new) in enumerate(zip(before, after, strict=False)) if old != new), 0)
    return LogChanges(0, kept, after[kept:])


def info_changes(before: TableInfo, after: TableInfo) -> Struct:
    """The `TableInfoChanges` between two infos."""
    changed = {name: new for name in after.__struct_fields__ if (new := getattr(after, name)) != getattr(before, name)}
    return TableInfoChanges(**changed)
