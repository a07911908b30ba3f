"""A page that is still loading when the server is stopped ends with a message."""

import signal
import socket
import time
from urllib.parse import urlsplit

import pytest

import web
from server import Server

pytestmark = pytest.mark.rehearse


def ask(server: Server, path: str) -> socket.socket:
    """Sends a browser's request over a socket; the response is read as it arrives."""
    parts = urlsplit(server.url)
    connection = socket.create_connection((parts.hostname, parts.port), timeout=120)
    headers = {"Host": parts.netloc, **web.NAVIGATION, **web.own_cookie(parts.netloc)}
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    connection.sendall("\r\n".join(lines).encode())
    return connection


def read(connection: socket.socket, end: str | None = None) -> str:
    """The bytes received up to some text, or up to the end of the connection."""
    text = b""
    while end is None or end.encode() not in text:
        piece = connection.recv(65_536)
        if not piece:
            assert end is None, text.decode()
            break
        text += piece
    return text.decode()


def test_loading_regions_end_as_failed(server):
    list_id = web.post(f"{server.url}/lists", {"name": "Errands", "version": ""}).location.split("?")[0].split("#")[0]
    with ask(server, f"{list_id}?rehearse=tasks:loading") as connection:
        begun = read(connection, 'data-placeholder-for="tasks"')
        assert begun.startswith("HTTP/1.1 200")
        asked = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        rest = read(connection)
        # Well before the process gives up on clients that still wait.
        took = time.monotonic() - asked
    assert 'data-region="tasks"' in rest and 'data-state="failed" data-reason="stopping"' in rest
    assert "The server is stopping" in rest
    assert rest.endswith("</html>\r\n0\r\n\r\n") or rest.rstrip().endswith("0"), rest[-200:]
    assert server.process.wait(120) == 0
    print(f"ended {took:.2f} s after SIGTERM")
