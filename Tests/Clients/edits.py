"""What a program does with the Python library caldav: python edits.py URL NAME PASSWORD LIST. Stops at what differs from what it wrote."""

import sys
from datetime import UTC, date, datetime, timedelta

import caldav
import recurring_ical_events
from caldav.lib.error import AuthorizationError, NotFoundError

URL, NAME, PASSWORD, LIST = sys.argv[1:]


def client(password: str = PASSWORD) -> caldav.DAVClient:
    return caldav.DAVClient(url=URL, username=NAME, password=password)


def titles(tasks: list) -> list[str]:
    return sorted(str(task.icalendar_component["SUMMARY"]) for task in tasks)


def main() -> None:
    principal = client().principal()
    there = {calendar.get_display_name(): calendar for calendar in principal.calendars()}
    mine = there[LIST]
    assert mine.get_supported_components() == ["VTODO"], mine.get_supported_components()
    known = mine.get_objects_by_sync_token()
    assert titles(known) == ["Paint the door", "Sweep"]
    (sweep,) = mine.search(todo=True, summary="Sweep")
    expanded = recurring_ical_events.of(sweep.icalendar_instance, components=["VTODO"]).between((2031, 5, 1), (2031, 5, 31))
    assert [one["DUE"].dt for one in expanded] == [date(2031, 5, day) for day in (5, 12, 19, 26)], expanded

    tea = mine.add_todo(summary="Buy tea", due=date(2031, 5, 4), categories=["shop"], priority=1, uid="tea@here/é")
    mine.add_todo(summary="Call Eve", dtstart=datetime(2031, 5, 5, 9, tzinfo=UTC), due=datetime(2031, 5, 5, 10, tzinfo=UTC), alarm_trigger=timedelta(minutes=-15), alarm_action="DISPLAY")
    mine.add_todo(summary="Water the plants", due=date(2031, 5, 6), dtstart=date(2031, 5, 6), rrule={"FREQ": "DAILY"}).complete(handle_rrule=True)
    tea.icalendar_component["SUMMARY"] = "Buy green tea"
    tea.save()
    (door,) = mine.search(todo=True, summary="Paint")
    door.complete()
    assert titles(mine.todos()) == ["Buy green tea", "Call Eve", "Sweep", "Water the plants"], titles(mine.todos())
    assert titles(mine.search(todo=True, start=datetime(2031, 5, 5, tzinfo=UTC), end=datetime(2031, 5, 6, tzinfo=UTC))) == ["Call Eve", "Sweep", "Water the plants"]
    assert titles(mine.search(todo=True, category="shop")) == ["Buy green tea"]
    updated, deleted = known.sync()
    assert titles(updated) == ["Buy green tea", "Call Eve", "Paint the door", "Water the plants", "Water the plants"] and not deleted, titles(updated)

    other = principal.make_calendar(name="Garden", supported_calendar_component_set=["VTODO"])
    other.add_todo(summary="Sow")
    other.set_properties([caldav.elements.dav.DisplayName("Garden & yard")])
    assert "Garden & yard" in [calendar.get_display_name() for calendar in principal.calendars()]
    other.delete()
    expect(NotFoundError, other.todos)
    expect(AuthorizationError, client("not the one").principal)


def expect(error: type[Exception], action) -> None:
    try:
        action()
    except error:
        return
    raise AssertionError(f"no {error.__name__}")


main()
