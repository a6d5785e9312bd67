"""Services: what handlers work with besides the request."""

from dataclasses import dataclass

from ridotto.house.service import House
from ridotto.web.http.client_address import Visitor
from ridotto.web.http.rate_limits import TABLE_LOAD_PRICE, RateLimits
from ridotto.web.live.open_streams import OpenStreams
from ridotto.web.ops.metrics import Metrics
from ridotto.web.tables.figures_cache import FiguresCache


@dataclass(frozen=True, slots=True)
class Services:
    """The house, and what the web application keeps in memory."""

    house: House
    limits: RateLimits
    streams: OpenStreams
    figures: FiguresCache
    metrics: Metrics

    def charge(self, visitor: Visitor, price: int, bucket: str = "look") -> None:
        """Takes tokens of a visitor; raises `TooManyRequests` if there are not enough."""
        self.limits.take(visitor.address, bucket, price)

    def charge_for_load(self, visitor: Visitor, table_id: str) -> None:
        """Charges for reading the log of a table, unless the table is in memory."""
        if not self.house.is_cached(table_id):
            self.charge(visitor, TABLE_LOAD_PRICE)
