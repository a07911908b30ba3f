#!/bin/bash
# topydo 0.16 (PyPI, of the todo.txt format): a task of the 31st of each month slides to the 28th for ever, and one of a leap day never
# returns to it, because each date is counted from the one before.
#
# The input: "Pay rent due:2026-01-31 rec:+1m" and "Leap due:2024-02-29 rec:+1y", each done four times. In rec:, a plus counts from the
# due date (its documentation: "strict recurrence").
# Expected of a series on the 31st: 02-28, 03-31, 04-30, 05-31; of one on a leap day: 2025-02-28, 2026-02-28, 2027-02-28, 2028-02-29.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check topydo==0.16
printf '[topydo]\nfilename=%s/todo.txt\narchive_filename=%s/done.txt\n' "$folder" "$folder" > "$folder/config"

dates() {
  echo "$1" > "$folder/todo.txt"
  for _ in 1 2 3 4; do
    "$folder/venv/bin/topydo" -c "$folder/config" do 1 > /dev/null
    grep -o 'due:[0-9-]*' "$folder/todo.txt"
  done | sed 's/due://' | paste -sd ' '
}

month=$(dates "Pay rent due:2026-01-31 rec:+1m")
year=$(dates "Leap due:2024-02-29 rec:+1y")
echo "the 31st of each month: $month"
echo "the leap day:           $year"
if [ "$month" = "2026-02-28 2026-03-28 2026-04-28 2026-05-28" ] && [ "$year" = "2025-02-28 2026-02-28 2027-02-28 2028-02-28" ]; then
  echo "As described."
else
  echo "The behaviour has changed."
  exit 1
fi
