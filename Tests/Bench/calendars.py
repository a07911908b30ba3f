"""A CalDAV client: requests of one collection, and the resources in their answers."""

import base64
import http.client
import re
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from connection import HOST, Connection

if TYPE_CHECKING:
    from server import Fourfold

DAV, CALDAV = "{DAV:}", "{urn:ietf:params:xml:ns:caldav}"
NAMESPACES = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"'
TASKS = '<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VTODO"/></c:comp-filter></c:filter>'


@dataclass
class Reply:
    status: int
    headers: http.client.HTTPMessage
    text: str
    seconds: float

    def resources(self) -> dict[str, ElementTree.Element]:
        """The responses of a multi-status by their addresses."""
        return {one.findtext(f"{DAV}href"): one for one in ElementTree.fromstring(self.text).iter(f"{DAV}response")}

    def tags(self) -> dict[str, str]:
        tags = {href: one.findtext(f".//{DAV}getetag") for href, one in self.resources().items()}
        return {href: tag for href, tag in tags.items() if tag}

    def texts(self) -> dict[str, tuple[str, str]]:
        """Entity tag and text of each resource."""
        found = {href: (one.findtext(f".//{DAV}getetag"), one.findtext(f".//{CALDAV}calendar-data")) for href, one in self.resources().items()}
        return {href: one for href, one in found.items() if one[1]}

    def token(self) -> str:
        return ElementTree.fromstring(self.text).findtext(f"{DAV}sync-token")


class Calendar:
    """One collection of an account on a server."""

    def __init__(self, port: int, path: str, user: str = "", password: str = ""):
        self.path, self.connection = path, http.client.HTTPConnection(HOST, port, timeout=600)
        self.headers = {"Authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()} if user else {}

    def send(self, method: str, path: str = "", body: str = "", **headers: str) -> Reply:
        """Sends a request about a resource of the collection, by its name or from the root."""
        began = time.perf_counter()
        fields = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        path = path if path.startswith("/") else self.path + path
        try:
            self.connection.request(method, path, body.encode(), fields)
            response = self.connection.getresponse()
        except ConnectionError:
            # The server has closed an idle connection.
            self.connection.close()
            self.connection.request(method, path, body.encode(), fields)
            response = self.connection.getresponse()
        data = response.read()
        return Reply(response.status, response.headers, data.decode(), time.perf_counter() - began)

    def put(self, name: str, text: str, **condition: str) -> Reply:
        return self.send("PUT", name, text, Content_Type="text/calendar; charset=utf-8", **condition)

    def report(self, name: str, content: str, properties: str = "<d:getetag/>", depth: str = "1") -> Reply:
        body = f'<?xml version="1.0" encoding="utf-8"?><{name} {NAMESPACES}><d:prop>{properties}</d:prop>{content}</{name}>'
        return self.send("REPORT", "", body, Depth=depth, Content_Type="application/xml; charset=utf-8")

    def query(self) -> Reply:
        return self.report("c:calendar-query", TASKS)

    def multiget(self, hrefs: list[str]) -> Reply:
        content = "".join(f"<d:href>{href}</d:href>" for href in hrefs)
        return self.report("c:calendar-multiget", content, "<d:getetag/><c:calendar-data/>")

    def sync(self, token: str = "") -> Reply:
        content = f"<d:sync-token>{token}</d:sync-token><d:sync-level>1</d:sync-level>"
        return self.report("d:sync-collection", content, depth="0")

    def find(self, path: str, depth: int, *properties: str) -> Reply:
        body = f'<?xml version="1.0" encoding="utf-8"?><d:propfind {NAMESPACES}><d:prop>{"".join(f"<{name}/>" for name in properties)}</d:prop></d:propfind>'
        return self.send("PROPFIND", path, body, Depth=str(depth), Content_Type="application/xml; charset=utf-8")

    def close(self) -> None:
        self.connection.close()


def todo(uid: str, *lines: str, program: str = "-//Bench//EN") -> str:
    rows = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{program}", "BEGIN:VTODO", f"UID:{uid}", "DTSTAMP:20261126T100000Z", *lines]
    return "\r\n".join([*rows, "END:VTODO", "END:VCALENDAR", ""])


def app_password(server: "Fourfold", name: str, user: str = "Ann") -> str:
    """Makes an app password of the account, as its page shows it."""
    with Connection(server.port) as connection:
        made = connection.post("/settings/app-passwords", urlencode({"name": name}), {"Cookie": server.cookie(user)})
        page = connection.get(made.headers["location"].partition("#")[0], server.headers(user))
    return re.search(rb"\d+(?:-[a-z0-9]{4}){7}", page.body)[0].decode()


def make(server: "Fourfold", name: str, user: str = "Ann") -> Calendar:
    """A new collection of the account."""
    calendar = Calendar(server.port, "/dav/", user, app_password(server, name, user))
    home = re.search(r"/dav/principals/(\d+)/", calendar.find("/dav/", 0, "d:current-user-principal").text)[1]
    calendar.path = f"/dav/calendars/{home}/{name.lower()}/"
    made = calendar.send("MKCALENDAR", "", "")
    if made.status != 201:
        raise RuntimeError(f"a collection could not be made: {made.status} {made.text}")
    return calendar
