"""What can go wrong, as a small tree of exceptions with closed codes."""

from __future__ import annotations

from typing import Final

#: Every code a RondelError may carry, with what it means. docs/errors.md lists the same codes (a test compares).
CODES: Final[dict[str, str]] = {
    # what the caller asked for
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
    "cannot_pay": "goods, coins or cards do not cover the price",
    "wrong_payment": "the payment is not exactly the price, or not in the right resources",
    "not_owned": "the nation has no city there",
    "has_temple": "that city already has a temple",
    "no_temple_left": "the bank has no temple left",
    "place_limit": "no more new units fit into that province this turn",
    "unit_kind": "that kind of unit cannot stand there",
    "no_unit_left": "no unit of that kind is left to set up",
    "known": "the nation already has that know-how",
    "needs_basic": "the basic know-how of the column is missing",
    "no_border": "the two provinces do not share a border",
    "border_kind": "that border cannot be crossed by that kind of unit",
    "no_unit": "you have no unit, or not enough units, of that kind there",
    "no_action_left": "no action is left for that",
    "no_enemy": "that nation has no unit of that kind there",
    "battle_size": "that many pairs cannot fight",
    "no_city": "no foreign city stands there",
    "last_city": "the last city of a nation cannot be conquered",
    "too_weak": "the active units there are fewer than the city's defense strength",
    "wrong_losses": "the losses must equal the defense strength and come from active units there",
    "occupied": "something already stands there",
    "no_own_unit": "founding needs a legion or galley of yours in the province",
    "no_stone": "the nation has no city stone left",
    "no_site": "no city can be founded there",
    "neutral_temple": "a neutral temple stands there and must be destroyed first",
    "wrong_kind": "a city there cannot produce that resource",
    "no_marker": "the bank has no city marker of that resource left",
    "no_trade": "the bank does not make that trade with the nation",
    "trade_delay": "a know-how allows trade only from the next turn on",
    "trade_loop": "a kind just received cannot be traded away again at once",
    "bank_empty": "the bank has none left",
    "no_card": "the nation does not have the card, or none is left",
    "card_window": "the card cannot be played at this moment, or would change nothing",
    "no_rampart": "no town wall is left in the reserve, or none stands there",
    "has_rampart": "that city already has a town wall",
    "no_reserve": "no unit of that kind is left to recruit",
    "no_leader": "the special unit cannot be used now",
    "saved": "a fortress has saved that city in this maneuver",
    "mixed": "draw and build actions cannot be mixed in one turn",
    "pile_empty": "that pile, or every pile, is empty",
    "not_stored": "that building is not on the player board",
    "no_space": "the board has no such space, or none is free",
    "not_adjacent": "the tile would touch neither a tile nor a shrine",
    "no_amphora": "the player has no amphora",
    "not_offered": "that is not one of the choices",
}


class RondelError(ValueError):
    """A refusal with a closed code, a sentence, and the ledger id of the rule behind it where there is one."""

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        assert code in CODES, code
        super().__init__(message)
        self.code = code
        self.message = message
        self.rule = rule

    def __reduce__(self) -> tuple[object, ...]:
        """Make an error picklable, so that processes can pass it on."""
        return _again, (type(self), self.code, self.message, self.rule)

    def as_json(self) -> dict[str, str | None]:
        """Give the error as the object the engine protocol and `--json` print; `rule` is null without a clause."""
        return {"code": self.code, "message": self.message, "rule": self.rule or None}


def _again(kind: type[RondelError], code: str, message: str, rule: str) -> RondelError:
    """Rebuild an error, whatever arguments its class takes."""
    error = kind.__new__(kind)
    RondelError.__init__(error, code, message, rule)
    return error


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
