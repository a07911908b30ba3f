"""Every page that a test met, kept until the last test checks them all."""

import hashlib

pages: dict[str, tuple[str, bytes]] = {}


def keep(name: str, content_type: str | None, body: bytes) -> None:
    """Keeps a page of HTML under its content, so that a page met twice is checked once."""
    if body and (content_type or "").startswith("text/html"):
        pages.setdefault(hashlib.sha256(body).hexdigest()[:16], (name, body))
