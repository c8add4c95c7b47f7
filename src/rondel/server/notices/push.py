"""Web Push: the server's keys, and one encrypted message to one browser (RFC 8291, RFC 8292)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pydantic import AnyHttpUrl
from webpush import WebPush
from webpush.types import WebPushKeys, WebPushSubscription

from rondel.server.notices.outward import look_up, post
from rondel.server.wire.refusal import Refusal

#: seconds for one message
PATIENCE = 10.0
#: seconds for which a push service keeps a message for a browser that is off
TTL = 86_400
#: answers of a push service that mean the subscription has ended
GONE = (404, 410)
_POINT, _SECRET = 65, 16


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser that takes pushes."""

    id: str
    endpoint: str
    p256dh: str
    auth: str


def id_of(endpoint: str) -> str:
    """Give the id under which a subscription is kept."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


def make_key() -> bytes:
    """Make the private key by which push services know this server."""
    return ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def need_keys(p256dh: str, auth: str) -> None:
    """Refuse keys with which nothing could be encrypted."""
    try:
        point, secret = _decoded(p256dh), _decoded(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except (ValueError, binascii.Error) as error:
        raise Refusal("bad_message", "These are not the keys of a subscription.") from error
    if len(point) != _POINT or len(secret) != _SECRET:
        raise Refusal("bad_message", "These are not the keys of a subscription.")


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Pusher:
    """Sends pushes in the name of this server."""

    def __init__(self, private: bytes, contact: str, private_addresses: bool = False) -> None:
        key = serialization.load_pem_private_key(private, None)
        self._private = private
        self._public = key.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        point = key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.public = base64.urlsafe_b64encode(point).decode().rstrip("=")  # as browsers want it
        self._contact, self._anywhere = contact, private_addresses

    def send(self, browser: Browser, payload: Mapping[str, str], topic: str, urgency: str = "normal") -> int:
        """Send a message to a browser; give the status that its push service answers."""
        target = look_up(browser.endpoint, self._anywhere)
        # an object per message, because the library keeps the last message's values
        made = WebPush(self._private, self._public, subscriber=self._contact, ttl=TTL).get(
            json.dumps(dict(payload)),
            WebPushSubscription(
                endpoint=AnyHttpUrl(browser.endpoint), keys=WebPushKeys(auth=browser.auth, p256dh=browser.p256dh)
            ),
        )
        headers = {**made.headers, "Topic": topic_of(topic), "Urgency": urgency}
        return post(target, made.encrypted, {name: str(value) for name, value in headers.items()}, PATIENCE)


def topic_of(tag: str) -> str:
    """Give the topic of a tag: a later message about the same table replaces one that still waits."""
    return base64.urlsafe_b64encode(hashlib.sha256(tag.encode()).digest()[:24]).decode()
