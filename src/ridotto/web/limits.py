"""How often somebody may ask: a bucket of tokens for every client and kind of request."""

from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import ceil
from typing import NamedTuple

from ridotto.engine.message import msgs
from ridotto.house.refused import Refused
from ridotto.house.time_source import SystemTime, TimeSource


class Rate(NamedTuple):
    """So many at once, and then so many a second."""

    burst: float
    per_second: float


RATES = {
    "look": Rate(400, 50),
    "decide": Rate(60, 20),
    "talk": Rate(15, 1),
    "sit": Rate(30, 0.5),
    "open": Rate(20, 0.2),
    "think": Rate(10, 0.5),
    "prove": Rate(5, 0.1),
}
STREAMS = 200  # open at the same time: a school behind one address
CLIENTS = 20_000  # buckets kept; those not used for longest go first


class TooMany(Refused):
    """Too often, or too much at the same time; `wait` says how many seconds help."""

    def __init__(self, wait: float) -> None:
        self.wait = n = max(1, ceil(wait))
        super().__init__("too-many", msgs("Too much at once: wait a second.", "Too much at once: wait {n} seconds.", n))


class Limits:
    """What every client has left."""

    def __init__(
        self,
        rates: Mapping[str, Rate] = RATES,
        streams: int = STREAMS,
        clients: int = CLIENTS,
        time: TimeSource | None = None,
    ) -> None:
        self._time = time or SystemTime()
        self._rates = rates
        self._streams = streams
        self._clients = clients
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()  # tokens left, and when
        self._open: Counter[str] = Counter()

    def take(self, client: str, kind: str) -> None:
        """Takes a token of this kind, or refuses."""
        rate = self._rates.get(kind)
        if rate is None:
            return
        now = self._time.monotonic()
        left, when = self._buckets.get((client, kind), (rate.burst, now))
        left = min(rate.burst, left + (now - when) * rate.per_second)
        if left < 1:
            raise TooMany((1 - left) / rate.per_second)
        self._buckets[client, kind] = (left - 1, now)
        self._buckets.move_to_end((client, kind))
        if len(self._buckets) > self._clients:
            self._buckets.popitem(last=False)

    @contextmanager
    def streaming(self, client: str) -> Iterator[None]:
        """One more open stream of a client, or a refusal."""
        if self._open[client] >= self._streams:
            raise TooMany(10)
        self._open[client] += 1
        try:
            yield
        finally:
            self._open[client] -= 1
            if not self._open[client]:
                del self._open[client]


class NoLimits(Limits):
    """For a house among friends, and for measurements."""

    def __init__(self) -> None:
        super().__init__({}, streams=1_000_000)
