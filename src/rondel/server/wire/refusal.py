"""Refusals of the table: closed codes, each with its HTTP status and a sentence for people."""

from __future__ import annotations

from typing import Final

#: every code of the table with its HTTP status and its meaning; docs/server-protocol.md lists the same
CODES: Final[dict[str, tuple[int, str]]] = {
    "bad_message": (400, "the message cannot be read: not JSON, an unknown type, a missing or wrong field"),
    "short_password": (400, "the password has fewer than 10 characters"),
    "too_large": (413, "the message or body is larger than allowed"),
    "too_fast": (429, "too many requests in a short time; wait and send it again"),
    "no_session": (401, "sign in or play as a guest first"),
    "bad_login": (401, "wrong name or password"),
    "banned": (403, "the host of this server has banned you"),
    "muted": (403, "the host of this server has muted you; you can play on"),
    "name_hidden": (403, "the host of this server has replaced your name; it cannot be changed"),
    "bad_reset": (403, "the link is used up or too old; ask the host for a new one"),
    "bad_origin": (403, "the request came from another website"),
    "not_seated": (403, "only players at this table can do that"),
    "not_your_seat": (403, "the seat belongs to somebody else"),
    "not_host": (403, "only the host of the table can do that"),
    "not_yours": (403, "that belongs to somebody else"),
    "not_member": (403, "this is for members of the club"),
    "members_only": (403, "this server belongs to a club; sign in as a member"),
    "no_watchers": (403, "this table has no spectators"),
    "bad_link": (403, "the link is wrong, used up or revoked"),
    "hidden": (403, "that would reveal hidden cards; it is available once the game is over"),
    "unknown_table": (404, "there is no such table"),
    "unknown_tournament": (404, "there is no such tournament"),
    "unknown_club": (404, "there is no such club, or it is private"),
    "unknown_study": (404, "there is no such study, or it was deleted"),
    "unknown_player": (404, "there is no such player"),
    "not_found": (404, "there is no such page"),
    "bad_method": (405, "the page does not take that method"),
    "not_your_turn": (409, "another seat has to decide now"),
    "stale": (409, "the position has changed; the message names an old revision"),
    "not_started": (409, "not all seats are taken yet"),
    "started": (409, "the game has begun, so that cannot be changed"),
    "not_over": (409, "that is available once the game is over"),
    "finished": (409, "the game is over"),
    "closed": (409, "the table has been closed"),
    "illegal": (409, "the rules do not allow that decision now"),
    "needs_consent": (409, "the others have seen or answered it: ask them"),
    "nothing_to_undo": (409, "you have no decision to take back"),
    "nothing_asked": (409, "no request is open"),
    "already_asked": (409, "another request is open"),
    "seat_taken": (409, "that seat is taken"),
    "full": (409, "no seat is free"),
    "name_taken": (409, "that name is already taken"),
    "present": (409, "the player of that seat is here"),
    "paused": (409, "play rests; the players have agreed to a pause"),
    "not_allowed": (403, "the table's rule does not allow that"),
    "kicked": (403, "the host of the table has sent you away"),
    "unreliable": (403, "the table is for players who finish their games"),
    "is_admin": (409, "that player is an administrator; only the command line can change that"),
    "unchanged": (409, "there is nothing to change"),
    "rated": (409, "in a rated game, those who started it play to the end, without help"),
    "no_account": (403, "a rated game needs an account; create one first"),
    "no_hints": (403, "this table gives no hints and no chances while people play"),
    "too_long": (409, "the game has as many decisions as a table can hold"),
    "old_rules": (409, "the game was begun under a version of the rules that this program no longer supports"),
    "busy": (503, "the server is stopping or cannot write; send it again in a moment"),
}


class Refusal(Exception):
    """A request that is not carried out, with a closed code, a sentence and the clause behind it if there is one."""

    def __init__(self, code: str, message: str = "", rule: str = "", detail: str = "") -> None:
        status, meaning = CODES[code]
        super().__init__(message or meaning)
        self.code = code
        self.status = status
        self.message = message or f"{meaning[0].upper()}{meaning[1:]}."
        self.rule = rule
        self.detail = detail  # the engine's own code of an illegal decision

    def __reduce__(self) -> tuple[type[Refusal], tuple[str, str, str, str]]:
        """Let it be sent between processes."""
        return type(self), (self.code, self.message, self.rule, self.detail)
