#!/bin/bash
# ical 14.3.1 (PyPI, the iCalendar library of Home Assistant's to-do lists): a to-do that is read and written again has other categories,
# and an alarm that counted from its end counts from its start.
#
# The input (RFC 5545, sections 3.8.1.2, 3.3.11 and 3.2.14): CATEGORIES:home,lamps\, bulbs are two categories, the second with a comma;
# TRIGGER;RELATED=END:-PT1H is an hour before DUE. The to-do starts on 1 December and is due on the 31st.
# Expected: both lines with the same meaning. A trigger without RELATED is relative to DTSTART, thirty days earlier.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check ical==14.3.1
cat > "$folder/trip.py" << 'PYTHON'
from ical.calendar_stream import IcsCalendarStream

lines = [
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//EN", "BEGIN:VTODO", "UID:1", "DTSTAMP:20261101T000000Z", "SUMMARY:Buy lamps",
    "DTSTART:20261201T100000Z", "DUE:20261231T100000Z", "CATEGORIES:home,lamps\\, bulbs", "BEGIN:VALARM", "ACTION:DISPLAY",
    "DESCRIPTION:Buy lamps", "TRIGGER;RELATED=END:-PT1H", "END:VALARM", "END:VTODO", "END:VCALENDAR", "",
]
calendar = IcsCalendarStream.calendar_from_ics("\r\n".join(lines))
written = IcsCalendarStream.calendar_to_ics(calendar).splitlines()
kept = [line for line in written if line.startswith(("CATEGORIES", "TRIGGER"))]
print("read:    CATEGORIES:home,lamps\\, bulbs  TRIGGER;RELATED=END:-PT1H")
print("written:", "  ".join(kept))
categories = [line.partition(":")[2] for line in kept if line.startswith("CATEGORIES")]
as_described = len(categories) == 3 and "TRIGGER:-PT1H" in kept
print("As described." if as_described else "The behaviour has changed.")
raise SystemExit(not as_described)
PYTHON
"$folder/venv/bin/python" "$folder/trip.py"
