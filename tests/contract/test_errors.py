"""Errors cross from one process to another as they are."""

from __future__ import annotations

import pickle

import pytest

from rondel.boards.reader import BoardFlaw
from rondel.errors import IllegalMove, RondelError, SetupError


@pytest.mark.parametrize(
    "error",
    [
        RondelError("over", "The game is over."),
        SetupError("bad_setup", "No."),
        IllegalMove("cannot_pay", "Too dear.", "A06-090"),
        BoardFlaw("it has no regions", ("Roma",)),
    ],
)
def test_an_error_is_the_same_after_a_journey(error: RondelError) -> None:
    there = pickle.loads(pickle.dumps(error))
    assert type(there) is type(error)
    assert (there.code, there.message, there.rule, str(there)) == (error.code, error.message, error.rule, str(error))
