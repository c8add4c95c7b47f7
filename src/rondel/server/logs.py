"""Logs as JSON lines. They never contain tokens, passwords or paths of tables; see `http.middleware`."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Final, TextIO

_FIELDS: Final = ("method", "route", "status", "ms")


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        line = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in _FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=True)


def _is_safe(record: logging.LogRecord) -> bool:
    """Drop uvicorn's lines about WebSockets: they contain paths of tables and, at debug level, headers."""
    return record.levelno >= logging.INFO and "WebSocket %s" not in str(record.msg)


def set_up(level: str, stream: TextIO | None = None) -> None:
    """Send all logs to standard error as JSON lines, in universal time."""
    handler = logging.StreamHandler(stream or sys.stderr)
    formatter = JsonLines()
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").addFilter(_is_safe)
    for name in ("alembic", "websockets", "sqlalchemy", "psycopg"):
        logging.getLogger(name).setLevel(logging.WARNING)
