"""Mail by SMTP: encrypted, with the server's certificate checked, signed in if the host has an account there."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from email.header import Header
from email.message import EmailMessage
from email.policy import EmailPolicy
from email.utils import formatdate, make_msgid
from ipaddress import ip_address

from rondel.errors import RondelError
from rondel.server.settings import Settings

#: seconds that a mail server has for each answer
PATIENCE = 10.0
IMPLICIT, SUBMISSION = 465, 587
#: what can go wrong with a mail
TROUBLES = (OSError, smtplib.SMTPException, ValueError)


class _Policy(EmailPolicy):
    """Folds a subject that is not ASCII whole: the library drops or doubles spaces around its accented words."""

    def fold_binary(self, name: str, value: str) -> bytes:
        if name != "Subject" or str(value).isascii():
            return super().fold_binary(name, value)
        text = Header(str(value), "utf-8", header_name=name).encode(linesep=self.linesep)
        return f"{name}: {text}{self.linesep}".encode("ascii")


class Mailer:
    """Sends mails by the host's mail server."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.host, self.port = where(settings.smtp, settings.smtp_tls)
        self.tls = settings.smtp_tls or usual_tls(self.host, self.port)
        if self.tls not in ("tls", "starttls", "none"):
            raise RondelError("bad_option", f"RONDEL_SMTP_TLS must be tls, starttls or none, not {self.tls!r}.")

    @contextmanager
    def connected(self, patience: float = PATIENCE) -> Iterator[smtplib.SMTP]:
        """Connect, encrypt and sign in."""
        trust = ssl.create_default_context(cafile=self.settings.smtp_ca or None) if self.tls != "none" else None
        server: smtplib.SMTP
        if self.tls == "tls":
            server = smtplib.SMTP_SSL(self.host, self.port, timeout=patience, context=trust)
        else:
            server = smtplib.SMTP(self.host, self.port, timeout=patience)
        with server:
            if self.tls == "starttls":
                server.starttls(context=trust)  # a server without it is refused: a password must not travel in clear
            server.ehlo_or_helo_if_needed()
            if self.settings.smtp_user:
                server.login(self.settings.smtp_user, self.settings.smtp_password)
            yield server

    def send(self, to: str, subject: str, text: str, stop: str = "") -> None:
        """Send one mail; `stop` is the address that ends them."""
        message = EmailMessage(_Policy())
        sender = self.settings.mail_from
        message["Subject"], message["From"], message["To"] = " ".join(subject.split()), sender, to
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].strip("> ") or None)
        message["Auto-Submitted"] = "auto-generated"
        if stop:
            message["List-Unsubscribe"] = f"<{stop}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text)
        with self.connected() as server:
            server.send_message(message)


def where(smtp: str, tls: str = "") -> tuple[str, int]:
    """Give host and port of the setting; without a port the usual one for its way of encrypting."""
    host, mark, port = smtp.rpartition(":")
    if not mark or not port.isdecimal():
        host, port = smtp, ""
    return host.strip("[]"), int(port or (IMPLICIT if tls == "tls" else SUBMISSION if tls != "none" else 25))


def usual_tls(host: str, port: int) -> str:
    """Say how a mail server encrypts if no setting says so: only one on this machine may go without."""
    if port == IMPLICIT:
        return "tls"
    try:
        here = ip_address(host).is_loopback
    except ValueError:
        here = host == "localhost"
    return "none" if here and port != SUBMISSION else "starttls"


def is_final(error: Exception) -> bool:
    """Say whether a mail server refused a mail for good."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, smtplib.SMTPResponseException) and not isinstance(
        error, smtplib.SMTPAuthenticationError
    ) and error.smtp_code >= 500  # fmt: skip
