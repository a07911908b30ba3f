"""A visitor of a served Fourfold: python3 visitor.py FILE health | style | create | read | list [PORT]

FILE keeps the session. Prints the status of the response, and what it is about."""

import http.client
import re
import sys
from pathlib import Path
from urllib.parse import urlencode

PASSWORD = "correct horse battery"
state = Path(sys.argv[1])
port = int(sys.argv[3]) if len(sys.argv) > 3 else 8080


def send(method: str, path: str, fields: dict | None = None) -> tuple[http.client.HTTPResponse, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    headers = {"Accept": "text/html"}
    if state.exists():
        headers["Cookie"] = state.read_text()
    if fields is not None:
        headers |= {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/x-www-form-urlencoded"}
    connection.request(method, path, urlencode(fields) if fields is not None else None, headers)
    response = connection.getresponse()
    return response, response.read().decode()


def health() -> str:
    response, text = send("GET", "/health")
    return f"{response.status} {text.splitlines()[0]}"


def style() -> str:
    _, page = send("GET", "/lists")
    response, _ = send("GET", re.search(r'<link rel="stylesheet" href="([^"]+)"', page)[1])
    return f"{response.status} {response.headers['Content-Type']}"


def create() -> str:
    response, text = send("POST", "/set-up", {"username": "Ada", "password": PASSWORD, "password-again": PASSWORD})
    assert response.status == 303, (response.status, text)
    state.write_text(response.headers["Set-Cookie"].partition(";")[0])
    response, text = send("POST", "/lists", {"name": "Errands"})
    assert response.status == 303, (response.status, text)
    path = re.match(r"/lists/\d+", response.headers["Location"])[0]
    _, page = send("GET", path)
    version = re.search(r'name="version" value="([^"]+)"', page)[1]
    response, text = send("POST", f"{path}/tasks", {"title": "Buy paint", "version": version})
    assert response.status == 303, (response.status, text)
    return f"{response.status} {response.headers['Location']}"


def read() -> str:
    response, page = send("GET", "/lists/1")
    return f"{response.status} {re.search('Buy paint', page)[0]}"


def make_list() -> str:
    """Signs in to an account that is there, makes a list, and returns its id."""
    response, text = send("POST", "/sign-in", {"username": "Ada", "password": PASSWORD})
    assert response.status == 303, (response.status, text)
    state.write_text(response.headers["Set-Cookie"].partition(";")[0])
    response, text = send("POST", "/lists", {"name": "Errands"})
    return re.match(r"/lists/(\d+)", response.headers["Location"])[1]


print({"health": health, "style": style, "create": create, "read": read, "list": make_list}[sys.argv[2]]())
