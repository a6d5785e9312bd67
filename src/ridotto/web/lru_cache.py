"""What was told or drawn before: whoever sees the same shares it, and what nobody asks for goes first."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """Room for so many things; each is known by all that it follows from."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._things: OrderedDict[Hashable, T] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The thing of this key, made if it is not there."""
        try:
            found = self._things[key]
        except KeyError:
            found = self._things[key] = make()
            if len(self._things) > self._room:
                self._things.popitem(last=False)
        else:
            self._things.move_to_end(key)
        return found

    def drop(self, key: Hashable) -> None:
        """Makes the thing of this key anew when it is wanted again."""
        self._things.pop(key, None)
