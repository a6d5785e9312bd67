"""Reading JSON that anybody may have written: the value, or a refusal that says what was expected."""

from collections.abc import Mapping
from reprlib import repr as brief
from typing import Any

from ridotto.engine.errors import BadSnapshot
from ridotto.engine.message import msg


def number(value: object, least: int, most: int, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadSnapshot(
            msg(
                "{what} must be a number from {least} to {most}, not {value}.",
                what=what,
                least=least,
                most=most,
                value=brief(value),
            )
        )
    return value


def listed(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadSnapshot(msg("{what} must be a list, not {value}.", what=what, value=brief(value)))
    return value


def entries(value: object, known: set[str], what: str) -> dict[str, Any]:
    """An object with no other entries than these."""
    if not isinstance(value, dict):
        raise BadSnapshot(msg("{what} must be an object, not {value}.", what=what, value=brief(value)))
    for key in value:
        if key not in known:
            raise BadSnapshot(msg("{what} has an unknown entry {key}.", what=what, key=brief(key)))
    return value


def one_of(value: object, known: Mapping[str, int], what: str) -> int:
    """The number of a name."""
    if not isinstance(value, str) or value not in known:
        raise BadSnapshot(msg("{what}: there is no {value}.", what=what, value=brief(value)))
    return known[value]
