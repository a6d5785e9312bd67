"""How much somebody may ask for: a bucket of tokens for every client and kind of request, and what things cost."""

from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import ceil, inf
from typing import NamedTuple

from ridotto.engine.message import msgs
from ridotto.house.refusals import Refused
from ridotto.house.time_source import SystemTime, TimeSource


class Rate(NamedTuple):
    """So many tokens at once, and then so many a second."""

    burst: float
    per_second: float


# A token is about a millisecond of the house's time: every way has its price (`web/ways.py`). Where the work is done
# elsewhere, and takes longer, a price of 1 stands for the whole of it: in think, prove, record and bots.
RATES = {
    "look": Rate(1000, 100),
    "show": Rate(1000, 300),  # what streams are sent
    "file": Rate(1000, 100),
    "decide": Rate(120, 40),
    "talk": Rate(60, 2),
    "sit": Rate(90, 1),
    "open": Rate(40, 0.2),
    "think": Rate(10, 0.5),
    "record": Rate(20, 0.2),
    "prove": Rate(5, 0.1),
    "bots": Rate(5, 1 / 120),  # matches of nobody but bots
    "code": Rate(12, 0.05),  # codes that no table has: SECURITY.md says how far a guesser gets with these
}
TABLE_PAGE = 6  # the page of a table, also where it tells of a refusal
NEW_PAGE = 3  # the order of a table
DRAWN, TOLD = 4, 1  # a table that a stream is sent, as a part of a page and as data
NOT_IN_MEMORY = 4  # more for a table whose log must be read first
STREAMS = 200  # open at the same time: a school behind one address
CLIENTS = 20_000  # buckets kept; those not used for longest go first


class TooMany(Refused):
    """Too often, or too much at the same time; `wait` says how many seconds help."""

    def __init__(self, wait: float) -> None:
        self.wait = n = max(1, ceil(wait))
        super().__init__("too-many", msgs("Not so fast: wait a second.", "Not so fast: wait {n} seconds.", n))


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

    def take(self, client: str, kind: str, price: int = 1) -> None:
        """Takes so many tokens of this kind, or refuses."""
        missing = price - self._left(client, kind)
        if missing > 0:
            raise TooMany(missing / self._rates[kind].per_second)
        self._spend(client, kind, price)

    def give_back(self, client: str, kind: str, price: int = 1) -> None:
        """What was taken, and not used after all."""
        self._spend(client, kind, -price)

    def owe(self, client: str, kind: str, price: int) -> float:
        """Takes tokens for what was done already, more than there are if need be: the seconds until that is paid."""
        left = self._left(client, kind) - price
        self._spend(client, kind, price)
        return -left / self._rates[kind].per_second if left < 0 else 0.0

    def _left(self, client: str, kind: str) -> float:
        rate, now = self._rates.get(kind), self._time.monotonic()
        if rate is None:
            return inf
        left, when = self._buckets.get((client, kind), (rate.burst, now))
        return min(rate.burst, left + (now - when) * rate.per_second)

    def _spend(self, client: str, kind: str, price: int) -> None:
        if kind not in self._rates:
            return
        self._buckets[client, kind] = (self._left(client, kind) - price, self._time.monotonic())
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
    """For a house among friends, and for measurements. Only guessing at codes stays slow."""

    def __init__(self) -> None:
        super().__init__({"code": RATES["code"]}, streams=1_000_000)
