"""What a broken or hostile CalDAV client may send: what is large, long, deep, or many."""

from collections.abc import Iterable

from calendars import NAMESPACES, TASKS, Calendar, todo
from connection import HOST

TEXTS = "<d:prop><d:getetag/><c:calendar-data/></d:prop>"
# As many names as are answered, and as long as a body may be.
WANTED = "<d:prop>" + "".join(f"<d:{'n' * 290}{number:03}/>" for number in range(200)) + "</d:prop>"
NAMES = "".join(f"<n{number}/>" for number in range(3_000))
SERIES = ["DTSTART:20270101T000000", "DUE:20270101T010000"]


def xml(root: str, inside: str, attributes: str = "") -> str:
    return f'<?xml version="1.0" encoding="utf-8"?><{root} {NAMESPACES}{attributes}>{inside}</{root}>'


def find(inside: str, attributes: str = "") -> str:
    return xml("d:propfind", f"<d:prop>{inside}</d:prop>", attributes)


def query(tests: str, wanted: str = "<d:prop><d:getetag/></d:prop>") -> str:
    return xml("c:calendar-query", wanted + TASKS.replace('"VTODO"/>', f'"VTODO">{tests}</c:comp-filter>'))


def match(text: str) -> str:
    return f'<c:prop-filter name="X-LONG"><c:text-match collation="i;unicode-casemap">{text}</c:text-match></c:prop-filter>'


def patch(count: int, size: int, how: str = "set") -> str:
    inside = "".join(f"<p{number}>{'v' * size}</p{number}>" for number in range(count))
    return xml("d:propertyupdate", f"<d:{how}><d:prop>{inside}</d:prop></d:{how}>")


def multiget(hrefs: Iterable[str], wanted: str = TEXTS) -> str:
    return xml("c:calendar-multiget", wanted + "".join(f"<d:href>{href}</d:href>" for href in hrefs))


def task(*lines: str, more: str = "") -> str:
    return todo("hostile", "SUMMARY:Hostile 000000", *lines).replace("END:VCALENDAR", more + "END:VCALENDAR")


def moments(count: int) -> list[str]:
    return [f"20{27 + n // 8_064:02}{n // 672 % 12 + 1:02}{n // 24 % 28 + 1:02}T{n % 24:02}0000" for n in range(count)]


def overrides(count: int) -> str:
    rows = ["BEGIN:VTODO", "UID:hostile", "DTSTAMP:20261126T100000Z", "RECURRENCE-ID:{}", "SUMMARY:One", "END:VTODO", ""]
    return "".join("\r\n".join(rows).format(moment) for moment in moments(count))


def zoned(count: int) -> str:
    part = "BEGIN:{0}\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0{1}00\r\nRRULE:FREQ=DAILY\r\nEND:{0}\r\n"
    parts = "".join(part.format(*one) for one in [("STANDARD", 1), ("DAYLIGHT", 2)] * (count // 2))
    text = task("DTSTART;TZID=Own:20270101T000000", "RRULE:FREQ=DAILY")
    return text.replace("BEGIN:VTODO", f"BEGIN:VTIMEZONE\r\nTZID:Own\r\n{parts}END:VTIMEZONE\r\nBEGIN:VTODO", 1)


def spellings(path: str, count: int) -> Iterable[str]:
    return (f"http://{number}{path}long-0.ics" for number in range(count))


def requests(home: str) -> list[tuple[str, str, str, str]]:
    """The name of each, its method, the resource, and the body. The collection at `home` is that of `drills/hostile.py`."""
    patches = [("100 properties of 600 bytes", patch(100, 600)), ("3,000 properties", patch(3_000, 1)), ("3,000 removals", patch(3_000, 0, "remove"))]
    finds = [
        ("a body of 3.5 MB", find(NAMES * 150)),
        ("3,000 names", find(NAMES)),
        ("200 names, about all tasks", xml("d:propfind", WANTED)),
        ("a namespace of 60 KB", find("<u:a/>", f' xmlns:u="u:{"x" * 60_000}"')),
        ("3,500 namespaces, 58 levels", find("".join(f'<a xmlns:n{n}="u">' for n in range(58)) + '<b xmlns:m="u"/>' * 3_500 + "</a>" * 58)),
        ("20,000 levels", "<a>" * 20_000),
        ("entities", '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>'),
        ("12,000 references", find("<a>" + "&#65;" * 12_000 + "</a>")),
    ]
    reports = [
        ("a text of 1,000 bytes", query(match("a" * 999 + "b"))),
        ("50 texts", query(match("a" * 18 + "b") * 50)),
        ("a text of 60 KB", query(match("a" * 60_000))),
        ("500 filters", query(match("a") * 500)),
        ("50 ranges of time", query('<c:time-range start="20270101T000000Z" end="20270102T000000Z"/>' * 50)),
        ("all texts", query("", TEXTS)),
        ("200 names, first sync", xml("d:sync-collection", f"<d:sync-token/><d:sync-level>1</d:sync-level>{WANTED}")),
        ("10,000 spellings of a task of 100 KB", multiget(spellings(home, 10_000))),
        ("200 names, 10,000 spellings", multiget(spellings(home, 10_000), WANTED)),
        ("30,000 addresses", multiget(f"{home}{number}.ics" for number in range(30_000))),
        ("4 MB that are no multiget", xml("c:calendar-query", "<a/>" * 1_000_000)),
    ]
    dates = moments(14_000)
    puts = [
        ("a body of 10 MB", task("X-A:" + "a" * 10_000_000)),
        ("a line of 240 KB", task("X-A:" + "a" * 240_000)),
        ("60,000 folds", task("X-A:" + "a\r\n " * 60_000)),
        ("20,000 properties", task(*(f"X-{number}:a" for number in range(20_000)))),
        ("13,000 tags", task(*(f"CATEGORIES:{number}" for number in range(13_000)))),
        ("40,000 tags in a line", task("CATEGORIES:" + ",".join(map(str, range(40_000))))),
        ("16,000 comments", task(*(f"COMMENT:{number}" for number in range(16_000)))),
        ("7,000 relations", task(*(f"RELATED-TO;RELTYPE=SIBLING:{number}" for number in range(7_000)))),
        ("4,000 alarms", task(*["BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nEND:VALARM"] * 4_000)),
        ("2,000 overrides", task(*SERIES, "RRULE:FREQ=HOURLY", more=overrides(2_000))),
        ("14,000 added dates in a line", task(*SERIES, "RDATE:" + ",".join(dates))),
        ("9,000 added dates", task(*SERIES, *(f"RDATE:{date}" for date in dates[:9_000]))),
        ("9,000 dates left out", task(*SERIES, "RRULE:FREQ=HOURLY;COUNT=9000", *(f"EXDATE:{date}" for date in dates[:9_000]))),
        ("a rule without dates", task(*SERIES, "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30")),
        ("a rule of all seconds", task(*SERIES, "RRULE:FREQ=SECONDLY;COUNT=2000000000")),
        ("a zone of 2,000 parts", zoned(2_000)),
        ("10,000 levels", task(*["BEGIN:A"] * 10_000, *["END:A"] * 10_000)),
    ]
    return [
        *(("PROPFIND: " + name, "PROPFIND", home, body) for name, body in finds),
        *(("PROPPATCH: " + name, "PROPPATCH", home, body) for name, body in patches),
        ("MKCALENDAR: 3,000 properties", "MKCALENDAR", home.replace("hostile", "made"), xml("c:mkcalendar", f"<d:set><d:prop>{NAMES}</d:prop></d:set>")),
        *(("REPORT: " + name, "REPORT", home, body) for name, body in reports),
        *(("PUT: " + name, "PUT", home + "hostile.ics", body) for name, body in puts),
        *((f"{method}: 1 MB", method, home + "long-0.ics", "a" * 1_000_000) for method in ("OPTIONS", "LOCK", "COPY", "MOVE")),
    ]


def message(calendar: Calendar, method: str, path: str, body: str, **more: str) -> bytes:
    fields = {"Host": HOST, "Connection": "close", "Depth": 1, "Content-Length": len(body.encode())}
    fields |= {"Destination": "/dav/" + "a/" * 2_000} if method in ("COPY", "MOVE") else {}
    fields |= calendar.headers | {name.replace("_", "-"): value for name, value in more.items()}
    return "\r\n".join([f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in fields.items()), "", body]).encode()


def endless(calendar: Calendar) -> bytes:
    head = message(calendar, "PUT", calendar.path + "hostile.ics", "").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    return head + b"2000\r\n%b\r\n" % (b"a" * 8_192) * 2_000
