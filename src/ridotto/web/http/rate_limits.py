"""Rate limits: token buckets for every visitor and kind of request, and the prices of what costs more than a token."""

from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import ceil, inf
from typing import NamedTuple

from ridotto.engine.message import msgs
from ridotto.house.refusals import Refused
from ridotto.house.time_source import SystemTime, TimeSource


class Rate(NamedTuple):
    """The size of a bucket in tokens, and how fast it fills."""

    burst: float
    per_second: float


# A token is about a millisecond of the house's time; `web/routes.py` has the price of every route. Work in other
# processes takes longer: in the buckets "think", "prove", "record" and "bots", a price of 1 stands for all of it.
RATES = {
    "look": Rate(1000, 100),
    "show": Rate(1000, 300),  # what streams send
    "file": Rate(1000, 100),
    "decide": Rate(120, 40),
    "talk": Rate(60, 2),
    "sit": Rate(90, 1),
    "open": Rate(40, 0.2),
    "think": Rate(10, 0.5),
    "record": Rate(20, 0.2),
    "prove": Rate(5, 0.1),
    "bots": Rate(5, 1 / 120),  # matches between bots only
    "code": Rate(12, 0.05),  # wrong invitation codes; SECURITY.md has the arithmetic of guessing
}
TABLE_PAGE_PRICE = 6
NEW_TABLE_PAGE_PRICE = 3
STREAM_HTML_PRICE, STREAM_JSON_PRICE = 4, 1  # of a table that is rendered for a stream
TABLE_LOAD_PRICE = 4  # for reading the log of a table that is not in memory
MAX_STREAMS = 200  # open at the same time by one visitor: a school behind one address
STREAM_RETRY_SECONDS = 10
MAX_BUCKETS = 20_000  # the least recently used are dropped


class TooManyRequests(Refused):
    """A visitor has exceeded a limit; `retry_after` is the number of seconds to wait."""

    def __init__(self, wait: float) -> None:
        self.retry_after = n = max(1, ceil(wait))
        super().__init__("too-many", msgs("Not so fast: wait a second.", "Not so fast: wait {n} seconds.", n))


class RateLimits:
    """The token buckets of all visitors. A bucket without a rate is unlimited."""

    def __init__(
        self,
        rates: Mapping[str, Rate] = RATES,
        max_streams: int = MAX_STREAMS,
        max_buckets: int = MAX_BUCKETS,
        time: TimeSource | None = None,
    ) -> None:
        self._time = time or SystemTime()
        self._rates = rates
        self._max_streams = max_streams
        self._max_buckets = max_buckets
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()  # tokens left, and when
        self._open_streams: Counter[str] = Counter()

    def take(self, visitor: str, bucket: str, price: int = 1) -> None:
        """Takes tokens out of a bucket; raises `TooManyRequests` if there are not enough."""
        missing = price - self._left(visitor, bucket)
        if missing > 0:
            raise TooManyRequests(missing / self._rates[bucket].per_second)
        self._spend(visitor, bucket, price)

    def give_back(self, visitor: str, bucket: str, price: int = 1) -> None:
        self._spend(visitor, bucket, -price)

    def take_on_credit(self, visitor: str, bucket: str, price: int) -> float:
        """Takes tokens for work already done, on credit if need be. Returns the seconds until the debt is paid."""
        left = self._left(visitor, bucket) - price
        self._spend(visitor, bucket, price)
        return -left / self._rates[bucket].per_second if left < 0 else 0.0

    def _left(self, visitor: str, bucket: str) -> float:
        rate, now = self._rates.get(bucket), self._time.monotonic()
        if rate is None:
            return inf
        left, when = self._buckets.get((visitor, bucket), (rate.burst, now))
        return min(rate.burst, left + (now - when) * rate.per_second)

    def _spend(self, visitor: str, bucket: str, price: int) -> None:
        if bucket not in self._rates:
            return
        self._buckets[visitor, bucket] = (self._left(visitor, bucket) - price, self._time.monotonic())
        self._buckets.move_to_end((visitor, bucket))
        if len(self._buckets) > self._max_buckets:
            self._buckets.popitem(last=False)

    @contextmanager
    def open_stream(self, visitor: str) -> Iterator[None]:
        """Counts an open stream of a visitor; raises `TooManyRequests` if there are too many."""
        if self._open_streams[visitor] >= self._max_streams:
            raise TooManyRequests(STREAM_RETRY_SECONDS)
        self._open_streams[visitor] += 1
        try:
            yield
        finally:
            self._open_streams[visitor] -= 1
            if not self._open_streams[visitor]:
                del self._open_streams[visitor]


class Unlimited(RateLimits):
    """No limits, for a house among friends and for benchmarks; only guessing codes stays slow."""

    def __init__(self) -> None:
        super().__init__({"code": RATES["code"]}, max_streams=1_000_000)
