"""The gallery's entries: every screen in each of its states."""

import re
from dataclasses import dataclass

import web

LINK = re.compile(r'href="(/gallery/([a-z-]+)/([^"#?]+))"')


@dataclass(frozen=True)
class Entry:
    path: str
    screen: str
    state: str

    @property
    def file_name(self) -> str:
        return f"{self.screen}-{self.state}".replace("/", "-")


def entries(url: str) -> list[Entry]:
    """In the order of the page, without duplicates."""
    found = LINK.findall(web.get(f"{url}/gallery").text)
    return list(dict.fromkeys(Entry(*match) for match in found))
