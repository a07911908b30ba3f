"""Plain requests besides the browser: no redirect is followed, and every response is stored for the checks at the end."""

import http.client
from dataclasses import dataclass
from urllib.parse import urlencode, urljoin, urlsplit

import seen

NAVIGATION = {"Upgrade-Insecure-Requests": "1", "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate"}
FORM = "application/x-www-form-urlencoded"

# The session cookie to send for each host; None for a signed-out client. An explicit header overrides it.
cookies: dict[str, tuple[str, str] | None] = {}


@dataclass
class Answer:
    url: str
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")

    @property
    def location(self) -> str:
        """The target of a redirect: path, query and fragment."""
        parts = urlsplit(urljoin(self.url, self.headers["Location"] or ""))
        return parts.path + (f"?{parts.query}" if parts.query else "") + (f"#{parts.fragment}" if parts.fragment else "")

    @property
    def cookie(self) -> tuple[str, str]:
        """The name and the value of the one cookie in the response."""
        name, _, value = self.headers["Set-Cookie"].partition(";")[0].partition("=")
        return name, value


def send(url: str, method: str = "GET", headers: dict | None = None, body: bytes | None = None) -> Answer:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=120)
    try:
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        connection.request(method, target or "/", body, {"Accept": "text/html", **own_cookie(parts.netloc), **(headers or {})})
        response = connection.getresponse()
        answer = Answer(url, response.status, response.headers, response.read())
    finally:
        connection.close()
    seen.keep(f"{method} {target} {answer.status}", answer.headers["Content-Type"], answer.body)
    return answer


def own_cookie(netloc: str) -> dict[str, str]:
    cookie = cookies.get(netloc)
    return {"Cookie": "=".join(cookie)} if cookie else {}


def get(url: str, **headers: str) -> Answer:
    """The whole page at once, as for a client that is not a browser."""
    return send(url, headers={name.replace("_", "-"): value for name, value in headers.items()})


def stream(url: str) -> Answer:
    """The page as for a browser: streamed if it is slow."""
    return send(url, headers=NAVIGATION)


def post(url: str, fields: dict | None = None, **headers: str) -> Answer:
    """A form sent from a page of the same site."""
    parts = urlsplit(url)
    own = {"Content-Type": FORM, "Origin": f"{parts.scheme}://{parts.netloc}"}
    own |= {name.replace("_", "-"): value for name, value in headers.items()}
    return send(url, "POST", own, urlencode(fields or {}).encode())
