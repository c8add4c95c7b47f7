"""Every language of the page has its texts on the server too: notices, lessons, heads of links, single pages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import msgspec

from rondel.server.http import doorway, heads
from rondel.server.notices import words as notices
from rondel.server.tables.lessons import Words
from rondel.server.wire.bodies import Language

CODES = set(get_args(Language))
CLIENT = Path(__file__).parents[2] / "client"


def test_the_page_and_the_server_know_the_same_languages() -> None:
    prefs = (CLIENT / "src" / "shared" / "prefs.svelte.ts").read_text(encoding="utf-8")
    (listed,) = re.findall(r"LANGUAGES[^=]*= \{(.*)\}", prefs)
    assert set(re.findall(r"(\w+):", listed)) == CODES
    assert {path.stem for path in (CLIENT / "src" / "words").iterdir() if path.is_dir()} == CODES


def test_notices_and_links_have_words_in_every_language() -> None:
    assert set(notices.WORDS) == set(notices._WITH) == set(heads._WORDS) == CODES
    for words in notices.WORDS.values():
        assert set(words) == set(notices.WORDS["en"])
    for texts in heads._WORDS.values():
        assert set(texts) == set(heads._WORDS["en"])


def test_lessons_are_told_in_every_language() -> None:
    assert {field.name for field in msgspec.structs.fields(Words)} == CODES
    assert set(Words(**dict.fromkeys(CODES, "word")).told) == CODES


def test_pages_without_scripts_speak_every_language() -> None:
    offline = (CLIENT / "public" / "offline.html").read_text(encoding="utf-8")
    for text in (doorway._PAGE.decode(), offline):
        assert set(re.findall(r'lang="(\w+)"', text)) == CODES
