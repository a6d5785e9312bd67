"""Reading JSON that anybody may have written: the value, or a refusal that says what was expected."""

from collections.abc import Mapping
from reprlib import repr as brief
from typing import TYPE_CHECKING, Any

from ridotto.engine.errors import BadSnapshot
from ridotto.engine.message import msg
from ridotto.engine.rng import key_of

if TYPE_CHECKING:
    from ridotto.engine.game import Game
    from ridotto.engine.state import State

DRAWN = 1 << 40  # no game draws more than this


def refuse(text: str, **args: object) -> BadSnapshot:
    """A refusal to raise."""
    return BadSnapshot(msg(text, **args))


def opened(game: "Game", snapshot: object, seed: int) -> "tuple[State, dict[str, Any]]":
    """A state with its dice, seats and options, and the rest of the snapshot, which the game reads.

    All but the players may be left out: usual options, and the seed where there is no generator.
    """
    if not isinstance(snapshot, dict):
        raise refuse("{what} must be an object, not {value}.", what="The snapshot", value=brief(snapshot))
    given = dict(snapshot)
    slug, rules = given.pop("game", game.slug), given.pop("rules", game.rules_version)
    if slug != game.slug or isinstance(rules, bool) or rules != game.rules_version:
        raise refuse(
            "This is a snapshot of {game}, rules version {rules}; expected {slug}, {known}.",
            game=brief(slug),
            rules=brief(rules),
            slug=game.slug,
            known=game.rules_version,
        )
    if "players" not in given:
        raise refuse("The snapshot lacks {key}.", key=brief("players"))
    players, options = given.pop("players"), given.pop("options", {})
    if not isinstance(options, dict):
        raise refuse("{what} must be an object, not {value}.", what="options", value=brief(options))
    choices = game.choose(players, options)
    state = game.state.blank()
    read_generator(state, given.pop("generator", None), seed)
    game.seat(state, players, choices)
    return state, given


def read_generator(state: "State", generator: object, seed: int) -> None:
    if generator is None:
        state.keyed(key_of(seed))
        return
    given = entries(generator, {"key", "drawn"}, "generator")
    try:
        key = bytes.fromhex(given["key"])
    except (KeyError, TypeError, ValueError):
        key = b""
    if len(key) != 32:
        raise refuse("The key of the generator must be 64 hexadecimal digits.")
    state.keyed(key)
    state.wind(number(given.get("drawn", 0), 0, DRAWN, "generator, drawn"))


def number(value: object, least: int, most: int, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise refuse(
            "{what} must be a number from {least} to {most}, not {value}.",
            what=what,
            least=least,
            most=most,
            value=brief(value),
        )
    return value


def listed(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise refuse("{what} must be a list, not {value}.", what=what, value=brief(value))
    return value


def entries(value: object, known: set[str], what: str) -> dict[str, Any]:
    """An object with no other entries than these."""
    if not isinstance(value, dict):
        raise refuse("{what} must be an object, not {value}.", what=what, value=brief(value))
    for key in value:
        if key not in known:
            raise refuse("{what} has an unknown entry {key}.", what=what, key=brief(key))
    return value


def one_of(value: object, known: Mapping[str, int], what: str) -> int:
    """The number of a name."""
    if not isinstance(value, str) or value not in known:
        raise refuse("{what}: there is no {value}.", what=what, value=brief(value))
    return known[value]
