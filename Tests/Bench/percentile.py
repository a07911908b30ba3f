"""Percentiles."""


def percentile(values: list[float], part: float) -> float:
    """The smallest value below which that many per cent are, or that value itself."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, round(len(ordered) * part / 100 + 0.5) - 1))]
