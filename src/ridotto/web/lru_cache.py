"""A cache of bounded size that drops what was used least recently."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class LruCache(Generic[T]):
    """LRU cache. The key must contain everything the value depends on."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._values: OrderedDict[Hashable, T] = OrderedDict()

    def get_or_add(self, key: Hashable, make: Callable[[], T]) -> T:
        """The cached value of this key; if there is none, `make` is called and its result is cached."""
        try:
            value = self._values[key]
        except KeyError:
            value = self._values[key] = make()
            if len(self._values) > self._capacity:
                self._values.popitem(last=False)
        else:
            self._values.move_to_end(key)
        return value

    def discard(self, key: Hashable) -> None:
        """Removes the value of this key, if there is one."""
        self._values.pop(key, None)
