"""Another process that writes to a database while a server reads it."""

import sqlite3

from data import NOW, World


class Writer:
    """Changes tasks of Ann's list from another process, as an edit of the priority does: the row, and its row in `changes`. A text would
    need the tokenizer of the search index, which only the app has.

    The app's own form would include the time of the disk, and has the same effect on a reader: SQLite reports a write of any other
    connection in the same way."""

    def __init__(self, world: World):
        self.connection = sqlite3.connect(world.database, isolation_level=None, timeout=5)
        self.connection.execute("PRAGMA synchronous = OFF")
        self.list, self.times = world.page, 0
        found = self.connection.execute("SELECT id FROM tasks WHERE list = ? AND done IS NULL ORDER BY position", [world.page])
        self.tasks = [row[0] for row in found]
        self.account = self.connection.execute("SELECT account FROM memberships WHERE list = ? AND role = 'owner'", [world.page]).fetchone()[0]

    def change(self) -> None:
        task, name = self.tasks[self.times * 37 % len(self.tasks)], f"Changed for the {self.times}th time"
        self.times += 1
        run = self.connection.execute
        run("BEGIN IMMEDIATE")
        version = run(
            "INSERT INTO changes (account, list, task, kind, name, at) VALUES (?, ?, ?, 'task-edited', ?, ?)",
            [self.account, self.list, task, name, NOW],
        ).lastrowid
        run("UPDATE tasks SET priority = ?, version = ? WHERE id = ?", [self.times % 4, version, task])
        run("COMMIT")

    def grow_log(self) -> None:
        """Grows the write-ahead log to the length at which it restarts: before that, a commit extends the file and takes longer."""
        for _ in range(1_000):
            self.change()

    def close(self) -> None:
        self.connection.close()
