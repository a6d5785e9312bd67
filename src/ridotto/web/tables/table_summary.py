"""The terms of a table in words: variants, clock, who may look on; and other words that pages need."""

from dataclasses import dataclass

from ridotto.engine.message import Message, msg, msgs
from ridotto.house.tables.events import Tempo
from ridotto.house.tables.new_table import PATIENCE as PATIENCE_USUAL
from ridotto.house.tables.reactions import Gesture
from ridotto.house.tables.table import Table
from ridotto.option_texts import about, unusual
from ridotto.words import Translator

COLOURS = (
    (msg("Venetian red"), msg("the heart")),
    (msg("lagoon blue"), msg("the drop")),
    (msg("gold"), msg("the star")),
    (msg("night violet"), msg("the moon")),
    (msg("garden green"), msg("the leaf")),
    (msg("ivory"), msg("the rosette")),
)  # of the seats

GESTURE_WORDS: dict[Gesture, Message] = {
    "applause": msg("Bravo!"),
    "laughter": msg("Ha ha!"),
    "thinking": msg("Hm …"),
    "shock": msg("Oh no!"),
    "bow": msg("Well played!"),
    "hurry": msg("Your move!"),
}
TEMPO_WORDS: dict[Tempo, Message] = {"quick": msg("quick"), "normal": msg("normal"), "slow": msg("slow")}

_LOST = msg("This browser remembers your seat with a cookie. If it's gone, open your secret link again.")
HINTS: dict[str, Message] = {
    "unknown-table": msg("Maybe the link is incomplete, or the table was cleared away long ago."),
    "unknown-code": msg("Ask the person who invited you for the current code, or for the link."),
    "not-yours": _LOST,
    "no-key": _LOST,
    "no-watching": msg("If you have a seat at this table, open your secret link again."),
    "no-rematch": msg("Anyone who played can start one at the table."),
    "not-over": msg("Come back when it's over."),
}  # what to do next, by the code of a refusal
BAD_CODE = msg("A code has six letters, and works for two hours while a seat is free.")
BAD_LINK = msg("Maybe it's incomplete, or the seat has been freed. The table tells you more.")


PATIENCE = {180: msg("3 minutes"), 900: msg("15 minutes"), 3600: msg("one hour"), None: msg("we wait for each other")}


@dataclass(frozen=True, slots=True)
class Term:
    """A term, with its sign; is it of this table alone?"""

    file: str
    sign: str
    title: str
    about: str
    own: bool = False


def terms(table: Table, words: Translator) -> list[Term]:
    """What one should know before sitting down."""
    opened, say = table.opened, words.say
    names = [name or say(msg("seat {number}", number=seat + 1)) for seat, name in enumerate(table.names)]
    chosen = [
        Term("pages.svg", "scales", f"{say(option.title)}: {label}", about(table.game, option, words.language), True)
        for option, label in unusual(table.game, opened.players, opened.options, words.language, names)
    ]
    printed = Term("house.svg", "cards", say(msg("Rules as printed")), say(msg("no house rules")))
    clock = (
        msg("{minutes} minutes each", minutes=opened.clock.seconds // 60)
        if opened.clock is not None
        else msg("No clock")
    )
    away = waited(words, table.patience)
    if table.patience is not None:
        away = say(msg("{time}, then a bot sits in", time=away))
    hints = msg("on request") if opened.hints else msg("never")
    watch = msg("none")
    if opened.watch == "anyone":
        watch = msg("welcome, and may chat") if table.talk == "anyone" else msg("welcome")
    return [
        *(chosen or [printed]),
        Term("house.svg", "hourglass", say(clock), ""),
        Term("house.svg", "person", say(msg("Absent players")), away),
        Term("house.svg", "hint", say(msg("Hints")), say(hints)),
        Term("house.svg", "eye", say(msg("Spectators")), say(watch)),
    ]


def waits(words: Translator, chosen: int | None = PATIENCE_USUAL) -> list[tuple[str, str, bool]]:
    """How long a table may wait for people: values of a form, in words, and is it this one?"""
    choices = list(PATIENCE) if chosen in PATIENCE else [chosen, *PATIENCE]
    return [("null" if time is None else str(time), waited(words, time), time == chosen) for time in choices]


def waited(words: Translator, patience: int | None) -> str:
    """How long a table waits."""
    if patience in PATIENCE:
        return words.say(PATIENCE[patience])
    assert patience is not None
    if patience % 60 == 0:
        return words.say(msgs("{n} minute", "{n} minutes", patience // 60))
    return words.say(msgs("{n} second", "{n} seconds", patience))
