"""Random recurrence rules with their first dates as python-dateutil finds them: rules.py COUNT [SEED] > FILE

Each line has the start, the rule, and the dates, separated by tabs. With a few hundred lines it makes the table of RecurrenceTableTests;
before a release, bin/compare-rules makes 20,000."""

import itertools
import random
import sys
from datetime import datetime, timedelta

from dateutil.rrule import rrulestr

WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
FORMAT = "%Y%m%dT%H%M%S"


def main(count: int, seed: int = 1, dates: int = 40) -> None:
    chosen = random.Random(seed)
    for _ in range(count):
        start = datetime(1980, 1, 1) + timedelta(days=chosen.randrange(20_000), minutes=chosen.randrange(1_440))
        rule = ";".join(f"{name}={value}" for name, value in parts(chosen))
        found = itertools.islice(rrulestr(f"RRULE:{rule}", dtstart=start), dates)
        print(start.strftime(FORMAT), rule, ",".join(date.strftime(FORMAT) for date in found), sep="\t")


def parts(chosen: random.Random) -> list[tuple[str, object]]:
    """The parts of a rule. All are of the kinds that RFC 5545, section 3.3.10, allows for the frequency."""
    frequency = chosen.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
    rule: dict[str, object] = {"FREQ": frequency}

    def perhaps(name: str, odds: float, make) -> None:
        if chosen.random() < odds:
            rule[name] = make()

    perhaps("INTERVAL", 0.4, lambda: chosen.randint(2, 6))
    perhaps("WKST", 0.2, lambda: chosen.choice(WEEKDAYS))
    perhaps("BYMONTH", 0.25, lambda: some(chosen, range(1, 13), 3))
    if frequency == "YEARLY":
        # The first days of some years are in week 52 of ISO 8601's year before, as 1 January 1994; python-dateutil leaves them out.
        perhaps("BYWEEKNO", 0.15, lambda: some(chosen, [*range(1, 52), *range(-51, 0)], 3))
        perhaps("BYYEARDAY", 0.1, lambda: some(chosen, [*range(1, 366), *range(-365, 0)], 4))
    # In a month that is listed, each of these days exists, so that no rule is empty for ever.
    days = [*range(1, 29), *range(-28, 0)] + ([] if "BYMONTH" in rule else [29, 30, 31, -29, -30, -31])
    narrow = {"BYWEEKNO", "BYYEARDAY"} & rule.keys()
    if frequency != "WEEKLY" and not narrow:
        perhaps("BYMONTHDAY", 0.3, lambda: some(chosen, days, 4))
    # With a place of a weekday, a narrow choice of days may never be met.
    placed = frequency in ("MONTHLY", "YEARLY") and not narrow and "BYMONTHDAY" not in rule
    perhaps("BYDAY", 0.4, lambda: some(chosen, weekdays(placed, frequency, "BYMONTH" in rule, chosen), 4))
    perhaps("BYHOUR", 0.1, lambda: some(chosen, range(24), 3))
    perhaps("BYMINUTE", 0.05, lambda: some(chosen, range(60), 3))
    limited = {"BYDAY", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO"} & rule.keys()
    # In the first week, python-dateutil counts positions from the start on. RFC 5545 counts them in the whole week.
    if frequency not in ("DAILY", "WEEKLY") and limited and not narrow:
        perhaps("BYSETPOS", 0.2, lambda: some(chosen, [1, -1], 2))
    return list(rule.items())


def weekdays(placed: bool, frequency: str, has_months: bool, chosen: random.Random) -> list[str]:
    if not placed or chosen.random() < 0.5:
        return WEEKDAYS
    most = 4 if frequency == "MONTHLY" or has_months else 52
    places = [place for place in range(-most, most + 1) if place]
    return [f"{place}{day}" for place in places for day in WEEKDAYS]


def some(chosen: random.Random, choices, most: int) -> str:
    picked = chosen.sample(list(choices), chosen.randint(1, most))
    return ",".join(str(pick) for pick in picked)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
