"""Links to seats: signed, impossible to guess, good for one use, revoked by making another.

A link is bound to the seat as it was: once somebody else sits there, it is void.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from rondel.server.wire.refusal import Refusal


def new_nonce() -> str:
    """Make the part of a link that nobody can guess."""
    return secrets.token_urlsafe(16)


def keep(nonce: str, holder: str) -> str:
    """Write what is kept of a link: its nonce, and the player whose seat it is for (none for a free one)."""
    return f"{nonce} {holder}".strip()


def holder_of(kept: str) -> str:
    """Give the player whose seat a kept link is for."""
    return kept.partition(" ")[2]


def sign(secret: bytes, table: str, seat: int, nonce: str) -> str:
    """Give the token of a link: the seat, its nonce and a signature over both and the table."""
    return f"{seat}.{nonce}.{_signature(secret, table, seat, nonce)}"


def read(secret: bytes, table: str, token: str, nonces: dict[int, str]) -> int:
    """Give the seat that a token is for; refuse one that is forged, for another table, used or revoked."""
    seat, _, rest = token.partition(".")
    nonce, _, signature = rest.partition(".")
    if not (seat.isascii() and seat.isdecimal() and len(seat) <= 2 and nonce.isascii() and signature.isascii()):
        raise Refusal("bad_link")
    number = int(seat)
    good = hmac.compare_digest(signature, _signature(secret, table, number, nonce))
    kept = nonces.get(number, "").partition(" ")[0]
    if not good or not hmac.compare_digest(kept, nonce) or not nonce:
        raise Refusal("bad_link")
    return number


def _signature(secret: bytes, table: str, seat: int, nonce: str) -> str:
    made = hmac.new(secret, f"seat\n{table}\n{seat}\n{nonce}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")
