#!/bin/bash
# calcurse 4.7.1 (Debian 12, 4.7.1-1): importing and exporting to-dos loses their due dates, rules and categories, opens the cancelled ones
# again, and writes to-dos without UID and DTSTAMP, which RFC 5545, section 3.6.2, requires.
#
# The input: a to-do that is due and repeats, and one that is cancelled.
# Expected: DUE, RRULE and CATEGORIES, or a word that they were left out; STATUS:CANCELLED; a UID and a DTSTAMP for each.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download -qq calcurse=4.7.1-1 || { echo "This needs the packages of Debian 12." >&2; exit 2; }
dpkg-deb --extract calcurse_*.deb .
mkdir data
sed 's/$/\r/' > in.ics << 'ICS'
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//EN
BEGIN:VTODO
UID:1
DTSTAMP:20261101T000000Z
SUMMARY:Pay rent
DTSTART;VALUE=DATE:20261201
DUE;VALUE=DATE:20261231
RRULE:FREQ=MONTHLY
CATEGORIES:home
END:VTODO
BEGIN:VTODO
UID:2
DTSTAMP:20261101T000000Z
SUMMARY:Order tiles
STATUS:CANCELLED
END:VTODO
END:VCALENDAR
ICS
usr/bin/calcurse -D data -i in.ics
usr/bin/calcurse -D data -xical | tr -d '\r' | tee out.ics
if [ "$(grep -c '^BEGIN:VTODO' out.ics)" = 2 ] && ! grep -qE '^(DUE|RRULE|CATEGORIES|STATUS|UID|DTSTAMP)' out.ics; then
  echo "As described."
else
  echo "The behaviour has changed."
  exit 1
fi
