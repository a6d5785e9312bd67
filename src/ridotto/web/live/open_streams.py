"""The open streams of this process, and the cache of what they send."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ridotto.web.http.rate_limits import RateLimits
from ridotto.web.lru_cache import LruCache

CACHED = 128  # enough, since all streams of a table send the same within moments


class OpenStreams:
    def __init__(self, limits: RateLimits) -> None:
        self.limits = limits
        self.rendered: LruCache[Any] = LruCache(CACHED)  # events and pages of tables
        self.stopping = False
        self._wake_ups: set[asyncio.Event] = set()

    @contextmanager
    def add(self, visitor: str, wake_up: asyncio.Event) -> Iterator[None]:
        """Counts a stream while the block runs; `wake_up` is set when all streams must end."""
        with self.limits.open_stream(visitor):
            self._wake_ups.add(wake_up)
            try:
                yield
            finally:
                self._wake_ups.discard(wake_up)

    def stop(self) -> None:
        """Ends all streams."""
        self.stopping = True
        for wake_up in self._wake_ups:
            wake_up.set()
