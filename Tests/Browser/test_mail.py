"""`fourfold mail-test` sends through a mail server of others, aiosmtpd, with TLS, STARTTLS and a login."""

import email.policy
import os
import subprocess
from email.message import EmailMessage
from pathlib import Path

import pytest

from server import BINARY, ROOT

CLIENTS = ROOT / ".venv-clients" / "bin"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory) -> tuple[Path, Path]:
    """A certificate of `localhost` that is its own authority, and its key."""
    folder = tmp_path_factory.mktemp("certificate")
    subject = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2")
    made = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-out", "cert.pem", "-keyout", "key.pem")
    subprocess.run(["openssl", "req", "-x509", *made, *subject], cwd=folder, check=True, capture_output=True)
    return folder / "cert.pem", folder / "key.pem"


class MailServer:
    def __init__(self, kind: str, certificate: tuple[Path, Path], folder: Path):
        (folder / "mails").mkdir()
        (folder / "password").write_text("correct horse\n")
        self.folder, self.authority = folder, certificate[0]
        command = [CLIENTS / "python", ROOT / "Tests/Clients/mail_server.py", kind, *certificate, "tasks", "correct horse", folder / "mails"]
        self.process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True)
        port = self.process.stdout.readline().strip()
        assert port, "The mail server did not start."
        self.url = f"smtps://localhost:{port}" if kind == "tls" else f"smtp://localhost:{port}?security=starttls"

    def test(self, address: str, *options: str, trusted: bool = True) -> subprocess.CompletedProcess:
        """Runs `fourfold mail-test`."""
        command = [BINARY, "mail-test", address, "--mail-server", self.url, "--mail-from", "Größe <tasks@example.org>", *options]
        environment = {**os.environ} | ({"SSL_CERT_FILE": str(self.authority)} if trusted else {})
        return subprocess.run([str(word) for word in command], env=environment, capture_output=True, text=True, timeout=120)

    @property
    def login(self) -> tuple[str, ...]:
        return ("--mail-user", "tasks", "--mail-password-file", str(self.folder / "password"))

    @property
    def mails(self) -> list[EmailMessage]:
        return [email.message_from_bytes(file.read_bytes(), policy=email.policy.default) for file in (self.folder / "mails").iterdir()]


@pytest.fixture(params=["tls", "starttls"])
def mail_server(request, certificate, tmp_path):
    server = MailServer(request.param, certificate, tmp_path)
    yield server
    server.process.kill()
    server.process.wait()


def test_a_mail_is_sent_encrypted_and_signed_in(mail_server):
    done = mail_server.test("ann@bücher.example", *mail_server.login)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("took a mail from tasks@example.org to ann@xn--bcher-kva.example.\n")
    (mail,) = mail_server.mails
    sender, receiver, encrypted, signed_in = mail["X-Envelope"].split(" ")
    assert (sender, receiver, encrypted, signed_in) == ("tasks@example.org", "ann@xn--bcher-kva.example", "True", "True")
    assert mail["From"] == "Größe <tasks@example.org>" and not mail["From"].defects
    assert mail["Subject"] == "Fourfold can send mail" and mail["Auto-Submitted"] == "auto-generated"
    assert mail["Date"].datetime.utcoffset().total_seconds() == 0
    assert mail["Message-ID"].endswith("@example.org>")
    assert "fourfold mail-test" in mail.get_content()


def test_what_is_wrong_is_told_in_words(mail_server):
    (mail_server.folder / "wrong").write_text("battery staple\n")
    login = ("--mail-user", "tasks", "--mail-password-file", str(mail_server.folder / "wrong"))
    done = mail_server.test("ann@example.net", *login)
    assert done.returncode == 1
    assert "the user name or the password was not accepted: 535" in done.stderr and "battery" not in done.stderr
    done = mail_server.test("ann@example.net")
    assert done.returncode == 1 and "the user name or the password was not accepted: 530" in done.stderr
    done = mail_server.test("nobody@example.net", *mail_server.login)
    assert done.returncode == 1 and "it was refused: 550 5.1.1 nobody of that name" in done.stderr
    done = mail_server.test("ann@example.net", *mail_server.login, trusted=False)
    assert done.returncode == 1 and "the server's certificate is signed by itself" in done.stderr
    assert mail_server.mails == []
    mail_server.process.kill()
    mail_server.process.wait()
    done = mail_server.test("ann@example.net", *mail_server.login)
    assert done.returncode == 1 and "the server refuses connections at this port" in done.stderr
