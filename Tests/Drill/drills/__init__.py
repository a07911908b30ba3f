"""The drills by their names. Each is a function that yields lines about what was acknowledged, found and lost."""

from drills import disk, killing, machines, power, restoring, standby

ALL = {
    "restore": restoring.drill,
    "standby": standby.drill,
    "machines": machines.drill,
    "kill": killing.drill,
    "power": power.drill,
    "disk": disk.drill,
}
