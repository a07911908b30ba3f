#!/bin/bash
# recurrent 0.4.1 (PyPI, phrases of English to recurrence rules): "daily except sunday" leaves out one Sunday, the next one.
#
# The input: the phrase, on Friday, 20 November 2026, at 10:00.
# Expected: a rule without Sundays, such as RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check recurrent==0.4.1
cat > "$folder/phrase.py" << 'PYTHON'
import datetime
from recurrent.event_parser import RecurringEvent

parsed = RecurringEvent(now_date=datetime.datetime(2026, 11, 20, 10)).parse("daily except sunday")
print("daily except sunday:", parsed.replace("\n", " "))
rule, _, exceptions = parsed.partition("\n")
as_described = "BYDAY" not in rule and exceptions.startswith("EXDATE:20261122")
print("As described." if as_described else "The behaviour has changed.")
raise SystemExit(not as_described)
PYTHON
"$folder/venv/bin/python" "$folder/phrase.py"
