"""Every page that a test visited, in any process, stored until the last test checks them all."""

import hashlib
import os
import tempfile
from pathlib import Path

# Child processes inherit the folder. A folder that was passed in is kept for later processes.
if "FOURFOLD_SEEN" not in os.environ:
    own = tempfile.TemporaryDirectory(prefix="fourfold-seen-")
    os.environ["FOURFOLD_SEEN"] = own.name
FOLDER = Path(os.environ["FOURFOLD_SEEN"])


def keep(name: str, content_type: str | None, body: bytes) -> None:
    """Stores a page of HTML under a hash of its content, so that equal pages are checked once."""
    if not body or not (content_type or "").startswith("text/html"):
        return
    path = FOLDER / hashlib.sha256(body).hexdigest()[:16]
    if not path.exists():
        # Renamed into place, because other processes may store the same page at the same time.
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(name.encode() + b"\n" + body)
        part.rename(path)


def pages() -> list[tuple[str, bytes]]:
    """The pages with their requests."""
    texts = [path.read_bytes().partition(b"\n") for path in sorted(FOLDER.iterdir()) if not path.suffix]
    return [(name.decode(), body) for name, _, body in texts]
