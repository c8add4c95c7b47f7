"""The site as visitors reach it: the running server, and the proxy in front of it."""

from __future__ import annotations

import base64
import http.client
import json
import secrets
import ssl
import time
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from urllib.parse import urlsplit

from rondel import __version__
from rondel.server.doctor.finding import Finding, fail, ok, warn
from rondel.server.doctor.services import PATIENCE, compare_clocks
from rondel.server.settings import Settings

#: errors of asking over the network
TROUBLES = (OSError, http.client.HTTPException, ValueError)


class Answer:
    """What came back from one request."""

    def __init__(self, site: str, path: str, trust: ssl.SSLContext | None, **headers: str) -> None:
        parts = urlsplit(site)
        host, port = parts.hostname or "", parts.port
        made: http.client.HTTPConnection
        if parts.scheme == "https":
            made = http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=trust)
        else:
            made = http.client.HTTPConnection(host, port, timeout=PATIENCE)
        try:
            made.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
            answer = made.getresponse()
            self.status, self.headers = answer.status, answer.headers
            self.body = answer.read() if answer.status != http.client.SWITCHING_PROTOCOLS else b""
        finally:
            made.close()


def check_running(settings: Settings) -> list[Finding]:
    """See whether a server runs at the address of the settings, and whether it is this version."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.host, settings.host)
    address = f"http://{host}:{settings.port}"
    try:
        answer = Answer(address, "/healthz", None)
    except TROUBLES:
        return [ok("server", f"Nothing runs at {address}.")]
    try:
        health = json.loads(answer.body)
        version = health["version"]
    except (ValueError, KeyError, TypeError):
        return [fail("server", f"Another program answers at {address}.", "Choose another RONDEL_PORT.")]
    if answer.status != http.client.OK:
        return [fail("server", f"The server at {address} cannot read its database.", "See its log.")]
    if version != __version__:
        return [warn("server", f"Version {version} runs, {__version__} is installed.", "Restart the server.")]
    return [ok("server", f"Version {version} runs at {address}.")]


def check_exposure(settings: Settings) -> list[Finding]:
    """Weigh the settings for a server behind a proxy, without asking anybody."""
    if not settings.site:
        if _is_loopback(settings.host):
            return [ok("proxy", "None: only this machine can reach the server.")]
        todo = "Put a web server with TLS in front and set RONDEL_SITE; see docs/host.md."
        return [warn("proxy", "Others reach the server without TLS.", todo)]
    found = []
    if not settings.secure:
        found.append(warn("proxy", f"{settings.site} has no TLS: cookies can be read in transit.", "Use https://."))
    if not settings.proxies:
        todo = "Set RONDEL_PROXIES to the proxy's address (127.0.0.1 if it runs here)."
        found.append(warn("proxy", "X-Forwarded-For is not trusted: all visitors count as one.", todo))
    if settings.proxies.strip() == "*" and not _is_loopback(settings.host):
        todo = "Set the proxy's address, or make sure that nobody else reaches the port."
        found.append(warn("proxy", "X-Forwarded-For is trusted from everybody who reaches the port.", todo))
    return found


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def check_site(settings: Settings, trust: ssl.SSLContext | None = None) -> list[Finding]:
    """Go through the proxy as a visitor does: health, clock, WebSocket, and the figures that are not for all."""
    if not settings.site:
        return []
    try:
        answer = Answer(settings.site, "/healthz", trust)
    except TROUBLES as error:
        todo = "Start the proxy and the server, or fix RONDEL_SITE; a site may not be reachable from its own machine."
        return [warn("site", f"{settings.site} cannot be reached from here: {error}.", todo)]
    if answer.status != http.client.OK:
        return [
            fail(
                "site",
                f"{settings.site}/healthz answers {answer.status}.",
                "Make sure that the proxy reaches the server.",
            )
        ]
    found = [ok("site", f"{settings.site} answers.")]
    if date := answer.headers.get("date"):
        found.append(compare_clocks("the proxy", parsedate_to_datetime(date).timestamp(), time.time()))
    return found + _check_upgrade(settings, trust) + _check_figures(settings, trust)


def _check_upgrade(settings: Settings, trust: ssl.SSLContext | None) -> list[Finding]:
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    try:
        answer = Answer(settings.site, "/ws/tables/doctor", trust, Connection="Upgrade", Upgrade="websocket",
                        Sec_WebSocket_Version="13", Sec_WebSocket_Key=key)  # fmt: skip
    except TROUBLES as error:
        return [fail("websocket", f"It does not open: {error}.", "Let the proxy forward Upgrade for /ws/.")]
    if answer.status != http.client.SWITCHING_PROTOCOLS:
        return [fail("websocket", f"It answers {answer.status}.", "Let the proxy forward Upgrade for /ws/.")]
    return [ok("websocket", "The proxy lets it through.")]


def _check_figures(settings: Settings, trust: ssl.SSLContext | None) -> list[Finding]:
    if Answer(settings.site, "/metrics", trust).status == http.client.OK:
        return [warn("metrics", "The metrics are public.", "Close /metrics at the proxy, or RONDEL_METRICS=0.")]
    return [ok("metrics", "The metrics are not public.")]
