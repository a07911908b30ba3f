"""A server on loopback that takes webhooks, and remembers when each came; and the rows of a database that has reminders for it."""

import asyncio
import base64
import json
import random
import re
import secrets
import sqlite3
import threading
import time
from collections import defaultdict
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from connection import HOST

LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")


class Receiver:
    """Answers 204 after a pause of at most so many seconds."""

    def __init__(self, pause: float = 0):
        self.pause, self.came, self.texts = pause, defaultdict(list), defaultdict(list)
        self.loop, self.random = asyncio.new_event_loop(), random.Random(2)
        self.listener = self.loop.run_until_complete(asyncio.start_server(self.serve, HOST, 0, backlog=1_024))
        self.port = self.listener.sockets[0].getsockname()[1]
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                event = json.loads(await reader.readexactly(int(LENGTH.search(head)[1])))
                name = re.search(rb"(?i)\r\nwebhook-id: *([^\r]+)", head)[1].decode()
                self.came[name].append(time.monotonic())
                self.texts[name].append(event["data"]["text"])
                if self.pause:
                    await asyncio.sleep(self.random.uniform(0, self.pause))
                writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    def __enter__(self) -> "Receiver":
        self.thread.start()
        return self

    def __exit__(self, *_) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)


def remind(database: Path, accounts: list[int], each: int, port: int, moment: float) -> int:
    """Gives each account a list of tasks that remind it at a moment, by a webhook of its own. Returns the number of tasks."""
    at = datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%MZ")
    # Long before it, so that the channels are told of it.
    made = int(moment * 1000) - 86_400_000
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        run = connection.execute
        run("BEGIN")
        for account in accounts:
            key = "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
            run(
                """
                INSERT INTO channels (account, kind, address, origin, secret, made, submission_high, submission_low)
                VALUES (?, 'webhook', ?, 'https://lists.example', ?, ?, ?, ?)
                """,
                [account, f"http://{HOST}:{port}/{account}", key, made, account, account],
            )
            own = "list IN (SELECT list FROM memberships WHERE account = ?) AND done IS NULL"
            chosen = [row[0] for row in run(f"SELECT id FROM tasks WHERE {own} ORDER BY id LIMIT ?", [account, each])]
            if len(chosen) < each:
                raise RuntimeError(f"account {account} has only {len(chosen)} open tasks")
            connection.executemany("UPDATE tasks SET reminders = ? WHERE id = ?", ((at, task) for task in chosen))
        run("COMMIT")
    return len(accounts) * each
