"""Percentiles."""


def percentile(values: list[float], part: float) -> float:
    """The smallest value that at least the given percentage of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, round(len(ordered) * part / 100 + 0.5) - 1))]
