"""The drills by their names. Each is a function that yields lines about what was acknowledged, found and lost."""

from drills import disk, hostile, killing, litestream, power, reminding, restoring, sync

ALL = {
    "restore": restoring.drill,
    "litestream": litestream.drill,
    "kill": killing.drill,
    "remind": reminding.drill,
    "power": power.drill,
    "disk": disk.drill,
    "sync": sync.drill,
    "hostile": hostile.drill,
}
