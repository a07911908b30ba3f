"""Two measurements in turn, so that other load on the machine affects both."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Pairs:
    """Rates of a figure and of its base. The ratio is the median of the pairs' own ratios, not the ratio of the medians."""

    measured: list[float]
    base: list[float]

    @property
    def ratio(self) -> float:
        return median(one / other for one, other in zip(self.measured, self.base, strict=True))

    @property
    def rate(self) -> float:
        return median(self.measured)

    @property
    def base_rate(self) -> float:
        return median(self.base)


def in_turn(measure: Callable[[], float], base: Callable[[], float], times: int) -> Pairs:
    pairs = Pairs([], [])
    for _ in range(times):
        pairs.base.append(base())
        pairs.measured.append(measure())
    return pairs
