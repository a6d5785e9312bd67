"""Reading untrusted JSON: each function returns the value, or raises `BadSnapshot` and says what is expected."""

from collections.abc import Mapping
from reprlib import repr as brief
from typing import TYPE_CHECKING, Any, NamedTuple

from ridotto.engine.errors import BadSnapshot
from ridotto.engine.message import msg
from ridotto.engine.rng import key_from_seed

if TYPE_CHECKING:
    from ridotto.engine.state import State

MAX_WORDS_DRAWN = 1 << 40  # far more than any game draws


def refuse(text: str, **args: object) -> BadSnapshot:
    """A `BadSnapshot` to raise. Its text is marked for translation, as by `msg`."""
    return BadSnapshot(msg(text, **args))


class SnapshotParts(NamedTuple):
    """The entries that the snapshots of all games share, not validated yet, and the rest."""

    players: object
    options: dict[str, Any]
    generator: object
    position: dict[str, Any]  # what is left for the game to read


def split_snapshot(snapshot: object, slug: str, rules_version: int) -> SnapshotParts:
    """Split a snapshot of this game and version. Everything but the players may be missing."""
    if not isinstance(snapshot, dict):
        raise refuse("{what} must be an object, not {value}.", what="The snapshot", value=brief(snapshot))
    position = dict(snapshot)
    game, rules = position.pop("game", slug), position.pop("rules", rules_version)
    if game != slug or isinstance(rules, bool) or rules != rules_version:
        raise refuse(
            "This is a snapshot of {game}, rules version {rules}; expected {slug}, {known}.",
            game=brief(game),
            rules=brief(rules),
            slug=slug,
            known=rules_version,
        )
    if "players" not in position:
        raise refuse("The snapshot lacks {key}.", key=brief("players"))
    players, options = position.pop("players"), position.pop("options", {})
    if not isinstance(options, dict):
        raise refuse("{what} must be an object, not {value}.", what="options", value=brief(options))
    return SnapshotParts(players, options, position.pop("generator", None), position)


def read_generator(state: "State", generator: object, seed: int) -> None:
    """Set the random generator of a state from a snapshot, or from the seed where the snapshot has none."""
    if generator is None:
        state.set_key(key_from_seed(seed))
        return
    given = read_object(generator, {"key", "drawn"}, "generator")
    try:
        key = bytes.fromhex(given["key"])
    except (KeyError, TypeError, ValueError):
        key = b""
    if len(key) != 32:
        raise refuse("The key of the generator must be 64 hexadecimal digits.")
    state.set_key(key)
    state.seek(read_int(given.get("drawn", 0), 0, MAX_WORDS_DRAWN, "generator, drawn"))


def read_int(value: object, low: int, high: int, what: str) -> int:
    """A whole number from `low` to `high`."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise refuse(
            "{what} must be a number from {min} to {max}, not {value}.",
            what=what,
            min=low,
            max=high,
            value=brief(value),
        )
    return value


def read_list(value: object, what: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise refuse("{what} must be a list, not {value}.", what=what, value=brief(value))
    return value


def read_object(value: object, known: set[str], what: str) -> dict[str, Any]:
    """An object without unknown entries."""
    if not isinstance(value, dict):
        raise refuse("{what} must be an object, not {value}.", what=what, value=brief(value))
    for key in value:
        if key not in known:
            raise refuse("{what} has an unknown entry {key}.", what=what, key=brief(key))
    return value


def read_name(value: object, known: Mapping[str, int], what: str) -> int:
    """The number of a known name."""
    if not isinstance(value, str) or value not in known:
        raise refuse("{what}: there is no {value}.", what=what, value=brief(value))
    return known[value]
