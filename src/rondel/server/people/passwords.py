"""Passwords: slow to hash, so that they are slow to guess. Imports little: another process does it (`server.apart`)."""

from __future__ import annotations

import secrets
from functools import lru_cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError


@lru_cache(maxsize=4)
def hasher(cost: int = 1) -> PasswordHasher:
    """Give the hasher of passwords; a cost of 0 is for tests."""
    # one lane: four at once would take the processor from everybody who plays
    return PasswordHasher(parallelism=1) if cost else PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


def hashed(password: str) -> str:
    """Give what is stored of a password."""
    return hasher().hash(password)


def is_password(kept: str, password: str) -> bool:
    """Say whether a password fits what is stored; where nothing is, that takes just as long."""
    try:
        return hasher().verify(kept or _nothing(), password)
    except (VerificationError, InvalidHashError):
        return False


@lru_cache(maxsize=1)
def _nothing() -> str:
    """Make a hash to compare with when there is no account, so that timing reveals nothing."""
    return hashed(secrets.token_urlsafe(16))
