"""Puts scenes into words: the one place where messages become text."""

from collections.abc import Callable
from functools import cache
from typing import Any, get_args, get_origin, overload

from msgspec import Struct, structs

from ridotto.engine.message import Message
from ridotto.engine.scene import Action, OwnScene, Panel, Scene, SecondStep, W, Zone

Say = Callable[[Message], str]


@overload
def in_language(part: Zone, say: Say) -> Zone[str]: ...
@overload
def in_language(part: Panel, say: Say) -> Panel[str]: ...
@overload
def in_language(part: Action, say: Say) -> Action[str]: ...
@overload
def in_language(part: SecondStep, say: Say) -> SecondStep[str]: ...
@overload
def in_language(part: OwnScene, say: Say) -> OwnScene[str]: ...
@overload
def in_language(part: Scene, say: Say) -> Scene[str]: ...
def in_language(part: Struct, say: Say) -> Struct:
    """A scene or a part of one with text instead of messages."""
    words, parts = _worded_fields(type(part))
    said: dict[str, Any] = {}
    for name in words:
        message = getattr(part, name)
        if type(message) is Message:
            said[name] = say(message)
    for name in parts:
        if members := getattr(part, name):
            said[name] = tuple([say(one) if type(one) is Message else in_language(one, say) for one in members])
    return structs.replace(part, **said)


@cache
def _worded_fields(part: type[Struct]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The fields of a part that are words, and those that are tuples of words or of parts with words."""
    worded = [one for one in structs.fields(part) if one.type is W or W in getattr(one.type, "__parameters__", ())]
    parts = tuple(
        one.name for one in worded if any(get_origin(kind) is tuple for kind in (one.type, *get_args(one.type)))
    )
    return tuple(one.name for one in worded if one.name not in parts), parts
