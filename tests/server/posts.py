"""Other machines for the tests of notices, all on the loopback: a mail server, a push service, a webhook."""

from __future__ import annotations

import base64
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

# ---- a certificate ---------------------------------------------------------------------------------------------------


@dataclass
class Certificate:
    """A certificate for the loopback that vouches for itself."""

    file: Path
    key: Path

    @property
    def context(self) -> ssl.SSLContext:
        made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        made.load_cert_chain(self.file, self.key)
        return made


def make_certificate(folder: Path) -> Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "rondel test")])
    now = datetime.now(UTC)
    names = x509.SubjectAlternativeName([x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    found = Certificate(folder / "cert.pem", folder / "key.pem")
    found.file.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    found.key.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )  # fmt: skip
    return found


# ---- mail ------------------------------------------------------------------------------------------------------------

USER, PASSWORD = "table@club.example", "mail secret"


class Mails:
    """Keeps the mails that come by TLS from whoever has signed in."""

    def __init__(self) -> None:
        self.kept: list[EmailMessage] = []
        self.refuse = ""  # an answer in place of keeping
        self.port = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.refuse:
            return self.refuse
        made = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(made, EmailMessage)
        made["X-Encrypted"] = str(session.ssl is not None)
        made["X-User"] = str(session.auth_data)
        self.kept.append(made)
        return "250 kept"

    def text(self, number: int = -1) -> str:
        body = self.kept[number].get_body()
        assert body is not None
        return str(body.get_content())


@contextmanager
def mail_server(certificate: Certificate, tls: str = "starttls") -> Iterator[Mails]:
    """Run a mail server that takes mails only encrypted and from one account."""
    mails = Mails()

    def login(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        good = isinstance(data, LoginPassword) and data == LoginPassword(USER.encode(), PASSWORD.encode())
        return AuthResult(success=good, handled=False, auth_data=USER if good else None)

    more: dict[str, Any] = {"authenticator": login, "auth_required": True}
    if tls == "starttls":
        more |= {"tls_context": certificate.context, "require_starttls": True, "auth_require_tls": True}
    else:
        more |= {"ssl_context": certificate.context, "auth_require_tls": False}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        mails.port = int(probe.getsockname()[1])
    controller = Controller(mails, "127.0.0.1", mails.port, **more)
    controller.start()
    try:
        yield mails
    finally:
        controller.stop()


def mail_settings(mails: Mails, certificate: Certificate, tls: str = "starttls") -> dict[str, Any]:
    return {
        "smtp": f"127.0.0.1:{mails.port}", "smtp_tls": tls, "smtp_user": USER, "smtp_password": PASSWORD,
        "smtp_ca": str(certificate.file), "mail_from": "table@club.example",
    }  # fmt: skip


# ---- the web ---------------------------------------------------------------------------------------------------------


@dataclass
class Request:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Web:
    """Keeps what is posted to it, and answers as it is told."""

    base: str = ""
    status: int = 201
    answer: Callable[[Request], int] | None = None
    headers: dict[str, str] = field(default_factory=dict)
    kept: list[Request] = field(default_factory=list)


@contextmanager
def web_server() -> Iterator[Web]:
    web = Web()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            request = Request(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            web.kept.append(request)
            self.send_response(web.answer(request) if web.answer else web.status)
            for name, value in web.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    web.base = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield web
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


# ---- a browser -------------------------------------------------------------------------------------------------------


def unpadded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def padded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A browser's side of Web Push: its keys, and the decryption by the letter of RFC 8291."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self._auth = b"0123456789abcdef"

    @property
    def subscription(self) -> dict[str, Any]:
        return {"endpoint": self.endpoint, "keys": {"p256dh": unpadded(self._point), "auth": unpadded(self._auth)}}

    def read(self, body: bytes) -> bytes:
        salt, size, length = body[:16], struct.unpack("!L", body[16:20])[0], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self._key.exchange(ec.ECDH(), point)
        secret = _expand(self._auth, shared, b"WebPush: info\0" + self._point + sender, 32)
        key = _expand(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _expand(salt, secret, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert plain.endswith(b"\2")  # the last record
        return plain[:-1]


def _expand(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
