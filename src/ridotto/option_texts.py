"""The options of a game in words, taken from its rulebook.

A paragraph there begins like this: **Past tricks: visible / hidden.** Hidden: only the last one.
"""

import re
from collections.abc import Mapping, Sequence

from ridotto.engine.game import Game
from ridotto.engine.options import SEAT, Option
from ridotto.rulebook import rulebook

_TITLE_AND_VALUES = re.compile(r"\*\*(?:[^:*]+: (.+?)|[^:*]+?)\.?\*\*\s*")


def value_labels(game: Game, option: Option, language: str, names: Sequence[str]) -> dict[str, str]:
    """A label for each value of an option; the values that are seats get the names of the seats."""
    match = _TITLE_AND_VALUES.match(rulebook(game.slug, language).option_text(option.name))
    words = match[1].split(" / ") if match and match[1] else []
    if len(words) != len(option.values):
        words = list(option.values)
    labels: dict[str, str] = {}
    for value, word in zip(option.values, words, strict=True):
        labels |= {str(seat): name for seat, name in enumerate(names)} if value == SEAT else {value: word}
    return labels


def option_description(game: Game, option: Option, language: str) -> str:
    """What an option means, in a sentence or two."""
    text = rulebook(game.slug, language).option_text(option.name)
    return _TITLE_AND_VALUES.sub("", text, count=1).replace("*", "")


def changed_options(
    game: Game, players: int, options: Mapping[str, str], language: str, names: Sequence[str]
) -> list[tuple[Option, str]]:
    """The options that differ from their defaults, each with the label of its value.

    An option missing in `options` was added to the game after the table was opened: it has its first value.
    """
    return [
        (option, value_labels(game, option, language, names).get(value, value))
        for option in game.options
        if (value := options.get(option.name, option.values[0])) != option.values_for(players)[0]
    ]
