"""Starts the server for one person: on a free port, with its address printed and the page opened."""

from __future__ import annotations

import os
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
        if not _answers(host, port) and _can_listen(host, port):
            return port
    raise RondelError("bad_request", f"No port from {wanted} to {wanted + PORTS - 1} is free.")


def _answers(host: str, port: int) -> bool:
    with socket.socket(_family(host)) as probe:
        return probe.connect_ex((host, port)) == 0


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _can_listen(host: str, port: int) -> bool:
    """Say whether a server may listen there: a port may also be the near end of somebody's connection."""
    with socket.socket(_family(host)) as probe:
        if os.name == "posix":  # as the server does; elsewhere the option would let two share a port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


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
