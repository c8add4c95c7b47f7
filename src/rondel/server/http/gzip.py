"""Gzip for the browsers that accept it.

Only public answers are compressed: the length of a compressed answer could give away a secret in it.
"""

from __future__ import annotations

import gzip
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.responses import Response

#: file types worth compressing
TEXTS = (".js", ".css", ".svg", ".html", ".json")
#: smaller responses are not worth compressing
SMALL = 1000


def takes_gzip(headers: Headers) -> bool:
    """Say whether a browser accepts gzip."""
    wished = (part.partition(";")[0].strip() for part in headers.get("accept-encoding", "").split(","))
    return "gzip" in wished


@lru_cache(maxsize=256)
def _gzip(body: bytes) -> bytes:
    return gzip.compress(body, mtime=0)


def gzipped(headers: Headers, body: bytes, media: str, keep: str) -> Response:
    """Answer with something public, gzipped if the browser accepts that; `keep` is its Cache-Control."""
    wanted = len(body) >= SMALL and takes_gzip(headers)
    return _answered(_gzip(body) if wanted else body, wanted, media, keep)


def unpacked(headers: Headers, packed: bytes, media: str, keep: str) -> Response:
    """Answer with something public that is gzipped already; the few programs that do not accept that get it plain."""
    wanted = takes_gzip(headers)
    return _answered(packed if wanted else gzip.decompress(packed), wanted, media, keep)


def _answered(body: bytes, is_gzip: bool, media: str, keep: str) -> Response:
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding"}
    if is_gzip:
        headers["Content-Encoding"] = "gzip"
    return Response(body, media_type=media, headers=headers)
