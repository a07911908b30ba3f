"""Several measurements at the same time."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor


def together(count: int, measure: Callable[[int], list[float]]) -> list[float]:
    """The results of all; each is given its number."""
    with ThreadPoolExecutor(count) as pool:
        return [value for values in pool.map(measure, range(count)) for value in values]
