"""A proxy in front of the server that records requests, and can delay responses and remove the speculation rules."""

import http.client
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


class Recorder:
    def __init__(self, url: str):
        self.target = urlsplit(url).netloc
        self.asked: list[tuple[str, str, str, int]] = []  # method, path, purpose, status
        self.begun: list[str] = []  # paths, answered or not
        self.delay, self.names_rules = 0.0, True
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def taken(self) -> list[tuple[str, str, str, int]]:
        """The requests since the last call, without static files."""
        asked, self.asked, self.begun = self.asked, [], []
        return [one for one in asked if not one[1].startswith("/assets/") and one[1] != "/0"]

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def handler(recorder):
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def log_message(self, *_):
                pass

            def pass_on(self):
                recorder.begun.append(self.path)
                time.sleep(recorder.delay)
                body = self.rfile.read(int(self.headers["Content-Length"] or 0))
                line = http.client.HTTPConnection(recorder.target, timeout=120)
                fields = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
                line.request(self.command, self.path, body, fields)
                answer = line.getresponse()
                body = answer.read()
                line.close()
                recorder.asked.append((self.command, self.path, self.headers["Sec-Purpose"] or "", answer.status))
                self.send_response_only(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() in ("connection", "transfer-encoding", "content-length"):
                        continue
                    if recorder.names_rules or name.lower() != "speculation-rules":
                        self.send_header(name, value)
                if answer.status != 304:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = pass_on

        return Handler
