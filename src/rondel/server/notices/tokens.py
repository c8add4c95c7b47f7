"""Links in mails: signed over the player and the address, so that nothing about them is kept."""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Literal

from rondel.server.wire.refusal import Refusal

Purpose = Literal["confirm", "stop"]


def sign(secret: bytes, purpose: Purpose, player: str, email: str, expires: int) -> str:
    """Give the token of a link; it is void once the player has another address."""
    return f"{player}.{expires}.{_signature(secret, purpose, player, email, expires)}"


def player_of(token: str) -> str:
    """Say whose link it claims to be."""
    return token.partition(".")[0]


def check(secret: bytes, purpose: Purpose, token: str, email: str, now: int) -> str:
    """Give the player of a token; refuse one that is forged, too old, or for another address."""
    player, _, rest = token.partition(".")
    expires, _, signature = rest.partition(".")
    if not (expires.isascii() and expires.isdecimal() and len(expires) < 20 and signature.isascii()):
        raise Refusal("bad_link")
    good = _signature(secret, purpose, player, email, int(expires))
    if not email or not hmac.compare_digest(signature, good) or int(expires) <= now:
        raise Refusal("bad_link")
    return player


def _signature(secret: bytes, purpose: str, player: str, email: str, expires: int) -> str:
    text = f"mail {purpose}\n{player}\n{email.casefold()}\n{expires}"
    made = hmac.new(secret, text.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")
