"""Metrics for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


class Metrics:
    """Counters and gauges, in their own registry, so that tests can run many servers."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter("rondel_requests", "HTTP requests", ["status"], registry=self.registry)
        self.messages = Counter("rondel_messages", "Messages of pages", ["type", "answer"], registry=self.registry)
        self.admin = Counter(
            "rondel_admin", "Requests to the routes of administrators", ["answer"], registry=self.registry
        )
        self.barred = Counter("rondel_barred", "Requests from banned addresses", registry=self.registry)
        self.ack = Histogram(
            "rondel_ack_seconds", "Time from a decision's arrival until it is on disk and acknowledged",
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5), registry=self.registry,
        )  # fmt: skip
        self.gauges = {
            name: Gauge(f"rondel_{name}", about, registry=self.registry)
            for name, about in (
                ("connections", "Open WebSockets"),
                ("rooms", "Tables in memory"),
                ("moves", "Commands that changed a position since the start"),
                ("commits", "Commits since the start"),
                ("writes", "Writes since the start"),
                ("bot_failures", "Bots' decisions that had to be replaced"),
                ("bots_waiting", "Decisions and hints that wait for a worker"),
                ("notices_sent", "Notices sent"),
                ("notices_failed", "Notices that could not be sent"),
            )
        }

    def render(self, values: dict[str, float]) -> bytes:
        """Give everything in the text form of Prometheus."""
        for name, value in values.items():
            self.gauges[name].set(value)
        return generate_latest(self.registry)
