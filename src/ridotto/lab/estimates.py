"""Means of samples with their 95 % confidence intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

# Student's quantiles for 1 to 10 degrees of freedom, and the limit for infinitely many
STUDENT_QUANTILES = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281)
NORMAL_QUANTILE = 1.959964

Interval = tuple[float, float]


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % confidence interval; a single sample has no interval."""

    mean: float
    interval: Interval | None


def estimate(samples: Sequence[float]) -> Estimate:
    """Estimates the mean of independent samples."""
    mean = fmean(samples)
    if len(samples) < 2:
        return Estimate(mean, None)
    half = student_quantile(len(samples) - 1) * stdev(samples) / sqrt(len(samples))
    return Estimate(mean, (mean - half, mean + half))


def estimate_share(samples: Sequence[float]) -> Estimate:
    """Estimates the mean of shares, which lie between 0 and 1."""
    found = estimate(samples)
    if found.interval is None:
        return found
    low, high = found.interval
    if low == high:  # all samples are equal, which does not make the mean certain
        return Estimate(found.mean, wilson_interval(found.mean, len(samples)))
    return Estimate(found.mean, (max(0.0, low), min(1.0, high)))


def student_quantile(degrees: int) -> float:
    """The 97.5 % quantile of Student's t-distribution: from a table, then by Fisher's expansion."""
    if degrees <= len(STUDENT_QUANTILES):
        return STUDENT_QUANTILES[degrees - 1]
    z = NORMAL_QUANTILE
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / degrees + second / degrees**2 + third / degrees**3


def wilson_interval(share: float, games: int, z: float = 1.96) -> Interval:
    """Wilson's confidence interval of a share; it is usable after few games, too."""
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)
