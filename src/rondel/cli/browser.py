"""Starts the server for one person: on a free port, with its address printed and the page opened."""

from __future__ import annotations

import socket
import threading
import urllib.error
import urllib.request
import webbrowser

from rondel.errors import RondelError

#: how many ports are tried
PORTS = 100
#: addresses that mean every address of the machine; a browser cannot open them
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def free_port(wanted: int, host: str = "127.0.0.1") -> int:
    """Give the wanted port, or the next free one."""
    for port in range(wanted, wanted + PORTS):
        with socket.socket() as probe:
            if probe.connect_ex((host, port)):
                return port
    raise RondelError("bad_request", f"No port from {wanted} to {wanted + PORTS - 1} is free.")


def page_address(host: str, port: int) -> str:
    """Give the address at which a browser on this machine finds the page."""
    return f"http://{EVERYWHERE.get(host, host)}:{port}"


def is_up(address: str) -> bool:
    """Say whether the server answers."""
    try:
        with _DIRECT.open(f"{address}/healthz", timeout=2) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


def tell(address: str, show: bool) -> None:
    """Print where the page is, and open it if asked; the server does not wait for the browser."""
    print(f"Rondel is at {address} (Ctrl-C ends it).", flush=True)
    if show:
        threading.Thread(target=_show, args=(address,), daemon=True).start()


def _show(address: str) -> None:
    if not webbrowser.open(address):
        print("No browser could be opened here: open this address yourself.", flush=True)
