"""Random recurrences of own tasks with their first dates as python-dateutil finds them: own.py COUNT [SEED] > FILE

Each line has the recurrence as Fourfold stores it, and its dates, separated by a tab."""

import itertools
import random
import sys
from datetime import date, datetime, timedelta

from dateutil.rrule import rrulestr

WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]


def main(count: int, seed: int = 1, dates: int = 40) -> None:
    chosen = random.Random(seed)
    for _ in range(count):
        rule = f"FREQ={pattern(chosen)}"
        start = datetime(1980, 1, 1) + timedelta(days=chosen.randrange(30_000))
        if chosen.random() < 0.7:
            # Most series begin on one of their dates; the others have their start as an additional first date.
            start = rrulestr(f"RRULE:{rule}", dtstart=start)[0]
        matches = rrulestr(f"RRULE:{rule}", dtstart=start)[0] == start
        end = chosen.random()
        if end < 0.2:
            rule += f";UNTIL={start + timedelta(days=chosen.randrange(4_000)):%Y%m%d}"
        elif end < 0.4 and matches:
            # The count of python-dateutil leaves out a start that is no date of the rule.
            rule += f";COUNT={chosen.randint(1, 60)}"
        found = [start, *itertools.islice((one for one in rrulestr(f"RRULE:{rule}", dtstart=start) if one > start), dates - 1)]
        print(f"{start:%Y-%m-%d} {rule}", ",".join(f"{one:%Y-%m-%d}" for one in found), sep="\t")


def pattern(chosen: random.Random) -> str:
    number = chosen.choice([1, 1, 1, 2, 3, 4, 6, 12])
    interval = f";INTERVAL={number}" if number > 1 else ""
    match chosen.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]):
        case "DAILY":
            return f"DAILY{interval}"
        case "WEEKLY":
            days = sorted(chosen.sample(range(7), chosen.randint(1, 4)))
            return f"WEEKLY{interval};BYDAY={','.join(WEEKDAYS[day] for day in days)}"
        case "MONTHLY":
            return f"MONTHLY{interval};{chosen.choice([month_day, last_day, weekday])(chosen)}"
        case _:
            day = date(2000, 1, 1) + timedelta(days=chosen.randrange(366))
            days = "28,29;BYSETPOS=-1" if (day.month, day.day) == (2, 29) else str(day.day)
            return f"YEARLY{interval};BYMONTH={day.month};BYMONTHDAY={days}"


def month_day(chosen: random.Random) -> str:
    day = chosen.randint(1, 30)
    # The last existing day up to the 29th or 30th.
    return f"BYMONTHDAY={day}" if day <= 28 else f"BYMONTHDAY={','.join(map(str, range(28, day + 1)))};BYSETPOS=-1"


def last_day(_: random.Random) -> str:
    return "BYMONTHDAY=-1"


def weekday(chosen: random.Random) -> str:
    return f"BYDAY={chosen.choice([1, 2, 3, 4, -1])}{chosen.choice(WEEKDAYS)}"


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
