"""Every page that a test met, whichever process ran it, kept until the last test checks them all."""

import hashlib
import os
import tempfile
from pathlib import Path

# Processes that are started by this one inherit its folder. One that it was given stays for those who come after.
if "FOURFOLD_SEEN" not in os.environ:
    own = tempfile.TemporaryDirectory(prefix="fourfold-seen-")
    os.environ["FOURFOLD_SEEN"] = own.name
FOLDER = Path(os.environ["FOURFOLD_SEEN"])


def keep(name: str, content_type: str | None, body: bytes) -> None:
    """Keeps a page of HTML under its content, so that a page met twice is checked once."""
    if not body or not (content_type or "").startswith("text/html"):
        return
    path = FOLDER / hashlib.sha256(body).hexdigest()[:16]
    if not path.exists():
        # Renamed into place: other processes may keep the same page at the same moment.
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(name.encode() + b"\n" + body)
        part.rename(path)


def pages() -> list[tuple[str, bytes]]:
    """The pages with what was asked for them."""
    texts = [path.read_bytes().partition(b"\n") for path in sorted(FOLDER.iterdir()) if not path.suffix]
    return [(name.decode(), body) for name, _, body in texts]
