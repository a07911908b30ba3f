"""The size of the page of 100 tasks, and the number of requests that a browser needs for it."""

import gzip
import re
from collections.abc import Iterator
from dataclasses import dataclass

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
            first, again = visit(context, world.path), visit(context, world.path)
        for figure, asked, bound in (("Requests of the first visit", first, 2), ("Requests of the next", again, 1)):
            later = f"; the tab, once it is there: {', '.join(asked.later)}" if asked.later else ""
            yield Row.exactly(figure, ", ".join(asked.page) + later, len(asked.page), bound)
        fetched = [*first.page, *first.later, *again.page, *again.later].count("script")
        yield Row.exactly("Scripts", "in the page and fetched", scripts + fetched, 0)


def weight(figure: str, answer: Answer, bound: float) -> Row:
    is_gzip = answer.headers.get("content-encoding") == "gzip"
    sent = answer.body if is_gzip else gzip.compress(answer.body, 6)
    told = "as sent" if is_gzip else f"sent plain: {len(answer.body) / 1000:.1f} KB"
    return Row.under(figure, told, len(sent) / 1000, "KB", bound)


@dataclass
class Asked:
    """The browser's requests: until the page was loaded, and its own after that."""

    page: list[str]
    later: list[str]


def visit(context, path: str) -> Asked:
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Page.enable")
    network.send("Network.enable")
    asked: dict[str, str] = {}
    until_loaded: list[str] = []
    network.on("Network.requestWillBeSent", lambda event: asked.update({event["requestId"]: kind(event)}))
    # Requests served from the browser's cache are announced like all others.
    network.on("Network.requestServedFromCache", lambda event: asked.pop(event["requestId"], None))
    network.on("Network.responseReceived", lambda event: event["response"].get("fromDiskCache") and asked.pop(event["requestId"], None))
    network.on("Page.loadEventFired", lambda _: until_loaded.extend(asked))
    page.goto(path, wait_until="networkidle")
    page.close()
    return Asked(
        page=[name for number, name in asked.items() if number in until_loaded],
        later=[name for number, name in asked.items() if number not in until_loaded],
    )


def kind(event: dict) -> str:
    # Requests other than for the page and its styles are named by their address: the tab's icon, the speculation rules.
    name = event.get("type", "Other").lower()
    return name if name != "other" else event["request"]["url"].rpartition("/")[2]
