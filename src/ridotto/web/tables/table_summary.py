"""The settings of a table in words, and other texts for pages."""

from dataclasses import dataclass

from ridotto.engine.message import Message, msg, msgs
from ridotto.house.tables.events import Tempo
from ridotto.house.tables.new_table import DEFAULT_PATIENCE_SECONDS
from ridotto.house.tables.reactions import Gesture
from ridotto.house.tables.table import Table
from ridotto.option_texts import changed_options, option_description
from ridotto.translations import Translator

SEAT_COLOURS = (  # with the marks of the seats
    (msg("Venetian red"), msg("the heart")),
    (msg("lagoon blue"), msg("the drop")),
    (msg("gold"), msg("the star")),
    (msg("night violet"), msg("the moon")),
    (msg("garden green"), msg("the leaf")),
    (msg("ivory"), msg("the rosette")),
)

GESTURE_TEXTS: dict[Gesture, Message] = {
    "applause": msg("Bravo!"),
    "laughter": msg("Ha ha!"),
    "thinking": msg("Hm …"),
    "shock": msg("Oh no!"),
    "bow": msg("Well played!"),
    "hurry": msg("Your move!"),
}
TEMPO_TEXTS: dict[Tempo, Message] = {"quick": msg("quick"), "normal": msg("normal"), "slow": msg("slow")}

_LOST_COOKIE = msg("This browser remembers your seat with a cookie. If it's gone, open your secret link again.")
NEXT_STEPS: dict[str, Message] = {  # what to do next, by the code of a refusal
    "unknown-table": msg("Maybe the link is incomplete, or the table was cleared away long ago."),
    "unknown-code": msg("Ask the person who invited you for the current code, or for the link."),
    "not-yours": _LOST_COOKIE,
    "no-key": _LOST_COOKIE,
    "no-watching": msg("If you have a seat at this table, open your secret link again."),
    "no-rematch": msg("Anyone who played can start one at the table."),
    "not-over": msg("Come back when it's over."),
}
WRONG_CODE_HELP = msg("A code has six letters, and works for two hours while a seat is free.")
WRONG_LINK_HELP = msg("Maybe it's incomplete, or the seat has been freed. The table tells you more.")

PATIENCE_TEXTS = {  # by seconds
    180: msg("3 minutes"),
    900: msg("15 minutes"),
    3600: msg("one hour"),
    None: msg("we wait for each other"),
}


@dataclass(frozen=True, slots=True)
class TableSetting:
    """A setting of a table, with an icon in an SVG file."""

    file: str
    icon: str
    title: str
    about: str
    is_house_rule: bool = False  # does it differ from the printed rules?


def table_settings(table: Table, translator: Translator) -> list[TableSetting]:
    """The settings that people should know before they sit down."""
    opened, say = table.opened, translator.say
    names = [name or say(msg("seat {number}", number=seat + 1)) for seat, name in enumerate(table.names)]
    changed = changed_options(table.game, opened.players, opened.options, translator.language, names)
    chosen = [
        TableSetting(
            file="pages.svg",
            icon="scales",
            title=f"{say(option.title)}: {label}",
            about=option_description(table.game, option, translator.language),
            is_house_rule=True,
        )
        for option, label in changed
    ]
    printed = TableSetting("house.svg", "cards", say(msg("Rules as printed")), say(msg("no house rules")))
    clock = (
        msg("{minutes} minutes each", minutes=opened.clock.seconds // 60)
        if opened.clock is not None
        else msg("No clock")
    )
    away = _patience_text(table.patience, translator)
    if table.patience is not None:
        away = say(msg("{time}, then a bot sits in", time=away))
    hints = msg("on request") if opened.hints else msg("never")
    watch = msg("none")
    if opened.watch == "anyone":
        watch = msg("welcome, and may chat") if table.talk == "anyone" else msg("welcome")
    return [
        *(chosen or [printed]),
        TableSetting("house.svg", "hourglass", say(clock), ""),
        TableSetting("house.svg", "person", say(msg("Absent players")), away),
        TableSetting("house.svg", "hint", say(msg("Hints")), say(hints)),
        TableSetting("house.svg", "eye", say(msg("Spectators")), say(watch)),
    ]


def patience_choices(
    translator: Translator, chosen: int | None = DEFAULT_PATIENCE_SECONDS
) -> list[tuple[str, str, bool]]:
    """The choices of a form for a table's patience: value, label, and is it chosen?"""
    choices = list(PATIENCE_TEXTS) if chosen in PATIENCE_TEXTS else [chosen, *PATIENCE_TEXTS]
    return [
        ("null" if seconds is None else str(seconds), _patience_text(seconds, translator), seconds == chosen)
        for seconds in choices
    ]


def _patience_text(seconds: int | None, translator: Translator) -> str:
    if seconds in PATIENCE_TEXTS:
        return translator.say(PATIENCE_TEXTS[seconds])
    assert seconds is not None
    if seconds % 60 == 0:
        return translator.say(msgs("{n} minute", "{n} minutes", seconds // 60))
    return translator.say(msgs("{n} second", "{n} seconds", seconds))
