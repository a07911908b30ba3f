"""What the page of 100 tasks weighs, and how often a browser has to ask for it."""

import gzip
import re
from collections.abc import Iterator

from bench import Bench, Unmeasured, expect
from browser import signed_in
from connection import Answer, Connection
from server import Fourfold
from table import Row


def rows(bench: Bench) -> Iterator[Row]:
    world = bench.small
    with Fourfold(world) as server:
        with Connection(server.port) as connection:
            plain = connection.get(world.path, server.headers())
            expect(plain.status, 200, world.path)
            html = connection.get(world.path, server.headers(Accept_Encoding="gzip"))
            address = re.search(rb'href="(/assets/[^"]+\.css)"', plain.body)
            if not address:
                raise Unmeasured("the page has no stylesheet")
            css = connection.get(address[1].decode(), {"Accept-Encoding": "gzip"})
        yield weight("HTML of the 100 tasks, gzip", html, 8)
        yield weight("Its CSS, gzip", css, 10)
        scripts = len(re.findall(rb"<script|javascript:|\son[a-z]+=", plain.body, re.IGNORECASE))
        with signed_in(server) as context:
            first, again, by_script = requests(context, world.path)
        yield Row.exactly("Requests of the first visit", ", ".join(first), len(first), 2)
        yield Row.exactly("Requests of the next", ", ".join(again), len(again), 1)
        yield Row.exactly("Scripts", "in the page and fetched", scripts + by_script, 0)


def weight(figure: str, answer: Answer, bound: float) -> Row:
    is_gzip = answer.headers.get("content-encoding") == "gzip"
    sent = answer.body if is_gzip else gzip.compress(answer.body, 6)
    told = "as sent" if is_gzip else f"sent plain: {len(answer.body) / 1000:.1f} KB"
    return Row.under(figure, told, len(sent) / 1000, "KB", bound)


def requests(context, path: str) -> tuple[list[str], list[str], int]:
    """What a browser asks the server for at the first visit and at the next, and how many scripts were among it."""
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    asked: dict[str, str] = {}
    network.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: kind(event)}))
    # What comes out of the browser's own cache was announced like everything else.
    network.on("Network.requestServedFromCache", lambda event: asked.pop(event["requestId"], None))
    network.on("Network.responseReceived", lambda event: event["response"].get("fromDiskCache") and asked.pop(event["requestId"], None))
    visits = []
    for _ in range(2):
        asked.clear()
        page.goto(path, wait_until="networkidle")
        visits.append(list(asked.values()))
    return visits[0], visits[1], sum(kinds.count("script") for kinds in visits)


def kind(event: dict) -> str:
    # What is neither of the page's nor of a style's is named by its address: an icon of the tab, rules for fetching ahead.
    name = event.get("type", "Other").lower()
    return name if name != "other" else event["request"]["url"].rpartition("/")[2]
