"""Metrics for Prometheus: requests by what they asked for, and what goes on in the house."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ridotto.house.service import House

if TYPE_CHECKING:
    from prometheus_client import Metric

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
COUNTED = ("decisions",)  # what only grows


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

    def count(self, method: str, path: str, status: int, seconds: float) -> None:
        self._requests.labels(method, path, str(status)).inc()
        if not path.endswith("/events"):
            self._seconds.observe(seconds)

    def collect(self) -> "Iterator[Metric]":
        """What the house counts, at this moment."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        for name, value in self.house.statistics().items():
            family = CounterMetricFamily if name in COUNTED else GaugeMetricFamily
            yield family(f"ridotto_{name}", f"{name.capitalize()} in this process.", value=value)

    def text(self) -> bytes:
        from prometheus_client import generate_latest

        return generate_latest(self._registry)
