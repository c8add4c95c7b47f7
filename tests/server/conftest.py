"""Databases for the tests of the server: a new SQLite file each time, and PostgreSQL where its programs are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from tools.postgres import cluster, find_binaries

from rondel.server.people import passwords
from rondel.server.store.storage import Storage
from tests.server.live import Live, live

BINARIES = find_binaries()
#: every database that this machine has
BACKENDS = ["sqlite", *(["postgresql"] if BINARIES else [])]
# tests of several processes need PostgreSQL: a machine without it has nothing to try them on
collect_ignore = [] if BINARIES else ["test_processes.py"]


@pytest.fixture(scope="module", autouse=True)
def quick_passwords(request: pytest.FixtureRequest) -> Iterator[None]:
    """Hash passwords at the lowest cost: at the usual one each takes a sixth of a second. test_strict.py does so."""
    if request.module.__name__.endswith("test_strict"):
        yield
        return
    usual = passwords.hasher
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "hasher", lambda cost=0: usual(0))
        passwords._nothing.cache_clear()
        yield
    passwords._nothing.cache_clear()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    assert BINARIES is not None
    with cluster(BINARIES) as url:
        yield url


@pytest.fixture
def fresh_postgres(postgres: str) -> str:
    """Give an empty database."""
    engine = create_engine(postgres.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return postgres


@pytest.fixture(params=BACKENDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give the URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'rondel.db'}"
    return str(request.getfixturevalue("fresh_postgres"))


@pytest.fixture
def storage(url: str) -> Iterator[Storage]:
    made = Storage(url)
    yield made
    made.close()


@pytest.fixture
def server(url: str) -> Iterator[Live]:
    """Run a server on each kind of database."""
    with live(url) as running:
        yield running


@pytest.fixture(scope="module")
def lite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """Run one server on SQLite for a whole module."""
    with live(f"sqlite:///{tmp_path_factory.mktemp('lite') / 'rondel.db'}") as running:
        yield running
