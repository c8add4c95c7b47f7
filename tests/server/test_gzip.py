"""Gzip: only for browsers that accept it, and with the same contents."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from starlette.datastructures import Headers

from rondel.server.http.gzip import SMALL, gzipped, takes_gzip
from rondel.server.http.static_files import FOREVER, add_pages


@pytest.mark.parametrize(
    ("wish", "taken"),
    [("gzip", True), ("br, gzip;q=0.8", True), ("br", False), ("", False), ("x-gzip-not", False)],
)
def test_what_a_browser_takes(wish: str, taken: bool) -> None:
    assert takes_gzip(Headers({"accept-encoding": wish})) is taken


def test_what_is_small_is_left_alone() -> None:
    answer = gzipped(Headers({"accept-encoding": "gzip"}), b"x" * (SMALL - 1), "text/css", "no-cache")
    assert "content-encoding" not in answer.headers


def test_assets_are_gzipped_for_browsers_that_accept_it(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    text = "const answer = 42;\n" * 200
    (tmp_path / "assets" / "app.js").write_text(text)
    (tmp_path / "assets" / "picture.png").write_bytes(b"\x89PNG" + b"0" * 4000)
    app = FastAPI()
    add_pages(app, tmp_path)

    async def fetch() -> list[httpx.Response]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
            wishes = [("app.js", "gzip"), ("app.js", "identity"), ("picture.png", "gzip")]
            return [await client.get(f"/assets/{name}", headers={"Accept-Encoding": wish}) for name, wish in wishes]

    small, plain, picture = asyncio.run(fetch())
    assert small.text == plain.text == text
    assert small.headers["content-encoding"] == "gzip"
    assert int(small.headers["content-length"]) < len(text) / 4
    assert "content-encoding" not in plain.headers
    assert "content-encoding" not in picture.headers
    assert {answer.headers["cache-control"] for answer in (small, plain, picture)} == {FOREVER}
