"""The gallery's entries: every screen in each of its states."""

import re
from dataclasses import dataclass

import web

SCREEN = re.compile(r'href="(/gallery/[a-z-]+)"')
LINK = re.compile(r'href="(/gallery/([a-z-]+)/([^"#?]+))"')


@dataclass(frozen=True)
class Entry:
    path: str
    screen: str
    state: str

    @property
    def file_name(self) -> str:
        return f"{self.screen}-{self.state}".replace("/", "-")


def screens(url: str) -> list[str]:
    """The pages of the screens, in the order of the index."""
    return list(dict.fromkeys(SCREEN.findall(web.get(f"{url}/gallery").text)))


def entries(url: str) -> list[Entry]:
    """In the order of the pages, without duplicates."""
    found = [match for screen in screens(url) for match in LINK.findall(web.get(url + screen).text)]
    return list(dict.fromkeys(Entry(*match) for match in found))
