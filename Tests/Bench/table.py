"""The results as a table in Markdown."""

from dataclasses import asdict, dataclass


@dataclass
class Row:
    """One figure. `value` is compared with the bound: a ratio, or a number of `unit`."""

    figure: str
    measured: str
    base: str
    value: float | None
    unit: str
    bound: str
    holds: bool | None

    @classmethod
    def ratio(cls, figure: str, measured: str, base: str, value: float, bound: float) -> "Row":
        """Passes if it is at least `bound` times its base."""
        return cls(figure, measured, base, value, "", f"{bound:g}", value >= bound)

    @classmethod
    def growth(cls, figure: str, measured: str, base: str, value: float, bound: float) -> "Row":
        """Passes if it is at most `bound` times its base."""
        return cls(figure, measured, base, value, "", f"at most {bound:g}", value <= bound)

    @classmethod
    def under(cls, figure: str, measured: str, value: float, unit: str, bound: float, base: str = "") -> "Row":
        """Passes below the bound."""
        return cls(figure, measured, base, value, unit, f"under {bound:g} {unit}".strip(), value < bound)

    @classmethod
    def exactly(cls, figure: str, measured: str, value: int, bound: int) -> "Row":
        return cls(figure, measured, "", value, "", f"{bound}", value == bound)

    @classmethod
    def told(cls, figure: str, measured: str, base: str, value: float, unit: str = "") -> "Row":
        """A row without a bound."""
        return cls(figure, measured, base, value, unit, "", None)

    @classmethod
    def missing(cls, figure: str, why: str) -> "Row":
        return cls(figure, why, "", None, "", "", None)

    @property
    def shown(self) -> str:
        if self.value is None:
            return "–"
        digits = 0 if self.value == int(self.value) or self.value >= 100 else 1 if self.value >= 10 else 2 if self.value >= 0.1 else 3
        return f"{self.value:.{digits}f} {self.unit}".strip()

    @property
    def verdict(self) -> str:
        return {True: "ok", False: "**short**", None: ""}[self.holds]

    def line(self) -> str:
        return f"| {self.figure} | {self.measured} | {self.base} | {self.shown} | {self.bound} | {self.verdict} |"


HEAD = "| Figure | Measured | Base | Result | At least | |\n|---|---|---|---:|---:|---|"


def markdown(machine: str, rows: list[Row]) -> str:
    return "\n".join([machine, "", HEAD, *(row.line() for row in rows)])


def as_json(machine: str, rows: list[Row]) -> dict:
    return {"machine": machine, "figures": [asdict(row) for row in rows]}


def thousands(number: float) -> str:
    return f"{number:,.0f}"


def per_second(rate: float) -> str:
    return f"{thousands(rate)}/s"


def duration(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.1f} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.0f} µs"
