"""Metrics for Prometheus: requests, and the statistics of the house."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ridotto.house.service import House

if TYPE_CHECKING:
    from prometheus_client import Metric

METRICS_MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
COUNTERS = ("decisions",)  # the statistics that only grow; all others are gauges


class Metrics:
    def __init__(self, house: House) -> None:
        from prometheus_client import CollectorRegistry, Counter, Histogram

        self.house = house
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "ridotto_requests", "Requests answered.", ["method", "path", "status"], registry=self._registry
        )
        self._seconds = Histogram(
            "ridotto_request_seconds", "How long answers took, streams left out.", registry=self._registry
        )
        self._registry.register(self)

    def record_request(self, method: str, path: str, status: int, seconds: float) -> None:
        """Counts a request; `path` is the path of its route, since paths of requests contain secrets."""
        self._requests.labels(method, path, str(status)).inc()
        if not path.endswith("/events"):
            self._seconds.observe(seconds)

    def collect(self) -> "Iterator[Metric]":
        """The statistics of the house as Prometheus metrics; called by the registry."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        for name, value in self.house.statistics().items():
            family = CounterMetricFamily if name in COUNTERS else GaugeMetricFamily
            yield family(f"ridotto_{name}", f"{name.capitalize()} in this process.", value=value)

    def text(self) -> bytes:
        from prometheus_client import generate_latest

        return generate_latest(self._registry)
