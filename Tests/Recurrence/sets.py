"""Random recurrence sets with their due dates as python-dateutil finds them: sets.py COUNT [SEED] > FILE

Each line has the properties of a to-do, the completed instances, and the first open due dates, separated by tabs. With a few hundred lines
it makes the table of RecurrenceSetTableTests; before a release, bin/compare-rules makes 20,000."""

import itertools
import random
import sys
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from dateutil.rrule import rruleset, rrulestr

from rules import parts

ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "America/Sao_Paulo", "UTC"]
DATE, TIME = "%Y%m%d", "%Y%m%dT%H%M%S"
DATES = 12


def main(count: int, seed: int = 1) -> None:
    chosen = random.Random(seed)
    made = 0
    while made < count:
        line = one(chosen)
        if line:
            made += 1
            print(*line, sep="\t")


def one(chosen: random.Random):
    whole = chosen.random() < 0.4
    zone = None if whole or chosen.random() < 0.2 else ZoneInfo(chosen.choice(ZONES))
    start = datetime(1985, 1, 1) + timedelta(days=chosen.randrange(20_000), minutes=0 if whole else chosen.randrange(1_440))
    rule = ";".join(f"{name}={value}" for name, value in parts(chosen) if not (whole and name in ("BYHOUR", "BYMINUTE")))
    found = list(itertools.islice(rrulestr(f"RRULE:{rule}", dtstart=start), 60))
    if len(found) < 60:
        return None

    def value(wall: datetime, universal: bool) -> str:
        """The parameters and the value of a date, in UTC or in the zone."""
        if whole:
            return f";VALUE=DATE:{wall:{DATE}}"
        if zone is None:
            return f":{wall:{TIME}}"
        if universal or zone.key == "UTC":
            return f":{wall.replace(tzinfo=zone).astimezone(timezone.utc):{TIME}}Z"
        return f";TZID={zone.key}:{wall:{TIME}}"

    end = chosen.random()
    if end < 0.3:
        last = chosen.choice(found[:30])
        rule += ";UNTIL=" + value(last, True).split(":")[1]
        # Moments in UTC order as those of the zone, but for a repeated hour.
        found = [date for date in found if moment(date, zone) <= moment(last, zone)]
    elif end < 0.6 and found[0] == start:
        # The count of python-dateutil leaves out a start that is no date of the rule.
        rule += f";COUNT={(number := chosen.randint(1, 25))}"
        found = found[:number]
    dates = rruleset()
    for date in [start, *found]:
        dates.rdate(date)
    properties = ["RRULE:" + rule]
    for _ in range(chosen.choice([0, 0, 1, 3])):
        more = start + timedelta(days=chosen.randint(1, 90), minutes=0 if whole or chosen.random() < 0.7 else chosen.randrange(300))
        dates.rdate(more)
        properties.append("RDATE" + value(more, chosen.random() < 0.5))
    near = [start, *found][:15]
    for date in chosen.sample(near, min(len(near), chosen.choice([0, 0, 1, 2, 5]))):
        dates.exdate(date)
        properties.append("EXDATE" + value(date, chosen.random() < 0.5))
    closed = chosen.sample(near, min(len(near), chosen.choice([0, 0, 1, 2, 6])))
    for date in closed:
        dates.exdate(date)
    # A start that is no date of the rule, with a due date that is one: there the app counts from the due date, as some programs do.
    due, lines = distance(chosen, start, whole, zone) if found and found[0] == start else (lambda date: date, [])
    open_dates = list(itertools.islice(dates, DATES))
    shown = [f"{due(date):{DATE}}" if whole else f"{moment(due(date), zone):{TIME}}" for date in open_dates]
    # Dates in a skipped hour are those after it, so two may be the same moment.
    if len(set(shown)) < len(shown):
        return None
    anchor = ["DTSTART" + value(start, False)] if lines else []
    return (
        "\\n".join(anchor + (lines or ["DUE" + value(start, False)]) + properties),
        "\\n".join("RECURRENCE-ID" + value(date, chosen.random() < 0.5) for date in closed),
        ",".join(shown),
    )


def moment(wall: datetime, zone) -> datetime:
    """The moment in UTC; without a zone, the time itself. A skipped time counts with the offset before (RFC 5545, section 3.3.5)."""
    return wall if zone is None else wall.replace(tzinfo=zone).astimezone(timezone.utc).replace(tzinfo=None)


def distance(chosen: random.Random, start: datetime, whole: bool, zone):
    """From a start to its due date, and the properties that say so."""
    kind = chosen.random()
    if kind < 0.5:
        return lambda date: date, []
    days = chosen.randint(1, 6)
    if whole:
        return lambda date: date + timedelta(days=days), [f"DUE;VALUE=DATE:{start + timedelta(days=days):{DATE}}"]
    minutes = chosen.randint(1, 2_000)

    def exact(date: datetime, nominal: int, exactly: int) -> datetime:
        date += timedelta(days=nominal)
        if zone is None:
            return date + timedelta(minutes=exactly)
        later = date.replace(tzinfo=zone).astimezone(timezone.utc) + timedelta(minutes=exactly)
        return later.astimezone(zone).replace(tzinfo=None, fold=later.astimezone(zone).fold)

    if kind < 0.75:
        return lambda date: exact(date, days, minutes), [f"DURATION:P{days}DT{minutes}M"]
    due = exact(start, 0, minutes)
    if zone is None:
        return lambda date: exact(date, 0, minutes), [f"DUE:{due:{TIME}}"]
    universal = due.replace(tzinfo=zone).astimezone(timezone.utc)
    return lambda date: exact(date, 0, minutes), [f"DUE:{universal:{TIME}}Z"]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
