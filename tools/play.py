"""Starts the server on a SQLite file and opens the page: what `make play` does after the set-up."""

from __future__ import annotations

import argparse
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import webbrowser
from pathlib import Path

from tools.client import build

WAIT = 30.0


def free_port(wanted: int) -> int:
    """Give the wanted port, or the next that nobody listens on."""
    for port in range(wanted, wanted + 100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)):
                return port
    raise SystemExit(f"No port from {wanted} on is free.")


def is_up(address: str) -> bool:
    """Say whether the server answers."""
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def wait_until_up(server: subprocess.Popen[bytes], address: str) -> None:
    """Wait until the server answers; give up if it ends."""
    end = time.monotonic() + WAIT
    while not is_up(address):
        if server.poll() is not None or time.monotonic() > end:
            raise SystemExit("The server did not start; what it said stands above.")
        time.sleep(0.1)


def main() -> None:
    """Build, serve, open."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="port to listen on; the next free one is taken")
    parser.add_argument("--database", default="sqlite:///rondel.db", help="where the games are kept")
    parser.add_argument("--no-browser", action="store_true", help="only say where the page is")
    args = parser.parse_args()
    build()
    port = free_port(args.port)
    address = f"http://127.0.0.1:{port}"
    command = [str(Path(sys.executable).parent / "rondel"), "serve", "--port", str(port), "--database", args.database]
    server = subprocess.Popen(command)
    try:
        wait_until_up(server, address)
        print(f"Rondel is at {address} (Ctrl-C ends it; games stay in {args.database}).", flush=True)
        if not args.no_browser:
            webbrowser.open(address)
        server.wait()
    except KeyboardInterrupt:
        server.wait()
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
