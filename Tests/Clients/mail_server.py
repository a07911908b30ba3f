"""A mail server on a free port, with TLS and a login. It prints its port, and writes each message into a file of a folder.

mail_server.py tls|starttls CERTIFICATE KEY USER PASSWORD FOLDER"""

import asyncio
import ssl
import sys
from pathlib import Path

from aiosmtpd.smtp import SMTP, AuthResult

KIND, CERTIFICATE, KEY, USER, PASSWORD, FOLDER = sys.argv[1:]


class Mailbox:
    def __init__(self):
        self.number = 0

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return "550 5.1.1 nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 fine"

    async def handle_DATA(self, server, session, envelope):
        self.number += 1
        encryption = server.transport.get_extra_info("sslcontext") is not None
        head = f"X-Envelope: {envelope.mail_from} {','.join(envelope.rcpt_tos)} {encryption} {session.authenticated}\r\n"
        (Path(FOLDER) / f"{self.number}.eml").write_bytes(head.encode() + envelope.content)
        return "250 2.0.0 taken"


def authenticate(server, session, envelope, mechanism, login):
    is_right = (login.login, login.password) == (USER.encode(), PASSWORD.encode())
    return AuthResult(success=is_right, handled=False)


async def main():
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(CERTIFICATE, KEY)
    mailbox = Mailbox()
    is_upgraded = KIND == "starttls"

    def connection():
        return SMTP(
            mailbox,
            require_starttls=is_upgraded,
            tls_context=context if is_upgraded else None,
            auth_required=True,
            # With TLS from the beginning, the library knows of none.
            auth_require_tls=is_upgraded,
            authenticator=authenticate,
        )

    server = await asyncio.get_running_loop().create_server(connection, "localhost", 0, ssl=None if is_upgraded else context)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
