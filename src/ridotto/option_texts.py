"""The options of a game, in the words of its rulebook: **Past tricks: visible / hidden.** Hidden: only the last one."""

import re
from collections.abc import Mapping, Sequence

from ridotto.engine.game import SEAT, Game, Option
from ridotto.rulebook import rulebook

_HEAD = re.compile(r"\*\*(?:[^:*]+: (.+?)|[^:*]+?)\.?\*\*\s*")


def labels(game: Game, option: Option, language: str, names: Sequence[str]) -> dict[str, str]:
    """What each value of an option is called; a seat is called by whoever sits there."""
    head = _HEAD.match(rulebook(game.slug, language).option(option.name))
    words = head[1].split(" / ") if head and head[1] else []
    if len(words) != len(option.values):
        words = list(option.values)
    called: dict[str, str] = {}
    for value, word in zip(option.values, words, strict=True):
        called |= {str(seat): name for seat, name in enumerate(names)} if value == SEAT else {value: word}
    return called


def about(game: Game, option: Option, language: str) -> str:
    """What an option means, in a sentence or two."""
    return _HEAD.sub("", rulebook(game.slug, language).option(option.name), count=1).replace("*", "")


def unusual(
    game: Game, players: int, options: Mapping[str, str], language: str, names: Sequence[str]
) -> list[tuple[Option, str]]:
    """The options that are not as usual, each with what was chosen. A table may be older than an option."""
    return [
        (option, labels(game, option, language, names).get(value, value))
        for option in game.options
        if (value := options.get(option.name, option.values[0])) != option.allowed(players)[0]
    ]
