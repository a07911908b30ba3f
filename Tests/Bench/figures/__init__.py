"""The figures by their names, in the order of the table. Each is a function that yields its rows one by one."""

from figures import adding, carrying, changed, click, fairness, first, live, memory, moving, overview, page, reminding, search, sharing, size, start, syncing, today, waiting, weight

ALL = {
    "page": page.rows,
    "changed": changed.rows,
    "carrying": carrying.rows,
    "first": first.rows,
    "adding": adding.rows,
    "overview": overview.rows,
    "today": today.rows,
    "search": search.rows,
    "size": size.rows,
    "waiting": waiting.rows,
    "together": fairness.rows,
    "sharing": sharing.rows,
    "live": live.rows,
    "reminding": reminding.rows,
    "moving": moving.rows,
    "syncing": syncing.rows,
    "start": start.rows,
    "memory": memory.rows,
    "weight": weight.rows,
    "click": click.rows,
}
