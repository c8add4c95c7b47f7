"""What can go wrong, as a small tree of exceptions with closed codes."""

from __future__ import annotations

from typing import Final

#: Every code a RondelError may carry, with what it means. docs/errors.md lists the same codes (a test compares).
CODES: Final[dict[str, str]] = {
    # the caller's words
    "bad_text": "the text is not a move, position or record that can be read",
    "ambiguous": "the text fits several things; the message lists them",
    "unknown_name": "no region, nation, personage, know-how or wedge has that name",
    "unknown_game": "no rulebook has that id",
    "unknown_board": "no board has that id",
    "unknown_bot": "no bot has that name",
    "bad_option": "the option does not exist, has a wrong value or conflicts with another",
    "bad_setup": "the number of players or the nations do not fit the rulebook and board",
    "bad_board": "the board file breaks a rule of the format",
    "bad_position": "the position cannot occur",
    "bad_record": "the record cannot be replayed",
    "bad_request": "the engine request is not understood",
    # refused moves
    "not_now": "that kind of decision is not open at this moment",
    "over": "the game is over",
    "cannot_pay": "goods and coins do not cover the price",
    "wrong_payment": "the payment is not exactly the price, or not of the right kinds",
    "not_owned": "the nation has no city there",
    "has_temple": "that city has a temple already",
    "no_temple_left": "the bank has no temple left",
    "place_limit": "no more new units fit into that province this turn",
    "unit_kind": "that kind of unit cannot stand there",
    "no_unit_left": "the nation's supply of that unit is used up",
    "known": "the nation has that know-how already",
    "needs_basic": "the basic know-how of the column is missing",
    "no_border": "the two provinces do not touch",
    "border_kind": "that border cannot be crossed by that kind of unit",
    "no_unit": "no own unit, or not enough, of that kind stands there",
    "no_action_left": "those units have no maneuver action left",
    "no_enemy": "no unit of that nation and kind stands there",
    "battle_size": "that many pairs cannot fight",
    "no_city": "no foreign city stands there",
    "last_city": "the last city of a nation is safe",
    "too_weak": "the active units there are fewer than the city's defence strength",
    "wrong_losses": "the losses must equal the defence strength and come from active units there",
    "occupied": "a city stands on that site",
    "no_own_unit": "founding needs an own legion or galley in the province",
    "no_stone": "the nation has no city stone left",
    "no_trade": "the bank trades only with a nation that owns all eight know-hows",
    "trade_loop": "a kind just received cannot be given away again at once",
    "bank_empty": "the bank has none left",
    "not_offered": "that is not among the things offered",
}


class RondelError(ValueError):
    """A refusal with a closed code, a sentence, and the ledger id of the rule behind it where there is one."""

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        assert code in CODES, code
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule

    def as_json(self) -> dict[str, str | None]:
        """Give the error as the object the engine protocol and `--json` print; `rule` is null without a clause."""
        return {"code": self.code, "message": self.message, "rule": self.rule or None}


class SetupError(RondelError):
    """The game asked for does not exist: rulebook, board, options or number of players."""


class BoardError(RondelError):
    """A board file breaks the format."""


class NotationError(RondelError):
    """A text cannot be read."""


class PositionError(RondelError):
    """A position cannot occur."""


class IllegalMove(RondelError):
    """A move that can be read but is not allowed now."""
