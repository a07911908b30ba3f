"""The drills by their names. Each is a function that yields lines about what was acknowledged, found and lost."""

from drills import disk, killing, power, restoring, standby, upgrade

ALL = {
    "restore": restoring.drill,
    "standby": standby.drill,
    "kill": killing.drill,
    "power": power.drill,
    "upgrade": upgrade.drill,
    "disk": disk.drill,
}
