"""Saved studies: where they begin, their trees, and the links by which others see them."""

from __future__ import annotations

import zlib
from typing import Final

from msgspec.json import Decoder
from sqlalchemy import Connection, delete, func, insert, select, update

from rondel.server.people.accounts import clean_text, new_id
from rondel.server.store.schema import studies
from rondel.server.wire.messages import encode
from rondel.server.wire.refusal import Refusal
from rondel.server.wire.study import NewStudy, StudyList, StudyRow

#: studies that one player can keep
MOST: Final = 200
_kept: Decoder[NewStudy] = Decoder(NewStudy)


def packed(wish: NewStudy) -> bytes:
    """Write a study for the database."""
    return zlib.compress(encode(wish))


def keep(connection: Connection, owner: str, wish: NewStudy, body: bytes, now: int) -> str:
    """Store a new study; give its id, which is known only through its link."""
    count = connection.execute(select(func.count()).select_from(studies).where(studies.c.owner == owner)).scalar_one()
    if count >= MOST:
        raise Refusal("full", f"You can keep {MOST} studies. Delete one first.")
    study = new_id()
    connection.execute(insert(studies).values(id=study, owner=owner, **_row(wish, body, now)))
    return study


def change(connection: Connection, study: str, owner: str, wish: NewStudy, body: bytes, now: int) -> None:
    """Replace a study; only its owner can."""
    need_own(connection, study, owner)
    connection.execute(update(studies).where(studies.c.id == study).values(**_row(wish, body, now)))


def drop(connection: Connection, study: str, owner: str) -> None:
    """Delete a study; only its owner can."""
    need_own(connection, study, owner)
    connection.execute(delete(studies).where(studies.c.id == study))


def need_own(connection: Connection, study: str, owner: str) -> None:
    """Refuse an unknown study, or somebody else's."""
    found = connection.execute(select(studies.c.owner).where(studies.c.id == study)).scalar()
    if found is None:
        raise Refusal("unknown_study")
    if found != owner:
        raise Refusal("not_yours")


def find(connection: Connection, study: str) -> tuple[str, int, NewStudy]:
    """Give a study, its owner, and when it was last changed."""
    columns = studies.c.owner, studies.c.changed, studies.c.body
    row = connection.execute(select(*columns).where(studies.c.id == study)).first()
    if row is None:
        raise Refusal("unknown_study")
    return row.owner, row.changed, _kept.decode(zlib.decompress(row.body))


def listed(connection: Connection, owner: str) -> StudyList:
    """List somebody's studies, the most recently changed first."""
    query = select(studies.c.id, studies.c.title, studies.c.game, studies.c.changed).where(studies.c.owner == owner)
    rows = connection.execute(query.order_by(studies.c.changed.desc()).limit(MOST)).all()
    return StudyList([StudyRow(row.id, row.title, row.game, row.changed) for row in rows])


def _row(wish: NewStudy, body: bytes, now: int) -> dict[str, object]:
    title = clean_text(wish.title)[:80].replace("\n", " ")
    return {"title": title, "game": str(wish.start.get("game", ""))[:60], "changed": now, "body": body}
