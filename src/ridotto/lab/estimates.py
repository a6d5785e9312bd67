"""What samples say about the truth, and how far they can be trusted: means with intervals of 95 %."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

FEW = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)  # for 1 to 10 degrees
MANY = 1.959964

Interval = tuple[float, float]


@dataclass(frozen=True)
class Estimate:
    """A mean, and the interval that holds the true one 95 times of 100; a single sample has none."""

    mean: float
    interval: Interval | None


def estimate(samples: Sequence[float]) -> Estimate:
    """The mean of independent samples."""
    mean = fmean(samples)
    if len(samples) < 2:
        return Estimate(mean, None)
    half = student(len(samples) - 1) * stdev(samples) / sqrt(len(samples))
    return Estimate(mean, (mean - half, mean + half))


def share(samples: Sequence[float]) -> Estimate:
    """The mean of shares, which are nowhere below 0 or above 1."""
    found = estimate(samples)
    if found.interval is None:
        return found
    low, high = found.interval
    if low == high:  # all alike, and still they are only so many
        return Estimate(found.mean, wilson(found.mean, len(samples)))
    return Estimate(found.mean, (max(0.0, low), min(1.0, high)))


def student(degrees: int) -> float:
    """The quantile of Student's distribution between whose two signs 95 % lie: a table, then Fisher's expansion."""
    if degrees <= len(FEW):
        return FEW[degrees - 1]
    z = MANY
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / degrees + second / degrees**2 + third / degrees**3


def wilson(share: float, games: int, z: float = 1.96) -> Interval:
    """The interval in which the true share lies, also after few games."""
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)
