"""Settings, by environment variables that begin with RONDEL_."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final

from rondel.errors import RondelError
from rondel.game import JsonDict

#: what each setting is for, in the order of docs/host.md
ABOUT: Final[dict[str, str]] = {
    "database": "SQLAlchemy URL: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME",
    "host": "address to listen on",
    "port": "port to listen on",
    "site": "address of the site as people see it, for links and for the origin check; https turns secure cookies on",
    "hosts": "names by which people reach the server where no site is set, separated by commas; addresses always work",
    "origins": "more origins that may use the server, separated by commas",
    "bots": "bots that may be chosen, separated by commas; empty for all that are installed",
    "standin": "bot that takes over for an absent player",
    "absent_seconds": "how long a player must be away before others may let a bot take over",
    "bot_workers": "processes for bots; as many again for bots that think long, once there are any",
    "bot_seconds": "time a bot has for a decision before a random move is played for it",
    "study_engine": "search that reviews games and thinks on the analysis board; a weaker one is faster",
    "study_trials": "how often reviews play on from a turn to weigh it",
    "proxies": "addresses of proxies whose X-Forwarded-For is trusted, separated by commas",
    "moves_per_second": "messages a connection or player may send in a second, with bursts of twice as many",
    "logins_per_minute": "attempts to sign in, per name and per address",
    "guests_per_minute": "guests and accounts that one address may make",
    "tables_per_minute": "tables that one player may make",
    "imports_per_minute": "records that one address may import as tables",
    "address_per_second": "requests and messages that one address may send in a second, with bursts of twice as many",
    "connections": "connections in total",
    "address_connections": "connections from one address",
    "webhook": "address to which the server POSTs whose turn it is; empty for none",
    "smtp": "HOST:PORT of the mail server for notices and new passwords; empty for none",
    "smtp_tls": "how mail is encrypted: tls, starttls or none; empty to go by the port",
    "smtp_user": "user name at the mail server; empty to send without signing in",
    "smtp_password": "password at the mail server",
    "smtp_ca": "file with the certificate authority of the mail server, if it is not a public one",
    "mail_from": "sender of mails",
    "push": "whether browsers may be called by Web Push (1 or 0); it needs a site with https",
    "push_contact": "address by which push services reach you; empty for the sender of mails",
    "webhooks": "whether players may have notices sent to a webhook of their own (1 or 0)",
    "call_private": "whether pushes and webhooks may go to private addresses and without TLS (1 or 0): for tests only",
    "club": "name of the club that the whole server belongs to: only its members get in; empty for everybody",
    "indexed": "whether search engines may list finished games, players and tournaments (1 or 0)",
    "imprint": "file with the host's own words for the page About, as plain text; empty for none",
    "metrics": "whether /metrics is served (1 or 0); let the proxy hide it from the public",
    "log_level": "debug, info, warning or error",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """How the server runs. Every field is the environment variable RONDEL_ and its name in capitals."""

    database: str = "sqlite:///rondel.db"
    host: str = "127.0.0.1"
    port: int = 8000
    site: str = ""
    hosts: str = ""
    origins: str = ""
    bots: str = ""
    standin: str = "level:3"
    absent_seconds: float = 60.0
    bot_workers: int = 1
    bot_seconds: float = 10.0
    study_engine: str = "learned:nodes=200"
    study_trials: int = 24
    proxies: str = ""
    moves_per_second: float = 20.0
    logins_per_minute: float = 10.0
    guests_per_minute: float = 60.0
    tables_per_minute: float = 20.0
    imports_per_minute: float = 10.0
    address_per_second: float = 200.0
    connections: int = 5000
    address_connections: int = 500
    webhook: str = ""
    smtp: str = ""
    smtp_tls: str = ""
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_ca: str = ""
    mail_from: str = "rondel@localhost"
    push: bool = True
    push_contact: str = ""
    webhooks: bool = True
    call_private: bool = False
    club: str = ""
    indexed: bool = False
    imprint: str = ""
    metrics: bool = True
    log_level: str = "info"

    @property
    def secure(self) -> bool:
        """Whether people reach the site by https."""
        return self.site.startswith("https:")

    @property
    def known_hosts(self) -> tuple[str, ...]:
        """The names by which the server may be reached."""
        return tuple(name.strip().lower() for name in self.hosts.split(",") if name.strip())

    @property
    def allowed_origins(self) -> tuple[str, ...]:
        """The origins that are allowed besides the server's own."""
        listed = [self.site, *self.origins.split(",")]
        return tuple(origin.strip().rstrip("/") for origin in listed if origin.strip())


def read_settings(environment: Mapping[str, str] | None = None, **given: Any) -> Settings:
    """Read the settings from the environment; arguments other than None override them."""
    source = os.environ if environment is None else environment
    values: JsonDict = {}
    for entry in fields(Settings):
        text = source.get(f"RONDEL_{entry.name.upper()}")
        if text is not None:
            values[entry.name] = _value(entry.name, entry.default, text)
    values |= {name: value for name, value in given.items() if value is not None}
    return Settings(**values)


#: what a setting must be, in words
KINDS: Final[dict[type, str]] = {bool: "1 or 0", int: "a whole number", float: "a number"}


def _value(name: str, default: Any, text: str) -> Any:
    try:
        if isinstance(default, bool):
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}[text.lower()]
        return type(default)(text)
    except (ValueError, KeyError) as error:
        kind = KINDS[type(default)]
        raise RondelError("bad_option", f"RONDEL_{name.upper()} must be {kind}, not {text!r}.") from error
