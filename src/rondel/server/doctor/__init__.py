"""`rondel doctor`: checks a server from outside and says what to do."""

from rondel.server.doctor.examine import examine
from rondel.server.doctor.finding import Finding

__all__ = ["Finding", "examine"]
