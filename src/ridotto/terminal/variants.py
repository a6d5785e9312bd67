"""The options of a game, in the words of its rulebook."""

import re
from collections.abc import Sequence

from ridotto.engine.game import SEAT, Game, Option
from ridotto.engine.match import Match
from ridotto.engine.message import Message
from ridotto.rulebook import rulebook

_HEAD = re.compile(r"\*\*[^:*]+: (.+?)\.?\*\*")  # **Past tricks: visible / hidden.**


def labels(game: Game, option: Option, language: str, names: Sequence[str]) -> dict[str, str]:
    """What each value of an option is called; a seat is called by whoever sits there."""
    head = _HEAD.match(rulebook(game.slug, language).option(option.name))
    words = head[1].split(" / ") if head else []
    if len(words) != len(option.values):
        words = list(option.values)
    called: dict[str, str] = {}
    for value, word in zip(option.values, words, strict=True):
        called |= {str(seat): name for seat, name in enumerate(names)} if value == SEAT else {value: word}
    return called


def chosen_variants(match: Match, language: str, names: Sequence[str]) -> list[tuple[Message, str]]:
    """The options that are not as usual, each with what was chosen."""
    return [
        (option.title, labels(match.game, option, language, names).get(value, value))
        for option in match.game.options
        if (value := match.options[option.name]) != option.allowed(match.players)[0]
    ]
