"""What the server depends on: its database, the clock, the mail server, pushes, the webhook."""

from __future__ import annotations

import os
import smtplib
import socket
import ssl
import time
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

from sqlalchemy import Engine, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from rondel.errors import RondelError
from rondel.server.doctor.finding import Finding, fail, ok, warn
from rondel.server.notices.deliver import channels_of
from rondel.server.notices.mail import TROUBLES, Mailer
from rondel.server.settings import Settings
from rondel.server.store.database import forms, make_engine, revision

#: seconds that clocks may differ, and those a service has to answer
SKEW, PATIENCE = 5.0, 5.0


def check_database(settings: Settings) -> list[Finding]:
    """Open the database without changing it, and see whether this program can use it."""
    try:
        address = make_url(settings.database)
        kind = address.get_backend_name()
    except SQLAlchemyError:
        return [
            fail(
                "database",
                "RONDEL_DATABASE is not the address of a database.",
                "Write sqlite:///FILE or postgresql://…",
            )
        ]
    if kind == "sqlite":
        return _check_file(Path(address.database or "rondel.db").absolute(), settings.database)
    if kind != "postgresql":
        return [fail("database", f"{kind} is not supported.", "Use SQLite or PostgreSQL.")]
    return _open(settings.database, f"PostgreSQL at {address.host}")


def _check_file(path: Path, url: str) -> list[Finding]:
    if not path.exists():
        if not os.access(path.parent, os.W_OK):
            todo = "Let the server's user write there, or fix RONDEL_DATABASE."
            return [fail("database", f"{path} does not exist and cannot be created.", todo)]
        return [ok("database", f"{path} does not exist yet; the first start creates it.")]
    if not os.access(path, os.W_OK):
        return [fail("database", f"{path} cannot be written.", "Give it to the user who runs the server.")]
    found = _open(url, str(path))
    if path.stat().st_mode & 0o077:
        found.append(warn("database", "Others on this machine can read it.", f"chmod 600 {path}*"))
    return found


def _open(url: str, said: str) -> list[Finding]:
    try:
        engine = make_engine(url)
        with engine.connect() as connection:
            form = revision(connection)
        known = forms(engine)
        findings = _check_form(engine, form, known, said)
        engine.dispose()
    except ImportError:
        return [fail("database", "The driver of PostgreSQL is missing.", "pip install 'rondel[server,postgres]'")]
    except SQLAlchemyError as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        return [fail("database", f"{said}: {reason}", "Fix RONDEL_DATABASE, or start the database.")]
    return findings


def _check_form(engine: Engine, form: str | None, known: set[str], said: str) -> list[Finding]:
    """Compare the form of the tables with what this program knows, and the database's clock with ours."""
    if form is None:
        found = [ok("database", f"{said}, empty; the first start creates the tables.")]
    elif form not in known:
        return [fail("database", f"{said} is of form {form}, from a newer program.", "Install the newer Rondel.")]
    elif form != max(known):
        found = [warn("database", f"{said}, form {form}; the next start changes it to {max(known)}.", "Back up first.")]
    else:
        found = [ok("database", f"{said}, form {form}, up to date.")]
    if engine.dialect.name == "postgresql":
        with engine.connect() as connection:
            there: datetime = connection.execute(text("SELECT clock_timestamp()")).scalar_one()
        found.append(compare_clocks("the database", there.timestamp(), time.time()))
    return found


def compare_clocks(whose: str, there: float, here: float) -> Finding:
    """Compare a clock with that of this machine: chess clocks and sessions go by it."""
    apart = abs(there - here)
    if apart > SKEW:
        return warn("clock", f"This machine and {whose} are {apart:.0f} s apart.", "Let NTP set the clocks.")
    return ok("clock", f"It agrees with {whose}.")


def check_clock(now: float, made: float) -> list[Finding]:
    """See that the clock is not before the time at which this program was installed."""
    if now < made - 86_400:
        return [fail("clock", "It is set to a day before Rondel was installed.", "Let NTP set the clock.")]
    return [ok("clock", time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(now)))]


def check_mail(settings: Settings) -> list[Finding]:
    """Greet the mail server, encrypt and sign in as the server would; nothing is sent."""
    if not settings.smtp:
        return [ok("mail", "Off: nobody gets an email, and you have to reset forgotten passwords.")]
    try:
        mailer = Mailer(settings)
    except (RondelError, ValueError) as error:
        return [fail("mail", str(error), "Fix RONDEL_SMTP and RONDEL_SMTP_TLS.")]
    try:
        with mailer.connected(PATIENCE) as server:
            code, _ = server.noop()
    except ssl.SSLCertVerificationError as error:
        todo = "Use the name that its certificate is for, or name its authority in RONDEL_SMTP_CA."
        return [fail("mail", f"The certificate of {settings.smtp} is not valid: {error.verify_message}.", todo)]
    except smtplib.SMTPAuthenticationError:
        return [fail("mail", f"{settings.smtp} refuses the login.", "Fix RONDEL_SMTP_USER and RONDEL_SMTP_PASSWORD.")]
    except smtplib.SMTPNotSupportedError as error:
        todo = "Set RONDEL_SMTP_TLS to tls or none, as the mail server is set up."
        return [fail("mail", f"{settings.smtp}: {error}", todo)]
    except TROUBLES as error:
        return [
            fail("mail", f"{settings.smtp} does not answer: {error}.", "Fix RONDEL_SMTP, or start the mail server.")
        ]
    if code != 250:
        return [fail("mail", f"{settings.smtp} answers {code}.", "Check its log.")]
    return _weigh_mail(settings, mailer)


def _weigh_mail(settings: Settings, mailer: Mailer) -> list[Finding]:
    how = "without TLS" if mailer.tls == "none" else "with TLS"
    said = f"{settings.smtp} answers {how}" + (", the login is good." if settings.smtp_user else ".")
    if settings.mail_from.endswith("@localhost"):
        todo = "Set RONDEL_MAIL_FROM to an address of your site."
        return [warn("mail", f"{said} The sender is {settings.mail_from}.", todo)]
    if mailer.tls == "none" and settings.smtp_user:
        return [warn("mail", f"{said} The password travels in clear.", "Set RONDEL_SMTP_TLS to starttls or tls.")]
    if not settings.site:
        return [warn("mail", f"{said} Links would lead to {settings.host}.", "Set RONDEL_SITE.")]
    return [ok("mail", said)]


def check_push(settings: Settings) -> list[Finding]:
    """See whether browsers can be called; no push service is asked."""
    if not settings.push:
        return [ok("push", "Off: browsers are not called.")]
    if "push" not in channels_of(settings):
        return [warn("push", "Browsers take pushes only from a site with https.", "Set RONDEL_SITE to https://….")]
    contact = settings.push_contact or settings.mail_from
    if settings.call_private:
        return [warn("push", "Private addresses may be called.", "Leave RONDEL_CALL_PRIVATE out: it is for tests.")]
    if settings.site and contact.endswith("@localhost"):
        todo = "Set RONDEL_PUSH_CONTACT to an address at which you can be reached; some push services insist on it."
        return [warn("push", f"The contact for push services is {contact}.", todo)]
    return [ok("push", "Browsers can be called.")]


def check_webhook(settings: Settings) -> list[Finding]:
    """See that the webhook's address can be called; nothing is sent."""
    if not settings.webhook:
        return []
    parts = urlsplit(settings.webhook)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return [fail("webhook", f"{settings.webhook} is not an address.", "Write https://… in RONDEL_WEBHOOK.")]
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        socket.create_connection((parts.hostname, port), PATIENCE).close()
    except OSError as error:
        return [fail("webhook", f"{parts.netloc} cannot be reached: {error}.", "Mend RONDEL_WEBHOOK.")]
    return [ok("webhook", f"{parts.netloc} can be reached.")]
